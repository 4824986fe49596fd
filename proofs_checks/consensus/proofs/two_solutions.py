"""How fast two solutions of (6) on the sphere part: at most like exp(L t), for bounded P(t) and U(t)."""

from __future__ import annotations

from typing import Any

from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule

APART = "max(o: norm(x[o] - y[o]))"
LIPSCHITZ = "(sum(h in heads: u[h]*(8*p[h] + 2))/root)"
UNITS = [f"forall i: dot({z}[i], {z}[i]) == 1" for z in "xy"]
_FLOWS = [f"forall i: rate({z}[i]) == six({z}, i)" for z in "xy"]
GAP = "(x[q] - y[q])"
LONG = f"norm{GAP}"
_ROW = "e(g, {0}, q, {1})/sum(k: e(g, {0}, q, k))".format
_DRIVE = "sum(h in heads, j: e(h, {0}, q, j)/(root*sum(k: e(h, {0}, q, k)))*U[h]({0}[j]))".format


def far(token: str) -> tuple[str, Tree]:
    return f"norm(x[{token}] - y[{token}]) <= {APART}", rule(
        "below the greatest", e="fn(o: norm(x[o] - y[o]))", y=token
    )


_ONES: Steps = [
    *((f"norm({z}[{t}]) == 1", leaf(norms=["1"], use=UNITS)) for z, t in (("y", "q"), ("x", "t"))),
    *((f"norm(-{z}[{t}]) == 1", leaf(norms=["1"], use=UNITS)) for z, t in (("y", "q"), ("x", "t"))),
]


def _logit(sign: str) -> Tree:
    """How far the logits of the two solutions are from each other, on one side."""
    here, there = f"dot({sign}(x[q] - y[q]), P[g](x[t]))", f"dot({sign}y[q], P[g](x[t] - y[t]))"
    return have(
        [
            f"{here} <= p[g]*norm({sign}(x[q] - y[q]))*norm(x[t])",
            f"{there} <= p[g]*norm({sign}y[q])*norm(x[t] - y[t])",
        ],
        leaf(
            f"1: {here} <= p[g]*norm({sign}(x[q] - y[q]))*norm(x[t])",
            f"1: {there} <= p[g]*norm({sign}y[q])*norm(x[t] - y[t])",
            f"1: p[g] >= 0; {far('q')[0]}",
            f"1: p[g] >= 0; {far('t')[0]}",
            f"eq p[g]*{LONG}: norm(x[t]) == 1",
            f"eq p[g]*norm(x[t] - y[t]): norm({sign}y[q]) == 1",
        ),
    )


_ROWS = (
    "forall h in heads, i: almost_always(sum(j: abs(e(h, x, i, j)/sum(k: e(h, x, i, k)) - e(h, y, i, j)/sum(k: e(h, y,"
    f" i, k)))) <= 4*(2*p[h]*{APART}))",
    intro(
        "g,q",
        lemma(
            "LEM-softmax.near.now",
            enter("ae", intro("t", have([*_ONES, far("q"), far("t")], both(_logit("-"), _logit(""))))),
            k="fn(j: dot(x[q], P[g](x[j])))",
            l="fn(j: dot(y[q], P[g](y[j])))",
            s=f"2*p[g]*{APART}",
        ),
    ),
)
_GIVEN = [
    "root > 0",
    "root^2 == dim(E)",
    "forall h in heads: p[h] >= 0 and u[h] >= 0",
    "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= p[h]*norm(a)*norm(b))",
    "almost_always(forall h in heads, a in vector, b in vector: dot(a, U[h](b)) <= u[h]*norm(a)*norm(b))",
    "solves(six, x)",
    "solves(six, y)",
]
TWO_SOLUTIONS: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "P[head], U[head]: measurable matrix; p[head], u[head]: number; root: number",
        "x[token], y[token]: moving vector",
    ],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*U[h](X[j]))",
    ],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": _GIVEN,
}
_PULL = f"{_ROW('x', 'j')}*(u[g]*{LONG}*{APART} - dot({GAP}, U[g](x[j] - y[j])))"
_TURN = "abs({0} - {1})*u[g]*{2} - ({0} - {1})*dot({3}, U[g](y[j]))".format(_ROW("x", "j"), _ROW("y", "j"), LONG, GAP)
_SHIFT = (
    f"u[g]*{LONG}*{APART}*(1 + 8*p[g]) - sum(j: {_ROW('x', 'j')}*dot({GAP}, U[g](x[j])) - {_ROW('y', 'j')}*dot({GAP},"
    " U[g](y[j])))"
)
_INWARD = "u[g] - sum(j: {0}*dot(-{1}[q], U[g]({1}[j])))".format


def _headed(text: str) -> str:
    return text.replace("[g]", "[h]").replace("(g,", "(h,")


def _over_heads(text: str, proof: Tree) -> tuple[str, Tree]:
    e = f"({_headed(text)})/root"
    return f"sum(h in heads: {e}) >= 0", rule(
        "positive sum, heads",
        have([(f"{text} >= 0", proof)], leaf(f"1: 1/root > 0; {text} >= 0")),
        e=f"fn(h in heads: {e})",
        new={"x": "g"},
    )


_PULLED = (
    f"sum(j: {_PULL}) >= 0",
    rule(
        "positive sum",
        have(
            [
                f"dot({GAP}, U[g](x[t] - y[t])) <= u[g]*{LONG}*norm(x[t] - y[t])",
                far("t"),
            ],
            leaf(
                f"1: {_ROW('x', 't')} > 0; dot({GAP}, U[g](x[t] - y[t])) <= u[g]*{LONG}*norm(x[t] - y[t])",
                f"1: {_ROW('x', 't')} > 0; u[g] >= 0; {LONG} >= 0; {far('t')[0]}",
            ),
        ),
        e=f"fn(j: {_PULL})",
        new={"x": "t"},
    ),
)
_AT_T = f"{_ROW('x', 't')} - {_ROW('y', 't')}"
_TURNED = (
    f"sum(j: {_TURN}) >= 0",
    rule(
        "positive sum",
        have(
            [
                ("norm(y[t]) == 1", leaf(norms=["1"], use=UNITS)),
                *(f"dot({s}{GAP}, U[g](y[t])) <= u[g]*norm({s}{GAP})*norm(y[t])" for s in ("", "-")),
                *(
                    (
                        f"{s}dot({GAP}, U[g](y[t])) <= u[g]*{LONG}",
                        leaf(
                            f"1: dot({s}{GAP}, U[g](y[t])) <= u[g]*norm({s}{GAP})*norm(y[t])",
                            f"eq u[g]*{LONG}: norm(y[t]) == 1",
                        ),
                    )
                    for s in ("", "-")
                ),
                (f"{_AT_T} <= abs({_AT_T})", rule("absolute above", e=_AT_T)),
                (f"-({_AT_T}) <= abs({_AT_T})", rule("absolute above minus", e=_AT_T)),
            ],
            leaf(
                f"1/2: {_AT_T} <= abs({_AT_T}); -dot({GAP}, U[g](y[t])) <= u[g]*{LONG}",
                f"1/2: -({_AT_T}) <= abs({_AT_T}); dot({GAP}, U[g](y[t])) <= u[g]*{LONG}",
            ),
        ),
        e=f"fn(j: {_TURN})",
        new={"x": "t"},
    ),
)
_NEAR_ROWS = f"sum(j: abs({_ROW('x', 'j')} - {_ROW('y', 'j')})) <= 4*(2*p[g]*{APART})"
_SHIFTED = _over_heads(
    _SHIFT,
    have(
        [_PULLED, _TURNED, _NEAR_ROWS],
        leaf(
            f"1: {_PULLED[0]}",
            f"1: {_TURNED[0]}",
            f"1: u[g] >= 0; {LONG} >= 0; {_NEAR_ROWS}",
        ),
    ),
)


def _inward(z: str) -> tuple[str, Tree]:
    """The drive of a token is no longer than the bounds of the value matrices."""
    term = f"{_ROW(z, 'j')}*(u[g] - dot(-{z}[q], U[g]({z}[j])))"
    bound = f"dot(-{z}[q], U[g]({z}[t])) <= u[g]*norm(-{z}[q])*norm({z}[t])"
    short = f"dot(-{z}[q], U[g]({z}[t])) <= u[g]"
    each = have(
        [
            (f"norm({z}[t]) == 1", leaf(norms=["1"], use=UNITS)),
            (f"norm(-{z}[q]) == 1", leaf(norms=["1"], use=UNITS)),
            bound,
            (
                short,
                leaf(
                    f"1: {bound}",
                    f"eq u[g]*norm({z}[t]): norm(-{z}[q]) == 1",
                    f"eq u[g]: norm({z}[t]) == 1",
                ),
            ),
        ],
        leaf(f"1: {_ROW(z, 't')} > 0; {short}"),
    )
    sums = f"sum(j: {term}) >= 0", rule("positive sum", each, e=f"fn(j: {term})", new={"x": "t"})
    return _over_heads(_INWARD(_ROW(z, "j"), z), have([sums], leaf(f"1: {sums[0]}")))


_SLOWLY = have(
    [
        _SHIFTED,
        _inward("x"),
        _inward("y"),
        far("q"),
        *((f"dot({GAP}, {z}[q]) == {s}{LONG}^2/2", leaf(use=UNITS)) for z, s in (("x", ""), ("y", "-"))),
        (
            "sum(h in heads: u[h]/root) >= 0",
            rule(
                "positive sum, heads", leaf("1: u[g] >= 0; 1/root > 0"), e="fn(h in heads: u[h]/root)", new={"x": "g"}
            ),
        ),
    ],
    leaf(
        f"1: {_SHIFTED[0]}",
        f"1/2: {_inward('x')[0]}; sq {LONG}",
        f"1/2: {_inward('y')[0]}; sq {LONG}",
        f"1: sum(h in heads: u[h]/root) >= 0; {LONG} >= 0; {far('q')[0]}",
        use=[*_FLOWS, *UNITS],
    ),
)
_RATE = f"almost_always(rate({APART}) <= {LIPSCHITZ}*{APART})"
_STRENGTH = (
    f"{LIPSCHITZ} >= 0",
    have(
        [
            (
                "sum(h in heads: u[h]*(8*p[h] + 2)/root) >= 0",
                rule(
                    "positive sum, heads",
                    leaf("8: u[g] >= 0; p[g] >= 0; 1/root > 0", "2: u[g] >= 0; 1/root > 0"),
                    e="fn(h in heads: u[h]*(8*p[h] + 2)/root)",
                    new={"x": "g"},
                ),
            )
        ],
        leaf("1: sum(h in heads: u[h]*(8*p[h] + 2)/root) >= 0"),
    ),
)
_NONNEGATIVE = leaf(f"1: {LIPSCHITZ} >= 0; {far('q')[0]}", f"1: {LIPSCHITZ} >= 0; {LONG} >= 0")
PARTING: Steps = [
    _ROWS,
    _STRENGTH,
    (
        f"forall i: almost_always(rate(norm(x[i] - y[i])) <= {LIPSCHITZ}*{APART})",
        intro(
            "q",
            lemma(
                "LEM-norm",
                enter("ae", intro("", _SLOWLY)),
                enter(
                    "ae",
                    intro(
                        "",
                        have([far("q")], _NONNEGATIVE),
                    ),
                ),
                p=GAP,
                b=f"{LIPSCHITZ}*{APART}",
            ),
        ),
    ),
    (
        _RATE,
        lemma(
            "LEM-greatest.always",
            enter("ae", intro(["q", ""], KNOWN)),
            w="fn(o: norm(x[o] - y[o]))",
            b=f"{LIPSCHITZ}*{APART}",
        ),
    ),
]
