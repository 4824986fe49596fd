"""Who may import whom, read from the sources."""

import ast
import importlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("attnverify", "stability", "verify", "proofs_checks")
HEAVY = {"sympy", "numpy", "scipy", "flint", "z3", "hypothesis", "mpmath", "rich"}


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    own = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join(("attnverify", *own) if own[0] in ROOMS[1:] else own)


@cache
def imports(path: Path, *, at_import_time: bool = False) -> list[str]:
    """The absolute names of all modules that `path` imports; only those of its own import if `at_import_time`."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    waiting, found = list[ast.AST]([ast.parse(path.read_bytes())]), list[str]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found += [f"{base}.{alias.name}" for alias in node.names]
        lazy = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        typing_only = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        if not (at_import_time and (lazy or typing_only)):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def offences(paths: list[Path], allowed: Callable[[str], bool], **more: bool) -> list[str]:
    """What the files import without being allowed to; raises where there is no file to look at."""
    assert paths
    return [f"{module_name(path)}: {name}" for path in paths for name in imports(path, **more) if not allowed(name)]


def outside(*rooms: str) -> Callable[[str], bool]:
    return lambda name: name.removeprefix("attnverify.").partition(".")[0] not in rooms


def standing_on(*modules: str) -> Callable[[str], bool]:
    """Of the standard library, or inside one of these modules."""
    inside = tuple(f"{module}." for module in modules)
    return lambda name: name.partition(".")[0] in sys.stdlib_module_names or name.startswith(inside)


def files(*names: str) -> list[Path]:
    return [ROOT / f"verify/{name}.py" for name in names]


def test_each_room_knows_only_those_below_it():
    verify = [path for path in sources("verify") if "cli" not in path.relative_to(ROOT).parts]
    assert offences(sources("stability"), outside("verify", "proofs_checks", "tests")) == []
    assert offences(verify, outside("stability", "proofs_checks", "tests")) == []
    assert offences(sources("verify/cli"), outside("proofs_checks", "tests")) == []
    assert offences(sources("proofs_checks"), outside("tests")) == []


def test_the_command_line_needs_stability_only_inside_commands():
    assert offences(sources("verify/cli"), outside("stability"), at_import_time=True) == []


def test_the_kernel_stands_on_itself_and_the_standard_library():
    assert offences(sources("verify/kernel"), standing_on("attnverify.verify.kernel")) == []


def test_the_referee_and_what_it_borrows_stand_on_the_kernel_and_the_standard_library():
    borrowed = (
        "attnverify.verify.argument",
        "attnverify.verify.evidence",
        "attnverify.verify.roles",
        "attnverify.verify.verdict",
        "attnverify.verify.outline",
        "attnverify.verify.lemmas.files",
    )
    assert (
        offences(
            sources("verify/referee"), standing_on("attnverify.verify.referee", "attnverify.verify.kernel", *borrowed)
        )
        == []
    )
    assert offences(files("argument", "evidence", "roles", "verdict"), standing_on("attnverify.verify.verdict")) == []


def test_what_writes_steps_stands_on_the_kernel_and_the_standard_library():
    below = standing_on("attnverify.verify.kernel", "attnverify.verify.folding", "attnverify.verify.steps")
    assert offences(files("outline", "folding", "steps"), below) == []


def test_what_reads_a_lemma_stands_on_the_kernel_and_the_standard_library():
    below = standing_on("attnverify.verify.kernel", "attnverify.verify.lemmas", "attnverify.verify.search.terms_of")
    assert offences(sources("verify/lemmas"), below) == []


def test_listing_claims_starts_no_heavy_library():
    """`stability` loads its modules at first use; a name taken out of it at import is one."""
    paths = [path for path in sources("proofs_checks") if path.parent.name != "derivations"]  # no claims stand there
    paths += [*sources("verify/cli"), *sorted((ROOT / "verify").glob("*.py"))]
    light = outside(*HEAVY)
    of_stability = "attnverify.stability."
    assert offences(paths, lambda name: light(name) and not name.startswith(of_stability), at_import_time=True) == []


def test_only_the_command_line_knows_its_printing_libraries():
    users = offences(sources(*ROOMS), outside("click", "rich"))
    assert users
    assert [user for user in users if not user.startswith("attnverify.verify.cli")] == []


FACES = sorted(str(path.parent.relative_to(ROOT)) for path in ROOT.glob("stability/**/__init__.py"))


def listed(face):
    """The names that a face takes out of modules, and its folders."""
    stub = ROOT / face / "__init__.pyi"
    tree = ast.parse((stub if stub.exists() else stub.with_suffix(".py")).read_text())
    block = tree if stub.exists() else next(node for node in tree.body if isinstance(node, ast.If))
    return {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_no_public_name_is_that_of_a_module():
    """Importing the module would put it in the place of the function: st.x would be the module x."""
    for package in FACES:
        names = {name for name, module in listed(package).items() if module}
        modules = {path.stem for path in (ROOT / package).glob("*.py")} | {
            path.parent.name for path in (ROOT / package).glob("*/__init__.py")
        }
        assert names, package
        assert modules, package
        assert not names & modules, package


def test_the_top_of_the_mathematics_is_short_and_every_folder_has_a_face():
    folders = {path.parent for path in (ROOT / "stability").glob("*/*.py")}
    assert {str(folder.relative_to(ROOT)) for folder in folders} | {"stability"} == set(FACES)
    assert sum(module is not None for module in listed("stability").values()) == 28


def test_every_listed_name_can_be_loaded():
    for face in FACES:
        module = importlib.import_module(f"attnverify.{face.replace('/', '.')}")
        assert module.__all__
        assert [name for name in module.__all__ if not hasattr(module, name)] == [], face


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
    assert set(offences([path], outside("g", "i"))) == {"room.part.file: g.h", "room.part.file: i"}
    assert offences([path], standing_on("room", "a", "g"), at_import_time=True) == []
    assert offences([path], standing_on("room.part", "a"), at_import_time=True) == ["room.part.file: room.d.e"]


POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
NOT_EVERYWHERE = {"fork", "getuid", "geteuid", "killpg", "mkfifo", "setsid", "symlink", "symlink_to", "setitimer"}
NOT_EVERYWHERE |= {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "pthread_sigmask"}


def decodes_as_the_locale_says(call: ast.Call) -> bool:
    """Whether the call reads or writes text without saying in which encoding."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    given = {item.arg for item in call.keywords}
    if name == "open" and isinstance(call.func, ast.Name):
        return "encoding" not in given and not any("b" in str(getattr(arg, "value", "")) for arg in call.args[1:2])
    if name in ("run", "Popen") and given & {"text", "universal_newlines"}:
        return "encoding" not in given
    path = isinstance(call.func, ast.Attribute)
    return path and "encoding" not in given and (name, len(call.args)) in (("read_text", 0), ("write_text", 1))


def test_what_is_installed_runs_on_every_platform():
    for path in sources(*ROOMS):
        assert not POSIX & {name.partition(".")[0] for name in imports(path)}, path
        asks = b"hasattr(signal," in path.read_bytes()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call):
                assert not decodes_as_the_locale_says(node), f"{path}:{node.lineno}: no encoding is given"
            if isinstance(node, ast.Attribute) and not asks:
                assert node.attr not in NOT_EVERYWHERE, f"{path}:{node.lineno}: {node.attr}"
    folded = [path.as_posix().casefold() for path in ROOT.glob("*/**/*.proof")]
    assert len(folded) == len(set(folded))


def test_such_a_call_would_be_seen():
    for text in ("open(p)", "p.read_text()", "p.write_text(t)", "subprocess.run(c, text=True)", "open(p, 'w')"):
        assert decodes_as_the_locale_says(ast.parse(text).body[0].value)
    for text in (
        "open(p, 'rb')",
        "p.read_text('ascii')",
        "p.write_text(t, encoding='utf-8')",
        "run(c)",
        "write_text(p, t)",
    ):
        assert not decodes_as_the_locale_says(ast.parse(text).body[0].value)
