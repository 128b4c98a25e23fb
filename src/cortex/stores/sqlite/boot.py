"""What does a boot brief read from a brain file?

A light path of its own beside the full reader: a dozen statements on narrow indexes, no dataclass,
no enum (ADR 0040). Its gate is the current-mode gate of ``gates.py``; the contract suite compares
the two.
"""

# ruff: noqa: S608  # Statements are put together from constants of this module; values are bound.

from __future__ import annotations

import apsw

from cortex.model.boot import (
    BINDING_TYPES,
    BOOT_COUNT_MAX,
    BOOT_LIMITS_MAX,
    BOOT_RECORDS_MAX,
    BOOT_TEXT_BYTES_MAX,
    BOOT_TEXT_CHARS_SHOWN,
    CAPSULE_CONFLICTS,
    CAPSULE_CONSTRAINTS,
    CAPSULE_DURABLE,
    CAPSULE_MESSAGES,
    CAPSULE_NEW,
    CAPSULE_PINNED,
    CAPSULE_RULES,
    CAPSULE_TRUTH,
    BootFact,
    BootMaterial,
)
from cortex.stores.sqlite.connection import format_version, open_reading

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cortex.model.boot import BootQuestion

# Steps of SQLite's machine between two looks at the clock: a fraction of a millisecond.
STEPS_BETWEEN_LOOKS = 20_000

# The format with relations and agents; a hook may meet an older file before anybody has written.
WHOLE_BRAIN = 2

# What a session left of itself when it was compacted says nothing to others.
_MAY_SHOW = """f.status IN ('active', 'disputed')
    AND NOT (f.type = 'checkpoint' AND f.retention_class = 'ephemeral')
    AND (f.valid_from_us IS NULL OR f.valid_from_us <= :now_us)
    AND (f.valid_until_us IS NULL OR f.valid_until_us > :now_us)
    AND (f.expires_us IS NULL OR f.expires_us > :now_us)
    AND (f.version_id IS NULL OR f.version_id NOT IN (
        SELECT version_id FROM versions WHERE status = 'orphaned'))
    AND (:owner_id IS NULL OR f.owner_id = :owner_id
        OR f.visibility IN ('shared', 'team', 'public'))"""

_HERE = "f.scope_no = :scope_no"
_IN_SIGHT = "f.scope_no IN (SELECT value FROM json_each(:scope_nos))"

# In the order of BootFact's arguments.
_COLUMNS = f"""f.fact_id, f.kind, f.type,
    CASE WHEN octet_length(f.text) <= {BOOT_TEXT_BYTES_MAX} THEN f.text
        ELSE substr(f.text, 1, {BOOT_TEXT_CHARS_SHOWN}) END,
    octet_length(f.text) <= {BOOT_TEXT_BYTES_MAX},
    p.reasoning_depth = 'user-stated', f.scope_no, f.status, f.retention_class, f.valid_from_us,
    f.valid_until_us, f.created_us, f.updated_us, p.worktree, p.branch"""
_UNCOUNTED = f"{_COLUMNS}, 0, NULL, f.paths"
_COUNTED = f"{_COLUMNS}, ifnull(u.retrievals, 0), u.last_accessed_us, f.paths"
_PROVENANCE = "CROSS JOIN provenances AS p ON p.provenance_id = f.provenance_id"
_USES = f"{_PROVENANCE} LEFT JOIN fact_uses AS u ON u.fact_id = f.fact_id"
_SCOPE_PLACE = 6

_DURABLE = "f.status = 'active' AND f.retention_class = 'durable' AND f.type"
_IS_BINDING = f"{_DURABLE} IN {BINDING_TYPES}"  # A tuple of plain words reads as a list in SQL.
_IS_OTHER_DURABLE = f"{_DURABLE} NOT IN {BINDING_TYPES}"

FIND_STATE = """SELECT (SELECT head_id FROM head_state), (SELECT max(updated_us) FROM facts)"""
FIND_STATE_AND_TEAM = f"""{FIND_STATE}, EXISTS (
    SELECT 1 FROM agents WHERE owner_id = ifnull(:owner_id, 0))"""
FIND_SCOPE = "SELECT scope_no FROM scopes WHERE scope_id = ?"
LIST_BINDING = f"""SELECT {_UNCOUNTED} FROM facts AS f INDEXED BY facts_binding {_PROVENANCE}
    WHERE {_HERE} AND {_IS_BINDING} AND {_MAY_SHOW} ORDER BY f.fact_id LIMIT :rows"""
COUNT_BINDING = f"""SELECT count(*) FROM (
    SELECT 1 FROM facts AS f INDEXED BY facts_binding
    WHERE {_HERE} AND {_IS_BINDING} AND {_MAY_SHOW} LIMIT :rows)"""
LIST_DURABLE = f"""SELECT {_UNCOUNTED} FROM facts AS f INDEXED BY facts_durable {_PROVENANCE}
    WHERE {_HERE} AND {_IS_OTHER_DURABLE} AND {_MAY_SHOW} ORDER BY f.fact_id LIMIT :rows"""
LIST_FRESH = f"""SELECT {_COUNTED} FROM facts AS f INDEXED BY facts_fresh {_USES}
    WHERE {_HERE} AND {_MAY_SHOW} ORDER BY f.updated_us DESC, f.fact_id DESC LIMIT :rows"""
LIST_RULES = f"""SELECT {_COUNTED} FROM facts AS f INDEXED BY facts_by_type {_USES}
    WHERE f.type = 'feedback' AND f.status = 'active' AND {_IN_SIGHT} AND {_MAY_SHOW}
    ORDER BY f.fact_id DESC LIMIT :rows"""
LIST_PINNED = f"""SELECT {_UNCOUNTED} FROM facts AS f INDEXED BY facts_pinned {_PROVENANCE}
    WHERE f.pinned = 1 AND {_IN_SIGHT} AND {_MAY_SHOW} ORDER BY f.fact_id LIMIT :rows"""
LIST_NEW = f"""SELECT {_UNCOUNTED} FROM facts AS f INDEXED BY facts_by_version {_PROVENANCE}
    WHERE f.version_id > :since AND {_IN_SIGHT} AND {_MAY_SHOW}
    ORDER BY f.version_id DESC, f.fact_id DESC LIMIT :rows"""
LIST_CONFLICTS = f"""SELECT d.source_fact_id, d.target_fact_id
    FROM decision_conflicts AS d INDEXED BY conflicts_open
    CROSS JOIN facts AS f ON f.fact_id = d.source_fact_id
    WHERE d.status = 'open' AND {_IN_SIGHT} AND {_MAY_SHOW}
    ORDER BY d.conflict_id DESC LIMIT :rows"""
FIND_FACT = f"""SELECT {_UNCOUNTED} FROM facts AS f {_PROVENANCE}
    WHERE f.fact_id = :fact_id AND {_IN_SIGHT} AND {_MAY_SHOW}"""
LIST_LIMITS = """SELECT x.fact_id, o.kind, x.other_fact_id
    FROM json_each(:fact_ids) AS asked
    CROSS JOIN relations AS x ON x.fact_id = asked.value
    CROSS JOIN facts AS o ON o.fact_id = x.other_fact_id
    WHERE x.role IN ('required_qualifier', 'procedure_precondition', 'policy', 'counterevidence')
    AND x.version_id NOT IN (SELECT version_id FROM versions WHERE status = 'orphaned')
    ORDER BY x.fact_id, x.other_fact_id"""
LIST_RECORDS = """SELECT r.fact_id, 'vault:' || r.path || '#' || r.record_id, r.line
    FROM json_each(:fact_ids) AS asked
    CROSS JOIN fact_records AS r ON r.fact_id = asked.value
    ORDER BY r.fact_id, r.path, r.record_id"""
SUM_CHARS = f"SELECT total(length(f.text)) FROM facts AS f WHERE {_IN_SIGHT} AND {_MAY_SHOW}"


class SqliteBootReader:
    """The boot read path on one brain file, opened for reading only; nothing is ever created.

    Args:
        path: the brain file.
        busy_ms: longest wait for a locked file.
        is_late: asked now and then while SQLite works; once it says so the work is given up.

    Raises:
        StoreUnreadable: the file is missing, damaged, or no brain.
        StoreNewer: it was written by a newer Cortex.
        StoreBusy: it stayed locked for the whole wait.
    """

    __slots__ = ("_connection", "_path")

    def __init__(self, path: str, busy_ms: int, is_late: Callable[[], bool] | None = None) -> None:
        self._path = path
        self._connection = open_reading(path, busy_ms)
        # Without this a statement is prepared a second time once its values are known.
        self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        if is_late is not None:
            self._connection.set_progress_handler(is_late, STEPS_BETWEEN_LOOKS)

    def close(self) -> None:
        """Release the file; twice is safe."""
        self._connection.close()

    def read(self, question: BootQuestion) -> BootMaterial:
        """Give what a brief may be made of, from one snapshot.

        Raises:
            StoreBusy: the time was over before everything was read, or the file stayed locked.
            StoreUnreadable: not even the first statement could be answered.
        """
        try:
            version = format_version(self._connection, self._path)
            if version == 0:
                return BootMaterial()  # Somebody is making this file right now.
            self._connection.execute("BEGIN")
            try:
                reading = _Reading(self._connection, question)
                material = reading.material(has_team_tables=version >= WHOLE_BRAIN)
                if version >= WHOLE_BRAIN:
                    reading.limit(material)
                return material
            finally:
                self._connection.execute("ROLLBACK")
        except apsw.Error as error:
            raise _meaning(error, self._path) from error

    def raw_chars(self, question: BootQuestion) -> int:
        """Count the characters of every fact that may be shown. Reads each of them once."""
        try:
            if format_version(self._connection, self._path) == 0:
                return 0
            reading = _Reading(self._connection, question)
            for (chars,) in reading.rows(SUM_CHARS):
                return int(chars)
        except apsw.Error as error:
            raise _meaning(error, self._path) from error
        return 0


def _meaning(error: apsw.Error, path: str) -> Exception:
    """Give the house's error; its classes are loaded only when something failed."""
    from cortex.model.errors import StoreBusy
    from cortex.stores.sqlite.failures import translated

    if isinstance(error, apsw.InterruptError):
        return StoreBusy(f"the store did not answer in time: {path}")
    return translated(error, path)


class _Reading:
    """One snapshot while it is read."""

    __slots__ = ("_bindings", "_connection", "_question", "_scope_ids")

    def __init__(self, connection: apsw.Connection, question: BootQuestion) -> None:
        self._connection = connection
        self._question = question
        # Numbers of the scopes that are seen from here and hold something, nearest first.
        self._scope_ids: dict[int, str] = {}
        for scope_id in question.scope.visible_ids:
            for (scope_no,) in connection.execute(FIND_SCOPE, (scope_id,)):
                self._scope_ids[scope_no] = scope_id
        self._bindings: dict[str, int | str | None] = {
            "now_us": question.now_us,
            "owner_id": question.owner_id,
            "since": question.since_version,
            "scope_nos": f"[{', '.join(map(str, self._scope_ids))}]",
            "rows": question.rows_max,
        }

    def rows(self, sql: str, **more: int) -> list[Any]:
        """Run a statement with everything it may ask for."""
        return self._connection.execute(sql, {**self._bindings, **more}).fetchall()

    def material(self, *, has_team_tables: bool) -> BootMaterial:
        """Read every part; one that fails is named and does not take the others with it."""
        material = BootMaterial()
        has_team = False
        for head, newest_us, *found in self.rows(
            FIND_STATE_AND_TEAM if has_team_tables else FIND_STATE
        ):
            material.head = head
            material.newest_us = newest_us or 0
            has_team = found == [1]
        parts = [
            (CAPSULE_CONSTRAINTS, self._read_binding),
            (CAPSULE_RULES, self._read_rules),
            (CAPSULE_PINNED, self._read_pinned),
            (CAPSULE_CONFLICTS, self._read_conflicts),
        ]
        # Who knows what is new is not told again what merely ranks high.
        if self._question.since_version is None:
            parts += [(CAPSULE_TRUTH, self._read_fresh), (CAPSULE_DURABLE, self._read_durable)]
        else:
            parts.append((CAPSULE_NEW, self._read_new))
        if has_team:
            parts.append((CAPSULE_MESSAGES, self._read_team))
        unavailable: list[tuple[str, str]] = []
        for name, read in parts:
            try:
                read(material)
            except apsw.InterruptError:
                raise
            except apsw.Error as error:
                unavailable.append((name, type(error).__name__))
        material.unavailable = tuple(unavailable)
        return material

    def limit(self, material: BootMaterial) -> None:
        """Note on each fact read what limits it and what it rests on; a statement for each."""
        facts = material.facts()
        ids = ", ".join(map(str, sorted({fact.fact_id for fact in facts})))
        limits = self._told(LIST_LIMITS, ids, BOOT_LIMITS_MAX)
        records = self._told(LIST_RECORDS, ids, BOOT_RECORDS_MAX)
        for fact in facts if limits or records else ():
            fact.limits = tuple(limits.get(fact.fact_id, ()))
            fact.records = tuple(records.get(fact.fact_id, ()))

    def _told(self, sql: str, ids: str, shown: int) -> dict[int, list[Any]]:
        """Give pairs by fact, each once, at most one more than is shown."""
        found: dict[int, list[Any]] = {}
        for fact_id, *pair in self._connection.execute(sql, {"fact_ids": f"[{ids}]"}):
            pairs = found.setdefault(fact_id, [])
            told = tuple(pair)
            if len(pairs) <= shown and told not in pairs:
                pairs.append(told)
        return found

    def _facts(self, sql: str, **more: int) -> list[BootFact]:
        return [self._fact(row) for row in self.rows(sql, **more)]

    def _nearest(self, sql: str) -> tuple[BootFact, ...]:
        """Give as many rows as are wanted of all scopes together, the nearest scope's first."""
        found: list[BootFact] = []
        for scope_no in self._scope_ids:
            wanted = self._question.rows_max - len(found)
            if wanted:
                found += self._facts(sql, scope_no=scope_no, rows=wanted)
        return tuple(found)

    def _read_binding(self, material: BootMaterial) -> None:
        material.binding = self._nearest(LIST_BINDING)
        material.binding_count = len(material.binding)
        if material.binding_count < self._question.rows_max:
            return
        counted = 0
        for scope_no in self._scope_ids:
            if counted < BOOT_COUNT_MAX:
                for (count,) in self.rows(
                    COUNT_BINDING, scope_no=scope_no, rows=BOOT_COUNT_MAX - counted
                ):
                    counted += count
        material.binding_count = counted

    def _read_rules(self, material: BootMaterial) -> None:
        rules = self._facts(LIST_RULES)
        rules.sort(key=lambda fact: (-fact.retrievals, fact.fact_id))
        material.rules = tuple(rules)

    def _read_pinned(self, material: BootMaterial) -> None:
        material.pinned = tuple(self._facts(LIST_PINNED))

    def _read_conflicts(self, material: BootMaterial) -> None:
        pairs: list[tuple[BootFact, BootFact]] = []
        for newer_id, older_id in self.rows(LIST_CONFLICTS):
            pair = [
                fact
                for fact_id in (newer_id, older_id)
                for fact in self._facts(FIND_FACT, fact_id=fact_id)
            ]
            if len(pair) == 2:
                pairs.append((pair[0], pair[1]))
        material.conflicts = tuple(pairs)

    def _read_team(self, material: BootMaterial) -> None:
        from cortex.stores.sqlite.boot_team import read_team

        material.team = read_team(self._connection, self._question)

    def _read_new(self, material: BootMaterial) -> None:
        material.new = tuple(self._facts(LIST_NEW))

    def _read_fresh(self, material: BootMaterial) -> None:
        found = [
            fact for number in self._scope_ids for fact in self._facts(LIST_FRESH, scope_no=number)
        ]
        material.candidates = tuple(found)

    def _read_durable(self, material: BootMaterial) -> None:
        if not material.has_lines(self._question.rows_max):
            material.durable = self._nearest(LIST_DURABLE)

    def _fact(self, row: Any) -> BootFact:
        columns = list(row)
        columns[_SCOPE_PLACE] = self._scope_ids[row[_SCOPE_PLACE]]
        paths = row[-1]
        if paths is not None:
            from cortex.stores.sqlite.lists import unpacked

            paths = unpacked(paths)
        columns[-1] = paths or ()
        return BootFact(*columns)
