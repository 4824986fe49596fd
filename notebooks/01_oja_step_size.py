# %% [markdown]
# # The Oja map and the step-size bound
#
# Claims: POW-EQ89, POW-L3.class2, POW-L3.class3, POW-L4.stable, POW-L4.sharp, POW-L4.unst, POW-N3.cycle,
# POW-T2.alpha, POW-T2.stable, POW-T2.cons, POW-N4, POW-L7.bound, POW-T2.bip, POW-T2.bip.repaired, POW-T2.poly,
# POW-T2.ae, POW-T2.ae.repaired
#
# One layer of self-attention with a skip connection and normalised tokens is a map on products of spheres. The
# simplest case has no logits ($P = 0$): every token attends to all tokens alike, and the layer is the **multi-agent
# Oja map**
#
# $$x_i^+ = \frac{y_i}{|y_i|}, \qquad y_i = x_i + \frac{\alpha}{N} V \sum_j x_j .$$
#
# This notebook follows one question through it: for which step sizes $\alpha$ is the state "all tokens at the
# principal eigenvector $v_1$ of $V$" stable? The paper is *Analogies between Transformer Layers and Power Method*
# (arXiv 2605.25619), Lemmas 3, 4 and 7 and Theorem 2.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.proofs_checks.power_method import pictures
from attnverify.stability.pictures.figures import curves_svg, svg_text
from attnverify.verify.cli.show import page

# %% [markdown]
# ## One map, many number types
#
# The map is written once, in `stability/models/maps.py`. With fractions it is exact, with arrays of floats it is fast,
# and it is the same function that the proofs differentiate. That the Oja step is the attention step with $P = 0$ is
# itself a claim, POW-EQ89. Here it is for three tokens, exactly.

# %%
V = st.numbers.as_array([[1, 0], [0, -3]])
X = st.numbers.as_array([[Fraction(3, 5), Fraction(4, 5)], [1, 0], [Fraction(-4, 5), Fraction(3, 5)]])
alpha = Fraction(1, 2)
print(st.models.oja_step(X, V, alpha))
print(st.models.attention_step(X, st.models.uniform_weights(3), V, alpha))

# %% [markdown]
# ## The spectrum at a consensus
#
# At a consensus all tokens sit at one unit eigenvector $v_k$ of $V$. `examine` says what one step does to the state;
# it is a fixed point when the common factor $1 + \alpha\lambda_k$ is positive.

# %%
state = st.consensus(V, [1, 0], N=4)
outcome = st.states.examine(state, lambda X, counts: st.models.oja_step(X, V, alpha, counts=counts))
print(outcome.nature.value, "| factors:", *outcome.factors)

# %% [markdown]
# Linearised there, the map has two kinds of tangent perturbations:
#
# - all tokens move together along $v_j$: eigenvalue $(1 + \alpha\lambda_j)/(1 + \alpha\lambda_k)$ (POW-L3.class2);
# - differences between tokens, which sum to zero: eigenvalue $1/(1 + \alpha\lambda_k)$, with multiplicity
#   $(N-1)(d-1)$ (POW-L3.class3).
#
# `consensus_modes` lists them with their multiplicities, for any number of tokens; it numbers the other eigenvalues
# from 1. The second print takes the other road: the whole tangent Jacobian of the four tokens, and its eigenvalues as
# computed by NumPy.

# %%
for mode in st.linearisation.consensus_modes(1, [-3], 4, alpha):
    print(f"{mode.trace!s:>5}  {mode.multiplicity} x  {mode.perturbation}")
blocks = st.linearisation.oja_derivative(np.tile([1.0, 0.0], (4, 1)), V.astype(float), 0.5)
print(np.linalg.eigvals(st.linearisation.tangent_jacobian(blocks, np.tile([1.0, 0.0], (4, 1)))).round(12))

# %% [markdown]
# ## The bound
#
# The consensus at $v_1$ is stable when all these eigenvalues lie in the unit disc. The second kind always does. The
# first kind stays above $-1$ exactly while
#
# $$\alpha < \frac{2}{|\lambda_d| - \lambda_1} \qquad\text{where } |\lambda_d| > \lambda_1,$$
#
# and without any bound otherwise (POW-L4.stable); the bound cannot be improved (POW-L4.sharp). The function that
# evaluates it is the one the pictures use.

# %%
print("eigenvalues 1, -3:   the bound is", st.linearisation.consensus_bound([Fraction(1), Fraction(-3)]))
print(
    "eigenvalues 1, -1/2: the bound is",
    st.linearisation.consensus_bound([Fraction(1), Fraction(-1, 2)]),
    "(every step size)",
)
display(SVG(svg_text(pictures.consensus_step_sizes, "step sizes")))

# %% [markdown]
# How do we know? `page` decides a claim, with everything it rests on, and prints what `attnverify show` prints: the
# statement, the instance, the false twin that the proof must not prove, and the proof, step by step. Its arithmetic
# steps are sums of products of what is known, which you can expand with pencil and paper. The kernel does exactly
# that, with nothing but fractions.

# %%
page("POW-L4.stable")

# %% [markdown]
# ## On both sides of the bound
#
# For $V = \mathrm{diag}(1, 1/2, -3)$ the bound is $\alpha < 1$. Six tokens start near $v_1$. Just below the bound
# they come together at $v_1$; just above they leave it. Where do they go? To a **2-cycle**: all tokens at $v_d$, then
# all at $-v_d$, and so on (POW-N3.cycle). The picture shows the component of every token along $v_1$.

# %%
W = np.diag([1.0, 0.5, -3.0])
rng = np.random.default_rng(5)
start = st.models.normalise(np.array([1.0, 0.0, 0.0]) + 0.2 * rng.normal(size=(6, 3)))
panels = {}
for step in (0.9, 1.1):
    states = [start]
    for _ in range(120):
        states.append(st.oja_map(states[-1], W, step))
    panels[f"x . v_1 at alpha = {step}"] = np.array(states)[:, :, 0]
display(SVG(curves_svg(np.arange(121), panels, title="six tokens, seed 5; time counts layers")))

# %%
above = st.oja_map(states[-1], W, 1.1)
print("two successive states at alpha = 1.1, along v_d:", states[-1][:, 2].round(6), above[:, 2].round(6), sep="\n")

# %% [markdown]
# The other consensus points, at $v_k$ with $k \ne 1$, are unstable for all step sizes below the bound (POW-L4.unst):
# moving all tokens towards $v_1$ grows by $(1 + \alpha\lambda_1)/(1 + \alpha\lambda_k) > 1$.
#
# ## An energy that only grows
#
# Stability near $v_1$ says nothing about states far away. For those the paper uses $F(X) = \frac{1}{2N} m^T V m$ with
# $m = \sum_j x_j$. There is an exact identity for its increment in one step (POW-N4); its first part is never
# negative, the second has the sign of $V$, and together they are positive whenever a token moves and
# $\alpha < 1/\max(0, -\lambda_d)$. The bound $1/(2\|V\|)$ of Lemma 7 is sufficient (POW-L7.bound).

# %%
X = st.draws.random_tokens(np.random.default_rng(1), 1, 6, 3)[0]
for step in (0.15, 0.3):
    increment = st.decrease.energy_increment(X, W, step)
    direct = st.energy(st.oja_map(X, W, step), W) - st.energy(X, W)
    parts = f"{increment.moved:.6f} + {increment.coupled:.6f}"
    print(f"alpha = {step}: {parts} = {increment.total:.6f}; direct {direct:.6f}")
print("F increases for every step size below", st.decrease.ascent_bound([Fraction(1), Fraction(1, 2), Fraction(-3)]))

# %%
display(SVG(svg_text(pictures.oja_trajectories, "trajectories")))

# %% [markdown]
# In the picture $V = \mathrm{diag}(1, 2/5, -3/5)$ and twelve tokens, drawn with seed 4, meet at $v_1$.
#
# ## Theorem 2, and where it needs a repair
#
# Theorem 2 puts this together for $\alpha < 1/(2\|V\|)$, which is the smaller of the two step bounds (POW-T2.alpha):
# the consensus at $v_1$ is stable (POW-T2.stable), the others are unstable (POW-T2.cons), and so are the bipartite
# points, with some tokens at $v_k$ and some at $-v_k$ (POW-T2.bip), and the polygonal ones, with $\sum_j x_j = 0$
# (POW-T2.poly); hence almost all trajectories reach consensus (POW-T2.ae).
#
# The first three parts are proved. The others are refuted as printed, by the smallest system of all: **two** tokens,
# with a negative $\lambda_2$. The state $(u, -u)$ is then Lyapunov stable.

# %%
page("POW-T2.bip")

# %% [markdown]
# The refutation is exact data: a point that satisfies every hypothesis, sizes included. You can watch it. The two
# tokens start close to $(v_1, -v_1)$, with $V = \mathrm{diag}(1, -1)$ and $\alpha = 1/4$. They do not meet; they stop
# opposite to each other.

# %%
X = st.models.normalise(np.array([[1.0, 0.1], [-1.0, 0.05]]))
for _ in range(200):
    X = st.oja_map(X, np.diag([1.0, -1.0]), 0.25)
print(X.round(6), "sum:", X.sum(axis=0).round(9))

# %% [markdown]
# With three or more tokens, or with $\lambda_2 > 0$, the bipartite points are unstable after all
# (POW-T2.bip.repaired). Almost global convergence then holds for an odd number of tokens or $\lambda_2 > 0$
# (POW-T2.ae.repaired). Its proof uses two theorems of the literature, one on the limits of analytic ascents and one on
# the states that converge to saddles. They are rules of the kernel, named beside the verdict. For an even number of
# tokens and one positive eigenvalue the question is open.

# %% [markdown]
# ## Exercises
#
# 1. Take $V = \mathrm{diag}(1, 1/2, -3)$. Which step sizes does `st.linearisation.consensus_bound` allow? Follow
# `st.oja_map`
#    from a random start, once a little below the bound and once above it, and say where the tokens go.
# 2. Derive by hand what the Jacobian does to the mean of the tokens and to differences between tokens at a
#    consensus, and compare with the two kinds of `st.linearisation.consensus_modes`.
# 3. Put SymPy symbols into `V` and `X` of the first cell. Which line of `st.models.oja_step` needs more than a ring?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
# - E. Oja, *A simplified neuron model as a principal component analyzer*, Journal of Mathematical Biology 15
#   (1982).
#
# Next: [when bipartite consensus is stable](02_bipartite_consensus.py).
