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

FIRST_TOKEN = {"letters": ["f: token"], "given": ["forall i: f <= i"]}
ROW = FIRST.replace("s*", "1/root*", 1)
_FLOW = "almost_always(forall i: rate(y[i]) == sum(j in upto(i): att(y, i, j)*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))"
EIGHT = "rate(dot(v, y[f])) == (lam - dot(y[f], U(y[f])))*dot(v, y[f])/root + dot(rate(v), y[f])"


def first(then: object) -> object:
    """The first token is drawn by nobody else."""
    return unfold(
        "solves(causal, y)",
        have(
            [
                (_FLOW, enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"])))),
                ("almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)", enter("ae", intro("p", leaf()))),
                (f"almost_always({ROW})", lemma("LEM-causal.first", s="1/root", a="fn(i, j: att(y, i, j))")),
            ],
            then,
        ),
    )


formal(
    "CON-R4.7.a",
    statement=model(TURNING, CAUSAL_SOLUTION, FIRST_TOKEN, {"show": [f"almost_always({EIGHT})"]}),
    proof=first(enter("ae", leaf(use=[ROW, "U(v) == lam*v"]))),
    instance=causal(f=0),
    twin=Variant("without b", {"*dot(v, y[f])/root": "/root"}, causal(f=0, y=[[0, 0, 0, 1]] * 3)),
)

B = "dot(v, y[f])"
TANGENT = f"y[f]/{B} - v"
SIZE = f"norm({TANGENT})"
SIDE = f"y[f] - {B}*v"
_COS = "sqrt(1/(1 + K^2))"
_SIN = "K*sqrt(1/(1 + K^2))"
_LEVEL = f"min(start({B}), {_COS})"
_GAP = "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)"
_SLOPE = f"rate({SIZE}) <= omega*(1 + {SIZE}^2) - g/root*{SIZE}"
UNIT = ["forall i: dot(y[i], y[i]) == 1", "dot(v, v) == 1"]
TURN = "dot(v, rate(v)) == 0"


def _speed(vector: str) -> list[tuple[str, object]]:
    """What the eigenvector does to a vector across it."""
    return [
        ("rate(dot(v, v)) == rate(1)", rule("differentiate", a="dot(v, v)", b="1")),
        (TURN, leaf("eq 1/2: rate(dot(v, v)) == rate(1)")),
        (f"dot(v, {vector}) == 0", leaf(use=UNIT)),
        (f"dot({vector}, U({vector})) <= (lam - g)*dot({vector}, {vector})", KNOWN),
        (f"dot({vector}, -rate(v)) <= norm({vector})*norm(-rate(v))", rule("Cauchy-Schwarz", u=vector, w="-rate(v)")),
    ]


_STARTS = enter(
    "start",
    rule(
        "strictly below the square",
        KNOWN,
        leaf(
            f"1: {SIZE} < 1/K; 1/K > 0; {B} > 0; {B} > 0; K > 0; K > 0; 1/(1 + K^2) > 0",
            f"1: {SIZE} < 1/K; {SIZE} >= 0; {B} > 0; {B} > 0; K > 0; K > 0; 1/(1 + K^2) > 0",
            use=UNIT,
        ),
        a=_SIN,
        b=B,
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
                *_speed(f"({SIDE})"),
                (_SLOW, leaf("1: norm(rate(v)) <= omega")),
                (f"{B} > 0", leaf(f"1: {B} > {_SIN}", f"1: {_SIN} > 0")),
                (f"{B} + {_SIN} > 0", leaf(f"1: {B} > 0", f"1: {_SIN} > 0")),
                (f"{_COS} - {B} >= 0", leaf(f"1: {B} < {_LEVEL}", f"1: {_LEVEL} <= {_COS}")),
                (f"{_COS} + {B} > 0", leaf(f"1: {B} > 0", f"1: {_COS} > 0")),
                (
                    f"{_SIN}*{_COS} <= {B}*norm({SIDE})",
                    rule(
                        "below the square",
                        leaf(f"1: {B} > 0; norm({SIDE}) >= 0"),
                        leaf(f"1: {B} > {_SIN}; {B} + {_SIN} > 0; {_COS} - {B} >= 0; {_COS} + {B} > 0", use=UNIT),
                        a=f"{_SIN}*{_COS}",
                        b=f"{B}*norm({SIDE})",
                    ),
                ),
            ],
            leaf(
                f"1: 1/root > 0; {B} > 0; dot({SIDE}, U({SIDE})) <= (lam - g)*dot({SIDE}, {SIDE})",
                f"1: dot({SIDE}, -rate(v)) <= norm({SIDE})*norm(-rate(v))",
                f"1: {_SLOW}; norm({SIDE}) >= 0",
                f"1: {_SIN}*{_COS} <= {B}*norm({SIDE}); g > 0; 1/root > 0; norm({SIDE}) >= 0",
                f"eq -g/(2*root)*norm({SIDE}): {_EDGE}",
                f"eq -1: {EIGHT}",
                use=["U(v) == lam*v", *UNIT, TURN],
            ),
        ),
    ),
)
_INSIDE = have(
    [
        (f"almost_always({EIGHT})", lemma("CON-R4.7.a")),
        (f"{_COS} > 0", leaf()),
        (f"{_SIN} > 0", leaf(f"1: K > 0; {_COS} > 0")),
        (f"{_SIN} < start({B})", _STARTS),
        (f"{_LEVEL} <= {_COS}", rule("minimum below second", a=f"start({B})", b=_COS)),
        (f"{_LEVEL} <= start({B})", rule("minimum below first", a=f"start({B})", b=_COS)),
        (
            f"{_SIN} < {_LEVEL}",
            rule("minimum strictly above", KNOWN, leaf(f"1: K < 1; {_COS} > 0"), a=f"start({B})", b=_COS, c=_SIN),
        ),
        (
            f"always({B} >= {_LEVEL})",
            lemma(
                "LEM-barrier",
                enter("start", leaf(f"1: {_LEVEL} <= start({B})")),
                KNOWN,
                _RISES,
                z=B,
                m=_LEVEL,
                l=_SIN,
            ),
        ),
    ],
    enter("every", leaf(f"1: {B} >= {_LEVEL}", f"1: {_SIN} < {_LEVEL}", f"1: {_SIN} > 0")),
)

_BOUND = f"omega*(1 + {SIZE}^2) - g/root*{SIZE}"
_AWAY = f"dot(({TANGENT}), -rate(v)) <= norm({TANGENT})*norm(-rate(v))"
_LEANS = first(
    lemma(
        "LEM-norm",
        enter(
            "ae",
            intro(
                "",
                have(
                    [*_speed(f"({TANGENT})"), (_SLOW, leaf("1: norm(rate(v)) <= omega"))],
                    leaf(
                        f"1: {_AWAY}",
                        f"1: {_AWAY}; {SIZE} >= 0; {SIZE} >= 0",
                        f"1: {_SLOW}; {SIZE} >= 0",
                        f"1: {_SLOW}; {SIZE} >= 0; {SIZE} >= 0; {SIZE} >= 0",
                        f"1: 1/root > 0; dot(({TANGENT}), U({TANGENT})) <= (lam - g)*dot(({TANGENT}), ({TANGENT}))",
                        use=[ROW, "U(v) == lam*v", *UNIT, TURN],
                    ),
                ),
            ),
        ),
        enter("ae", intro("", leaf("1: omega > 0", f"1: omega > 0; sq {SIZE}", f"eq g/root: {SIZE} == 0"))),
        p=TANGENT,
        b=_BOUND,
    )
)
_ARRIVES = lemma(
    "LEM-stable-root",
    KNOWN,
    leaf("1: 1/K > 0; K < 1; 1 + K > 0"),
    KNOWN,
    enter("ae", intro("", leaf(f"1: {_SLOPE}", f"eq -g*(1 + K^2)/(2*root*K)*{SIZE}: {_EDGE}"))),
    z=SIZE,
    L="1/K",
    w="omega",
)
_CLOSE = CLOSE.replace("z", SIZE)
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
                                f"1: {SIZE} <= K + C*exp(-d*time); exp(d*time) > 0",
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
        FIRST_TOKEN,
        {
            "letters": ["g, omega, K: number"],
            "given": [
                "g > 0",
                "omega > 0",
                f"almost_always({_GAP})",
                "almost_always(norm(rate(v)) <= omega)",
                "0 < K and K < 1",
                _EDGE,
                f"at_start({B} > 0)",
                f"at_start({SIZE} < 1/K)",
            ],
            "show": [
                f"always({B} > 0)",
                f"almost_always({_SLOPE})",
                _CLOSE,
                f"limsup_at_most({SIZE}, K)",
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
        {f"at_start({B} > 0)": f"at_start({B} != 0)"},
        causal(f=0, g="1/2", omega="1/10", K="1/2", y=[OPPOSITE] * 3),
    ),
)
