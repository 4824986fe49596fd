"""Three tokens on the circle cluster from almost every start down to beta = -2/3."""

from __future__ import annotations

from proofs_checks.lemmas.cut_pair import GAIN
from proofs_checks.lemmas.three_in_order import TRIPLE
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.circle_lines import TURNED
from proofs_checks.perspective.proofs.circle_turns import FLAT, HESSIAN, ON_CIRCLE, PLACED
from proofs_checks.perspective.proofs.models import USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
)


def _gain(i: str, j: str) -> str:
    """The second variation of a pair of tokens."""
    return GAIN("beta", f"z({i}, {j})")


_MARKED = "exists d in state: d[t] == a and (forall i: i != t => d[i] == 0)"
_V = "dot(a, y[{0}])".format
_MOVED = HESSIAN.replace("v[k1]", _V("k1")).replace("v[i]", _V("i")).replace("v[j]", _V("j"))
_ONE, _PAIRS = _MOVED.split(" == ", 1)
_TURN = f"{_V('{0}')}*(c[{{0}}]*b - s[{{0}}]*a)".format
_TERM = f"{_V('{0}')}*({_V('{0}')} - {_V('{1}')})*({_gain('{0}', '{1}')})".format
_ROWS = f"sum(i: sum(j: {_TERM('i', 'j')})) == sum(j: {_TERM('t', 'j')})"
_COLUMN = f"sum(j: {_V('j')}*({_gain('t', 'j')})) == {_V('t')}*({_gain('t', 't')})"
_ALONE = f"sum(j: {_gain('t', 'j')}) >= {_gain('t', 't')}"
_ZERO = have(["y[k] == 0"], leaf(use=["y[k] == 0"]))

formal(
    "LEM-circle-alone",
    title="On the circle, where the Hessian is at most 0, no token alone rises",
    statement=model(
        WEIGHTS, USA, TURNED, {"letters": ["t: token"], "given": [*FRAME, PLACED, ON_CIRCLE, FLAT], "show": [_ALONE]}
    ),
    proof=have(
        [(_MARKED, lemma("LEM-one-place", a="t", u="a"))],
        obtain(
            _MARKED,
            "y",
            have(
                [
                    (
                        f"{_ONE} <= 0",
                        have(
                            [(f"forall i: dot(x[i], {_TURN('i')}) == 0", intro("q", leaf(use=[PLACED, *FRAME])))],
                            take(FLAT, [f"fn(k1: {_TURN('k1')})"], KNOWN),
                        ),
                    ),
                    (_MOVED, lemma("LEM-circle-hessian", v=f"fn(i: {_V('i')})")),
                    (
                        _ROWS,
                        rule("single term", _ZERO, e=f"fn(i: sum(j: {_TERM('i', 'j')}))", y="t", new={"x": "k"}),
                    ),
                    (
                        _COLUMN,
                        rule("single term", _ZERO, e=f"fn(j: {_V('j')}*({_gain('t', 'j')}))", y="t", new={"x": "k"}),
                    ),
                    "y[t] == a",
                ],
                leaf(
                    f"1: n > 0; {_ONE} <= 0",
                    f"eq -n: {_MOVED}",
                    f"eq 1: {_ROWS}",
                    f"eq -1: {_COLUMN}",
                    use=["y[t] == a", "dot(a, a) == 1"],
                ),
            ),
        ),
    ),
)

_ACROSS = "(c[t]*b - s[t]*a)"
_NONE = f"dot({_ACROSS}, usa(x, t)) == dot({_ACROSS}, 0*a)"
_PULLS = "sum(j: exp(beta*z(t, j))*area(t, j)) == 0"

formal(
    "LEM-circle-pulls",
    title="On the circle, where a token rests, the pulls along the circle have the sum 0",
    statement=model(
        WEIGHTS, USA, TURNED, {"letters": ["t: token"], "given": [*FRAME, PLACED, RESTS], "show": [_PULLS]}
    ),
    proof=have(
        ["usa(x, t) == 0", (_NONE, lemma("LEM-same-dot", u="usa(x, t)", w="0*a", z=_ACROSS))],
        leaf(f"eq n: {_NONE}", use=[PLACED, *FRAME]),
    ),
)

THREE = ("p", "q", "r")
_ORDERED: Steps = [("p < r", lemma("LEM-token-order", a="p", b="q", c="r"))]


def _summed(term: str) -> tuple[str, Tree]:
    """A sum over the three tokens."""
    parts = " + ".join(f"({term.format(k)})" for k in THREE)
    return f"sum(j: {term.format('j')}) == {parts}", lemma(
        "LEM-three.sum", a="p", b="q", c="r", u="a", e=f"fn(j: {term.format('j')})"
    )


def _of_token(t: str) -> Steps:
    """What the gradient and the second variation say of one token."""
    others = [k for k in THREE if k != t]
    pulls, alone = _PULLS.replace("(t, ", f"({t}, "), _ALONE.replace("(t, ", f"({t}, ").replace(", t)", f", {t})")
    pull, bent = f"exp(beta*z({t}, {{0}}))*area({t}, {{0}})", _gain(t, "{0}")
    first, second = _summed(pull), _summed(bent)
    return [
        (pulls, lemma("LEM-circle-pulls", t=t)),
        (alone, lemma("LEM-circle-alone", t=t)),
        first,
        second,
        (
            " + ".join(pull.format(k) for k in others) + " == 0",
            leaf(f"eq 1: {pulls}", f"eq -1: {first[0]}"),
        ),
        (
            " + ".join(bent.format(k) for k in others) + " >= 0",
            leaf(f"1: {alone}", f"eq 1: {second[0]}"),
        ),
    ]


_TOGETHER = " and ".join(f"z({pair}) == 1" for pair in ("p, q", "q, r", "r, p"))
_NORM = "c[{0}]^2 + s[{0}]^2 == 1".format


def _square(i: str, j: str) -> Tree:
    return leaf(f"eq 1: {_NORM(i)}", f"eq c[{i}]^2 + s[{i}]^2: {_NORM(j)}")


def _pulls(i: str, j: str, k: str) -> str:
    """What the gradient says of token i, between the tokens j and k."""
    first, second = sorted((j, k))
    return " + ".join(f"exp(beta*z({i}, {m}))*area({i}, {m})" for m in (first, second)) + " == 0"


def _pair(i: str, j: str, k: str) -> Tree:
    """The gaps from i to j and from j to k are not negative."""
    found = " and ".join(f"z({pair}) == 1" for pair in (f"{i}, {j}", f"{j}, {k}", f"{k}, {i}"))
    taken = lemma(
        "LEM-three.pair",
        KNOWN,
        _square(i, j),
        _square(j, k),
        leaf(f"eq -z({k}, {i}): {_NORM(j)}"),
        leaf(f"eq -area({k}, {i}): {_NORM(j)}"),
        leaf(f"eq -1: {_pulls(j, i, k)}"),
        leaf(f"eq 1: {_pulls(i, j, k)}"),
        KNOWN,
        KNOWN,
        u=f"z({i}, {j})",
        v=f"z({j}, {k})",
        w=f"z({k}, {i})",
        A=f"area({i}, {j})",
        B=f"area({j}, {k})",
        C=f"area({k}, {i})",
    )
    return have([(found, taken)], KNOWN)


def _from(known: str, wanted: str, token: str) -> tuple[str, Tree]:
    """Of the two second variations at a token one is negative, so that the other is not."""
    others = [k for k in THREE if k != token]
    both = " + ".join(_gain(token, k) for k in others) + " >= 0"
    return f"{wanted} >= 0", leaf(f"1: {both}", f"1: {known} < 0")


_PQ, _QR, _RP = _gain("p", "q"), _gain("q", "r"), _gain("r", "p")
_CASES = cases(
    _PQ,
    cases(_QR, _pair("p", "q", "r"), have([_from(_QR, _RP, "r")], _pair("r", "p", "q"))),
    have([_from(_PQ, _QR, "q"), _from(_PQ, _RP, "p")], _pair("q", "r", "p")),
)


def _at(k: str) -> Tree:
    """Tokens with the product 1 are at one place."""
    pair = f"z(p, {k})" if k == "q" else "z(r, p)"
    return rule(
        "equal vectors",
        leaf(f"eq -2: {pair} == 1", f"eq 1: {_NORM('p')}", f"eq 1: {_NORM(k)}", use=[PLACED, *FRAME]),
        u="x[p]",
        w=f"x[{k}]",
    )


_EACH = "forall k: x[p] == x[k]"
_FINAL = have(
    [
        (_TOGETHER, _CASES),
        (
            _EACH,
            lemma(
                "LEM-three.each",
                *[KNOWN] * 4,
                leaf(),
                _at("q"),
                _at("r"),
                a="p",
                b="q",
                c="r",
                u="a",
                P="fn(k: x[p] == x[k])",
            ),
        ),
    ],
    intro("i1,j1", have(["x[p] == x[i1]", "x[p] == x[j1]"], lemma("LEM-both-equal", a="x[p]", b="x[i1]", c="x[j1]"))),
)

formal(
    "LEM-three.together",
    title="Three tokens on the circle, beta above -2/3: a critical point with a Hessian at most 0 is a cluster",
    statement=model(
        WEIGHTS,
        USA,
        TURNED,
        {
            "given": [*FRAME, PLACED, ON_CIRCLE, "sum(j: 1) == 3", "-2/3 < beta", FLAT, RESTS],
            "show": ["forall i, j: x[i] == x[j]"],
        },
    ),
    proof=have(
        [(TRIPLE, lemma("LEM-three.order", u="a"))],
        obtain(TRIPLE, "p,q,r", have([*_ORDERED, *(step for t in THREE for step in _of_token(t))], _FINAL)),
    ),
)
