from itertools import pairwise

import pytest

from attnverify.verify.deciding.deciding import decide_lemma
from attnverify.verify.deciding.files import KEYS, lemma
from attnverify.verify.deciding.words import ALLOWED
from attnverify.verify.kernel.terms import Rejected


def read(**data):
    return lemma({"show": "1 > 0", **data}, "x")


def test_words_become_sorts_and_given_formulas():
    words = {"p": "weights", "c": "(0, 1]", "N": "number of tokens", "s": "softmax of z", "z": "numbers in [-c, 2*c)"}
    made = read(letters=words)
    assert made.data["letters"] == [
        "p[token]: number", "c: number", "N: number", "s[token]: number", "z[token]: number",
    ]  # fmt: skip
    assert made.data["given"] == [
        "forall i: p[i] >= 0", "sum(i: p[i]) == 1", "0 < c", "c <= 1", "N == sum(j: 1)",
        "forall i: s[i] == exp(z[i])/sum(j: exp(z[j]))", "forall i: -c <= z[i]", "forall i: z[i] < 2*c",
    ]  # fmt: skip
    assert made.own["0 < c"] == made.own["c <= 1"] == 'c = "(0, 1]"'


@pytest.mark.parametrize("word", [word for word in ALLOWED if " such as" not in word and not word.startswith("'")])
def test_every_word_is_read_by_the_kernel(word):
    made = lemma({"letters": {"A": word}, "show": "1 > 0"}, "x")
    assert made.statement.letters[0].name == ("A_above" if word == "integer" else "A")


@pytest.mark.parametrize(("data", "said"), [
    ({"letters": {"x": "complex"}, "show": "x == x"}, "letters: x: no word 'complex'; allowed are real"),
    ({"letters": {"x": 3}, "show": "x == x"}, "letters: x: a word in quotes is needed"),
    ({"letters": {"x y": "real"}, "show": "1 > 0"}, "letters: 'x y' is no name"),
    ({"letters": "x: number"}, "'show' is missing"),
    ({"letters": "x: number", "show": "x > y"}, "show: 'x > y': 'y' is not declared"),
    ({"letters": "x: number", "shows": "x > 0"}, "no field 'shows'; allowed are " + ", ".join(KEYS[:3])),
    ({"letters": "x: number", "show": 3}, "'show' is a text or a list of texts"),
    ({"letters": "x: number", "show": "x == x", "instance": 3}, "'instance' is a table"),
])  # fmt: skip
def test_bad_input_is_named(data, said):
    with pytest.raises(Rejected) as error:
        lemma(data, "x")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


# Letters that are words of the kernel, or names that the program gives: each is one letter, and another than the rest.
SINGLE = ("D", "D_", "time", "time_", "rate", "a", "i", "i_", "p", "k", "for", "iff_", "x_0", "n_above")
NAMES = {
    **dict.fromkeys(SINGLE, "real"), "j": "reals", "w": "weights", "s": "softmax of j", "A": "psd operator",
    "x": "vector 2", "n": "integer", "P": "psd 2",
}  # fmt: skip


def test_letters_keep_apart_whatever_their_names():
    chain = " and ".join(f"{a} != {b}" for a, b in pairwise(SINGLE))
    made = read(letters=NAMES, show=f"{chain} and x[0] != x_0 and n != n_above and P[0, 1] != P[1, 1]")
    names = [letter.name for letter in made.statement.letters]
    assert len(set(names)) == len(names)
    (shown,) = made.statement.show
    pairs, part = [], shown
    while part.op == "and":
        part, last = part.args
        pairs.append(last)
    assert all(pair.args[0] is not pair.args[1] for pair in (part, *pairs))
    assert {"D_", "D_1", "time_", "time_1"} <= set(names)


@pytest.mark.parametrize(("letters", "more", "shown"), [
    ({"D": "positive"}, {"show": "D^2 <= D"}, "D_^2 <= D_"),
    ({"D": "reals", "i": "token"}, {"show": "forall k: D[k]<=D[i]"}, "forall k: D_[k] <= D_[i]"),
    ({"x": "real"}, {"show": "forall rate in number: rate > x iff rate-x > 0"}, None),
    ({"D": "real"}, {"show": "(forall D in number: D >= 0) or D > 0"}, "(forall D_1 in number: D_1 >= 0) or D_ > 0"),
    ({"D": "real"}, {"where": "c(time) := time*D", "show": "c(D) > 0"}, "c(D_) > 0"),
    ({"x": "real"}, {"where": "rate := x+1", "show": "rate > 0"}, "rate_ > 0"),
    ({"x": "vector 2"}, {"where": "f(u) := u*x[1]", "show": "f(2)  == x[0]"}, "f(2) == x_0"),
    ({"x": "real"}, {"show": "x  >  0 iff -x < 0.50"}, "x  >  0 iff -x < 0.50"),
])  # fmt: skip
def test_formulas_are_those_of_the_file_with_other_names_where_needed(letters, more, shown):
    made = read(letters=letters, **more)
    assert made.data["show"] == [shown or "forall rate_ in number: rate_ > x iff rate_ - x > 0"]


@pytest.mark.parametrize(("data", "said"), [
    ({"letters": {"exp": "real"}, "show": "exp > 0"}, "'exp' is a word of the language"),
    ({"letters": {"iff": "real"}, "show": "1 > 0"}, "'iff' is a word of the language"),
    ({"letters": {"x": "real"}, "show": "x > 0 iff x > 1 iff x > 2"}, "iff does not chain"),
    ({"letters": {"x": "[0, 1 or 2]"}}, "wanted formula"),
    ({"letters": {"x": "[0, 1"}}, "no word '[0, 1'"),
    ({"letters": {"x": "softmax of"}}, "no word 'softmax of'"),
    ({"letters": {"x": "vector 2"}, "where": "x := 3"}, "'x' is declared twice"),
    ({"letters": {"x": "vector 2"}, "show": "x_0 > 0"}, "'x_0' is not declared"),
    ({"letters": {"n": "integer"}, "show": "n_above > 0"}, "'n_above' is not declared"),
    ({"letters": {"det": "real", "A": "matrix 2"}}, "'det' is a word of the language of arrays"),
    ({"letters": {"A": "matrix 2"}, "show": "forall det in number: det > 0"}, "a word for arrays, and a bound letter"),
    ({"letters": {"D": "real"}, "maps": "F(X, i) = X[i] on fn(X: 1 == 1)"}, "have no meaning there"),
    ({"letters": {"x": "real"}, "spaces": "E: 0 == 1"}, "'E: 0 == 1' is no name"),
    ({"letters": {"x": "real"}, "groups": ["A", "B or"]}, "'B or' is no name"),
    ({"letters": {"α": "real"}}, "'α' is no name; one is of a to z"),
    ({"letters": {"x": "real"}, "instance": {"letters": {"y": 1}}}, "instance: no letter 'y' in the file"),
    ({"letters": {"x": "real"}, "instance": {"letters": {}}}, "no value for x"),
    ({"letters": {"x": "real"}, "instance": {"letters": {"x": 0.5}}}, "a number is an integer or a text"),
    ({"letters": {"x": "vector 2"}, "instance": {"letters": {"x": [1]}}}, "instance: x: its entries are needed"),
    ({"letters": {"x": "real"}, "show": "x" + " + 1" * 3000 + " > 0"}, "nested too deeply"),
])  # fmt: skip
def test_what_has_no_meaning_is_refused_in_one_line(data, said):
    with pytest.raises(Rejected) as error:
        read(**data)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_an_instance_is_given_in_the_letters_of_the_file():
    letters = {"D": "real", "x": "vector 2", "S": "symmetric 2", "P": "psd 2"}
    values = {"D": 2, "x": [1, "1/2"], "S": [[1, 2], [2, 3]], "P": [[1], [2, 3]]}
    made = read(letters=letters, instance={"letters": values})
    assert made.instance["letters"] == {
        "D_": 2, "x_0": 1, "x_1": "1/2", "S_0_0": 1, "S_0_1": 2, "S_1_1": 3, "P_L00": 1, "P_L10": 2, "P_L11": 3,
    }  # fmt: skip
    with pytest.raises(Rejected, match="S: a symmetric matrix is needed"):
        read(letters=letters, instance={"letters": {**values, "S": [[1, 2], [3, 4]]}})


X = {"x": "real"}


@pytest.mark.parametrize(("false", "true"), [
    ({"letters": X, "show": "(x > 0 iff x > 1) and 0 == 1"}, {"letters": X, "show": "(x > 0 iff -x < 0) and 0 == 0"}),
    ({"letters": X, "show": "x^2 == 1 iff x == 1"}, {"letters": X, "show": "2*x == 2 iff x == 1"}),
    ({"letters": X, "show": "(x > 0 iff x > 1) or 0 == 1"}, {"letters": X, "show": "(x > 0 iff -x < 0) or 0 == 1"}),
    ({"letters": X, "given": "x > 0 => (x > 1 iff x > 1)", "show": "0 == 1"},
     {"letters": X, "given": "x > 0 and (x > 0 iff x > 1)", "show": "x > 1"}),
    ({"letters": X, "where": "P(y) := (y > 0 iff y > 1) and 1 == 1", "show": "P(x)"},
     {"letters": X, "where": "P(y) := (y > 0 iff -y < 0) and 1 == 1", "show": "P(x)"}),
    ({"letters": {"D": "real", "D_": "real"}, "show": "D == D_"},
     {"letters": {"D": "real", "D_": "real"}, "given": "D == D_", "show": "D - D_ == 0"}),
    ({"letters": {"time": "positive", "time_": "negative"}, "show": "time == time_"},
     {"letters": {"time": "positive", "time_": "negative"}, "show": "time > time_"}),
    ({"letters": {"i": "positive", "w": "weights", "j": "real"}, "show": "sum(k: w[k]) == j"},
     {"letters": {"i": "positive", "w": "weights", "j": "real"}, "show": "sum(k: i*w[k]) == i"}),
    ({"letters": {"x_0": "real", "x": "vector 2"}, "show": "x[0] == x_0"},
     {"letters": {"x_0": "real", "x": "vector 2"}, "given": "x[0] == x_0", "show": "2*x_0 == 2*x[0]"}),
])  # fmt: skip
def test_nothing_false_follows_from_how_a_file_is_read(false, true):
    assert decide_lemma(lemma(false, "false"), 3).verdict in ("REFUTED", "OPEN")
    assert decide_lemma(lemma(true, "true"), 30).verdict == "PROVED"


def test_an_instance_may_name_an_integer():
    assert lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": -3}}}, "x").instance == {
        "letters": {"n_above": 0, "n_below": 3}
    }
    with pytest.raises(Rejected, match="instance: n is '1/2'; a whole number is needed"):
        lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": "1/2"}}}, "x")
