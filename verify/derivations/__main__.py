"""`python -m attnverify.verify.derivations [IDS]`: which claims the core accepts, by default of all that are PROVED.

Every claim is elaborated after those that it cites, its derivation is read again by the core, and compared with the
core's own formula of the statement. Exit codes: 0 all are accepted, 1 one was not found, 2 no such claim, 3 some are
declined.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from attnverify.verify.derivations.coverage import ACCEPTED, FAILED, Library, table
from attnverify.verify.proof_decision import decide_proof
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict


@cache
def judged(id: str) -> tuple[Mapping[str, Any], Verdict]:
    """Statement and completed proof of a claim, and the kernel's verdict. Raises KeyError for an unknown id."""
    claim = load()[id]
    if claim.formal is None:
        return {}, Verdict.OPEN
    found = decide_proof(claim)
    return found.data, found.verdict


def main(arguments: Sequence[str] | None = None) -> int:
    ids = list(sys.argv[1:] if arguments is None else arguments)
    claims = load()
    unknown = [id for id in ids if id not in claims]
    if unknown:
        print(f"no claim {unknown[0]}", file=sys.stderr)
        return 2
    library = Library(lambda id: judged(id)[0])
    for id in ids or [id for id in claims if judged(id)[1] is Verdict.PROVED]:
        outcome = library.outcome(id)
        if ids:
            print(
                f"{id}: {outcome.answer} {outcome.why or f'{outcome.steps} steps, {outcome.packed} bytes compressed'}"
            )
    print(table(library.outcomes))
    answers = {outcome.answer for outcome in library.outcomes.values()}
    return 1 if FAILED in answers else 0 if answers == {ACCEPTED} else 3


if __name__ == "__main__":
    sys.exit(main())
