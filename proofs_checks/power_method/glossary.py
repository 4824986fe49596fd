"""What the symbols and terms of the paper mean, for the pages of its claims."""

from attnverify.proofs_checks.power_method import PAPER
from attnverify.verify.report.glossary import Symbol, glossary

glossary(
    PAPER.name,
    (
        Symbol(
            "Assumption 1",
            r"V is symmetric and nonsingular, $\lambda_1 > \lambda_2 \ge \ldots \ge \lambda_d$, and $\lambda_1 > 0$",
        ),
        Symbol(
            "Oja map",
            r"one step: $x_i^+ = y_i/\|y_i\|$ with $y_i = x_i + \alpha s_i$, where $s_i = s = \frac1NV\sum_jx_j$",
            ("Oja map", "Oja step", "linearised Oja map"),
        ),
        Symbol(
            "attention map",
            r"one layer, one head: $x_i^+ = y_i/\|y_i\|$ with $y_i = x_i + \alpha s_i$, where $s_i = V\sum_jA_{ij}x_j$",
        ),
        Symbol(
            "multi-head map",
            r"one layer of several heads h: $x_i^+ = y_i/\|y_i\|$ with $y_i = x_i + \alpha\sum_hV_h\sum_jA_{ij}^hx_j$,"
            r" $A^h$ the attention for $P_h$",
            ("multi-head map", "multi-head"),
        ),
        Symbol("$x_i$", "the tokens, unit vectors; X is the state of all of them", ("$x_$", "$X$", "tokens", "token")),
        Symbol(
            "$x^+$",
            "what a vector or a state becomes in one step",
            ("$x_i^+$", "$X^+$", "$z^+$", r"$\delta_i^+$", "$z_i^+$"),
        ),
        Symbol(
            "$y_i$, $f_i$",
            r"$y_i = x_i + \alpha s_i$ before it is divided by its length, and $f_i = y_i/\|y_i\|$ after",
            ("$y_$", "y_i", "$f_$"),
        ),
        Symbol(
            "$s_i$, $s$", "what the step of a map adds to token i, without the step size", ("$s_i$", "$s$", r"$\Pi_is$")
        ),
        Symbol("$N$, $d$", "the number of tokens, and the dimension of their space", ("$N$", "$d$", "Nd")),
        Symbol(r"$\alpha$", "the step size, a positive number", (r"$\alpha$",)),
        Symbol("$V$", "the value matrix, symmetric if nothing else is said", ("$V$",)),
        Symbol(r"$\|V\|$", "the norm of V: its largest eigenvalue in modulus", (r"$\|V\|$", "|V|")),
        Symbol(
            "$F$",
            "the sum of the value matrices $V_h$ of the heads; in the multi-head map it has the part of V",
            ("$F$",),
        ),
        Symbol(
            r"$\lambda_k$, $v_k$",
            r"the eigenvalues of V (of the sum of all $V_h$ for several heads), $\lambda_1$ the largest, $\lambda_d$"
            " the least, and an orthonormal basis of eigenvectors",
            (r"$\lambda_$", "$v_$"),
        ),
        Symbol("simple", "of an eigenvalue: its eigenspace is a line"),
        Symbol("$P$", "the logit matrix, any square matrix", ("$P$",)),
        Symbol(
            "$A_{ij}$, $A$, $A(X)$",
            r"the attention that token i pays to token j: $e^{x_i^TPx_j}$ divided by the sum of these over all j",
            ("$A_$", "$A$", "attention matrix", "attention weight", "$dA_$"),
        ),
        Symbol("full attention", "every token attends to every token"),
        Symbol(r"$\Pi_i$, $\Pi$", r"the projector onto the tangent space at a token: $I - x_ix_i^T$", (r"$\Pi$",)),
        Symbol("$t_i$", r"$t_i = \Pi_is$, the tangent part of the step", ("$t_i$",)),
        Symbol(r"$\sigma_i$", r"$\sigma_i = x_i^Ts$, the radial part of the step", (r"$\sigma_i$",)),
        Symbol("$W$", r"the Lyapunov function $W(X) = -\frac1{2N}\sum_{ij}x_i^TVx_j$", ("$W$",)),
        Symbol("equilibrium", "a state that the map does not change", ("equilibrium", "equilibria")),
        Symbol(
            "consensus",
            "all tokens are equal; the consensus at $v_k$ has $x_i = v_k$ for all i",
            ("consensus", "consensus points"),
        ),
        Symbol("principal", "at $v_1$, of the largest eigenvalue"),
        Symbol("bipartite", "p tokens at $v_k$ and q = N - p at $-v_k$, both at least one"),
        Symbol("polygonal", r"$\sum_jx_j = 0$ for the Oja map, $\sum_jA_{ij}x_j = 0$ for all i for the attention map"),
        Symbol(
            "clustering",
            "an equilibrium that is neither a consensus at an eigenvector nor bipartite nor polygonal;"
            " m-clustering: with m distinct tokens",
            ("clustering", "m-clustering"),
        ),
        Symbol(
            "$p$, $q$",
            "at a bipartite state the number of tokens at $v_k$ and at $-v_k$",
            ("p tokens", "$p$", "$pq$", "p + q", "p times"),
        ),
        Symbol(
            "$a$, $E$", r"at a bipartite state $a = v_k^TPv_k$ and $E = e^{2a}$", ("$e^a$", "$e^{2a}$", "$E$", "$pe^a$")
        ),
        Symbol(
            r"$\alpha_{11}$, $\alpha_{12}$, $\alpha_{21}$, $\alpha_{22}$",
            r"at a bipartite state the attention that a token of one group pays to all tokens of a group: with"
            r" $a = v_k^TPv_k$ and $E = e^{2a}$ they are $pE/(pE+q)$, $q/(pE+q)$, $p/(p+qE)$ and $qE/(p+qE)$",
            (r"$\alpha_{11}$", r"$\alpha_{12}$", r"$\alpha_{21}$", r"$\alpha_{22}$"),
        ),
        Symbol(
            r"$\gamma_1$, $\gamma_2$",
            r"$\gamma_1 = \alpha_{11} - \alpha_{12}$ and $\gamma_2 = \alpha_{22} - \alpha_{21}$",
            (r"$\gamma_$",),
        ),
        Symbol(
            "$c_1$, $c_2$",
            r"at a bipartite state $c_i = 1 + \alpha\lambda_k\gamma_i$, the factors of its tokens",
            ("$c_1$", "$c_2$", "$c_i$", "c_i"),
        ),
        Symbol(
            "$B_j$",
            r"the 2 x 2 matrix by which the groups of a bipartite state move along $v_j$, with the entries"
            r" $(\delta_{gh} + \alpha\lambda_j\alpha_{gh})/c_g$; its trace is $\tau_j$ and its determinant $\Delta_j$",
            ("$B_j$", r"$\tau_j$", r"$\Delta_j$"),
        ),
        Symbol(r"$\nu_i$", r"a number with $s_i = \nu_ix_i$", (r"$\nu$",)),
        Symbol(r"$\delta_{ih}$", r"1 for $i = h$, otherwise 0", (r"$\delta_{ih}$", r"$\delta_{jh}$", r"$\delta_{gh}$")),
        Symbol(r"$\delta_i$", "a perturbation of token i", (r"$\delta_i$", r"$\delta_j$")),
        Symbol(
            r"$\otimes$, $\mathrm{vec}$",
            r"the Kronecker product; vec(X) is the tokens stacked into one vector of dimension Nd",
            (r"$\otimes$", r"$\mathrm{vec}$"),
        ),
        Symbol(
            r"$\mathbf 1$, $1$",
            r"the vector of N ones, where it is multiplied as a vector: $11^T$ is the matrix of ones",
            (r"$\mathbf 1$", r"$\mathbf{1}$", "$11^T$", "11^T"),
        ),
        Symbol("$O$", r"$O(\alpha^3)$: at most a multiple of $\alpha^3$ for small $\alpha$", ("$O(",)),
        Symbol(
            "tangent",
            "of a perturbation: orthogonal, at each token, to this token; the tangent Jacobian acts on these only",
            ("tangent",),
        ),
        Symbol(
            "ambient", "of a perturbation or the Jacobian: in any direction, also along a token", ("ambient", "radial")
        ),
        Symbol("radial", "along the token", ("radial",)),
        Symbol(
            "Lyapunov stable",
            "what starts near enough stays as near as wanted; unstable means not Lyapunov stable",
            ("Lyapunov stable", "unstable", "stable", "stability"),
        ),
        Symbol(
            "asymptotically stable",
            "Lyapunov stable, and what starts near enough converges to the state",
            ("asymptotically stable", "asymptotic stability", "stable", "stability"),
        ),
        Symbol(
            "indirect method",
            "stability read off the eigenvalues of the tangent Jacobian: all inside the unit disc, or one outside",
        ),
        Symbol("almost all", "all but those of a set of measure zero", ("almost all", "generic", "generically")),
        Symbol(
            "R1, R2, R3",
            "the readings of a sentence whose formula was lost, numbered; the line says which one this is",
            ("R1", "R2", "R3"),
        ),
        Symbol(
            "RA, RB, RC",
            r"the readings of the lost step bound of Theorem 2: RA $\alpha < 1/(2\|V\|)$; RB"
            r" $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$, and any $\alpha$ otherwise; RC"
            " the smaller of both",
            ("RA", "RB", "RC"),
        ),
        Symbol(
            "Theorem 1", "the principal consensus of the multi-head map is stable, the other consensus points are not"
        ),
        Symbol("Lemma 3", "the eigenvalues of the Oja map's Jacobian at a consensus, in three classes"),
        Symbol("Lemma 7", "the Lyapunov function W does not rise along the Oja map if the step size is small"),
    ),
)
