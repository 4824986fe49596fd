"""What `stability` refuses, with what it says."""

from collections.abc import Callable
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st
from attnverify.stability.numbers import as_array
from attnverify.stability.states import State

NEAR, U, ONE, TWO = arb(999) / 1000, [F(4, 5), F(3, 5)], np.eye(2), 2 * np.eye(2)
P2, P3 = np.zeros((2, 2, 2)), np.zeros((3, 2, 2))
E1, APART = np.array([1.0, 0.0]), np.array([[1.0, 0.0], [-0.6, 0.8]])
PAIR = st.states.antipodal([1, 0])
PLACES = State(as_array([[1, 0], [F(-4, 5), F(3, 5)]]), as_array([1, 1]))
WIDE = st.motion.Enclosure(st.motion.balls(ONE), arb(2))
SHARES = as_array([[F(2, 3), F(1, 3)], [F(1, 5), F(4, 5)]])
COUNTS = [0, -1, F(5, 2), 2.5, 3.0, True, None, sp.Symbol("n", negative=True), sp.Rational(1, 2)]
LATE = lambda t: np.full((1, 2), np.nan if t > 0.5 else 1.0)  # noqa: E731
LOGITS = as_array([[3, F(22, 3)], [4, F(46, 3)]])


@pytest.mark.parametrize(("call", "said"), [
    # basins
    (lambda: st.hemisphere(np.zeros(3)), "shape"),
    (lambda: st.hemisphere(np.array([[np.nan, 1.0]])), "not finite"), (lambda: st.decrease.cover_count(0, 2), "N >= 1"),
    (lambda: st.decrease.least_arc_cut((500, 500), F(1)), "sum 1000"),
    (lambda: st.decrease.least_arc_cut((1025, -1), F(1)), "gaps >= 0"),
    *((lambda n=n, low=low, high=high, widest=widest: st.decrease.arc_cuts(n, F(low), F(high), widest=F(widest)),
       "allowed") for n, low, high, widest in [(2, 0, 1, 1), (4, 1, 0, 1), (4, -1, 1, 1), (4, 0, 1, F(1, 4)),
                                               (4, 0, 1, F(1, 3)), (4, 0, 30, 1)]),
    # decrease
    (lambda: st.decrease.decrease_bound(np.array([[0.0, 1.0], [1.0, 0.0]]), np.full((2, 2), 0.5), np.array([1.0, 0.0])),
     "not positive"),
    (lambda: st.misalignment(np.array([[1.0, 0.0], [0.0, 0.0]])), "0 or not a number"),
    # energies
    (lambda: st.decrease.interaction_energy(np.eye(2), 0), "beta is 0"),
    (lambda: st.decrease.interaction_energy(np.ones(2), 1.0), r"tokens have shape \(2,\)"),
    (lambda: st.decrease.energy_rate(np.eye(2), np.eye(3), 1.0), r"velocities have shape \(3, 3\)"),
    (lambda: st.decrease.ultraspherical_coefficient(-1, 3, 1), "k is -1"),
    (lambda: st.decrease.ultraspherical_coefficient(1, 1, 1), "d is 1"),
    (lambda: st.decrease.ultraspherical_coefficient(1, 3, -1), "beta is -1"),
    (lambda: st.decrease.uniform_energy(3, 0), "beta is 0"), (lambda: st.decrease.dirac_energy(0), "beta is 0"),
    (lambda: st.decrease.least_product_rate(0.5, 1, 1.0), "n is 1"),
    (lambda: st.decrease.least_product_rate(0.5, 3, -1.0), "beta is -1.0"),
    (lambda: st.decrease.least_product_rate(-0.1, 3, 1.0), "m from -0.1"),
    (lambda: st.decrease.least_product_margin(np.array([[1.0, 0], [-1, 0]]), 1.0), "m from -1.0"),
    (lambda: st.decrease.least_product_margin(np.array([[1.0, 0]]), 1.0), "n is 1"),
    (lambda: st.decrease.energy_increment(np.eye(2), np.array([[1.0, 2.0], [0.0, 1.0]]), 0.1),
     r"V is not symmetric: entry \(0, 1\)"),
    # phase curve
    # cascades
    (lambda: st.dini_derivative(ONE, st.Flow(ONE), np.ones(2), U=ONE), "beside a flow"),
    *((lambda given=given: st.decrease.iss_bound(*given), "allowed are")
      for given in [(-0.9, 0.5, 1.0), (0.5, 1.0, 1.0), (0.5, 0.5, -1.0), (0.5, -3.0, 1.0)]),
    (lambda: st.decrease.tangent_cascade(np.array([[1.0, 1.0], [0.0, 0.0]]), E1), "not symmetric"),
    (lambda: st.decrease.tangent_cascade(np.array([[1.0, 1.0], [1.0, 0.0]]), E1), "no unit eigenvector"),
    (lambda: st.decrease.tangent_cascade(1e-10 * np.array([[1.0, 1.0], [0.0, 0.0]]), E1), "not symmetric"),
    (lambda: st.decrease.tangent_cascade(1e-10 * np.array([[1.0, 2.0], [2.0, 1.0]]), E1), "no unit eigenvector"),
    (lambda: st.decrease.tangent_cascade(np.eye(3), E1), "allowed are"),
    (lambda: st.decrease.tangent_cascade(np.diag([-1.0, -2.0]), E1).gain, "positive ones"),
    (lambda: st.decrease.tangent_cascade(np.diag([1.0, 2.0]), E1).bounds(np.array([1.0])), "no leading eigenvector"),
    # phase curve
    (lambda: st.decrease.common_product_time(NEAR, 1, arb(1)), "n is 1"),
    (lambda: st.decrease.common_product_time(NEAR, 3, arb(0)), "beta is 0"),
    (lambda: st.decrease.common_product_time(arb(1), 3, arb(1)), "gamma is 1"),
    (lambda: st.decrease.common_product_time(NEAR, 3, arb(1), "uniform"), "weights is 'uniform'"),
    # own dynamics
    (lambda: st.linearise(lambda X: 2 * X, np.eye(2), manifold="sphere"), r"token 0 of the image has squared norm 4"),
    (lambda: st.linearise(lambda X: X, 2 * np.eye(2), manifold="sphere"), r"token 0 of the state has squared norm 4"),
    (lambda: st.linearise(lambda X: X, np.eye(2), manifold="sphere", time="continuous"),
     r"the field at token 0 has the radial part 1"),
    (lambda: st.linearise(lambda X: X[::-1], np.eye(2), manifold="sphere"), r"the state moves by 1"),
    (lambda: st.linearise(lambda X: X[:1], np.eye(2)), r"f returns the shape \(1, 2\)"),
    (lambda: st.linearise(lambda X: X[::-1], np.eye(2), causal=True), r"token 0 depends on a later token"),
    (lambda: st.linearise(lambda X: X, np.eye(2), manifold="ball"), r"manifold is 'ball'"),
    (lambda: st.linearise(lambda X: X, np.eye(2), time="now"), r"time is 'now'"),
    (lambda: st.linearise(lambda X: X, np.array([[np.nan]])), r"not finite"),
    (lambda: st.linearise(lambda X: X + np.inf, np.zeros((1, 1))), r"the image contains a value that is not f"),
    (lambda: st.linearise(lambda X: X, np.array([[1j]])), r"^state: has complex entries; allowed are real numbers$"),
    (lambda: st.linearise(lambda X: X, np.zeros((0, 2))), r"shape \(0, 2\)"),
    (lambda: st.linearise(lambda X, n: X / 2, State(np.zeros((2, 1)), np.array([1, -1]))), r"counts\[1\] is -1"),
    (lambda: st.linearise(lambda X, n: X / 2, State(np.zeros((1, 1)), np.array([1.5]))), r"counts\[0\] is 1.5"),
    (lambda: st.linearise(lambda X, n: X / 2, State(np.zeros((1, 2)), np.array([sp.Symbol("N")], dtype=object))),
     "allowed are exact tokens"),
    (lambda: st.linearise(lambda X, n: X / 2, State(np.zeros((1, 2)), np.array([3], dtype=object))).jacobian,
     "split by symmetry"),
    (lambda: st.linearise(lambda X: X, E1[None], metric=ONE), "metric is for the ellipsoid"),
    *((lambda W=W: st.linearise(lambda X: X, E1[None], manifold="sphere", metric=W), said) for W, said in [
        (np.diag([1.0, 0.0]), "not positive definite"), (np.ones((2, 3)), "allowed is"),
        ([[1, 1], [0, 1]], "not symmetric"), (np.diag([2.0, 1.0]), "squared norm 2")]),
    # flows
    (lambda: st.Flow(ONE, np.stack([ONE] * 2)).velocity(0.0, ONE), "U has 2 heads and P has 1"),
    (lambda: st.Flow(ONE, W=-ONE).velocity(0.0, ONE), "not positive definite"),
    (lambda: st.models.velocity(ONE, np.full((2, 2, 2), 0.25), ONE), "one matrix per head"),
    (lambda: st.models.require_on_ellipsoid(np.array([[1.0, 0.0], [0.6, 0.9]])), r"token \[1\]"),
    (lambda: st.models.onto_ellipsoid(np.zeros((1, 2))), "0 or not a number"),
    (lambda: st.models.rescaled_velocity(np.eye(2), np.eye(3), 1.0), r"grown has shape \(3, 3\)"),
    (lambda: st.models.rescaled_velocity(np.eye(2), np.eye(2), np.inf), "beta is inf; a finite number is needed"),
    (lambda: st.models.singular_velocity(np.ones((1, 2, 2))), r"one system \(N, d\)"),
    (lambda: st.models.singular_velocity(np.array([[arb(1, 1)], [arb(0)]], dtype=object)), "is not decided"),
    (lambda: st.models.free_velocity(np.full((2, 2), np.nan), 1.0), "not finite"),
    (lambda: st.models.SphereFlow(1.0, "uniform"), "weights is 'uniform'; allowed are"),
    (lambda: st.models.SphereFlow(float("nan")), "beta is nan; a finite number"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.ones(3)), r"tokens have shape \(3,\)"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.ones((0, 3))), r"tokens have shape \(0, 3\)"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.array([[np.inf, 0]])), "tokens contain a value that is not finite"),
    (lambda: st.models.SphereFlow(1.0, P=np.eye(3)).velocity(np.eye(2)), r"P has shape \(3, 3\)"),
    (lambda: st.models.SphereFlow(1.0, V=np.eye(3)).velocity(np.eye(2)), r"V has shape \(3, 3\)"),
    (lambda: st.models.SphereFlow(1.0, P=np.ones((2, 2, 2))).velocity(np.eye(2)), "P and V differ in their heads"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(3), np.eye(2)), "points have dimension 3 and atoms 2"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(2), np.eye(2), np.ones(3) / 3), r"masses have shape \(3,\)"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(2), np.eye(2), np.ones(2)), "positive numbers with sum 1"),
    (lambda: st.models.SphereFlow(1.0, P=np.ones((1, 2, 2))).partition(np.eye(2)),
     "one partition function for each head"),
    (lambda: st.models.circle_velocity(np.zeros(0), 1.0), r"angles have shape \(0,\)"),
    (lambda: st.models.circle_velocity(np.array([np.nan]), 1.0), "not finite"),
    (lambda: st.models.circle_velocity(np.zeros(2), 1.0, "uniform"), "weights is 'uniform'"),
    (lambda: st.models.circle_velocity(np.zeros(2), np.nan), "beta is nan; a finite number is needed"),
    (lambda: st.oja_map(as_array([[1, 0]]), as_array([[-1, 0], [0, -1]]), F(1)), "0"),
    # maps: heads that do not fit, complex steps
    (lambda: st.models.attention_weights(np.eye(3), ONE), "P has shape"),
    (lambda: st.models.mixed_values(np.eye(3), np.eye(3), ONE), "V has shape"),
    (lambda: st.attention_map(ONE, ONE, ONE[None], 0.1), "allowed are both"),
    (lambda: st.models.softmax(ONE, counts=np.ones(2), causal=True), "causal"),
    (lambda: st.attention_map(ONE, P2, P3, 0.1), "V has 3 heads and the weights have 2"),
    (lambda: st.linearisation.attention_jacobian(ONE, P3, P2, 0.1), "V has 2 heads and the weights have 3"),
    (lambda: st.dini_derivative(ONE, st.Flow(P2, P3), np.ones(2)), "V has 3 heads and the weights have 2"),
    (lambda: st.attention_map(ONE, ONE, ONE, 0.5 + 0j), "the step size is .*, complex"),
    (lambda: st.oja_map(ONE, ONE, np.complex64(0.5)), "the step size is .*, complex"),
    (lambda: st.Flow(ONE).step(0.0, ONE, 1j), "the step size is 1j, complex"),
    # schedules
    (lambda: st.models.as_schedule(np.eye(3), 2, "P"), r"P has shape \(3, 3\)"),
    (lambda: st.models.sampled(np.array([0.0, 0.0]), np.stack([ONE, ONE])), "do not increase"),
    (lambda: st.models.switched([ONE], [1]), "1 pieces at the times"),
    (lambda: st.models.switched([ONE, TWO], [np.inf]), "finite times"),
    (lambda: st.models.switched([ONE, TWO, ONE], [2, 1]), "do not increase"),
    (lambda: st.models.switched([ONE, TWO], [2], period=1), "do not increase from 0 on"),
    (lambda: st.models.timed(lambda t: ONE, period=0), "positive ones for the period"),
    (lambda: st.models.timed(lambda t: ONE, shortest=-1), "and the shortest time"),
    (lambda: st.models.timed(lambda t: ONE, knots=[np.nan]), "finite numbers"),
    # analyses
    *((lambda change=change: st.analyse(**{"V": [[1, 0], [0, -2]], "P": 0 * ONE, "N": 4, "alpha": 0.25} | change), said)
      for change, said in [
        ({"N": 0}, "N is 0"), ({"N": 10**9 + 1}, "N is 1000000001"), ({"alpha": 0}, "alpha"),
        ({"alpha": float("nan")}, "alpha"), ({"P": [[1]]}, "P has shape"), ({"V": [[1]], "P": [[1]]}, "dimension"),
        ({"V": np.eye(600), "P": np.eye(600)}, "allowed are 2 to 512, .* these would be 3.2"), ({"split": 4}, "split"),
        ({"V": 1e-200 + 1e200 * np.eye(30), "P": np.eye(30)}, "orders"),
        ({"V": [[sp.log(3), 0], [0, 1]]}, r"V\[0\]\[0\]")]),
    (lambda: next(st.analyses.pattern_records(st.spectrum([[2, 0], [0, 1]]), 0, fmpq(1), 9, fmpq(1, 4))), "N is 9"),
    # batches
    (lambda: st.batches.Dynamics("softmax", P2, P3), "P has 2 heads and V has 3"),
    (lambda: st.batches.Dynamics("soft"), "weights 'soft'; allowed are softmax, exponential, uniform"),
    (lambda: st.batches.Dynamics("uniform", causal=True), "uniform' and causal"),
    (lambda: st.batches.certified_limits([ONE], ONE, np.diag([1.0, -1.0]), 0.1), "needed: the first above"),
    (lambda: st.batches.certified_limits([ONE], ONE, np.array([[1.0, 1.0], [0.0, 0.0]]), 0.1), "not symmetric"),
    (lambda: st.batches.certified_limits(ONE, ONE, np.diag([1.0, 0.0]), 0.1), r"needed: \(B, N, d\)"),
    (lambda: st.batches.certified_limits([ONE], ONE, np.diag([1.0, 0.0]), 0.1, causal=True, compiled=True),
     "the kernel needs"),
    (lambda: st.batches.observed(st.batches.Dynamics(), ONE, 0.1, 3, st.batches.statistic("near")), "needed: .B, N, d"),
    (lambda: st.simulate(lambda k, X: X, ONE, -1), "records is -1"),
    (lambda: st.batches.statistic("far"), "statistic 'far'; allowed are near, clusters"),
    (lambda: st.batches.statistic("near", 2), "delta = 2; allowed"),
    *((lambda change=change: st.batches.Sweep(**change), said) for change, said in [
        ({"dynamics": "xsa"}, "dynamics 'xsa'; allowed are"),
        ({"grid": {"gamma": [1]}}, "parameter 'gamma'; allowed are N, d"),
        ({"grid": {"d": [2]}, "fixed": {"d": 3}}, "'d' is in the grid and fixed"),
        ({"grid": {"N": [2.5]}}, "N = 2.5; allowed are integers"),
        ({"fixed": {"value": "random"}}, "value = 'random'; allowed are identity"),
        ({"fixed": {"beta": float("nan")}}, "beta = nan; allowed are finite"),
        ({"statistic": "limit"}, "'limit'; allowed with the layers of the dynamics attention"),
        ({"statistic": "mean"}, "statistic 'mean'; allowed"), ({"runs": 0}, "runs = 0; allowed are positive")]),
    (lambda: st.sweep(st.batches.Sweep(fixed={"N": 1000, "d": 1000}, runs=10_000)),
     r"needs about \d+\.\d GiB; allowed are 2\.0 GiB"),
    (lambda: st.sweep(st.batches.Sweep(fixed={"N": 50}), memory=1000), "a point of this sweep needs"),
    (lambda: st.batches.certified_limits([TWO], 9 * ONE, np.diag([1.0, 0.5]), 0.1), r"y\|_W\^2 = 4.0; allowed is 1"),
    (lambda: st.batches.certified_limits([ONE], ONE, np.diag([1.0, 0.5]), 0.1, steps=-1), "needed: .* steps >= 0"),
    (lambda: st.batches.certified_limits([ONE], np.nan * ONE, np.diag([1.0, 0.5]), 0.1), "needed: .* P finite"),
    (lambda: st.batches.observed(st.batches.Dynamics(), [TWO], 0.1, 1, st.batches.statistic("near")), r"2 = 4.0; all"),
    # a search of a Lyapunov function
    (lambda: st.lyapunov(lambda y: y, lambda y: y, lambda rng: np.ones(1), within=lambda y: False, states=10),
     "none of 10 drawn states"),
    (lambda: st.lyapunov(lambda y: y * np.nan, lambda y: y, lambda rng: np.ones(1), states=1),
     "allowed are finite numbers"),
    (lambda: st.lyapunov(lambda y: y, lambda y: np.ones(2), lambda rng: np.ones(1), states=1),
     r"the field has shape \(2,\)"),
    (lambda: st.lyapunov(lambda y: y, lambda y: y, lambda rng: np.ones(1), states=0), "states is 0"),
    (lambda: st.lyapunov(lambda y: y, lambda y: y, lambda rng: np.ones(1), horizon=-1.0), r"horizon -1\.0"),
    # tracking
    (lambda: st.decrease.critical_speed(0.0, 2), "gap > 0"),
    (lambda: st.decrease.tracking_tangents(1.0, 1.0, 2), "0 < speed"),
    (lambda: st.decrease.central_projection(APART, E1), "hemisphere"),
    (lambda: st.decrease.projected_rate(APART, E1, np.array([1.0])), "the least height is"),
    # spectra
    (lambda: st.step_size_bound([[1, 2, 3]]), "V has shape"),
    *((lambda M=M: st.spectrum(M), "V") for M in
      [[[1, 2]], [1, 2], [], [[1, "x"], [0, 1]], [[float("nan")]], [[float("inf")]]]),
    (lambda: st.linearisation.leading_eigenvalues(ONE, ONE, ONE, 0.3, 5), r"k is 5; .* allowed are 1 to 4"),
    (lambda: st.linearisation.consensus_bound((0, -1)), "must be positive"),
    (lambda: st.linearisation.consensus_bound((1, 1)), "must be smaller"),
    (lambda: st.linearisation.sign_pattern([1, 0], F(2)), r"signs\[1\] is 0"),
    (lambda: st.linearisation.sign_pattern([], F(2)), "empty"),
    # enclosures and trajectories
    # y = x + alpha V x = 0 for alpha V = -I; tokens with y + tau F = 0 in a box; y' = y^2 is infinite at t = 1
    (lambda: list(st.enclose_map(st.motion.AttentionLayer(0 * ONE, -ONE, 1), E1[None], 3)),
     "layer 0: the map is not defined"),
    (lambda: next(st.enclose_map(lambda k, Y: st.Flow(st.motion.balls(0 * ONE)).step(k, Y, arb(1)), WIDE, 1)),
     "layer 0: the map is not defined on the whole box"),
    (lambda: list(st.enclose_flow(lambda t, Y: Y * Y, np.array([[1.0]]), 2, tolerance=1e-6, order=6)),
     r"t = .*: no step down to .* is proved"),
    (lambda: next(st.enclose_flow(st.Flow(np.eye(3)), st.motion.Enclosure(st.motion.balls(np.eye(3)), arb(1e200)), 1)),
     r"t = 0: no step down to .* is proved: no tube"),
    (lambda: next(st.enclose_flow(st.Flow(lambda t: st.motion.balls(np.eye(3))).velocity, E1[None], 1)),
     r"t = 0: .* P\(.* has shape \(3, 3\)"),
    (lambda: next(st.enclose_flow(st.Flow(st.motion.balls(ONE)).velocity, np.nan * ONE, 1)), "not finite"),
    (lambda: next(st.enclose_flow(st.Flow(ONE[None], np.stack([ONE] * 2)), ONE, 1)), "U has 2 heads and P has 1"),
    (lambda: st.motion.attention_field.AttentionField(st.Flow(ONE, W=ONE)), "W is given"),
    (lambda: st.motion.attention_field.AttentionField(st.Flow(ONE, causal=True), np.array([1, 2])), "counts"),
    # NumPy unpacks the series of an entry: the derivative would be wrong, with a fitting shape.
    *((lambda w=w: st.motion.jacobian(lambda X: w * X[0], st.motion.balls(np.array([1.0, 3.0]))), "series|broadcast")
      for w in [np.array([1.0, 2.0]), np.array([[1.0], [2.0]])]),
    (lambda: st.motion.span_trajectory(st.Flow(ONE, ONE), ONE[None], np.array([0.0, 1.0]), 0.1), "U is given"),
    (lambda: st.motion.span_trajectory(st.Flow(ONE), ONE, np.array([0.0, 1.0]), 0.1), r"allowed is \(B, N, d\)"),
    (lambda: st.motion.span_trajectory(st.Flow(st.models.modulated(LATE, ONE[None])), ONE[None],
     np.array([0.0, 1.0]), 0.1), r"D\(0\.\d+\) has shape"),
    # pictures
    (lambda: st.pictures.curves_svg(np.arange(3.0), {}, title="none"), "at least one panel"),
    (lambda: st.pictures.curves_svg(np.arange(3.0), {"E": np.zeros(2)}, title="short"),
     r"E: values of shape \(2,\) for 3 times"),
    (lambda: st.pictures.sphere_svg(np.zeros((2, 3, 4)), title="no"), r"allowed is \(K, N, 3\)"),
    # numbers
    *((lambda entries=entries: as_array(entries, "tokens"), "tokens")
      for entries in [[float("nan")], [float("inf"), 1.0], [[1, 2], [3]], ["x"], [None]]),
    *((lambda x=x: st.log_numbers.log_of(x), "log") for x in [F(0), F(-1), F(10**25)]),
    (lambda: st.log_numbers.rational_matrix([[1, st.log_numbers.log_of(F(3))], [0, 1]], "V"), r"V\[0\]\[1\]"),
    (lambda: st.log_numbers.log_matrix(np.zeros((2, 3)), "P"), "P"),
    (lambda: st.motion.AttentionLayer(ONE, np.eye(3), 1), r"P has shape \(2, 2\) and V \(3, 3\)"),
    (lambda: list(st.enclose_map(st.motion.AttentionLayer(ONE, ONE, 1), np.eye(3)[:1], 1, method="mean value")),
     r"the tokens have shape \(1, 3\); .* allowed is \(N, 2\)"),
    (lambda: next(st.enclose_map(lambda k, Y: Y, ONE, 1, tolerance=0)), "tolerance is 0"),
    (lambda: next(st.enclose_flow(lambda t, Y: Y, np.array([[1.0]]), 1, step=F(0))),
     "needed: begin <= end, all others positive"),
    (lambda: st.trajectory(st.Flow(ONE), ONE, np.linspace(0, 1, 3), 0.0), "the step is 0"),
    # states
    *((lambda n=n: st.consensus(ONE.astype(int), [1, 0], n), "N is .*; a whole number of at least 1") for n in COUNTS),
    *((lambda n=n: st.bipartite(ONE.astype(int), [1, 0], 2, n), "q is ") for n in COUNTS),
    (lambda: st.states.examine(State(as_array([U]), np.array([2], dtype=object)),
     lambda X, n: st.models.oja_step(X, as_array([[1, 0], [0, -3]]), F(1, 4), counts=n)), "token 0"),
    *((lambda P=P, V=V, counts=counts: st.equilibria(P, V, counts), said) for P, V, counts, said in [
        *((ONE, ONE, counts, rf"counts is \[{counts[0]}") for counts in ([3], [1.5, 2])),
        (ONE, ONE, [2, 0], r"counts is \[2, 0\]"),
        (ONE[:1], ONE, [1, 1], r"P has shape \(1, 2\)"),
        (ONE, ONE * np.nan, [1, 1], "V contains a value that is not finite")]),
    *((lambda X=X: st.states.cluster_scalars(State(as_array(X), as_array([1, 1])), SHARES,
       as_array([[F(104, 35), F(-33, 35)], [F(-33, 35), F(66, 35)]])[:len(X[0]), :len(X[0])]), said) for X, said in [
        ([[1, 0], [F(4, 5), F(4, 5)]], r"tokens\[1\] has the squared norm 32/25"),
        ([[1, 0], [1, 0]], r"tokens\[1\] is not known to differ from tokens\[0\]"),
        ([[1], [-1]], r"tokens has shape \(2, 1\)"),
        ([[1, 0], [F(3, 5), F(4, 5)]], "cluster 0: s_i - nu_i x_i")]),
    (lambda: st.consensus([[-1, 0], [0, 3]], [1, 1], 3), "squared norm 2"),
    (lambda: st.consensus([[-1, 0], [0, 3]], [F(3, 5), F(4, 5)], 3), "not an eigenvector"),
    (lambda: st.consensus([[-1, 0], [0, 3]], [1, 0, 0], 3), "shape"),
    (lambda: st.states.power_weights(PLACES, LOGITS / 2, F(2)), "logits of cluster 0 on 1 and on 0 differ by -1/2"),
    (lambda: st.states.power_weights(PLACES, LOGITS, F(0)), "base is 0"),
    (lambda: st.states.antipodal([1, 1]), r"u: vector 0 has the squared norm 2; 1 is needed"),
    (lambda: st.states.antipodal([1]), r"u has shape \(1, 1\); .* d at least 2"),
    (lambda: st.states.antipodal([0.6, 0.8]), "u holds 0.6; exact numbers are needed"),
    (lambda: st.states.antipodal([float("nan"), 1.0]), "u"),
    (lambda: st.states.antipodal([sp.oo, 0]), "u contains oo; finite numbers are needed"),
    (lambda: st.states.antipodal(U, 0), r"counts\[0\] is 0; a whole number of at least 1"),
    (lambda: st.states.antipodal(U, F(1, 2)), r"counts\[0\] is 1/2; a whole number"),
    (lambda: st.states.balanced([[1, 0], [0, 1]]), r"their sum is \['1', '1'\]; zero is needed"),
    (lambda: st.states.balanced([[1, 0]]), "N is 1; a polygonal state has at least 2 tokens"),
    (lambda: st.states.balanced([[1, 0], [-1, 0]], [1]), r"counts has shape \(1,\)"),
    (lambda: st.states.square(U, [1, 0]), "a and b have the inner product 4/5"),
    (lambda: st.polygon(2), "corners is 2; a polygon has at least 3"),
    (lambda: st.polygon(3, 1, [U, U]), "frame is not orthonormal"), (lambda: st.simplex(1), "d is 1"),
    (lambda: st.simplex(2.5), r"d: 2\.5 of type float; allowed is a whole number"),
])  # fmt: skip
def test_what_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises((ValueError, ArithmeticError), match=said):
        call()
