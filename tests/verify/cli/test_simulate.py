import csv
import json
from importlib.util import find_spec

import numpy as np
import pytest


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "P.csv").write_text("log(3),0\n0,-1/2\n")
    (tmp_path / "Z.csv").write_text("0,0\n0,0\n")
    (tmp_path / "Y.csv").write_text("1,0\n-3/5,4/5\n")
    np.save(tmp_path / "Y.npy", np.array([[2.0, 0.0], [-0.6, 0.8]]))
    return tmp_path


@pytest.fixture
def simulate(attnverify, files):
    def call(*more, attention="P.csv", tokens="Y.csv"):
        return attnverify("simulate", "--attention", attention, "--tokens", tokens, *more)

    return call


def test_a_pair_follows_its_closed_form(simulate, files):
    result = simulate("--horizon", "4", "--samples", "8", "--json", "a.json", "--csv", "a.csv", attention="Z.csv")
    assert result.exit_code == 0
    data = json.loads((files / "a.json").read_text())
    times, states = np.array(data["times"]), np.array(data["states"])
    g = np.sum(states[:, 0] * states[:, 1], axis=-1)
    assert np.allclose(g, np.tanh(np.arctanh(-0.6) + times / np.sqrt(2)), atol=1e-8)
    assert np.allclose(data["misalignment E"], (1 - g) / 2)
    assert data["drift"] < 1e-8
    rows = list(csv.reader((files / "a.csv").read_text().splitlines()))
    assert rows[0] == ["t", "token", "y_1", "y_2"]
    assert len(rows) == 1 + 9 * 2
    assert np.allclose([float(entry) for entry in rows[-1][2:]], states[-1, 1])
    assert "misalignment E: 0.8 at t = 0" in result.stdout


def test_tokens_are_projected_and_heads_and_values_are_read(simulate, files):
    more = ("--attention", "Z.csv", "--value", "P.csv", "--value", "Z.csv", "--causal", "--metric", "W.csv")
    (files / "W.csv").write_text("2,0\n0,1\n")
    result = simulate(*more, "--json", "a.json", tokens="Y.npy")
    assert result.exit_code == 0
    states = np.array(json.loads((files / "a.json").read_text())["states"])
    assert np.allclose(2 * states[..., 0] ** 2 + states[..., 1] ** 2, 1)


def test_heights_need_the_hemisphere(simulate):
    result = simulate("--direction", "1,0")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "token [1] has v^T y = -0.6" in result.stderr
    inside = simulate("--direction", "1,2")
    assert inside.exit_code == 0
    assert "V = max (1 - v.y)" in inside.stdout


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_picture(simulate, files):
    assert simulate("--picture", "a.svg", "--direction", "1,2").exit_code == 0
    assert "misalignment E" in (files / "a.svg").read_text()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("Y.csv", "1,0\n1\n", "equally long"),
        ("Y.csv", "1,nan\n", "allowed are"),
        ("Y.csv", "1,0,0\n", "W has shape"),
        ("Y.csv", "0,0\n", "zero or not a number"),
        ("P.csv", "1,2\n", "square"),
        ("W.csv", "1,0\n0,-1\n", "not positive definite"),
        ("W.csv", "1,1\n0,1\n", "not symmetric"),
        ("U.csv", "1\n", "U has shape"),
        ("U.csv", "1e300,0\n0,2e300\n", "the integration stopped"),
    ],
)
def test_bad_input_is_one_line(simulate, files, name, text, said):
    for other, default in (("W.csv", "1,0\n0,1\n"), ("U.csv", "1,0\n0,1\n")):
        (files / other).write_text(default)
    (files / name).write_text(text)
    result = simulate("--metric", "W.csv", "--value", "U.csv", "--json", "a.json")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (files / "a.json").exists()


def test_missing_files_pickles_and_formats_are_refused(simulate, files):
    np.save(files / "bad.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    for tokens in ("none.csv", "bad.npy", "Y.txt"):
        (files / "Y.txt").write_text("1,0\n")
        result = simulate(tokens=tokens)
        assert result.exit_code == 2
        assert f"--tokens {tokens}" in result.stderr
    assert simulate("--horizon", "-1").exit_code == 2
    assert simulate("--picture", "a.png").exit_code == 2
    assert simulate("--value", "P.csv", "--value", "P.csv").exit_code == 2
