"""What the symbols and terms of the paper mean, for the pages of its claims."""

from attnverify.proofs_checks.consensus import PAPER
from attnverify.verify.report.glossary import Symbol, glossary

glossary(
    PAPER.name,
    (
        Symbol(
            "(6)",
            r"the model in continuous time, for the tokens $i = 1, \ldots, \ell$:"
            r" $\dot y_i = (I - y_iy_i^TW)\sum_\eta\sum_j\alpha_{ij}^\eta U_\eta y_j$;"
            " with full attention if nothing is said",
        ),
        Symbol(
            "(8)",
            "the equation of $b = v(t)^Ty$, y the first token of the auto-regressive model:"
            r" $\dot b = \tilde\alpha(\lambda - y^TUy)b + \dot v^Ty$ with $\tilde\alpha = 1/\sqrt{n+1}$",
        ),
        Symbol(
            "full attention",
            r"in the model (6) every token attends to every token: the sums over j run from 1 to $\ell$",
        ),
        Symbol(
            "auto-regressive model",
            r"the model (6) with causal attention: token i attends to the tokens $j \le i$ only",
            ("auto-regressive", "causal"),
        ),
        Symbol("Table 1", "the paper's summary of its theorems, with their hypotheses and their conclusions"),
        Symbol(
            "$y_i$",
            r"the tokens, moving by the model (6), with $y_i^TWy_i = 1$; y is the state of all, or any one",
            ("$y_$", "tokens", "token", "$y$"),
        ),
        Symbol(r"$\dot y$", r"the rate of change in time", (r"$\dot$", "derivative")),
        Symbol(r"$\ell$", r"the number of tokens; i, j and k count them", (r"$\ell$", "l")),
        Symbol("$n$", r"the dimension of the ellipsoid: tokens lie in $R^{n+1}$", ("$n$",)),
        Symbol("$h$", r"the number of heads; $\eta$ counts them", (r"h heads", "h = 1", "$h$", ", h", "heads")),
        Symbol("$E_W^n$", "the ellipsoid on which the tokens lie: all y with $y^TWy = 1$", ("$E_W^n$", "ellipsoid")),
        Symbol("$S^n$", "the unit sphere of $R^{n+1}$: the ellipsoid for W = I", ("$S^n$", "sphere")),
        Symbol("$W$", "the metric: a symmetric positive definite matrix", ("$W$", "_W")),
        Symbol(
            r"$\langle a, b\rangle_W$, $|a|_W$",
            r"the product $a^TWb$ and the length $\sqrt{a^TWa}$",
            (r"$\rangle_W$", "$|_W$"),
        ),
        Symbol(
            r"$\alpha_{ij}^\eta$",
            r"the attention that token i pays to token j in head $\eta$: $e^{y_i^TP_\eta y_j}$ divided by $\sqrt{n+1}$"
            r" and by the sum of these exponentials over all j that it attends to; without $\eta$ for one head",
            (r"$\alpha_{$", r"$\alpha_$", "attention"),
        ),
        Symbol(r"$\bar\alpha_{ij}$", r"the sum over the heads $\sum_\eta\alpha_{ij}^\eta$", (r"$\bar\alpha$",)),
        Symbol("$P$, $P_\\eta$", r"the logit matrix (of head $\eta$), which may depend on time", ("$P$",)),
        Symbol(
            "$U$, $U_\\eta$",
            r"the matrix (of head $\eta$) that multiplies the tokens: output weights times values",
            ("$U$",),
        ),
        Symbol("$I$", "the identity matrix", ("= I", "$I$")),
        Symbol(
            "$v$",
            "the axis of a hemisphere; where U is not the identity, a unit eigenvector of U, of the largest eigenvalue"
            " if nothing else is said",
            ("$v$",),
        ),
        Symbol(r"$\lambda$", "the eigenvalue of U at v, the largest one if nothing else is said", (r"$\lambda$",)),
        Symbol("simple", "of an eigenvalue: its eigenspace is a line", ("simple", "simplicity")),
        Symbol(
            "$b_i$, height",
            "the height of token i is the number $b_i = v^Ty_i$; b without an index is that of the first token",
            ("$b$", "height", "heights"),
        ),
        Symbol("$V$, $V_i$", r"$V_i = 1 - v^Ty_i$ and $V = \max_iV_i$", ("$V$",)),
        Symbol("consensus", "a state in which all tokens are equal", ("consensus",)),
        Symbol(r"$C_\ell$", r"the set of all consensus states of $\ell$ tokens", (r"$C_\ell$", "C_l")),
        Symbol(r"$C^+_\ell(v)$", r"the set of the consensus states whose token y has $v^Ty > 0$", (r"$C^+_\ell$",)),
        Symbol(
            "$H^+(v)$",
            "the open hemisphere of all y of the ellipsoid with $v^Ty > 0$",
            ("$H^+$", "hemisphere", "hemispheres"),
        ),
        Symbol(r"$D^\ell(v)$", r"the states with $v^Ty_i > 0$ for all tokens, W = I", (r"$D^\ell$",)),
        Symbol(
            r"$D^1_\ell$",
            r"the states in which no token is opposite to the first: $y_j \ne -y_1$, W = I",
            (r"$D^1_\ell$",),
        ),
        Symbol("antipode", "the antipode of y is -y", ("antipode", "antipodes", "antipodal")),
        Symbol(
            "$D^+V$",
            "the upper right Dini derivative of V: the limit superior of its difference quotients from the right",
        ),
        Symbol(r"$\mathrm{dist}$", "the distance of a state from a set"),
        Symbol(r"$\pi$", "normalisation: $\\pi(y) = y/|y|$", (r"$\pi($",)),
        Symbol("diam", "the largest distance between two of the vectors"),
        Symbol(
            "bounded",
            r"of P: there is a K with $|a^TP_\eta b| \le K|a||b|$ for all a, b, all heads and times",
            ("bounded", "boundedness"),
        ),
        Symbol(
            "forward invariant",
            "a set that no solution leaves as time goes on",
            ("forward invariant", "forward invariance"),
        ),
        Symbol(
            "attracts",
            "a set attracts a state when the distance from the set to the solution that starts there tends to zero",
        ),
        Symbol("domain of attraction", "the set of the states that are attracted"),
        Symbol(
            "equilibrium", "a state at which the right-hand side of the equation is zero", ("equilibrium", "equilibria")
        ),
        Symbol(
            "asymptotically stable",
            "stable (what starts near enough stays as near as wanted) and attracting what starts near enough",
            ("asymptotically stable", "asymptotic stability", "uniformly asymptotically stable"),
        ),
        Symbol(
            "uniformly exponentially stable",
            "what starts near enough approaches exponentially, with one rate and one factor for all initial times",
            ("uniformly exponentially stable",),
        ),
        Symbol(
            "exponentially",
            "to tend to zero exponentially is to be at most $Ce^{-ct}$ in modulus, with some C and c > 0",
        ),
        Symbol(
            "input-to-state stability",
            "ISS: the state ends in a ball whose radius is an increasing function, zero at zero, of the largest input;"
            " the gain is that function, or its factor where it is linear",
            ("input-to-state", "ISS", "iss", "iss-lyapunov"),
        ),
        Symbol("Assumption 3.1", r"$U_\eta = I$; all $P_\eta$ bounded and uniformly continuous in time; W any metric"),
        Symbol("Assumption 4.1", r"auto-regressive, W = I, $U_\eta = I$, all $P_\eta$ bounded"),
    ),
)
