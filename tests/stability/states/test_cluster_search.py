import numpy as np
import pytest

import attnverify.stability as st

V = np.array([[104, -33], [-33, 66]]) / 35
P = np.log(2) * np.array([[3, 22 / 3], [4, 46 / 3]])
KNOWN = np.array([[1, 0], [-0.8, 0.6]])


def test_finds_the_exact_two_cluster_example():
    found = st.equilibria(P, V, [2, 2], starts=60)
    distances = [
        min(np.max(np.abs(sign * tokens - KNOWN)) for sign in (1, -1) for tokens in (one.tokens, one.tokens[::-1]))
        for one in found
    ]
    assert min(distances) < 1e-10
    nearest = found[int(np.argmin(distances))]
    assert sorted(nearest.nu) == pytest.approx([1, 2.2], abs=1e-10)


def test_everything_found_is_an_equilibrium_of_distinct_unit_tokens_and_found_once():
    rng = np.random.default_rng(3)
    W, Q, counts = rng.standard_normal((3, 3)), rng.standard_normal((3, 3)), np.array([2.0, 2.0, 1.0])
    found = st.equilibria(Q, W, [2, 2, 1], starts=60)
    assert len(found) > 3
    for one in found:
        assert np.max(np.abs(st.states.cluster_equations(one.tokens, one.nu, Q, W, counts))) < 1e-9
        assert np.allclose(np.linalg.norm(one.tokens, axis=1), 1)
    for i, one in enumerate(found):
        for other in found[:i]:
            for order in ([0, 1, 2], [1, 0, 2]):
                for sign in (1, -1):
                    assert np.max(np.abs(sign * one.tokens[order] - other.tokens)) > 1e-5


def test_derivative_of_the_equations_is_that_of_central_differences():
    rng = np.random.default_rng(0)
    X, nu, counts = rng.standard_normal((3, 2)), rng.standard_normal(3), np.array([1.0, 2.0, 3.0])
    exact = st.states.cluster_equations_jacobian(X, nu, P, V, counts)
    z, h = np.concatenate([X.reshape(-1), nu]), 1e-6

    def value(z):
        return st.states.cluster_equations(z[:6].reshape(3, 2), z[6:], P, V, counts)

    numeric = np.stack([(value(z + h * e) - value(z - h * e)) / (2 * h) for e in np.eye(9)], axis=1)
    assert np.allclose(exact, numeric, atol=1e-6)


def test_the_same_seed_finds_the_same():
    first, second = (st.equilibria(P, V, [1, 2], starts=20, seed=5) for _ in range(2))
    assert len(first) == len(second) > 0
    assert all(np.array_equal(a.tokens, b.tokens) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(("arguments", "message"), [
    ((P, V, [3]), r"counts is \[3\]"),
    ((P, V, [2, 0]), r"counts is \[2, 0\]"),
    ((P[:1], V, [1, 1]), r"P has shape \(1, 2\)"),
    ((P, V * np.nan, [1, 1]), "V contains a value that is not finite"),
])  # fmt: skip
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        st.equilibria(*arguments)
