"""May a need be asked for like this?

Source: CQR 6.3; docs/formats/needs.md.
"""

from collections.abc import Sequence

from cortex.core.observe.cues import cues_of
from cortex.core.text.cleaning import clean
from cortex.model.limits import (
    NEED_BYTES_MAX,
    NEED_CUE_BYTES_MAX,
    NEED_CUES_MAX,
    NEED_ID_BYTES_MAX,
    NEED_RESULTS_MAX,
    NEED_TTL_SECONDS_MAX,
)
from cortex.model.needs import PULL_PREFIX, NeedSpec
from cortex.model.refusals import CaptureRefused

BOUNDS = "invalid_need_bounds"
CUES = "invalid_need_cues"


def checked_spec(spec: NeedSpec) -> NeedSpec:
    """Give a need whose name, words and bounds are in order.

    Raises:
        CaptureRefused: one of them is not; the field says which.
    """
    checked_name(spec.need_id, "id")
    if spec.need_id.startswith(PULL_PREFIX):
        message = f"names that begin with '{PULL_PREFIX}' belong to questions nobody subscribes to"
        raise CaptureRefused(BOUNDS, message, remedy="choose another name", field="id")
    for field, value, most in (
        ("max_results", spec.results_max, NEED_RESULTS_MAX),
        ("max_bytes", spec.bytes_max, NEED_BYTES_MAX),
        ("ttl_seconds", spec.ttl_seconds, NEED_TTL_SECONDS_MAX),
    ):
        if not 1 <= value <= most:
            message = f"'{field}' is {value}; it can be 1 to {most}"
            raise CaptureRefused(BOUNDS, message, remedy="give a number in range", field=field)
    _require_cues(spec.cues, "cues", least=1)
    _require_cues(spec.exclude_cues, "exclude_cues", least=0)
    return spec


def checked_name(text: str, field: str) -> str:
    """Give the name of a need or of a context as it was given.

    Raises:
        CaptureRefused: it is blank, too long, or holds what no store keeps in clear.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if not text.strip() or size > NEED_ID_BYTES_MAX:
        message = f"'{field}' is blank, or longer than {NEED_ID_BYTES_MAX} bytes"
        raise CaptureRefused(BOUNDS, message, remedy="give a short name", field=field)
    _require_clean(text, BOUNDS, field)
    return text


def _require_cues(texts: Sequence[str], field: str, *, least: int) -> None:
    remedy = "name the words that matter most, each in its own string"
    if len(texts) > NEED_CUES_MAX:
        message = f"'{field}' has {len(texts)} entries; it can have {NEED_CUES_MAX}"
        raise CaptureRefused(CUES, message, remedy=remedy, field=field)
    for text in texts:
        if len(text.encode("utf-8", "surrogatepass")) > NEED_CUE_BYTES_MAX:
            message = f"a cue of '{field}' is longer than {NEED_CUE_BYTES_MAX} bytes"
            raise CaptureRefused(CUES, message, remedy=remedy, field=field)
        _require_clean(text, CUES, field)
    words = len(cues_of(texts))
    if not least <= words <= NEED_CUES_MAX:
        message = f"'{field}' has {words} different words, function words apart; it can have"
        message += f" {least} to {NEED_CUES_MAX}"
        raise CaptureRefused(CUES, message, remedy=remedy, field=field)


def _require_clean(text: str, reason: str, field: str) -> None:
    if clean(text).text != text.strip():
        message = f"'{field}' holds a secret or characters that cannot be kept"
        raise CaptureRefused(reason, message, remedy="leave it out", field=field)
