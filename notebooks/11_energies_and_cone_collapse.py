# %% [markdown]
# # Energies and cone collapse
#
# Claims: PER-2.3.sphere, PER-3.6, PER-3.6.sign, PER-L3.7, PER-3.13, PER-3.13.iff, PER-3.7.nongrad.symmetric,
# PER-R3.8.conf, PER-P3.4.max, PER-T6.7, PER-L6.4, PER-L6.4.s1, PER-T4.2.alpha, PER-T4.2.alpha.negative, PER-N1,
# PER-R6.5
#
# The third paper, *A mathematical perspective on Transformers* (arXiv 2312.10794), looks at tokens on the unit sphere
# that attract each other with an inverse temperature $\beta$,
#
# $$\dot x_i = (I - x_i x_i^T) \sum_j A_{ij} x_j, \qquad A_{ij} = \frac{e^{\beta x_i^T x_j}}{\sum_k e^{\beta x_i^T x_k}}
#   \text{ (SA)} \quad\text{or}\quad \frac{e^{\beta x_i^T x_j}}{n} \text{ (USA)}.$$
#
# They never leave the sphere (PER-2.3.sphere). This notebook measures what makes them cluster: an energy that both
# flows climb, and a cone that they do not leave.

# %%
import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.stability.pictures.figures import curves_svg, sphere_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## Two flows, one energy
#
# The energy is $E = \frac{1}{2\beta n^2} \sum_{ij} e^{\beta x_i^T x_j}$. Along USA its rate is the mean of the squared
# speeds (PER-L3.7), along SA the same with token $i$ counted $Z_i/n$ times (PER-3.6). So it rises, for $\beta$ of
# either sign, and falls if the value matrix is $-I$ (PER-3.6.sign). Here are 12 tokens, the same start for both flows.

# %%
beta, step, times = 2.0, 0.02, np.arange(401) * 0.02
start = st.draws.random_tokens(np.random.default_rng(4), 1, 12, 3)[0]
flows = {"SA": st.models.SphereFlow(beta), "USA": st.models.SphereFlow(beta, "exponential")}
paths = {}
for name, flow in flows.items():
    states = [start]
    for _ in times[1:]:
        states.append(st.models.sphere_step(flow.velocity, states[-1], step))
    paths[name] = np.array(states)
energies = np.stack([st.decrease.interaction_energy(path, beta) for path in paths.values()], axis=-1)
display(
    SVG(curves_svg(times, {"energy E; 1: SA, 2: USA": energies}, title="12 tokens on the sphere, beta = 2, seed 4"))
)
for name, flow in flows.items():
    rate = st.decrease.energy_rate(start, flow.velocity(start), beta)
    print(f"{name}: rate of E {rate:.12f}, as a sum of squares {st.decrease.dissipation(flow, start):.12f}")

# %% [markdown]
# Nothing has more energy than a single point (PER-P3.4.max). The least has the uniform measure, with a closed form in
# Bessel functions; every finite set of tokens lies between the two.

# %%
print(
    "uniform measure",
    st.decrease.uniform_energy(3, 2),
    "| these tokens",
    energies[0, 0],
    "| one point",
    st.decrease.dirac_energy(2),
)

# %% [markdown]
# ## Whose gradient?
#
# USA is the gradient of $n E$ in the usual metric. SA is not: its derivative is not symmetric. On the circle that can
# be read off the Jacobian in angles (PER-3.7.nongrad.symmetric); for two tokens the flows have the same orbits
# (PER-R3.8.conf).

# %%
angles = np.array([[0.3], [1.1], [-2.0]])
for weights in ("exponential", "softmax"):
    for n in (2, 3):
        found = st.linearise(
            lambda theta, weights=weights: st.models.circle_velocity(theta[:, 0], 1.0, weights)[:, np.newaxis],
            angles[:n],
            manifold="torus",
            time="continuous",
        )
        print(f"{weights:11} {n} tokens: |J - J'| = {np.max(np.abs(found.jacobian - found.jacobian.T)):.2g}")

# %% [markdown]
# Count token $i$ with the weight $Z_i$, and SA is a gradient too, also with matrices, if $Q^T K = V$ is symmetric
# (PER-3.13). Symmetry is needed (PER-3.13.iff).

# %%
print(page("PER-3.13"))

# %% [markdown]
# ## Cones
#
# If all tokens lie in one open hemisphere, they converge to one point, at an exponential rate (PER-L6.4): the lowest
# token does not sink (PER-L6.4.s1). Wendel's formula (PER-T6.7) says how likely a hemisphere is at random: exactly, by
# counting sign patterns, or by the formula.

# %%
for n, d in ((3, 3), (6, 3), (12, 3), (12, 8)):
    print(f"{n} tokens in dimension {d}: in a hemisphere with probability {st.decrease.hemisphere_probability(n, d)}")
lifted = st.models.normalise(np.abs(start))
cone = [lifted]
for _ in times[1:]:
    cone.append(st.models.sphere_step(flows["SA"].velocity, cone[-1], step))
display(SVG(sphere_svg(np.array(cone), title="12 tokens in a cone under SA, beta = 2", pole=np.ones(3) / np.sqrt(3))))

# %%
print(page("PER-L6.4"))

# %% [markdown]
# ## How fast
#
# The paper's rate is $1/(4 n e^{2\beta})$. With $m$ the least inner product of two tokens, there is a much better
# bound (PER-N1): $\dot m \geq 2(1 - m)((n - 1)m + 1)/((n - 1)e^{\beta(1 - m)} + 1)$ under SA. Near one point it is the
# rate that is seen, $1 - m \sim e^{-2t}$. The margin by which random states keep the bound, at worst:

# %%
rng = np.random.default_rng(0)
for weights in ("softmax", "exponential"):
    states = st.models.normalise(np.abs(rng.normal(size=(20000, 5, 3))))
    print(weights, "worst margin of 20 000 states:", np.min(st.decrease.least_product_margin(states, beta, weights)))
least = np.min(np.array(cone) @ np.swapaxes(np.array(cone), -1, -2), axis=(-2, -1))
bound = [least[0]]
for _ in times[1:]:
    bound.append(bound[-1] + step * float(st.decrease.least_product_rate(bound[-1], 12, beta)))
both = np.stack([1 - least, 1 - np.array(bound)], axis=-1)
display(SVG(curves_svg(times, {"1 - m; 1: tokens, 2: bound": both}, title="the cone above", logarithmic=True)))

# %% [markdown]
# So tokens with products above some $\alpha \geq 0$ cluster for every $\beta$ (PER-T4.2.alpha); for a negative
# $\alpha$ they need not (PER-T4.2.alpha.negative): the corners of a regular simplex stay where they are. At the cluster
# all rates are $-1$ for SA and $-e^\beta$ for USA (PER-R6.5):

# %%
together = np.array([[0.6, 0.8]] * 3)
for name, flow in flows.items():
    found = st.linearise(flow.velocity, together, manifold="sphere", time="continuous")
    print(name, [(round(value.real, 6), count) for value, count in found.eigenvalues])

# %% [markdown]
# Next: [the phase diagram and the circle](12_phase_diagram_and_circle.py), where tokens take their time.

# %% [markdown]
# ## Exercises
#
# 1. Start the cone collapse at a regular simplex with one token moved by $10^{-3}$. Do they cluster, and when?
# 2. Compare the bound of PER-N1 with the paper's rate for $n = 50$ and $\beta = 4$. How much time does each promise?
# 3. Give `interaction_energy` a negative $\beta$. Which of the monotonicity claims above still hold?
#
# ## References
#
# - *A mathematical perspective on Transformers*, arXiv 2312.10794: flows, energies, cone collapse (Lemma 6.4).
# - *Consensus is all you get: the role of attention in transformers*, ICML 2025, PMLR 267: the hemisphere.
