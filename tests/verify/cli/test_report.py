import json
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from attnverify.verify.report import pictures

ALONE = ("run", "--jobs", "0")
pytestmark = pytest.mark.usefixtures("squares", "no_pictures")


@pytest.fixture
def no_pictures(monkeypatch):
    monkeypatch.setattr(pictures, "_PICTURES", [])


def test_run_and_report_write_the_same_site(attnverify):
    ran = attnverify(*ALONE, "--html", "site", "--json", "ledger.json")
    assert ran.exit_code == 0
    assert "site/index.html: the report of 3 claims" in ran.output
    again = attnverify("report", "ledger.json", "again")
    assert again.exit_code == 0
    assert again.output == "again/index.html: the report of 3 claims\n"
    files = {str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.*")}
    assert files == {str(path.relative_to("again")): path.read_text() for path in Path("again").rglob("*.*")}
    assert "claims/TST-3.html" in files


def test_a_part_of_the_claims_has_a_report_too(attnverify):
    assert attnverify(*ALONE, "TST-1", "--html", "site").exit_code == 0
    assert [path.name for path in Path("site/claims").iterdir()] == ["TST-1.html"]


def test_summary_and_badge(attnverify):
    assert attnverify(*ALONE, "--summary", "summary.md", "--badge", "badge.svg").exit_code == 0
    assert "3 claims" in Path("summary.md").read_text()
    assert ElementTree.parse("badge.svg").getroot().tag.endswith("svg")
    assert attnverify(*ALONE, "--summary", "-").stdout.startswith("## attnverify: 3 claims")


def change(ledger, **fields):
    ledger["claims"][0].update(fields)
    return ledger


@pytest.mark.parametrize(("spoil", "said"), [
    (lambda ledger: [], "is not a ledger of attnverify"),
    (lambda ledger: {**ledger, "papers": None}, "ledger.json: 'papers' is a list of objects"),
    (lambda ledger: change(ledger, title=None), "ledger.json: claim 1: 'title' is None"),
    (lambda ledger: change(ledger, verdict="TESTED"), "the referee does not confirm TST-1: the digest"),
    (lambda ledger: change(ledger, id="../TST-1"), "ledger.json: claim '../TST-1': the id is no file name"),
])  # fmt: skip
def test_a_broken_or_foreign_file_gets_one_line_and_no_site(attnverify, spoil, said, one_line):
    attnverify(*ALONE, "--json", "ledger.json")
    Path("ledger.json").write_text(json.dumps(spoil(json.loads(Path("ledger.json").read_text()))))
    one_line(attnverify("report", "ledger.json", "site"), said)
    assert not Path("site").exists()


def test_folders_that_cannot_be_used(attnverify):
    attnverify(*ALONE, "--json", "ledger.json")
    Path("mine").mkdir()
    Path("mine/thesis.tex").touch()
    for folder, said in (("mine", "mine holds other files"), ("ledger.json", "ledger.json is a file")):
        result = attnverify("report", "ledger.json", folder)
        assert (result.exit_code, said in result.stderr) == (2, True)
    assert "cannot be read" in attnverify("report", "missing.json", "site").stderr
    assert attnverify(*ALONE, "--html", "mine").exit_code == 2


def draw():
    from matplotlib.figure import Figure

    return Figure(figsize=(1, 1))


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_registered_pictures_are_drawn(attnverify, one_line):
    pictures.picture("TST-1", caption="a caption", description="nothing")(draw)
    assert attnverify(*ALONE, "--html", "site").exit_code == 0
    assert "a caption An illustration, not evidence." in Path("site/claims/TST-1.html").read_text()
    pictures.picture("TST-1", caption="a caption", description="nothing")(lambda: 1 / 0)
    one_line(attnverify(*ALONE, "--html", "site"), "cannot be drawn: ZeroDivisionError")


def test_without_matplotlib_the_report_says_that_pictures_were_left_out(attnverify, monkeypatch):
    pictures.picture("TST-1", caption="a caption", description="nothing")(draw)
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    result = attnverify(*ALONE, "--html", "site")
    assert result.exit_code == 0
    assert "pictures were left out, they need matplotlib" in result.output
    assert "Pictures of this claim were left out" in Path("site/claims/TST-1.html").read_text()
