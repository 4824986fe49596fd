"""What a decision depends on beside the sources of its claim: declaration, engine, and the libraries' versions."""

import hashlib
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .claim import Claim
from .referee.records import plain
from .registry import package_of

# The folders of `verify` that decide nothing: they show what was decided, or what the core says of it.
_SHOWING = ("cli", "report", "core", "derivations", "rocq")
LIBRARIES = ("sympy", "numpy", "scipy", "python-flint", "z3-solver", "hypothesis", "mpmath")


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that decide, read without importing any of them."""
    found = {"python": ".".join(str(part) for part in sys.version_info[:3])}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def commit(module: str) -> str:
    """The commit of the working copy that a module of claims lies in, "-dirty" with uncommitted changes; or nothing."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return ""
    command = ["git", "-C", str(Path(file).parent), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        found = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


def declaration(claim: Claim) -> dict[str, Any]:
    """Everything a claim declares, its check apart, as JSON data."""
    return {
        "id": claim.id,
        "form": claim.form,
        "role": claim.role,
        "paper": claim.source.paper.name,
        "title": claim.title,
        "statement": claim.statement,
        "reading": claim.reading,
        "source": str(claim.source),
        "label": claim.source.label,
        "reconstructed": claim.source.reconstructed,
        "kind": claim.kind,
        "argument": str(claim.argument or ""),
        "twin": {
            "says": claim.twin.says,
            "changes": {name: _shown(value) for name, value in claim.twin.changes.items()},
        },
        "expected": claim.expected.value,
        "rests_on": list(claim.rests_on),
        "formal": None if claim.formal is None else plain(claim.formal.statement),
        "place": place(claim),
        "repairs": claim.repairs,
        "no_repair": claim.no_repair,
    }


def place(claim: Claim) -> str:
    """The file of the claim as its module names it, with the line."""
    file = claim.file or f"{claim.module.removeprefix('attnverify.').replace('.', '/')}.py"
    return f"{file}, line {claim.line}" if claim.line else file


def _shown(value: Any) -> str:
    """A changed argument of the false twin as text; of a function its name, which unlike its repr has no address."""
    return str(value.__name__) if hasattr(value, "__name__") else repr(value)


def engine_digest() -> str:
    """A digest of all sources of `verify` and `stability`; what only shows decisions is left out."""
    digest = hashlib.sha256()
    for package in ("stability", "verify"):
        spec = find_spec(f"attnverify.{package}")
        for root in (spec.submodule_search_locations or ()) if spec else ():
            showing = {Path(root, name) for name in _SHOWING}
            for path in sorted(Path(root).rglob("*.*")):
                if path.suffix in (".py", ".pyi", ".txt") and showing.isdisjoint(path.parents):
                    _add(digest, f"{package}/{path.relative_to(root).as_posix()}", path)
    return digest.hexdigest()


def package_digest(module: str) -> str:
    """A digest of all Python files of the package that a module lies in; of its own file where it lies in none."""
    digest, file = hashlib.sha256(), getattr(sys.modules.get(package_of(module)), "__file__", None)
    if file is not None:
        path = Path(file)
        root = path.parent if path.name == "__init__.py" else path
        for source in sorted(root.rglob("*.py")) if root.is_dir() else [path]:
            _add(digest, str(source.relative_to(root)), source)
    return digest.hexdigest()


def core_digest() -> str:
    """A digest of the core, its tables, and what turns a statement into a formula for it."""
    digest, root = hashlib.sha256(), Path(__file__).parent
    for path in sorted(path for name in ("core", "kernel", "derivations") for path in (root / name).iterdir()):
        if path.suffix in (".py", ".txt"):
            _add(digest, path.relative_to(root).as_posix(), path)
    return digest.hexdigest()


def _add(digest: Any, name: str, path: Path) -> None:
    content = path.read_bytes()
    digest.update(f"{name}\0{len(content)}\0".encode())
    digest.update(content)
