"""Which letters stand in every text that holds a secret we can recognise?

A clean text is asked for them on the hook path, so nothing is imported here.
Source: docs/adr/0021-redaction.md.
"""

# One of these stands in every token of a format that its issuer publishes (``secret_shapes``).
KNOWN_MARKS = (
    "sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "xox", "xapp-", "AKIA", "ASIA",
    "ABIA", "ACCA", "AIza", "ya29.", "GOCSPX-", "sk_", "rk_", "whsec_", "npm_", "pypi-", "glpat-",
    "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glagent-", "hf_", "gsk_", "r8_", "SG.",
    "dckr_pat_", "_v1_", "shpat_", "shpca_", "shppa_", "shpss_", "lin_api_", "hvs.", "ctx_",
    "AGE-SECRET-", "glsa_", "ATATT3", ":AA", "eyJ", "key-", "SK", "sq0", "dp.",
)  # fmt: skip

PASSWORD_WORDS = (
    "密码", "密碼", "口令", "비밀번호", "암호", "パスワード", "пароль", "contraseña",
    "mot de passe", "senha", "kennwort", "hasło",
)  # fmt: skip
"""Chinese, Korean, Japanese, Russian, Spanish, French, Portuguese, German, Polish; lower case."""
