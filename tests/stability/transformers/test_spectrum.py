"""Spectra of a layer's matrices: discs, growth, the histogram of eigenvalues."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import acb_mat, arb_mat, ctx

from attnverify.stability.transformers import alignment, runs, spectrum, storing
from attnverify.stability.transformers.attention import FactoredAttention, Mask, reduced_step
from attnverify.stability.transformers.configuration import parse_configuration
from attnverify.stability.transformers.model import TransformerModel


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
UNSURE = ("undecided", "2 complex", "2 complex")
CASES = {
    "a dominant real eigenvalue": ([1.5, *REST], ("1 real", "1 real", "1 real")),
    "a dominant pair": ([turning(1.2, 0.5), *REST], ("2 complex",) * 3),
    "a negative one of larger modulus, as in ALBERT large": ([1.2, -1.6, *REST], ("1 real", "1 real", "1 real")),
    "two equal ones": ([1.0, 1.0, *REST], ("undecided",) * 3),
    "one real part of a pair and a real one": ([1.0, np.array([[1.0, -0.5], [0.5, 1.0]]), *REST], UNSURE),
}


@pytest.mark.parametrize("name", CASES)
def test_the_case_is_named_when_it_is_certain(name):
    blocks, cases = CASES[name]
    attention = with_spectrum(blocks)
    verdicts = spectrum.certified(attention)[1]
    assert tuple(verdict.case for verdict in verdicts.values()) == cases
    for reading, verdict in verdicts.items():
        if verdict.gap is not None:
            floating = spectrum.layer_spectrum(attention).principal[reading]
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
    with ctx.workprec(200):
        for near in (1e-2, 1e-6, 1e-10, 1e-12, 1e-13, 1e-14, 1e-15):
            for gap in (1e-2, 1e-4, 1e-6, 1e-8):
                attention = collinear(1 - near, gap)
                verdict = spectrum.certified(attention)[1]["real part"]
                values = sorted(map(complex, acb_mat(arb_mat(attention.F.tolist())).eig()), key=lambda z: -z.real)
                kind = "1 real" if abs(values[0].imag) < 1e-40 else "2 complex"
                assert verdict.case in ("undecided", kind)
                assert (verdict.gap is None) == (verdict.case == "undecided") == bool(verdict.why)
                cases.append(verdict.case)
    assert cases[0] == "1 real"
    assert set(cases) == {"1 real", "2 complex", "undecided"}
    assert spectrum.leading_overlap(collinear(0.999, 1e-2).F) == pytest.approx(0.999, abs=1e-6)


def test_a_defective_matrix_is_undecided_and_no_error():
    jordan = np.array([[1.0, 1.0], [0.0, 1.0]])
    assert spectrum.certified(with_spectrum([jordan, *REST]))[1]["real part"].case == "undecided"


def test_what_the_table_prints():
    F, W_v, W_o = np.diag([2.0, -3.0, 0.5]), np.diag([1.0, 2.0, 4.0]), np.diag([2, -1.5, 0.125])
    found = spectrum.layer_spectrum(FactoredAttention(F, F, W_v, W_o, 1, 1.0, Mask()))
    assert [found.principal[reading].value for reading in alignment.READINGS] == [2, -3, 2 + 0j]
    assert [found.principal[reading].gap for reading in alignment.READINGS] == pytest.approx([1.5, 1, 1])
    assert found.radius == pytest.approx(3)
    assert found.norm == pytest.approx(np.linalg.norm(F))
    assert found.non_normality == pytest.approx(0, abs=1e-7)
    assert found.condition == pytest.approx(4)
    nilpotent = FactoredAttention(F, F, np.eye(3), np.diag([1.0, 1.0], 1), 1, 1.0, Mask())
    assert spectrum.layer_spectrum(nilpotent).non_normality == pytest.approx(1)


def test_the_leading_eigenvalues_of_large_matrices_are_those_of_all(monkeypatch):
    W_o, W_v = np.random.default_rng(4).normal(size=(2, 80, 80)) / np.sqrt(80)
    attention = FactoredAttention(W_o, W_o, W_v, W_o, 1, 1.0, Mask())
    complete = spectrum.layer_spectrum(attention)
    monkeypatch.setattr(spectrum, "LARGE", 40)
    leading = spectrum.layer_spectrum(attention)
    assert len(leading.values) < 40
    assert leading.non_normality is None
    for reading in alignment.READINGS:
        assert abs(leading.principal[reading].value - complete.principal[reading].value) < 1e-10
        assert leading.principal[reading].gap == pytest.approx(complete.principal[reading].gap, abs=1e-10)


def test_the_radius_of_random_weights():
    """Products of two random matrices: radius d s t, and sum |lambda|^2 a third of |F|^2."""
    W_o, W_v = np.random.default_rng(5).normal(size=(2, 400, 400)) * [[[0.1]], [[0.02]]]
    attention = FactoredAttention(W_o, W_o, W_v, W_o, 1, 1.0, Mask())
    found = spectrum.layer_spectrum(attention)
    assert spectrum.random_radius(attention) == pytest.approx(400 * 0.1 * 0.02, rel=1e-2)
    assert found.radius == pytest.approx(spectrum.random_radius(attention), rel=0.1)
    assert found.non_normality == pytest.approx(spectrum.RANDOM_NON_NORMALITY, rel=1e-2)


# Discs hold the eigenvalues of the exact product, which ball arithmetic encloses independently.
def exact_eigenvalues(W_o, W_v):
    """Balls of the eigenvalues of the exact product, by Arb with 200 bits."""
    with ctx.workprec(200):
        return [complex(value) for value in acb_mat(arb_mat(W_o.tolist()) * arb_mat(W_v.tolist())).eig(multiple=True)]


@pytest.mark.parametrize("d", [2, 5, 12, 30])
@pytest.mark.parametrize("seed", range(3))
def test_every_eigenvalue_is_in_its_disc(d, seed):
    W_o, W_v = np.random.default_rng((d, seed)).normal(size=(2, d, d)) / np.sqrt(d)
    discs = spectrum.eigenvalue_discs(W_o, W_v)
    assert discs is not None
    values = np.array(exact_eigenvalues(W_o, W_v))
    distances = np.abs(values[:, None] - discs.centres)
    nearest = np.argmin(distances, axis=1)
    assert sorted(nearest) == list(range(d))
    assert np.all(distances[np.arange(d), nearest] <= discs.radii[nearest] * (1 + 1e-9) + 1e-15)
    assert np.max(discs.radii) < 1e-8
    for k, value in zip(nearest, values, strict=True):
        assert discs.isolated(k)
        assert discs.certainly_real(k) == (abs(value.imag) < 1e-30)
        assert discs.certainly_complex(k) == (abs(value.imag) > 1e-30)
        assert abs(np.conj(value) - discs.centres[discs.conjugate(k)]) < 1e-8


def cancelling(seed):
    """F = [[0, -1], [g, 0]], whose g is near 1 by products that cancel: eigenvectors (1, i) turn its error by i."""
    a, b = np.random.default_rng(seed).uniform(1, 1.0001, 2)
    W_o, W_v = np.zeros((2, 4, 4))
    W_o[0, 1], W_o[1] = -1, [1, 0, 1e8 * b, -1e8 * a]
    W_v[:, 0], W_v[1, 1] = [1, 0, a, b], 1
    return W_o, W_v


def large():
    rng = np.random.default_rng(0)
    W_v = rng.normal(size=(8, 8))
    return np.linalg.inv(W_v) * 1e8 + rng.normal(size=(8, 8)), W_v


@pytest.mark.parametrize(("W_o", "W_v"), [large(), *map(cancelling, range(3))])
def test_the_error_of_the_product_is_in_the_radii(W_o, W_v):
    """Products that cancel: the floating-point product is far from the exact one, relative to its size."""
    discs = spectrum.eigenvalue_discs(W_o, W_v)
    assert discs is not None
    values = exact_eigenvalues(W_o, W_v)
    assert all(np.any(np.abs(discs.centres - value) <= discs.radii) for value in values)


def test_defective_and_scalar_matrices_isolate_nothing():
    jordan = np.eye(6) + np.diag(np.ones(5), 1)
    similar = np.random.default_rng(1).normal(size=(6, 6))
    for F in (jordan, similar @ jordan @ np.linalg.inv(similar), np.eye(6)):
        discs = spectrum.eigenvalue_discs(np.eye(6), np.ascontiguousarray(F))
        assert discs is None or not any(discs.isolated(k) for k in range(6))


def test_a_radius_that_is_too_small_would_be_seen():
    """The same test on discs that are shrunk a thousand times fails, so it does look at the radii."""
    W_o, W_v = np.random.default_rng(2).normal(size=(2, 30, 30))
    discs = spectrum.eigenvalue_discs(W_o, W_v)
    assert discs is not None
    small = spectrum.Discs(discs.centres, discs.radii / 1e5, discs.vectors)
    values = exact_eigenvalues(W_o, W_v)
    assert not all(np.any(np.abs(small.centres - value) <= small.radii) for value in values)


def test_what_is_no_float64_matrix_is_refused():
    good = np.eye(2)
    for bad in (np.eye(3), np.eye(2, dtype=np.float32), np.array([[np.nan, 0], [0, 1]]), np.ones(2)):
        with pytest.raises(ValueError, match="finite float64"):
            spectrum.eigenvalue_discs(good, bad)
    assert spectrum.eigenvalue_discs(1e300 * good, 1e300 * good) is None


# Growth along the cumulative product: for layers whose product is known, and the bound from shuffled copies.
D = 6


def steps(F, count, move):
    return [alignment.LayerStep((k,), lambda: F, lambda X: (move(X), 0.0)) for k in range(count)]


def test_tokens_that_do_not_move_do_not_grow():
    X = runs.gaussian_tokens(3, 4, D, 0)
    F = np.diag([2.0, 1, 1, 1, 1, 1])
    assert alignment.product_growth(steps(F, 8, lambda X: X), 8, X) == 0.0


@pytest.mark.parametrize("skip", [False, True])
def test_tokens_that_jump_to_the_direction_grow_to_its_full_correlation(skip):
    F = np.diag([2.0, 1, 1, 1, 1, 1])
    start = np.broadcast_to(np.eye(D)[1], (2, 3, D))
    moved = iter([0, 0, 1, 1, 1, 1, 1, 1])
    layers = steps(F, 8, lambda X: np.broadcast_to(np.eye(D)[0], X.shape) if next(moved) else X)
    assert alignment.product_growth(layers, 8, start, skip=skip) == pytest.approx(1 / alignment.chance_level(D, 1))


def test_with_the_skip_connection_the_direction_may_be_another_one():
    F = np.diag([-1.5, 0.5, 0, 0, 0, 0])
    start = np.broadcast_to(np.eye(D)[0], (1, 2, D))
    # F^4 has the first axis as principal, F the second one; so have I + F and (I + F)^4
    level = alignment.chance_level(D, 1)
    assert alignment.product_growth(steps(F, 4, lambda X: X), 4, start) == pytest.approx(1 / level)
    assert alignment.product_growth(steps(F, 4, lambda X: X), 4, start, skip=True) == 0.0


@pytest.mark.parametrize(("F", "skip"), [
    (np.zeros((D, D)), False),
    (np.eye(D, k=1) @ np.eye(D, k=1) @ np.eye(D, k=1), False),
    (-np.eye(D), True),
    (np.full((D, D), np.inf), False),
], ids=["zero", "nilpotent", "the skip connection undone", "infinite"])  # fmt: skip
def test_a_product_without_directions_is_named(F, skip):
    with np.errstate(all="ignore"), pytest.raises(ZeroDivisionError, match=r"product of the layer matrices has norm"):
        alignment.product_growth(steps(F, 4, lambda X: X), 4, runs.gaussian_tokens(1, 2, D, 0), skip=skip)


def test_the_quantile_is_that_of_student():
    from scipy.stats import t

    assert pytest.approx(t.ppf(0.99, alignment.COPIES - 1), abs=1e-3) == alignment.QUANTILE
    assert alignment.Growth(0.0, 0.0, (0.5,) * alignment.COPIES).bound == 0.5


def test_one_more_of_a_normal_sample_is_below_the_bound_in_99_of_100_cases():
    drawn = np.random.default_rng(0).normal(0.3, 0.2, size=(4000, alignment.COPIES + 1))
    above = np.mean([row[0] > alignment.Growth(0.0, 0.0, tuple(row[1:])).bound for row in drawn])
    assert 0.006 < above < 0.014


def test_the_cosines_of_the_pairs():
    X = np.array([[[3.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [[1.0, 0.0], [-2.0, 0.0], [5.0, 0.0]]])
    root = np.sqrt(0.5)
    assert np.allclose(runs.pair_cosines(X), [0, root, root, -1, 1, -1])
    with pytest.raises(ValueError, match="one token in a prompt has no pairs"):
        runs.pair_cosines(X[:, :1])


def test_the_layers_that_are_shown():
    assert runs.shown_layers(12, 24) == [0, 1, 3, 6, 9, 12, 15, 18, 21, 24]
    assert runs.shown_layers(2, 3) == [0, 1, 2, 3]
    assert runs.shown_layers(24, 5) == [0, 1, 5]


def test_the_histograms_are_those_of_the_model(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    ids = runs.random_ids(model, 3, 8, 0)
    found = runs.cosine_histograms(model, ids, 6)
    assert [histogram.layer for histogram in found] == [0, 1, 2, 3, 4, 5, 6]
    X = model.embed(ids)
    for turn in range(2):
        for layer in range(3):
            index = 3 * turn + layer + 1
            X = model.block(layer)(X)
            cosines = runs.pair_cosines(X)
            assert found[index].mean == pytest.approx(cosines.mean())
            assert found[index].least == pytest.approx(cosines.min())
            assert found[index].counts.sum() == 3 * 28
            assert found[index].counts.tolist() == np.histogram(cosines, runs.BINS)[0].tolist()
            assert found[index].top == pytest.approx(np.mean(cosines >= 0.95))
        X = model.final_norm()(X)
    null = runs.cosine_histograms(model, ids, 6, shuffle=0)
    assert null[0].mean == found[0].mean
    assert null[3].mean != found[3].mean


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert", "albert"])
@pytest.mark.parametrize("shuffle", [None, 1])
def test_a_row_means_the_same_whatever_the_depth(surrogate, family, shuffle):
    model = TransformerModel(surrogate(family))
    ids = runs.random_ids(model, 2, 6, 0)
    longest = {one.layer: one for one in runs.cosine_histograms(model, ids, 3 * model.depth, shuffle=shuffle)}
    for depth in range(1, 3 * model.depth):
        for one in runs.cosine_histograms(model, ids, depth, shuffle=shuffle):
            if one.layer in longest:
                assert (one.mean, one.least) == (longest[one.layer].mean, longest[one.layer].least)
    options = runs.RunOptions(own_blocks=True, feed_forward=True, shuffle=shuffle)
    X, both = model.embed(ids), [runs.layer_steps(model, options, passes) for passes in (1, 3)]
    rows = [[passed.alignment for passed in alignment.run_layers(steps, X, np.real)] for steps in both]
    assert rows[1][: model.depth] == rows[0]


@pytest.mark.parametrize("bad", [0.0, np.inf, np.nan])
def test_a_token_without_direction_is_named(bad):
    X = np.ones((1, 3, 2))
    X[0, 1] *= bad
    with np.errstate(all="ignore"), pytest.raises(OverflowError, match=r"token has norm (0|inf|nan), and no"):
        runs.pair_cosines(X)


def test_equal_tokens_are_in_the_last_bin(surrogate):
    model = TransformerModel(surrogate("bert", std=0.3))
    *_, last = runs.cosine_histograms(model, runs.random_ids(model, 2, 6, 0), 90)
    assert last.top == 1
    assert last.mean == pytest.approx(1)


# The closed forms for isotropic tokens against sampling, and against what layers with uniform attention do.
@pytest.mark.parametrize(("variance", "covariance"), [(1.5, 0.4), (0.5, -0.2), (1.0, 0.9), (4.0, 1.9), (2.0, 0.0)])
def test_the_probability_for_gaussian_pairs(variance, covariance):
    rng = np.random.default_rng(0)
    first, free = rng.normal(size=(2, 400_000))
    second = covariance * first + np.sqrt(variance - covariance**2) * free
    share = np.mean(np.abs(second) > np.abs(first))
    assert abs(share - alignment.growth_probability(variance, covariance)) < 4 * 0.5 / np.sqrt(400_000)


def test_the_edges_of_the_probability():
    assert alignment.growth_probability(1.0, 1.0) == 0.5
    assert alignment.growth_probability(4.0, 2.0) == pytest.approx(1.0)
    assert alignment.growth_probability(0.25, 0.5) == pytest.approx(0.0)
    for variance, covariance in ((0.0, 0.0), (1.0, 1.1), (-1.0, 0.0)):
        with pytest.raises(ValueError, match="no Gaussian pair"):
            alignment.growth_probability(variance, covariance)


def test_the_moments_are_those_of_gaussian_tokens():
    rng = np.random.default_rng(1)
    d, m = 6, 3
    F = rng.normal(size=(d, d)) / 2
    v = rng.normal(size=d)
    v /= np.linalg.norm(v)
    X = rng.normal(size=(300_000, m, d))
    Y = X[:, 0] + X.mean(axis=1) @ F.T
    scale = np.sqrt(np.mean(np.sum(Y * Y, axis=1)) / d)
    found = alignment.isotropic_step(F, v, m)
    assert np.var(Y @ v / scale) == pytest.approx(found.variance, rel=2e-2)
    assert np.mean((Y @ v / scale) * (X[:, 0] @ v)) == pytest.approx(found.covariance, rel=2e-2)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("std", [0.04, 0.1])
def test_they_predict_the_first_layer(causal, std):
    """Uniform attention: W_q = 0. Means over 2000 prompts; the increment is right to leading order in d."""
    d, N = 128, 6
    rng = np.random.default_rng(2)
    key = np.real
    while True:
        W_v, W_o = rng.normal(size=(2, d, d)) * std
        directions = alignment.eigen_directions(W_o @ W_v, key)
        if directions.copies[0] == 1:
            break
    attention = FactoredAttention(0 * W_v, W_v, W_v, W_o, 2, 1.0, Mask(causal))
    X = runs.gaussian_tokens(2000, N, d, 3)
    found = alignment.layer_alignment(directions, X, reduced_step(attention, X), 0.0)
    increment, probability = alignment.predicted(attention.F, directions.first[:, 0], N, attention.mask)
    assert found.increment == pytest.approx(increment, abs=4 * found.increment_error + 0.03 * increment)
    assert found.probability == pytest.approx(probability, abs=4 * found.probability_error)
    assert increment > 0
    assert probability > 0.5


def test_increment_and_probability_say_the_same():
    """Increment > 0, probability > 1/2 and 2 v'Fv + |F'v|^2 > (2 tr F + |F|^2)/d, for any F, v, m."""
    rng = np.random.default_rng(4)
    signs = set()
    for _ in range(200):
        d = int(rng.integers(2, 9))
        F, v = rng.normal(size=(d, d)), rng.normal(size=d)
        v /= np.linalg.norm(v)
        step = alignment.isotropic_step(F, v, int(rng.integers(1, 5)))
        gap = 2 * v @ F @ v + np.sum((F.T @ v) ** 2) - (2 * np.trace(F) + np.sum(F * F)) / d
        assert (step.increment > 0) == (step.probability > 0.5) == (gap > 0)
        signs.add(bool(gap > 0))
    assert signs == {True, False}


# Random blocks have the law of transformers' initialisation, shuffled ones the same entries; files hold them.
FAMILIES = ("gpt2", "gpt_neo", "bert", "albert")


def config(family, d, layers):
    keys = {"gpt2": ("n_embd", "n_head", "n_layer"), "gpt_neo": ("hidden_size", "num_heads", "num_layers")}
    names = keys.get(family, ("hidden_size", "num_attention_heads", "num_hidden_layers"))
    return {"model_type": family, "vocab_size": 9, **dict(zip(names, (d, 4, layers), strict=True))}


def configuration(family, d=96, layers=4):
    return parse_configuration(config(family, d, layers), "")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_law_of_random_blocks(family):
    block = storing.drawn_block(configuration(family), 1, np.random.default_rng(0))
    part, attention = block.feed_forward, block.attention
    assert part is not None
    small = 0.02 / math.sqrt(8) if family == "gpt2" else 0.02
    inside, outside = (attention.W_q, attention.W_k, attention.W_v, part.W_1), (attention.W_o, part.W_2)
    for matrix, std in [*((matrix, 0.02) for matrix in inside), *((matrix, small) for matrix in outside)]:
        assert np.std(matrix) == pytest.approx(std, rel=0.05)
        assert abs(np.mean(matrix)) < 5 * std / math.sqrt(matrix.size)
    assert attention.b_q is attention.b_o is None
    assert not part.b_1.any()
    assert np.all(block.norm_1.gain == 1)
    assert block.pre == (family in ("gpt2", "gpt_neo"))
    assert (attention.mask.window == 256) == (family == "gpt_neo")
    options = {"feed_forward": False, "dtype": np.float32}
    single = storing.drawn_block(configuration(family), 1, np.random.default_rng(0), **options)
    assert single.feed_forward is None
    assert single.attention.W_q.dtype == np.float32


def test_shuffled_blocks_have_the_same_entries():
    block = storing.surrogate_block(configuration("bert"), 0, np.random.default_rng(1), 0.1)
    other = storing.shuffled_block(block, np.random.default_rng(2))
    for name in ("W_q", "W_k", "W_v", "W_o"):
        mine, theirs = getattr(block.attention, name), getattr(other.attention, name)
        assert np.array_equal(np.sort(mine, axis=None), np.sort(theirs, axis=None))
        assert np.mean(mine == theirs) < 0.01
    assert other.attention.b_q is block.attention.b_q
    assert other.norm_1 is block.norm_1
    assert block.feed_forward is not None
    assert other.feed_forward is not None
    assert np.array_equal(np.sort(block.feed_forward.W_1, axis=None), np.sort(other.feed_forward.W_1, axis=None))


@pytest.mark.parametrize("family", FAMILIES)
def test_one_layer_in_all_four_layouts_is_the_same_layer(tmp_path, family):
    """What is written in the names and orientations of a family is read back bit by bit."""
    block = storing.surrogate_block(configuration("gpt_neo", d=8, layers=2), 0, np.random.default_rng(3), 0.5)
    sizes = configuration(family, d=8, layers=2)
    tensors = storing.block_tensors(block, family, 0) | storing.block_tensors(block, family, 1)
    storing.write_model(tmp_path / "m", config(family, 8, 2), tensors, dtype="F64")
    read = TransformerModel(tmp_path / "m").block(0)
    for name in ("W_q", "W_k", "W_v", "W_o", "b_o"):
        assert np.array_equal(getattr(read.attention, name), getattr(block.attention, name)), name
    assert read.feed_forward is not None
    assert block.feed_forward is not None
    for name in ("W_1", "b_1", "W_2", "b_2"):
        assert np.array_equal(getattr(read.feed_forward, name), getattr(block.feed_forward, name)), name
    assert np.array_equal(read.norm_2.shift, block.norm_2.shift)
    assert read.attention.scale == sizes.scales[0]
    assert np.array_equal(read.attention.F, block.attention.F)


def test_a_surrogate_has_no_trivial_biases(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    attention = model.attention(0)
    for bias in (attention.b_q, attention.b_v, attention.b_o):
        assert bias is not None
        assert np.std(bias) > 0.05
    assert np.std(model.norm_1(0).gain) > 0.05
    with pytest.raises(FileExistsError):
        surrogate("gpt2")
