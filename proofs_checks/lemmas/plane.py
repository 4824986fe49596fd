"""Three tokens of a plane, one at rest, one that finds it, and one that is held at a distance by equal pulls of both.

With u = exp(-time/(2 root)) the tangents of the half angles are 0, u, and u/5 seen from the antipode. The weights of
the third token are what the flow asks of it; they are a softmax of explicit logits.
"""

from verify.formal import formal
from verify.tactics.build import both, enter, leaf

SECOND = "((1 - u^2)*e1 + 2*u*e2)/(1 + u^2)"
THIRD = "((u^2 - 25)*e1 - 10*u*e2)/(25 + u^2)"
CLOCK = "u := exp(-time/(2*root))"
QUOTIENT = "4*(5 - 3*u^2)/(5*(1 + u^2))"
PLACES = [CLOCK, f"y2 := {SECOND}", f"y3 := {THIRD}"]
_FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
_SUM = "(exp(l1) + exp(l2) + exp(l3))"

formal(
    "LEM-plane.weights",
    title="The softmax weights of the motion that refutes Theorem 4.2",
    statement={
        "letters": ["root: number; k1, k2, l1, l2, l3, g, q: measurable number"],
        "given": [
            "root > 0",
            "almost_always(k2 == k1)",
            "almost_always(l2 == l1)",
            "almost_always(q > 0)",
            "almost_always(l3 == l1 + g)",
            "almost_always(exp(g) == q)",
        ],
        "show": [
            "almost_always(exp(k1)/(root*(exp(k1) + exp(k2))) == 1/(2*root)"
            " and exp(k2)/(root*(exp(k1) + exp(k2))) == 1/(2*root))",
            f"almost_always(exp(l1)/(root*{_SUM}) == 1/(root*(2 + q)) and exp(l2)/(root*{_SUM}) == 1/(root*(2 + q))"
            f" and exp(l3)/(root*{_SUM}) == q/(root*(2 + q)))",
        ],
    },
    proof=[
        enter("ae", both(*[leaf(use=["k2 == k1"])] * 2)),
        enter("ae", both(*[leaf(use=["l2 == l1", "l3 == l1 + g", "exp(g) == q"])] * 3)),
    ],
)

HALF = "1/(2*root)"
EQUAL = "5*(1 + u^2)/(2*(15 - u^2))/root"
REST = "(10 - 6*u^2)/(15 - u^2)/root"


def _row(own: str, force: str) -> str:
    return f"rate({own}) == {force} - dot({own}, {force})*{own}"


formal(
    "LEM-plane.motion",
    title="The motion that refutes Theorem 4.2 solves the model",
    statement={
        "letters": ["e1, e2: vector; root: number; a, b1, b2, c1, c2, c3: measurable number"],
        "where": PLACES,
        "given": [
            "root > 0",
            *_FRAME,
            "always(15 - u^2 > 0)",
            f"almost_always(b1 == {HALF} and b2 == {HALF})",
            f"almost_always(c1 == {EQUAL} and c2 == {EQUAL} and c3 == {REST})",
        ],
        "show": [
            f"almost_always({_row('e1', '(a*e1)')} and {_row('y2', '(b1*e1 + b2*y2)')}"
            f" and {_row('y3', '(c1*e1 + c2*y2 + c3*y3)')})"
        ],
    },
    proof=enter(
        "ae",
        both(
            leaf(use=_FRAME),
            leaf(use=[*_FRAME, f"b1 == {HALF}", f"b2 == {HALF}"]),
            leaf(use=[*_FRAME, f"c1 == {EQUAL}", f"c2 == {EQUAL}", f"c3 == {REST}"]),
        ),
    ),
)
