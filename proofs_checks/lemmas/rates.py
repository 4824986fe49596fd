"""Rates of a least or greatest number, a spread, a norm: each touches something smooth from one side."""

from verify.formal import formal
from verify.tactics.build import KNOWN, cases, enter, have, intro, leaf, lemma, rule

_MIN, _MAX = "min(j: w[j])", "max(j: w[j])"
_LEAST = "C => (forall x: (forall j: w[x] <= w[j]) => rate(w[x]) >= b)"
_GREATEST = "C => (forall x: (forall j: w[j] <= w[x]) => rate(w[x]) <= b)"
_SPREAD = "forall x, y: (forall j: w[j] <= w[x]) and (forall j: w[y] <= w[j]) => rate(w[x]) - rate(w[y]) <= b"
_TOUCHES_LEAST = (f"rate({_MIN} - w[x]) == 0", rule("rate on a level", z=f"{_MIN} - w[x]", m="0"))
_TOUCHES_GREATEST = (f"rate({_MAX} - w[x]) == 0", rule("rate on a level", z=f"{_MAX} - w[x]", m="0"))

formal(
    "LEM-least",
    title="The rate of a minimum, from that of its least members",
    statement={
        "letters": ["w[token]: moving number; b: measurable number; C: measurable formula"],
        "given": [f"almost_always({_LEAST})"],
        "show": [f"almost_always(C => rate({_MIN}) >= b)"],
    },
    proof=enter(
        "ae",
        intro(
            "",
            rule(
                "attained least",
                have(
                    [_TOUCHES_LEAST, "rate(w[x]) >= b"], leaf("1: rate(w[x]) >= b", f"eq -1: rate({_MIN} - w[x]) == 0")
                ),
                e="fn(j: w[j])",
                C=f"rate({_MIN}) >= b",
            ),
        ),
    ),
)

formal(
    "LEM-greatest",
    title="The rate of a maximum, from that of its greatest members",
    statement={
        "letters": ["w[token]: moving number; b: measurable number; C: measurable formula"],
        "given": [f"almost_always({_GREATEST})"],
        "show": [f"almost_always(C => rate({_MAX}) <= b)"],
    },
    proof=enter(
        "ae",
        intro(
            "",
            rule(
                "attained greatest",
                have(
                    [_TOUCHES_GREATEST, "rate(w[x]) <= b"],
                    leaf("1: rate(w[x]) <= b", f"eq 1: rate({_MAX} - w[x]) == 0"),
                ),
                e="fn(j: w[j])",
                C=f"rate({_MAX}) <= b",
            ),
        ),
    ),
)

formal(
    "LEM-greatest.always",
    title="The rate of a maximum, without a case",
    statement={
        "letters": ["w[token]: moving number; b: measurable number"],
        "given": ["almost_always(forall x: (forall j: w[j] <= w[x]) => rate(w[x]) <= b)"],
        "show": [f"almost_always(rate({_MAX}) <= b)"],
    },
    proof=have(
        [
            (
                f"almost_always(0 <= 0 => rate({_MAX}) <= b)",
                lemma("LEM-greatest", enter("ae", intro("", KNOWN)), C="0 <= 0"),
            )
        ],
        enter("ae", have(["0 <= 0"], KNOWN)),
    ),
)

formal(
    "LEM-spread",
    title="The rate of the difference of a maximum and a minimum",
    statement={
        "letters": ["w[token]: moving number; b: measurable number"],
        "given": [f"almost_always({_SPREAD})"],
        "show": [f"almost_always(rate({_MAX} - {_MIN}) <= b)"],
    },
    proof=enter(
        "ae",
        rule(
            "attained greatest",
            rule(
                "attained least",
                have(
                    [
                        (f"rate({_MAX} - w[x]) == 0", rule("rate on a level", z=f"{_MAX} - w[x]", m="0")),
                        (f"rate({_MIN} - w[y]) == 0", rule("rate on a level", z=f"{_MIN} - w[y]", m="0")),
                        "rate(w[x]) - rate(w[y]) <= b",
                    ],
                    leaf(
                        "1: rate(w[x]) - rate(w[y]) <= b",
                        f"eq 1: rate({_MAX} - w[x]) == 0",
                        f"eq -1: rate({_MIN} - w[y]) == 0",
                    ),
                ),
                new={"x": "y"},
                e="fn(j: w[j])",
                C=f"rate({_MAX} - {_MIN}) <= b",
            ),
            e="fn(j: w[j])",
            C=f"rate({_MAX} - {_MIN}) <= b",
        ),
    ),
)

formal(
    "LEM-norm",
    title="The rate of a length",
    statement={
        "letters": ["p: moving vector; b: measurable number"],
        "given": [
            "almost_always(norm(p) > 0 => dot(p, rate(p)) <= b*norm(p))",
            "almost_always(norm(p) == 0 => b >= 0)",
        ],
        "show": ["almost_always(rate(norm(p)) <= b)"],
    },
    proof=enter(
        "ae",
        cases(
            "-norm(p)",
            have(
                [
                    ("norm(p) == 0", rule("antisymmetry", leaf("1: -norm(p) >= 0"), leaf(), a="norm(p)", b="0")),
                    ("rate(norm(p)) == 0", rule("rate on a level", z="norm(p)", m="0")),
                    "b >= 0",
                ],
                leaf("1: b >= 0", "eq 1: rate(norm(p)) == 0"),
            ),
            have(
                [("norm(p) > 0", leaf("1: -norm(p) < 0")), "dot(p, rate(p)) <= b*norm(p)"],
                leaf("1: dot(p, rate(p)) <= b*norm(p)", times=["norm(p)"]),
            ),
        ),
    ),
)

formal(
    "LEM-same-rate",
    title="What equals something that does not rise does not rise",
    statement={
        "letters": ["a, b: moving number"],
        "given": ["always(a == b)", "almost_always(rate(b) <= 0)"],
        "show": ["almost_always(rate(a) <= 0)"],
    },
    proof=enter(
        "ae",
        have(
            [("rate(a) == rate(b)", rule("differentiate", a="a", b="b"))],
            leaf("1: rate(b) <= 0", "eq 1: rate(a) == rate(b)"),
        ),
    ),
)

_PAIRS = "min(i: min(j: v[i, j]))"
_ROW = "min(j: v[{0}, j])".format
_TOUCHES_PAIR = (f"rate({_PAIRS} - v[x, y]) == 0", rule("rate on a level", z=f"{_PAIRS} - v[x, y]", m="0"))

formal(
    "LEM-least-pair",
    title="The rate of the least member of a square table",
    statement={
        "letters": ["v[token, token]: moving number; b: measurable number; C: measurable formula"],
        "given": [f"almost_always(C => (forall s, t: v[s, t] == {_PAIRS} => rate(v[s, t]) >= b))"],
        "show": [f"almost_always(C => rate({_PAIRS}) >= b)"],
    },
    proof=enter(
        "ae",
        intro(
            "",
            rule(
                "attained least",
                rule(
                    "attained least",
                    have(
                        [
                            (
                                f"v[x, y] == {_PAIRS}",
                                leaf(f"eq -1: {_PAIRS} == {_ROW('x')}", f"eq -1: {_ROW('x')} == v[x, y]"),
                            ),
                            (f"{_PAIRS} - v[x, y] == 0", leaf(f"eq -1: v[x, y] == {_PAIRS}")),
                            _TOUCHES_PAIR,
                            "rate(v[x, y]) >= b",
                        ],
                        leaf("1: rate(v[x, y]) >= b", f"eq -1: {_TOUCHES_PAIR[0]}"),
                    ),
                    e="fn(j: v[x, j])",
                    C=f"rate({_PAIRS}) >= b",
                    new={"x": "y"},
                ),
                e="fn(i: min(j: v[i, j]))",
                C=f"rate({_PAIRS}) >= b",
            ),
        ),
    ),
)
