"""The appendices: strict saddles, cuts, perturbation in beta, high dimension."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)

SAY.text(
    "PER-A.1",
    "Strict saddles attract a set of measure zero",
    "Lemma A.1",
    "convergence",
    r"On a compact manifold the starts from which gradient ascent of a smooth $f$ tends to a strict saddle have"
    r" volume 0.",
    "neither manifolds nor smooth functions on them are in the language; for SA and USA it is PER-A.1.flows, which"
    " rests on the lemma as an axiom for analytic functions on products of spheres",
)
SAY.rebuilt(
    "PER-A.2",
    "Strict saddles at beta = 0",
    "Lemma A.2, (A.2)",
    "stability",
    r"For $d \geq 2$: at a critical point of $E_0 = \frac12\sum_{ij}\langle x_i, x_j\rangle$ that is no cluster the"
    r" Hessian has a positive eigenvalue; there is $S$ with $\sum_{i \in S}\sum_{j \notin S}\langle x_i, x_j\rangle <"
    r" 0$.",
)
SAY.rebuilt(
    "PER-A.3",
    "The second derivative under a skew rotation",
    "(A.3)",
    "identity",
    r"If the tokens of $S$ turn with a skew $B$ and the others rest, $\frac{d^2}{dt^2}E_0 = \sum_{i \in S}\sum_{j"
    r" \notin S}\langle B^2x_i, x_j\rangle$.",
)
SAY.rebuilt(
    "PER-A.4",
    "Minus the identity from squares of skew matrices",
    "(A.4)",
    "identity",
    r"For odd $d$, $-I = \frac1{d-1}\sum_{j=1}^dB_j^2$ where $B_j$ turns the coordinates other than the $j$-th in"
    r" pairs by a right angle.",
    reading="coordinate j is removed and the other d - 1 are paired",
)
SAY.rebuilt(
    "PER-A.4.R2",
    "Minus the identity from squares of skew matrices, by blocks",
    "(A.4)",
    "identity",
    r"For odd $d$, $-I = \frac1{d-1}\sum_jB_j^2$ with one $B_j$ for each of the $(d+1)/2$ block positions, with a zero"
    r" there, which turns the other coordinates in pairs by a right angle.",
    reading="a one by one zero block at block position j",
)
SAY.rebuilt(
    "PER-B.1",
    "The cut form of the second variation",
    "Appendix B, (B.1) and (B.2)",
    "identity",
    r"For $d = 2$: turning the angles of $S$ together, $\sum_{i, j \in S}\partial_i\partial_jE_\beta ="
    r" -\frac1{n^2}\sum_{i \in S, j \notin S}g(\theta_i - \theta_j)$, $g(x) = (\cos x - \beta\sin^2x)e^{\beta\cos x}$.",
)
SAY.rebuilt(
    "PER-B.tau",
    "The angle tau*",
    "Appendix B",
    "inequality",
    r"For $\beta > 0$ there is one $\tau^*_\beta \in [0, \pi/2)$ with $\beta\sin^2\tau = \cos\tau$, $\cos\tau^* ="
    r" (\sqrt{1 + 4\beta^2} - 1)/(2\beta)$; it decreases in $\beta$, $\tau^* = (1 + o(1))\beta^{-1/2}$, and $g(\tau)"
    r" = (\cos\tau - \beta\sin^2\tau)e^{\beta\cos\tau} < 0$ for $|\tau| \in (\tau^*, \pi]$.",
)
SAY.rebuilt(
    "PER-B.chain",
    "The chain argument",
    "Appendix B",
    "inequality",
    r"For $\beta > 0$ and tokens on the circle, at the angles $\theta_i$: if the Hessian is at most 0, for every proper"
    r" $S$ some $i \in S$, $j \notin S$ have $|\theta_i - \theta_j| \leq \tau^*$; if $(n-1)\tau^*_\beta < \pi/2$, all"
    r" tokens lie in an open half circle, and at one place if the state is critical; $\beta > \cos a/\sin^2a$ with $a ="
    r" \pi/(2(n-1))$ is enough.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; the state need not be"
    " critical; the difference of two angles is the one in [-pi, pi] with the same cosine; PER-N2.circle has pi in the"
    " place of pi/2",
)
SAY.rebuilt(
    "PER-B.3",
    "The cut form, the angle tau* and clustering in any dimension",
    "Appendix B, (B.3) and (B.4)",
    "identity",
    r"At a critical point of $E_\beta$ in $d \geq 2$ dimensions with a Hessian at most 0, for every $S$: $\sum_{i \in"
    r" S, j \notin S}e^{\beta\langle x_i, x_j\rangle}(\beta\langle Bx_i, x_j\rangle^2 + \langle B^2x_i, x_j\rangle)"
    r" \leq 0$ for all skew $B$ (B.4); $E\langle Bx, y\rangle^2 = \sin^2\angle(x, y)$ and $E\langle B^2x, y\rangle ="
    r" -(d-1)\langle x, y\rangle$ where the entries of $B$ above the diagonal are independent of mean 0 and variance 1,"
    r" so $\sum_{i \in S, j \notin S}e^{\beta\cos\theta_{ij}}((d-1)\cos\theta_{ij} - \beta\sin^2\theta_{ij}) \geq 0$"
    r" (B.3). For $\beta > 0$ exactly one $\tau^* \in [0, \pi/2)$ has $\beta\sin^2\tau = (d-1)\cos\tau$; $\tau^* \sim"
    r" \sqrt{(d-1)/\beta}$; almost every start clusters, under SA and USA, where $(n-1)\tau^* < \pi/2$.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; an expectation is an"
    " integral over [0, 1], on which the entries are functions; that they are independent with mean 0 and variance 1"
    " enters by the expectations of products of two entries; chi is 1 on S and 0 elsewhere; where d = 2, u and v are an"
    " orthonormal basis; the parts are PER-B.3.flat, PER-B.3.averages, PER-B.3.critical, PER-B.3.tau and"
    " PER-B.3.clusters",
)
SAY.text(
    "PER-B.5",
    "The signature of a Hessian does not depend on the metric",
    "Remark B.1",
    "identity",
    "At a critical point the numbers of positive and of negative eigenvalues of the Hessian are the same for all"
    " metrics.",
)
SAY.rebuilt(
    "PER-C.1",
    "The energy near beta = 0",
    "Appendix C, (C.1)",
    "identity",
    r"$\frac1{2\beta}\sum(e^{\beta s_{ij}} - 1) = \frac12\sum s_{ij} + \beta R_\beta$ with $R_\beta$ smooth and"
    r" bounded with two derivatives, uniformly for $\beta \in (0, 1]$.",
)
SAY.rebuilt(
    "PER-C.2",
    "A uniform gap at beta = 0",
    "(C.2)",
    "inequality",
    r"There is $c > 0$ such that the Hessian of $E_0$ at every critical point that is no cluster has an eigenvalue of"
    r" at least $c$.",
)
SAY.rebuilt(
    "PER-C.3",
    "The gradient of the modified metric as beta tends to 0",
    "Remark C.1, (C.3) and (C.4)",
    "identity",
    r"As $\beta \to 0$ the gradient of $E_\beta$ in the metric (3.12) tends to a constant times $\nabla E_0$; the"
    r" constant is $1/n$ where $Z$ is a sum and $E_\beta = \frac1{2\beta}\sum_{ij}e^{\beta\langle x_i, x_j\rangle}$.",
)
SAY.rebuilt(
    "PER-D.1",
    "Weighted differences are below the greatest",
    "Appendix D, step 1, (D.1) and (D.2)",
    "inequality",
    r"$\dot x_i - \dot y_i$ splits into attention-weighted differences, and $|\sum_jA_{ij}(X)(x_j - y_j)| \leq"
    r" \max_j|x_j - y_j|$.",
)
SAY.text(
    "PER-D.3",
    "The Lipschitz constant of softmax",
    "(D.3)",
    "inequality",
    r"For $\beta \geq 0$, $u \mapsto \operatorname{softmax}(\beta u)$ is $\beta$-Lipschitz for the Euclidean norm.",
)
SAY.rebuilt(
    "PER-D.4",
    "The flow map is Lipschitz",
    "(D.4)",
    "inequality",
    r"Under SA with $\beta \geq 0$, $\max_i|x_i(t) - y_i(t)| \leq c(\beta)^{nt}\max_i|x_i(0) - y_i(0)|$, $c(\beta) ="
    r" e^{10\max(1, \beta)}$.",
)
SAY.rebuilt(
    "PER-D.5",
    "Random tokens are nearly orthogonal",
    "(D.5)",
    "probability",
    r"With probability at least $1 - 2n^2d^{-1/64}$ there are orthonormal $y_i$ with $|x_i - y_i| \leq \sqrt{\log"
    r" d/d}$ for all $i$, for independent uniform $x_1, \dots, x_n$ on $S^{d-1}$.",
    "no rule for the law of a projection of a uniform vector (Beta distributions)",
)
SAY.rebuilt(
    "PER-D.8",
    "Lower bounds of the common product",
    "(D.8) and Remark D.1",
    "inequality",
    r"For $\beta \geq 0$ and the solution of (6.9) with $\gamma(0) = 0$ (SA): $\dot\gamma \geq 1/(ne^\beta)$ while"
    r" $\gamma \leq \frac12$, and $1 - \gamma(t) \leq \frac12\exp(\frac12 - t/(ne^\beta))$ for $t \geq ne^\beta/2$;"
    r" with (6.10) (USA) the same with $n$ in the place of $ne^\beta$.",
)
SAY.rebuilt(
    "PER-D.9",
    "The choice of d* and the transfer to alpha",
    "Appendix D, step 3, (D.9) to (D.14)",
    "inequality",
    r"If $d/\log d \geq 16c(\beta)^2/\gamma_\beta(1/n)^2$ then $\alpha(1/n) \geq \frac12\gamma_\beta(1/n)$, and $1 -"
    r" \alpha(t) \leq \exp(\gamma_\beta(1/n)(1 - nt)/(2n^2e^{2\beta}))$.",
)
SAY.rebuilt(
    "PER-D.15",
    "The final constants",
    "(D.15)",
    "inequality",
    r"With $\langle x_i, x^*\rangle \geq \alpha \geq 0$ for all $i$: $1 - \langle x_i, x_j\rangle \leq 4(1 -"
    r" \alpha)$, and with the bounds before $|\langle x_i, x_j\rangle - \gamma_\beta| \leq Ce^{-\lambda t}$, $\lambda"
    r" = \min\{\frac1{ne^\beta}, \frac{\gamma_\beta(1/n)}{2ne^{2\beta}}\}$.",
)
SAY.text(
    "PER-TYPO",
    "Cross-references",
    "whole paper",
    "typo-check",
    "After (3.6) the text cites (3.2); Section 7.2 speaks of Problem 5 while it discusses Problem 3; the index in"
    " (A.4), m > 1 in Definition 9.1, the direction of Theorem 9.2 and the constant in (C.3) are to be read as the"
    " claims on them say.",
    "about the text, not a mathematical statement",
)
