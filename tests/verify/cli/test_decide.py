"""`attnverify decide`: one line for bad input, whatever it is, and theorems that a proof rests on."""

import subprocess
import sys

import pytest

TRUE = 'show = "sin(x) <= x"\n[letters]\nx = "nonnegative"\n'


@pytest.mark.parametrize(
    "content",
    [
        b'show = "' + b"(" * 400 + b'x > 0"\n[letters]\nx = "real"',
        b'show = "9^9^9 > x"\n[letters]\nx = "real"',
        b'show = "x.__class__ > 0"\n[letters]\nx = "real"',
        b'show = "__import__ > 0"\n[letters]\nx = "real"',
        b'show = "x > 0"\n[variables]\nx = "real"',
        b"x = " + b"9" * 10_000_000,
        b"a." * 20_000 + b"b = 1",
        b"x = " + b"[" * 5_000,
        bytes(range(256)),
        b"show = 3\nletters = 4",
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


def test_a_file_of_the_older_language_is_told_what_to_change(tmp_path, attnverify):
    path = tmp_path / "old.toml"
    path.write_text('show = "Abs(x) >= 0"\n[variables]\nx = "real"\n')
    assert "declare [letters]" in attnverify("decide", str(path)).output


def test_a_file_that_is_not_there(tmp_path, attnverify):
    result = attnverify("decide", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "cannot be read: No such file" in result.output


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


def test_the_theorems_that_a_proof_rests_on_are_said(tmp_path, attnverify):
    path, written = tmp_path / "lemma.toml", tmp_path / "lemma.json"
    path.write_text(TRUE)
    result = attnverify("decide", str(path), "--json", str(written))
    assert result.exit_code == 0
    assert "rests on the theorems: monotone, rate on a level" in result.output
    assert "kernel, with the theorems monotone, rate on a level" in attnverify("recheck", str(written)).output


def test_a_target_that_cannot_be_written(tmp_path, attnverify):
    path = tmp_path / "lemma.toml"
    path.write_text(TRUE)
    result = attnverify("decide", str(path), "--json", str(tmp_path / "none" / "out.json"))
    assert result.exit_code == 2
    assert "cannot be written" in result.output
