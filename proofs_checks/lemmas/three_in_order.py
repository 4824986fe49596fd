"""Where there are three tokens, three of them have an order."""

from __future__ import annotations

from proofs_checks.lemmas.three_tokens import MARK, PLACES, SHARE, TOTALS, marked, same
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, both, have, leaf, lemma, obtain, rule, split, witness


def _more(places: tuple[str, ...], other: str, elsewhere: Tree) -> Tree:
    """There is another token, because the marks of the places have a smaller sum than 3."""
    rest = " - ".join(["1", *(SHARE(MARK[p], "{0}") for p in places)]).format
    found, left = f"exists k1: {other.format('k1')}", 3 - len(places)
    units = [f"{MARK[p]}[{p}] == u" for p in places]
    totals = [pair for p, pair in zip(PLACES, TOTALS, strict=True) if p in places]
    none = rule("equal sums", elsewhere, e=f"fn(j: {rest('j')})", f="fn(j: 0)", new={"x": "k"})
    return split(
        f"({found}) or not ({found})",
        KNOWN,
        absurd(
            marked(
                have(
                    [(f"sum(j: {rest('j')}) == sum(j: 0)", none), *totals, *units],
                    leaf(
                        f"eq 1/{left}: sum(j: {rest('j')}) == sum(j: 0)",
                        *(f"eq 1/{left}: {total}" for total, _ in totals),
                        f"eq -1/{left}: sum(j: 1) == 3",
                        use=[*units, "dot(u, u) == 1"],
                    ),
                ),
                places,
            )
        ),
    )


def _contrary(found: str, goal: str, place: Tree) -> Tree:
    """A token that is elsewhere, although there is none."""
    return have([(found, witness("k", place))], rule("contradiction", P=found, C=goal))


_BESIDE = "({0} < a or a < {0})".format
_ONE = f"1 - {SHARE('f', '{0}')} == 0".format
_TWO = f"1 - {SHARE('f', '{0}')} - {SHARE('g', '{0}')} == 0".format
_AROUND = "({0} < a or (a < {0} and {0} < b) or b < {0})".format
_SOME = "exists k1: {0}".format
_ALONE = ["f[a] == u"]
_PAIR = {"a": ["f[a] == u", "g[a] == 0"], "b": ["f[b] == 0", "g[b] == u"]}
TRIPLE = "exists a1, b1, c1: a1 < b1 and b1 < c1"


def _ordered(a: str, b: str, c: str) -> Tree:
    return witness(a, witness(b, witness(c, both(KNOWN, KNOWN))))


def _at(p: str, relation: str, facts: list[str]) -> Tree:
    return same(p, "k", f"fn(j: {relation})", have([*facts], leaf(use=[*facts, "dot(u, u) == 1"])))


_MANY = {"letters": ["a, b: token; u: vector"], "given": ["sum(j: 1) == 3", "dot(u, u) == 1"]}

formal(
    "LEM-three.second",
    title="Of three tokens one is beside any one",
    statement={**_MANY, "letters": ["a: token; u: vector"], "show": [_SOME(_BESIDE("k1"))]},
    proof=_more(
        ("a",),
        _BESIDE("{0}"),
        split(
            "k < a or a <= k",
            _contrary(_SOME(_BESIDE("k1")), _ONE("k"), {"left": KNOWN}),
            split(
                "a < k or k <= a",
                _contrary(_SOME(_BESIDE("k1")), _ONE("k"), {"right": KNOWN}),
                _at("a", _ONE("j"), _ALONE),
            ),
        ),
    ),
)
formal(
    "LEM-three.third",
    title="Of three tokens one is beside any two",
    statement={**_MANY, "given": [*_MANY["given"], "a < b"], "show": [_SOME(_AROUND("k1"))]},
    proof=_more(
        ("a", "b"),
        _AROUND("{0}"),
        split(
            "k < a or a <= k",
            _contrary(_SOME(_AROUND("k1")), _TWO("k"), {"left": {"left": KNOWN}}),
            split(
                "a < k or k <= a",
                split(
                    "k < b or b <= k",
                    _contrary(_SOME(_AROUND("k1")), _TWO("k"), {"left": {"right": both(KNOWN, KNOWN)}}),
                    split(
                        "b < k or k <= b",
                        _contrary(_SOME(_AROUND("k1")), _TWO("k"), {"right": KNOWN}),
                        _at("b", _TWO("j"), _PAIR["b"]),
                    ),
                ),
                _at("a", _TWO("j"), _PAIR["a"]),
            ),
        ),
    ),
)
_FROM_TWO = obtain(
    _SOME(_AROUND("k1")),
    "k",
    split(
        _AROUND("k"),
        split(
            "k < a or (a < k and k < b)",
            _ordered("k", "a", "b"),
            have(["a < k and k < b"], _ordered("a", "k", "b")),
        ),
        _ordered("a", "b", "k"),
    ),
)
formal(
    "LEM-three.pairs",
    title="Two tokens in order are two of three in order",
    statement={**_MANY, "given": [*_MANY["given"], "a < b"], "show": [TRIPLE]},
    proof=have([(_SOME(_AROUND("k1")), lemma("LEM-three.third"))], _FROM_TWO),
)
formal(
    "LEM-three.order",
    title="Three tokens have an order",
    statement={"letters": ["u: vector"], "given": _MANY["given"], "show": [TRIPLE]},
    proof=rule(
        "some element",
        have(
            [(_SOME(_BESIDE("k1")), lemma("LEM-three.second"))],
            obtain(
                _SOME(_BESIDE("k1")),
                "l",
                split(
                    _BESIDE("l"),
                    lemma("LEM-three.pairs", a="l", b="a"),
                    lemma("LEM-three.pairs", a="a", b="l"),
                ),
            ),
        ),
        C=TRIPLE,
        new={"x": "a"},
    ),
)
