"""By which words is a password called in languages that the patterns of English names do not meet?

A clean text is asked for them on the hook path, so nothing is imported here.
Source: docs/adr/0021-redaction.md.
"""

PASSWORD_WORDS = (
    "密码", "密碼", "口令", "비밀번호", "암호", "パスワード", "пароль", "contraseña",
    "mot de passe", "senha", "kennwort", "hasło",
)  # fmt: skip
"""Chinese, Korean, Japanese, Russian, Spanish, French, Portuguese, German, Polish; lower case."""
