"""Which words of observations lead to which others, in rows?

Tables ``association_states``, ``source_assessments``: canonical; ``association_sources``,
``association_terms``: derived.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.associations import LEARNING_ROLES, Assessed, Assessment, Evidence, Support
from cortex.model.limits import (
    ASSOCIATION_OPENING_CHARS_MAX,
    ASSOCIATION_SOURCE_BYTES_MAX,
    ASSOCIATION_SOURCES_MAX,
)
from cortex.model.observations import Role
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Session, numbers, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

_OFFERED = """
JOIN observation_sources AS s ON s.source_no = o.source_no
JOIN scopes AS c ON c.scope_no = s.scope_no
WHERE s.principal = :principal AND c.scope_id = :scope AND s.is_enabled = 1
    AND o.retracted_us IS NULL AND o.content_hash <> zeroblob(32)
    AND s.role IN (SELECT value FROM carray(:roles))
"""
_EVIDENCE = """
SELECT o.observation_id, s.source_no, s.role, o.generation, o.content_hash,
    substr(o.text, 1, :opening)
FROM observations AS o
"""
_NEWEST = "AND octet_length(o.text) <= :bytes ORDER BY o.observation_id DESC LIMIT :limit"
_SUPPORTS = """
SELECT DISTINCT o.observation_id, a.origin, o.source_no
FROM association_terms AS t
CROSS JOIN association_sources AS a ON a.observation_id = t.observation_id
CROSS JOIN observations AS o ON o.observation_id = a.observation_id
"""
_HOLDING = """
AND t.term IN (SELECT value FROM carray(:terms))
ORDER BY o.observation_id
"""
_TAUGHT_IN = """
IN (SELECT o.observation_id FROM association_sources AS a
    JOIN observations AS o ON o.observation_id = a.observation_id
    JOIN observation_sources AS s ON s.source_no = o.source_no
    WHERE s.principal = ? AND s.scope_no = ?)
"""


class SqliteAssociations:
    """Implements ``cortex.ports.associations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def is_on(self, principal: str, scope_id: str) -> bool:
        """Tell whether routes are used."""
        return bool(
            self._session.value(
                "SELECT a.is_on FROM scopes AS c JOIN association_states AS a"
                " ON a.principal = ? AND a.scope_no = c.scope_no WHERE c.scope_id = ?",
                (principal, scope_id),
            )
        )

    def where_on(self) -> list[tuple[str, str]]:
        """Give every (principal, scope) in which routes are used."""
        rows = self._session.rows(
            "SELECT a.principal, c.scope_id FROM association_states AS a JOIN scopes AS c"
            " ON c.scope_no = a.scope_no WHERE a.is_on = 1 ORDER BY a.principal, c.scope_id"
        )
        return [(principal, scope_id) for principal, scope_id in rows]

    def evidence(self, principal: str, scope_id: str) -> list[Evidence]:
        """Give the newest observations that may teach, newest first."""
        rows = self._session.rows(
            _EVIDENCE + _OFFERED + _NEWEST,
            {
                **_asked(principal, scope_id),
                "opening": ASSOCIATION_OPENING_CHARS_MAX,
                "bytes": ASSOCIATION_SOURCE_BYTES_MAX,
                "limit": ASSOCIATION_SOURCES_MAX,
            },
        )
        return [
            Evidence(number, source_no, Role(role), generation, digest.hex(), opening)
            for number, source_no, role, generation, digest, opening in rows
        ]

    def supports(self, principal: str, scope_id: str, terms: Sequence[str]) -> list[Support]:
        """Give the observations that teach one of the terms, with all they teach, by id."""
        if not terms:
            return []
        asked = {**_asked(principal, scope_id), "terms": texts(sorted(set(terms)))}
        found = self._session.rows(_SUPPORTS + _OFFERED + _HOLDING, asked)
        if not found:
            return []
        taught: dict[int, list[str]] = {number: [] for number, *_ in found}
        for number, term in self._session.rows(
            "SELECT observation_id, term FROM association_terms"
            " WHERE observation_id IN (SELECT value FROM carray(?)) ORDER BY observation_id, term",
            (numbers(taught),),
        ):
            taught[number].append(term)
        return [
            Support(number, origin, tuple(taught[number]), source_no)
            for number, origin, source_no in found
        ]

    def feedback(
        self, principal: str, scope_id: str, observation_ids: Sequence[int]
    ) -> dict[int, int]:
        """Sum the active assessments of each observation."""
        if not observation_ids:
            return {}
        summed: dict[int, int] = {}
        for number, assessment in self._session.rows(
            "SELECT a.observation_id, a.assessment FROM source_assessments AS a"
            " JOIN scopes AS c ON c.scope_no = a.scope_no WHERE a.principal = ?"
            " AND c.scope_id = ? AND a.is_active = 1"
            " AND a.observation_id IN (SELECT value FROM carray(?))",
            (principal, scope_id, numbers(observation_ids)),
        ):
            summed[number] = summed.get(number, 0) + Assessment(assessment).weight
        return summed

    def find_assessment(self, principal: str, scope_id: str, event_key: str) -> Assessed | None:
        """Give what was said under a name, or None."""
        row = self._session.row(
            "SELECT a.observation_id, a.assessment, a.is_active FROM source_assessments AS a"
            " JOIN scopes AS c ON c.scope_no = a.scope_no"
            " WHERE a.principal = ? AND c.scope_id = ? AND a.event_key = ?",
            (principal, scope_id, event_key),
        )
        if row is None:
            return None
        number, assessment, is_active = row
        return Assessed(number, Assessment(assessment), bool(is_active))

    def count_assessments(self, principal: str, scope_id: str) -> int:
        """Count what was said, inactive ones too."""
        count: int = self._session.value(
            "SELECT count(*) FROM source_assessments AS a JOIN scopes AS c"
            " ON c.scope_no = a.scope_no WHERE a.principal = ? AND c.scope_id = ?",
            (principal, scope_id),
        )
        return count

    def learn(self, principal: str, scope_id: str, taught: Sequence[Support]) -> None:
        """Use routes from now on, and make these the observations they come from."""
        self._switch(principal, scope_id, is_on=True)
        self._session.run_many(
            "INSERT INTO association_sources (observation_id, origin) VALUES (?, ?)",
            [(one.observation_id, one.origin) for one in taught],
        )
        self._session.run_many(
            "INSERT INTO association_terms (term, observation_id) VALUES (?, ?)",
            sorted((term, one.observation_id) for one in taught for term in one.terms),
        )

    def unlearn(self, principal: str, scope_id: str) -> None:
        """Use no routes until the next ``learn``; assessments stay."""
        self._switch(principal, scope_id, is_on=False)

    def assess(
        self, principal: str, scope_id: str, event_key: str, assessed: Assessed, now_us: int
    ) -> None:
        """Keep what was said under a name, in place of what stood there."""
        observation_id, assessment, is_active = assessed
        self._session.rows(
            "INSERT OR REPLACE INTO source_assessments (principal, scope_no, event_key,"
            " observation_id, assessment, is_active, assessed_us) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                principal,
                scope_no(self._session, scope_id),
                event_key,
                observation_id,
                assessment,
                int(is_active),
                now_us,
            ),
        )

    def _switch(self, principal: str, scope_id: str, *, is_on: bool) -> None:
        number = scope_no(self._session, scope_id)
        self._session.rows(
            "INSERT OR REPLACE INTO association_states (principal, scope_no, is_on)"
            " VALUES (?, ?, ?)",
            (principal, number, int(is_on)),
        )
        for table in ("association_terms", "association_sources"):
            sql = f"DELETE FROM {table} WHERE observation_id {_TAUGHT_IN}"  # noqa: S608  # Names of our own schema.
            self._session.rows(sql, (principal, number))


def forget_taught(session: Session, observation_ids: Sequence[int]) -> None:
    """Drop what these observations teach, because their words were taken out."""
    for table in ("association_terms", "association_sources"):
        sql = f"DELETE FROM {table} WHERE observation_id IN (SELECT value FROM carray(?))"  # noqa: S608  # Names of our own schema.
        session.rows(sql, (numbers(observation_ids),))


def _asked(principal: str, scope_id: str) -> dict[str, object]:
    return {"principal": principal, "scope": scope_id, "roles": texts(LEARNING_ROLES)}
