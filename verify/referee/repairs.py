"""What a ledger says of repairs, from both sides: a claim says which one it repairs, and that one which repairs it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def repair_faults(claims: Sequence[Mapping[str, Any]], *, whole: bool = False) -> Iterator[tuple[str, str]]:
    """Pairs of an id and what is wrong with its "repaired_by"; both fields are texts.

    whole : the ledger has all claims, so that none may name one that it lacks.
    """
    repairing: dict[str, list[str]] = {}
    for claim in claims:
        repairing.setdefault(claim["repairs"], []).append(claim["id"])
    known = {claim["id"] for claim in claims}
    for claim in claims:
        named, own = claim["repaired_by"], repairing.get(claim["id"], [])
        if named not in own and (own or named in known or (whole and named)):
            yield claim["id"], f"repaired_by is {named!r}, but what says so is {', '.join(own) or 'no claim'}"
