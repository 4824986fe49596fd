import json
import subprocess
import sys
from pathlib import Path

import pytest

from attnverify.verify.cli.lemmas import CODES

TRUE = 'title = "a square"\nshow = "(x - y)^2 >= 0"\n[letters]\nx = "real"\ny = "real"\n'
FALSE = 'title = "no square"\nshow = "x*y >= 0"\n[letters]\nx = "real"\ny = "real"\n'
UNKNOWN = 'title = "not decided"\ngiven = ["0 <= x", "x <= pi/2"]\nshow = "sin(x) >= 2*x/pi"\n[letters]\nx = "real"\n'

ROOT = Path(__file__).parents[3]
REFEREE = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from attnverify.verify.referee.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def decide(tmp_path, attnverify):
    def run(text, *options, name="lemma.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return attnverify("decide", str(path), *options)

    return run


@pytest.mark.parametrize(("text", "verdict"), [(TRUE, "PROVED"), (FALSE, "REFUTED"), (UNKNOWN, "OPEN")])
def test_verdict_record_and_recheck(decide, attnverify, tmp_path, text, verdict):
    record = tmp_path / "lemma.json"
    result = decide(text, "--seconds", "3", "--json", str(record))
    assert result.exit_code == CODES[verdict], result.output
    assert result.output.startswith(f"{verdict}  ")
    assert json.loads(record.read_text())["verdict"] == verdict
    again = attnverify("recheck", str(record))
    assert again.exit_code == 0
    assert f": {verdict}: " in again.output


def test_the_referee_alone_rechecks_a_record(decide, tmp_path):
    record = tmp_path / "lemma.json"
    decide(TRUE, "--json", str(record))
    command = [sys.executable, "-I", "-S", "-c", REFEREE, str(record)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert "a square: PROVED: confirmed (kernel)" in found.stdout


def test_what_is_open_says_what_resisted(decide):
    assert "  resisted " in decide(UNKNOWN, "--seconds", "3").output


@pytest.mark.parametrize(("text", "said"), [
    ('show = "x > 0"\n[letters]\nx = "complex"\n', "no word 'complex'"),
    ('show = "x > y"\n[letters]\nx = "real"\n', "'y' is not declared"),
    ('shows = "x > 0"\n[letters]\nx = "real"\n', "no field 'shows'"),
])  # fmt: skip
def test_bad_input_is_one_line(decide, text, said):
    result = decide(text)
    assert result.exit_code == 2
    assert said in result.output
    assert "lemma.toml" in result.output


def test_the_counterexample_is_printed(decide):
    result = decide(FALSE)
    assert "    x = " in result.output
    assert "    y = " in result.output
