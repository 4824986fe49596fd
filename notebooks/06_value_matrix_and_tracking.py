# %% [markdown]
# # Theorem 4.5 and tracking
#
# Claims: CON-T4.5, CON-T4.5.a, CON-T4.5.b, CON-T4.5.c, CON-T4.5.d, CON-T4.5.e, CON-T4.5.f, CON-T4.5.g, CON-T4.5.h,
# CON-T4.5.h.repaired, CON-T4.5.i, CON-T4.5.i.R1, CON-B2.value, CON-B3, CON-B3.sharp, CON-B4, CON-X6, CON-B6, CON-X8,
# CON-R4.7.a, CON-R4.7.b, CON-R4.7.b.repaired, CON-R4.7.c, CON-S5.1.3.b, CON-S5.1.3.c, CON-S5.1.3.d
#
# With a value matrix $U$ that is not the identity, tokens do not only average, they are also pulled along the leading
# eigenvector $v$ of $U$. Theorem 4.5 of *Consensus is all you get* (ICML 2025): in the auto-regressive model with one
# head and a symmetric $U$ whose largest eigenvalue $\lambda > 0$ is simple, all tokens of the hemisphere of $v$
# converge to $v$. Remark 4.7 asks what happens when $U(t)$, and with it $v(t)$, moves.

# %%
import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.stability.pictures.figures import curves_svg, sphere_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## Simulation 5.1.3
#
# The printed $U$ has one positive eigenvalue, one just below zero, and one that is negative and three times as large
# as the first (CON-S5.1.3.b proves it). Ten tokens start in the hemisphere of $v$, seed 0.

# %%
U = printed.floats(printed.U_3)
v = printed.principal_direction()
print("eigenvalues of U:", np.linalg.eigvalsh(U).round(6), " v =", v.round(6))
start = printed.hemisphere_tokens(0, 1, v)[0]
times = np.linspace(0, 40, 401)
flow = printed.simulation_3()
states = st.trajectory(flow, start, times, 0.025, hemisphere=v).states
display(SVG(sphere_svg(states, title="5.1.3, seed 0, t from 0 to 40; star: v", pole=v)))

# %% [markdown]
# All go to $v$ (CON-S5.1.3.c). Consensus at $v$ is an equilibrium (CON-T4.5.a) and the hemisphere is invariant, even
# though $U$ has a large negative eigenvalue (CON-T4.5.d, CON-T4.5.e). The first token follows
# $\dot y_1 = \frac{1}{\sqrt{n+1}} (I - y_1 y_1^T) U y_1$, a power iteration in continuous time, and its height never
# decreases (CON-T4.5.b, CON-T4.5.c). That is not so for the later ones (CON-T4.5.g, CON-S5.1.3.d); in this run the
# third token dips first:

# %%
heights = st.decrease.heights(states, v)
display(SVG(curves_svg(times[:121], {"height, tokens 1 to 4": heights[:121, :4]}, title="simulation 5.1.3, seed 0")))

# %% [markdown]
# ## The cascade in the tangents
#
# The quantity that works is not the height but the tangent $r_i = \tan\angle(y_i, v)$. With $g$ the gap below
# $\lambda$ and $\rho$ the largest modulus of the other eigenvalues (CON-B4),
#
# $$D^+ r_i \le -\Big(g\,\alpha_{ii} + \lambda \sum_{j<i} A_{ij}\Big) r_i + \rho \sum_{j<i} A_{ij} r_j,
#   \qquad A_{ij} = \alpha_{ij} b_j / b_i ,$$
#
# for every $P(t)$, bounded or not. Token $i$ is therefore input-to-state stable with the gain $\rho/\lambda$ from the
# earlier tokens (CON-T4.5.f), which is attained (CON-X6). A gain above one is no problem in a cascade: there is no
# loop. The slack of the inequality, and of the bounds it gives for all times, along the simulation:

# %%
cascade = st.decrease.tangent_cascade(U, v)
print(f"lambda {cascade.lam:.4f}, gap {cascade.gap:.4f}, rho {cascade.rho:.4f}, gain {cascade.gain:.4f}")
slacks = [cascade.slacks(Y, flow.weights(t, Y)[0]) for t, Y in zip(times, states, strict=True)]
print("least slack of the inequality:", np.min(slacks, axis=0).round(6))

# %%
page("CON-B4")

# %% [markdown]
# By induction over the tokens this proves the theorem, with exponential stability that is uniform in the initial
# time, and without any bound on $P$.

# %%
page("CON-T4.5")

# %% [markdown]
# The introduction of the paper states it without the sign of $\lambda$. That is refuted (CON-T4.5.h): if the largest
# eigenvalue is negative, tokens repel each other. For $\lambda \ge 0$ it is true (CON-T4.5.h.repaired). Several heads
# may share the leading eigenvector (CON-T4.5.i); if only their sum is good, the linearisation at consensus is
# still stable (CON-T4.5.i.R1). The layer map has the same hemisphere and, for the first token, a step-size threshold
# (CON-B2.value).

# %%
page("CON-T4.5.h")

# %% [markdown]
# ## Full attention
#
# Without the mask there is a loop, and the gain matters. If $\lambda > \rho$ the largest tangent contracts for every
# $P(t)$ (CON-B3). If the smallest eigenvalue is below $-\lambda$ there is a $P$ that prevents consensus
# (CON-B3.sharp): two tokens at $(3/5, \pm 4/5)$, $U = \mathrm{diag}(1, -3)$, $P = -\frac{25}{16}\ln 2\, I$. The
# picture has the heights of both tokens for this $U$ and for $\mathrm{diag}(1, -1/2)$.

# %%
pair = np.array([[0.6, 0.8], [0.6, -0.8]])
short = np.linspace(0, 12, 121)
panels = {}
for smallest in (-3.0, -0.5):
    full = st.Flow(-25 / 16 * np.log(2) * np.eye(2), np.diag([1.0, smallest]))
    run = st.trajectory(full, pair, short).states
    panels[f"height, U = diag(1, {smallest:g})"] = st.decrease.heights(run, np.array([1.0, 0.0]))
display(SVG(curves_svg(short, panels, title="full attention, two tokens, the same P")))

# %% [markdown]
# ## Tracking a moving eigenvector
#
# Now let $U(t)$ turn. The first token obeys equation (8) of the paper (CON-R4.7.a), and with
# $x = \tan\angle(y_1, v(t))$, gap at least $g$ and speed $|\dot v| \le \omega$,
#
# $$D^+ x \le \omega (1 + x^2) - \frac{g}{\sqrt{n+1}}\, x .$$
#
# Below the critical speed $\omega^* = g/(2\sqrt{n+1})$ the right side has two roots: the token is tracked within the
# smaller one, from every start below the larger one (CON-B6). For $b = \cos\angle(y_1, v)$ that is an ISS statement
# for slow motion (CON-R4.7.c); if $v$ stands still, convergence needs the gap to have an infinite integral
# (CON-R4.7.b, CON-R4.7.b.repaired).

# %%
gap = 1.0
critical = st.decrease.critical_speed(gap, 2)
print(f"critical speed {critical:.4f}")
for speed in (0.1, 0.2, 0.3):
    inner, outer = st.decrease.tracking_tangents(speed, gap, 2)
    print(f"speed {speed}: tracked within the tangent {inner:.4f}, from below {outer:.4f}")

# %% [markdown]
# The bound is sharp at a uniform rotation in the plane, and beyond the critical speed tracking fails (CON-X8). One
# token, $U(t)$ with eigenvalues 1 and 0 turning at the speeds 0.3 and 0.4; the picture shows the cosine with $v(t)$.

# %%
ticks = np.linspace(0, 40, 401)
panels, final = {}, {}
for speed in (0.3, 0.4):
    frames = np.stack([np.cos(speed * ticks), np.sin(speed * ticks)], axis=-1)
    turning = st.Flow(np.zeros((2, 2)), lambda t, w=speed: np.outer(*[[np.cos(w * t), np.sin(w * t)]] * 2), causal=True)
    token = st.trajectory(turning, np.array([[1.0, 0.0]]), ticks).states[:, 0]
    panels[f"cosine with v(t), speed {speed}"] = np.sum(token * frames, axis=-1)
    final[speed] = token[-1:], frames[-1]
display(SVG(curves_svg(ticks, panels, title="one token tracks a turning eigenvector, gap 1")))
lag = np.linalg.norm(st.decrease.deviations(*final[0.3]))
print(f"tangent at the end, speed 0.3: {lag:.6f}; the bound: {st.decrease.tracking_tangents(0.3, gap, 2)[0]:.6f}")

# %% [markdown]
# ## Exercises
#
# 1. Draw systems with `st.strategies.theorem_4_5_instances().example()` and check a trajectory of each with
#    `st.decrease.worst_margins`.
# 2. Give $U$ a negative largest eigenvalue. Where do the tokens go? Which line of the proof needs $\lambda > 0$?
# 3. Plot the lag against the speed up to the critical one. How does it grow near the end?
#
# ## References
#
# - *Consensus is all you get: the role of attention in transformers*, ICML 2025, PMLR 267.
# - E. D. Sontag, *Smooth stabilization implies coprime factorization*, IEEE Transactions on Automatic Control 34
#   (1989).
#
# Next: [bring your own matrices](07_your_own_matrices.py).
