"""Theorems 6.8 and 6.9, the phase curve, and the figures: what tokens with equal products do."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)
MEASURED = "a measurement: `attnverify sweep` makes it, no claim decides it"

SAY.text(
    "PER-T6.8.angle",
    "Equal products stay equal",
    "Theorem 6.8, part 1",
    "invariance",
    r"For $\beta \geq 0$: from pairwise orthogonal tokens, and from any equal products $-1/(n-1) \leq \gamma \leq 1$,"
    r" all products $\langle x_i(t), x_j(t)\rangle$, $i \neq j$, are equal at all times under SA and USA.",
)
SAY.rebuilt(
    "PER-T6.8.69",
    "The equation of the common product, SA",
    "(6.9)",
    "identity",
    r"Under SA equal products obey $\dot\gamma = 2e^{\beta\gamma}(1-\gamma)((n-1)\gamma + 1)/(e^\beta +"
    r" (n-1)e^{\beta\gamma})$.",
)
SAY.rebuilt(
    "PER-T6.8.610",
    "The equation of the common product, USA",
    "(6.10)",
    "identity",
    r"Under USA equal products obey $\dot\gamma = \frac2ne^{\beta\gamma}(1-\gamma)((n-1)\gamma + 1)$.",
)
SAY.rebuilt(
    "PER-T6.8.asym",
    "Small and large times of the common product",
    "consequences of Theorem 6.8",
    "inequality",
    r"For $\beta \geq 0$, $n \geq 2$: from $\gamma(0) = 0$ the solution increases to 1; SA: $\gamma = 2t/(e^\beta + n -"
    r" 1) + O(t^2)$ and $1 - \gamma \sim Ce^{-2t}$; USA: $2t/n + O(t^2)$ and $Ce^{-2e^\beta t}$; for $\beta = 0$,"
    r" $\gamma_0(t) = (e^{2t} - 1)/(e^{2t} + n - 1)$; $\gamma_0(nt/(e^\beta + n - 1)) \leq \gamma^{SA} \leq"
    r" \gamma_0(t) \leq \gamma^{USA}(t) \leq \gamma_0(e^\beta t)$; and for $\beta > 0$ the time is an explicit"
    r" combination of $\log\frac{1 + (n-1)\gamma}{1-\gamma}$, $\mathrm{Ei}(\beta(1-\gamma))$ and"
    r" $E_1(\beta(\gamma + \frac1{n-1}))$.",
    reading="the sphere has a unit vector v; Ei and E_1 are given along the solution by their rates, so that their"
    " differences in the formula are the integrals of their definitions",
)
SAY.rebuilt(
    "PER-T6.9",
    "The approximation in high dimension",
    "Theorem 6.9, (6.11)",
    "probability",
    r"For $d \geq d^*(n, \beta)$ and independent uniform tokens, with probability at least $1 - 2n^2d^{-1/64}$, for"
    r" all $i \neq j$, $t \geq 0$: $|\langle x_i, x_j\rangle - \gamma_\beta| \leq \min\{2c(\beta)^{nt}\sqrt{\log"
    r" d/d}, Ce^{-\lambda t}\}$, $c(\beta) = e^{10\max(1, \beta)}$.",
    "no rule for the law of the product of two uniform vectors, nor one that joins probabilities: only Wendel's",
)
SAY.rebuilt(
    "PER-6.12",
    "The phase curve",
    "(6.12)",
    "identity",
    r"For SA the time at which $\gamma_\beta = 1 - \delta$ is $t_\delta = \int_0^{1-\delta}\frac{e^{\beta(1-u)} + n -"
    r" 1}{2(1-u)((n-1)u + 1)}du$; it is finite, smooth and strictly increasing in $\beta$.",
    "the integral is over u and the solution moves in t: no rule changes the variable between two times; and no word"
    " says that a number is smooth in a parameter; that the time increases is PER-6.12.increasing, the time in closed"
    " form is in PER-T6.8.asym, two-sided bounds are PER-6.12.sandwich, figures PER-6.12.digits",
)
SAY.text(
    "PER-FIG3",
    "Figure 3: the phase diagram",
    "Figure 3",
    "experiment",
    r"For SA with 32 independent uniform tokens and $d \in \{2, 8, 32, 128, 512, 1024\}$ the share of pairs with"
    r" product at least $1 - 10^{-3}$ has a transition near the phase curve, sharper for larger $d$.",
    MEASURED + "; two panels at two temperatures are PER-FIG3.small",
)
SAY.text(
    "PER-FIG4",
    "Figure 4: metastable clusters on the circle",
    "Figure 4",
    "experiment",
    r"For $d = 2$, $n = 32$ and $\beta = 4, 9$ the tokens form a few clusters at $t \approx 2$ to 5 that last long.",
    MEASURED + "; the two-cluster law is PER-N9, a life in figures PER-FIG4.life",
)
SAY.text(
    "PER-FIG5",
    "Figure 5: random Q, K, V",
    "Figure 5, Problem 2",
    "experiment",
    "The transition of Figure 3 is seen with random matrices as well.",
    MEASURED,
)
SAY.text(
    "PER-FIG1",
    "Figure 1: histograms of a trained model",
    "Figure 1",
    "experiment",
    "In ALBERT XLarge v2 with 24 and 48 layers the products of pairs of tokens drift to 1 with depth.",
    "needs the weights of a trained model; on random weights it is PER-FIG1.surrogate",
)
