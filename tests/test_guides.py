"""Every Python example of the guides runs, in the order of the page."""

import re
import tomllib
from pathlib import Path

import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search.deciding import decide_lemma

a, (x, y) = sp.Symbol("a", positive=True), sp.symbols("x y", real=True)
DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", ["jacobians.md", "testing.md"])
def test_the_examples_run(name):
    text = (DOCS / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == text.count("```python")
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, name, "exec"), names)


@pytest.mark.parametrize(("bound", "verdict"), [([2 + a * (x + y) > 0], "PROVED"), ([], "REFUTED")])
def test_the_lemma_of_a_jacobian_is_decided(bound, verdict):
    pytest.importorskip("clarabel")
    V = st.numbers.as_array(sp.diag(x, y))
    found = st.linearise(
        lambda X, n: st.oja_map(X, V, a, counts=n),
        st.consensus(V, [1, 0], sp.Symbol("N", positive=True, integer=True)),
        manifold="sphere",
        assuming=[x > y, x > 0, *bound],
    )
    assert found.stability.value == ("stable" if bound else "undecided")
    assert decide_lemma(lemma(tomllib.loads(found.lemma()), "example")).verdict == verdict
