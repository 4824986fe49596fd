import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import stability as st


def lines(V, P):
    spectrum = st.value_spectrum(V)
    found = st.Eigenlines(spectrum, [st.log_matrix(P, "P")])
    return [found.line(e) for e in spectrum.eigenvalues if e.is_real]


def test_a_rational_line_has_an_exact_logit():
    first, second = lines([[3, 4], [4, -3]], sp.diag(sp.log(2), 0).tolist())
    assert isinstance(first.odds()[0], arb)  # 2^(8/5) is irrational
    assert first.logits[0].logs == {2: fmpq(4, 5)}
    assert second.logits[0].logs == {2: fmpq(1, 5)}


@pytest.mark.parametrize("seed", range(3))
def test_an_irrational_line_is_enclosed(seed):
    rng = np.random.default_rng(seed)
    V, P = rng.standard_normal((2, 5, 5))
    V = V + V.T
    values, vectors = np.linalg.eigh(V)
    for line, v in zip(lines(V, P), vectors.T[::-1], strict=True):
        assert abs(float(line.logits[0]) - v @ P @ v) < 1e-10
        assert line.logits[0].rad() < 1e-25
        unit = np.array([float(entry) for entry in st.unit_direction(line)])
        assert abs(abs(unit @ v) - 1) < 1e-12
    assert len(values) == 5


def test_larger_eigenspaces():
    V = [[1, 0, 0], [0, 1, 0], [0, 0, 2]]
    _, varying = lines(V, np.diag([1.0, 2.0, 3.0]))
    _, constant = lines(V, np.diag([1.0, 1.0, 3.0]))
    assert varying.logits is None
    assert constant.logits == (st.LogNumber(fmpq(1)),)


def test_an_irrational_eigenspace_needs_an_isotropic_logit_matrix():
    V = np.kron([[1, 1], [1, 0]], np.eye(2, dtype=int))
    skew = np.array([[1, 2, 0, 0], [-2, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    assert lines(V, skew)[0].logits == (st.LogNumber(fmpq(1)),)
    assert lines(V, np.diag([1, 2, 3, 4]))[0].logits is None
