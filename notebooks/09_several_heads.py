# %% [markdown]
# # Several heads, and Theorem 1
#
# Claims: POW-EQ1, POW-EQ2, POW-D4.1.eq.repaired, POW-D4.1.jac, POW-T1.stable, POW-T1.unstable, POW-T1.all,
# POW-T1.all.R2, POW-2.1.att, POW-2.1.red, POW-2.1.nobip, POW-2.1.nobip.repaired, POW-N7, POW-D4.1.bip.repaired
#
# A layer with $H$ heads adds up their outputs,
#
# $$y_i = x_i + \alpha \sum_h V_h \sum_j A^h_{ij} x_j, \qquad A^h_{ij} \propto e^{x_i^T P_h x_j}.$$
#
# on normalised tokens (POW-EQ1). What matters at a consensus is the **layer matrix** $F = \sum_h V_h$, which is also
# the output matrix times the stacked value matrices of the heads (POW-EQ2): near it all attention weights tend to
# $1/N$ (POW-2.1.att) and the layer becomes the Oja map of $F$ (POW-2.1.red). This notebook follows Theorem 1 of arXiv
# 2605.25619 and asks what the heads can do away from consensus.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.stability.pictures.figures import curves_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## A layer with two heads
#
# The example has $d = 4$ and two heads of dimension two, as in the standard layout:
# $V_1 = \mathrm{diag}(2, 1/2, 0, 0)$, $V_2 = \mathrm{diag}(0, 0, 1/4, -1/4)$. Neither head is invertible, their sum
# $F$ is.

# %%
V = np.array(
    [np.diag([Fraction(entry) for entry in row]) for row in (("2", "1/2", "0", "0"), ("0", "0", "1/4", "-1/4"))]
)
P_2 = np.zeros((4, 4), dtype=int)
P_2[1, 2], P_2[2, 3] = -1, 3
P = np.array([np.log(3) * np.diag([1, 1, 0, 0]), P_2])
print("F = diag", np.diag(V.sum(axis=0)).astype(float))

# %% [markdown]
# At a consensus the weights do not matter, so `examine` gets exact uniform ones (POW-D4.1.eq.repaired). The tangent
# Jacobian is that of the Oja map with $V = F$, for every choice of heads with this sum (POW-D4.1.jac). Compare:
# the eigenvalues of the whole Jacobian of three tokens with both heads, and the closed form with multiplicities.

# %%
state = st.consensus(V, [1, 0, 0, 0], N=3)
alpha = Fraction(1, 4)
uniform = np.array([st.models.uniform_weights(3, counts=state.counts)] * 2)
print(st.states.examine(state, lambda X, counts: st.models.attention_step(X, uniform, V, alpha)).factors)
X = state.expand().astype(float)
derivative = st.linearisation.attention_derivative(X, st.models.attention_weights(X, P), P, V.astype(float), 0.25)
print(np.sort(np.linalg.eigvals(st.linearisation.tangent_jacobian(derivative, X)).real).round(6))
for mode in st.linearisation.consensus_modes(2, [Fraction(1, 2), Fraction(1, 4), Fraction(-1, 4)], 3, alpha):
    print(f"{float(mode.trace):.6f}  {mode.multiplicity} x  {mode.perturbation}")

# %% [markdown]
# ## Theorem 1
#
# So the stability of consensus is that of Lemma 4, with the eigenvalues of $F$: at $v_1$ it is stable for
# $\alpha < 2/(|\lambda_d| - \lambda_1)$ (POW-T1.stable), at the other eigenvectors unstable (POW-T1.unstable). The
# proof has two parts that are claims of their own: the reduction to the Oja map, which `rests on` names, and an
# inequality between real numbers, whose certificate stands at the end.

# %%
page("POW-T1.stable")

# %% [markdown]
# ## From where do tokens converge?
#
# After the theorem the paper says that long sequences of identical layers align the tokens. From near the consensus
# that is the theorem again (POW-T1.all). From **almost all** initial tokens it is false (POW-T1.all.R2), because of a
# state that the discussion rules out: a stable bipartite equilibrium of a multi-head layer (POW-2.1.nobip).

# %%
page("POW-2.1.nobip")

# %% [markdown]
# The witness is the layer of this notebook. Six tokens that start near $\pm e_1$, three on each side, stay there; the
# distance to the bipartite state goes to zero.

# %%
poles = np.repeat([[1.0, 0, 0, 0], [-1.0, 0, 0, 0]], 3, axis=0)
states = [st.models.normalise(poles + 0.3 * np.random.default_rng(8).normal(size=poles.shape))]
for _ in range(40):
    states.append(st.attention_map(states[-1], P, V.astype(float), 0.25))
away = np.linalg.norm(np.array(states) - poles, axis=-1)
title = "two heads, six tokens near a bipartite state, seed 8; time counts layers"
display(SVG(curves_svg(np.arange(41), {"distance to its pole": away}, title=title, logarithmic=True)))

# %% [markdown]
# `analyse` decides the stability of the whole list of consensus and bipartite states of the layer, for six tokens.

# %%
first_logits = [[st.log_numbers.log_of(Fraction(3)) if i == j < 2 else 0 for j in range(4)] for i in range(4)]
found = st.analyse(first_logits, V[0], 6, alpha, heads=[(P_2.tolist(), V[1])], split=3)
for record in found.equilibria:
    line = found.spectrum.eigenvalues[record.eigenvalue].value
    verdict = record.verdict.value if record.verdict is not None else "-"
    print(f"{record.kind:9} {record.split!s:7} on {line!s:5} {record.nature.value:45} {verdict}")

# %% [markdown]
# ## Why such states are rare all the same
#
# With several heads a bipartite state is an equilibrium only if $v + \alpha \sum_h \gamma^h_i V_h v$ is a multiple of
# $v$ for both groups (POW-N7, POW-D4.1.bip.repaired). Here only the first head moves $e_1$, so there is nothing to
# balance. If the ranges of the $V_h$ are independent, all heads with $V_h v \neq 0$ need the same logit $v^T P_h v$,
# which a generic layer does not satisfy. That is the repaired statement (POW-2.1.nobip.repaired).

# %%
page("POW-N7")

# %% [markdown]
# ## Exercises
#
# 1. Make the logit matrices of both heads equal. Why does `analyse` then treat them as one head?
# 2. Find a second pair of heads with a bipartite equilibrium off $e_1$, from the condition of POW-N7.
# 3. Perturb one entry of the second value matrix. What becomes of the bipartite state, and of consensus?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
#
# Start over: [the Oja map](01_oja_step_size.py), or [write your own claim](08_your_own_claim.py).
