import json

import numpy as np
import pytest

import stability as st
from stability.batches.laws import LAWS, matrices_of_law

SWEEP = st.batches.Sweep(
    grid={"beta": [0.5, 3.0], "d": [2, 6]}, fixed={"N": 5}, runs=7, seeds=2, steps=20, every=10, merge=0.0
)


def test_the_table_is_that_of_single_points():
    rows = st.swept(SWEEP)
    assert len(rows) == 2 * 2 * 2 * 3
    assert [row["step"] for row in rows[:3]] == [0, 10, 20]
    assert list(rows[0]) == ["beta", "d", "seed", "step", "time", "near", "spread", "certified"]
    for task, point in ((0, (0.5, 2)), (5, (3.0, 2))):
        rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(task,)))
        X = st.random_tokens(rng, 7, 5, point[1])
        values = st.batches.observed(
            st.batches.Dynamics(beta=point[0]), X, 0.1, 20, st.batches.statistic("near"), every=10, merge=0.0
        )
        own = rows[3 * task : 3 * task + 3]
        assert [row["near"] for row in own] == np.mean(values, axis=1).tolist()
        assert (own[0]["beta"], own[0]["d"], own[0]["seed"]) == (*point, task % 2)


def test_seeds_differ_and_the_sweep_repeats_itself():
    rows = st.swept(st.batches.Sweep(statistic="misalignment", fixed={"N": 5}, runs=3, seeds=3, steps=4, every=4))
    starts = [row["misalignment"] for row in rows if row["step"] == 0]
    assert len(set(starts)) == 3
    again = st.swept(
        st.batches.Sweep(statistic="misalignment", fixed={"N": 5}, runs=3, seeds=3, steps=4, every=4), jobs=1
    )
    assert rows == again


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
        st.swept(SWEEP, journal=journal, progress=stop)
    with journal.open("a") as file:
        file.write('{"task": 4, "val')
    counted.clear()
    rows = st.swept(SWEEP, journal=journal, progress=lambda *count: counted.append(count))
    assert counted[0] == (3, 8)
    assert rows == st.swept(SWEEP)
    assert len(journal.read_text().splitlines()) == 1 + 8
    with pytest.raises(ValueError, match="journal of another sweep"):
        st.swept(st.batches.Sweep(), journal=journal)
    journal.write_text("nonsense\n")
    with pytest.raises(ValueError, match="journal of another sweep"):
        st.swept(SWEEP, journal=journal)
    assert json.loads(json.dumps(rows)) == rows


def test_limits_come_with_their_certificates():
    sweep = st.batches.Sweep(
        "attention",
        {"beta": [0.0, 8.0]},
        {"N": 5, "d": 3, "alpha": 0.5, "value": "simple"},
        "limit",
        runs=40,
        steps=200,
    )
    consensus = [row["limit"] for row in st.swept(sweep)]
    assert consensus[0] == 1.0
    assert consensus[1] < 0.7
    assert all(row["certified"] > 0.9 for row in st.swept(sweep))


@pytest.mark.parametrize("dynamics", ["sa", "usa", "attention", "flow", "oja"])
def test_every_dynamics_reaches_consensus_at_small_beta(dynamics):
    sweep = st.batches.Sweep(
        dynamics, {}, {"N": 4, "d": 8, "beta": 0.1, "alpha": 0.5}, "clusters", runs=10, steps=200, every=200
    )
    assert st.swept(sweep)[-1]["clusters"] == 1


def test_single_precision_and_random_matrices():
    fixed = {"N": 5, "d": 4, "attention": "goe", "value": "wishart", "heads": 2}
    for continuous in (False, True):
        pair = [
            st.swept(
                st.batches.Sweep("attention", {}, fixed, "near", runs=6, steps=15, single=single, continuous=continuous)
            )
            for single in (False, True)
        ]
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


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dynamics": "xsa"}, "dynamics 'xsa'; allowed are"),
        ({"grid": {"gamma": [1]}}, "parameter 'gamma'; allowed are N, d"),
        ({"grid": {"d": [2]}, "fixed": {"d": 3}}, "'d' is in the grid and fixed"),
        ({"grid": {"N": [2.5]}}, "N = 2.5; allowed are integers"),
        ({"fixed": {"value": "random"}}, "value = 'random'; allowed are identity"),
        ({"fixed": {"beta": float("nan")}}, "beta = nan; allowed are finite"),
        ({"statistic": "limit"}, "'limit'; allowed with the layers of the dynamics attention"),
        ({"statistic": "mean"}, "statistic 'mean'; allowed"),
        ({"runs": 0}, "runs = 0; allowed are positive"),
        ({"merge": float("nan")}, "merge = nan; allowed are angles"),
        ({"merge": -1.0}, "merge = -1.0; allowed are angles"),
    ],
)
def test_bad_sweeps_are_refused(changes, said):
    with pytest.raises(ValueError, match=said):
        st.batches.Sweep(**changes)


def test_a_sweep_that_does_not_fit_is_refused_before_it_starts():
    sweep = st.batches.Sweep(fixed={"N": 1000, "d": 1000}, runs=10_000)
    with pytest.raises(st.batches.TooLargeError, match=r"needs about \d+\.\d GiB; allowed are 2\.0 GiB"):
        st.swept(sweep)
    with pytest.raises(st.batches.TooLargeError, match=r"a point of this sweep needs"):
        st.swept(SWEEP, memory=1000)
