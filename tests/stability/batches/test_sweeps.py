import json
import re
from itertools import product
from math import sqrt

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

import attnverify.stability as st
from attnverify.stability.batches import simulation
from attnverify.stability.draws.laws import LAWS, matrices_of_law

SWEEP = st.batches.Sweep(grid={"beta": [0.5, 3.0], "d": [2, 6]}, fixed={"N": 5}, runs=7, seeds=2, steps=20, every=10)


def test_the_table_is_that_of_single_points():
    rows = st.sweep(SWEEP)
    assert len(rows) == 2 * 2 * 2 * 3
    assert [row["step"] for row in rows[:3]] == [0, 10, 20]
    assert list(rows[0]) == ["beta", "d", "seed", "step", "time", "near", "spread", "certified", "reason"]
    for task, point in ((0, (0.5, 2)), (5, (3.0, 2))):
        rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(task,)))
        X = st.draws.random_tokens(rng, 7, 5, point[1])
        dynamics, near = st.batches.Dynamics(beta=point[0]), st.batches.statistic("near")
        values = st.batches.observed(dynamics, X, 0.1, 20, near, every=10)
        own = rows[3 * task : 3 * task + 3]
        assert [row["near"] for row in own] == np.mean(values, axis=1).tolist()
        assert (own[0]["beta"], own[0]["d"], own[0]["seed"]) == (*point, task % 2)


def test_seeds_differ_and_the_sweep_repeats_itself(monkeypatch):
    sweep = st.batches.Sweep(statistic="misalignment", fixed={"N": 5}, runs=3, seeds=3, steps=4, every=4)
    rows = st.sweep(sweep)
    starts = [row["misalignment"] for row in rows if row["step"] == 0]
    assert len(set(starts)) == 3
    monkeypatch.setattr("attnverify.stability.batches.sweeps._WORTH", 0.0)
    assert rows == st.sweep(sweep, jobs=1)


class StoppedError(Exception):
    pass


def test_an_interrupted_sweep_goes_on_from_its_journal(tmp_path):
    journal = tmp_path / "points"
    counted = []

    def stop(done, total):
        counted.append((done, total))
        if done == 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        st.sweep(SWEEP, journal=journal, progress=stop)
    with journal.open("a") as file:
        file.write('{"task": 4, "val')
    counted.clear()
    rows = st.sweep(SWEEP, journal=journal, progress=lambda *count: counted.append(count))
    assert counted[0] == (3, 8)
    assert rows == st.sweep(SWEEP)
    assert len(journal.read_text().splitlines()) == 1 + 8
    with pytest.raises(ValueError, match="journal of another sweep"):
        st.sweep(st.batches.Sweep(), journal=journal)
    journal.write_text("nonsense\n")
    with pytest.raises(ValueError, match="journal of another sweep"):
        st.sweep(SWEEP, journal=journal)
    assert json.loads(json.dumps(rows)) == rows


def test_limits_come_with_their_certificates():
    fixed = {"N": 5, "d": 3, "alpha": 0.5, "value": "simple"}
    sweep = st.batches.Sweep("attention", {"beta": [0.0, 8.0]}, fixed, "limit", runs=40, steps=200)
    consensus = [row["limit"] for row in st.sweep(sweep)]
    assert consensus[0] == 1.0
    assert consensus[1] < 0.7
    assert all(row["certified"] > 0.9 for row in st.sweep(sweep))


@pytest.mark.parametrize("dynamics", ["sa", "usa", "attention", "flow", "oja"])
def test_every_dynamics_reaches_consensus_at_small_beta(dynamics):
    fixed = {"N": 4, "d": 8, "beta": 0.1, "alpha": 0.5}
    sweep = st.batches.Sweep(dynamics, {}, fixed, "clusters", runs=10, steps=200, every=200)
    assert st.sweep(sweep)[-1]["clusters"] == 1


def plain_field(dynamics, X, P, V, beta):
    """F of one system, a head at a time; P, V lists of the heads' matrices."""
    F, (N, d) = 0.0, X.shape
    for p, v in zip(P, V, strict=True):
        E = np.exp(beta * X @ p @ X.T) if dynamics != "oja" else np.ones((N, N))
        F = F + E / (N if dynamics in ("oja", "usa") else E.sum(axis=1, keepdims=True)) @ X @ v.T
    return F / sqrt(d) if dynamics == "flow" else F


def plain_value(statistic, X, beta, delta):
    N, G = len(X), X @ X.T
    return {
        "near": lambda: np.mean(G[~np.eye(N, dtype=bool)] > 1 - delta),
        "misalignment": lambda: 1 - np.mean(G[0]),
        "energy": lambda: np.mean(np.exp(beta * G)) / (2 * beta),
        "clusters": lambda: connected_components(1 - delta < G)[0],
    }[statistic]()


def plain_run(dynamics, X, P, V, beta, size, steps, continuous):
    units = st.models.normalise

    def velocity(X):
        F = plain_field(dynamics, X, P, V, beta)
        return F - np.sum(F * X, axis=1, keepdims=True) * X

    for _ in range(steps):
        if continuous:
            a = velocity(X)
            b = velocity(units(X + size / 2 * a))
            c = velocity(units(X + size / 2 * b))
            X = units(X + size / 6 * (a + 2 * b + 2 * c + velocity(units(X + size * c))))
        else:
            X = units(X + size * plain_field(dynamics, X, P, V, beta))
    return X


LAYOUTS = [("identity", "identity"), ("identity", "goe"), ("goe", "identity"), ("zero", "negative"), ("goe", "wishart")]


@pytest.mark.parametrize("dynamics", ["sa", "usa", "attention", "flow", "oja"])
@pytest.mark.parametrize("heads", [1, 2, 5])
@pytest.mark.parametrize("layout", LAYOUTS, ids="-".join)
def test_every_sweep_is_the_plain_definition(dynamics, heads, layout):
    """In layers and in continuous time, with every statistic; delta is large so that there are clusters."""
    fixed = dict(zip(("attention", "value"), layout, strict=True)) | {"N": 4, "d": 3, "heads": heads}
    for statistic, continuous in product(("near", "clusters", "misalignment", "energy"), (False, True)):
        alpha = 0.02 if continuous else 0.2
        more = {"runs": 2, "seed": 4, "steps": 3, "every": 3, "delta": 0.3, "continuous": continuous}
        asked = st.batches.Sweep(dynamics, {}, {**fixed, "beta": 0.7, "alpha": alpha}, statistic, **more)
        rng = np.random.default_rng(np.random.SeedSequence(4, spawn_key=(0,)))
        X = st.draws.random_tokens(rng, 2, 4, 3)
        drawn = [matrices_of_law(name, rng, 2, heads, 3) for name in layout]
        P, V = (np.broadcast_to(np.eye(3) if M is None else M, (2, heads, 3, 3)) for M in drawn)
        ends = [plain_run(dynamics, *system, 0.7, alpha, 3, continuous) for system in zip(X, P, V, strict=True)]
        expected = np.mean([plain_value(statistic, end, 0.7, 0.3) for end in ends])
        assert st.sweep(asked)[-1][statistic] == pytest.approx(expected, abs=1e-12)


def test_a_threshold_far_below_the_default():
    """The numbers were computed with a loop over tokens that never takes any together."""
    for statistic, steps, expected in (("near", 111, 0.1425), ("clusters", 96, 14.45)):
        options = {"runs": 20, "seed": 3, "steps": steps, "every": steps, "delta": 1e-8}
        sweep = st.batches.Sweep("sa", {}, {"N": 16, "d": 3}, statistic, **options)
        assert st.sweep(sweep)[-1][statistic] == pytest.approx(expected, abs=1e-12)
        rng = np.random.default_rng(np.random.SeedSequence(3, spawn_key=(0,)))
        found = []
        for X in st.draws.random_tokens(rng, 20, 16, 3):
            for _ in range(steps):
                A = np.exp(X @ X.T)
                X = X + 0.1 * (A / A.sum(axis=1, keepdims=True)) @ X
                X = X / np.linalg.norm(X, axis=1, keepdims=True)
            found.append(plain_value(statistic, X, 1.0, 1e-8))
        assert np.mean(found) == pytest.approx(expected, abs=1e-12)


BAD_POINTS = [
    ({"statistic": "energy", "grid": {"beta": [0, 1.0]}}, "divides by beta, which is 0"),
    ({"statistic": "energy", "grid": {"beta": [1e3, 1.0]}}, "energy at step 0 is beyond the floating-point range"),
    ({"statistic": "energy", "grid": {"beta": [-2e3, 1.0]}}, "energy at step 0 is beyond the floating-point range"),
    ({"dynamics": "usa", "grid": {"beta": [1e3, 1.0]}}, "alpha = .* at beta = 1000 is below the floating-point range"),
    ({"dynamics": "usa", "grid": {"beta": [800, 1.0]}, "fixed": {"alpha": 0.1, "N": 3, "d": 2}},
     "reach e.*, beyond the floating-point range"),
    ({"dynamics": "usa", "grid": {"beta": [-3e3, 1.0]}, "continuous": True},
     "reach e.*, beyond the floating-point range"),
    ({"grid": {"beta": [1e308, 1.0]}, "fixed": {"attention": "goe", "N": 3, "d": 9}},
     "logits up to .* beyond the floating-point range"),
    ({"grid": {"N": [1, 3]}}, "near is a share of the pairs"),
    ({"grid": {"d": [100, 3]}, "single": True, "delta": 1e-5, "fixed": {"N": 4}}, "delta = 1e-05; in this precision"),
    ({"dynamics": "attention", "statistic": "limit", "grid": {"value": ["negative", "simple"]}, "fixed": {"N": 3}},
     "1 of 1 draws have no limit that is known: lambda_1 = -1"),
    ({"dynamics": "attention", "statistic": "limit", "grid": {"attention": ["goe", "zero"]},
     "fixed": {"N": 3, "heads": 2, "value": "simple"}, "seed": 3}, "limit with 2 heads of different attention"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "said"), BAD_POINTS)
def test_a_point_without_values_is_a_row_that_says_why(asked, said):
    fixed = {"N": 5, "d": 3} | asked.get("fixed", {})
    fixed = {name: value for name, value in fixed.items() if name not in asked["grid"]}
    rows = st.sweep(st.batches.Sweep(**({"runs": 1, "steps": 2} | asked | {"fixed": fixed})))
    first, last = rows[0], rows[-1]
    name = asked.get("statistic", "near")
    assert re.search(said, first["reason"])
    assert first[name] is first["step"] is None
    assert last["reason"] is None
    assert np.isfinite(last[name])


def test_the_limit_of_heads_that_attend_alike_is_that_of_the_sum_of_their_values():
    fixed = {"N": 4, "d": 3, "heads": 3, "value": "simple", "alpha": 0.2, "beta": 2.0}
    row = st.sweep(st.batches.Sweep("attention", {}, fixed, "limit", runs=3, seed=2, steps=300))[0]
    rng = np.random.default_rng(np.random.SeedSequence(2, spawn_key=(0,)))
    X = st.draws.random_tokens(rng, 3, 4, 3)
    V = matrices_of_law("simple", rng, 3, 3, 3)
    eye = [np.eye(3)] * 3
    ends = [plain_run("attention", x, eye, v, 2.0, 0.2, 300, False) for x, v in zip(X, V, strict=True)]
    assert row["limit"] == np.mean([min(end @ end[0]) > 0.99 for end in ends])


def test_single_precision_and_random_matrices():
    fixed = {"N": 5, "d": 4, "attention": "goe", "value": "wishart", "heads": 2}
    for continuous in (False, True):
        asked = {"fixed": fixed, "runs": 6, "steps": 15, "continuous": continuous}
        pair = [st.sweep(st.batches.Sweep("attention", single=single, **asked)) for single in (False, True)]
        assert np.allclose([row["near"] for row in pair[0]], [row["near"] for row in pair[1]], atol=0.05)


def test_the_laws():
    rng = np.random.default_rng(0)
    for name in LAWS:
        M = matrices_of_law(name, rng, 40, 2, 6)
        if name == "identity":
            assert M is None
        elif name in ("zero", "negative"):
            assert np.array_equal(M, np.tile(-np.eye(6) * (name == "negative"), (2, 1, 1)))
        else:
            assert M.shape == (40, 2, 6, 6)
            assert np.array_equal(M, np.swapaxes(M, -1, -2)) == (name in ("goe", "simple")) or name == "wishart"
    spectra = np.linalg.eigvalsh(matrices_of_law("simple", rng, 40, 1, 6))
    assert np.allclose(spectra[..., -1], 1)
    assert np.all(np.abs(spectra[..., :-1]) <= 0.9)
    assert np.all(np.linalg.eigvalsh(matrices_of_law("wishart", rng, 5, 1, 4)) > 0)
    with pytest.raises(ValueError, match="matrix law 'uniform'"):
        matrices_of_law("uniform", rng, 1, 1, 2)


def test_values_of_numpy_are_values(tmp_path):
    plain = st.batches.Sweep(grid={"beta": [0.5, 1.0], "N": [3, 4]}, fixed={"d": 3}, runs=2, steps=2)
    grid = {"beta": np.linspace(0.5, 1, 2), "N": np.arange(3, 5)}
    given = st.batches.Sweep(grid=grid, fixed={"d": np.int64(3)}, runs=np.int64(2), steps=np.array(2))
    assert given == plain
    assert st.sweep(given, journal=tmp_path / "points") == st.sweep(plain)


def advance(k, X):
    return st.models.normalise(X + 0.1 * (k + 1) * X[..., ::-1])


@pytest.fixture
def start():
    return st.draws.random_tokens(np.random.default_rng(0), 2, 3, 4)


class Interrupted:
    def __init__(self, after):
        self.left = after

    def __call__(self, k, X):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return advance(k, X)


@pytest.mark.parametrize("pause", [0.0, 1e9], ids=["written on the way", "written at the interruption"])
def test_what_was_interrupted_goes_on_and_ends_the_same(start, tmp_path, monkeypatch, pause):
    monkeypatch.setattr(simulation, "_PAUSE", pause)
    kept = tmp_path / "a.npz"
    whole = st.simulate(advance, start, 9)
    assert np.array_equal(whole[4], advance(3, whole[3]))
    with pytest.raises(KeyboardInterrupt):
        st.simulate(Interrupted(5), start, 9, checkpoint=kept, request={"a": 1})
    again = Interrupted(4)
    assert np.array_equal(st.simulate(again, start, 9, checkpoint=kept, request={"a": 1}), whole)
    assert again.left == 0
    assert not kept.exists()


def test_checkpoints_of_other_simulations_are_refused(start, tmp_path):
    kept = tmp_path / "a.npz"
    with pytest.raises(KeyboardInterrupt):
        st.simulate(Interrupted(2), start, 9, checkpoint=kept, request={"a": 1})
    for X, request in ((start, {"a": 2}), (-start, {"a": 1})):
        with pytest.raises(ValueError, match="checkpoint of another simulation"):
            st.simulate(advance, X, 9, checkpoint=kept, request=request)
    kept.write_text("no archive")
    with pytest.raises(ValueError, match="is no checkpoint"):
        st.simulate(advance, start, 9, checkpoint=kept, request={"a": 1})
