from unicodedata import normalize

import pytest

from attnverify.verify.cli.plain_text import plain


@pytest.mark.parametrize(("text", "shown"), [
    (r"$\dot y_{ij} = \bar\alpha_{21}(1 - c_2^2)$", "ẏᵢⱼ = ᾱ₂₁(1 − c₂²)"),
    (r"$\|V\| \le |\lambda_d|-\lambda_1$, $-1 < a-b$", "‖V‖ ≤ |λ_d| − λ₁, −1 < a − b"),
    (r"$\sum_{j \le i} e^{-\beta(t+1)}x_j^\top y$", "∑_(j ≤ i)e^(−β(t + 1))xⱼᵀy"),
    (r"$\frac{a+b}{2c}\sqrt{x}$, $\frac12$", "(a + b)/(2c) √x, 1/2"),
    (r"$\mathrm{dist}(y, C) \to \arg\max_i \tanh a_i$", "dist(y, C) → arg maxᵢ tanh aᵢ"),
    (r"$x^* \ne \pm v^\perp$", "x* ≠ ±v^⟂"),
    (r"$\begin{pmatrix} a & b \\ c & d \end{pmatrix}$", "(a b; c d)"),
    (r"costs 5$, or $\nonsense{x}$", r"costs 5$, or $\nonsense{x}$"),
    ("no formula: x_1 <= 2", "no formula: x_1 <= 2"),
])  # fmt: skip
def test_formulas_as_a_terminal_shows_them(text, shown):
    assert plain(text) == normalize("NFC", shown)
