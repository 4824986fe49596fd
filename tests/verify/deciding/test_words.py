import pytest

from verify.deciding.files import KEYS, lemma
from verify.deciding.words import ALLOWED, expanded
from verify.kernel.terms import Rejected


def test_words_become_sorts_and_given_formulas():
    found = expanded({"p": "weights", "c": "(0, 1]", "N": "number of tokens", "s": "softmax of z"})
    assert found.letters == ["p[token]: number", "c: number", "N: number", "s[token]: number"]
    assert found.given == [
        "forall i: p[i] >= 0",
        "sum(i: p[i]) == 1",
        "0 < c",
        "c <= 1",
        "N == sum(j: 1)",
        "forall i: s[i] == exp(z[i])/sum(j: exp(z[j]))",
    ]


@pytest.mark.parametrize("word", [word for word in ALLOWED if " such as" not in word and not word.startswith("'")])
def test_every_word_is_read_by_the_kernel(word):
    made = lemma({"letters": {"A": word}, "show": "1 > 0"}, "x")
    assert made.statement.letters[0].name == ("A_above" if word == "integer" else "A")


def test_a_name_in_a_word_is_replaced_as_a_whole():
    found = expanded({"N": "positive"})
    assert found.given == ["N > 0"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"letters": {"x": "complex"}, "show": "x == x"}, "letters: x: no word 'complex'; allowed are real"),
        ({"letters": {"x": 3}, "show": "x == x"}, "letters: x: a word in quotes is needed"),
        ({"letters": {"x y": "real"}, "show": "1 > 0"}, "letters: 'x y' is no name"),
        ({"letters": "x: number"}, "'show' is missing"),
        ({"letters": "x: number", "show": "x > y"}, "show: 'x > y': 'y' is not declared"),
        ({"letters": "x: number", "shows": "x > 0"}, "no field 'shows'; allowed are " + ", ".join(KEYS[:3])),
        ({"letters": "x: number", "show": 3}, "'show' is a text or a list of texts"),
        ({"letters": "x: number", "show": "x == x", "instance": 3}, "'instance' is a table"),
    ],
)
def test_bad_input_is_named(data, said):
    with pytest.raises(Rejected) as error:
        lemma(data, "x")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_iff_is_both_implications():
    made = lemma({"letters": "x: number", "show": "x > 0 iff -x < 0"}, "x")
    assert made.data["show"] == ["((x > 0) => (-x < 0)) and ((-x < 0) => (x > 0))"]


def test_a_letter_may_have_the_name_of_a_word_of_the_kernel():
    data = {"letters": {"D": "positive", "z": "reals", "time": "softmax of z"}, "given": "D <= 1", "show": "D^2 <= D"}
    made = lemma(data, "x")
    assert [letter.name for letter in made.statement.letters] == ["D_", "z", "time_"]
    assert made.data["show"] == ["D_^2 <= D_"]


def test_a_letter_cannot_have_the_name_of_a_function_that_lemmas_write():
    with pytest.raises(Rejected, match="'exp' is a word of the language"):
        lemma({"letters": {"exp": "real"}, "show": "exp > 0"}, "x")
