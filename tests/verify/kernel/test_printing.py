"""What is printed is what was read: a formula, its text, and the formula that the text is read as, are one."""

import random
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel import statements
from attnverify.verify.kernel.declarations import declare_letters
from attnverify.verify.kernel.definitions import definitions
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.printing import text
from attnverify.verify.kernel.scopes import Scope
from attnverify.verify.kernel.showing import written
from attnverify.verify.kernel.terms import Letter, Term, make, number

LETTERS = (
    "x, y, z: number; n, m: size; u, w: vector; V: operator; P[head]: matrix; a[token], b[token]: number; i, j: token; "
    "c[token, token]: number; S: state; F: map; q: moving number; f: number -> number; h: head; k[size]: number; "
    "d[direction]: number"
)
# The text as it is printed; where it was read from another one, that one beside it.
TEXTS = [
    ("x + y - z == -x",), ("x - (y - z) == x - (y + z)",), ("x + y + z == x", "(x + y) + z == x"), ("-x*y == x*(-y)",),
    ("x + (-y) == z - (-y)",), ("x + 1/2 == 1/2 + x",), ("-(x + y) == x",), ("x/y/z == x/(y/z)",),
    ("x*y*z == x*(y*z)",), ("x/(y*z) == (x + y)/z",), ("(x + y)^2 == x^2 + (2*x)^3",), ("(-x)^2 == -x^2",),
    ("x^(n + 1)*2^n == (x + 1)^n",), ("1/2*x == 1/2", "(1/2)*x == 1/2"), ("x - 1/2 == x*(1/2)",), ("x > 0", "0 < x"),
    ("x > 0 iff y > 0", "(x > 0 => y > 0) and (y > 0 => x > 0)"),
    ("(x > 0 => y > 0) iff z > 0 or x > 0", "x > 0 => y > 0 iff (z > 0 or x > 0)"),
    ("z > 0 and (x > 0 iff (y > 0 iff not (z > 0)))",), ("(x > 0 iff y > 0) => z > 0",),
    ("forall s in number: x < s iff y < s", "forall s in number: (s > x iff s > y)"), ("1/2 <= x", "x >= 1/2"),
    ("(x^n)^m == ((x^2)^m)^3",),
    ("0 <= 1",), ("x < -y",), ("x < y <= z", "x < y and y <= z"), ("0 == x <= y", "0 == x and x <= y"),
    ("x > 0 and x <= y",), ("x < y and y != z",), ("x != y and y < z",), ("x < y or x == y and not (y < z)",),
    ("(x < y or x == y) and y != z",), ("x > 0 => y > 0 or z > 0",), ("(x > 0 => y > 0) => z > 0",),
    ("x > 0 => (y > 0 => z > 0)",), ("not (x > 0 and y > 0)",), ("forall l: a[l] > 0", "forall k1: a[k1] > 0"),
    ("(forall l: a[l] > 0) and x > 0", "(forall t: a[t] > 0) and x > 0"),
    ("forall l, p: c[l, p] == c[p, l]", "forall s, t: c[s, t] == c[t, s]"),
    ("forall l in before(i): exists p in upto(l): a[p] > 0", "forall s in before(i): exists t in upto(s): a[t] > 0"),
    ("forall s in number, t in vector: dot(t, V(t)) >= s", None),
    ("forall g in heads: dot(u, P[g](w)) == 0", "forall t in heads: dot(u, P[t](w)) == 0"),
    ("forall l in direction: d[l] == 0", "forall o in direction: d[o] == 0"),
    ("sum(l: a[l]*b[l]) == max(l: a[l]) - min(l: b[l])", "sum(t: a[t]*b[t]) == max(t: a[t]) - min(t: b[t])"),
    ("norm(u - w) <= diam(l: a[l]*u)", "norm(u - w) <= diam(t: a[t]*u)"),
    ("sum(l: sum(p in before(l): c[l, p])) == 0", "sum(s: sum(t in before(s): c[s, t])) == 0"),
    ("sum(p in 0..n + 1: k[p]) == binomial(n, m)", None), ("max(x, y) == min(x, max(y, z))",),
    ("unit(u + w) == u/norm(u)",), ("V(V(u)) == P[h](-u)",), ("dot(u, 0) == 0",), ("u + w == 0",), ("u != 2*(u + w)",),
    ("f(x + y) == f(f(x))",), ("spectrum(F, S, V, u, fn(x1: 1 + x1), x)", None), ("fixed(F, fn(l: u))", None),
    ("always(start(q)*exp(-x*time) <= q)",), ("almost_always(rate(q) == 0)",),
    ("always(forall l: q < a[l])", "always(forall t: a[t] > q)"), ("at_start(q == 0) => tends(q, x)",),
    ("exists s in number: s > 0 and always(abs(q) <= s)", None), ("forall X in state: inside_disc(F, X)",),
    ("i < j => i != j",), ("x == pi*cos(x) + sqrt(y) - log(z)",), ("n*m + n == n",),
    ("(forall l: a[l] > 0) => (exists l: a[l] > 1)", "(forall t: a[t] > 0) => (exists t: a[t] > 1)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def scope() -> Scope:
    made = Scope(definitions=definitions())
    declare_letters(LETTERS, made)
    return made


def read(written: str, scope: Scope) -> Term:
    return Elaborator(scope).formula(parse(written))


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row[0])
def test_a_text_is_read_as_what_it_was_printed_from(row: tuple[str | None, ...], scope: Scope) -> None:
    term = read(str(row[-1] or row[0]), scope)
    assert read(text(term, scope.names), scope) is term


@pytest.mark.parametrize("row", [row for row in TEXTS if len(row) == 1 or row[1]], ids=lambda row: row[0])
def test_it_is_printed_as_a_reader_writes_it(row: tuple[str, ...], scope: Scope) -> None:
    assert text(read(row[-1], scope), scope.names) == row[0]


def test_bound_letters_keep_away_from_the_names_of_others(scope: Scope) -> None:
    term = read("forall t: a[t] > a[i] + a[j]", scope)
    assert text(term) == "forall k: a[i] + a[j] < a[k]"
    assert text(term, ["k", "l"]) == "forall m: a[i] + a[j] < a[m]"


def test_terms_with_a_name_of_their_own_are_written_by_it(scope: Scope) -> None:
    state = Elaborator(scope).check(parse("fn(t: u)"), ("fn", ("index", "token", ""), ("vector", "")))
    term = read("fixed(F, fn(t: u))", scope)
    assert text(term, named={state: "consensus"}) == "fixed(F, consensus)"


def test_a_state_by_groups_is_printed_by_its_groups() -> None:
    u, w = Letter("u", ("vector", "")), Letter("w", ("vector", ""))
    assert text(make("cases", ("A", "B"), u, w)) == "{A: u, B: w}"


def test_a_map_is_printed_as_the_function_it_is() -> None:
    maps = ["F(X, i) = X[i] + v on fn(X: forall i: dot(X[i], X[i]) == 1)"]
    made = statements.read({"letters": ["v: vector"], "maps": maps, "show": ["1 > 0"]}).scope
    assert text(made.names["F"][0]) == "fn(X in state: fn(i: X[i] + v))"


def test_a_fraction_is_one_word_beside_a_sign_only() -> None:
    x, half = Letter("x", ("number",)), number(Fraction(1, 2))
    assert text(make("add", x, half)) == "x + 1/2"
    assert text(make("mul", x, half)) == "x*(1/2)"
    assert text(make("mul", x, number(2))) == "x*2"
    assert text(make("mul", x, number(-2))) == "x*(-2)"


def test_letters_of_one_name_are_told_apart_by_identity_only() -> None:
    one, other = Letter("x", ("number",)), Letter("x", ("number",))
    assert text(one) == text(other)
    assert one is not other


@pytest.mark.parametrize("text_", ["forall i in A: a[i] > 0", "sum(i in B: a[i]) == 0", "forall i: a[i] > 0"])
def test_a_range_is_printed_by_the_name_of_its_group(text_: str) -> None:
    made = Scope(definitions=definitions(), groups=("A", "B"))
    declare_letters("a[token]: number", made)
    assert text(read(text_, made), made.names) == text_


TOKENS = ("sort", ("token",))
KINDS = ("iff", "=>", "or", "and", "==", "<", ">=", "+", "-", "*", "/", "^")


def drawn_tree(r, depth):
    """A syntax tree of the grammar, well typed or not."""
    kinds = ["num", "name"] if depth == 0 else [*KINDS, "index", "call", "neg", "not", "forall", "sum"]
    kind, inner = r.choice(kinds), lambda: drawn_tree(r, depth - 1)
    if kind in ("num", "name"):
        return ("num", Fraction(r.choice(["0", "7", "0.50", "12.25"]))) if kind == "num" else ("name", r.choice("abx"))
    if kind in ("index", "call"):
        return (kind, inner(), tuple(inner() for _ in range(r.randint(1, 2))))
    if kind in ("neg", "not"):
        return (kind, inner())
    if kind in ("forall", "sum"):
        ranges = [None, TOKENS, ("sort", ("vector", "E")), ("before", inner()), ("span", inner(), inner())]
        found = [r.choice(ranges) for _ in range(r.randint(1, 3))]
        # before a range a token says that it is one
        found = [x or (TOKENS if any(found[n:]) else None) for n, x in enumerate(found)]
        return ("bind", kind, tuple((f"k{n}", x) for n, x in enumerate(found)), inner())
    return (kind, inner(), inner())


def test_a_tree_is_read_again_as_the_same_tree():
    r = random.Random(3)
    for _ in range(3000):
        tree = drawn_tree(r, 4)
        text = written(tree)
        assert parse(text) == tree, text


@pytest.mark.parametrize(("short", "long"), [
    ("forall i, j in direction: P", "forall i in direction, j in direction: P"),
    ("sum(i, j: e)", "sum(i in token, j in token: e)"),
    ("forall i, j in before(i): P", "forall i in token, j in before(i): P"),
    ("forall k, i, j in before(i): P", "forall k in token, i in token, j in before(i): P"),
    ("forall i in token, a, b in vector: P", "forall i in token, a in vector, b in vector: P"),
    ("exists x in number, i: P", "exists x in number, i in token: P"),
    ("fn(i in token, x in number: e)", "fn(i in token, x in number: e)"),
])  # fmt: skip
def test_a_range_is_that_of_the_letters_before_it_that_it_does_not_mention(short: str, long: str) -> None:
    def full(tree: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*tree[:2], tuple((name, scope or TOKENS) for name, scope in tree[2]), tree[3])

    assert full(parse(short)) == full(parse(long))
    assert full(parse(written(parse(short)))) == full(parse(long))
    again = ("bind", "forall", (("i", None), ("b", ("sort", ("vector",)))), ("name", "P"))
    assert written(again) == "forall i in token, b in vector: P"
