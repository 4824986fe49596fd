"""The core's formula of a statement: printed for every construct, and with the value that the kernel gives it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.core.terms import LEAVES, State
from attnverify.verify.derivations.statement import Declined, Translator
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import read
from tests.core.semantics import Model

LETTERS = (
    "a, b: number; n, m: size; i, j: token; h: head; u, w: vector; x[token]: vector; f[token]: number; g[size]: number;"
    " p[head, token]: number; V: operator; U: matrix; z: moving number; y[token]: moving vector; c: measurable number;"
    " P(token): formula; S: state"
)
# a formula of the language, and what the core has in its place
ROWS = [
    ("a + b - 2 <= -a*b", "(((a + b) + (-1 * 2)) <= (-1 * (a * b)))"),
    ("a/b < a^3", "((a * inv(b)) < (a * (a * a)))"), ("a^0 != a^n", "not((1 = pow(a, n)))"),
    ("n + 1 == 2*m", "((real(n) + 1) = (2 * real(m)))"),
    ("g[n + 2] > binomial(m, 0)", "(binomial(m, zero) < g[succ(succ(n))])"),
    ("g[n + m] == g[0]", "(g[plusN(n, m)] = g[zero])"),
    ("i < j and not i == j => i != j", "(((i < j) and not((i = j))) => not((i = j)))"),
    ("(a < b iff b > a) or a <= b", "((((a < b) => (a < b)) and ((a < b) => (a < b))) or (a <= b))"),
    ("dot(u, V(w)) == dot(u/a, -w) + norm(u)", "(dot(u, lin(V, w)) = (dot((inv(a) * u), (-1 * w)) + norm(u)))"),
    ("u - 2*w == 0", "((u + (-1 * (2 * w))) = zeroV)"), ("unit(u) == w", "((inv(norm(u)) * u) = w)"),
    ("exp(a) + log(b) + sqrt(a) + tanh(a) + abs(a) + sin(a) + cos(b) > pi",
        "(pi < ((((((exp(a) + log(b)) + sqrt(a)) + tanh(a)) + abs(a)) + sin(a)) + cos(b)))",),
    ("max(a, b) + min(a, b) == a + b", "((max2(a, b) + min2(a, b)) = (a + b))"),
    ("sum(k: f[k]) == f[i]", "(sum(\\true, f) = f[i])"),
    ("sum(k in before(i): f[k]) + f[i] == sum(k in upto(i): f[k])",
        "((sum(\\('0 < i), f) + f[i]) = sum(\\('0 <= i), f))",),
    ("sum(k in 0..n: g[k]) >= a", "(a <= sumto(n, g))"),
    ("sum(k: f[k]*x[k]) == U(u)", "(sum(\\true, \\(f['0] * x['0])) = lin(U, u))"),
    ("max(k: f[k]) + min(k in upto(i): f[k]) < 5", "((max(\\true, f) + min(\\('0 <= i), f)) < 5)"),
    ("diam(k: x[k]) <= 3", "(max(\\true, \\max(\\true, \\norm((x['1] + (-1 * x['0]))))) <= 3)"),
    ("forall k in before(i): f[k] <= a", "all(\\(('0 < i) => (f['0] <= a)))"),
    ("exists k in upto(i): f[k] > a", "ex(\\(('0 <= i) and (a < f['0])))"),
    ("forall k in heads, l: p[k, l] == p[h, l]", "all(\\all(\\(p['1]['0] = p[h]['0])))"),
    ("forall k in 0..n: g[k] == g[k]", "all(\\((0 <= real('0)) => ((real('0) <= real(n)) => (g['0] = g['0]))))"),
    ("P(i)", "P[i]"),
    ("always(z <= start(z) + time)", "all(\\((0 <= '0) => (z['0] <= (z[0] + '0))))"),
    ("almost_always(rate(z) + c == 0)", "ae(\\((rate(z, '0) + c['0]) = 0))"),
    ("at_start(forall k: norm(y[k]) < 2)", "all(\\(norm(y['0][0]) < 2))"),
    ("almost_always(rate(2*y[i]) == 0)", "ae(\\(rate(\\(2 * y[i]['0]), '0) = zeroV))"),
    ("eigenvector(V, u, a)", "(not((u = zeroV)) and (lin(V, u) = (a * u)))"),
    ("tends(z, a)", "all(\\((0 < '0) => ex(\\all(\\((0 <= '0) => (('1 <= '0) => (abs((z['0] + (-1 * a))) < '2)))))))"),
    ("positive_definite(V)", "(all(\\all(\\(dot('1, lin(V, '0)) = dot(lin(V, '1), '0)))) "
        "and all(\\(not(('0 = zeroV)) => (0 < dot('0, lin(V, '0))))))",),
    ("forall W in operator: W(u) == 0",
        "all(\\(all(\\all(\\(dot('1, lin('2, '0)) = dot(lin('2, '1), '0)))) => (lin('0, u) = zeroV)))",),
]  # fmt: skip
MAPS = {
    "maps": ["F(X, t) = X[t] + a*V(X[t]) on fn(X: forall k: dot(X[k], X[k]) == 1)"],
    "flows": ["sa(X, t) = a*X[t] on fn(X: forall k: X[k] != 0)"],
}
ABOUT_MAPS = [
    ("on(F, S)", "all(\\(dot(S['0], S['0]) = 1))"),
    ("F(S, i) == S[i]", "((S[i] + (a * lin(V, S[i]))) = S[i])"),
    ("fixed(F, S)", "all(\\((S['0] + (a * lin(V, S['0]))) = S['0]))"),
    ("lyapunov(F, S)", "lyapunov[\\\\('1['0] + (a * lin(V, '1['0])))][\\all(\\(dot('1['0], '1['0]) = 1))][S]"),
    ("D(F, S, x, i) == 0", "(derivative V:E[\\\\('1['0] + (a * lin(V, '1['0])))][S][x][i] = zeroV)"),
    (
        "solves(sa, y)",
        "(all(\\((0 <= '0) => all(\\not((y['0]['1] = zeroV))))) and ae(\\all(\\slope(y['0], '1, (a * y['0]['1])))))",
    ),
]
CHANCE = "r[token]: random vector; q: random number; i: token; u: vector; a: number"
ABOUT_CHANCE = [
    (
        "probability(exists w in vector: forall k: dot(w, r[k]) > 0) == a",
        "(prob(\\ex(\\all(\\(0 < dot('1, r['2]['0]))))) = a)",
    ),
    ("probability(q > probability(q > a)) == 1", "(prob(\\(prob(\\(a < q['0])) < q['0])) = 1)"),
    ("independent(r) and uniform_on_sphere(r)", "(independent[r] and uniform_on_sphere[r])"),
    ("standard_normal(fn(k: 2*r[k]))", "standard_normal[\\\\(2 * r['1]['0])]"),
    ("normal(a*q + dot(u, r[i]), a)", "normal[\\((a * q['0]) + dot(u, r['0][i]))][a]"),
]
DECLINED = [("g[2*n] == 0", "size"), ("g[n + 999999999999] == 0", "size above"), ("g[65] == 0", "size above")]
GROUPS = {
    "groups": ["A", "B"], "letters": ["u, w: vector; t: A"], "states": ["S: A -> u, B -> w"], "show": ["S[t] == u"],
}  # fmt: skip


def shown(state: State, t: int) -> str:
    """A term, as it is written between what it joins."""
    op, *a = state.nodes[t]
    if op in LEAVES:
        return f"'{a[0]}" if op == "b" else str(a[0] if op in ("v", "word", "q") else op)
    if op == "lam":
        return f"\\{shown(state, a[1])}"
    parts = [shown(state, x) for x in a]
    if len(parts) == 2 and (op in ("and", "or") or not op[0].isalpha()):
        return f"({parts[0]} {op} {parts[1]})"
    return f"{parts[0]}[{parts[1]}]" if op == "ap" else f"{op}({', '.join(parts)})"


def typed(text: str, state: State, **more: list[str]) -> tuple[Translator, int]:
    """The formula at letters that have their own names."""
    statement = read({"letters": [LETTERS], **more, "show": [text]})
    translator = Translator(state)
    for letter in statement.letters:
        translator.letters[letter] = state.letter(letter.name, state.sort(Translator(state).letter(letter)))
    return translator, translator.term(statement.show[0], None)


@pytest.mark.parametrize(("text", "formula"), ROWS)
def test_every_construct_has_its_formula(text: str, formula: str) -> None:
    state = State()
    assert shown(state, typed(text, state)[1]) == formula


@pytest.mark.parametrize(("text", "formula"), ABOUT_MAPS)
def test_a_map_is_a_function_of_states_and_a_set(text: str, formula: str) -> None:
    state = State()
    assert shown(state, typed(text, state, **MAPS)[1]) == formula


@pytest.mark.parametrize(("text", "construct"), DECLINED)
def test_what_is_not_covered_is_declined_by_name(text: str, construct: str) -> None:
    with pytest.raises(Declined, match=construct):
        typed(text, State(), **MAPS)


@pytest.mark.parametrize(("text", "formula"), ABOUT_CHANCE)
def test_what_is_random_is_a_function_of_the_outcome(text: str, formula: str) -> None:
    state = State()
    assert shown(state, typed(text, state, letters=[CHANCE])[1]) == formula


@pytest.mark.parametrize("now", [None, "R"])
def test_what_is_random_has_no_value_outside_probability(now: str | None) -> None:
    statement = read({"letters": ["q: random number"], "show": ["probability(q > 0) == 1"]})
    (letter,), translator = statement.letters, Translator(State())
    with pytest.raises(Declined, match="random"):
        translator.term(letter, now and translator.fresh(now))  # type: ignore[arg-type]


def test_letters_are_generalised_and_their_declarations_are_hypotheses() -> None:
    state = State()
    given = ["forall k: at_start(z[k] >= 1)"]
    letters = ["z[token]: moving number; V: operator"]
    made = Translator(state).statement(read({"letters": letters, "given": given, "show": ["0 == 0", "1 == 1"]}))
    assert shown(state, made) == (
        "all(\\all(\\(all(\\moving('2['0])) => (all(\\all(\\(dot('1, lin('2, '0)) = dot(lin('2, '1), '0)))) => "
        "(all(\\(1 <= '2['0][0])) => ((0 = 0) and (1 = 1)))))))"
    )


def test_no_two_letters_are_one() -> None:
    translator = Translator(State())
    names = ("x", "x1", "x12", "group")
    assert len({translator.fresh("R", name) for _ in range(130) for name in names}) == 130 * len(names)


def test_a_refutation_has_as_many_directions_as_dimensions() -> None:
    """With fewer, it is false that a vector is the sum of its parts along orthonormal directions."""
    state = State()
    data = {"spaces": ["E"], "letters": ["e[direction E]: vector E"], "show": ["forall k in direction E: e[k] == e[k]"]}
    text = "all(\\all(\\('1['0] = '1['0])))"
    assert shown(state, Translator(state).statement(read(data))) == text
    translator = Translator(state)
    translator.measured = True
    said = "((sum(\\true, \\1) = dim) => all(\\('1['0] = '1['0])))"
    assert shown(state, translator.statement(read(data))) == f"all(\\{said})"


@pytest.mark.parametrize("letters", ["F(number): map", "V: moving operator", "U: moving matrix"])
def test_letters_that_are_not_covered_are_declined(letters: str) -> None:
    with pytest.raises(Declined):
        Translator(State()).statement(read({"letters": [letters], "show": ["0 == 0"]}))


def test_a_derivative_is_a_letter_of_which_only_is_given_that_it_is_one() -> None:
    state = State()
    given, show = ["D(F, S, S, i) == 0"], ["D(F, S, d, i) == 0"]
    letters, maps = ["S, d: state; i: token"], ["F(X, t) = X[t] on fn(X: 0 == 0)"]
    made = Translator(state).statement(read({"letters": letters, "maps": maps, "given": given, "show": show}))
    assert shown(state, made) == (
        "all(\\all(\\all(\\all(\\(all(\\all(\\all(\\(diff['2]['1]['0] => ('6['2]['1] = '0))))) => "
        "(('3[\\'0]['2]['2]['0] = zeroV) => ('3[\\'0]['2]['1]['0] = zeroV)))))))"
    )


def test_groups_have_tokens_and_no_token_is_in_two() -> None:
    state = State()
    made = Translator(state).statement(read(GROUPS))
    assert shown(state, made) == (
        "all(\\all(\\all(\\all(\\all(\\(ex('4) => (ex('3) => "
        "(all(\\(('5['0] or '4['0]) and not(('5['0] and '4['0])))) => "
        "('4['0] => (ite('4['0], '2, '1) = '2))))))))))"
    )


VALUES: dict[str, Any] = {
    "a": "3/2", "b": "-2", "n": 2, "m": 1, "i": 1, "j": 2, "h": 0, "z": "1/2", "c": "1/4", "g": {"always": "1/3"},
    "u": ["3/5", "4/5"], "w": [2, "1/2"], "f": [1, "-1/2", 3], "p": [[1, 2, "1/2"], [0, 1, 1]],
    "V": [[2, 1], [1, "1/3"]], "U": [[0, 1], [2, "-1"]], "x": [[1, 0], ["1/2", 2], [0, "-1"]],
    "y": [[1, 1], [0, 1], ["1/2", 0]], "S": [[1, 0], [0, 1], [1, 0]],
}  # fmt: skip
CHANGES = [{}, {"a": 1, "b": "1/3"}, {"i": 0, "n": 0}, {"u": [0, 1], "w": [0, 1]}, {"a": -1, "b": -1, "m": 0, "i": 2}]
LEFT_OUT = ("P(i)", "rate", "log", "operator", "positive", "tends", "time")  # what samples of numbers cannot decide


def element(name: str, data: Any) -> Any:
    """Plain data as a value of the model: a family is a function of positions, what moves one of time."""
    if isinstance(data, dict):
        constant = float(Fraction(data["always"]))
        return lambda _: constant
    if isinstance(data, list):
        parts = [element("", x) for x in data]
        if name == "y":
            return lambda k: lambda _: parts[k]
        if name == "p":
            return lambda h: lambda k: parts[h][k]
        return (lambda k: parts[k]) if name in ("x", "f", "S") else tuple(parts)
    if name in ("n", "m", "i", "j", "h"):
        return data
    number = float(Fraction(data))
    return (lambda _: number) if name in ("z", "c") else number


@pytest.mark.parametrize("changes", CHANGES)
@pytest.mark.parametrize("text", [text for text, _ in ROWS if not any(word in text for word in LEFT_OUT)])
def test_the_formula_has_the_value_that_the_kernel_gives_it(text: str, changes: dict[str, Any]) -> None:
    letters = LETTERS.replace(" P(token): formula;", "")
    statement = read({"letters": [letters], "show": [text]})
    data = {**VALUES, **changes}
    report = judge_instance(statement, {"tokens": 3, "heads": 2, "dim": 2, "letters": data})
    ((_, truth),) = report.show
    assert truth is not None
    state = State()
    translator = Translator(state)
    formula = translator.term(statement.show[0], None)
    model = Model(state, 5)
    assert (model.tokens, model.dimension) == (3, 2)
    env = {
        t: element(letter.name, data[letter.name]) for letter, t in translator.letters.items() if letter.name in data
    }
    assert model.value(formula, env) is truth
