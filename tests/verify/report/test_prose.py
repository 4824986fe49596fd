import pytest

from attnverify.verify.registry import load
from attnverify.verify.report.prose import prose

PAGES = {id: f"p/{id}.html" for id in ("A-1", "A-1.b", "A-1-b")}


@pytest.mark.parametrize(("text", "written"), [
    ("d >= 2 <b>", "<i>d</i> ≥ 2 &lt;<i>b</i>&gt;"), ("alpha*lambda_1 != 0", "<i>α</i>*<i>λ₁</i> ≠ 0"),
    ("v_1^T x and R^d", "<i>v₁<sup>T</sup></i> <i>x</i> and <i>R<sup>d</sup></i>"), ("A_ij", "<i>Aᵢⱼ</i>"),
    ("V^-1", "<i>V<sup>−1</sup></i>"), ("alphabet, lambdas, snake_case", "alphabet, lambdas, snake_case"),
    ("W = I and P(t), a state", "<i>W</i> = <i>I</i> and <i>P</i>(<i>t</i>), a state"),
    ("(b) Appendix B, D.5, e.g. z3's n-sphere I", "(b) Appendix B, D.5, e.g. z3&#39;s <i>n</i>-sphere I"),
    ("diag(1, -0.5) - x, -y, well-known", "diag(1, −0.5) − <i>x</i>, −<i>y</i>, well-known"),
    ("by A-1.b and A-2", 'by <a href="p/A-1.b.html">A-1.b</a> and A-2'),
    ("by A-1-2 and A-1-b", 'by A-1-2 and <a href="p/A-1-b.html">A-1-b</a>'), ("it costs $5", "it costs $5"),
    ("$a$, $b$ c", '<span class="glued"><math><mi>a</mi></math>,</span> <math><mi>b</mi></math> <i>c</i>'),
    ("at A = [['1/2', '-3'], ['0', 'x']]", "at <i>A</i> = [[1/2, −3], [0, &#39;x&#39;]]"),
    ("I - B is I", "<i>I</i> − <i>B</i> is I"),
])  # fmt: skip
def test_words_symbols_and_links(text, written):
    assert prose(text, PAGES) == written


def test_every_registered_claim_can_be_typeset():
    for claim in load().values():
        for text in (
            claim.title,
            claim.statement,
            claim.reading,
            claim.no_repair,
            claim.twin.says,
            str(claim.argument),
        ):
            assert text.count("$") % 2 == 0, claim.id
            assert "<code>" not in prose(text, {}), (claim.id, prose(text, {}))
