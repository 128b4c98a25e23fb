"""Who works on which file until when? A lock is advice that ends by itself; nothing enforces it."""

from collections.abc import Callable

from cortex.core.scopes.paths import join
from cortex.model.coordination import (
    LOCK_TTL_SECONDS,
    LOCK_TTL_SECONDS_MAX,
    LOCKS_MAX,
    Actor,
    Lock,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import FILE_ALREADY_LOCKED, NOT_LOCK_HOLDER, InvalidRequest
from cortex.model.refusals import CoordinationRefused
from cortex.ports.brain import Brain
from cortex.services.coordination.presence import missing, see
from cortex.services.coordination.wording import name, required
from cortex.wire.instants import format_instant

NO_LOCK_FOUND = "no_lock_found"
PATH_REMEDY = "name a file, a folder, or a thing such as deploy:production"


def lock_name(written: str | None, real_path: Callable[[str], str]) -> str:
    """Give the one name of what is locked: two spellings of a file give the same.

    A name with a colon before any slash, such as ``deploy:production``, is no path.

    Raises:
        InvalidRequest: nothing was named, or nothing of it may be kept.
    """
    kept = required(name(written, "path"), "path", PATH_REMEDY)
    is_path = ":" not in kept.split("/", 1)[0]
    return required(name(real_path(kept), "path"), "path", PATH_REMEDY) if is_path else kept


def lock(
    brain: Brain, actor: Actor, path: str, ttl_seconds: int | None, new_id: Callable[[], str]
) -> tuple[Lock, bool]:
    """Take a lock, or extend one's own; gives it, and whether it was extended.

    Args:
        path: as ``lock_name`` gave it.

    Raises:
        CoordinationRefused: another agent holds it (code ``file_already_locked``).
        InvalidRequest: the time is out of bounds, or there are too many locks.
    """
    seconds = LOCK_TTL_SECONDS if ttl_seconds is None else ttl_seconds
    if not 1 <= seconds <= LOCK_TTL_SECONDS_MAX:
        message = f"'ttl_seconds' must be 1 to {LOCK_TTL_SECONDS_MAX}"
        raise InvalidRequest(message, remedy="extend the lock later instead", field="ttl_seconds")
    owner_id, now_us = actor.owner_id, actor.now_us
    with brain.writing() as writer:
        rows = writer.coordination
        rows.drop_expired_locks(owner_id, now_us)
        known = rows.find_lock(owner_id, path)
        if known is not None and known.agent != actor.agent:
            raise _held(known, now_us)
        if known is None and len(rows.locks(owner_id, now_us)) >= LOCKS_MAX:
            message = f"{LOCKS_MAX} locks are held already"
            raise InvalidRequest(message, remedy="give some back with `cortex unlock`")
        expires_us = now_us + seconds * SECOND_US
        if known is None:
            taken = Lock(path, new_id(), actor.agent, now_us, expires_us)
        else:
            taken = known._replace(expires_us=expires_us)
        rows.keep_lock(owner_id, taken)
        see(writer, actor)
    return taken, known is not None


def unlock(brain: Brain, actor: Actor, path: str) -> Lock:
    """Give a lock back and tell what it was.

    Raises:
        NotFound: there is none (code ``no_lock_found``).
        CoordinationRefused: another agent holds it (code ``not_lock_holder``).
    """
    with brain.writing() as writer:
        rows = writer.coordination
        rows.drop_expired_locks(actor.owner_id, actor.now_us)
        known = rows.find_lock(actor.owner_id, path)
        if known is None:
            message = f"nobody holds a lock on {path}"
            raise missing(NO_LOCK_FOUND, message, "`cortex locks` lists the locks there are")
        if known.agent != actor.agent:
            message = f"the lock on {path} is held by '{known.agent}', not by '{actor.agent}'"
            raise CoordinationRefused(NOT_LOCK_HOLDER, message, holder=known.agent)
        rows.drop_lock(actor.owner_id, path)
        see(writer, actor)
    return known


def locks(brain: Brain, actor: Actor) -> list[Lock]:
    """Give the locks that hold now, by path."""
    with brain.reading() as reader:
        return reader.coordination.locks(actor.owner_id, actor.now_us)


def minutes_left(held: Lock, now_us: int) -> int:
    """Give the whole minutes until a lock ends, rounded up.

    Who waited for the store read the clock before the lock was taken; it still counts from then.
    """
    return -(-max(0, held.expires_us - max(now_us, held.locked_us)) // (60 * SECOND_US))


def under(found: list[Lock], root: str | None) -> list[Lock]:
    """Give the locks on things below a folder; those that are no paths are everybody's."""
    if root is None:
        return found
    below = join(root, "")
    return [one for one in found if not one.path.startswith("/") or one.path.startswith(below)]


def _held(known: Lock, now_us: int) -> CoordinationRefused:
    left = minutes_left(known, now_us)
    minutes = "minute" if left == 1 else "minutes"
    message = f"{known.path} is locked by '{known.agent}' for {left} more {minutes}"
    return CoordinationRefused(
        FILE_ALREADY_LOCKED,
        message,
        holder=known.agent,
        expires_at=format_instant(known.expires_us),
        minutes_left=left,
    )
