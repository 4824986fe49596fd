"""The exponential of the products of points on a circle is a positive kernel.

With t as time the rate of a form is the sum of two forms, of the points times their coordinates: a lower bound of all
forms improves from 1/(k + 1) to 1/(k + 2), so that none is negative.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, cases, enter, have, intro, leaf, lemma, obtain, rule, split, take

CIRCLE = "forall i: c[i]^2 + s[i]^2 == 1"
POINTS = {
    "letters": ["c[token], s[token]: number"],
    "where": [
        "n := sum(i: 1)",
        "z(i, j) := c[i]*c[j] + s[i]*s[j]",
        "form(u, t) := sum(i, j: dot(u[i], u[j])*exp(t*z(i, j)))",
        "mass(u) := n*sum(i: dot(u[i], u[i]))",
    ],
    "given": [CIRCLE],
}
_BELOW = "form({0}, {1})*({2} + 1) >= -mass({0})*exp(2*({1}))".format
_ALL = f"forall y in state, r in number: r >= 0 => {_BELOW('y', 'r', '{0}')}".format
_PAIR = "dot(d[{0}], d[{1}])*exp(t*z({0}, {1})) + (dot(d[{0}], d[{0}]) + dot(d[{1}], d[{1}]))*exp(2*t)/2".format
_CRUDE = (
    f"sum(i: sum(j: {_PAIR('i', 'j')})) >= 0",
    rule(
        "positive sum",
        rule(
            "positive sum",
            have(
                [
                    (
                        "1 - z(p, q) >= 0",
                        leaf(
                            "1/2: sq c[p] - c[q]",
                            "1/2: sq s[p] - s[q]",
                            "eq 1/2: c[p]^2 + s[p]^2 == 1",
                            "eq 1/2: c[q]^2 + s[q]^2 == 1",
                        ),
                    ),
                    (
                        "exp(t*z(p, q)) <= exp(2*t)",
                        rule("exp monotone", leaf("1: t >= 0; 1 - z(p, q) >= 0", "1: t >= 0"), a="t*z(p, q)", b="2*t"),
                    ),
                ],
                leaf(
                    "1/2: exp(t*z(p, q)) > 0; sq norm(d[p] + d[q])",
                    "1/2: exp(t*z(p, q)) <= exp(2*t); sq norm(d[p])",
                    "1/2: exp(t*z(p, q)) <= exp(2*t); sq norm(d[q])",
                ),
            ),
            e=f"fn(j: {_PAIR('p', 'j')})",
            new={"x": "q"},
        ),
        e=f"fn(i: sum(j: {_PAIR('i', 'j')}))",
        new={"x": "p"},
    ),
)
_EVERY = f"forall m in size: {_ALL('m')}"
_ALONG = "fn(i: {0}[i]*d[i])".format
_W = "(form(d, time)*(k + 2) + mass(d)*exp(2*time))"
_SAME = (
    "sum(i: dot(c[i]*d[i], c[i]*d[i]) + dot(s[i]*d[i], s[i]*d[i])) == sum(i: dot(d[i], d[i]))",
    rule(
        "equal sums",
        leaf("eq dot(d[p], d[p]): c[p]^2 + s[p]^2 == 1"),
        e="fn(i: dot(c[i]*d[i], c[i]*d[i]) + dot(s[i]*d[i], s[i]*d[i]))",
        f="fn(i: dot(d[i], d[i]))",
        new={"x": "p"},
    ),
)
_RATE = have(
    [
        "time >= 0",
        (_BELOW(_ALONG("c"), "time", "k"), take(_ALL("k"), [_ALONG("c"), "time"], KNOWN)),
        (_BELOW(_ALONG("s"), "time", "k"), take(_ALL("k"), [_ALONG("s"), "time"], KNOWN)),
    ],
    leaf(
        f"1: k + 2 > 0; 1/(k + 1) > 0; {_BELOW(_ALONG('c'), 'time', 'k')}",
        f"1: k + 2 > 0; 1/(k + 1) > 0; {_BELOW(_ALONG('s'), 'time', 'k')}",
        "1: k >= 0; 1/(k + 1) > 0; mass(d) >= 0; exp(2*time) > 0",
        f"eq (k + 2)/(k + 1)*n*exp(2*time): {_SAME[0]}",
    ),
)
_NEXT = have(
    [
        ("always(time >= 0)", rule("time passes")),
        _SAME,
        ("mass(d) >= 0", leaf("1: n >= 0; sum(i: dot(d[i], d[i])) >= 0")),
        (f"always({_W} >= start({_W}))", rule("monotone", _RATE, z=_W)),
        (f"start({_W}) >= 0", enter("start", leaf("1: k + 2 > 0; sq norm(sum(i: d[i]))", "1: mass(d) >= 0"))),
    ],
    split(
        "t > 0 or t <= 0",
        lemma(
            "LEM-reached",
            KNOWN,
            enter("every", intro("", leaf(f"1: {_W} >= start({_W})", f"1: start({_W}) >= 0", use=["time == t"]))),
            T="t",
            C=_BELOW("d", "t", "(k + 1)"),
        ),
        have(
            [("t == 0", rule("antisymmetry", a="t", b="0"))],
            leaf("1: k + 2 > 0; sq norm(sum(i: d[i]))", "1: mass(d) >= 0", use=["t == 0"]),
        ),
    ),
)

formal(
    "LEM-kernel.nearly",
    title="The exponential of the products of points on a circle is nearly a positive kernel",
    statement={**POINTS, "show": [_EVERY]},
    proof=rule(
        "induction",
        intro(["d", "t", ""], have([_CRUDE], leaf(f"1: {_CRUDE[0]}"))),
        intro(["d", "t", ""], _NEXT),
        P=f"fn(k in size: {_ALL('k')})",
        new={"n": "k"},
    ),
)

_MOST = "mass(d)*exp(2*t)/(-form(d, t))"
_LARGE = f"exists k in size: {_MOST} < k"
POSITIVE = "forall y in state, r in number: r >= 0 => form(y, r) >= 0"

formal(
    "LEM-kernel",
    title="The exponential of the products of points on a circle is a positive kernel",
    statement={**POINTS, "show": [POSITIVE]},
    proof=have(
        [(_EVERY, lemma("LEM-kernel.nearly"))],
        intro(
            ["d", "t", ""],
            cases(
                "form(d, t)",
                KNOWN,
                have(
                    [(_LARGE, rule("sizes exceed every number", K=_MOST))],
                    obtain(
                        _LARGE,
                        "k",
                        have(
                            [
                                (
                                    _BELOW("d", "t", "k"),
                                    take(_EVERY, ["k"], take(_ALL("k"), ["d", "t"], KNOWN)),
                                )
                            ],
                            leaf(f"1: {_BELOW('d', 't', 'k')}", f"1: {_MOST} < k; form(d, t) < 0"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
