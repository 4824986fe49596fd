import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

KEYS = {"kind", "eigenvalue", "split", "fixed_point", "spectrum", "verdict", "certified", "margin"}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "V.csv").write_text("1,0\n0,-2\n")
    (tmp_path / "P.csv").write_text("-log(3),0\n0,-log(3)\n")
    return tmp_path


@pytest.fixture
def analyse(attnverify, files):
    def call(*more, value="V.csv", tokens="6", step="1/4"):
        given = ("--value", value, "--attention", "P.csv", "--tokens", tokens, "--step", step, "--starts", "0")
        return attnverify("analyse", *given, *more)

    return call


def test_the_answer_for_programs(analyse, files):
    result = analyse("--json", "a.json", "--limits", "5")
    assert result.exit_code == 0
    data = json.loads((files / "a.json").read_text())
    assert (data["format"], data["seed"]) == ("attnverify-analysis", 0)
    assert [e["exact"] for e in data["value_spectrum"]["eigenvalues"]] == ["1", "-2"]
    assert data["step_size_bound"]["exact"] == "2"
    assert all(set(record) >= KEYS for record in data["equilibria"])
    bipartite = [r for r in data["equilibria"] if r["kind"] == "bipartite" and r["split"] == [3, 3]]
    (stable,) = [r for r in bipartite if r["verdict"] == "stable"]
    assert stable["margin"]["exact"] == "3/28"
    assert {item["exact"] for item in stable["spectrum"]} == {"25/28", "4/7", "5/7"}
    assert sum(item["multiplicity"] for item in stable["spectrum"]) == 6
    assert stable["certified"]
    assert sum(limit["count"] for limit in data["sampled_limits"]) == 5


def test_the_answer_for_a_person(analyse):
    text = analyse("--limits", "3").stdout
    assert re.search(r"bipartite +v_2 +3\+3 +fixed point +stable +25/28 +3/28", text)
    assert "Limits of 3 random starts" in text
    assert "alpha < 2" in text


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_picture(analyse, files):
    assert analyse("--picture", "a.svg").exit_code == 0
    assert "<text" in (files / "a.svg").read_text()


def test_several_heads_and_causal_attention(analyse, files):
    (files / "V2.csv").write_text("1/2,0\n0,0\n")
    (files / "P2.csv").write_text("1,0\n0,0\n")
    assert "several heads" in analyse("--head", "P2.csv", "V2.csv").stdout
    merged = analyse("--head", "P.csv", "V2.csv").stdout  # equal logits: one head with the sum of the value matrices
    assert "several heads" not in merged
    assert "lambda_1 = 3/2" in merged
    assert "sign pattern" in analyse("--causal", tokens="3").stdout


@pytest.mark.parametrize(("options", "message"), [
    ({"value": "absent.csv"}, "--value absent.csv: cannot be read"), ({"tokens": "0"}, "N is 0"),
    ({"step": "-1"}, "alpha"), ({"step": "two"}, "--step is 'two'"), ({"value": "P.csv"}, "V[0][0]"),
    ({"step": "1e300"}, "too large"), ({"value": "wide.csv"}, "shape (1, 2)"),
    ({"value": "other.csv"}, "P has shape (2, 2); V has (3, 3)"),
])  # fmt: skip
def test_bad_input_gets_one_line(analyse, files, options, message, one_line):
    (files / "wide.csv").write_text("1,2\n")
    (files / "other.csv").write_text("1,0,0\n0,1,0\n0,0,2\n")
    one_line(analyse(**options), message)


def test_a_picture_without_matplotlib(analyse, monkeypatch, one_line):
    monkeypatch.setattr("attnverify.verify.cli.output_files.find_spec", lambda name: None)
    one_line(analyse("--picture", "a.svg"), "attnverify[pictures]")
    assert analyse("--picture", "a.png").exit_code == 2


def test_the_examples_of_the_readme(attnverify):
    folder = Path(__file__).parents[3] / "examples"
    given = ("--value", str(folder / "V.csv"), "--attention", str(folder / "P.csv"), "--tokens", "20", "--step", "0.1")
    result = attnverify("analyse", *given, "--starts", "0")
    assert result.exit_code == 0
    assert re.search(r"bipartite +v_1 +3\+17 +fixed point +unstable", result.stdout)
    assert re.search(r"bipartite +v_1 +4\+16 +fixed point +stable", result.stdout)


def test_an_interruption_is_one_line(analyse, monkeypatch):
    def interrupted(*given, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("attnverify.stability.analyse", interrupted)
    monkeypatch.setattr("attnverify.stability.analyses.analysis.analyse", interrupted)
    result = analyse()
    assert result.exit_code == 130
    assert result.stderr == "interrupted\n"


def test_a_system_without_an_image_is_not_simulated(analyse, files):
    """1 + alpha lambda = 0: the only token has no image."""
    (files / "V.csv").write_text("-1,0\n0,-1\n")
    result = analyse("--limits", "3", tokens="1", step="1")
    assert result.exit_code == 0
    assert "not simulated" in result.stdout


def test_many_tokens_are_analysed_and_what_would_take_days_is_refused(analyse, one_line):
    result = analyse("--starts", "2", tokens=str(10**9))
    assert result.exit_code == 0
    assert "1+999999999" in result.stdout
    for tokens, said in (
        (10**6, "--limits 3: 2000 evaluations of the attention take about"),
        (10**10, "hours; allowed are 24"),
    ):
        one_line(analyse("--limits", "3", tokens=str(tokens)), said)
