"""Are secrets removed, wherever and however they stand?"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.text.redaction import (
    is_secret_like,
    may_hold_secret,
    redact,
    storable,
    without_secrets,
)
from cortex.core.text.secret_shapes import KNOWN_FORMATS
from cortex.core.text.secret_spans import secret_spans
from tests.core.text.budget import cpu_budget, repeated
from tests.core.text.samples import any_text

# Put together here, so that no scanner takes this file for a leak.
OPAQUE = "aB3dE5gH7jK9" + "mN1pQ3sT5vW7"
HEX_40 = "3f786850e387550fdab8" + "36ed7e6dc881de23001b"
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + "." + "eyJ" + "zdWIiOiIxMjM0In0" + "." + "abc-DEF_123"
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzzzzzzzKEY"

HEX_32 = "3f786850e387550f" + "dab836ed7e6dc881"
DISCORD = "MTk4NjIyNDgzNDcx" + "OTI1MjQ4" + ".Cl2FMQ." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs"

KEYS = {
    "openai": "sk-" + OPAQUE,
    "openai letters": "sk-" + "abcdefghijklmnop",
    "anthropic": "sk-ant-" + "api03-" + OPAQUE,
    "github": "ghp_" + "a1" * 18,
    "github oauth": "gho_" + "a1" * 18,
    "github user": "ghu_" + "a1" * 18,
    "github server": "ghs_" + "a1" * 18,
    "github refresh": "ghr_" + "a1" * 18,
    "github fine": "github_" + "pat_" + "a1" * 20,
    "slack": "xox" + "b-1234567890-abcdef",
    "aws": "AKIA" + "IOSFODNN7EXAMPLE",
    "aws session": "ASIA" + "IOSFODNN7EXAMPLE",
    "google": "AIza" + "Sy0" * 12,
    "google oauth": "ya29." + OPAQUE,
    "stripe": "sk_" + "live_" + OPAQUE,
    "stripe restricted": "rk_" + "live_" + OPAQUE,
    "npm": "npm_" + "a1" * 18,
    "pypi": "pypi-" + "AgEIcHlwaS5vcmc" + OPAQUE,
    "gitlab": "glpat-" + OPAQUE,
    "jwt": JWT,
    "sendgrid": "SG." + OPAQUE + "." + OPAQUE,
    "mailgun": "key-" + HEX_32,
    "twilio": "SK" + HEX_32,
    "square": "sq0" + "atp-" + OPAQUE[:22],
    "square application": "sq0" + "csp-" + OPAQUE + OPAQUE[:19],
    "doppler": "dp." + "pt." + OPAQUE + OPAQUE[:19],
    "doppler service": "dp." + "st.dev_main." + OPAQUE + OPAQUE[:19],
    "discord": DISCORD,
}


@pytest.mark.parametrize("name", KEYS)
def test_a_published_key_format_is_removed(name: str) -> None:
    """CQR E7: keys of known issuers go, wherever they stand, and the sentence stays."""
    result = redact(f"we use ({KEYS[name]}), rotated weekly")
    assert "we use ([redacted]), rotated weekly" == result.text
    assert (("api_key",), 1) == (result.kinds, result.total)
    assert is_secret_like(KEYS[name])


@given(st.from_regex(re.compile(KNOWN_FORMATS.pattern), fullmatch=True))
def test_the_quick_look_misses_no_known_format(key: str) -> None:
    """What the patterns know, the cheap check lets through to them."""
    assert may_hold_secret(f"a {key} b")
    assert is_secret_like(key)


ASSIGNED = [
    ("password=hunter2", "password=[redacted]"),
    ("password: hunter2", "password: [redacted]"),
    ("Password: Summer2024!", "Password: [redacted]"),
    ("the password is hunter2.", "the password is [redacted]."),
    ('password is "swordfish"', 'password is "[redacted]"'),
    ("PASSWORD=swordfish", "PASSWORD=[redacted]"),
    ("export DB_PASS=hunter22", "export DB_PASS=[redacted]"),
    ('{"password": "swordfish"}', '{"password": "[redacted]"}'),
    ('{\\"password\\": \\"hunter2\\"}', '{\\"password\\": \\"[redacted]\\"}'),
    ("db_password: 'correct horse battery staple'", "db_password: '[redacted]'"),
    ("Server=x;Password=swordfish;User=y", "Server=x;Password=[redacted];User=y"),
    ("<password>swordfish</password>", "<password>[redacted]</password>"),
    ("connect(password=hunter2,user=x)", "connect(password=[redacted],user=x)"),
    ("mysql --password hunter2 -e x", "mysql --password [redacted] -e x"),
    ("api_key: abcdefghijklmnopqrstuvwxyz", "api_key: [redacted]"),
    (f"API-KEY={OPAQUE}", "API-KEY=[redacted]"),
    ("token = 'abc12345xyz'", "token = '[redacted]'"),
    (f"secret: {HEX_40}", "secret: [redacted]"),
    (f"client_secret := {OPAQUE}", "client_secret := [redacted]"),
    ("X-Api-Key: 12345abcde67890fghij", "X-Api-Key: [redacted]"),
    ("x.io/?access_token=abc123def456ghi7&x=1", "x.io/?access_token=[redacted]&x=1"),
    (f"aws_secret_access_key = {AWS_SECRET}", "aws_secret_access_key = [redacted]"),
    (f"SIGNING_SALT={OPAQUE}", "SIGNING_SALT=[redacted]"),
    (f"FOO: {OPAQUE}xY9zA1bC3", "FOO: [redacted]"),
    ("密码是hunter2", "密码是[redacted]"),
    ("数据库密码：hunter2。", "数据库密码：[redacted]。"),
    ("密码为 Summer2024!", "密码为 [redacted]"),
    ("口令: hunter2", "口令: [redacted]"),
    ("密碼是「hunter2」", "密碼是「[redacted]」"),
    ("비밀번호는 hunter2 입니다", "비밀번호는 [redacted] 입니다"),
    ("비밀번호: hunter2", "비밀번호: [redacted]"),
    ("パスワードはhunter2です", "パスワードは[redacted]です"),
    ("パスワード=hunter2", "パスワード=[redacted]"),
    ("пароль: hunter2", "пароль: [redacted]"),
    ("machine h login u password hunter2", "machine h login u password [redacted]"),
    (
        "machine api.example.com\n  login deploy\n  password swordfish\n",
        "machine api.example.com\n  login deploy\n  password [redacted]\n",
    ),
    ("default login anonymous password hunter2", "default login anonymous password [redacted]"),
    ("machine h.io password hunter2", "machine h.io password [redacted]"),
]


@pytest.mark.parametrize(("text", "expected"), ASSIGNED)
def test_a_value_given_to_a_secret_name_is_removed(text: str, expected: str) -> None:
    """Files, JSON, YAML, command lines, connection strings and prose: the name stays."""
    result = redact(text)
    assert expected == result.text
    assert 1 == result.total


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://u:p@h/db", "postgres://u:[redacted]@h/db"),
        ("postgres://user:pa#ss@host", "postgres://user:[redacted]@host"),
        ("https://user:p@ss@host/x", "https://user:[redacted]@host/x"),
        ("redis://:hunter2@localhost:6379", "redis://:[redacted]@localhost:6379"),
        ("curl -u bob:hunter2 https://x", "curl -u bob:[redacted] https://x"),
        (f"Authorization: Bearer {OPAQUE}", "Authorization: Bearer [redacted]"),
        ("-H 'Authorization: Basic dXNlcjpwYXNz'", "-H 'Authorization: Basic [redacted]'"),
        (f"bearer {OPAQUE}.", "bearer [redacted]."),
        (
            "https://hooks.slack.com/services/T000/B000/XXXXabcd1234",
            "https://hooks.slack.com/services/[redacted]",
        ),
    ],
)
def test_credentials_of_addresses_and_headers_are_removed(text: str, expected: str) -> None:
    """Only the credential goes; scheme, user and host say what it was for."""
    assert expected == redact(text).text


BODY = "MIIEowIBAAKCAQEA0abc/def+ghi0123456789abcdefghijklmnopqrstuvwxyzAB\n"
BEGIN = "-----BEGIN RSA " + "PRIVATE KEY-----\n"
END = "-----END RSA " + "PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a\n{BEGIN}{BODY * 3}abc=\n{END}\nb", "a\n[redacted]\nb"),
        (f"a\n{BEGIN}Proc-Type: 4,ENCRYPTED\n\n{BODY}{END}", "a\n[redacted]"),
        (f"a\n{BEGIN}{BODY * 2}", "a\n[redacted]\n"),
        (f"a\n{BEGIN}{BODY}MIIEow", "a\n[redacted]"),
        (f"a\n{BEGIN}{BODY}\nafter it comes a note", "a\n[redacted]\n\nafter it comes a note"),
        (f"{BEGIN}{BODY}\nnote one\n{BEGIN}{BODY}{END}", "[redacted]\n\nnote one\n[redacted]"),
        (f"k = {BEGIN}{BODY}{END}".replace("\n", "\\n") + " x", "k = [redacted] x"),
        ("-----BEGIN OPENSSH " + "PRIVATE KEY-----", "[redacted]"),
    ],
)
def test_a_private_key_is_removed_whole(text: str, expected: str) -> None:
    """Blocks go with all their lines, cut off or escaped; the notes around them stay."""
    assert expected == redact(text).text


def test_a_file_of_keys_loses_every_one() -> None:
    """case 104: of an environment file only names are left."""
    text = "\n".join(f"NAME_{number}={key}" for number, key in enumerate(KEYS.values()))
    result = redact(text)
    assert [key for key in KEYS.values() if key in result.text] == []
    assert len(KEYS) == result.total == result.text.count("[redacted]")


@pytest.mark.parametrize(
    "text",
    [
        "key: value",
        "token: the bearer of a session",
        "primary key: user_id",
        "risk-free and mask-1234, task-force-of-the-whole-department",
        f"commit {HEX_40}",
        f"commit: {HEX_40}",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "aGVsbG8gd29ybGQgZm9vYmFyIGJheg== is base64",
        "/usr/local/lib/python3.11/site-packages/cortex/core/text/redaction.py",
        "AbstractSingletonProxyFactoryBeanManagerImplementation2",
        "integrity: sha512-" + OPAQUE * 3 + "==",
        "password: required",
        "password=None",
        "password: ${DB_PASSWORD}",
        "password=<your-password>",
        "password: ********",
        "password = os.environ['DB']",
        "password: sha256 hashed",
        "password: 12 characters minimum",
        "password_file=/run/secrets/db_password",
        "password policy: min 12 characters",
        "reset password in settings/account",
        '"password": "The user\'s password"',
        "win_getpass(prompt='Password: ', stream=None)",
        "if password == user.password",
        "token = get_token()",
        "token_type: bearer",
        "token: 15m",
        "max_tokens: 4096",
        "token: internationalization-handler",
        "tokenizer: unicode61",
        "JWT tokens are signed with RS256",
        "secret: see the vault",
        "secretary: Bob42xyz",
        "secret_name: prod/db/main",
        "the api key is rotated weekly",
        "cache key: v1:user:1234:profile:settings",
        "bearer authentication",
        "Authorization: required for all endpoints",
        "http://localhost:8080/x@y",
        "git@github.com:org/repo.git",
        "ssh://git@github.com/org/repo",
        "docker run -u 1000:1000 image",
        "sk-ssh-ed25519@openssh.com",
        "def f(password: str, token: str) -> None",
        "twilio account AC" + HEX_32,
        "cache-key-" + HEX_32,
        "SK" + HEX_32[:20],
        "dp.pt is the prefix",
        "密码：请查看保险库",
        "密码是必填项",
        "密码: required",
        "密码长度: 12345678",
        "비밀번호는 필수입니다",
        "パスワードはvaultにあります",
        "the machine needs login and password prompts",
        "machine learning login flow password reset",
        "machine h login u password <secret>",
        "MyVeryLongNamespaceNames.module.another_long_function_name_here",
    ],
)
def test_a_note_about_secrets_stays(text: str) -> None:
    """CQR E7 and CQR 16.3, defect 15: names, notes, hashes, ids and code are no secrets."""
    result = redact(text)
    assert text == result.text
    assert ((), (), 0) == (result.kinds, result.counts, result.total)


@given(any_text)
def test_redacting_twice_changes_nothing(text: str) -> None:
    """case 76: a clean text is clean, storable, and known to be clean."""
    once = redact(text)
    twice = redact(once.text)
    assert (once.text, 0) == (twice.text, twice.total)
    assert once.text == once.text.encode().decode()


@given(any_text)
def test_the_quick_look_changes_no_answer(text: str) -> None:
    """A text the cheap check lets pass has no secret span."""
    if not may_hold_secret(text):
        assert [] == secret_spans(text)


def test_kinds_are_counted() -> None:
    """What was removed is said by kind and number, never by value."""
    result = redact(f"{KEYS['github']} {KEYS['npm']} password=hunter2")
    assert (("api_key", "assignment"), (2, 1), 3) == (result.kinds, result.counts, result.total)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\x00b", "a\ufffdb"),
        ("a\ud83db", "a\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ("\ufffd Đường 🎉", "\ufffd Đường 🎉"),
    ],
)
def test_clean_text_can_be_stored(text: str, expected: str) -> None:
    """case 76: NUL and lone surrogates become U+FFFD, split pairs are joined, the rest stays."""
    assert expected == storable(text) == redact(text).text


@pytest.mark.parametrize(
    "token",
    ["", "key", HEX_40, HEX_40.upper(), "550e8400-e29b-41d4-a716-446655440000", "a1" * 20,
     "0123456789" * 4, "src/cortex/core/text/redaction.py", "getUserByEmailAddressAndTenant2",
     "x86_64-unknown-linux-gnu", "5.15.0-91-generic-x86_64", "sha512-" + OPAQUE * 2],
)  # fmt: skip
def test_a_name_is_not_secret_like(token: str) -> None:
    """Hashes, ids, paths, versions and long names are no credentials."""
    assert not is_secret_like(token)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"no scope is named '{KEYS['github']}'", "no scope is named '[redacted]'"),
        (f"'{OPAQUE}' names no fact", "'[redacted]' names no fact"),
        ("no scope is named 'gateway'", "no scope is named 'gateway'"),
        (f"there is no version {HEX_40}", f"there is no version {HEX_40}"),
        (f"\"{OPAQUE}\"; did you mean 'x'?", "\"[redacted]\"; did you mean 'x'?"),
    ],
)
def test_a_message_repeats_no_secret(message: str, expected: str) -> None:
    """What was typed in the wrong place reaches neither a screen nor a log."""
    assert expected == without_secrets(message)


@pytest.mark.parametrize(
    "unit",
    ["token=", "password=", "password:\n", "token='", 'token="', "token ", "api_key=a,", "aws ",
     "-----BEGIN RSA PRIVATE KEY-----\n", "://", "http://a:b", "sk-", "eyJ", "eyJabcdefgh.", "a",
     "aB3", "authorization: digest x ", "bearer ", " -u a:", "SG.aaaaaaaaaaaaaaaaaaaa.", "-",
     "密码:", "密码是a", "machine a ", "machine a login b ", "default login a ", "SK", "dp.st.",
     "MTk4NjIyNDgzNDcxOTI1MjQ4.", "password is ", "token=x,b=", "abc_def=", "token" + " " * 50],
)  # fmt: skip
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """A hostile text of one repeated opening is read in time proportional to its length."""
    with cpu_budget():
        redact(repeated(unit))


@pytest.mark.parametrize(
    "between",
    [
        "\\n", "\\t", "\\r\\n", "\\\\n", "\\u000a", "%20", "%3D", "%0A", "\x1b[31m",
        "\x1b[01;31m\x1b[K", "\\u001b[1m", "\\x1b[1m", "\\033[1m", "\\e[1m", "\x1b]0;title\x07",
        "\u200b", "\0", "\x08",
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", [KEYS["github"], KEYS["openai"], "Bearer " + HEX_40])
def test_key_behind_an_escape_is_a_key(key: str, between: str) -> None:
    """Case 104: what parts a key from a letter is what a terminal or a parser sees before it."""
    value = key.removeprefix("Bearer ")
    safe = redact(f"seen{between}{key} and so on").text
    assert value not in safe
    assert safe.startswith("seen")
    assert safe.endswith(" and so on")
    assert safe == redact(safe).text


@pytest.mark.parametrize("inside", ["\x1b[m\x1b[K", "\u200b", "\0", "\ud800", "\u00ad"])
def test_key_with_something_unseen_inside_is_a_key(inside: str) -> None:
    """A program that colours what it found colours the beginning of a key alone."""
    key = KEYS["github"]
    safe = redact(f"see {key[:4]}{inside}{key[4:]}, there").text
    assert safe == "see [redacted], there"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\n    ", "\\n"])
@pytest.mark.parametrize("at", [8, 20, 30])
def test_key_broken_over_lines_is_a_key(line_end: str, at: int) -> None:
    """A narrow terminal breaks a key; neither half stays."""
    key = "ghp_" + "16C7e42F292c6912" + "E7710c838347Ae178B4a"
    safe = redact(f"token: {key[:at]}{line_end}{key[at:]}\nand more").text
    assert key[at:] not in safe
    assert key[4:at] not in safe
    assert safe.endswith("\nand more")


@pytest.mark.parametrize(
    "text",
    [
        "npm_config_cache\nregistry2",
        "sk-learn-pipelines\nversion1",
        "C:\\new\\token\\name",
        "\x1b[31merror\x1b[0m: no token there",
        "100%20of%20keys",
        "say \\n for a new line and \\t for a tab, key",
        "eyJ\nis how JSON2 begins",
    ],
)
def test_escapes_and_lines_without_a_key_stay(text: str) -> None:
    """Undoing escapes is for looking only; what is kept is as it was written."""
    assert text == redact(text).text


@pytest.mark.parametrize(
    "unit", ["\\n", "\x1b[", "\\", "\x1b]", "%20", "ghp_aa\n", "\\u001b[1", "\u200b"]
)
def test_many_escapes_take_linear_time(unit: str) -> None:
    """Hostile text for the view: time grows with its length and not faster."""
    with cpu_budget():
        redact("token " + repeated(unit))
