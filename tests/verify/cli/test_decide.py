"""`attnverify decide`: one line for bad input, whatever it is, and theorems that a proof rests on."""

import json
import subprocess
import sys

import pytest

TRUE = 'show = "sin(x) <= x"\n[letters]\nx = "nonnegative"\n'


@pytest.mark.parametrize("content", [
    b'show = "' + b"(" * 400 + b'x > 0"\n[letters]\nx = "real"', b'show = "9^9^9 > x"\n[letters]\nx = "real"',
    b'show = "x.__class__ > 0"\n[letters]\nx = "real"', b'show = "__import__ > 0"\n[letters]\nx = "real"',
    b'show = "x > 0"\n[variables]\nx = "real"',
    b"x = " + b"9" * 10_000_000, b"a." * 20_000 + b"b = 1", b"x = " + b"[" * 5_000, bytes(range(256)),
    b"show = 3\nletters = 4", b"",
])  # fmt: skip
def test_bad_input_is_one_line(tmp_path, attnverify, one_line, content):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    one_line(attnverify("decide", str(path)), f"Error: {path}: ")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_any_editor_are_read(tmp_path, attnverify, newline, mark):
    path = tmp_path / "lemma.toml"
    path.write_bytes((mark + 'show = "x >= 0"\n[letters]\nx = "positive"\n'.replace("\n", newline)).encode())
    assert attnverify("decide", str(path)).exit_code == 0


@pytest.mark.parametrize(("line", "said"), [
    ("α = 'positive'", "line 3: 'α' outside of quotes; names are of a to z, A to Z, digits and _, such as alpha"),
    ("aα = 'positive'", "line 3: 'α' outside of quotes"),
    ("x = “positive”", "line 3: '“' outside of quotes"),
    ("'α' = 'positive'", "letters: 'α' is no name; one is of a to z, A to Z, digits and _, such as alpha"),
    ("x = ", "is not TOML: Invalid value"),
])  # fmt: skip
def test_the_sign_that_cannot_be_read_is_named(tmp_path, attnverify, line, said):
    path = tmp_path / "lemma.toml"
    path.write_text(f'show = "1 > 0"\n[letters]\n{line}\n', encoding="utf-8")
    result = attnverify("decide", str(path))
    assert (result.exit_code, len(result.output.splitlines())) == (2, 1)
    assert said in result.output


def test_a_file_of_the_older_language_is_told_what_to_change(tmp_path, attnverify):
    path = tmp_path / "old.toml"
    path.write_text('show = "Abs(x) >= 0"\n[variables]\nx = "real"\n')
    assert "declare [letters]" in attnverify("decide", str(path)).output


def test_a_file_that_is_not_there(tmp_path, attnverify, one_line):
    one_line(attnverify("decide", str(tmp_path / "none.toml")), "cannot be read: No such file")


def test_bad_input_starts_no_heavy_library(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('show = "x > 0"\n')
    code = (
        "import sys; from attnverify.verify.cli import main\n"
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


def test_a_target_that_cannot_be_written(tmp_path, attnverify, one_line):
    path = tmp_path / "lemma.toml"
    path.write_text(TRUE)
    one_line(attnverify("decide", str(path), "--json", str(tmp_path / "none" / "out.json")), "cannot be written")


SPECTRUM = 'show = "{}"\ngiven = ["{}"]\n[letters]\nB = "symmetric operator"\nlam = "real"\n'
EIGEN = "forall m in number: forall w in vector: B(w) == m*w => abs(m) <= lam"


@pytest.mark.parametrize(("show", "given", "code"), [(EIGEN, "lam >= 0", 1), ("lam >= 0", EIGEN, 3)])
def test_what_bounds_a_bound_letter_is_no_bound_of_a_letter(tmp_path, attnverify, show, given, code):
    path = tmp_path / "lemma.toml"
    path.write_text(SPECTRUM.format(show, given))
    assert attnverify("decide", str(path), "--steps", "30000").exit_code == code


@pytest.mark.parametrize("broken", [
    "attnverify.verify.search.proving.combine", "attnverify.verify.search.points.judge_instance",
    "attnverify.verify.search.points.Draws.near",
])  # fmt: skip
def test_an_error_of_the_search_itself_is_open_and_said(tmp_path, attnverify, monkeypatch, broken):
    def breaks(*args, **more):
        raise KeyError("?")

    monkeypatch.setattr(broken, breaks)
    path = tmp_path / "lemma.toml"
    path.write_text('show = "x + y + 1 > 0"\n[letters]\nx = "real"\ny = "positive"\n')
    result = attnverify("decide", str(path), "--steps", "30000")
    assert (result.exit_code, len(result.output.splitlines()) > 1) in ((3, True), (1, True))
    assert result.exit_code == 1 or "the search met an error of its own: KeyError: '?'" in result.output


def test_an_error_of_the_reader_itself_is_one_line(tmp_path, attnverify, monkeypatch):
    monkeypatch.setattr("attnverify.verify.lemmas.files._lemma", lambda data, name: {}["x"])
    path = tmp_path / "lemma.toml"
    path.write_text(TRUE)
    result = attnverify("decide", str(path))
    assert (result.exit_code, result.output) == (2, f"Error: {path}: cannot be read: KeyError: 'x'\n")


def test_effort_is_counted_in_steps_and_the_clock_only_ends_it(tmp_path, attnverify):
    path = tmp_path / "lemma.toml"
    path.write_text('show = "x*y <= x^2 + y^2"\n[letters]\nx = "real"\ny = "real"\n')
    assert attnverify("decide", str(path)).exit_code == 0
    assert attnverify("decide", str(path), "--steps", "1").exit_code == 3
    late = attnverify("decide", str(path), "--seconds", "0.1", "--steps", "900000000")
    assert late.exit_code == 0 or (late.exit_code == 3 and "time-out after 0.1 s" in late.output)


def test_the_lines_of_the_file_stand_beside_what_was_judged(tmp_path, attnverify):
    path, written = tmp_path / "lemma.toml", tmp_path / "lemma.json"
    path.write_text('title = "a\\nPROVED b"\nshow = "D>0 iff  -D < 0"\n[letters]\nD = "positive"\n')
    output = attnverify("decide", str(path), "--json", str(written)).output
    assert output.startswith("PROVED  a\\nPROVED b\n")
    assert '  given    D_ > 0    <- D = "positive"\n' in output
    assert "  show     D_ > 0 iff -D_ < 0    <- D>0 iff  -D < 0\n" in output
    record = json.loads(written.read_text())
    assert (record["lemma"]["show"], record["data"]["statement"]["show"]) == ("D>0 iff  -D < 0", ["D_ > 0 iff -D_ < 0"])
