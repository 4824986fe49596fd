"""Prescribed spectra get the case that they have; what is not certain is undecided."""

import numpy as np
import pytest
from flint import acb_mat, arb_mat, ctx

from attnverify.stability.transformers import spectrum
from attnverify.stability.transformers.attention import FactoredAttention, Mask
from attnverify.stability.transformers.spectrum import certified, layer_spectrum, leading_overlap, random_radius


def with_spectrum(blocks, seed=0, basis=None):
    """A sublayer whose layer matrix is similar to the block-diagonal matrix of `blocks`: numbers and 2x2 matrices."""
    d = sum(1 if np.isscalar(block) else 2 for block in blocks)
    inner, k = np.zeros((d, d)), 0
    for block in blocks:
        size = 1 if np.isscalar(block) else 2
        inner[k : k + size, k : k + size] = block
        k += size
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(d, d)) if basis is None else basis
    W_v = rng.normal(size=(d, d))
    W_o = X @ inner @ np.linalg.inv(X) @ np.linalg.inv(W_v)
    return FactoredAttention(W_v, W_v, W_v, W_o, 1, 1.0, Mask())


def turning(modulus, angle):
    c, s = np.cos(angle), np.sin(angle)
    return modulus * np.array([[c, -s], [s, c]])


REST = [0.3, 0.2, -0.1, turning(0.25, 1.0)]
CASES = {
    "a dominant real eigenvalue": ([1.5, *REST], ("1 real", "1 real", "1 real")),
    "a dominant pair": ([turning(1.2, 0.5), *REST], ("2 complex",) * 3),
    "a negative one of larger modulus, as in ALBERT large": ([1.2, -1.6, *REST], ("1 real", "1 real", "1 real")),
    "two equal ones": ([1.0, 1.0, *REST], ("undecided",) * 3),
    "a pair and a real one of the same real part": (
        [1.0, np.array([[1.0, -0.5], [0.5, 1.0]]), *REST],
        ("undecided", "2 complex", "2 complex"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_case_is_named_when_it_is_certain(name):
    blocks, cases = CASES[name]
    attention = with_spectrum(blocks)
    verdicts = certified(attention)[1]
    assert tuple(verdict.case for verdict in verdicts.values()) == cases
    for reading, verdict in verdicts.items():
        if verdict.gap is not None:
            floating = layer_spectrum(attention).principal[reading]
            assert abs(floating.value - verdict.value) < 1e-8
            assert 0 < verdict.gap <= floating.gap + 1e-9
            assert floating.gap - verdict.gap < 1e-6
        else:
            assert verdict.why


def collinear(overlap, gap, d=48):
    """Eigenvalues 1 and 1 - gap, whose unit eigenvectors have this cosine, up to rounding; the others below 1/2."""
    rng = np.random.default_rng(3)
    X = np.linalg.qr(rng.normal(size=(d, d)))[0]
    X[:, 1] = overlap * X[:, 0] + np.sqrt(1 - overlap**2) * X[:, 1]
    F = X @ np.diag([1.0, 1.0 - gap, *rng.uniform(-0.5, 0.5, d - 2)]) @ np.linalg.inv(X)
    return FactoredAttention(F, F, np.eye(d), F, 1, 1.0, Mask())


def test_nearly_collinear_eigenvectors_are_decided_rightly_or_not_at_all():
    """Rounding alone may make the two eigenvalues a pair; what is named is true of the floating-point matrix."""
    cases = []
    before = ctx.prec
    ctx.prec = 200
    try:
        for near in (1e-2, 1e-6, 1e-10, 1e-13, 1e-14, 1e-15):
            for gap in (1e-2, 1e-4, 1e-6, 1e-8):
                attention = collinear(1 - near, gap)
                verdict = certified(attention)[1]["real part"]
                values = sorted(map(complex, acb_mat(arb_mat(attention.F.tolist())).eig()), key=lambda z: -z.real)
                kind = "1 real" if abs(values[0].imag) < 1e-40 else "2 complex"
                assert verdict.case in ("undecided", kind)
                assert (verdict.gap is None) == (verdict.case == "undecided") == bool(verdict.why)
                cases.append(verdict.case)
    finally:
        ctx.prec = before
    assert cases[0] == "1 real"
    assert set(cases) == {"1 real", "2 complex", "undecided"}
    assert leading_overlap(collinear(0.999, 1e-2).F) == pytest.approx(0.999, abs=1e-6)


def test_a_defective_matrix_is_undecided_and_no_error():
    jordan = np.array([[1.0, 1.0], [0.0, 1.0]])
    assert certified(with_spectrum([jordan, *REST]))[1]["real part"].case == "undecided"


def test_what_the_table_prints():
    F = np.diag([2.0, -3.0, 0.5])
    found = layer_spectrum(
        FactoredAttention(F, F, np.diag([1.0, 2.0, 4.0]), F @ np.diag([1, 0.5, 0.25]), 1, 1.0, Mask())
    )
    assert [found.principal[reading].value for reading in spectrum.READINGS] == [2, -3, 2 + 0j]
    assert [found.principal[reading].gap for reading in spectrum.READINGS] == pytest.approx([1.5, 1, 1])
    assert found.radius == pytest.approx(3)
    assert found.norm == pytest.approx(np.linalg.norm(F))
    assert found.non_normality == pytest.approx(0, abs=1e-7)
    assert found.condition == pytest.approx(4)
    nilpotent = FactoredAttention(F, F, np.eye(3), np.diag([1.0, 1.0], 1), 1, 1.0, Mask())
    assert layer_spectrum(nilpotent).non_normality == pytest.approx(1)


def test_the_leading_eigenvalues_of_large_matrices_are_those_of_all(monkeypatch):
    W_o, W_v = np.random.default_rng(4).normal(size=(2, 80, 80)) / np.sqrt(80)
    attention = FactoredAttention(W_o, W_o, W_v, W_o, 1, 1.0, Mask())
    complete = layer_spectrum(attention)
    monkeypatch.setattr(spectrum, "LARGE", 40)
    leading = layer_spectrum(attention)
    assert len(leading.values) < 40
    assert leading.non_normality is None
    for reading in spectrum.READINGS:
        assert abs(leading.principal[reading].value - complete.principal[reading].value) < 1e-10
        assert leading.principal[reading].gap == pytest.approx(complete.principal[reading].gap, abs=1e-10)


def test_the_radius_of_random_weights():
    """Products of two random matrices: radius d s t, and sum |lambda|^2 a third of |F|^2."""
    W_o, W_v = np.random.default_rng(5).normal(size=(2, 400, 400)) * [[[0.1]], [[0.02]]]
    attention = FactoredAttention(W_o, W_o, W_v, W_o, 1, 1.0, Mask())
    found = layer_spectrum(attention)
    assert random_radius(attention) == pytest.approx(400 * 0.1 * 0.02, rel=1e-2)
    assert found.radius == pytest.approx(random_radius(attention), rel=0.1)
    assert found.non_normality == pytest.approx(spectrum.RANDOM_NON_NORMALITY, rel=1e-2)
