"""Evidence as plain JSON data and back, and the digests that seal a claim and a whole ledger."""

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from ..evidence import REACHED, Evidence
from ..verdict import Verdict

_TEXTS = ("scope", "method", "reason")

# All that a claim says, and nothing of what was found out about it.
_SAYS = (
    "id", "form", "role", "paper", "title", "statement", "reading", "source", "label", "reconstructed", "kind",
    "rests_on", "repairs", "no_repair", "formal", "argument",
)  # fmt: skip
_FOUND = (
    "place", "expected", "twin", "as_printed", "verdict", "scope", "reason", "checked_by", "repaired_by", "evidence",
    "statement_digest", "digest",
)  # fmt: skip
# The keys of a claim, and of what is in it: those and no other ones.
CLAIM, PROVED_CLAIM = {*_SAYS, *_FOUND}, {*_SAYS, *_FOUND, "proof"}
TWIN = {"says", "changes", "verdict", "rejected", "fault"}
EVIDENCE = {*_TEXTS, "verdict", "crashed", "seconds"}


class RecordError(ValueError):
    """Data that is not what a ledger holds; the message names the field, the value and what is allowed."""


def record(evidence: Evidence) -> dict[str, Any]:
    """`evidence` as a JSON object."""
    return {**vars(evidence), "verdict": evidence.verdict.value}


def restored(data: Any) -> Evidence:
    """The evidence that `record` wrote; raises RecordError when `data` is anything else."""
    fields = text_fields(data, _TEXTS, "evidence")
    only(data, EVIDENCE, "evidence")
    found = verdict(data, "evidence")
    if found not in REACHED:
        raise RecordError(f"evidence: a computation is no reason for {found.value}")
    if not isinstance(data["crashed"], bool):
        raise RecordError(f"evidence: 'crashed' is {data['crashed']!r}; allowed are true and false")
    seconds = data["seconds"]
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < 1e9:
        raise RecordError(f"evidence: 'seconds' is {seconds!r}; a number is needed")
    return Evidence(found, crashed=data["crashed"], seconds=float(seconds), **fields)


def verdict(data: Mapping[str, Any], what: str, name: str = "verdict") -> Verdict:
    """The verdict under `name`; raises RecordError when it is none of the allowed words."""
    try:
        return Verdict(data.get(name))
    except ValueError:
        allowed = ", ".join(item.value for item in Verdict)
        raise RecordError(f"{what}: {name!r} is {data.get(name)!r}; allowed are {allowed}") from None


def text_fields(data: Any, names: tuple[str, ...], what: str) -> dict[str, str]:
    """The string fields `names` of the object `data`; raises RecordError when one is missing or no string."""
    if not isinstance(data, dict):
        raise RecordError(f"{what}: {str(data)[:40]!r} is not an object")
    for name in names:
        if not isinstance(data.get(name), str):
            raise RecordError(f"{what}: {name!r} is {data.get(name)!r}; a string is needed")
    return {name: data[name] for name in names}


def only(data: Mapping[str, Any], keys: Collection[str], what: str) -> None:
    """Raise RecordError unless the keys of `data` are these: what is not known is not judged, and may not be kept."""
    for key in sorted(set(data) ^ set(keys), key=str):
        raise RecordError(f"{what}: {'no key' if key in data else 'lacks the key'} {str(key)[:40]!r}")


def plain(data: Any) -> Any:
    """`data` as JSON would give it back; raises RecordError when it holds anything JSON cannot.

    >>> plain({"values": (1, "1/2")})
    {'values': [1, '1/2']}
    """
    try:
        return json.loads(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"not plain JSON data: {error}") from error


def digest(claim: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a ledger's claim, leaving out the digest itself and all timings."""
    sealed = {name: value for name, value in claim.items() if name != "digest"}
    if sealed["evidence"] is not None:
        sealed["evidence"] = {**sealed["evidence"], "seconds": 0}
    return _hash(sealed)


def statement_digest(claim: Mapping[str, Any]) -> str:
    """16 hexadecimal digits that change with everything the claim says, its false twin included."""
    twin = {name: claim["twin"].get(name) for name in ("says", "changes")}
    computed = ("rests_on",) if claim.get("form") == "proof" else ()  # what a proof rests on is found, not said
    return short_digest({"twin": twin, **{name: claim.get(name) for name in _SAYS if name not in computed}})


def short_digest(data: Any) -> str:
    """16 hexadecimal digits that change with plain JSON data."""
    return _hash(data)[:16]


def seal(ledger: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a whole ledger file, timings included, leaving out the seal itself."""
    return _hash({name: value for name, value in ledger.items() if name != "seal"})


def _hash(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
