"""Rows of attention at tokens near each other: their logits differ by at most S, their parts by factors exp(2 S).

S is a multiple of the diameter of the central projections.
"""

from __future__ import annotations

from verify.tactics.build import Tree, both, have, intro, leaf, rule

DIAMETER = "diam(o: Y[o]/dot(v, Y[o]))"
S = f"(K*C*L/mu*{DIAMETER})"
UNIT = "forall i: dot(Y[i], W(Y[i])) == 1"
HEIGHT = "dot(v, Y[{0}])".format
Q = "Y[{0}]/dot(v, Y[{0}])".format
PART = "sum(h in heads: att(h, Y, {0}, {1}))*dot(v, Y[{1}])".format
_FORM = "dot({0}, W({0})) >= mu*dot({0}, {0}) and dot({0}, W({0})) <= L^2*dot({0}, {0})".format
_GAP = f"norm({Q('p')} - {Q('s')})"
HEIGHTS = (
    "forall i: dot(v, Y[i]) <= C",
    intro(
        "p",
        have(
            [("dot(z - C*Y[p], W(z - C*Y[p])) >= 0", rule("nonnegative form", W="W", u="z - C*Y[p]"))],
            leaf(
                "1/2: 1/C > 0; dot(z - C*Y[p], W(z - C*Y[p])) >= 0",
                "eq -1/2/C: C^2 == dot(v, z)",
                use=["W(z) == v", UNIT],
            ),
        ),
    ),
)
_NEAR = f"norm(Y[p] - Y[s])^2 <= C^2*L^2/mu*{_GAP}^2"
_ROUND = "norm(Y[p] - Y[s])*norm(Y[t])"
CLOSE = (
    f"forall h in heads, i, k, j: dot(Y[i] - Y[k], P[h](Y[j])) <= {S}",
    intro(
        "g,p,s,t",
        have(
            [
                f"{HEIGHT('p')} <= C",
                f"{HEIGHT('s')} <= C",
                _FORM("(Y[p] - Y[s])"),
                _FORM(f"({Q('p')} - {Q('s')})"),
                _FORM("Y[t]"),
                (
                    _NEAR,
                    leaf(
                        "1: 1/mu > 0; dot(Y[p] - Y[s], W(Y[p] - Y[s])) >= mu*dot(Y[p] - Y[s], Y[p] - Y[s])",
                        f"1: 1/mu > 0; {HEIGHT('p')} > 0; {HEIGHT('s')} > 0; sq 1/{HEIGHT('p')} - 1/{HEIGHT('s')}",
                        f"1: 1/mu > 0; {HEIGHT('p')} > 0; {HEIGHT('s')} > 0; dot({Q('p')} - {Q('s')}, W({Q('p')} -"
                        f" {Q('s')})) <= L^2*dot({Q('p')} - {Q('s')}, {Q('p')} - {Q('s')})",
                        f"1: 1/mu > 0; C > 0; {HEIGHT('p')} <= C; sq L*{_GAP}",
                        f"1: 1/mu > 0; {HEIGHT('p')} > 0; {HEIGHT('s')} <= C; sq L*{_GAP}",
                        use=[UNIT],
                    ),
                ),
                ("norm(Y[t])^2 <= 1/mu", leaf("1: 1/mu > 0; dot(Y[t], W(Y[t])) >= mu*dot(Y[t], Y[t])", use=[UNIT])),
                (f"{_GAP} <= {DIAMETER}", rule("within the diameter", q="fn(o: Y[o]/dot(v, Y[o]))", y="p", z="s")),
                (
                    f"{_ROUND} <= C*L/mu*{_GAP}",
                    rule(
                        "below the square",
                        leaf(f"1: C > 0; L > 0; 1/mu > 0; {_GAP} >= 0"),
                        leaf(
                            f"1: {_NEAR}; norm(Y[t])^2 >= 0",
                            f"1: norm(Y[t])^2 <= 1/mu; 1/mu > 0; sq C*L*{_GAP}",
                        ),
                        a=_ROUND,
                        b=f"C*L/mu*{_GAP}",
                    ),
                ),
                "dot(Y[p] - Y[s], P[g](Y[t])) <= K*norm(Y[p] - Y[s])*norm(Y[t])",
            ],
            leaf(
                "1: dot(Y[p] - Y[s], P[g](Y[t])) <= K*norm(Y[p] - Y[s])*norm(Y[t])",
                f"1: K >= 0; {_ROUND} <= C*L/mu*{_GAP}",
                f"1: K >= 0; C > 0; L > 0; 1/mu > 0; {_GAP} <= {DIAMETER}",
            ),
        ),
    ),
)
_E = "e({0}, Y, {1}, {2})".format
FACTOR = (
    f"forall h in heads, i, k, j: {_E('h', 'i', 'j')} <= exp({S})*{_E('h', 'k', 'j')}",
    intro(
        "g,p,s,t",
        have(
            [f"dot(Y[p] - Y[s], P[g](Y[t])) <= {S}"],
            rule(
                "exp monotone",
                leaf(f"1: dot(Y[p] - Y[s], P[g](Y[t])) <= {S}"),
                a="dot(Y[p], P[g](Y[t]))",
                b=f"{S} + dot(Y[s], P[g](Y[t]))",
            ),
        ),
    ),
)
_TOTAL = f"sum(k: exp({S})*{_E('g', 'p', 'k')} - {_E('g', 's', 'k')})"
_Z = "1/sum(k: " + _E("g", "{0}", "k") + ") > 0"
_ATT = "att({0}, Y, {1}, {2})".format
WEIGHTS = (
    f"forall h in heads, i, k, j: {_ATT('h', 'i', 'j')} <= exp(2*{S})*{_ATT('h', 'k', 'j')}",
    intro(
        "g,p,s,t",
        have(
            [
                f"{_E('g', 'p', 't')} <= exp({S})*{_E('g', 's', 't')}",
                (
                    f"{_TOTAL} >= 0",
                    rule(
                        "positive sum",
                        have(
                            [f"{_E('g', 's', 'u')} <= exp({S})*{_E('g', 'p', 'u')}"],
                            leaf(f"1: {_E('g', 's', 'u')} <= exp({S})*{_E('g', 'p', 'u')}"),
                        ),
                        e=f"fn(k: {_TOTAL[7:-1]})",
                        new={"x": "u"},
                    ),
                ),
            ],
            leaf(
                f"1: 1/root > 0; exp({S}) > 0; {_Z.format('s')}; {_E('g', 'p', 't')} <= exp({S})*{_E('g', 's', 't')}",
                f"1: 1/root > 0; {_E('g', 'p', 't')} > 0; {_Z.format('s')}; {_Z.format('p')}; {_TOTAL} >= 0",
            ),
        ),
    ),
)


def _parts_near(one: str, other: str) -> tuple[str, Tree]:
    term = f"exp(2*{S})*{_ATT('h', other, 't')} - {_ATT('h', one, 't')}"
    bound = f"{_ATT('g', one, 't')} <= exp(2*{S})*{_ATT('g', other, 't')}"
    return f"sum(h in heads: {term}) >= 0", rule(
        "positive sum, heads", have([bound], leaf(f"1: {bound}")), e=f"fn(h in heads: {term})", new={"x": "g"}
    )


BETWEEN = (
    f"forall j: {PART('p', 'j')} <= exp(2*{S})*({PART('s', 'j')})"
    f" and {PART('s', 'j')} <= exp(2*{S})*({PART('p', 'j')})",
    intro(
        "t",
        both(
            *(
                have([_parts_near(a, b)], leaf(f"1: {HEIGHT('t')} > 0; {_parts_near(a, b)[0]}"))
                for a, b in (("p", "s"), ("s", "p"))
            )
        ),
    ),
)
