import pytest

from attnverify.verify.registry import load
from attnverify.verify.report import glossary as module
from attnverify.verify.report.glossary import Symbol, explained, glossary
from attnverify.verify.report.prose import prose

SYMBOLS = (
    Symbol("$v_k$", "an eigenvector of $V$", (r"$v_$",)), Symbol("$V$", "the value matrix"),
    Symbol("$W$", "a function"), Symbol("(6)", "the model"), Symbol("Oja map", "a map"),
    Symbol(r"$\mathrm{dist}$", "a distance"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(module, "_GLOSSARIES", {})
    glossary("a paper", SYMBOLS)


def shown(*texts):
    return [symbol.shown for symbol in explained("a paper", texts)]


def test_a_symbol_is_found_in_formulas_and_in_words():
    assert shown("at $x^TVy$", "for (6)") == ["$V$", "(6)"]
    assert shown("the Oja map") == ["Oja map"]
    assert shown(r"$\mathrm{dist}(y)$") == [r"$\mathrm{dist}$"]


def test_only_what_is_used_is_explained():
    assert shown("$v_1$") == ["$v_k$"]


@pytest.mark.parametrize("text", ["a very long word", r"$\Vert x$", "Vx", "(61)", "an ojamap", ""])
def test_a_part_of_a_word_is_no_symbol(text):
    assert shown(text) == []


def test_a_paper_without_a_glossary_explains_nothing():
    assert explained("another", ["$V$"]) == []


@pytest.mark.parametrize("symbols", [[Symbol("$a$", " ")], [Symbol("$a$", "x"), Symbol("$a$", "y")]])
def test_a_symbol_has_one_meaning(symbols):
    with pytest.raises(ValueError, match=r"the glossary of p: '\$a\$' needs one meaning"):
        glossary("p", symbols)


def test_the_glossaries_of_the_papers_can_be_typeset_and_every_symbol_is_used(monkeypatch):
    monkeypatch.undo()
    claims = load().values()
    for paper, symbols in module._GLOSSARIES.items():
        own = [claim for claim in claims if claim.source.paper.name == paper]
        texts = [text for claim in own for text in (claim.statement, claim.reading)]
        used = explained(paper, texts)
        assert [symbol for symbol in symbols if symbol not in used] == []
        for symbol in symbols:
            assert "<code>" not in prose(symbol.shown + symbol.says, {}), symbol
