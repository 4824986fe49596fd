"""What the README, the contributor guide and the notebooks say to type, to read and to write works as they say."""

import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import click
import jupytext
import pytest
from click.testing import CliRunner

from attnverify.verify.cli import main
from attnverify.verify.proof_decision import decide_proof
from attnverify.verify.registry import load, theories
from attnverify.verify.verdict import Verdict

ROOT = Path(__file__).parent.parent
README, GUIDE = (ROOT / "README.md").read_text(), (ROOT / "CONTRIBUTING.md").read_text()
GUIDES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "notebooks").glob("*.py"))]
PROGRAMS = ("attnverify", "pytest", "make", "python")
FOLDERS = ("verify", "stability", "proofs_checks", "tests", "benchmarks", "examples", "notebooks", "docs")
COMMAND = re.compile(rf"(?:{'|'.join(PROGRAMS)}) .+")

# What the guide makes in a folder of its own, and a group of claims that `attnverify model` decides.
ELSEWHERE = {"tests/test_mypaper.py", "CON-G5.2"}
each_text = pytest.mark.parametrize("name", [
    "README.md", "CONTRIBUTING.md", "notebooks/README.md", *(f"{path.parent.name}/{path.name}" for path in GUIDES)
])  # fmt: skip


@cache
def text_of(name: str) -> str:
    """The Markdown of a file; of a notebook, that of its Markdown cells."""
    path = ROOT / name
    if path.suffix == ".md":
        return path.read_text()
    return "\n\n".join(
        cell.source for cell in jupytext.read(path, fmt="py:percent").cells if cell.cell_type == "markdown"
    )


def printed(text: str) -> list[str]:
    """The command lines of the blocks that are to be typed, without their comments."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    typed = [
        line.partition("#")[0].strip() for language, block in blocks if not language for line in block.splitlines()
    ]
    return [line for line in typed if COMMAND.fullmatch(line)]


def spans(text: str) -> list[str]:
    """What stands between single backticks, also across the end of a line."""
    return [
        " ".join(span.split())
        for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    ]


def commands(text: str, program: str) -> list[list[str]]:
    """The arguments of every mention of `program` as a command line."""
    mentioned = [*printed(text), *(span for span in spans(text) if COMMAND.fullmatch(span))]
    return [words[1:] for words in map(shlex.split, mentioned) if words[0] == program]


def require_options(arguments: list[str]) -> None:
    """Raise UsageError where the command line has no such command or option."""
    if arguments[0] in ("--help", "--version"):
        return
    command = main.get_command(click.Context(main), arguments[0])
    if command is None:
        raise click.UsageError(f"no command {arguments[0]}")
    command.make_parser(click.Context(command)).parse_args(arguments[1:])


@each_text
def test_the_commands_and_options_exist(name):
    for arguments in commands(text_of(name), "attnverify"):
        require_options(arguments)


@each_text
def test_the_options_and_marks_of_pytest_exist(name, pytestconfig):
    marks = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    for arguments in commands(text_of(name), "pytest"):
        options = [word for word in arguments if word.startswith("--")]
        assert all(hasattr(pytestconfig.option, word[2:].replace("-", "_")) for word in options), arguments
        assert {mark for flag, mark in pairwise(arguments) if flag == "-m"} <= marks


def test_the_commands_of_continuous_integration_exist():
    script = (ROOT / ".ci/run").read_text()
    called = re.findall(r"^\.venv/bin/attnverify (.*)$", script, re.MULTILINE)
    assert len(called) == 3
    for line in called:
        require_options(shlex.split(line))
    assert set(re.findall(r"^make (\S+)$", script, re.MULTILINE)) == {"test", "notebooks", "docs"} <= make_targets()


@pytest.mark.parametrize("line", ["nothing", "run --nothing", "analyse --value"])
def test_an_option_that_does_not_exist_is_seen(line):
    with pytest.raises(click.UsageError):
        require_options(shlex.split(line))


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_the_make_targets_exist_and_the_makefile_lists_them():
    text = (ROOT / "Makefile").read_text()
    assert set(re.findall(r"^# make (\S+) ", text, re.MULTILINE)) == make_targets()
    assert set(" ".join(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)).split()) == make_targets()
    for script in re.findall(r"\$\(BIN\)/python ([^-]\S*)", text):
        assert (ROOT / script).is_file()
    mentioned = [
        arguments for name in ("README.md", "CONTRIBUTING.md") for arguments in commands(text_of(name), "make")
    ]
    assert {arguments[0] for arguments in mentioned} <= make_targets()
    assert ["verify"] in mentioned


@each_text
def test_links_files_and_claims_exist(name):
    text, folder = text_of(name), (ROOT / name).parent
    prose = re.sub(r"`[^`]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
        assert (folder / link).exists(), link
    for span in spans(text):
        # What a run leaves behind is in a folder that begins with a full stop.
        if span not in ELSEWHERE and re.fullmatch(rf"(?:{'|'.join(FOLDERS)})(?:/(?!\.)[\w.]*)+", span):
            assert (ROOT / span).exists(), span
    assert set(re.findall(r"\b(?:POW|CON)-[A-Za-z0-9.]*[A-Za-z0-9]", text)) <= {*load(), *ELSEWHERE}


@each_text
def test_names_of_python_exist(name):
    for span in spans(text_of(name)):
        if re.fullmatch(r"(?:stability|verify)(?:\.\w+)+", span):
            *packages, last = span.split(".")
            found = import_module(".".join(["attnverify", *packages[:2]]))
            for part in packages[2:]:
                found = getattr(found, part)
            assert hasattr(found, last) or import_module(f"attnverify.{span}"), span


@pytest.fixture
def typed(tmp_path, monkeypatch, without_papers):
    """Type a command line in a folder that holds the examples."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")

    def run(line: str) -> str:
        program, *arguments = shlex.split(line)
        if program == "attnverify":
            result = CliRunner().invoke(main, arguments, catch_exceptions=False)
            assert result.exit_code == 0, (line, result.output)
            return result.output
        call = arguments if program == "python" else ["-m", "pytest", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run([sys.executable, *call], capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done.stdout

    return run


# Tried in tests/verify/cli/test_sweep.py, or not at all.
OTHERWISE = ("make ", "attnverify sweep ")
GUIDES_TOO = "".join(text_of(f"docs/{name}.md") for name in ("systems", "paper"))
EXAMPLES = sorted(
    {
        line
        for text in (README, GUIDES_TOO)
        for line in (*printed(text), *spans(text))
        if "examples/" in line and COMMAND.fullmatch(line)
    }
)
SAYS = {
    "analyse": "stable", "simulate": "misalignment E", "examples/hemisphere.toml": "PROVED",
    "examples/lemma.toml": "PROVED", "check": "MY-L1  TESTED", "pytest": "2 passed",
}  # fmt: skip


def test_every_file_of_the_examples_is_used():
    assert {name for line in EXAMPLES for name in re.findall(r"examples/(\S+)", line)} == {
        path.name for path in (ROOT / "examples").iterdir() if path.is_file()
    }


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_work_as_printed(typed, line):
    kind = next(word for word in line.split() if word in SAYS)
    assert SAYS[kind] in typed(line)


def test_the_other_commands_work_as_printed(project, typed):
    """In their order, on a registry of claims that carry the printed ids and another one."""
    project(
        'declare("TST-1")(square)\ndeclare("POW-L4.stable")(square)\ndeclare("POW-L3.class2")(square)\n'
        'declare("CON-T4.2.a")(square)\n'
        'declare("POW-R10.neg", rests_on=["TST-1"])(square)\n'
    )
    sequence = [line for line in printed(README) if line not in EXAMPLES and not line.startswith(OTHERWISE)]
    assert len(sequence) == 7
    answers = {line: typed(line) for line in sequence}
    assert "TST-1" in answers["attnverify list"]
    assert "TESTED" in answers["attnverify run POW-R10.neg --fresh"]
    assert (Path("report") / "index.html").is_file()
    assert answers["attnverify recheck ledger.json"] == answers["python -m attnverify.verify.referee ledger.json"]


def test_the_rooms_are_listed():
    assert sorted(re.findall(r"^([a-z_]+)/ ", README, re.MULTILINE)) == sorted(FOLDERS)


def test_the_smallest_claim_in_proof_form_works_as_printed(own_registry, tmp_path):
    section = GUIDE.split("\n## I want to add a claim in proof form\n")[1].split("\n## ")[0]
    (text,) = re.findall(r"```proof\n(.*?)```", section, re.DOTALL)
    (tmp_path / "mine.proof").write_text(text)
    theories(tmp_path, "mine")
    outcome = decide_proof(load()["MY-T1"])
    assert (outcome.verdict, outcome.twin, outcome.undecided) == (Verdict.PROVED, "refuted", ())
