"""What may not be the name of a new paper's package, each in one line; what it holds is tested from an installation."""

from pathlib import Path

import pytest


@pytest.fixture
def empty(project):
    """A registry of one claim, TST-1 of the paper `testing`, in an empty folder."""
    project('declare("TST-1")(square)\n')


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize(("name", "says"), [
    ("My-Paper", "allowed is a name such as mypaper"), ("3d", "allowed is a name"), ("", "allowed is a name"),
    ("../elsewhere", "allowed is a name"), ("ärger", "allowed is a name"), ("class", "allowed is a name"),
    ("a" * 41, "at most 40"), ("json", "a module of that name is installed"),
    ("attnverify", "a module of that name is installed"), ("tests", "a module of that name is installed"),
    ("testing", "a paper, or ids, of that name"), ("ts_t", "a paper, or ids, of that name"),
    ("mine", "something of that name already"),
])  # fmt: skip
def test_a_name_that_cannot_be(attnverify, name, says, one_line):
    Path("mine").mkdir()
    one_line(attnverify("new", name), says)
    assert list(Path("mine").iterdir()) == []


@pytest.mark.usefixtures("empty")
def test_a_folder_that_cannot_be_written(attnverify, monkeypatch, one_line):
    def refused(path, *arguments, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refused)
    one_line(attnverify("new", "mypaper"), "Error: mypaper: cannot be written: Permission denied\n")


@pytest.mark.usefixtures("empty")
def test_it_says_what_to_do_next(attnverify):
    result = attnverify("new", "mypaper")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-3:] == [
        "  cd mypaper",
        "  python -m pip install -e .",
        "  attnverify run --paper mypaper",
    ]
