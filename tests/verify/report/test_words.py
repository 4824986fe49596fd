from attnverify.verify.kernel.definitions import definitions
from attnverify.verify.kernel.vocabulary import FUNCTIONS, PREDICATES
from attnverify.verify.report.words import _BUILT_IN, words


def test_a_definition_is_printed_as_the_kernel_has_it_with_the_words_in_it():
    said = [str(line) for line in words({"given": ["simple_top(V, v, lam)"], "show": "norm(v) == 1"})]
    assert len(said) == 2
    assert "simple greatest eigenvalue" in said[0]
    assert "∃" in said[1], "the definition of an eigenvalue, which that of the greatest one needs"


def test_what_is_built_in_is_said_in_words():
    assert [str(line) for line in words({"show": ["lyapunov(F, X)"]})] == [_BUILT_IN["lyapunov"]]
    assert words({"show": ["x > 0"]}) == []


def test_no_word_is_explained_that_has_a_definition_or_that_is_none():
    assert _BUILT_IN.keys().isdisjoint(definitions())
    more = {"diam", "rate", "start", "almost_always", "dim", "before", "upto"}
    assert _BUILT_IN.keys() <= {*FUNCTIONS, *PREDICATES} | more
