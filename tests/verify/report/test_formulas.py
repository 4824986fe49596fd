import pytest

from attnverify.verify.report.formulas import tex


@pytest.mark.parametrize(("source", "part"), [
    (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    (r"\lambda_d", "<msub><mi>λ</mi><mi>d</mi></msub>"),
    (r"\mathrm{diag}(1)", "<mi>diag</mi>"),
    (r"\mathbf{1}", "<mn>𝟏</mn>"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>"),
    (r"\arg\max x", '<mi>arg</mi><mo lspace=".17em" rspace=".17em">max</mo>'),
    (r"\langle x, y\rangle", '<mo stretchy="false">⟨</mo>'),
    (r"a \ne -b", '<mo>≠</mo><mo form="prefix">−</mo><mi>b</mi>'),
    ("a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
    ("a < b", "<mo>&lt;</mo>"),
    (r"|x|", '<mo stretchy="false" lspace="0" rspace="0">|</mo>'),
    (r"1/\max(0, a)", '<mo lspace="0" rspace="0">max</mo><mo stretchy="false">(</mo>'),
    (r"b\max_i x", '<msub><mo lspace=".17em" rspace=".17em">max</mo><mi>i</mi></msub><mi>x</mi>'),
    (r"\max_{i<j} x", '<mo lspace="0" rspace="0">&lt;</mo>'),
    (r"\limsup |x|", '<mo movablelimits="true" lspace="0" rspace=".17em">lim'),
    (r"\tanh a", '<mi>tanh</mi><mspace width=".17em"/><mi>a</mi>'),
])  # fmt: skip
def test_formulas_become_mathml(source, part):
    assert part in tex(source)


@pytest.mark.parametrize("source", [
    r"\unknown{x}", r"\frac{1", r"\text{<script>alert(1)</script>}",
    r"\text{</math><script>alert(1)</script>}",
    "{" * 5000, r"\left(",
])  # fmt: skip
def test_what_is_no_formula_stays_text(source):
    written = tex(source)
    assert written.startswith("<code>$") or "<script" not in written
    assert "<script" not in written
    assert "merror" not in written


def test_nothing_that_acts_is_written():
    for source in (r"\href{javascript:alert(1)}{x}", r"\style{color:red}{x}", r"\text{<mi onclick='x'>y</mi>}"):
        written = tex(source)
        assert not any(word in written for word in ("href", "style", "onclick='", 'onclick="'))


def test_a_long_formula_can_be_broken_after_a_relation():
    assert tex("a = b").count("<math>") == 1
    long = tex(r"\frac{1+\alpha\lambda_j}{1+\alpha\lambda_1} \le \frac{1+\beta\lambda_j}{1+\beta\lambda_1} < 1")
    assert long.count("<math>") == 3
    assert "<mo>≤</mo></math><math>" in long
