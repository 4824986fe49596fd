"""Sections 7 to 9: the circle, moments, configurations, and flows that are not projected."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)

SAY.rebuilt(
    "PER-7.1",
    "The equations in angles",
    "(7.1)",
    "identity",
    r"For $d = 2$ and $x_i = (\cos\theta_i, \sin\theta_i)$ USA is $\dot\theta_i = -\frac1n\sum_je^{\beta\cos(\theta_i"
    r" - \theta_j)}\sin(\theta_i - \theta_j)$, SA the same with $\sum_ke^{\beta\cos(\theta_i - \theta_k)}$ in the"
    r" place of $n$.",
)
SAY.rebuilt(
    "PER-7.1.field",
    "The field as a convolution",
    "Section 7.1",
    "identity",
    r"With $h_\beta(\theta) = e^{\beta\cos\theta}$, $\nu = \frac1n\sum\delta_{\theta_i}$ and $\beta \neq 0$ the field"
    r" of USA is $\beta^{-1}h_\beta' * \nu$, that of SA is $\beta^{-1}(\log(h_\beta * \nu))'$.",
)
SAY.rebuilt(
    "PER-7.2",
    "Kuramoto's model at beta = 0",
    "(7.2)",
    "identity",
    r"At $\beta = 0$ (7.1) is $\dot\theta_i = \omega + \frac Kn\sum_j\sin(\theta_j - \theta_i)$ with $K = 1$, $\omega"
    r" = 0$; $\theta_i - \omega t$ removes a common $\omega$.",
)
SAY.rebuilt(
    "PER-7.3",
    "Kuramoto's energy",
    "(7.3)",
    "identity",
    r"$F = \frac K{2n^2}\sum_{ij}\cos(\theta_i - \theta_j) \geq 0$ for $K > 0$, $\dot\theta = n\nabla F$; $F$ is"
    r" greatest if and only if all angles agree mod $2\pi$, and 0 if and only if $\sum e^{i\theta_j} = 0$.",
)
SAY.rebuilt(
    "PER-7.4",
    "The energy on the torus",
    "(7.4)",
    "identity",
    r"$E_\beta(\theta) = \frac1{2\beta n^2}\sum_{ij}e^{\beta\cos(\theta_i - \theta_j)}$: $\dot\theta = n\nabla"
    r" E_\beta$, and for $\beta > 0$ it is greatest if and only if all angles agree mod $2\pi$.",
)
SAY.rebuilt(
    "PER-7.5",
    "The Bessel expansion of the coupling",
    "(7.5)",
    "identity",
    r"$\sin\theta e^{\beta\cos\theta} = \frac2\beta\sum_{k \geq 1}kI_k(\beta)\sin k\theta$, with positive"
    r" coefficients for $\beta > 0$.",
    "series and Bessel functions are not in the language",
)
SAY.rebuilt(
    "PER-C3",
    "The equilibria of two and three tokens on the circle",
    "supports Problem 3",
    "equilibrium",
    r"Tokens on the circle, every real $\beta$, $h(s) = \sin s\,e^{\beta\cos s}$, $g = h'$. Two tokens rest if and"
    r" only if they are together, where the second derivative of $E_\beta$ along different speeds is negative, or"
    r" opposite, where it is positive. Three rest if and only if two of the gaps between neighbours are one angle $p$"
    r" with $\cos p = 1$ (a cluster), $\cos p = -1$ (two, and one opposite) or $-2\cos p = e^{\beta(1 - \cos p)(1 +"
    r" 2\cos p)}$: the regular triangle, $\cos p = -\frac12$, and for $\beta < -\frac12\log 2$, $\beta \neq -\frac23$,"
    r" one other $\cos p > -1$, for other $\beta$ none. Along the speeds $v$ the second derivative of $n^2E_\beta$ is"
    r" $-e^\beta\sum_{i<j}(v_i - v_j)^2$ at a cluster; $\frac12e^{-\beta}(v_1 - 2v_2 + v_3)^2 + (\frac12e^{-\beta} -"
    r" e^\beta)(v_3 - v_1)^2$ where the second token is opposite, whose second coefficient changes its sign at $\beta"
    r" = -\frac12\log 2$; $e^{-\beta/2}(\frac12 + \frac34\beta)\sum_{i<j}(v_i - v_j)^2$ at the triangle, with a change"
    r" at $-\frac23$; and $-\frac12g(p)(v_1 - 2v_2 + v_3)^2 - (\frac12g(p) + g(2p))(v_3 - v_1)^2$, with coefficients"
    r" of different signs, at the others, the second token between the equal gaps.",
    reading="USA is written in the angles; SA has the same equilibria (PER-USA); the second derivative is the sum over"
    " pairs of -g(theta_i - theta_j) times the square of the difference of the speeds, as in PER-B.1",
    role="extension",
)
SAY.rebuilt(
    "PER-C3.cuts",
    "Saddles for few tokens, by cuts",
    "supports Problem 3",
    "stability",
    r"For $d = 2$, $n = 4, \dots, 7$ and $\beta \in [0, B_n]$ every state in no open half circle violates a cut"
    r" condition of first or second order.",
    "for n = 4 and the sorted gaps see PER-C3.cuts.four; for n = 5, 6, 7 the bisection is too large for a recheck",
    role="extension",
)
SAY.rebuilt(
    "PER-PR3.idx",
    "The reduced Morse index on the circle",
    "supports Problem 3",
    "experiment",
    r"For $d = 2$, $\beta > 0$ every cyclic composition of $n$ in $m$ parts carries at most one equilibrium, unstable"
    r" in all $m - 1$ relative motions.",
    "a question for exploration; no violation is known",
    role="extension",
)
SAY.rebuilt(
    "PER-8.1",
    "The first equation of the BBGKY hierarchy",
    "(8.1)",
    "identity",
    r"For USA on the circle and exchangeable laws that rotations and reflections keep, $\partial_t\psi +"
    r" \partial_x(v\psi) = 0$, $v = \frac2{n\beta}h_\beta'(x) + \frac{2(n-2)}{n\beta}g$, $g ="
    r" E[h_\beta'(\theta_3)\mid\theta_1 = 0, \theta_2 = x]$.",
    "conditional expectations are not in the language",
    reading="the sign of theta_3 is +; the other reading is PER-8.1.R2",
)
SAY.rebuilt(
    "PER-8.1.R2",
    "The first equation of the BBGKY hierarchy, other sign",
    "(8.1)",
    "identity",
    r"As PER-8.1 with $g = E[h_\beta'(-\theta_3)\mid\theta_1 = 0, \theta_2 = x]$.",
    "conditional expectations are not in the language",
    reading="the sign of theta_3 is -",
)
SAY.rebuilt(
    "PER-9.1.gauss",
    "The energy as a sum of Gaussians",
    "Section 9.1",
    "identity",
    r"On the sphere $E_\beta = \frac{e^\beta}{2\beta n^2}\sum_{ij}e^{-\frac\beta2|x_i - x_j|^2}$, so that for $\beta"
    r" > 0$ one state of $n$ tokens has less energy than another if and only if its sum of Gaussians is less.",
)
SAY.rebuilt(
    "PER-9.1.crit",
    "Highly symmetric sets are critical for every beta",
    "Section 9.1",
    "equilibrium",
    r"Simplices, cross-polytopes, regular polygons, the icosahedron, the $E_8$ roots, the 600-cell, the cube, the"
    r" dodecahedron and the 24-cell are equilibria of SA and USA for all $\beta$.",
    "not written out: an instance has at most 64 tokens, the 600-cell has 120 and E8 has 240, and no rule counts the"
    " tokens at one distance; the simplices are PER-9.1.crit.simplex, antipodal frames PER-9.1.crit.cross",
)
SAY.rebuilt(
    "PER-D9.1",
    "Designs and sharp configurations",
    "Definition 9.1",
    "identity",
    r"$C$ is a $t$-design if and only if $\sum_{x, y \in C}C_k^{(d-2)/2}(\langle x, y\rangle) = 0$ for $k = 1, \dots,"
    r" t$; it is sharp if it has $m$ products and is a $(2m-1)$-design.",
    "polynomials of every degree, and their means over a sphere, are not in the language",
)
SAY.text(
    "PER-T9.2",
    "Every global minimiser is a sharp configuration or the 600-cell",
    "Theorem 9.2",
    "inequality",
    r"For $\beta > 0$ every global minimiser of $E_\beta$ among sets of $n$ points on $S^{d-1}$ is a sharp"
    r" configuration or the 600-cell.",
    "no rule that a continuous function has a minimum on a compact set: without it no minimiser is at hand that is not"
    " sharp",
    reading="the direction as worded; a sharp configuration may have a single product (m = 1), as regular simplices do;"
    " with m > 1 it is PER-T9.2.R3",
)
SAY.text(
    "PER-T9.2.R2",
    "Every sharp configuration and the 600-cell are global minimisers",
    "Theorem 9.2",
    "inequality",
    r"For $\beta > 0$ every sharp configuration, and the 600-cell, minimises $E_\beta$ among sets of as many points.",
    "spherical designs, and interpolation by polynomials of any degree, are not in the language; for simplices see"
    " PER-T9.2.R2.simplex",
    reading="the other direction",
)
SAY.text(
    "PER-T9.2.R3",
    "Every global minimiser has two different products, or 120 points",
    "Theorem 9.2",
    "inequality",
    r"For $\beta > 0$ every global minimiser of $E_\beta$ among $n$ unit vectors has two different products between"
    r" distinct points, or 120 points.",
    reading="what Theorem 9.2 as worded says at least, if a sharp configuration has m > 1 products as Definition 9.1 is"
    " printed",
    role="reading",
)
SAY.rebuilt(
    "PER-9.2.93",
    "The rescaled dynamics",
    "Section 9.2.1, (9.1) to (9.3)",
    "identity",
    r"If $\dot x_i = \sum_jA_{ij}Vx_j$ and $z_i = e^{-tV}x_i$, then $\dot z_i = \sum_jA_{ij}V(z_j - z_i)$ with the"
    r" same $A$, and $z_i(0) = x_i(0)$.",
)
SAY.text(
    "PER-9.2.hull",
    "The convex hull of the rescaled tokens shrinks",
    "Section 9.2.1",
    "invariance",
    r"For $V = I$ the convex hull of $\{z_i(t)\}$ does not grow and tends to a convex polytope.",
    "no rule that a bounded motion has a limit point (the rule is of states numbered by sizes, and a moment yields no"
    " constant state to number), which a polytope as the limit needs; that the hull does not grow"
    " is PER-9.2.hull.shrinks, that its support functions have limits PER-9.2.hull.limit",
)
SAY.rebuilt(
    "PER-TAB1",
    "Table 1: limits of rescaled tokens",
    "Table 1",
    "convergence",
    r"$V = I$, $Q^\top K$ positive: vertices of a polytope; $\lambda_1(V) > 0$ simple and leading with $\langle"
    r" Q\varphi_1, K\varphi_1\rangle > 0$: at most three parallel hyperplanes; $V$ paranormal: polytope times"
    r" subspaces; $V = -I$: one cluster at the origin.",
    "no rule that a bounded motion has a limit point, which the polytope and the hyperplanes need; the row V = -I is"
    " PER-TAB1.origin, and for one token PER-TAB1.one",
)
SAY.rebuilt(
    "PER-9.4.lim",
    "The singular limit",
    "Section 9.3, (9.4) to (9.6)",
    "convergence",
    r"As $\beta \to \infty$, $\dot x_i = \sum_jA_{ij}V(x_j - x_i)$ becomes $\dot x_i = |C_i|^{-1}\sum_{j \in"
    r" C_i}V(x_j - x_i)$ with $C_i$ the tokens of greatest $\langle Qx_i, Kx_j\rangle$.",
)
SAY.rebuilt(
    "PER-EX9.3",
    "Three solutions from one start",
    "Example 9.3",
    "identity",
    r"For $x_1 = (1, 1)$, $x_2 = (-1, 1)$, $x_3(0) = 0$, $Q = K = V = I$: $x_1$, $x_2$ are fixed with $C_i = \{i\}$,"
    r" and $\dot x_3 = x_1 - x_3$, $\dot x_3 = x_2 - x_3$, $\dot x_3 = \frac12(x_1 + x_2) - x_3$ each satisfy (9.5),"
    r" (9.6) for almost every $t$.",
)
SAY.rebuilt(
    "PER-9.4.laplace",
    "Laplace's principle",
    "Section 9.4",
    "convergence",
    r"$\lim_{\alpha\to\infty}-\frac1\alpha\log\int e^{-\alpha f}d\rho = \inf_{\operatorname{supp}\rho}f$ for bounded"
    r" continuous $f$ and every probability $\rho$.",
    reading="rho is the law of y(s), s uniform on [0, 1], y measurable, as every probability measure on a space of"
    " finite dimension is; the integral is 1 + J(a) at the time 1, weight(x, r) the mass of a ball, and the support the"
    " set of full mass all of whose points have balls of positive mass; f need not be bounded if the integrals exist",
)
