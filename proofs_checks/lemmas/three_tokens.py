"""Three tokens in order are all tokens where there are three: what holds of each of them, and sums over them."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, have, intro, leaf, lemma, obtain, rule, split, take

PLACES = ("a", "b", "c")
_FOUND = "exists d in state: d[{0}] == u and (forall i: i != {0} => d[i] == 0)".format
MARK = {"a": "f", "b": "g", "c": "h"}
SHARE = "dot(u, {0}[{1}])".format
_REST = " - ".join(["1", *(SHARE(MARK[p], "{0}") for p in PLACES)]).format


def marked(then: Tree, places: tuple[str, ...] = PLACES) -> Tree:
    """Each of the tokens has a state that is u there and 0 elsewhere."""
    for p in reversed(places):
        then = have([(_FOUND(p), lemma("LEM-one-place", a=p))], obtain(_FOUND(p), MARK[p], then))
    return then


def off(k: str, *others: str) -> list[str]:
    """The states of the other tokens are 0 at k."""
    return [f"{MARK[p]}[{k}] == 0" for p in others]


def value(k: str) -> Tree:
    """A relation at one of the tokens."""
    facts = [f"{MARK[k]}[{k}] == u", *off(k, *(p for p in PLACES if p != k))]
    return have(facts, leaf(use=[*facts, "dot(u, u) == 1"]))


def _chain(x: str, y: str, z: str) -> tuple[str, Tree]:
    return f"{x} < {z}", lemma("LEM-token-order", a=x, b=y, c=z)


def apart(k: str, at: dict[str, Tree], between: Tree) -> Tree:
    """The cases of a token k: one of the three, or none of them."""
    return split(
        f"{k} < a or a <= {k}",
        have([_chain(k, "a", "b"), _chain(k, "a", "c")], between),
        split(
            f"a < {k} or {k} <= a",
            split(
                f"{k} < b or b <= {k}",
                have([_chain(k, "b", "c")], between),
                split(
                    f"b < {k} or {k} <= b",
                    have(
                        [_chain("a", "b", k)],
                        split(
                            f"{k} < c or c <= {k}",
                            between,
                            split(
                                f"c < {k} or {k} <= c",
                                have([_chain("b", "c", k)], between),
                                at["c"],
                            ),
                        ),
                    ),
                    at["b"],
                ),
            ),
            at["a"],
        ),
    )


def same(p: str, k: str, P: str, proof: Tree) -> Tree:
    """What holds at a token holds at the same token."""
    return rule("same token", KNOWN, KNOWN, proof, i=p, j=k, P=P)


_NONE = off("k", *PLACES)
_NOT_NEGATIVE = apart(
    "k",
    {p: same(p, "k", f"fn(j: {_REST('j')} >= 0)", value(p)) for p in PLACES},
    have(_NONE, leaf("1:", use=_NONE)),
)
TOTALS = [
    (
        f"sum(j: {SHARE(MARK[p], 'j')}) == {SHARE(MARK[p], p)}",
        rule(
            "single term",
            have([f"{MARK[p]}[k] == 0"], leaf(use=[f"{MARK[p]}[k] == 0"])),
            e=f"fn(j: {SHARE(MARK[p], 'j')})",
            y=p,
            new={"x": "k"},
        ),
    )
    for p in PLACES
]
_UNITS = [f"{MARK[p]}[{p}] == u" for p in PLACES]
_ALL = (
    f"sum(j: {_REST('j')}) == 0",
    have(
        [*TOTALS, *_UNITS],
        leaf(*(f"eq -1: {total}" for total, _ in TOTALS), "eq 1: sum(j: 1) == 3", use=[*_UNITS, "dot(u, u) == 1"]),
    ),
)
_TERM = (
    f"sum(j: {_REST('j')}) >= {_REST('l')}",
    rule("term of a positive sum", _NOT_NEGATIVE, e=f"fn(j: {_REST('j')})", y="l", new={"x": "k"}),
)
_ELSEWHERE = off("l", *PLACES)
_OTHER = have(_ELSEWHERE, absurd(leaf(f"1: {_TERM[0]}", f"eq 1: {_ALL[0]}", use=_ELSEWHERE)))
_PLACE = "sum(j in upto({0}): 1)".format
_ORDER = f"forall k: forall i1: i1 < k => {_PLACE('i1')} + 1 <= {_PLACE('k')}"


def _later(low: str, high: str) -> str:
    return f"{_PLACE(low)} + 1 <= {_PLACE(high)}"


formal(
    "LEM-token-order",
    title="The order of tokens is transitive",
    statement={"letters": ["a, b, c: token"], "given": ["a < b", "b < c"], "show": ["a < c"]},
    proof=split(
        "a < c or c <= a",
        KNOWN,
        have(
            [(_ORDER, lemma("LEM-positions")), _later("a", "b"), _later("b", "c")],
            split(
                "c < a or a <= c",
                have(
                    [_later("c", "a")],
                    absurd(leaf(*(f"1/3: {_later(*pair)}" for pair in ("ab", "bc", "ca")))),
                ),
                have(
                    [("b < a", same("c", "a", "fn(j: b < j)", KNOWN)), _later("b", "a")],
                    absurd(leaf(f"1/2: {_later('a', 'b')}", f"1/2: {_later('b', 'a')}")),
                ),
            ),
        ),
    ),
)

_THREE = {"letters": ["a, b, c: token; u: vector"], "given": ["sum(j: 1) == 3", "a < b", "b < c", "dot(u, u) == 1"]}

formal(
    "LEM-three.each",
    title="Three tokens in order are all tokens where there are three",
    statement={
        "letters": [*_THREE["letters"], "P(token): formula"],
        "given": [*_THREE["given"], "P(a)", "P(b)", "P(c)"],
        "show": ["forall k: P(k)"],
    },
    proof=marked(
        have(
            [("a < c", lemma("LEM-token-order")), _ALL],
            intro("l", have([_TERM], apart("l", {p: same(p, "l", "P", KNOWN) for p in PLACES}, _OTHER))),
        )
    ),
)

_SPLIT = "e[{0}] == " + " + ".join(f"e[{p}]*{SHARE(MARK[p], '{0}')}" for p in PLACES)
_WHOLE = " + ".join(f"e[{p}]*{SHARE(MARK[p], 'j')}" for p in PLACES)
_SUMMED = f"sum(j: e[j]) == sum(j: {_WHOLE})"

formal(
    "LEM-three.sum",
    title="A sum over three tokens",
    statement={
        "letters": [*_THREE["letters"], "e[token]: number"],
        "given": _THREE["given"],
        "show": ["sum(j: e[j]) == e[a] + e[b] + e[c]"],
    },
    proof=marked(
        have(
            [
                ("a < c", lemma("LEM-token-order")),
                (
                    f"forall k: {_SPLIT.format('k')}",
                    lemma(
                        "LEM-three.each",
                        *[KNOWN] * 4,
                        *(value(p) for p in PLACES),
                        P=f"fn(k: {_SPLIT.format('k')})",
                    ),
                ),
                (
                    _SUMMED,
                    rule(
                        "equal sums",
                        take(f"forall k: {_SPLIT.format('k')}", ["l"], KNOWN),
                        e="fn(j: e[j])",
                        f=f"fn(j: {_WHOLE})",
                        new={"x": "l"},
                    ),
                ),
                *TOTALS,
                *_UNITS,
            ],
            leaf(
                f"eq 1: {_SUMMED}",
                *(f"eq e[{p}]: {total}" for p, (total, _) in zip(PLACES, TOTALS, strict=True)),
                use=[*_UNITS, "dot(u, u) == 1"],
            ),
        )
    ),
)
