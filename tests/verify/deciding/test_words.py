import operator
from itertools import pairwise

import pytest

from attnverify.verify.deciding.deciding import decide_lemma
from attnverify.verify.deciding.files import KEYS, lemma
from attnverify.verify.deciding.words import ALLOWED
from attnverify.verify.kernel.refutation import judge_instance
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


PAPER = {
    "k": "token", "p": "weights", "z": "reals", "y": "real", "x": "vectors", "u": "vector", "A": "operator",
    "s": "sequence", "w": "sequence of vectors", "n": "size",
}  # fmt: skip


@pytest.mark.parametrize(("show", "judged"), [
    ("exists c > 0: c*y < 1", "exists c in number: c > 0 and c*y < 1"),
    ("forall a, b >= 0: a*b >= 0", "forall a in number: a >= 0 => (forall b in number: b >= 0 => a*b >= 0)"),
    ("forall a, b in vector: a == b", None),
    ("forall 0 < c <= 1: c < y", "forall c in number: 0 < c and c <= 1 => c < y"),
    ("forall i, 0 < c < 1: z[i] < c", "forall i: forall c in number: 0 < c and c < 1 => z[i] < c"),
    ("forall a, b in vector, a != b: a == u", "forall a in vector, b in vector: a != b => a == u"),
    ("forall c in (0, 1]: c < y", "forall c in number: 0 < c and c <= 1 => c < y"),
    ("exists t in (-inf, y): t < 0", "exists t in number: t < y and t < 0"),
    ("forall t in (-inf, inf): t < 0", "forall t in number: t < 0"),
    ("forall v in vector, v != 0: dot(v, v) > 0", "forall v in vector: v != 0 => dot(v, v) > 0"),
    ("exists m in size, m >= 1: m < y", "exists m in size: m >= 1 and m < y"),
    ("forall j < k: z[j] > 0", "forall j in before(k): z[j] > 0"),
    ("forall i, j <= i: z[j] > 0", "forall i: forall j in upto(i): z[j] > 0"),
    ("forall j != k: z[j] > 0", "forall j: j != k => z[j] > 0"),
    ("exists j != k: z[j] > 0", "exists j: j != k and z[j] > 0"),
    ("exists j > k: z[j] > 0", "exists j: j > k and z[j] > 0"),
    ("forall j < y: j > 0", "forall j in number: j < y => j > 0"),
    ("sum(j < k: p[j]) <= 1", "sum(j in before(k): p[j]) <= 1"),
    ("sum(j > k: p[j]) <= 1", "sum(j: p[j]) - sum(j in upto(k): p[j]) <= 1"),
    ("sum(j >= k: p[j]) <= 1", "sum(j: p[j]) - sum(j in before(k): p[j]) <= 1"),
    ("sum(j != k: p[j]) <= 1", "sum(j: p[j]) - p[k] <= 1"),
    ("norm(sum(j != k: p[j]*x[j])) <= 1", "norm(sum(j: p[j]*x[j]) - p[k]*x[k]) <= 1"),
    ("sum(i, j != i: p[j]*p[i]) <= 1", "sum(i: sum(j: p[j]*p[i]) - p[i]*p[i]) <= 1"),
    ("max(j <= k: z[j]) >= z[k]", "max(j in upto(k): z[j]) >= z[k]"),
    ("exists k: z[k] > y", "exists k_: z[k_] > y"),
    ("forall k: softmax(z)[k] <= y and (exists y > 0: y < 1)",
     "forall k_: exp(z[k_])/sum(j: exp(z[j])) <= y and (exists y_ in number: y_ > 0 and y_ < 1)"),
    ("softmax(z)[k] <= 1", "exp(z[k])/sum(j: exp(z[j])) <= 1"),
    ("softmax(y*z - 2)[k] <= 1", "exp(y*z[k] - 2)/sum(j: exp(y*z[j] - 2)) <= 1"),
    ("forall j: softmax(z)[j] <= 1", "forall j: exp(z[j])/sum(j_: exp(z[j_])) <= 1"),
    ("logsumexp(z) >= z[k]", "log(sum(j: exp(z[j]))) >= z[k]"),
    ("z[argmax(z)] >= z[k]", "max(i: z[i]) >= z[k]"),
    ("z[argmin(z)] <= z[k]", "min(i: z[i]) <= z[k]"),
    ("|y - 1| <= 1 + |y|", "abs(y - 1) <= 1 + abs(y)"),
    ("||u + x[k]|| <= ||u|| + ||x[k]||", "norm(u + x[k]) <= norm(u) + norm(x[k])"),
    ("||y| - |z[k]|| <= |y - z[k]|", "abs(abs(y) - abs(z[k])) <= abs(y - z[k])"),
    ("|||u|| - 1|^2 >= 0", "abs(norm(u) - 1)^2 >= 0"),
    ("norm(A(u)) <= norm(A)*norm(u)", "norm(A(u)) <= norm_A*norm(u)"),
    ("||A(u)|| <= ||A||*||u||", "norm(A(u)) <= norm_A*norm(u)"),
    ("eventually m: s[m] < 1", "exists m_0 in size: forall m in size: m_0 <= m => s[m] < 1"),
    ("converges(s, y)",
     "forall e in number: e > 0 => (exists m in size: forall n_ in size: m <= n_ => abs(s[n_] - y) < e)"),
    ("converges(w, u)",
     "forall e in number: e > 0 => (exists m in size: forall n_ in size: m <= n_ => norm(w[n_] - u) < e)"),
])  # fmt: skip
def test_what_papers_write_is_a_formula_of_the_kernel(show, judged):
    made = read(letters=PAPER, show=show)
    assert made.data["show"] == [judged or show]
    assert made.own.get(judged) == (show if judged else None)


@pytest.mark.parametrize(("show", "said"), [
    ("max(j != k: z[j]) >= 0", "which may be empty"),
    ("max(j < k: z[j]) >= 0", "which may be none"),
    ("sum(j <= 5: z[j]) >= 0", "sum over j with a condition on numbers"),
    ("sum(j in (0, 1]: j) >= 0", "sum over j with a condition on numbers"),
    ("sum(i != j: z[i]*z[j]) >= 0", "'j' is not declared"),
    ("sum(j != max(k, k): z[j]) >= 0", "a letter is needed there"),
    ("forall t in [0, inf]: t >= 0", "no number is infinite"),
    ("forall c > 0, c in number: c > 0", "bound twice"),
    ("|y - 1 <= 1", "expected '|'"),
    ("|" * 60 + "y" + "|" * 59 + " > 0", "expected '|'"),
    ("softmax(z) == z", "a member of it"),
    ("softmax(u)[k] <= 1", "softmax of u"),
    ("x[argmax(z)] == u", "may be any of several tokens"),
    ("trace(A) >= 0", "of any dimension; give A a size"),
    ("det(A) >= 0", "of any dimension; give A a size"),
    ("converges(z, 0)", "a letter declared as a sequence is needed"),
    ("forall A in number: norm(A) > 0", "A_ is number, wanted vector"),
])  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused(show, said):
    with pytest.raises(Rejected) as error:
        read(letters=PAPER, show=show)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne}


@pytest.mark.parametrize("order", HOLDS)
def test_a_condition_on_tokens_is_what_it_says_at_points(order):
    a = [3, -1, 5, 2]
    for k in range(4):
        these = [a[j] for j in range(4) if HOLDS[order](j, k)]
        shown = {
            f"sum(j {order} k: a[j]) == {sum(these)}": True,
            f"forall j {order} k: a[j] > 0": all(x > 0 for x in these),
            f"exists j {order} k: a[j] > 2": any(x > 2 for x in these),
        }
        for show, truth in shown.items():
            made = read(letters={"a": "reals", "k": "token"}, show=show.replace("== -", "== 0 - "))
            report = judge_instance(made.statement, {"tokens": 4, "letters": {"a": a, "k": k}})
            assert report.show[0][1] is truth, (show, k)


def test_an_interval_without_ends_and_the_norm_of_an_operator_are_given():
    made = read(
        letters={"x": "[0, inf)", "z": "numbers in (-inf, 1]", "y": "(-inf, inf)", "D": "operator"}, show="norm(D) > x"
    )
    assert made.data["given"] == [
        "0 <= x", "forall i: z[i] <= 1", "norm_D >= 0", "forall v in vector: norm(D_(v)) <= norm_D*norm(v)",
        "exists v in vector: dot(v, v) <= 1 and norm(D_(v)) == norm_D",
    ]  # fmt: skip
    assert made.own["norm_D >= 0"] == "norm(D)"


def test_an_instance_may_name_an_integer():
    assert lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": -3}}}, "x").instance == {
        "letters": {"n_above": 0, "n_below": 3}
    }
    with pytest.raises(Rejected, match="instance: n is '1/2'; a whole number is needed"):
        lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": "1/2"}}}, "x")
