"""(B.4): at a critical point at which the Hessian is at most 0, no set of tokens that turns raises the energy."""

from __future__ import annotations

from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.models import EAST, STATE, UNIT, USA, WEIGHTS, WEST, still
from proofs_checks.perspective.proofs.resting import RESTS
from proofs_checks.perspective.proofs.turning import SKEW, skew_facts
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, split, take

_EITHER = "chi[{0}] == 0 or chi[{0}] == 1".format
_SPEED = "fn(k1: chi[k1]*y[k1])"
_ONE = f"dot(D(usa, x, {_SPEED}, {{0}}), chi[{{0}}]*y[{{0}}])".format
_ALONG = f"sum(i: {_ONE('i')})"
_PAIR = (
    "chi[{0}]*e(x, {0}, {1})*(beta*dot(y[{0}], x[{1}])^2 + dot(w[{0}], x[{1}])"
    " + chi[{1}]*(beta*dot(y[{0}], x[{1}])*dot(x[{0}], y[{1}]) + dot(y[{0}], y[{1}])))"
).format
_CUT = ("chi[{0}]*(1 - chi[{1}])*e(x, {0}, {1})*(beta*dot(y[{0}], x[{1}])^2 + dot(w[{0}], x[{1}]))").format
_ROW = f"{_ONE('p')} == 1/n*sum(j: {_PAIR('p', 'j')})"
_ACROSS = "forall i: dot(y[i], x[i]) == 0"
_STILL = "dot(w[p], usa(x, p)) == dot(w[p], 0*x[p])"
_OWN = "dot(y[p], y[p]) == -dot(w[p], x[p])"
_SWAPS = "forall i, j: dot(y[i], x[j]) == -dot(x[i], y[j])"
_TWICE = "forall i, j: dot(y[i], y[j]) == -dot(w[i], x[j])"
_OWN_SWAP = "dot(y[p], x[p]) == -dot(x[p], y[p])"
_FACTS: Steps = [(_ACROSS, intro("p", take(_SWAPS, ["p", "p"], leaf(f"eq 1/2: {_OWN_SWAP}"))))]
_TURNS: Tree = have(
    [
        "usa(x, p) == 0",
        (_OWN, take(_TWICE, ["p", "p"], KNOWN)),
        (_STILL, lemma("LEM-same-dot", u="usa(x, p)", w="0*x[p]", z="w[p]")),
    ],
    leaf(f"eq -1: {_STILL}", use=["chi[p] == 1", UNIT, _OWN, _ACROSS]),
)
_EACH = have([_EITHER("p")], split(_EITHER("p"), leaf(use=["chi[p] == 0"]), _TURNS))
_SWAP = "dot(y[p], x[q]) == -dot(x[p], y[q])"
_PRODUCT = "dot(y[p], y[q]) == -dot(w[p], x[q])"
_SAME_PAIR = have(
    [(_SWAP, take(_SWAPS, ["p", "q"], KNOWN)), (_PRODUCT, take(_TWICE, ["p", "q"], KNOWN))],
    leaf(
        f"eq chi[p]*chi[q]*e(x, p, q)*beta*dot(y[p], x[q]): {_SWAP}",
        f"eq chi[p]*chi[q]*e(x, p, q): {_PRODUCT}",
    ),
)
_SAME = f"sum(i, j: {_PAIR('i', 'j')}) == sum(i, j: {_CUT('i', 'j')})"
_ROWS = f"{_ALONG} == sum(i: 1/n*sum(j: {_PAIR('i', 'j')}))"


formal(
    "LEM-flat-cut",
    title="Where the Hessian is at most 0, no set of tokens rises that moves by skew speeds",
    statement=model(
        WEIGHTS,
        USA,
        STATE,
        {
            "letters": ["y[token], w[token]: vector; chi[token]: number"],
            "given": [RESTS, FLAT, _SWAPS, _TWICE, f"forall i: {_EITHER('i')}"],
            "show": [f"sum(i, j: {_CUT('i', 'j')}) <= 0"],
        },
    ),
    proof=have(
        [
            *_FACTS,
            (
                f"{_ALONG} <= 0",
                have(
                    [("forall i: dot(x[i], chi[i]*y[i]) == 0", intro("q", leaf(use=[_ACROSS])))],
                    take(FLAT, [_SPEED], KNOWN),
                ),
            ),
            (
                _ROWS,
                rule(
                    "equal sums",
                    have([(_ROW, _EACH)], leaf(f"eq 1: {_ROW}")),
                    e=f"fn(i: {_ONE('i')})",
                    f=f"fn(i: 1/n*sum(j: {_PAIR('i', 'j')}))",
                    new={"x": "p"},
                ),
            ),
            (
                _SAME,
                rule(
                    "equal sums",
                    rule(
                        "equal sums",
                        _SAME_PAIR,
                        e=f"fn(j: {_PAIR('p', 'j')})",
                        f=f"fn(j: {_CUT('p', 'j')})",
                        new={"x": "q"},
                    ),
                    e=f"fn(i: sum(j: {_PAIR('i', 'j')}))",
                    f=f"fn(i: sum(j: {_CUT('i', 'j')}))",
                    new={"x": "p"},
                ),
            ),
        ],
        leaf(f"1: n > 0; {_ALONG} <= 0", f"eq -n: {_ROWS}", f"eq -1: {_SAME}"),
    ),
)

_ACROSS_PAIRS = "forall i, j: dot(B(x[i]), x[j]) == -dot(x[i], B(x[j]))"
_TURNED = ("chi[{0}]*(1 - chi[{1}])*e(x, {0}, {1})*(beta*dot(B(x[{0}]), x[{1}])^2 + dot(B(B(x[{0}])), x[{1}]))").format
_TWO = still(EAST, WEST, beta=1, B=[[0, -1], [1, 0]], chi=[1, 0])
_EQUAL = still(EAST, EAST, beta=1, B=[[0, -1], [1, 0]], chi=[1, 0])

formal(
    "PER-B.3.flat",
    title="Where the Hessian is at most 0, every cut satisfies (B.4)",
    sentence=r"At a critical point of $E_\beta$ on the sphere, in any dimension, at which the Hessian is at most 0:"
    r" $\sum_{i \in S, j \notin S}e^{\beta\langle x_i, x_j\rangle}(\beta\langle Bx_i, x_j\rangle^2 + \langle B^2x_i,"
    r" x_j\rangle) \leq 0$ for all skew $B$ and all sets $S$ of tokens.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; chi is 1 on S and 0"
    " elsewhere",
    statement=model(
        WEIGHTS,
        USA,
        STATE,
        {
            "letters": ["B: matrix; chi[token]: number"],
            "given": [RESTS, FLAT, SKEW, f"forall i: {_EITHER('i')}"],
            "show": [f"sum(i, j: {_TURNED('i', 'j')}) <= 0"],
        },
    ),
    proof=have(
        [*skew_facts(), (_ACROSS_PAIRS, intro(["p", "q"], take(SKEW, ["x[p]", "x[q]"], KNOWN)))],
        lemma("LEM-flat-cut", y="fn(i: B(x[i]))", w="fn(i: B(B(x[i])))"),
    ),
    instance=_EQUAL,
    twin=Variant("without the Hessian", {FLAT: "beta == beta"}, _TWO),
)
