# %% [markdown]
# # The phase diagram and the circle
#
# Claims: PER-T6.8.69, PER-T6.8.610, PER-6.12, PER-6.12.sandwich, PER-6.12.increasing, PER-N4, PER-N7, PER-FIG3,
# PER-FIG4, PER-7.1, PER-7.2, PER-7.3, PER-7.4, PER-C3, PER-C3.two, PER-C3.three, PER-N8,
# PER-PR3.circle, PER-N2.five, PER-PR3.nine, PER-N8.above, PER-N8.below, PER-9.1.crit.simplex, PER-9.2.93,
# PER-9.2.hull.shrinks, PER-TAB1.rows
#
# How long do tokens take until they are one cluster? *A mathematical perspective on Transformers* (arXiv 2312.10794)
# answers with a picture over time and inverse temperature $\beta$, and with a curve in it (PER-FIG3, PER-6.12). On the
# circle one can see what happens in between (PER-FIG4), and list all equilibria.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.stability.pictures.figures import curves_svg, phase_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## One number instead of n tokens
#
# Tokens with equal inner products keep them equal, so that one number $\gamma(t)$ is left, with
# $\dot\gamma = 2(1 - \gamma)((n - 1)\gamma + 1)/(e^{\beta(1 - \gamma)} + n - 1)$ under SA (PER-T6.8.69) and a like
# equation under USA (PER-T6.8.610). The time from orthogonal tokens to $\gamma$ has a closed form with exponential
# integrals (PER-N4); `stability` evaluates it in balls, and it lies between two elementary curves (PER-6.12.sandwich).
# It increases with $\beta$ (PER-6.12.increasing).

# %%
for n, beta in ((2, 1), (32, 1), (32, 4), (32, 9)):
    print(f"n = {n}, beta = {beta}: {st.decrease.common_product_time(0.999, n, beta)}")
betas = np.linspace(0.1, 9, 90)
curve = np.array([float(st.decrease.common_product_time(0.999, 32, float(beta))) for beta in betas])
print(f"at time 30 the curve is at beta = {betas[np.searchsorted(curve, 30.0)]:.1f}")

# %%
print(page("PER-6.12.sandwich"))

# %% [markdown]
# ## One panel of Figure 3
#
# In high dimension random tokens are nearly orthogonal, and their products stay near $\gamma$: their distance from it
# grows at most by the factor $e^{(6 + 2\beta)t}$ (PER-N7). So the jump to one cluster is near the curve, and sharper in
# $R^{512}$ than in $R^8$ (PER-FIG3, means of 8 draws). A panel at a reduced size: 16 tokens in $R^{64}$, 4 starts,
# the share of pairs with inner product above 0.999. The panels of the paper are commands,
# `attnverify sweep --grid beta=0.1:9:90 --set N=32 --set d=128 --csv near.csv --picture near.svg` and its variants; the
# README has them all.

# %%
grid = [round(beta, 1) for beta in np.linspace(0.1, 6, 13)]
sweep = st.batches.Sweep(grid={"beta": grid}, fixed={"N": 16, "d": 64, "alpha": 0.1}, runs=4, steps=200, every=4)
rows = st.sweep(sweep)
display(SVG(phase_svg(rows, "near", ["time", "beta"], title="16 tokens in dimension 64, share of near pairs")))
for beta in (0.1, 3.0, 6.0):
    near = next((row["time"] for row in rows if abs(row["beta"] - beta) < 0.05 and row["near"] > 0.5), None)
    curve = float(st.decrease.common_product_time(0.999, 16, beta))
    print(f"beta = {beta}: half of the pairs are near at time {near}, the curve says {curve:.2f}")

# %% [markdown]
# ## Angles
#
# On the circle, USA is $\dot\theta_i = -\frac1n \sum_j e^{\beta\cos(\theta_i - \theta_j)} \sin(\theta_i - \theta_j)$
# (PER-7.1), Kuramoto's model at $\beta = 0$ (PER-7.2), and the gradient of $n$ times an energy on the torus
# (PER-7.4, PER-7.3). For large $\beta$ tokens first form several clusters, which then live long:
# Figure 4, with 32 tokens and $\beta = 1, 4, 9$.

# %%
times = np.arange(601) * 0.05
start = np.random.default_rng(1).uniform(-np.pi, np.pi, 32)
panels = {}
for beta in (1.0, 4.0, 9.0):
    states = [st.models.on_circle(start)]
    flow = st.models.SphereFlow(beta)
    for _ in times[1:]:
        states.append(st.models.sphere_step(flow.velocity, states[-1], 0.05))
    panels[f"angle, beta = {beta:g}"] = np.arctan2(np.array(states)[..., 1], np.array(states)[..., 0])
display(SVG(curves_svg(times, panels, title="32 tokens on the circle under SA, seed 1")))
print(
    "largest difference to Kuramoto at beta = 0:",
    np.max(np.abs(st.models.circle_velocity(start, 0.0) - st.models.kuramoto_velocity(start))),
)

# %% [markdown]
# ## All equilibria of three tokens
#
# Two tokens are together, which is stable, or opposite, which is not, for every $\beta$ (PER-C3.two). Three tokens have
# four kinds of equilibria (PER-C3.three, PER-C3, PER-N8): one cluster, two and one opposite, a regular triangle, and
# for $\beta < -\frac12\log 2$ an isosceles one. The number of unstable directions of each, from `linearise`:


# %%
def unstable(angles, beta):
    found = st.linearise(
        lambda theta: st.models.circle_velocity(theta[:, 0], beta)[:, np.newaxis],
        np.array(angles)[:, np.newaxis],
        manifold="torus",
        time="continuous",
    )
    return sum(value.real > 1e-9 for value, _ in found.eigenvalues)


third = 2 * np.pi / 3
for beta in (2.0, 0.0, -0.4, -0.6, -0.7):
    kinds = {"cluster": [0.0, 0, 0], "two and one": [0.0, 0, np.pi], "triangle": [0.0, third, -third]}
    print(f"beta = {beta:4}:", {kind: unstable(angles, beta) for kind, angles in kinds.items()})

# %% [markdown]
# Are all critical points but clusters strict saddles, for every $n$ and $\beta > 0$? That is Problem 3 of the paper.
# For $\beta \leq 3/2$ they are, whatever $n$ is (PER-PR3.circle): turn each token with the speed
# $\langle w, x_i\rangle$, where $w$ is across the sum of all tokens. At most five tokens cluster from almost every
# start at every $\beta \geq 0$ (PER-N2.five). For six to nine tokens the other $\beta$ are left to a search
# (PER-PR3.nine): in every state outside all half circles it finds an arc that raises the energy when it turns.

# %%
print(st.decrease.arc_cuts(8, Fraction(3, 2), Fraction("4.786")))

# %% [markdown]
# Three tokens cluster from almost every start for $\beta > -2/3$ (PER-N8.above). Below they need not:
# those that start near a regular triangle stay apart (PER-N8.below). Corners of a simplex are in equilibrium in every
# dimension, for every $\beta$ (PER-9.1.crit.simplex).

# %%
print(page("PER-9.1.crit.simplex"))

# %% [markdown]
# ## Without the sphere
#
# Section 9.2 drops the projection and rescales, $z_i = e^{-tV} x_i$ (PER-9.2.93). For $V = I$ the convex hull of the
# tokens never grows (PER-9.2.hull.shrinks), and simulations end at the corners of a polytope: the first row of Table 1
# (PER-TAB1.rows). For other matrices the table has other limits.

# %%
tokens = np.random.default_rng(4).normal(size=(12, 2))
P, moved = np.diag([1.0, 2.0]), tokens
for k in range(900):
    moved = moved + 0.01 * st.models.rescaled_velocity(moved, np.exp(0.01 * k) * np.eye(2), 1.0, P)
print(np.unique(np.round(moved, 2), axis=0).tolist())

# %% [markdown]
# Start over: [the Oja map](01_oja_step_size.py), or [energies and cone collapse](11_energies_and_cone_collapse.py).

# %% [markdown]
# ## Exercises
#
# 1. Move the threshold of nearness in the phase diagram. Which part of the picture depends on it?
# 2. For $n = 4$, $\beta > 0$ find all equilibria on the circle with two clusters, and their stability.
# 3. Take a matrix $V$ with a complex leading pair. What becomes of the rescaled tokens?
#
# ## References
#
# - *A mathematical perspective on Transformers*, arXiv 2312.10794: phase curve, circle, Section 9, Table 1.
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619: equilibria of the discrete map.
