"""Which words name the same part of a system?

A closed list shared by the matching of entities and the expansion of questions, so that both agree.
It is deliberately small: every mate is a word an engineer would accept for another without asking.
Source: CQR 2.2.
"""

from __future__ import annotations

CLUSTERS: tuple[tuple[str, ...], ...] = (
    (
        "auth",
        "authenticate",
        "authentication",
        "authorization",
        "identity",
        "login",
        "oauth",
        "oauth2",
        "signin",
        "sso",
    ),
    ("database", "db", "postgres", "postgresql", "sqlite"),
    ("cache", "caching", "redis", "memcached"),
    ("billing", "checkout", "payment", "payments"),
    ("deploy", "deployment", "release", "rollout"),
    ("logging", "log", "logs", "tracing", "telemetry"),
    ("search", "indexing", "index", "fts"),
    ("broker", "kafka", "messaging", "queue", "rabbitmq"),
    ("webhook", "webhooks", "callback", "callbacks"),
)

_LEADER = {word: cluster[0] for cluster in CLUSTERS for word in cluster}
_MATES = {word: cluster for cluster in CLUSTERS for word in cluster}

SUFFIX_KINDS: dict[str, str] = {
    "service": "service",
    "microservice": "service",
    "system": "service",
    "daemon": "service",
    "server": "service",
    "api": "api",
    "endpoint": "api",
    "db": "store",
    "database": "store",
    "store": "store",
    "cache": "store",
    "table": "store",
    "queue": "queue",
    "topic": "queue",
    "pipeline": "pipeline",
    "job": "pipeline",
    "cluster": "infra",
    "cli": "tool",
    "binary": "tool",
}


def leader(word: str) -> str:
    """Give the word that stands for a whole cluster, or the word itself."""
    return _LEADER.get(word, word)


def mates(word: str) -> tuple[str, ...]:
    """Give the other words of a word's cluster, in the list's order; empty outside any cluster."""
    return tuple(mate for mate in _MATES.get(word, ()) if mate != word)
