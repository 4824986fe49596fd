"""The open problems of the paper, and the theorems of ours that go beyond it."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)
ASKED = "an open problem of the paper"

for number, title, kind, says, explored in (
    (
        1,
        "metastability",
        "convergence",
        "the tokens stay near few clusters for long before they collapse",
        "PER-FIG4.life",
    ),
    (2, "random Q, K, V", "convergence", "Theorems 6.8 and 6.9 have versions for random matrices", "PER-FIG5"),
    (
        3,
        "saddles on the circle",
        "stability",
        "for d = 2 and beta > 0 every critical point that is no cluster is a strict saddle",
        "PER-PR3.circle (beta <= 3/2, every n), PER-N2.circle (beta large for n; both together every beta > 0 for n ="
        " 3, 4, 5), PER-N8.saddles (n = 3, beta > -2/3), PER-C3.cuts.four (n = 4 by cuts), PER-C3 (n = 2 and 3, every"
        " real beta)",
    ),
    (4, "closing the hierarchy", "identity", "(8.1) can be closed by a formula for g", "PER-8.1"),
    (5, "other matrices in Table 1", "convergence", "the limits of Table 1 extend to other Q, K, V", "PER-TAB1"),
    (6, "a selection principle", "convergence", "a principle selects one solution of (9.5), (9.6)", "PER-EX9.3"),
    (7, "noise", "convergence", "the long-time behaviour with noise is known", "PER-P3.4.coef"),
):
    SAY.text(
        f"PER-PR{number}",
        f"Problem {number}: {title}",
        f"Problem {number}",
        kind,
        f"{says[0].upper()}{says[1:]}.",
        f"{ASKED}; related: {explored}",
    )

NOTES = "beyond the text"
SAY.text(
    "PER-N1",
    "The least product rises at an explicit rate",
    NOTES,
    "inequality",
    r"For $\beta \geq 0$ and least product $m(0) \geq 0$ over all pairs: $m \geq 0$ at all times, USA: $\dot m \geq"
    r" \frac2ne^{\beta m}(1-m)((n-1)m + 1)$, SA: $\dot m \geq 2(1-m)((n-1)m + 1)/((n-1)e^{\beta(1-m)} + 1)$.",
    role="extension",
)
SAY.text(
    "PER-N2",
    "Large beta, with the constant of the chain",
    NOTES,
    "stability",
    r"If $\beta > (d-1)\cos(\pi/(n-1))/\sin^2(\pi/(n-1))$, almost every start clusters; for $d = 2$ all $\beta \geq"
    r" 0$ with $n \leq 7$.",
    "the first assertion is PER-N2.chain, for n >= 3; at most five tokens with every beta >= 0 are PER-N2.three and"
    " PER-N2.five; for d = 2 and six or seven tokens the betas between 3/2 (PER-T4.3.R2) and the bound of"
    " PER-N2.chain (PER-N2.table: up to 2.342 and 3.465) need the cuts of all configurations",
    role="extension",
)
SAY.text(
    "PER-N3",
    "Small beta, explicitly",
    NOTES,
    "stability",
    r"For $0 \leq \beta < \operatorname{artanh}(1/(n-1))$ almost every start clusters under SA and USA, all $d \geq"
    r" 2$, $n \geq 3$.",
    role="extension",
)
SAY.text(
    "PER-N4",
    "The common product in closed form",
    NOTES,
    "identity",
    r"For $n \geq 2$ and the common product $\gamma$ from $\gamma(0) = 0$: for $\beta > 0$ the time is a combination of"
    r" logarithms and exponential integrals of $\gamma$, under SA and under USA, and for $\beta \geq 0$, where"
    r" $\gamma = 1 - \delta$ under SA, $\frac12\log\frac{1 + (n-1)(1-\delta)}\delta \leq t_\delta^{SA} \leq"
    r" \frac{e^\beta + n - 1}n$ times the same.",
    reading="exponential integrals are given along the solution by their rates, as in PER-T6.8.asym; figures are in"
    " PER-N4.digits",
    role="extension",
)
SAY.text(
    "PER-N5",
    "Negative beta in dimension three and more",
    NOTES,
    "stability",
    r"For $d \geq 3$ and $\beta > -\frac12(d - 2 + \sqrt{(d-2)^2 - 1})$ almost every start clusters under SA and USA.",
    role="extension",
)
SAY.text(
    "PER-N6",
    "The simplex as a competitor",
    NOTES,
    "stability",
    r"The regular simplex with $d + 1$ tokens is a strict local maximum of $E_\beta$ up to rotations if and only if"
    r" $\beta < -d(d-1)/(d+1)$.",
    "spectra of Hessians on spheres are not in the language",
    role="extension",
)
SAY.text(
    "PER-N7",
    "High dimension with explicit constants",
    NOTES,
    "inequality",
    r"For $\beta \geq 0$ and any start, $|G_{ij}(t) - \gamma_\beta(t)| \leq e^{(6 + 2\beta)t}\max_{i \neq"
    r" j}|G_{ij}(0)|$ under SA.",
    "no Gronwall inequality for the greatest of many quantities with softmax weights yet",
    role="extension",
)
SAY.text(
    "PER-N8",
    "Three tokens on the circle, every beta",
    NOTES,
    "stability",
    r"On the circle with $n = 3$ almost every start clusters if and only if $\beta \geq -2/3$, up to that end point.",
    "the one direction, beta > -2/3, is PER-N8.above; for the other, beta < -2/3, no rule says that an equilibrium"
    " which attracts up to rotations, the regular triangle, attracts a set of positive measure: nothing"
    " contradicts that almost every start converges to a cluster",
    role="extension",
)
SAY.text(
    "PER-N9",
    "The law of two clusters",
    NOTES,
    "identity",
    r"For $p$ tokens at one place and $q$ at another with product $\gamma$: USA $\dot\gamma = (1 -"
    r" \gamma^2)e^{\beta\gamma}$ whatever $p, q$ are; SA $\dot\gamma = (1-\gamma^2)[\frac q{pe^{\beta(1-\gamma)} + q}"
    r" + \frac p{qe^{\beta(1-\gamma)} + p}]$.",
    role="extension",
)
