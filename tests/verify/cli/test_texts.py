"""The commands on files of theories: check, decide, format; and pytest."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from attnverify.verify import formal, registry
from attnverify.verify.cli import main

SAMPLE = Path(__file__).parents[1] / "theory" / "sample.proof"
UNDECIDED = """lemma mean: Means
  letters  a, b: number
  given    a > 0;  b > 0
  show     4*a*b <= (a + b)^2

lemma strict: No strict mean
  letters  a, b: number
  show     4*a*b < (a + b)^2
"""


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs a command in a folder where no package has claims."""
    monkeypatch.setattr(registry, "entry_points", lambda group: [])
    monkeypatch.setattr(registry, "_CLAIMS", {})
    monkeypatch.setattr(formal, "_CLAIMS", {})
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments):
        registry._CLAIMS.clear()
        formal._CLAIMS.clear()
        return CliRunner().invoke(main, [*map(str, arguments)])

    return invoke


def test_check_judges_a_text_and_keeps_what_it_found(run):
    Path("mine.proof").write_text(SAMPLE.read_text())
    first, second = run("check", "mine.proof"), run("check", "mine.proof")
    assert first.exit_code == second.exit_code == 0
    assert "gaps were searched and are kept" in first.output
    assert "searched" not in second.output
    assert second.output.count("PROVED ") == 4
    lock = Path("mine.lock").read_text()
    Path("mine.lock").unlink()
    assert run("check", "mine.proof", "--frozen", "--fresh").exit_code == 0
    assert not Path("mine.lock").exists()
    run("format", "--lock", "mine.proof")
    assert Path("mine.lock").read_text() == lock


def test_audit_looks_at_every_proved_claim_of_a_text(run):
    Path("mine.proof").write_text(
        "lemma needed: A\n  letters  a: number\n  given    a > 1\n  show     a > 0\n  proof    by a > 1\n\n"
        "lemma spare: B\n  letters  a: number\n  given    a > 1\n  show     a*a >= 0\n  proof    by sq a\n"
    )
    found = run("audit", "mine.proof")
    assert found.exit_code == 1
    said = found.output.splitlines()
    assert [line for line in said if line.startswith("LEM-")] == ["LEM-needed", "LEM-spare"]
    assert [line for line in said if line.startswith("!")] == [
        "! spare   'a > 1' is not needed: the proof holds without it"
    ]
    Path("mine.proof").write_text("lemma wrong: C\n  letters  a: number\n  show     a*a > 0\n  proof    by sq a\n")
    refused = run("audit", "mine.proof")
    assert refused.exit_code == 2
    assert refused.output.startswith("Error: mine.proof: LEM-wrong is OPEN: mine.proof:4:12: ")
    Path("mine.proof").write_text("-- nothing\n")
    assert run("audit", "mine.proof").output == "Error: mine.proof: declares no claim with a proof\n"


def test_a_text_of_any_editor_is_read(run):
    Path("mine.proof").write_bytes(f"\ufeff{UNDECIDED}".replace("\n", "\r\n").encode())
    assert run("decide", "mine.proof", "--steps", "150000", "--write").exit_code == 1
    Path("mine.proof").write_bytes(f"\ufeff{Path('mine.proof').read_text()}".encode())
    assert run("check", "mine.proof").exit_code == 0
    assert run("format", "mine.proof").output == "mine.proof: laid out\n"


def test_check_names_a_mistake_and_goes_on(run):
    Path("mine.proof").write_text(SAMPLE.read_text().replace("wide: gap > 0", "wide: gapp > 0"))
    done = run("check", "mine.proof")
    assert done.exit_code == 1
    assert "mine.proof:14:18: 'gapp' is not declared; did you mean 'gap'?" in done.output
    assert "LEM-sides  PROVED" in done.output


@pytest.mark.parametrize(("text", "says"), [
    ("lemma a\n  proof\n", "LEM-a shows nothing"),
    ("lema a\n", "mine.proof:1:1: 'lema' begins nothing; did you mean 'lemma'?"),
    ("lemma a\n  letters  x: number\n  show     x > x\n  proof    by lemma a\n", "rests on itself"),
    ("lemma a\n  show     1 > 2\n  proof    by lemma b\n\nlemma b\n  show     1 > 2\n  proof    by lemma a\n",
        "rests on itself through",),
    ("claim MY-1: T\n  show     1 > 0\n  proof    done\n", "claim 'MY-1': 'source' is missing"),
    ("lemma a\n  letters  x: number\n  show     x^2 >= 0\n", "it has no proof; attnverify decide FILE --write"),
    ("claim MY-1: T\n  shwo     1 > 0\n", "mine.proof:2:3: no field 'shwo'"),
    ("", "mine.proof: declares no claims"), ("a" * 10**6, "mine.proof:1:1: 'aaa"), ("\xff", "UTF-8"),
])  # fmt: skip
def test_what_cannot_be_read_is_said_in_lines(run, text, says):
    Path("mine.proof").write_bytes(text.encode("latin-1"))
    done = run("check", "mine.proof")
    assert done.exit_code in (1, 2)
    assert says in done.output
    assert "Traceback" not in done.output
    assert len(done.output) < 2000


def test_decide_writes_back_what_it_found(run):
    Path("mine.proof").write_text(UNDECIDED)
    shown = run("decide", "mine.proof", "--steps", "150000")
    assert (shown.exit_code, Path("mine.proof").read_text()) == (1, UNDECIDED)
    assert "PROVED  LEM-mean" in shown.output
    assert "REFUTED  LEM-strict" in shown.output
    written = run("decide", "mine.proof", "--steps", "150000", "--write")
    text = Path("mine.proof").read_text()
    assert written.exit_code == 1
    assert "  proof    by sq a - b\n" in text
    assert "  disproof at " in text
    assert run("check", "mine.proof").output.count("gaps were searched") == 0
    assert run("format", "--check", "mine.proof").exit_code == 0
    assert "nothing to decide" in run("decide", "mine.proof").output
    assert "--json is for lemma files" in run("decide", "mine.proof", "--json", "a.json").output


def test_decide_writes_back_into_a_text_of_a_package_that_uses_another(run, monkeypatch, tmp_path):
    texts = {
        "lemmas/sizes.proof": "context sized\n  letters  h: number\n  given    h == 1/2\n",
        "paper/mine.proof": "use lemmas/sizes\n\n" + UNDECIDED.replace("Means", "Means  in sized"),
    }
    for name, text in texts.items():
        Path(name).parent.mkdir()
        Path(name).write_text(text)
    package = SimpleNamespace(load=lambda: lambda: registry.theories(tmp_path, "own"), module="own.texts")
    monkeypatch.setattr(registry, "entry_points", lambda group: [package])
    monkeypatch.setattr(registry, "_THEORIES", {})
    written = run("decide", "paper/mine.proof", "--steps", "150000", "--write")
    assert written.exception is None or isinstance(written.exception, SystemExit), written.exc_info
    assert "by sq a - b" in Path("paper/mine.proof").read_text()


def test_format_lays_out_a_folder(run):
    Path("mine.proof").write_text(UNDECIDED.replace("  given    a > 0;  b > 0", "  given    a>0\n           b>0"))
    assert run("format", "--check", ".").exit_code == 1
    assert run("format", ".").output == "mine.proof: laid out\n"
    assert Path("mine.proof").read_text() == UNDECIDED
    assert run("format", "--check", ".").exit_code == 0
    Path("mine.proof").unlink()
    assert run("format", "--check", ".").exit_code == 2


def test_pytest_collects_a_text(tmp_path):
    (tmp_path / "mine.proof").write_text(SAMPLE.read_text().replace("a^2 < b^2\n", "a^2 < b^2 - 9\n"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--claims-file", "mine.proof"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 3 passed" in done.stdout
    assert "mine.proof:15:5" in done.stdout
