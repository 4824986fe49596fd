"""Binomial coefficients of the places of tokens: sums over the earlier ones."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

_PLACE = "sum(l in upto({0}): 1)".format
_ORDER = "forall k, i1: i1 < k => sum(l in upto(i1): 1) + 1 <= sum(l in upto(k): 1)"
_EARLIER = "exists z: z < i"
PREVIOUS = "(forall x: i <= x) or (exists p: p < i and (forall x in before(i): x <= p))"


def _gap(token: str) -> str:
    return f"({_PLACE('i')} - 1/2 - {_PLACE(token)})"


def _earlier(token: str) -> Steps:
    later = f"{_PLACE(token)} + 1 <= {_PLACE('i')}"
    return [(later, take(_ORDER, ["i", token], KNOWN)), (f"{_gap(token)} > 0", leaf("1/2:", f"1: {later}"))]


_BEHIND = have(
    [
        *_earlier("z"),
        (
            f"{_PLACE('i')} <= {_PLACE('p')}",
            split(
                "i < p or p <= i",
                take(_ORDER, ["p", "i"], leaf(f"1: {_PLACE('i')} + 1 <= {_PLACE('p')}", "1:")),
                rule("same token", KNOWN, KNOWN, KNOWN, i="i", j="p", P=f"fn(k: {_PLACE('i')} <= {_PLACE('k')})"),
            ),
        ),
        (f"-{_gap('p')} > 0", leaf("1/2:", f"1: {_PLACE('i')} <= {_PLACE('p')}")),
        f"1/{_gap('z')} <= 1/{_gap('p')}",
    ],
    absurd(
        leaf(
            f"1: 1/{_gap('z')} <= 1/{_gap('p')}; {_gap('z')} > 0; -{_gap('p')} > 0",
            f"1: {_PLACE('z')} + 1 <= {_PLACE('i')}",
            f"1: {_PLACE('i')} <= {_PLACE('p')}",
        )
    ),
)
_BETWEEN = have(
    [
        *_earlier("x"),
        *_earlier("p"),
        (f"{_PLACE('p')} + 1 <= {_PLACE('x')}", take(_ORDER, ["x", "p"], KNOWN)),
        f"1/{_gap('x')} <= 1/{_gap('p')}",
    ],
    absurd(
        leaf(
            f"1: 1/{_gap('x')} <= 1/{_gap('p')}; {_gap('x')} > 0; {_gap('p')} > 0",
            f"1: {_PLACE('p')} + 1 <= {_PLACE('x')}",
        )
    ),
)
_FOUND = split(
    "p < i or i <= p",
    witness("p", both(KNOWN, intro("x", split("p < x or x <= p", _BETWEEN, KNOWN)))),
    _BEHIND,
)

formal(
    "LEM-previous",
    title="A token is the first one or comes after a last earlier one",
    statement={"letters": ["i: token"], "show": [PREVIOUS]},
    proof=have(
        [(_ORDER, lemma("LEM-positions"))],
        split(
            f"({_EARLIER}) or not ({_EARLIER})",
            {
                "right": obtain(
                    _EARLIER,
                    "z",
                    rule(
                        "attained greatest",
                        _FOUND,
                        e=f"fn(j: 1/{_gap('j')})",
                        new={"x": "p"},
                        C=PREVIOUS.split(" or ")[1][1:-1],
                    ),
                )
            },
            {
                "left": intro(
                    "x",
                    split(
                        "x < i or i <= x",
                        have([(_EARLIER, witness("x", KNOWN))], rule("contradiction", P=_EARLIER, C="i <= x")),
                        KNOWN,
                    ),
                )
            },
        ),
    ),
)

COUNTED = "forall i: pos[i] == sum(j in before(i): 1)"
COLUMN = "sum(j in upto({0}): binomial(pos[j], k)) == binomial(pos[{0}] + 1, k + 1)".format
_FIRST, _AFTER = (part.strip("() ") for part in PREVIOUS.replace("[i]", "[x]").split(" or "))
_FIRST, _AFTER = "forall z: x <= z", "exists p: p < x and (forall z in before(x): z <= p)"
_PASCAL = (
    "binomial(pos[x] + 1, k + 1) == binomial(pos[x], k) + binomial(pos[x], k + 1)",
    rule("Pascal", n="pos[x]", k="k"),
)


def _nothing(term: str) -> tuple[str, Tree]:
    """The first token has nothing before it."""
    zero = rule(
        "equal sums, before",
        rule("tokens in order", i="q", j="x", C=f"{term} == 0".replace("[j]", "[q]")),
        e=f"fn(j: {term})",
        f="fn(j: 0)",
        i="x",
        new={"x": "q"},
    )
    return f"sum(j in before(x): {term}) == 0", have(
        [(f"sum(j in before(x): {term}) == sum(j in before(x): 0)", zero)], KNOWN
    )


def _as_before(term: str) -> tuple[str, Tree]:
    """Before x are the tokens up to the last earlier one."""
    return f"sum(j in before(x): {term}) == sum(j in upto(p): {term})", rule(
        "one more token", KNOWN, KNOWN, i="p", j="x", e=f"fn(j: {term})", new={"x": "z"}
    )


_TERM = "binomial(pos[j], k)"
_AT_FIRST = have(
    [
        _nothing("1"),
        _nothing(_TERM),
        ("pos[x] == 0", leaf("eq 1: pos[x] == sum(j in before(x): 1)", "eq 1: sum(j in before(x): 1) == 0")),
        ("binomial(0, k + 1) == 0", rule("chosen from nothing", k="k")),
        ("binomial(pos[x], k + 1) == 0", leaf("eq 1: binomial(0, k + 1) == 0", use=["pos[x] == 0"])),
        _PASCAL,
    ],
    leaf(f"eq 1: {_nothing(_TERM)[0]}", f"eq -1: {_PASCAL[0]}", "eq -1: binomial(pos[x], k + 1) == 0"),
)

formal(
    "LEM-column-sum",
    title="The binomial coefficients of the places up to a token add up to the next column",
    statement={
        "letters": ["pos[token], k: size"],
        "given": [COUNTED],
        "show": [f"forall i: {COLUMN('i')}"],
    },
    proof=rule(
        "strong induction",
        have(
            [(f"({_FIRST}) or ({_AFTER})", lemma("LEM-previous", i="x")), "pos[x] == sum(j in before(x): 1)"],
            split(
                f"({_FIRST}) or ({_AFTER})",
                _AT_FIRST,
                obtain(
                    _AFTER,
                    "p",
                    have(
                        [
                            _as_before("1"),
                            _as_before(_TERM),
                            (COLUMN("p"), KNOWN),
                            "pos[p] == sum(j in before(p): 1)",
                            (
                                "pos[x] == pos[p] + 1",
                                leaf(
                                    "eq 1: pos[x] == sum(j in before(x): 1)",
                                    "eq -1: pos[p] == sum(j in before(p): 1)",
                                    f"eq 1: {_as_before('1')[0]}",
                                ),
                            ),
                            _PASCAL,
                            (
                                "binomial(pos[x], k + 1) == binomial(pos[p] + 1, k + 1)",
                                leaf(use=["pos[x] == pos[p] + 1"]),
                            ),
                        ],
                        leaf(
                            f"eq 1: {_as_before(_TERM)[0]}",
                            f"eq 1: {COLUMN('p')}",
                            f"eq -1: {_PASCAL[0]}",
                            "eq -1: binomial(pos[x], k + 1) == binomial(pos[p] + 1, k + 1)",
                        ),
                    ),
                ),
            ),
        ),
        P=f"fn(i: {COLUMN('i')})",
    ),
)
