# %% [markdown]
# # Polygonal and clustering equilibria
#
# Claims: POW-L8.classes, POW-N6, POW-N6.antipodal, POW-L6.repaired, POW-T2.poly, POW-T2.poly.repaired,
# POW-N6.attention, POW-T3.poly, POW-R5, POW-R7.nu, POW-R7.flip, POW-P1.only, POW-P1.if.repaired, POW-N8, POW-N8.three,
# POW-N8.four
#
# Equilibria on one eigenvector are consensus and bipartite states. There are two more kinds (POW-L8.classes):
#
# - **polygonal**: the attended mean of every token vanishes, $\sum_j A_{ij} x_j = 0$, so nothing moves, whatever $V$
#   is;
# - **clustering**: $V \sum_j A_{ij} x_j = \nu_i x_i$ with several distinct tokens that are not all on one line.
#
# The paper (arXiv 2605.25619) expects polygonal states to be unstable (Lemmas 6 and 15) and shows that clustering
# states exist (Remark 5, Proposition 1). Both can be made exact.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.stability.pictures.figures import curves_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## A triangle under the Oja map
#
# The corners of a regular triangle add up to zero. `polygon` holds them as exact algebraic numbers, and
# `examine` confirms that one step of the Oja map leaves them alone, here for any step size: the factors are 1.

# %%
V = st.numbers.as_array([[2, 0], [0, -1]])
triangle = st.polygon(3)
print(*triangle.tokens)
outcome = st.states.examine(triangle, lambda X, counts: st.models.oja_step(X, V, Fraction(1, 2), counts=counts))
print(outcome.nature.value, outcome.factors)

# %% [markdown]
# The tangent Jacobian is symmetric there, and only the sum of the tokens feels $V$: the eigenvalues other than 1 are
# those of $I + (\alpha/N) V M$ with $M = \sum_i (I - x_i x_i^T)$ (POW-N6). By Sylvester's law as many of them exceed
# 1 as $V$ has positive eigenvalues: one here. So a polygon that is not on one line is unstable (POW-L6.repaired).

# %%
found = st.linearise(lambda X, n: st.oja_map(X, V, Fraction(1, 2), counts=n), triangle, manifold="sphere")
print(*[(value, times) for value, times in found.eigenvalues], found.stability.value)

# %% [markdown]
# ## The exception: two antipodal tokens
#
# On a line, $(u, -u)$, only the compression of $V$ to the complement of $u$ counts. If that is negative the pair is
# Lyapunov stable (POW-N6.antipodal): this refutes Theorem 2 for polygonal states as printed (POW-T2.poly). With three
# or more tokens and $\alpha < 1/\max(0, -\lambda_d)$ no polygonal state is stable (POW-T2.poly.repaired); for some of
# them the linearisation has no eigenvalue above 1 and the energy has to help. In the picture a pair and a square
# start next to a polygonal state, for the same $V = \mathrm{diag}(2, -1)$. The length of the sum of the tokens goes
# to zero for the pair and grows for the square.

# %%
rng = np.random.default_rng(2)
panels = {}
for name, state in (("pair", st.states.antipodal([1, 0])), ("square", st.states.square([1, 0], [0, 1]))):
    states = [st.models.normalise(state.expand().astype(float) + 0.05 * rng.normal(size=(len(state.expand()), 2)))]
    for _ in range(40):
        states.append(st.oja_map(states[-1], V.astype(float), 0.25))
    panels[f"|sum of tokens|, {name}"] = np.linalg.norm(np.array(states).sum(axis=1), axis=-1)
display(SVG(curves_svg(np.arange(41), panels, title="polygonal states of the Oja map, seed 2; time counts layers")))

# %%
page("POW-N6.antipodal")

# %% [markdown]
# ## Polygons under attention
#
# With logits every token has its own mean. Whether it vanishes is decided without evaluating an exponential: the
# exponentials of distinct algebraic numbers are linearly independent, so the tokens that share a logit must sum to
# zero. For $P = I$ the square is no equilibrium, and the error says which token and which sum.

# %%
square = st.states.square([1, 0], [0, 1])
try:
    st.states.require_attention_balance(square, np.eye(2, dtype=int))
except st.states.NotAnEquilibriumError as error:
    print(error)

# %% [markdown]
# In fact there are no polygonal states at all when $P + P^T$ is positive definite (POW-N6.attention). But $P$ need
# not be definite. Lemma 15 says that polygonal states are unstable for small step sizes, because the derivative of
# the attention weights is negligible. It is not: it has the same order in $\alpha$. The witness against Theorem 3
# (POW-T3.poly) has four tokens at $\pm u$, $u = (4/5, 3/5)$, and its tangent eigenvalues are rational.

# %%
P = st.numbers.as_array([[Fraction(-24, 5), Fraction(7, 5)], [Fraction(7, 5), Fraction(24, 5)]])
pairs = st.states.require_attention_balance(st.states.antipodal([Fraction(4, 5), Fraction(3, 5)], 2), P)
X = st.models.normalise(pairs.expand().astype(float) + 0.01 * np.random.default_rng(3).normal(size=(4, 2)))
lengths = []
for _ in range(60):
    X = st.attention_map(X, P.astype(float), np.diag([2.0, 1.0]), 0.1)
    lengths.append(np.linalg.norm(st.models.attention_weights(X, P.astype(float)) @ X, axis=-1))
title = "four tokens return to a polygonal state, seed 3; time counts layers"
display(SVG(curves_svg(np.arange(60), {"|attended mean|": np.array(lengths)}, title=title, logarithmic=True)))

# %% [markdown]
# ## Clusters
#
# A clustering equilibrium off the eigenvectors, exactly: two tokens, $(1, 0)$ and $(-4/5, 3/5)$, with logits that are
# whole multiples of $\log 2$, so that all attention weights are rational. The scalars are
# $\nu_i = x_i^T V \sum_j A_{ij} x_j$ (POW-R7.nu); `cluster_scalars` raises an error where the state is no
# equilibrium.

# %%
two = cluster_examples.TWO
state, values = two.state(), cluster_examples.fractions(two.V)
print("weights:", *two.weights())
print("nu:", *st.states.cluster_scalars(state, two.weights(), values))

# %% [markdown]
# Proposition 1 says the same in matrix form: $\mathrm{vec}(X)$ is in the kernel of
# $A(X) \otimes V - \mathrm{diag}(\nu) \otimes I$ (POW-P1.only, POW-P1.if.repaired). Changing the sign of **all** tokens
# keeps the equilibrium; changing the sign of one of them destroys it (POW-R7.flip):

# %%
flipped = st.states.State(np.array([[1], [-1]]) * state.tokens, state.counts)
weights = st.states.power_weights(flipped, cluster_examples.fractions(two.M), Fraction(two.base))
try:
    st.states.cluster_scalars(flipped, weights, values)
except st.states.NotAnEquilibriumError as error:
    print(error)

# %% [markdown]
# Is it stable? POW-N8 says so for every number $n$ of tokens per cluster: the derivative contracts a norm that measures
# the tokens, and by itself the mean of each cluster, in which its tokens move as one. POW-R5 has examples with two,
# three and four values, POW-N8.four a family of four clusters in closed form with all its tangent eigenvalues.

# %%
page("POW-N8")

# %% [markdown]
# ## Finding clusters, and certifying them
#
# Most clustering equilibria have no closed form. `equilibria` runs Newton's method from random starts; what it
# finds is a candidate. `certify_clusters` then proves, in ball arithmetic, that a box around the candidate contains
# exactly one equilibrium (Krawczyk's test), and `certified_stable` decides the unit disc on the ball characteristic
# polynomial. One of the candidates below is the stable state of POW-N8.three.

# %%
V3, P3 = np.array([[-2.0, 1.0], [1.0, 2.0]]), np.array([[2.0, -1.0], [-2.0, -2.0]])
ball_values, ball_logits, alpha = st.motion.balls(V3), st.motion.balls(P3), st.motion.balls([Fraction(1, 20)])[0]
for candidate in st.equilibria(P3, V3, [2, 2, 2], starts=60, seed=0):
    enclosure = st.states.certify_clusters(candidate, ball_logits, ball_values)
    if enclosure is not None:
        stable = st.states.certified_stable(enclosure, ball_logits, ball_values, alpha)
        print("nu:", candidate.nu.round(4), " radius:", enclosure.radius.str(2, radius=False), " stable:", stable)

# %% [markdown]
# `None` would mean "not decided", and is never shown as anything better. POW-N8.three does without ball arithmetic: the
# kernel follows a contraction of three angles, and bisects boxes of angles for its bounds. It is certified: it speaks
# about these matrices and nothing else.

# %% [markdown]
# ## Exercises
#
# 1. How many eigenvalues above 1 has the square, in place of the triangle? Predict it from $V M$, then ask
#    `st.linearise`.
# 2. Search with 10, 30 and 100 starts. When does `st.equilibria` stop finding new candidates, and why is that no
#    proof that there are no more?
# 3. Widen the box of `st.states.certify_clusters` with `radius` until it returns `None`. Why is `None` not the same
#    as "no equilibrium"?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
# - R. Krawczyk, *Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken*, Computing 4 (1969).
#
# Next: [Theorem 3.2 and the Dini derivative](04_hemisphere_and_dini.py), which is about another paper.
