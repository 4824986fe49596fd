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


CITING = """given = ["r >= 0", "forall j: exp(a[j]) <= exp(r)*exp(b[j]) and exp(b[j]) <= exp(r)*exp(a[j])"]
show = "sum(j: abs(exp(a[j])/sum(k: exp(a[k])) - exp(b[j])/sum(k: exp(b[k])))) <= 5*r"
by = ["shares"]
[letters]
a = "reals"
b = "reals"
r = "real"
"""


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "PROVED"),
        ("5*r", "3*r", "OPEN"),  # the lemma says 4*r
        ("exp(b[j]) <= exp(r)*exp(a[j])", "exp(b[j]) >= 0", "REFUTED"),  # a premise of the lemma
        ('"shares"', '"same-gap"', "OPEN"),
    ],
)
def test_a_lemma_of_the_library_is_cited_where_it_says_so(decide, old, new, verdict):
    result = decide(CITING.replace(old, new), "--seconds", "2")
    assert result.output.startswith(verdict)
    assert ("cites, with their proofs: LEM-shares" in result.output) == (verdict == "PROVED")


@pytest.mark.parametrize(("by", "said"), [("CON-T4.2", "CON-T4.2 is REFUTED"), ("share", "did you mean")])
def test_what_cannot_be_cited_is_bad_input(decide, by, said, one_line):
    one_line(decide(CITING.replace("shares", by)), said)


def test_a_cited_lemma_is_judged_with_its_proof(decide, tmp_path):
    from attnverify.verify.referee.lemmas import recheck_record
    from attnverify.verify.referee.records import seal

    decide(CITING, "--json", str(tmp_path / "lemma.json"))
    record = json.loads((tmp_path / "lemma.json").read_text())
    assert recheck_record(record).outcome.value == "confirmed"
    shares = record["data"]["library"]["LEM-shares"]
    forged = [
        {},
        {"LEM-shares": {**shares, "proof": {"known": True}}},
        {"LEM-shares": {**shares, "statement": {**shares["statement"], "given": []}}},
        {"LEM-shares": shares, "LEM-other": shares},
        {"LEM-shares": {**shares, "note": "trusted"}},
        {"LEM-shares": {"statement": shares["statement"]}},
        ["LEM-shares"],
    ]
    for library in forged:
        other = {**record, "data": {**record["data"], "library": library}}
        other["seal"] = seal({key: value for key, value in other.items() if key != "seal"})
        assert recheck_record(other).outcome.value == "FAILED", library
