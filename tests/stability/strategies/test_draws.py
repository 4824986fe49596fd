from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

import attnverify.stability as st

FEW = settings(max_examples=60, deadline=None, database=None)


def exactly(array):
    return all(isinstance(entry, Fraction) for entry in array.flat)


@pytest.mark.parametrize("exact", [False, True])
def test_tokens_lie_on_the_ellipsoid_and_in_the_hemisphere(exact):
    @FEW
    @given(some.data(), some.integers(1, 6), some.integers(2, 5))
    def check(data, N, d):
        B = data.draw(st.strategies.metric_roots(d, exact=exact))
        v = data.draw(st.strategies.tokens(1, d, exact=exact))[0]
        Y = data.draw(st.strategies.tokens(N, d, root=B, hemisphere=v, exact=exact))
        assert Y.shape == (N, d)
        st.models.require_metric(B.T @ B, d)
        st.models.require_on_ellipsoid(Y, B.T @ B)
        assert np.all(Y @ v > 0)
        assert not exact or exactly(Y)

    check()


def test_some_tokens_are_near_the_boundary_of_any_hemisphere():
    least = []

    @settings(FEW, max_examples=200)
    @given(st.strategies.hemisphere_instances(N=(3, 5), d=(3, 4)))
    def check(instance):
        least.append(np.min(instance.Y @ instance.v))

    check()
    assert min(least) < 1e-4


@pytest.mark.parametrize("exact", [False, True])
def test_a_prescribed_spectrum_is_kept_with_its_multiplicities(exact):
    spectrum = [2, -1, -1, Fraction(1, 2)]

    @FEW
    @given(st.strategies.symmetric(4, spectrum, exact=exact))
    def check(U):
        assert np.all(U == U.T)
        found = np.linalg.eigvalsh(U.astype(float))
        assert np.allclose(found, sorted(map(float, spectrum)), atol=1e-9)
        assert not exact or (exactly(U) and np.trace(U) == Fraction(1, 2))

    check()


def test_general_matrices_have_full_rank_also_when_they_are_large():
    ranks = []

    @settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.strategies.systems(20, 60))
    def check(drawn):
        P, U, Y = drawn
        assert P.shape == (1, 60, 60)
        assert np.all(U == U.T)
        st.models.require_on_ellipsoid(Y)
        ranks.append((np.linalg.matrix_rank(P[0]), np.linalg.matrix_rank(Y)))

    check()
    assert sum(rank == 60 for rank, _ in ranks) >= len(ranks) // 4
    assert sum(rank == 20 for _, rank in ranks) >= len(ranks) // 8


@pytest.mark.parametrize("causal", [False, True])
def test_weights_are_positive_and_stochastic(causal):
    @FEW
    @given(st.strategies.weights(2, 4, causal=causal, exact=True))
    def check(A):
        assert np.all(A.sum(axis=-1) == 1)
        assert np.all((A > 0) == np.broadcast_to(np.tri(4, dtype=bool) if causal else True, A.shape))

    check()


def test_schedules_are_bounded_and_of_the_right_shape():
    @FEW
    @given(st.strategies.logit_schedules(2, 3), some.floats(0, 50))
    def check(P, t):
        assert np.max(np.abs(st.models.as_schedule(P, 3, "P")(t))) <= 6
        assert P(t).shape == (2, 3, 3)

    check()


@pytest.mark.parametrize("name", ["hemisphere_instances", "theorem_4_2_instances", "theorem_4_5_instances"])
def test_instances_fit_together_and_to_what_the_theorem_assumes(name):
    kinds = set()

    @FEW
    @given(getattr(st.strategies, name)())
    def check(instance):
        flow, Y, v = instance.flow, instance.Y, instance.v
        kinds.add(type(flow.P).__name__)
        assert np.max(np.abs(st.models.inner(Y, flow.velocity(instance.t, Y), flow.W))) < 1e-9
        assert np.all(Y @ v > 0)
        assert flow.causal or name == "hemisphere_instances"
        if name == "theorem_4_2_instances":
            assert flow.U is flow.W is None
        if name == "theorem_4_5_instances":
            assert np.allclose(flow.U, flow.U.T)
            values = np.linalg.eigvalsh(flow.U)
            assert values[-1] > 0
            assert values[-1] - values[-2] >= 0.1 - 1e-9
            assert np.allclose(flow.U @ v, values[-1] * v)

    check()
    assert kinds == {"Wave", "Switched"}


def minimal(strategy, holds):
    """The example to which a failure of `holds` shrinks."""
    failing = []

    @settings(max_examples=500, deadline=None, database=None, phases=[Phase.generate, Phase.shrink], derandomize=True)
    @given(strategy)
    def check(value):
        if not holds(value):
            failing.append(value)
            raise AssertionError

    with pytest.raises(AssertionError):
        check()
    return failing[-1]


def test_failures_shrink_to_small_integers():
    P = minimal(st.strategies.matrices(1, 3), lambda P: np.all(np.swapaxes(P, -1, -2) == P))
    assert np.all(np.round(P) == P)
    drawn = some.integers(1, 12).flatmap(lambda N: st.strategies.tokens(N, 3))
    Y = minimal(drawn, lambda Y: np.all(Y @ Y.T > -1 + 1e-9))
    assert len(Y) <= 4
    assert np.all(np.round(Y) == Y)


def test_systems_shrink_to_two_tokens_in_the_plane():
    """A statement that is false at every size: that attention weights are symmetric."""
    strategy = st.strategies.systems((1, 20), (2, 50))
    P, U, Y = minimal(strategy, lambda drawn: np.allclose(*_weights_and_transposed(drawn[2], drawn[0][0])))
    assert (P.shape, U.shape, Y.shape) == ((1, 2, 2), (2, 2), (2, 2))
    assert np.all(np.round(P) == P)
    assert np.all(np.round(Y) == Y)


def _weights_and_transposed(Y, P):
    A = st.models.attention_weights(Y, P)
    return A, A.T


SIZED = ["matrices", "weights", "logit_schedules", "systems", "tokens"]
INSTANCES = ["hemisphere_instances", "theorem_4_2_instances", "theorem_4_5_instances"]
NO_RANGES = [(3, 2), (0, 2), (1, 2, 3), (), (1, np.nan), (1, 2.5), (-3, -1), 0, None, "2", (True, 3)]
NO_BOUNDS = [0, -1, np.nan, np.inf, 1e200, None, "3", 2j]


@pytest.mark.parametrize(("name", "positional", "named", "says"), [
    *((name, sizes, {}, "allowed (are integers from|is a whole number)")
      for name in SIZED for sizes in [(0, 3), (2, 0), (-1, 3), (2, 2.5), (np.nan, 3), (2, None), (True, 3), ("2", 3)]),
    *((name, (size,), {}, "d(: | = ).*; allowed (are integers from 1|is a whole number)")
      for name in ["symmetric", "metric_roots"] for size in [0, -2, 1.5, np.nan, None]),
    *(("systems", (2, 3, size), {}, "heads(: | = ).*; allowed (are integers from 1|is a whole number)")
      for size in [0, -1, 1.5]),
    *(("systems", sizes, {}, "[Nd] = .*allowed are") for one in NO_RANGES for sizes in [(one, 3), (2, one)]),
    *((name, (), {size: one}, f"{size} = .*allowed are")
      for name in INSTANCES for size in ["N", "d", "heads"][: 2 + (name[8:11] != "4_5")] for one in NO_RANGES),
    *((name, (), {"d": one}, "d = 1; allowed are integers from 2") for name in INSTANCES for one in [1, (1, 4)]),
    *((name, sizes, {"bound": bound}, "bound(: | = ).*; allowed (are positive numbers|is a number)")
      for name, sizes in [("matrices", (1, 2)), ("symmetric", (2,)), ("systems", (2, 2)), ("logit_schedules", (1, 2)),
                          ("theorem_4_5_instances", ())] for bound in NO_BOUNDS),
    *(("symmetric", (3,), {"spectrum": one, "exact": exact}, "spectrum .*(needed is|allowed are)") for exact in
      [False, True] for one in [[1, 2], [], [1, 2, np.nan], [1, 2, np.inf], [1, 2, 3j], [1, 2, None], [[1, 2, 3]]]),
    *(("tokens", (2, 3), {"hemisphere": v}, "hemisphere.*(needed is|allowed)")
      for v in [np.zeros(3), np.ones(2), np.ones((3, 1)), [1, np.nan, 0], [1, np.inf, 0], [1, 1j, 0], [True] * 3]),
    *(("tokens", (2, 2), {"root": B}, "root .*(needed is|allowed|triangular)")
      for B in [np.eye(3), [[1, 0], [1, 1]], np.diag([1, 0]), np.diag([1, -1]), [[1, np.nan], [0, 1]], np.ones(2)]),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused_at_the_call(name, positional, named, says):
    with pytest.raises(ValueError, match=says) as caught:
        getattr(st.strategies, name)(*positional, **named)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("strategy", [
    st.strategies.hemisphere_instances(N=2, d=np.int64(2), heads=1), st.strategies.systems([1, 2], 2, bound=1e100),
    st.strategies.theorem_4_5_instances(N=(1, 1), d=(2, 2), bound=1e-100), st.strategies.matrices(1, 1, bound=1e100),
    st.strategies.symmetric(1, bound=1e100), st.strategies.metric_roots(1), st.strategies.weights(1, 1),
    st.strategies.tokens(1, 2, root=np.diag([1, 2]), hemisphere=np.array([0, 1], np.float32), exact=True),
    st.strategies.tokens(2, 2, root=np.array([[Fraction(1), 1], [0, 2]]), hemisphere=[Fraction(1, 3), 0]),
])  # fmt: skip
def test_what_is_at_the_edge_is_drawn(strategy):
    settings(FEW, max_examples=30)(given(strategy)(lambda drawn: None))()


@pytest.mark.parametrize("bound", [2.7, 0.3, 0.5, 1, 1.15, 2.5, 3, 4.999, 7.25, 12.34, 1e-3])
@pytest.mark.parametrize("exact", [False, True])
def test_eigenvalues_and_entries_are_within_the_promised_bound(bound, exact):
    largest = [0.0]

    @settings(max_examples=60, database=None, derandomize=True, phases=[Phase.generate])
    @given(st.strategies.symmetric(3, bound=bound, exact=exact), st.strategies.matrices(2, 3, bound=bound, exact=exact))
    def draw(S, M):
        largest.append(np.abs(np.linalg.eigvalsh(S.astype(float))).max())
        assert np.all(np.abs(M) <= (Fraction(str(bound)) if exact else bound))
        assert largest[-1] <= bound * (1 + 2.0**-45)

    draw()
    assert max(largest) > bound / 4 or bound < 0.1
