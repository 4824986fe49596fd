"""`attnverify new`: the package of a paper's claims, ready to be installed, run and tested."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from .claims import BadInput, all_claims

# The files of the package, and those beside this module that they are made from.
_FILES = {
    "README.md": "README.md.txt",
    "pyproject.toml": "pyproject.toml.txt",
    ".gitignore": "gitignore.txt",
    ".github/workflows/claims.yml": "claims.yml.txt",
    "mypaper/__init__.py": "__init__.py.txt",
    "mypaper/contexts.proof": "contexts.proof.txt",
    "mypaper/claims.proof": "claims.proof.txt",
    "tests/test_mypaper.py": "test_mypaper.py.txt",
}
_NAME = re.compile(r"[a-z][a-z0-9_]{,39}")


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Write a package NAME into a new folder of that name: one claim of each kind, tests, and a CI file.

    It can be installed, run and tested as it is: attnverify run --paper NAME.
    """
    prefix = name.replace("_", "").upper()
    _require(name, prefix)
    folder = Path(name)
    try:
        folder.mkdir()
        for target, source in _FILES.items():
            text = files("attnverify.verify.cli").joinpath("starter", source).read_text(encoding="utf-8")
            path = folder / target.replace("mypaper", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            made = text.replace("mypaper", name).replace("MYPAPER", prefix)
            path.write_text(made.replace("ATTNVERIFY_VERSION", version("attnverify")), encoding="utf-8")
    except FileExistsError as error:
        raise BadInput(f"NAME is {name!r}; here is something of that name already; a new folder is needed") from error
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    click.echo(
        f"{folder}: a package with four claims, one of each kind; {folder / 'README.md'} says what to do with it:\n"
    )
    for line in (f"cd {name}", "python -m pip install -e .", f"attnverify run --paper {name}"):
        click.echo(f"  {line}")


def _require(name: str, prefix: str) -> None:
    """Raise BadInput for what cannot be the name of a package, or would be in the way of one that is installed."""

    def fault(why: str) -> BadInput:
        return BadInput(f"NAME is {name[:60]!r}; {why}")

    if not _NAME.fullmatch(name) or iskeyword(name):
        raise fault("allowed is a name such as mypaper: small letters, digits and _, a letter first, at most 40")
    if Path(name).exists():
        raise fault("here is something of that name already; a new folder is needed")
    if name == "tests" or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise fault("a module of that name is installed; choose another")
    claims = all_claims(links=False)
    papers = {claim.source.paper.name for claim in claims.values()}
    if name in papers or any(id.startswith(f"{prefix}-") for id in claims):
        raise fault("a paper, or ids, of that name are installed; choose another")
