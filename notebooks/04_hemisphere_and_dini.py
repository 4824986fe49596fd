# %% [markdown]
# # Theorem 3.2 and the Dini derivative
#
# Claims: CON-T3.2, CON-T3.2.a, CON-T3.2.b, CON-T3.2.c, CON-T3.2.d, CON-T3.2.e, CON-T3.2.f, CON-T3.2.f.R1, CON-T3.2.g,
# CON-T3.2.g.R1, CON-T3.2.h, CON-T3.2.i, CON-T3.2.j, CON-T3.2.k, CON-X1, CON-B1, CON-B1.rate, CON-B1.point,
# CON-B1.causal, CON-B2, CON-B2.contraction, CON-B2.factor, CON-B2.infinity, CON-B2.negative, CON-B7, CON-B7.spectrum,
# CON-B7.clusters, CON-B7.circle, CON-B7.share, CON-H.2, CON-S5.1.1.c, CON-S5.1.1.d
#
# The second paper, *Consensus is all you get* (ICML 2025), looks at layers as a flow in continuous time,
#
# $$\dot y_i = (I - y_i y_i^T W) \sum_h \sum_j \alpha^h_{ij}(t)\, U_h y_j, \qquad
#   \alpha^h_{ij} = \frac{1}{\sqrt{n+1}} \frac{e^{y_i^T P_h(t) y_j}}{\sum_l e^{y_i^T P_h(t) y_l}},$$
#
# on the ellipsoid $y^T W y = 1$, with logit matrices that change with time. Theorem 3.2: for $U_h = I$, tokens that
# start in a common open hemisphere $\{y : v^T y > 0\}$ stay there and reach consensus. This notebook runs the paper's
# simulation 5.1.1, looks at the function that proves the theorem, and encloses a trajectory rigorously.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.stability.pictures.figures import curves_svg, sphere_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## Simulation 5.1.1
#
# Two heads on the sphere $S^2$ with the printed matrices, $P_h(t) = D_h(t) P'_h$, and ten tokens in the hemisphere of
# $v = e_1$ (the paper does not print its tokens; these are drawn with seed 0). Are they really in a common
# hemisphere? That is a linear program; in exact fractions its answer is a certificate either way. Ten random tokens
# on the whole sphere would be in some hemisphere with probability $23/256$ only.

# %%
v = np.array([1.0, 0.0, 0.0])
flow = printed.simulation_1()
start = printed.hemisphere_tokens(0, 1, v)[0]
print("in a common hemisphere:", st.hemisphere(start).exists, "| at random:", st.decrease.hemisphere_probability(10, 3))

# %%
times = np.linspace(0, 8, 161)
trajectory = st.trajectory(flow, start, times, printed.STEP, hemisphere=v)
display(SVG(sphere_svg(trajectory.states, title="5.1.1, seed 0, t from 0 to 8; star: v", pole=v)))

# %% [markdown]
# The tokens meet (CON-S5.1.1.c is this statement, TESTED on many starts), but not at $v$: where they meet depends on
# the start. The claim CON-T3.2.i says that they converge to one point, CON-T3.2.h that it lies in the open
# hemisphere.
#
# ## A maximum of smooth functions
#
# The proof looks at the worst token, $V(y) = \max_i (1 - v^T y_i)$. On the sphere this is half the largest squared
# distance to $v$ (CON-T3.2.g.R1; on a general ellipsoid it is not, CON-T3.2.g). The heights $c_i = v^T y_i$ obey
#
# $$\dot c_i = \sum_j \bar\alpha_{ij} (c_j - c_i \langle y_i, y_j\rangle_W) \qquad\text{(CON-T3.2.b)},$$
#
# and for a token of least height every term is at least $c_i (1 - \langle y_i, y_j\rangle_W) \ge 0$. So the least
# height never decreases: the hemisphere is invariant (CON-T3.2.a).
#
# $V$ has kinks where two tokens are tied. What replaces the derivative is the upper Dini derivative $D^+V$, and it is
# the largest slope among the tied tokens (CON-T3.2.c, Danskin's theorem). Here is an exact tie: two tokens of the
# same height with different slopes, under made-up weights. The ordinary derivative does not exist there.

# %%
tied = st.numbers.as_array([[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)], [1, 0]])
weights = st.numbers.as_array(
    [[Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 3)] * 3, [Fraction(1, 3)] * 3]
)
e1 = st.numbers.as_array([1, 0])
print("tied:", st.decrease.active_set(tied, e1), " slopes of 1 - c_i:", *(-st.decrease.height_rates(tied, weights, e1)))
print("V =", st.decrease.max_lyapunov(tied, e1), " D+V =", st.dini_derivative(tied, weights, e1))
print("-D+V is at least", st.decrease.decrease_bound(tied, weights, e1))

# %% [markdown]
# Along the simulation $D^+V$ is negative all the time (CON-T3.2.d, and CON-S5.1.1.d for the figure of the paper),
# although the logit matrices oscillate.

# %%
rates = [st.dini_derivative(Y, flow.weights(t, Y), v) for t, Y in zip(times, trajectory.states, strict=True)]
panels = {"V": st.decrease.max_lyapunov(trajectory.states, v), "upper Dini derivative of V": np.array(rates)}
display(SVG(curves_svg(times, panels, title="simulation 5.1.1, seed 0")))
page("CON-T3.2.d")

# %% [markdown]
# ## From decrease to convergence
#
# Does strict decrease of $V$ give convergence? Not by itself: with $P$ growing in time there is a counterexample
# (CON-T3.2.f.R1). With a bound on $P$ the decrease is uniform and the conclusion holds (CON-T3.2.f).
#
# A second look shows more. In the **central projection** $q_i = y_i / (v^T y_i)$ the flow is linear consensus with
# positive weights, for every metric $W$ (CON-X1; CON-T3.2.k says what that means for hemispheres): the convex hull of
# the $q_i$ shrinks at a guaranteed rate (CON-B1), to one point (CON-B1.point), and asymptotically at exactly
# $h/\sqrt{n+1}$ whatever $P$ is (CON-B1.rate). Consensus is never reached in finite time (CON-T3.2.e), but
# approached exponentially fast (CON-T3.2.j); with causal weights the first token decides where (CON-B1.causal).

# %%
Q = st.decrease.central_projection(trajectory.states, v)
spreads = np.stack(
    [st.decrease.spread(Q, np.array([0.0, 1.0, 0.0])), st.decrease.spread(Q, np.array([0.0, 0.0, 1.0]))], axis=1
)
title = "range of the second and third coordinate of q, simulation 5.1.1, seed 0"
display(SVG(curves_svg(times, {"range over the tokens": spreads}, title=title, logarithmic=True)))
norms = np.array([2 * np.linalg.norm(printed.floats(P), 2) for P in (printed.P_1, printed.P_2)])
print(f"guaranteed rate {st.decrease.projected_rate(start, v, norms):.4f}, exact asymptotic rate {2 / np.sqrt(3):.4f}")
print("observed over the last quarter:", (np.log(spreads[120] / spreads[160]) / 2).round(4))

# %%
page("CON-T3.2")

# %% [markdown]
# ## A rigorous trajectory
#
# The curves above come from an integrator with a small error that nobody has bounded. `enclose_flow` runs the same
# field over power series of balls: each segment is a proof that the solution lies in a tube, and that the next state
# lies in a ball around a centre. Here are three tokens from time 0 to 1 under
# $P(t) = \mathrm{diag}(\cos 6t, \sin 6t, \cos 4t)\, P'$. Every segment proves that the tokens are in the hemisphere
# **at all times** between its ends.

# %%
logits = st.motion.balls(np.array([[[0.08, -0.19, 0.20], [-0.23, 0.31, -0.23], [0.18, -0.17, -0.16]]]))
exact = st.Flow(
    st.models.modulated(lambda t: [[st.numbers.cos(6 * t), st.numbers.sin(6 * t), st.numbers.cos(4 * t)]], logits)
)
tokens = st.numbers.as_array([[1, 0, 0], [Fraction(3, 5), Fraction(4, 5), 0], [Fraction(3, 5), 0, Fraction(-4, 5)]])
segments = list(st.enclose_flow(exact.velocity, tokens, 1, order=8, step=Fraction(1, 8), tolerance=1e-9))
for segment in segments[:: max(1, len(segments) // 4)]:
    inside, size = segment.in_hemisphere(v), segment.diameter().str(8, radius=False)
    print(f"t in [{segment.begin}, {segment.end}]: in the hemisphere {inside}, diameter at most {size}")
print("error at the end, proved:", segments[-1].state.error.str(3, radius=False))

# %% [markdown]
# ## Layers instead of time
#
# The layer map $y_i^+ = \pi_W(y_i + \tau \sum_j \bar\alpha_{ij} y_j)$ keeps the hemisphere and decreases $V$ for
# **every** positive step, however large (CON-B2), contracts by a fixed factor (CON-B2.contraction), asymptotically by
# $1/(1 + \tau h/\sqrt{n+1})$ (CON-B2.factor), and quadratically as $\tau \to \infty$ (CON-B2.infinity). A negative
# step leaves some hemisphere (CON-B2.negative).

# %%
for tau in (0.5, 5.0, 500.0):
    Y, lyapunov = start, []
    for layer in range(4):
        lyapunov.append(float(st.decrease.max_lyapunov(Y, v)))
        Y = flow.step(0.01 * layer, Y, tau)
    print(f"tau = {tau:5}: V =", np.round(lyapunov, 6), " largest distance", np.ptp(Y, axis=0).max())
page("CON-B2")

# %% [markdown]
# ## Is the hemisphere needed?
#
# Yes (CON-H.2). Two antipodal tokens never move. Worse, there are attractors other than consensus: for $P = \beta I$
# and $\beta$ below $-n(n+1)/(n+2)$ the regular simplex of $n + 2$ tokens has negative rates but for the rotations
# (CON-B7; its spectrum is CON-B7.spectrum, with several tokens per corner CON-B7.clusters). On the circle, $n = 1$,
# that is the triangle, for $\beta < -2/3$; for $\beta = -2$ a fair share of random starts ends there (CON-B7.share,
# TESTED). So on the circle almost every start reaches consensus, whatever $P$ is, for two tokens only
# (CON-B7.circle).

# %%
repelling = st.Flow(-2 * np.eye(2))
triangle = st.simplex(2).tokens.astype(float)
print(st.linearise(lambda Y: repelling.velocity(0.0, Y), triangle, manifold="sphere", time="continuous"))
triples = st.draws.random_tokens(np.random.default_rng(11), 8, 3, 2)
ends = st.trajectory(repelling, triples, np.array([0.0, 60.0])).states[-1]
print("inner products of the first two tokens, eight starts:", st.models.gram(ends)[:, 0, 1].round(3))

# %% [markdown]
# An inner product of $-1/2$ is the triangle, 1 is consensus.

# %% [markdown]
# ## Exercises
#
# 1. Check one trajectory with `st.decrease.worst_margins(flow, trajectory, v)`. Which inequality is closest to
#    equality, and when?
# 2. Start with one token outside the hemisphere and find, with `st.lyapunov`, a state at which $\max_i (1 -
#    v^Ty_i)$ rises.
# 3. For two tokens with uniform weights, write down the equation of their inner product and compare its rate at
#    consensus with `st.decrease.projected_rate`.
#
# ## References
#
# - *Consensus is all you get: the role of attention in transformers*, ICML 2025, PMLR 267.
# - J. M. Danskin, *The theory of max-min, with applications*, SIAM Journal on Applied Mathematics 14 (1966).
# - J. G. Wendel, *A problem in geometric probability*, Mathematica Scandinavica 11 (1962).
#
# Next: [the causal cascade and a counter-trajectory](05_causal_cascade.py).
