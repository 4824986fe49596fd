# %% [markdown]
# # Bipartite consensus, and when it is stable
#
# Claims: POW-L13, POW-N1.equilibrium, POW-T3.cons, POW-T3.cons.unstable, POW-T3.det, POW-T3.bip, POW-T3.bip.necc,
# POW-T3.bip.necc.R1, POW-T3.bip.unstable,
# POW-N1, POW-N1.real, POW-N1.stable, POW-N2, POW-R10.stable, POW-R10.neg, POW-R10.neg.repaired, POW-N9, POW-D5.basin
#
# With logits, $A_{ij} \propto e^{x_i^T P x_j}$, the layer is the **self-attention map**
# $y_i = x_i + \alpha V \sum_j A_{ij} x_j$, $x_i^+ = y_i/|y_i|$. Its consensus points have the spectra of the Oja map,
# whatever $P$ is (POW-T3.cons). New is that tokens can agree to disagree: $p$ tokens at $v_k$ and $q$ tokens at
# $-v_k$, a **bipartite** state, can be stable. This notebook follows Theorem 3 of arXiv 2605.25619 and Remark 10.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.proofs_checks.power_method import pictures
from attnverify.stability.pictures.figures import svg_text
from attnverify.verify.cli.show import page

# %% [markdown]
# ## Two groups, six numbers
#
# At a bipartite state the tokens of one group all see the same: only the group sizes $p$, $q$ and the logit
# $a = v_k^T P v_k$ matter, through $E = e^{2a}$. `GroupWeights` holds the total attention from group to group. A
# rational $E$ keeps everything exact, so let $E = 9$, that is $a = \log 3$.

# %%
weights = st.states.GroupWeights(p=3, q=2, E=Fraction(9))
print("group weights:", *weights.matrix)
print("gamma:", *weights.gammas, " kappa:", weights.kappa)

# %% [markdown]
# One step multiplies the tokens of group $i$ by $c_i = 1 + \alpha\lambda_k\gamma_i$ before normalisation, so the
# state is an equilibrium exactly when both factors are positive (POW-N1.equilibrium). Step sizes
# $\alpha < 1/|\lambda_k|$ are enough for that (POW-L13), and no uniform bound is larger.

# %%
for alpha in (Fraction(1, 2), Fraction(5)):
    print("alpha =", alpha, " factors at lambda_k = -1:", *weights.factors(-1, alpha))

# %% [markdown]
# ## The spectrum
#
# The tangent space splits in the same way for all $p$, $q$ and $d$: per direction $v_j$ a $2 \times 2$ block $B_j$
# for "the two groups move, each as one", and differences within each group. Trace and determinant of $B_j$ are in
# closed form (POW-T3.det), so no root has to be taken. Here are the spectra at two logits; one state is stable, one
# is not.

# %%
for mode in st.linearisation.bipartite_modes(1, [Fraction(1, 4)], weights, Fraction(1, 2)):
    print(f"{mode.multiplicity} x  trace {mode.trace}, determinant {mode.determinant}: {mode.perturbation}")
display(SVG(svg_text(pictures.bipartite_spectra, "bipartite spectra")))

# %% [markdown]
# Both pictures show all 24 tangent eigenvalues for $p = 4$, $q = 2$, $V = \mathrm{diag}(1, 1/2, 1/4, 0, -1)$ and
# $\alpha = 3/4$; the logit is $a = 2$ on the left and $a = 1/2$ on the right. Red crosses are unstable. That all
# eigenvalues are real is no accident (POW-N1.real).
#
# ## Theorem 3
#
# Theorem 3 lists three conditions: (1), (2) the Schur-Cohn conditions $|\Delta_j| < 1$, $|\tau_j| < 1 + \Delta_j$ for
# each $B_j$, and (3) $1/c_i < 1$. They are sufficient (POW-T3.bip). Are they necessary? As printed they are not: a
# group of a **single** token has no differences within it, so condition (3) asks too much there (POW-T3.bip.necc.R1,
# refuted). With (3) for groups of at least two tokens they characterise linear stability (POW-T3.bip.necc), and where
# one of them fails strictly the state is unstable (POW-T3.bip.unstable), as consensus is at any other
# eigenvector (POW-T3.cons.unstable).

# %%
page("POW-T3.bip.necc.R1")

# %% [markdown]
# ## The stability region
#
# Two derived claims make the criterion readable. Both eigenvalues of $B_j$ are below 1 exactly when a symmetric
# matrix $S_j$ is positive definite, in which the step size does not occur at all (POW-N1, POW-N1.stable); the step
# size enters only through the eigenvalue $-1$. And for $k = 1$ the condition on the second eigenvalue is
# $\lambda_2/\lambda_1 < H(E, r)$ with $r = p/q$ (POW-N2); for equal groups, $p = q$, that is
#
# $$\lambda_2 < \lambda_1 \tanh a, \qquad a = v_1^T P v_1 .$$
#
# The picture evaluates the Schur-Cohn conditions on a grid, for $d = 2$, $\lambda_1 = 1$ and $\alpha = 1/2$, and
# draws this curve on top.

# %%
display(SVG(svg_text(pictures.bipartite_region, "bipartite region")))

# %% [markdown]
# The star is the point $V = \mathrm{diag}(1, 1/4)$, $E = 9$, where $\tanh a = 4/5$. It is stable for every number of
# tokens and every $0 < \alpha \le 1$ (POW-R10.stable). Ten tokens that start near this state, five on each side,
# return to it:

# %%
display(SVG(svg_text(pictures.attention_trajectories, "attention trajectories")))

# %% [markdown]
# Move the second eigenvalue across the curve and the verdict changes. `analyse` decides it for given matrices, in
# exact or ball arithmetic; here only the split $5 + 5$ on $v_1$ is listed.

# %%
log3 = st.log_numbers.log_of(Fraction(3))
for second in ("1/4", "3/4", "9/10"):
    found = st.analyse([[log3, 0], [0, 0]], [[1, 0], [0, Fraction(second)]], 10, Fraction(1, 2), split=5)
    pair = next(record for record in found.equilibria if record.kind == "bipartite" and record.eigenvalue == 0)
    print(f"lambda_2 = {second:5} {pair.verdict.value:9} margin {float(st.analyses.middle(pair.margin).real):+.4f}")

# %% [markdown]
# ## Can a negative eigenvalue carry a stable bipartite state?
#
# Remark 10 says no: condition (3) fails. But the remark puts no condition on $P$, and a **negative** logit
# $a = v_k^T P v_k < 0$ turns the sign of $\gamma_i$ as well. The refutation is one exact point.

# %%
page("POW-R10.neg")

# %% [markdown]
# Every token attends mostly to the opposite group, and the negative eigenvalue pushes it away from there: the state
# is stable. The remark is right if $a \ge 0$ or $\lambda_1 \ge |\lambda_k|$ (POW-R10.neg.repaired). Let `analyse`
# have a look at a state of this kind, with $V = \mathrm{diag}(1/10, -2)$ and $P = -\log 3\, e_2 e_2^T$.

# %%
repulsion = st.log_numbers.log_of(Fraction(1, 3))
found = st.analyse([[0, 0], [0, repulsion]], [[Fraction(1, 10), 0], [0, -2]], 4, Fraction(1, 4), split=2)
for record in found.equilibria:
    if record.kind == "bipartite":
        line = found.spectrum.eigenvalues[record.eigenvalue].value
        print(record.split, "on the eigenvalue", line, "|", record.nature.value, "|", record.verdict.value)

# %% [markdown]
# ## How large is the basin?
#
# Section D.5 expects very small basins of bipartite points. POW-N9 gives an explicit set: caps around $\pm v_1$ that
# are invariant, with a contraction factor. With strong attention along $v_1$ these caps fill most of the sphere, so
# that statement is refuted too: of ten tokens in space nine tenths of all states end bipartite (POW-D5.basin).
# `cap_rate` evaluates the factor, `None`
# where the criterion fails; with $\beta = 20$ in $P = \beta v_1 v_1^T$ it still holds at $\cos\theta = 1/4$, which is
# an angle of 75 degrees.

# %%
for beta in (2, 20):
    for cosine in (0.9, 0.5, 0.25):
        w = st.decrease.opposite_weight(3, 3, gain=np.exp(2 * beta * cosine**2))
        print(
            f"beta = {beta:2}, cosine {cosine:4}: contraction factor {st.decrease.cap_rate(1.0, 0.25, w, cosine, 0.5)}"
        )
page("POW-N9")

# %% [markdown]
# ## Exercises
#
# 1. Run `st.analyse` on the same matrices without `split`. Which splits of ten tokens are stable, and which one
#    loses stability first when $\log 3$ is replaced by `st.log_numbers.log_of(2)`?
# 2. Show that a token of the smaller group gives more attention to the other pole than one of the larger group.
#    What does that say about unequal splits?
# 3. Add `causal=True` for four tokens. The list is one of sign patterns now; which of them are stable?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
# - I. Schur, *Über Potenzreihen, die im Innern des Einheitskreises beschränkt sind*, Journal für die reine und
#   angewandte Mathematik 147 (1917), for the test behind the verdicts.
#
# Next: [polygonal and clustering equilibria](03_polygons_and_clusters.py).
