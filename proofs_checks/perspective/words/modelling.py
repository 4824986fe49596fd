"""Section 2, and the opening of Section 4: the dynamics."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)

SAY.rebuilt(
    "PER-2.1",
    "Residual layers tend to a differential equation",
    "Section 2.1, (2.1) and (2.2)",
    "convergence",
    r"With step $T/L$ in front of $w\sigma(ax + b)$, $\sigma$ Lipschitz and bounded continuous parameters, $L$"
    r" residual layers tend to the flow of $\dot x = w\sigma(ax + b)$ at time $T$, with an error $O(1/L)$.",
    "no rule joins the steps of a map to the times of a flow (Euler's method); that parameters only continuous in time"
    " give the rate 1/L is in doubt, as for left sums of an integral",
)
SAY.rebuilt(
    "PER-2.3",
    "The attention flow has global solutions on the sphere",
    "Section 2.2, (2.3)",
    "invariance",
    r"For bounded measurable $Q(t), K(t), V(t)$ and every $\beta$ the flow $\dot x_i = P_{x_i}(Z_i^{-1}\sum_j"
    r" e^{\beta\langle Qx_i, Kx_j\rangle}Vx_j)$ has one solution for all times from every state of unit tokens, and"
    r" it stays among unit tokens.",
    "existence and uniqueness of solutions: no rule (Picard-Lindelof); that the field is tangent is PER-2.3.sphere",
)
SAY.rebuilt(
    "PER-2.4",
    "Bounds of the partition functions",
    "Section 2.2, (2.4) and (2.6)",
    "inequality",
    r"$Z_i = \sum_k e^{\beta\langle Qx_i, Kx_k\rangle} > 0$; for $Q = K = I$, $\beta \geq 0$: $ne^{-\beta} \leq Z_i"
    r" \leq ne^{\beta}$ and $e^{\beta} + (n - 1)e^{-\beta} \leq Z_i$.",
)
SAY.text(
    "PER-2.5",
    "The attention matrix is stochastic",
    "Section 2.2, (2.5)",
    "identity",
    r"$A$ has positive entries and unit row sums; a constant added to the logits of a row changes nothing; for"
    r" symmetric $Q^\top K$, $A$ is symmetric if and only if all $Z_i$ agree.",
)
SAY.text(
    "PER-R2.1",
    "The attention weights are of Krause's form",
    "Remark 2.1",
    "identity",
    r"On the sphere with $Q = K = I$ the weights are $\varphi(|x_i - x_j|^2)/\sum_k\varphi(|x_i - x_k|^2)$ with"
    r" $\varphi(r) = e^{-\beta r/2}$; two such weights $a_{ij}, a_{ji}$ agree only where the two sums do.",
)
SAY.text(
    "PER-R2.2",
    "Relabelled tokens move as relabelled tokens",
    "Remark 2.2",
    "invariance",
    r"The flow maps of (2.3), SA, USA, (2.7) satisfy $\Phi_T(\pi X) = \pi\Phi_T(X)$ for every $T \geq 0$ and every"
    r" permutation $\pi$ of the tokens: the solution from $\pi X$ is at all times the relabelled one from $X$.",
    reading="Q, K, V are measurable functions of time; (2.3) is (2.7) with one head; a flow map has one solution from"
    " each start, and then the first three formulas are the sentence, for every beta; the last three show that too, for"
    " beta >= 0 as in the theorems of the paper, and for Q, K, V that are bounded up to every time",
)
SAY.text(
    "PER-ROT",
    "Rotated tokens move as rotated tokens",
    "Section 8 and the proof of Theorem 6.8",
    "invariance",
    r"For $Q = K = V = I$ and orthogonal $O$, $(Ox_i)$ solves SA (USA) with $(x_i)$, and the Gram matrix obeys $\dot"
    r" G_{ij} = \sum_k A_{ik}(G_{kj} - G_{ik}G_{ij}) + \sum_k A_{jk}(G_{ki} - G_{jk}G_{ij})$, for USA with $e^{\beta"
    r" G_{ik}}/n$ in the place of $A_{ik}$.",
)
SAY.rebuilt(
    "PER-2.7",
    "Several heads",
    "Section 2.3.1, (2.7)",
    "identity",
    r"$H$ identical heads with $V_h = V/H$ give the field of (2.3), and the field of (2.7) is linear in $(V_h)$.",
)
SAY.rebuilt(
    "PER-2.8",
    "The whole block, and splitting it",
    "Section 2.3.2, (2.8)",
    "convergence",
    r"Alternating the flows of attention and of the feed-forward layer with step $\Delta t$ tends to the flow of"
    r" their sum at first order in $\Delta t$, and at second order if the splitting is symmetric.",
    "convergence of splitting schemes: no rule compares flows of two fields",
)
SAY.text(
    "PER-4.d1",
    "In dimension one nothing moves",
    "Section 4, opening",
    "equilibrium",
    r"For $d = 1$ the tokens are $\pm 1$, $P_xy = 0$, and every state is fixed under SA and USA, whatever $\beta$ is.",
)
