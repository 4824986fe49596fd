"""Sections 4 to 6.2: small and large beta, d >= 3, cone collapse and its rates, Wendel."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)

SAY.rebuilt(
    "PER-4.1",
    "The flow at beta = 0",
    "(4.1)",
    "identity",
    r"At $\beta = 0$ SA and USA are $\dot x_i = P_{x_i}m$, $m = \frac1n\sum_jx_j$, and the flow acts by conformal"
    r" (Möbius) maps of $S^{d-1}$: the matrix solution, from the identity, of $\dot y = sm$, $\dot s = \langle m,"
    r" y\rangle$, one for all tokens, keeps $|y|^2 - s^2$, and where it takes $(u, 1)$ to $(y, s_u)$, $F(u) = y/s_u$"
    r" satisfies $x_i(t) = F(x_i(0))$, $|F(u)| = 1$ and $|F(u) - F(v)|^2 = |u - v|^2/(s_us_v)$ for all unit $u$, $v$."
    r" Every cross-ratio $|x_i - x_j|^2|x_k - x_l|^2/(|x_i - x_k|^2|x_j - x_l|^2)$, defined at the start, stays so and"
    " is conserved.",
    reading="the matrix is a letter with its linear equation, which has one solution, as m is continuous; along a"
    " basis b its first columns are (B, c), and (w, h) is the last one",
)
SAY.text(
    "PER-FL19",
    "The antipodal alternative at beta = 0",
    "Section 4.1",
    "convergence",
    r"For distinct tokens with a nonzero initial mean the flow at $\beta = 0$ tends exponentially to a state with at"
    r" least $n - 1$ tokens at $x^*$ and at most one at $-x^*$.",
)
SAY.rebuilt(
    "PER-T4.1",
    "Clustering at beta = 0",
    "Theorem 4.1",
    "convergence",
    r"For $n, d \geq 2$ and almost every $X(0)$ there is $x^*$ with $x_i(t) \to x^*$ for all $i$ under (4.1).",
)
SAY.rebuilt(
    "PER-T4.2",
    "Clustering with probability near one for small beta",
    "Theorem 4.2",
    "probability",
    r"For $d, n \geq 2$ the probability that SA (USA) from uniform tokens tends to one cluster tends to 1 as $\beta"
    r" \to 0$; also with any $Q, K$ and $V = I$.",
    "no rule from almost every start to the probability of a random start, which PER-T4.3 would make 1, nor that the"
    " probability of an increasing union is the limit of the probabilities, as with any Q, K; the steps are PER-T4.1,"
    " PER-T4.2.alpha, PER-T4.2.nested, PER-T4.2.gron and PER-T4.2.const",
)
SAY.rebuilt(
    "PER-T4.2.alpha",
    "Tokens whose products exceed a nonnegative alpha cluster",
    "proof of Theorem 4.2",
    "convergence",
    r"If $\langle x_i(0), x_j(0)\rangle > \alpha$ for all $i, j$ with some $\alpha \geq 0$, the solution of SA (USA)"
    r" tends to a single point, for every $\beta \geq 0$.",
)
SAY.rebuilt(
    "PER-T4.2.nested",
    "The monotone exhaustion",
    "proof of Theorem 4.2, (4.3)",
    "inequality",
    r"The sets of $X(0)$ whose solution has all products above 3/4 at time $m$ are open, increase with $m$, and their"
    r" union is the set of $X(0)$ that cluster.",
)
SAY.rebuilt(
    "PER-T4.2.gron",
    "Comparison with beta = 0",
    "(4.4)",
    "inequality",
    r"For $\beta \geq 0$ and equal starts $\max_i|x_i^\beta(t) - x_i^0(t)| \leq C\beta e^{3t}$.",
)
SAY.rebuilt(
    "PER-T4.2.const",
    "The closing constants",
    "(4.2) and (4.5)",
    "inequality",
    r"If $\langle x_i^0, x_j^0\rangle > 3/4$ and $|x_i^\beta - x_i^0| \leq 1/8$ for all $i$, then $\langle x_i^\beta,"
    r" x_j^\beta\rangle > 1/2$.",
)
SAY.rebuilt(
    "PER-T4.3",
    "Clustering for small beta",
    "Theorem 4.3 and Appendix C",
    "convergence",
    r"For $d, n \geq 2$ there is $\beta_0 > 0$ such that SA and USA tend to one cluster for $0 \leq \beta \leq"
    r" \beta_0$ and almost every $X(0)$.",
    reading="beta_0 may depend on n; it is 1/(2n); PER-T4.3.R2 has 3/2 for every n",
)
SAY.rebuilt(
    "PER-T4.3.R2",
    "Clustering for small beta, whatever n is",
    "Theorem 4.3 and Appendix C",
    "convergence",
    r"For $d \geq 2$ there is $\beta_0 > 0$ that does not depend on $n$ such that SA and USA tend to one cluster for $0"
    r" \leq \beta \leq \beta_0$ and almost every $X(0)$.",
    reading="beta_0 does not depend on n; it is 3/2, and every beta does for d >= 3 (PER-T6.1)",
)
SAY.rebuilt(
    "PER-T5.1",
    "Clustering for large beta",
    "Theorem 5.1 and Appendix B",
    "convergence",
    r"For $d, n \geq 2$ there is $C = C(d)$ such that SA and USA tend to one cluster for $\beta \geq Cn^2$ and almost"
    r" every $X(0)$; for $d = 2$, $\beta \geq n^2/\pi^2$ is enough.",
    reading="C = 1/pi^2 for every d",
)
SAY.text(
    "PER-T5.loj",
    "The scheme of a gradient flow with strict saddles",
    "Section 5",
    "convergence",
    r"If the Hessian of $E_\beta$ at every critical point that is no cluster has a positive eigenvalue, almost every"
    r" start tends to a cluster, under USA and SA.",
    reading="every real beta; at beta = 0 the energy is E_0",
)
SAY.rebuilt(
    "PER-T6.1",
    "Clustering in dimension three and more",
    "Theorem 6.1",
    "convergence",
    r"For $d \geq 3$, $n \geq 2$, $\beta \geq 0$ almost every $X(0)$ tends to one cluster under SA and USA.",
)
SAY.rebuilt(
    "PER-R6.2",
    "Stationary measures",
    "Remark 6.2",
    "equilibrium",
    r"Point masses, the uniform measure, $p\delta_x + (1-p)\delta_{-x}$ and uniform measures on great subspheres are"
    r" stationary for the mean-field flows of SA and USA, for every real $\beta$.",
    reading="mu is the law of y(s), s uniform on [0, 1], y measurable; stationary: the field vanishes at almost every"
    " y(s); the uniform measure on the unit sphere of a subspace, the fixed vectors of P, enters by what tells it from"
    " all others there: the integral of exp(<a, y>) depends, for a in the subspace, on the length of a only",
)
SAY.rebuilt(
    "PER-T6.3",
    "Exponential clustering for d >= n",
    "Theorem 6.3, (6.1)",
    "convergence",
    r"For $\beta \geq 0$, $d \geq n$ and uniform independent tokens there are almost surely $x^*$, $C$, $\lambda > 0$"
    r" with $|x_i(t) - x^*| \leq Ce^{-\lambda t}$, for SA and USA; also with any $Q, K$ and $V = I$.",
)
SAY.rebuilt(
    "PER-L6.4",
    "Cone collapse",
    "Lemma 6.4",
    "convergence",
    r"For $\beta \geq 0$: if some $w$ has $\langle x_i(0), w\rangle > 0$ for all $i$, there are $x^*$, $C$, $\lambda"
    r" > 0$ with $|x_i(t) - x^*| \leq Ce^{-\lambda t}$ for all $i$, under SA and USA.",
)
SAY.rebuilt(
    "PER-L6.4.s1",
    "The lowest token does not sink",
    "Lemma 6.4, Step 1",
    "invariance",
    r"In the setting of PER-L6.4 $r(t) = \min_i\langle x_i(t), w\rangle$ does not fall, and a token with the least"
    r" height has $\sum_ja_{ij}(\langle x_j, w\rangle - \langle x_i, x_j\rangle\langle x_i, w\rangle) \geq 0$ where"
    r" $r > 0$.",
)
SAY.rebuilt(
    "PER-L6.4.s1limit",
    "The use of Lemma 6.6",
    "Lemma 6.4, Step 1, around (6.2)",
    "convergence",
    r"For an index that attains the limit of the least height along a sequence of times, $\langle w, \dot"
    r" x_{i_0}(t)\rangle \to 0$.",
)
SAY.rebuilt(
    "PER-L6.4.hull",
    "The limit lies in the cone of the tokens",
    "Lemma 6.4, Step 2, (6.4)",
    "inequality",
    r"The convex cone of the tokens does not grow under SA and USA; $x^*$ lies in it at all times, $x^* ="
    r" \sum_k\theta_kx_k$ with $\theta_k \geq 0$, and $\sum_k\theta_k \geq 1$.",
)
SAY.rebuilt(
    "PER-L6.4.65",
    "The differential inequality at the least height above x*",
    "Lemma 6.4, Step 2, (6.5) and (6.6)",
    "inequality",
    r"For $\alpha = \min_i\langle x_i, x^*\rangle$ and a minimising $i$: $\dot\alpha \geq \sum_ja_{ij}(1 - \langle"
    r" x_i, x_j\rangle)\alpha$, and $\min_j\langle x_i, x_j\rangle \leq \alpha$.",
    "(6.5) is PER-L6.4.65.slope; (6.6) where alpha is not negative is PER-L6.4.65.start. For a negative alpha, which"
    " the printed derivation does not use, (6.6) fails in simulations with d = 3; no solution in closed form is known"
    " that would refute it, and no rule gives a solution from its start",
)
SAY.rebuilt(
    "PER-L6.4.67",
    "The logistic inequality",
    "Lemma 6.4, Step 2, (6.7)",
    "inequality",
    r"Where $\alpha \geq 1/2$: $\dot\alpha \geq \frac1{2n}e^{-2\beta}(1 - \alpha)$, as $a_{ij} \geq"
    r" n^{-1}e^{-2\beta}$, for SA and USA.",
)
SAY.rebuilt(
    "PER-L6.4.rate",
    "The exponential rate",
    "Lemma 6.4, Step 2, (6.8)",
    "convergence",
    r"From the first time with $\alpha \geq 1/2$ on, $1 - \alpha(t) \leq \frac12\exp(-(t - t_0)/(2ne^{2\beta}))$, and"
    r" $|x_i - x^*| \leq \exp(-(t - t_0)/(4ne^{2\beta}))$.",
)
SAY.text(
    "PER-R6.5",
    "The set of clusters is stable",
    "Remark 6.5",
    "stability",
    r"For SA and USA with $\beta \geq 0$ the set $x_1 = \dots = x_n$ is Lyapunov stable and exponentially stable.",
)
SAY.rebuilt(
    "PER-L6.6",
    "A lemma in the manner of Barbalat",
    "Lemma 6.6",
    "convergence",
    r"If $\int_0^\infty|f|dt + \sup|f'| < \infty$, then $f(t) \to 0$.",
)
SAY.rebuilt(
    "PER-T6.7",
    "Wendel's probability",
    "Theorem 6.7",
    "probability",
    r"For $n, d \geq 1$ and independent uniform tokens, $P(\exists w: \langle x_i, w\rangle > 0\ \forall i) ="
    r" 2^{-(n-1)}\sum_{k=0}^{d-1}\binom{n-1}k$.",
)
SAY.text(
    "PER-T6.7.cor",
    "The probability of clustering for n > d",
    "before Theorem 6.7",
    "probability",
    r"For $n > d \geq 2$ and $\beta \geq 0$ the probability of one cluster is at least that of Wendel.",
)
