"""Remark 4.7: the first token follows a moving eigenvector; equation (8), and the angle it keeps (CON-B6).

The angle phi between the first token and v(t) is read off its tangent |y/b - v|, b = dot(v, y), and K is the tangent of
the bound phi*: sin(2 phi*) = 2K/(1 + K^2) = omega/omega*, omega* = g/(2 root). U(t) and its eigenvalue are measurable.
"""

from proofs_checks.consensus.proofs.instances import OPPOSITE, causal
from proofs_checks.consensus.proofs.models import CAUSAL_SOLUTION, TURNING
from proofs_checks.lemmas.causal import FIRST
from proofs_checks.lemmas.stable_root import CLOSE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

_FIRST_TOKEN = {"letters": ["f: token"], "given": ["forall i: f <= i"]}
_ROW = FIRST.replace("s*", "1/root*", 1)
_FLOW = "almost_always(forall i: rate(y[i]) == sum(j in upto(i): att(y, i, j)*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))"
_EIGHT = "rate(dot(v, y[f])) == (lam - dot(y[f], U(y[f])))*dot(v, y[f])/root + dot(rate(v), y[f])"


def _first(then: object) -> object:
    """The first token is drawn by nobody else."""
    return unfold(
        "solves(causal, y)",
        have(
            [
                (_FLOW, enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"])))),
                ("almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)", enter("ae", intro("p", leaf()))),
                (f"almost_always({_ROW})", lemma("LEM-causal.first", s="1/root", a="fn(i, j: att(y, i, j))")),
            ],
            then,
        ),
    )


formal(
    "CON-R4.7.a",
    statement=model(TURNING, CAUSAL_SOLUTION, _FIRST_TOKEN, {"show": [f"almost_always({_EIGHT})"]}),
    proof=_first(enter("ae", leaf(use=[_ROW, "U(v) == lam*v"]))),
    instance=causal(f=0),
    twin=Variant("without b", {"*dot(v, y[f])/root": "/root"}, causal(f=0, y=[[0, 0, 0, 1]] * 3)),
)

_B = "dot(v, y[f])"
_TANGENT = f"y[f]/{_B} - v"
_SIZE = f"norm({_TANGENT})"
_SIDE = f"y[f] - {_B}*v"
_COS = "sqrt(1/(1 + K^2))"
_SIN = "K*sqrt(1/(1 + K^2))"
_LEVEL = f"min(start({_B}), {_COS})"
_GAP = "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)"
_SLOPE = f"rate({_SIZE}) <= omega*(1 + {_SIZE}^2) - g/root*{_SIZE}"
_UNIT = ["forall i: dot(y[i], y[i]) == 1", "dot(v, v) == 1"]
_TURN = "dot(v, rate(v)) == 0"


def _speed(vector: str) -> list[tuple[str, object]]:
    """What the eigenvector does to a vector across it."""
    return [
        ("rate(dot(v, v)) == rate(1)", rule("differentiate", a="dot(v, v)", b="1")),
        (_TURN, leaf("eq 1/2: rate(dot(v, v)) == rate(1)")),
        (f"dot(v, {vector}) == 0", leaf(use=_UNIT)),
        (f"dot({vector}, U({vector})) <= (lam - g)*dot({vector}, {vector})", KNOWN),
        (f"dot({vector}, -rate(v)) <= norm({vector})*norm(-rate(v))", rule("Cauchy-Schwarz", u=vector, w="-rate(v)")),
    ]


_STARTS = enter(
    "start",
    rule(
        "strictly below the square",
        KNOWN,
        leaf(
            f"1: {_SIZE} < 1/K; 1/K > 0; {_B} > 0; {_B} > 0; K > 0; K > 0; 1/(1 + K^2) > 0",
            f"1: {_SIZE} < 1/K; {_SIZE} >= 0; {_B} > 0; {_B} > 0; K > 0; K > 0; 1/(1 + K^2) > 0",
            use=_UNIT,
        ),
        a=_SIN,
        b=_B,
    ),
)
_EDGE = "2*K/(1 + K^2) == omega/(g/(2*root))"
_SLOW = "norm(-rate(v)) <= omega"
_RISES = enter(
    "ae",
    intro(
        "",
        have(
            [
                *_speed(f"({_SIDE})"),
                (_SLOW, leaf("1: norm(rate(v)) <= omega")),
                (f"{_B} > 0", leaf(f"1: {_B} > {_SIN}", f"1: {_SIN} > 0")),
                (f"{_B} + {_SIN} > 0", leaf(f"1: {_B} > 0", f"1: {_SIN} > 0")),
                (f"{_COS} - {_B} >= 0", leaf(f"1: {_B} < {_LEVEL}", f"1: {_LEVEL} <= {_COS}")),
                (f"{_COS} + {_B} > 0", leaf(f"1: {_B} > 0", f"1: {_COS} > 0")),
                (
                    f"{_SIN}*{_COS} <= {_B}*norm({_SIDE})",
                    rule(
                        "below the square",
                        leaf(f"1: {_B} > 0; norm({_SIDE}) >= 0"),
                        leaf(f"1: {_B} > {_SIN}; {_B} + {_SIN} > 0; {_COS} - {_B} >= 0; {_COS} + {_B} > 0", use=_UNIT),
                        a=f"{_SIN}*{_COS}",
                        b=f"{_B}*norm({_SIDE})",
                    ),
                ),
            ],
            leaf(
                f"1: 1/root > 0; {_B} > 0; dot({_SIDE}, U({_SIDE})) <= (lam - g)*dot({_SIDE}, {_SIDE})",
                f"1: dot({_SIDE}, -rate(v)) <= norm({_SIDE})*norm(-rate(v))",
                f"1: {_SLOW}; norm({_SIDE}) >= 0",
                f"1: {_SIN}*{_COS} <= {_B}*norm({_SIDE}); g > 0; 1/root > 0; norm({_SIDE}) >= 0",
                f"eq -g/(2*root)*norm({_SIDE}): {_EDGE}",
                f"eq -1: {_EIGHT}",
                use=["U(v) == lam*v", *_UNIT, _TURN],
            ),
        ),
    ),
)
_INSIDE = have(
    [
        (f"almost_always({_EIGHT})", lemma("CON-R4.7.a")),
        (f"{_COS} > 0", leaf()),
        (f"{_SIN} > 0", leaf(f"1: K > 0; {_COS} > 0")),
        (f"{_SIN} < start({_B})", _STARTS),
        (f"{_LEVEL} <= {_COS}", rule("minimum below second", a=f"start({_B})", b=_COS)),
        (f"{_LEVEL} <= start({_B})", rule("minimum below first", a=f"start({_B})", b=_COS)),
        (
            f"{_SIN} < {_LEVEL}",
            rule("minimum strictly above", KNOWN, leaf(f"1: K < 1; {_COS} > 0"), a=f"start({_B})", b=_COS, c=_SIN),
        ),
        (
            f"always({_B} >= {_LEVEL})",
            lemma(
                "LEM-barrier",
                enter("start", leaf(f"1: {_LEVEL} <= start({_B})")),
                KNOWN,
                _RISES,
                z=_B,
                m=_LEVEL,
                l=_SIN,
            ),
        ),
    ],
    enter("every", leaf(f"1: {_B} >= {_LEVEL}", f"1: {_SIN} < {_LEVEL}", f"1: {_SIN} > 0")),
)

_BOUND = f"omega*(1 + {_SIZE}^2) - g/root*{_SIZE}"
_AWAY = f"dot(({_TANGENT}), -rate(v)) <= norm({_TANGENT})*norm(-rate(v))"
_LEANS = _first(
    lemma(
        "LEM-norm",
        enter(
            "ae",
            intro(
                "",
                have(
                    [*_speed(f"({_TANGENT})"), (_SLOW, leaf("1: norm(rate(v)) <= omega"))],
                    leaf(
                        f"1: {_AWAY}",
                        f"1: {_AWAY}; {_SIZE} >= 0; {_SIZE} >= 0",
                        f"1: {_SLOW}; {_SIZE} >= 0",
                        f"1: {_SLOW}; {_SIZE} >= 0; {_SIZE} >= 0; {_SIZE} >= 0",
                        f"1: 1/root > 0; dot(({_TANGENT}), U({_TANGENT})) <= (lam - g)*dot(({_TANGENT}), ({_TANGENT}))",
                        use=[_ROW, "U(v) == lam*v", *_UNIT, _TURN],
                    ),
                ),
            ),
        ),
        enter("ae", intro("", leaf("1: omega > 0", f"1: omega > 0; sq {_SIZE}", f"eq g/root: {_SIZE} == 0"))),
        p=_TANGENT,
        b=_BOUND,
    )
)
_ARRIVES = lemma(
    "LEM-stable-root",
    KNOWN,
    leaf("1: 1/K > 0; K < 1; 1 + K > 0"),
    KNOWN,
    enter("ae", intro("", leaf(f"1: {_SLOPE}", f"eq -g*(1 + K^2)/(2*root*K)*{_SIZE}: {_EDGE}"))),
    z=_SIZE,
    L="1/K",
    w="omega",
)
_CLOSE = CLOSE.replace("z", _SIZE)
_LATE = "C/(d*q)"
_IN_THE_END = unfold(
    "goal",
    intro(
        ["q", ""],
        obtain(
            _CLOSE,
            "C,d",
            witness(
                _LATE,
                enter(
                    "every",
                    intro(
                        "",
                        have(
                            [("1 + d*time <= exp(d*time)", rule("exp tangent", a="d*time"))],
                            leaf(
                                f"1: {_SIZE} <= K + C*exp(-d*time); exp(d*time) > 0",
                                "1: q > 0; 1 + d*time <= exp(d*time)",
                                f"1: q > 0; d > 0; time >= {_LATE}",
                                "1: q > 0",
                                times=["exp(d*time)"],
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "CON-B6",
    statement=model(
        TURNING,
        CAUSAL_SOLUTION,
        _FIRST_TOKEN,
        {
            "letters": ["g, omega, K: number"],
            "given": [
                "g > 0",
                "omega > 0",
                f"almost_always({_GAP})",
                "almost_always(norm(rate(v)) <= omega)",
                "0 < K and K < 1",
                _EDGE,
                f"at_start({_B} > 0)",
                f"at_start({_SIZE} < 1/K)",
            ],
            "show": [
                f"always({_B} > 0)",
                f"almost_always({_SLOPE})",
                _CLOSE,
                f"limsup_at_most({_SIZE}, K)",
            ],
        },
    ),
    proof=[
        unfold("solves(causal, y)", _INSIDE),
        _LEANS,
        _ARRIVES,
        _IN_THE_END,
    ],
    instance=causal(f=0, g="1/2", omega="1/10", K="1/2"),
    twin=Variant(
        "a token in the opposite hemisphere",
        {f"at_start({_B} > 0)": f"at_start({_B} != 0)"},
        causal(f=0, g="1/2", omega="1/10", K="1/2", y=[OPPOSITE] * 3),
    ),
)
