"""Theorem 6.8, part 1: equal products stay equal.

Two tokens exchanged, and all tokens reflected so that these two come back to their places, are a solution with the same
start, so the same solution: every other token has the same product with either of the two.
"""

from __future__ import annotations

from proofs_checks.lemmas.exchanged import UNIT
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, enter, have, intro, leaf, lemma, rule, split, unfold

FIRST = "start(dot(x[{0}], x[{1}]))".format
S = f"({FIRST('{0}', 'p')} - {FIRST('{0}', 'q')})/(1 - g)".format
W = f"(x[{{0}}] - {S('{0}')}*(x[p] - x[q]))".format
U = "(start(x[p]) - start(x[q]))"
Y = f"({W('{0}')} - 2*dot({W('{0}')}, {U})/dot({U}, {U})*{U})".format
SAME = "always(dot(x[k], x[p]) == dot(x[k], x[q]))"
PAIR = "always(dot(x[{0}], x[{1}]) == dot(x[{2}], x[{3}]))".format
ONE_FROM_BOTH = "forall k, p, q: k != p and k != q => " + SAME
AT = {"p": f"{S('p')} == 1", "q": f"{S('q')} == -1", "t": f"{S('t')} == 0"}


def product(i: str, j: str) -> tuple[str, Tree]:
    """The product of two different tokens at the start."""
    return f"{FIRST(i, j)} == g", enter("start", have([f"{i} != {j}", f"dot(x[{i}], x[{j}]) == g"], KNOWN))


def square(i: str) -> tuple[str, Tree]:
    """The square of a token at the start."""
    return f"{FIRST(i, i)} == 1", enter("start", leaf(use=[UNIT]))


def equal_or_not(t: str, p: str, same: Tree, other: Tree) -> Tree:
    """Two cases: t is p, or another token."""
    return split(f"{t} < {p} or {p} <= {t}", other, split(f"{p} < {t} or {t} <= {p}", other, same))


def as_at(p: str, t: str, what: str, proof: Tree = KNOWN) -> Tree:
    """What holds of p holds of t, which is p; `what` speaks of the place {0}."""
    return rule("same token", KNOWN, KNOWN, proof, i=p, j=t, P=f"fn(here: {what.format('here')})")


def _sum(at: str) -> tuple[str, Tree]:
    """Of the products with one token, less g, only its square is left."""
    term = f"{FIRST('j', at)} - g"
    one = have([product("r", at)], leaf(f"eq 1: {product('r', at)[0]}"))
    fact = f"sum(j: {term}) == {FIRST(at, at)} - g"
    return fact, rule("single term", one, e=f"fn(j: {term})", y=at, new={"x": "r"})


_OTHER = "forall t: t != p and t != q => " + AT["t"]
_PLACES = [
    square("p"),
    square("q"),
    product("p", "q"),
    product("q", "p"),
    (AT["p"], leaf(use=[square("p")[0], product("p", "q")[0]])),
    (AT["q"], leaf(use=[square("q")[0], product("q", "p")[0]])),
    (
        _OTHER,
        intro(
            ["t", ""],
            have([product("t", "p"), product("t", "q")], leaf(use=[product("t", "p")[0], product("t", "q")[0]])),
        ),
    ),
    _sum("p"),
    _sum("q"),
    (
        f"sum(j: {S('j')}) == 0",
        leaf(
            f"eq 1/(1 - g): {_sum('p')[0]}",
            f"eq -1/(1 - g): {_sum('q')[0]}",
            use=[square("p")[0], square("q")[0]],
        ),
    ),
]


def by_place(at_p: Tree, at_q: Tree, elsewhere: Tree) -> Tree:
    """Three cases for the token t."""
    return equal_or_not("t", "p", at_p, equal_or_not("t", "q", at_q, have([AT["t"]], elsewhere)))


def _not(value: str, known: str) -> Tree:
    """s has one value only."""
    gap = int(known) - int(value)
    return absurd(leaf(f"eq 1/({gap}): {S('t')} == {value}", f"eq -1/({gap}): {S('t')} == {known}"))


def _only(value: str, at: str) -> Tree:
    """s has this value at one token only."""
    there = as_at(at, "t", f"x[{{0}}] == x[{at}]", leaf())
    away = "q" if at == "p" else "p"
    other = "-1" if at == "p" else "1"
    wrong = have([(f"{S('t')} == {other}", as_at(away, "t", f"{S('{0}')} == {other}"))], _not(value, other))
    cases = (there, wrong) if at == "p" else (wrong, there)
    return enter("every", intro(["t", ""], by_place(*cases, _not(value, "0"))))


_ALTERNATIVE = f"{S('{0}')} == 0 or ({S('{0}')} == 1 or {S('{0}')} == -1)"
_ALTERNATIVES = intro(
    "t",
    by_place(
        as_at("p", "t", _ALTERNATIVE, {"right": {"left": KNOWN}}),
        as_at("q", "t", _ALTERNATIVE, {"right": {"right": KNOWN}}),
        {"left": KNOWN},
    ),
)
_LONG = f"dot({U}, {U}) > 0"
_FRAME = [square("p")[0], square("q")[0], product("p", "q")[0], product("q", "p")[0]]


def _started(t: str) -> Tree:
    """At the start the token t is where the exchanged and reflected tokens are."""
    pairs = [("p", "q"), ("q", "p")] if t != "t" else [("p", "q"), ("q", "p"), ("t", "p"), ("t", "q")]
    facts = [f"dot(x[{i}], x[{j}]) == g" for i, j in pairs]
    return have([f"{i} != {j}" for i, j in pairs], have(facts, leaf(use=[facts[0], *facts[2:], UNIT])))


def turned(flow: str) -> Tree:
    """g < 1: the exchanged and reflected tokens are the tokens."""
    moved = f"fn(i: {W('i')})"
    back = f"fn(i: {Y('i')})"
    begun = intro(
        "t",
        by_place(
            as_at("p", "t", "x[{0}] == " + Y("{0}"), _started("p")),
            as_at("q", "t", "x[{0}] == " + Y("{0}"), _started("q")),
            _started("t"),
        ),
    )
    return have(
        [
            *_PLACES,
            (_LONG, leaf("2: g < 1", use=_FRAME)),
            (
                f"solves({flow}, {moved})",
                lemma(
                    f"LEM-exchanged.{flow}",
                    KNOWN,
                    _ALTERNATIVES,
                    _only("1", "p"),
                    _only("-1", "q"),
                    KNOWN,
                    s=f"fn(j: {S('j')})",
                ),
            ),
            (f"solves({flow}, {back})", lemma(f"LEM-reflected.{flow}", x=moved, u=U)),
            (
                "always(forall i: x[i] == " + Y("i") + ")",
                lemma(f"LEM-one-solution.{flow}", KNOWN, KNOWN, KNOWN, enter("start", begun), y=back),
            ),
            (f"always(x[k] == {Y('k')})", enter("every", KNOWN)),
            (f"always(x[p] == {Y('p')})", enter("every", KNOWN)),
            (
                f"always(dot({U}, x[k]) == dot({U}, {Y('k')}))",
                lemma("LEM-same-dot.always", u="x[k]", w=Y("k"), z=U),
            ),
            (
                f"always(dot(x[k], x[p]) == dot(x[k], {Y('p')}))",
                lemma("LEM-same-dot.always", u="x[p]", w=Y("p"), z="x[k]"),
            ),
            product("k", "p"),
            product("k", "q"),
        ],
        enter(
            "every",
            leaf(
                f"eq 1: dot(x[k], x[p]) == dot(x[k], {Y('p')})",
                f"eq -dot(x[q], {U})/dot({U}, {U}): dot({U}, x[k]) == dot({U}, {Y('k')})",
                use=[*_FRAME[:3], product("k", "p")[0], product("k", "q")[0]],
            ),
        ),
    )


def resting(flow: str) -> Tree:
    """g >= 1: all tokens are at one place, and rest."""
    place = "start(x[p])"
    near = leaf("2: 1 <= g", use=["dot(x[t], x[p]) == g", UNIT])
    begun = intro(
        "t",
        equal_or_not(
            "t",
            "p",
            as_at("p", "t", f"x[{{0}}] == {place}", leaf()),
            have(["dot(x[t], x[p]) == g"], rule("equal vectors", near, u="x[t]", w=place)),
        ),
    )
    still_ = unfold(
        "goal",
        both(
            enter("every", intro("t", leaf(use=[square("p")[0]]))), enter("ae", intro("t", leaf(use=[square("p")[0]])))
        ),
    )
    return have(
        [
            square("p"),
            (f"solves({flow}, fn(i: {place}))", still_),
            (
                f"always(forall i: x[i] == {place})",
                lemma(f"LEM-one-solution.{flow}", KNOWN, KNOWN, KNOWN, enter("start", begun), y=f"fn(i: {place})"),
            ),
        ],
        enter(
            "every",
            have(
                [f"x[{i}] == {place}" for i in ("k", "p", "q")],
                leaf(use=[f"x[k] == {place}", f"x[p] == {place}", f"x[q] == {place}"]),
            ),
        ),
    )


def from_both(flow: str) -> Tree:
    """A token has the same product with any two others."""
    apart = split("g < 1 or 1 <= g", turned(flow), resting(flow))
    same = as_at("p", "q", "always(dot(x[k], x[p]) == dot(x[k], x[{0}]))", enter("every", leaf()))
    return intro(["k", "p", "q", ""], equal_or_not("q", "p", same, apart))


def everywhere() -> Tree:
    """Any two pairs: by a pair that has a token with each of them in common."""

    def step(k: str, p: str, q: str) -> tuple[str, Tree]:
        return PAIR(k, p, k, q), have([f"{k} != {p}", f"{k} != {q}"], KNOWN)

    at_k = have([("k != j", as_at("i", "k", "{0} != j")), step("k", "j", "l")], KNOWN)
    common = as_at("k", "i", "always(dot(x[{0}], x[j]) == dot(x[k], x[l]))", at_k)
    links = [step("i", "j", "k"), step("k", "i", "l")]
    chain = have(links, enter("every", leaf(*(f"eq 1: {fact[7:-1]}" for fact, _ in links))))
    return intro(["i", "j", "k", "l", ""], equal_or_not("i", "k", common, chain))


def equal(flow: str) -> Tree:
    """All products are equal at all times."""
    return intro("", unfold(f"solves({flow}, x)", have([(ONE_FROM_BOTH, from_both(flow))], everywhere())))


_SHOW = "solves({0}, x) => (forall i, j, k, l: i != j and k != l => " + PAIR("i", "j", "k", "l") + ")"
formal(
    "PER-T6.8.angle",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["g: number"],
            "given": ["beta >= 0", "at_start(forall i, j: i != j => dot(x[i], x[j]) == g)"],
            "show": [_SHOW.format(flow) for flow in ("sa", "usa")],
        },
    ),
    proof=[equal("sa"), equal("usa")],
    instance=still(EAST, EAST, EAST, beta=LOG2, g=1),
    twin=Variant(
        "from any start",
        {"dot(x[i], x[j]) == g": "dot(x[i], x[j]) <= g"},
        still(EAST, EAST, WEST, beta=LOG2, g=1),
    ),
)
