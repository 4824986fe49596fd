"""Points of the circle of which some pair across every line cut is near each other lie in an open half circle."""

from __future__ import annotations

from proofs_checks.lemmas.arc_growth import ALONG
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness


def height(p: str, i: str) -> str:
    """The product of token i with the point at the angle p."""
    return ALONG(f"X[{i}]", f"Y[{i}]", p)


_LEVEL = "cos({0}*tau/2)".format
_HIGH = f"{height('p1', 'i1')} >= z1 and {height('p1', 'j1')} < z1"
NEAR = f"exists i1, j1: {_HIGH} and X[i1]*X[j1] + Y[i1]*Y[j1] >= cos(tau)"
ACROSS_CUTS = (
    f"forall p1 in number, z1 in number, k1, l1: {height('p1', 'k1')} >= z1 and {height('p1', 'l1')} < z1 => ({NEAR})"
)


def _mark(p: str, k: str, i: str) -> str:
    """1 where token i is in the arc about p that reaches half the length of k steps to either side, 0 elsewhere."""
    gap = f"max({_LEVEL(k)} - ({height(p, i)}), 0)"
    return f"1 - {gap}/{gap}"


def _inside(p: str, k: str, i: str) -> str:
    return f"{height(p, i)} >= {_LEVEL(k)}"


def _side(p: str, k: str, i: str) -> tuple[str, Tree]:
    """What the mark says."""
    h, z, mark = height(p, i), _LEVEL(k), _mark(p, k, i)
    said = f"({h} >= {z} => {mark} == 1) and ({h} < {z} => {mark} == 0) and ({mark} == 1 => {h} >= {z})"
    return f"{said} and ({mark} == 0 => {h} < {z}) and ({mark} == 0 or {mark} == 1)", lemma("LEM-side", h=h, z=z)


_UNIT = "forall i: X[i]^2 + Y[i]^2 == 1"
_REACH = [
    ("0 <= k*tau/2", leaf("1/2: k >= 0; 0 <= tau")),
    ("0 <= tau/2", leaf("1/2: 0 <= tau")),
    ("k*tau/2 + 2*(tau/2) <= pi", leaf("1: m*tau < pi", "1: k + 1 <= m; 0 <= tau", "1/2: k >= 0; 0 <= tau")),
    ("k*tau/2 + tau/2 <= pi", leaf("1: k*tau/2 + 2*(tau/2) <= pi", "1: 0 <= tau/2")),
    ("(k + 1)*tau/2 <= pi", leaf("1: k*tau/2 + tau/2 <= pi")),
]
_STAYS = intro(
    ["p", "k", ""],
    have(
        [
            *_REACH,
            (
                "cos((k + 1)*tau/2) <= cos(k*tau/2)",
                lemma("LEM-cosine-falls.weakly", KNOWN, leaf("1: 0 <= tau/2"), KNOWN, a="k*tau/2", b="(k + 1)*tau/2"),
            ),
        ],
        witness(
            "p",
            intro(
                "s",
                have(
                    [
                        (f"{_mark('p', 'k', 's')} == 1", KNOWN),
                        _side("p", "k", "s"),
                        _side("p", "(k + 1)", "s"),
                        _inside("p", "k", "s"),
                        (
                            _inside("p", "(k + 1)", "s"),
                            leaf(f"1: {_inside('p', 'k', 's')}", "1: cos((k + 1)*tau/2) <= cos(k*tau/2)"),
                        ),
                    ],
                    KNOWN,
                ),
            ),
        ),
    ),
)


def _turned(sign: str) -> Tree:
    """The arc turned to one side."""
    q = f"(p {sign} tau/2)"
    wider = [f"{height(f'(p {s} tau/2)', 's')} >= cos(k*tau/2 + tau/2)" for s in "+-"]
    kept = intro(
        ["s", ""],
        have(
            [
                _side("p", "k", "s"),
                _side(q, "(k + 1)", "s"),
                _inside("p", "k", "s"),
                (
                    " and ".join(wider),
                    lemma(
                        "LEM-arc-wider",
                        KNOWN,
                        KNOWN,
                        KNOWN,
                        leaf(f"eq 1: {_UNIT.replace('forall i: ', '').replace('[i]', '[s]')}"),
                        KNOWN,
                        w="k*tau/2",
                        h="tau/2",
                        x="X[s]",
                        y="Y[s]",
                    ),
                ),
                (_inside(q, "(k + 1)", "s"), leaf(f"1: {wider['+-'.index(sign)]}")),
            ],
            KNOWN,
        ),
    )
    reached = f"{height(q, 'j')} >= cos(k*tau/2 + tau/2)"
    found = have(
        [_side("p", "k", "j"), _side(q, "(k + 1)", "j"), (_inside(q, "(k + 1)", "j"), leaf(f"1: {reached}"))], KNOWN
    )
    return witness(q, witness("j", both(kept, have([_side("p", "k", "j")], KNOWN), found)))


_EITHER = " or ".join(f"{height(f'(p {sign} tau/2)', 'j')} >= cos(k*tau/2 + tau/2)" for sign in "+-")
_NEAR_HERE = NEAR.replace("p1", "p").replace("z1", _LEVEL("k"))
_STEP = intro(
    ["p", "k", "l", ""],
    have(
        [
            *_REACH,
            _side("p", "k", "r"),
            _side("p", "k", "l"),
            _inside("p", "k", "r"),
            f"{height('p', 'l')} < {_LEVEL('k')}",
            (_NEAR_HERE, take(ACROSS_CUTS, ["p", _LEVEL("k"), "r", "l"], KNOWN)),
        ],
        obtain(
            _NEAR_HERE,
            "i,j",
            have(
                [
                    (
                        _EITHER,
                        lemma(
                            "LEM-arc-next",
                            KNOWN,
                            KNOWN,
                            KNOWN,
                            leaf("eq 1: X[j]^2 + Y[j]^2 == 1"),
                            leaf("eq 1: X[i]^2 + Y[i]^2 == 1"),
                            KNOWN,
                            leaf("1: X[i]*X[j] + Y[i]*Y[j] >= cos(tau)"),
                            w="k*tau/2",
                            h="tau/2",
                            x="X[j]",
                            y="Y[j]",
                            X="X[i]",
                            Y="Y[i]",
                        ),
                    )
                ],
                split(_EITHER, _turned("+"), _turned("-")),
            ),
        ),
    ),
)
_ANGLE = "exists t1 in number: -pi < t1 and t1 <= pi and cos(t1) == X[r] and sin(t1) == Y[r]"
_START = have(
    [
        _side("a", "0", "r"),
        (
            _inside("a", "0", "r"),
            leaf("eq -1: X[r]^2 + Y[r]^2 == 1", use=["cos(a) == X[r]", "sin(a) == Y[r]"]),
        ),
    ],
    KNOWN,
)
_FULL = f"exists p1 in number: forall i1: {_mark('p1', 'm', 'i1')} == 1"
_END = have(
    [
        _side("p", "m", "q"),
        f"{_mark('p', 'm', 'q')} == 1",
        _inside("p", "m", "q"),
        (
            "cos(m*tau/2) > 0",
            rule("acute angle", leaf("1/2: m >= 0; 0 <= tau", "1/2: pi > 0"), leaf("1/2: m*tau < pi"), a="m*tau/2"),
        ),
    ],
    leaf(f"1: {_inside('p', 'm', 'q')}", "1: cos(m*tau/2) > 0"),
)

_FOUND = f"exists p in number: forall i: {height('p', 'i')} > 0"

formal(
    "LEM-half-circle",
    title="Points of which two are near across every cut lie in an open half circle",
    statement={
        "letters": ["X[token], Y[token], tau: number; m: size"],
        "given": [_UNIT, "0 <= tau", "m + 1 == sum(j: 1)", "m*tau < pi", ACROSS_CUTS],
        "show": [_FOUND],
    },
    proof=rule(
        "some element",
        have(
            [(_ANGLE, lemma("LEM-polar", leaf("eq 1: X[r]^2 + Y[r]^2 == 1"), c="X[r]", s="Y[r]"))],
            obtain(
                _ANGLE,
                "a",
                have(
                    [
                        (
                            _FULL,
                            lemma(
                                "LEM-grows-to-all",
                                intro(["p", "k", "s"], have([_side("p", "k", "s")], KNOWN)),
                                _STEP,
                                _STAYS,
                                _START,
                                KNOWN,
                                c=f"fn(p in number, k in size, i: {_mark('p', 'k', 'i')})",
                            ),
                        )
                    ],
                    obtain(_FULL, "p", witness("p", intro("q", _END))),
                ),
            ),
        ),
        C=_FOUND,
        new={"x": "r"},
    ),
)
