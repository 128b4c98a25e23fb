"""Which variables has the health program? Kept apart from the settings, so no hook meets them.

docs/reference/environment.md is made from this table and that of the settings.
"""

from __future__ import annotations

VAULT_VARIABLES: tuple[tuple[str, str, str], ...] = (
    (
        "CORTEX_HEALTH_NOW",
        "the present",
        "`cortex vault health`: the instant to judge as of. One that is none is critical.",
    ),
    (
        "CORTEX_HEALTH_NO_WRITE",
        "not set",
        "`cortex vault health`: set to 1, the report is not appended to the vault's log.",
    ),
    (
        "CORTEX_HEALTH_REPORT_PATH",
        "not set",
        "`cortex vault health`: a file to put the report into, replaced as a whole.",
    ),
    (
        "CORTEX_HEALTH_ROOT",
        "not set",
        "`cortex vault health`: the folder of an agent host whose vault is `LIFEOS/MEMORY` in it.",
    ),
    (
        "CORTEX_INDEX_MANIFEST",
        "INDEX/index-manifest.json in the vault",
        "`cortex vault health`: where in the vault the manifest of a derived index lies.",
    ),
    (
        "CORTEX_OBSERVABILITY_MAX_AGE_MS",
        "2592000000 (30 days)",
        "`cortex vault health`: how old the oldest log may be, in milliseconds.",
    ),
    (
        "CORTEX_OBSERVABILITY_MAX_BYTES",
        "268435456 (256 MiB)",
        "`cortex vault health`: how large all logs may be together.",
    ),
    (
        "CORTEX_PROPOSAL_BACKLOG",
        "10",
        "`cortex vault health`: how many proposals may wait for a person.",
    ),
    (
        "CORTEX_RETRIEVAL_STALE_MS",
        "86400000 (a day)",
        "`cortex vault health`: how old the latest retrieval may be, in milliseconds.",
    ),
)
"""(name, what holds without it, what it is for), by name."""
