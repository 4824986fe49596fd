"""Section 3: the mean field, the energy and the gradient structure."""

from __future__ import annotations

from proofs_checks.perspective.words import Part

SAY = Part(__name__)
LAW = "mu is the law of y(s), s uniform on [0, 1], y measurable, as every probability measure on the sphere is"
FLOWING = (
    "said of every probability measure: time labels its mass, as in PER-3.7; the time in which it moves could be a"
    " number (paths that are differentiable in it, uniformly), but no rule exchanges the two integrals of the energy"
    " (Fubini); {} proves it of tokens"
)
ATOMS = "measures are those of n tokens, with equal weights"

SAY.rebuilt(
    "PER-3.2",
    "The velocity of a token as a field of the measure",
    "Section 3.1, (3.1) to (3.3)",
    "identity",
    r"With $\mu = \frac1n\sum\delta_{x_i}$ and $\mathcal X[\mu](x) = P_x(Z_{\beta,\mu}(x)^{-1}\int e^{\beta\langle x,"
    r" y\rangle}y\,d\mu(y))$ the velocity of token $i$ under SA is $\mathcal X[\mu](x_i)$.",
)
SAY.rebuilt(
    "PER-3.3.bounds",
    "Bounds of the partition function of a measure",
    "Section 3.2, after (3.6)",
    "inequality",
    r"For $\beta \geq 0$ and every probability measure $\mu$ on the sphere: $e^{-\beta} \leq Z_{\beta,\mu}(x)"
    r" \leq e^{\beta}$; for $\beta > 0$ with equality if and only if all mass is at $-x$, or at $x$.",
    reading="mu is the law of y(s), s uniform on [0, 1], y measurable, as every probability measure on the sphere is:"
    " Z = r + J(1) with J' + r = exp(beta <x, y>) and any r, F(c) at the time 1 is the mass of <x, y> < c",
)
SAY.rebuilt(
    "PER-3.3.bounds.atoms",
    "Bounds of the partition function of a measure",
    "Section 3.2, after (3.6)",
    "inequality",
    r"For $\beta \geq 0$: $e^{-\beta} \leq Z_{\beta,\mu}(x) \leq e^{\beta}$; for $\beta > 0$ with equality only for"
    r" all mass at $-x$, or at $x$.",
    reading="the measure has finitely many atoms, of any weights",
    role="reading",
)
SAY.rebuilt(
    "PER-R3.1",
    "The mean-field equation is well posed",
    "Remark 3.1",
    "inequality",
    r"$\mathcal X[\mu](x)$ is Lipschitz in $x$, and in $\mu$ for the distance $W_1$, with constants of $\beta$ only,"
    r" so that (3.4) has exactly one global weak solution for every initial measure.",
    "W_1 is a least value over couplings: no quantifier over measurable families; existence of solutions: no rule"
    " (Picard-Lindelof)",
)
SAY.rebuilt(
    "PER-3.4",
    "The continuity equation of empirical measures",
    "Section 3.1, (3.4)",
    "identity",
    r"If $X(t)$ solves SA, $\frac{d}{dt}\int f\,d\mu = \int\langle\nabla f, \mathcal X[\mu]\rangle\,d\mu$ for every"
    r" $f \in C^1(S^{d-1})$.",
)
SAY.text(
    "PER-R3.2",
    "Sinusoidal positional encoding",
    "Remark 3.2",
    "identity",
    r"For $(p_i)_{2k} = \sin(iM^{-2k/d})$, $(p_i)_{2k+1} = \cos(iM^{-2k/d})$, $k < d/2$: $|p_i|^2 = d/2$, and"
    r" $\langle p_i, p_j\rangle$ is a function of $i - j$.",
)
SAY.rebuilt(
    "PER-R3.3",
    "Stability in the manner of Dobrushin",
    "Remark 3.3",
    "inequality",
    r"$W_1(\mu(t), \nu(t)) \leq e^{Lt}W_1(\mu(0), \nu(0))$ with $L$ of $\beta$ only; samples converge in $W_1$ at the"
    r" rate $n^{-1/(d-1)}$ for $d - 1 \geq 3$.",
    "W_1 is a least value over couplings: no quantifier over measurable families; no rule for the law of samples",
)
SAY.rebuilt(
    "PER-3.6",
    "The energy along SA",
    "Section 3.2, (3.5) and (3.6)",
    "identity",
    r"Along SA, $\frac{d}{dt}E_\beta = \int|\mathcal X[\mu](x)|^2Z_{\beta,\mu}(x)\,d\mu(x)$ for every $\beta \neq 0$.",
    FLOWING.format("PER-3.6.tokens"),
)
SAY.rebuilt(
    "PER-3.6.tokens",
    "The energy along SA",
    "Section 3.2, (3.5) and (3.6)",
    "identity",
    r"Along SA, $\frac{d}{dt}E_\beta = \int|\mathcal X[\mu](x)|^2Z_{\beta,\mu}(x)\,d\mu(x)$ for every $\beta \neq 0$.",
    reading=ATOMS,
    role="reading",
)
SAY.text(
    "PER-3.6.sign",
    "The energy rises for V = I and falls for V = -I",
    "Section 3.2",
    "inequality",
    r"For $\beta \neq 0$ the energy does not fall along SA and USA, and rises where a token moves; with the opposite"
    r" sign of the field it does not rise.",
)
SAY.rebuilt(
    "PER-P3.4.max",
    "Point masses are the only maximisers of the energy",
    "Proposition 3.4",
    "inequality",
    r"For $\beta > 0$, $d \geq 2$: $E_\beta[\mu] \leq e^\beta/(2\beta)$, with equality if and only if $\mu$ is a"
    r" point mass.",
    reading=f"{LAW}; the inner integral up to s is j(a, s) beside the integrand at a fixed point x, the outer one h(s);"
    " a point mass at v has y = v for almost every s",
)
SAY.rebuilt(
    "PER-P3.4.max.atoms",
    "Point masses are the only maximisers of the energy",
    "Proposition 3.4",
    "inequality",
    r"For $\beta > 0$, $d \geq 2$: $E_\beta[\mu] \leq e^\beta/(2\beta)$, with equality if and only if $\mu$ is a"
    r" point mass.",
    reading="the measure has finitely many atoms, of any weights",
    role="reading",
)
SAY.rebuilt(
    "PER-P3.4.min",
    "The uniform measure is the only minimiser of the energy",
    "Proposition 3.4",
    "inequality",
    r"For $\beta > 0$, $d \geq 2$ the uniform measure alone minimises $E_\beta$; the least value is"
    r" $\frac1{2\beta}\Gamma(d/2)(2/\beta)^{d/2-1}I_{d/2-1}(\beta)$.",
    "the uniform measure can be said, as in PER-R6.2; that no other measure has as little energy rests on an expansion"
    " in ultraspherical polynomials, a series, and Bessel functions are not in the language",
)
SAY.rebuilt(
    "PER-P3.4.coef",
    "The ultraspherical coefficients of the exponential are positive",
    "proof of Proposition 3.4",
    "identity",
    r"For $\lambda = (d-2)/2 > 0$, $\beta > 0$ and all $k \geq 0$ the coefficient of $\frac{k+\lambda}\lambda"
    r" C_k^\lambda(t)$ in $e^{\beta t}$ is positive, equal to $\Gamma(\lambda+1)(2/\beta)^\lambda"
    r" I_{k+\lambda}(\beta)$.",
    "series in Gegenbauer polynomials, and Bessel functions, are not in the language",
)
SAY.rebuilt(
    "PER-P3.4.rod",
    "Moments of Gegenbauer polynomials",
    "proof of Proposition 3.4",
    "identity",
    r"$\int_{-1}^1t^\ell C_k^\lambda(t)(1-t^2)^{\lambda-1/2}dt$ is positive for $\ell \geq k$, $\ell \equiv k$ mod 2,"
    r" and 0 otherwise ($\lambda > 0$).",
    "Gegenbauer polynomials of every degree could be given by their recurrence, and the integrals as in PER-3.7; the"
    " weight is singular at both ends for small lambda, and the integrations by parts, by induction, are not done",
)
SAY.rebuilt(
    "PER-3.7",
    "The velocity is a logarithmic gradient",
    "(3.7)",
    "identity",
    r"$\mathcal X[\mu](x) = \beta^{-1}\nabla\log\int e^{\beta\langle x, y\rangle}d\mu(y)$ for $\beta \neq 0$, and"
    r" with $\langle Qx, Ky\rangle$ in the exponent for $V = Q^\top K$ as well, for $d \geq 2$ for no other"
    r" $V$ (point masses decide it).",
    reading=f"{LAW}; an integral is its integrand at a fixed point x and what the difference adds up to at the time 1;"
    " the factor 1/beta stands in front of the gradient; inside the logarithm it would be lost (PER-3.7.R2); d >= 2 is"
    " said by two orthonormal vectors e, f; V = Q^T K need not be symmetric",
)
SAY.rebuilt(
    "PER-3.7.atoms",
    "The velocity is a logarithmic gradient",
    "(3.7)",
    "identity",
    r"$\mathcal X[\mu](x) = \beta^{-1}\nabla\log\int e^{\beta\langle x, y\rangle}d\mu(y)$ for $\beta \neq 0$, and"
    r" with $\langle Qx, Ky\rangle$ in the exponent for $V = Q^\top K$ as well.",
    reading="the measure has finitely many atoms; the factor 1/beta stands in front of the gradient; inside the"
    " logarithm it would be lost (PER-3.7.R2); whether V = Q^T K is necessary is not judged",
    role="reading",
)
SAY.text(
    "PER-3.7.nongrad",
    "SA is no gradient flow of the standard metric",
    "after (3.7)",
    "identity",
    r"For $n \geq 3$ SA is not the gradient of a function for the product of the round metrics; for $n = 2$ it is.",
)
SAY.rebuilt(
    "PER-USA",
    "The unnormalised flow has the same equilibria",
    "(USA) and (3.8)",
    "identity",
    r"USA is SA with $Z_i$ replaced by $n$, its field at a token $x$ is $P_x\int e^{\beta\langle x,"
    r" y\rangle}y\,d\mu(y)$, and the two flows have the same equilibria.",
)
SAY.rebuilt(
    "PER-L3.6",
    "USA is the Wasserstein gradient flow of the energy",
    "Lemma 3.6, (3.9) and (3.10)",
    "identity",
    r"For $\beta \neq 0$ and $\delta E_\beta[\mu](x) = \beta^{-1}\int e^{\beta\langle x, y\rangle}d\mu(y)$ the gradient"
    r" on the sphere is $\nabla\delta E_\beta[\mu](x) = P_x\int e^{\beta\langle x, y\rangle}y\,d\mu(y)$, the field of"
    r" USA.",
    reading=f"{LAW}; an integral is its integrand at a fixed point x and what the difference adds up to at the time 1;"
    " that delta E is the first variation of the energy is taken as its definition",
)
SAY.rebuilt(
    "PER-L3.6.atoms",
    "The gradient of the first variation of the energy is the field of USA",
    "Lemma 3.6, (3.9) and (3.10)",
    "identity",
    r"With $\delta E_\beta[\mu](x) = \beta^{-1}\int e^{\beta\langle x, y\rangle}d\mu(y)$ the gradient on the sphere"
    r" is $\nabla\delta E_\beta[\mu](x) = P_x\int e^{\beta\langle x, y\rangle}y\,d\mu(y)$.",
    reading="the measure has finitely many atoms, of any weights",
    role="reading",
)
SAY.rebuilt(
    "PER-L3.7",
    "The energy along USA",
    "Lemma 3.7",
    "identity",
    r"Along USA, $\frac{d}{dt}E_\beta = \frac1n\sum_i|\dot x_i|^2$ for every $\beta \neq 0$.",
    FLOWING.format("PER-L3.7.tokens"),
)
SAY.rebuilt(
    "PER-L3.7.tokens",
    "The energy along USA",
    "Lemma 3.7",
    "identity",
    r"Along USA, $\frac{d}{dt}E_\beta = \frac1n\sum_i|\dot x_i|^2$ for every $\beta \neq 0$.",
    reading=ATOMS,
    role="reading",
)
SAY.rebuilt(
    "PER-R3.8",
    "USA is a gradient flow of particles",
    "Remark 3.8, (3.11)",
    "identity",
    r"For the product of the round metrics USA is $\dot X = n\nabla E_\beta(X)$, $\beta \neq 0$.",
)
SAY.text(
    "PER-R3.8.conf",
    "For two tokens SA is USA in another time",
    "end of Remark 3.8",
    "identity",
    r"For $n = 2$ unit tokens $Z_1 = Z_2$, so that the fields of SA and USA differ by a positive scalar factor of the"
    r" state.",
)
SAY.rebuilt(
    "PER-3.12",
    "The modified metric is a metric",
    "(3.12)",
    "identity",
    r"$\sum_iZ_i(X)\langle a_i, b_i\rangle$ with $Z_i = \sum_je^{\beta\langle Vx_i, x_j\rangle}$ is bilinear,"
    r" symmetric and positive definite.",
)
SAY.rebuilt(
    "PER-3.13",
    "SA is a gradient flow of the modified metric",
    "Section 3.4.1, (3.13) and (3.14)",
    "identity",
    r"If $Q^\top K = K^\top Q = V$, along every motion of unit tokens with velocity $Y$, $\frac{d}{dt}E_\beta ="
    r" \sum_iZ_i\langle Y_i, B_i\rangle$ where $B_i = P_{x_i}(Z_i^{-1}\sum_je^{\beta\langle Vx_i, x_j\rangle}Vx_j)$,"
    r" $E_\beta = \frac1{2\beta}\sum_{ij}e^{\beta\langle Vx_i, x_j\rangle}$.",
)
SAY.rebuilt(
    "PER-3.13.iff",
    "The role of symmetry",
    "after (3.14)",
    "identity",
    r"$\langle MAx, y\rangle = \langle Ax, My\rangle$ for all $x, y$ and all skew $A$ if and only if $M$ is symmetric.",
    "no skew matrix can be chosen in a proof: a quantifier over matrices, and rank-one matrices as values",
)
SAY.rebuilt(
    "PER-3.15",
    "SA as a gradient flow for a weighted distance",
    "Section 3.4.2, (3.15) and (3.16)",
    "identity",
    r"For tangent fields $v$, $\frac{d}{dt}E_\beta = \int\langle Z_{\beta,\mu}^{-1}\nabla\delta E_\beta[\mu],"
    r" v\rangle Z_{\beta,\mu}\,d\mu$, and (3.4) is the flow of $Z_{\beta,\mu}^{-1}\nabla\delta E_\beta[\mu]$.",
    FLOWING.format("PER-3.15.tokens"),
)
SAY.rebuilt(
    "PER-3.15.tokens",
    "SA as a gradient flow for a weighted distance",
    "Section 3.4.2, (3.15) and (3.16)",
    "identity",
    r"For tangent fields $v$, $\frac{d}{dt}E_\beta = \int\langle Z_{\beta,\mu}^{-1}\nabla\delta E_\beta[\mu],"
    r" v\rangle Z_{\beta,\mu}\,d\mu$, and (3.4) is the flow of $Z_{\beta,\mu}^{-1}\nabla\delta E_\beta[\mu]$.",
    reading=ATOMS,
    role="reading",
)
