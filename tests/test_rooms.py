"""Who may import whom, read from the sources."""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("attnverify", "stability", "verify", "proofs_checks")
HEAVY = {"sympy", "numpy", "scipy", "flint", "z3", "hypothesis", "mpmath", "rich"}


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, *, at_import_time: bool = False) -> Iterator[str]:
    """The absolute names of all modules that `path` imports; only those of its own import if `at_import_time`."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    waiting: list[ast.AST] = [ast.parse(path.read_bytes())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        lazy = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        typing_only = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        if not (at_import_time and (lazy or typing_only)):
            waiting.extend(ast.iter_child_nodes(node))


def rooms_imported(path: Path, **more: bool) -> set[str]:
    return {name.partition(".")[0] for name in imports(path, **more)}


def named(paths: list[Path]):
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


@named(sources("stability"))
def test_stability_knows_only_mathematics(path):
    assert not rooms_imported(path) & {"verify", "proofs_checks", "tests"}


@named(sources("verify"))
def test_verify_knows_only_evidence(path):
    assert not rooms_imported(path) & {"proofs_checks", "tests"}
    if "cli" not in path.relative_to(ROOT).parts:
        assert "stability" not in rooms_imported(path)


@named(sources("verify/cli"))
def test_the_command_line_needs_stability_only_inside_commands(path):
    assert "stability" not in rooms_imported(path, at_import_time=True)


@named(sources("verify/kernel"))
def test_the_kernel_stands_on_itself_and_the_standard_library(path):
    for name in imports(path):
        assert name.partition(".")[0] in sys.stdlib_module_names or name.startswith("verify.kernel"), name


@named(sources("verify/referee"))
def test_the_referee_stands_on_the_standard_library(path):
    borrowed = ("verify.evidence.", "verify.roles.", "verify.verdict.", "verify.outline.")
    allowed = ("verify.referee.", "verify.kernel.", *borrowed)
    for name in imports(path):
        assert name.partition(".")[0] in sys.stdlib_module_names or name.startswith(allowed), name


@named([ROOT / "verify/evidence.py", ROOT / "verify/roles.py", ROOT / "verify/verdict.py"])
def test_what_the_referee_borrows_stands_there_too(path):
    for name in imports(path):
        assert name.partition(".")[0] in sys.stdlib_module_names or name.startswith("verify.verdict."), name


@named([ROOT / f"verify/{name}.py" for name in ("outline", "folding", "steps")])
def test_what_writes_steps_stands_on_the_kernel_and_the_standard_library(path):
    allowed = ("verify.kernel.", "verify.folding.", "verify.steps.")
    for name in imports(path):
        assert name.partition(".")[0] in sys.stdlib_module_names or name.startswith(allowed), name


@named([*sources("proofs_checks"), *sources("verify/cli"), *sorted((ROOT / "verify").glob("*.py"))])
def test_listing_claims_starts_no_heavy_library(path):
    assert not rooms_imported(path, at_import_time=True) & HEAVY
    # Both packages load their modules at first use; a name taken out of them at import is a first use.
    assert not [
        name for name in imports(path, at_import_time=True) if name.startswith(("verify.deciders.", "stability."))
    ]


@named(sources("proofs_checks"))
def test_papers_import_no_tests(path):
    assert "tests" not in rooms_imported(path)


def test_only_the_command_line_knows_its_printing_libraries():
    users = {module_name(path) for path in sources(*ROOMS) if rooms_imported(path) & {"click", "rich"}}
    assert users
    assert all(user.startswith("verify.cli") for user in users)


FACES = sorted(str(path.parent.relative_to(ROOT)) for path in ROOT.glob("stability/**/__init__.pyi"))


@pytest.mark.parametrize("package", [*FACES, "verify/deciders"])
def test_no_public_name_is_that_of_a_module(package):
    """Importing the module would put it in the place of the function: st.x would be the module x."""
    tree = ast.parse((ROOT / package / "__init__.pyi").read_text())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    names = {alias.name for node in imports for alias in node.names}
    modules = {path.stem for path in (ROOT / package).glob("*.py")} | {
        path.parent.name for path in (ROOT / package).glob("*/__init__.py")
    }
    assert names
    assert modules
    assert not names & modules


def test_the_top_of_the_mathematics_is_short_and_every_folder_has_a_face():
    folders = {path.parent.name for path in (ROOT / "stability").glob("*/__init__.py")}
    assert {f"stability/{folder}" for folder in folders} | {"stability"} == set(FACES)
    tree = ast.parse((ROOT / "stability/__init__.pyi").read_text())
    assert sum(isinstance(node, ast.ImportFrom) and node.module is not None for node in tree.body) <= 45


@pytest.mark.parametrize("face", FACES)
def test_every_listed_name_can_be_loaded(face):
    module = importlib.import_module(face.replace("/", "."))
    assert module.__all__
    assert all(hasattr(module, name) for name in module.__all__)


def test_the_reader_of_imports_reads_them(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "room" / "part" / "file.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "import a.b\nfrom . import c\nfrom ..d import e\n"
        "def f():\n    from g import h\nif TYPE_CHECKING:\n    import i\n"
    )
    assert set(imports(path)) == {"a.b", "room.part.c", "room.d.e", "g.h", "i"}
    assert set(imports(path, at_import_time=True)) == {"a.b", "room.part.c", "room.d.e"}
