"""A user's file of claims, decided in a process of its own, which leaves nothing but a ledger for this one to judge.

What the file does to the package there, by mistake or not, does not reach the process that rechecks and reports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from ..claim import DeclarationError
from ..referee.files import LedgerError, read
from ..user_file import load_file
from .claims import BadInput, all_claims
from .deciding import decisions
from .stopping import INTERRUPTED

_LONGEST = 2_000
_PROGRAM = "from attnverify.verify.cli.user_process import main; main()"


def ledger_of(file: Path, *, seed: int, jobs: int | None, fresh: bool) -> dict[str, Any]:
    """The ledger of the claims in a user's file and of those they rest on, as another process wrote it.

    What that process prints goes to stderr. Raises BadInput with the line that refuses the file, or when the process
    ended without a ledger, and click's Exit when it was interrupted.
    """
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.json")
        options = json.dumps({"file": str(file), "seed": seed, "jobs": jobs, "fresh": fresh})
        command = [sys.executable, "-P", "-c", _PROGRAM, str(answer), options]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(command, env=environment, stdout=2, check=False)
        if done.returncode == INTERRUPTED:
            raise click.exceptions.Exit(INTERRUPTED)
        refusal = _refusal(answer)
        if refusal:
            raise BadInput(refusal)
        if done.returncode != 0 or not answer.is_file():
            raise BadInput(f"{file}: the process that decides it ended without a ledger, exit code {done.returncode}")
        try:
            return read(answer)
        except LedgerError as error:
            raise BadInput(f"{file}: left no ledger; {str(error).replace(f'{answer}: ', 'it ')}") from error


def _refusal(answer: Path) -> str:
    try:
        data = json.loads(answer.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    return str(data["refused"])[:_LONGEST] if isinstance(data, dict) and "refused" in data else ""


def _decided(file: str, seed: int, jobs: int | None, fresh: bool) -> dict[str, Any]:
    from ..ledger import build
    from ..registry import with_premises

    installed = all_claims(links=False)
    try:
        own = load_file(Path(file))
    except DeclarationError as error:
        raise BadInput(str(error)) from error
    mine = {claim.id: claim for claim in own}
    claims = with_premises(mine, {**installed, **mine})
    premises = [claim for claim in claims if claim.id in installed]
    # The cache cannot tell whether a neighbour that the user's file imports has changed.
    new = [claim for claim in claims if claim.id not in installed]
    decided = decisions(premises, seed=seed, jobs=jobs, fresh=fresh)
    decided.update(decisions(new, seed=seed, jobs=jobs, fresh=True))
    return build(claims, decided, seed)


def main() -> None:
    """Decide the claims of a file; the arguments are where to write their ledger, or a refusal, and the options."""
    from ..ledger import file_text

    answer, options = sys.argv[1:]
    try:
        text = file_text(_decided(**json.loads(options)))
    except BadInput as error:
        text = json.dumps({"refused": error.message})
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    Path(answer).write_text(text, encoding="utf-8")
