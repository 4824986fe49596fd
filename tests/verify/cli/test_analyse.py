import json
import re
from importlib.util import find_spec

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
    assert [e["exact"] for e in data["value_spectrum"]["eigenvalues"]] == ["1", "-2"]
    assert data["step_size_bound"]["exact"] == "2"
    assert all(set(record) >= KEYS for record in data["equilibria"])
    (stable,) = [
        r for r in data["equilibria"] if r["kind"] == "bipartite" and r["split"] == [3, 3] and r["verdict"] == "stable"
    ]
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


def test_the_certificates_are_rechecked(attnverify, analyse, files):
    analyse("--json", "a.json")
    result = attnverify("recheck", "a.json")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "3 confirmed"


def test_one_changed_digit_is_caught(attnverify, analyse, files):
    analyse("--json", "a.json")
    path = files / "a.json"
    data = json.loads(path.read_text())
    certificates = json.dumps(data["claims"])
    places = [m.start() for m in re.finditer(r"\d", certificates)][::41]
    assert len(places) > 20
    for place in places:
        digit = "1" if certificates[place] != "1" else "2"
        changed = certificates[:place] + digit + certificates[place + 1 :]
        try:
            claims = json.loads(changed)
        except ValueError:
            continue
        if claims == data["claims"] or re.search(r'"seconds": [\d.e-]*$', certificates[:place]):
            continue
        path.write_text(json.dumps({**data, "claims": claims}))
        assert attnverify("recheck", "a.json").exit_code == 1, certificates[place - 60 : place + 20]


def test_a_false_verdict_with_a_fitting_digest_is_caught(attnverify, analyse, files):
    """The seal can be forged; the relations cannot."""
    from verify.referee.records import digest

    analyse("--json", "a.json")
    data = json.loads((files / "a.json").read_text())
    (claim,) = [claim for claim in data["claims"] if claim["id"] == "USER-bipartite"]
    (step,) = claim["evidence"][0]["certificate"]["steps"]
    relation = next(r for r in step["certificate"]["relations"] if r["says"].endswith(": stable"))
    relation["holds"] = relation["holds"].replace("> 0", "< 0")
    claim["digest"] = digest(claim)
    (files / "a.json").write_text(json.dumps(data))
    result = attnverify("recheck", "a.json")
    assert result.exit_code == 1
    assert "USER-bipartite: CERTIFIED: FAILED" in result.stdout


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_picture(analyse, files):
    assert analyse("--picture", "a.svg").exit_code == 0
    assert "<text" in (files / "a.svg").read_text()


def test_several_heads_and_causal_attention(analyse, files):
    (files / "V2.csv").write_text("1/2,0\n0,0\n")
    assert "several heads" in analyse("--head", "V2.csv", "P.csv").stdout
    assert "sign pattern" in analyse("--causal", tokens="3").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value": "absent.csv"}, "--value absent.csv: cannot be read"),
        ({"tokens": "0"}, "N is 0"),
        ({"step": "-1"}, "alpha"),
        ({"step": "two"}, "--step is 'two'"),
        ({"value": "P.csv"}, "V[0][0]"),
    ],
)
def test_bad_input_gets_one_line(analyse, options, message):
    result = analyse(**options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_picture_without_matplotlib(analyse, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = analyse("--picture", "a.svg")
    assert result.exit_code == 2
    assert "attnverify[pictures]" in result.stderr
    assert analyse("--picture", "a.png").exit_code == 2
