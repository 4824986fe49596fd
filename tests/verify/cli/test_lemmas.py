import json

import pytest

from verify.cli.lemmas import CODES

TRUE = 'title = "a square"\nshow = "(x - y)^2 >= 0"\n[letters]\nx = "real"\ny = "real"\n'
FALSE = 'title = "no square"\nshow = "x*y >= 0"\n[letters]\nx = "real"\ny = "real"\n'
UNKNOWN = 'title = "not decided"\nshow = "exp(x) >= 1 + x + x^2/2"\n[letters]\nx = "nonnegative"\n'


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
    again = attnverify("decide", str(record), "--check")
    assert again.exit_code == 0
    assert verdict in again.output


def test_a_changed_record_is_not_confirmed(decide, attnverify, tmp_path):
    record = tmp_path / "lemma.json"
    decide(TRUE, "--json", str(record))
    data = json.loads(record.read_text())
    data["data"]["statement"]["show"] = ["(x - y)^2 >= 1"]
    record.write_text(json.dumps(data))
    result = attnverify("decide", str(record), "--check")
    assert result.exit_code == 1
    assert result.output.startswith("not confirmed: PROVED")


def test_a_refuted_record_cannot_be_called_proved(decide, attnverify, tmp_path):
    record = tmp_path / "lemma.json"
    decide(FALSE, "--json", str(record))
    record.write_text(record.read_text().replace("REFUTED", "PROVED"))
    assert attnverify("decide", str(record), "--check").exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('show = "x > 0"\n[letters]\nx = "complex"\n', "no word 'complex'"),
        ('show = "x > y"\n[letters]\nx = "real"\n', "'y' is not declared"),
        ('shows = "x > 0"\n[letters]\nx = "real"\n', "no field 'shows'"),
    ],
)
def test_bad_input_is_one_line(decide, text, said):
    result = decide(text)
    assert result.exit_code == 2
    assert said in result.output
    assert "lemma.toml" in result.output


@pytest.mark.parametrize("text", ["[]", "{}", "not json", '{"attnverify lemma": 1}', '{"attnverify lemma": 2}'])
def test_what_is_no_record_is_said_so(decide, text):
    result = decide(text, "--check", name="lemma.json")
    assert result.exit_code == 2
    assert "lemma.json" in result.output
    assert "Traceback" not in result.output


def test_the_counterexample_is_printed(decide):
    result = decide(FALSE)
    assert "    x = " in result.output
    assert "    y = " in result.output
