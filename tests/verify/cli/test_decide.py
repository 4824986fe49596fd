"""`attnverify decide`: verdicts, exit codes, the ledger it writes, and one line for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from verify.verdict import Rung

ROOT = Path(__file__).parents[3]

FILES = {
    "proved": ('show = "x**2 + 1 > x"\n[variables]\nx = "real"\n', 0),
    "certified": ('show = "exp(x) < 2*x**2 + 1"\n[variables]\nx = "[1, 2]"\n', 0),
    "refuted": ('show = "x**2 > x"\n[variables]\nx = "positive"\n', 1),
    "open": ('show = "x**2 != 2"\n[variables]\nx = "real"\n', 3),
}


@pytest.mark.parametrize("rung", FILES)
def test_verdicts_and_exit_codes(tmp_path, attnverify, rung):
    text, code = FILES[rung]
    verdict = Rung(rung).argued.value
    path, written = tmp_path / "lemma.toml", tmp_path / "lemma.json"
    path.write_text(text)
    result = attnverify("decide", str(path), "--json", str(written))
    assert result.exit_code == code, result.output
    assert result.output.startswith(f"{verdict}  ")
    assert f"  {rung} by " in result.output
    assert json.loads(written.read_text())["claims"][0]["verdict"] == verdict
    again = attnverify("recheck", str(written))
    assert again.exit_code == 0, again.output
    assert f"DECIDE-lemma: {verdict}" in again.output
    written.write_text(written.read_text().replace("x", "y", 3))
    assert attnverify("recheck", str(written)).exit_code != 0


def test_the_counterexample_is_printed(tmp_path, attnverify):
    path = tmp_path / "lemma.toml"
    path.write_text(FILES["refuted"][0])
    output = attnverify("decide", str(path)).output
    assert "For all positive x: x**2 > x." in output
    assert "x = 1" in output
    assert "x**2 <= x" in output


def test_what_resisted_is_printed(tmp_path, attnverify):
    path = tmp_path / "lemma.toml"
    path.write_text(FILES["open"][0])
    assert "what resisted: " in attnverify("decide", str(path)).output


@pytest.mark.parametrize(
    "content",
    [
        b'show = "' + b"(" * 400 + b'x > 0"\n[variables]\nx = "real"',
        b'show = "9**9**9 > x"\n[variables]\nx = "real"',
        b'show = "x.__class__ > 0"\n[variables]\nx = "real"',
        b'show = "__import__ > 0"\n[variables]\nx = "real"',
        b"x = " + b"9" * 10_000_000,
        bytes(range(256)),
        b"show = 3\nvariables = 4",
        b"",
    ],
)
def test_bad_input_is_one_line(tmp_path, attnverify, content):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    result = attnverify("decide", str(path))
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert result.output.startswith(f"Error: {path}: ")


def test_bad_input_starts_no_heavy_library(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('show = "x > 0"\n')
    code = (
        "import sys; from verify.cli import main\n"
        f"try: main(['decide', {str(path)!r}])\n"
        "except SystemExit as stop: assert stop.code == 2\n"
        "assert not {'sympy.core', 'numpy._core', 'z3.z3core', 'flint.flint_base'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_target_that_cannot_be_written(tmp_path, attnverify):
    path = tmp_path / "lemma.toml"
    path.write_text(FILES["proved"][0])
    result = attnverify("decide", str(path), "--json", str(tmp_path / "none" / "out.json"))
    assert result.exit_code == 2
    assert "cannot be written" in result.output
