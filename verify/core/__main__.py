"""`python -m attnverify.verify.core FILE... [--challenge STATEMENTS] [--permit RULES]`; docs/core.md describes it.

Exit codes: 0 all is accepted and shown, 1 something is rejected or not shown, 3 something is declined, 2 the command
or a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from . import files
from .schemas import LITERATURE
from .terms import Declined, Refused


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="core", description="Check derivations.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="derivations, plain or compressed by xz")
    parser.add_argument("--challenge", type=Path, metavar="STATEMENTS", help="what has to be shown")
    parser.add_argument("--permit", type=Path, metavar="RULES", help="schemas, theorems and groups that may be used")
    options = parser.parse_args(arguments)
    try:
        with files.deep():
            return _answer(options.files, options.challenge, options.permit)
    except (Refused, OSError) as error:
        _print(error, file=sys.stderr)
        return 3 if isinstance(error, Declined) else 2


def _answer(paths: Sequence[Path], challenge: Path | None, permit: Path | None) -> int:
    found = [section for path in paths for section in files.read(path)]
    wanted = files.read(challenge) if challenge else []
    allowed = files.permitted(permit) if permit else None
    if any(s.kind != "derivation" for s in found) or any(s.kind != "statements" for s in wanted):
        raise Refused("derivations and statements stand in files of their own")
    asked = [statement for section in wanted for statement in files.statements(section)]
    results = files.Checker(found).results()
    for result in results:
        theorems = ", ".join(sorted(result.lemma.rests_on & LITERATURE.keys())) if result.lemma else ""
        name = f"{result.section.name} (rests on {theorems})" if theorems else result.section.name
        _print(result.answer, result.section.id, result.refusal or name)
    missing = 0
    for statement in asked:
        by = [r for r in results if r.lemma and files.shows(r.lemma, statement)]
        good = [r for r in by if allowed is None or (r.lemma and r.lemma.rests_on <= allowed)]
        missing += not good
        answer = "shown" if good else "not permitted" if by else "not shown"
        _print(answer, statement.kind, statement.name, statement.hash, *(r.section.id for r in good[:1]))
    answers = {result.answer for result in results}
    return 1 if "reject" in answers or missing else 3 if "decline" in answers else 0


def _print(*parts: object, file: TextIO | None = None) -> None:
    """One line, whatever a file calls its terms and itself."""
    print("".join(c if " " <= c <= "~" else "?" for c in " ".join(map(str, parts))), file=file)


if __name__ == "__main__":
    sys.exit(main())
