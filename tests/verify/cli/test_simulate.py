import csv
import json
from importlib.util import find_spec

import numpy as np
import pytest

import attnverify.stability as st


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


HEADS = {"none": [], "one": ["A.csv"], "two": ["A.csv", "B.csv"], "three": ["A.csv", "B.csv", "A.csv"]}


@pytest.mark.parametrize("dynamics", ["flow", "attention", "oja", "sa", "usa"])
@pytest.mark.parametrize("attention", HEADS)
@pytest.mark.parametrize("value", HEADS)
def test_every_head_counts(attnverify, files, dynamics, attention, value):
    """Against the sum over heads, token by token; a missing matrix is the identity, one stands for all heads."""
    M = {"A.csv": np.array([[0.5, 1.0], [-0.3, 0.8]]), "B.csv": np.array([[-1.0, 0.2], [0.4, 0.6]])}
    for name, matrix in M.items():
        np.savetxt(files / name, matrix, delimiter=",")
    options = [x for name in HEADS[attention] for x in ("--attention", name)]
    options += [x for name in HEADS[value] for x in ("--value", name)]
    result = attnverify(
        *("simulate", "--dynamics", dynamics, "--tokens", "Y.npy", *options, "--beta", "0.7"),
        *("--layers", "3", "--alpha", "0.2", "--json", "a.json"),
    )
    counts = {len(HEADS[attention]), len(HEADS[value])} - {0, 1}
    if len(counts) > 1:
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        return
    assert result.exit_code == 0
    heads = max(counts, default=1)
    P, V = (
        [M[name] for name in HEADS[chosen]] * (heads if len(HEADS[chosen]) == 1 else 1) or [np.eye(2)] * heads
        for chosen in (attention, value)
    )
    X = np.array([[1.0, 0.0], [-0.6, 0.8]])
    for _ in range(3):
        F = np.zeros_like(X)
        for i in range(2):
            for p, v in zip(P, V, strict=True):
                e = [1.0 if dynamics == "oja" else np.exp(0.7 * X[i] @ p @ x) for x in X]
                total = 2 if dynamics in ("oja", "usa") else sum(e)
                F[i] += sum(w / total * (v @ x) for w, x in zip(e, X, strict=True))
        Y = X + 0.2 * F / (np.sqrt(2) if dynamics == "flow" else 1)
        X = Y / np.linalg.norm(Y, axis=1, keepdims=True)
    assert np.allclose(json.loads((files / "a.json").read_text())["states"][-1], X, atol=1e-13)


def test_heights_need_the_hemisphere(simulate, one_line):
    one_line(simulate("--direction", "1,0"), "token [1] has v^T y = -0.6")
    inside = simulate("--direction", "1,2")
    assert inside.exit_code == 0
    assert "V = max (1 - v.y)" in inside.stdout


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_picture(simulate, files):
    assert simulate("--picture", "a.svg", "--direction", "1,2").exit_code == 0
    assert "misalignment E" in (files / "a.svg").read_text()


@pytest.mark.parametrize(("name", "text", "said"), [
    ("Y.csv", "1,0\n1\n", "equally long"), ("Y.csv", "1,nan\n", "allowed are"), ("Y.csv", "1,0,0\n", "W has shape"),
    ("Y.csv", "0,0\n", "0 or not a number"), ("P.csv", "1,2\n", "square"),
    ("W.csv", "1,0\n0,-1\n", "not positive definite"), ("W.csv", "1,1\n0,1\n", "not symmetric"),
    ("U.csv", "1\n", "U has shape"), ("U.csv", "1e300,0\n0,2e300\n", "the integration stopped"),
])  # fmt: skip
def test_bad_input_is_one_line(simulate, files, name, text, said, one_line):
    for other, default in (("W.csv", "1,0\n0,1\n"), ("U.csv", "1,0\n0,1\n")):
        (files / other).write_text(default)
    (files / name).write_text(text)
    one_line(simulate("--metric", "W.csv", "--value", "U.csv", "--json", "a.json"), said)
    assert not (files / "a.json").exists()


def test_missing_files_pickles_and_formats_are_refused(simulate, files, one_line):
    np.save(files / "bad.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    np.savez(files / "two.npz", a=np.eye(2), b=np.eye(2))
    (files / "numbered.csv").write_text("0,1,2\n0.5,0.5,0.1\n")
    for tokens in ("none.csv", "bad.npy", "two.npz", "numbered.csv", "Y.json"):
        (files / "Y.json").write_text("1,0\n")
        one_line(simulate(tokens=tokens), f"--tokens {tokens}")
    assert simulate("--horizon", "-1").exit_code == 2
    assert simulate("--picture", "a.png").exit_code == 2
    twice = ("--value", "P.csv", "--value", "P.csv", "--attention", "Z.csv", "--attention", "Z.csv")
    assert simulate(*twice).exit_code == 2
    for name, text in (("Y.txt", "1 0\n-0.6 0.8"), ("Y.tsv", "1\t0\n\u22120.6\t0.8"), ("Z.csv", "1;0\n-0,6;0,8")):
        (files / name).write_text(text)
        assert simulate("--json", f"{name}.json", tokens=name).exit_code == 0
    np.savez(files / "Y.npz", Y=np.array([[1, 0], [-0.6, 0.8]]))
    assert simulate("--json", "Y.npz.json", tokens="Y.npz").exit_code == 0
    found = [
        json.loads((files / f"{name}.json").read_text())["states"] for name in ("Y.txt", "Y.tsv", "Z.csv", "Y.npz")
    ]
    assert all(states == found[0] for states in found)


def test_layers_of_a_batch_are_those_of_the_map(attnverify, files):
    asked = ("--dynamics", "attention", "--attention", "P.csv", "--value", "V.csv", "--random", "3", "2", "--runs", "4")
    (files / "V.csv").write_text("1,0.5\n0,-0.25\n")
    result = attnverify("simulate", *asked, "--layers", "10", "--alpha", "0.3", "--samples", "4", "--npz", "a.npz")
    assert result.exit_code == 0
    with np.load(files / "a.npz") as data:
        times, states, metadata = data["times"], data["states"], json.loads(str(data["metadata"]))
    assert np.allclose(times / 0.3, [0, 2, 5, 8, 10])
    assert states.shape == (5, 4, 3, 2)
    X = states[0]
    for _ in range(10):
        X = st.attention_map(X, np.array([[np.log(3), 0], [0, -0.5]]), np.array([[1, 0.5], [0, -0.25]]), 0.3)
    assert np.allclose(X, states[-1], atol=1e-12)
    assert metadata["value"] == [[[1, 0.5], [0, -0.25]]]
    assert (metadata["seed"], metadata["dynamics"]) == (0, "attention")
    assert "mean of 4 systems" in result.stdout


@pytest.mark.parametrize(("dynamics", "N"), [("oja", "200000"), ("sa", "3000"), ("flow", "3000")])
def test_many_tokens(attnverify, files, dynamics, N):
    """The last recorded state, against the definition at some of the tokens."""
    asked = ("--dynamics", dynamics, "--random", N, "3", "--layers", "1", "--npz", "a.npz")
    assert attnverify("simulate", *asked).exit_code == 0
    with np.load(files / "a.npz") as data:
        X, Y = data["states"]
    some = X[::500]
    A = np.exp(some @ X.T) if dynamics != "oja" else np.ones((len(some), len(X)))
    F = (A / A.sum(axis=1, keepdims=True)) @ X / (np.sqrt(3) if dynamics == "flow" else 1)
    assert np.allclose(Y[::500], st.models.normalise(some + 0.1 * F), rtol=0, atol=1e-12)


def test_an_interrupted_simulation_goes_on(attnverify, files, monkeypatch):
    asked = ("simulate", "--dynamics", "sa", "--random", "3", "2", "--layers", "6", "--npz", "a.npz")
    assert attnverify(*asked).exit_code == 0
    with np.load(files / "a.npz") as data:
        whole = data["states"]
    plain, calls = st.batches.Dynamics.step, []

    def interrupted(self, *arguments):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return plain(self, *arguments)

    monkeypatch.setattr(st.batches.Dynamics, "step", interrupted)
    stopped = attnverify(*asked)
    assert stopped.exit_code == 130
    assert "is kept in a.checkpoint.npz" in stopped.stderr
    assert attnverify(*asked).exit_code == 0
    assert len(calls) == 4 + 3
    with np.load(files / "a.npz") as data:
        assert np.array_equal(data["states"], whole)
    assert not (files / "a.checkpoint.npz").exists()
    calls[:] = [1] * 3
    monkeypatch.setattr(st.batches.simulation, "_write", lambda *given: None)
    assert "kept" not in attnverify(*asked).stderr


@pytest.mark.parametrize(("arguments", "said"), [
    ((), "give either --tokens FILE or --random N D"),
    (("--random", "3", "2", "--tokens", "Y.csv"), "give either"),
    (("--tokens", "Y.csv", "--runs", "2"), "--runs: allowed with --random"),
    (("--random", "3", "1"), "--random 3 1: 1 or more tokens and d >= 2"),
    (("--random", "3", "2", "--dynamics", "sa", "--metric", "P.csv"), "--metric: allowed with --dynamics flow"),
    (("--random", "3", "2", "--dynamics", "sa", "--direction", "1,0"), "--direction and --metric: allowed with"),
    (("--random", "3", "2", "--runs", "2", "--csv", "a.csv"), "--csv: 2 systems; allowed is one"),
    (("--random", "900", "900", "--runs", "900"), "keeping 101 states needs about"),
    (("--random", "1000000", "3", "--layers", "100", "--samples", "1"), "attention take about 58 hours"),
    (("--random", "2000000", "2", "--horizon", "1", "--samples", "1"), "12 evaluations of the attention take about"),
    (("--random", "20000", "3", "--dynamics", "usa"), "keeping 101 states needs about 17.9 GiB"),
    (("--random", "60000", "3", "--layers", "100", "--json", "a.json"), "--samples sets how many are kept"),
    (("--random", "3", "2", "--npz", "a.txt"), "--npz a.txt: the file must end in .npz"),
])  # fmt: skip
def test_bad_requests_are_one_line(attnverify, files, arguments, said, one_line):
    one_line(attnverify("simulate", *arguments), said)


@pytest.mark.parametrize(("more", "energy"), [
    *((("--tokens", "two.csv", "--beta", beta, "--horizon", "1", "--samples", "2"), "0") for beta in ("20", "300",
        "2000")),
    (("--tokens", "two.csv", "--beta", "20", "--horizon", "1"), "0"),
    (("--tokens", "two.csv", "--beta", "-1000", "--horizon", "1", "--samples", "2"), "0.1"),
    (("--beta", "1000", "--random", "2", "3", "--horizon", "1e-3"), "0"),
    (("--beta", "-1000", "--random", "2", "3", "--horizon", "1e-3"), "0.138146"),
    (("--beta", "720", "--random", "2", "3", "--runs", "3", "--horizon", "1e-3", "--samples", "2"), None),
])  # fmt: skip
def test_exponential_weights_at_a_large_beta(attnverify, files, more, energy):
    (files / "two.csv").write_text("1,0,0\n0.8,0.6,0\n")
    result = attnverify("simulate", "--dynamics", "usa", *more)
    assert result.exit_code == 0
    assert result.stderr == ""
    if energy is not None:
        assert f", {energy} at t = " in result.stdout


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("more", "said"), [
    (("--dynamics", "usa", "--beta", "1000", "--random", "8", "3", "--layers", "5"), "overflow: exponents reach 1000"),
    (("--dynamics", "usa", "--beta", "1000", "--random", "8", "3", "--step", "0.1"), "overflow: exponents reach"),
    (("--dynamics", "usa", "--beta", "-1e5", "--random", "8", "3", "--layers", "5"), "overflow: exponents reach 1e+05"),
    (("--dynamics", "usa", "--beta", "1000", "--random", "8", "3", "--causal"), "overflow: exponents reach 1000"),
    (("--dynamics", "usa", "--beta", "20", "--random", "8", "3", "--causal"), "the field is stiff"),
    (("--dynamics", "usa", "--beta", "20", "--random", "8", "3", "--step", "0.1"), "too long at t = 0"),
    (("--dynamics", "flow", "--value", "large.csv", "--random", "8", "2", "--step", "0.1"), "too long at t = 0"),
    (("--dynamics", "flow", "--value", "large.csv", "--random", "8", "2"), "the field is stiff"),
    (("--dynamics", "oja", "--value", "minus.csv", "--tokens", "one.csv", "--layers", "3", "--alpha", "1"), "zero"),
    (("--dynamics", "attention", "--value", "minus.csv", "--tokens", "one.csv", "--layers", "3", "--alpha", "1"),
     "zero"),
])  # fmt: skip
def test_what_cannot_be_computed_is_one_line(attnverify, files, more, said, one_line):
    for name, text in (("large", "1e6,0\n0,-1e6\n"), ("minus", "-1,0\n0,-1\n"), ("one", "1,0\n1,0\n")):
        (files / f"{name}.csv").write_text(text)
    one_line(attnverify("simulate", *more), said)
