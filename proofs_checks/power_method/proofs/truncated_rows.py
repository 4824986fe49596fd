"""At an equilibrium the truncated inverse norm multiplies the rows of the tangent Jacobian by 1 + u^3."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attention_derivative import MATRICES, plane
from proofs_checks.power_method.proofs.inverse_norms import MEAN, OJA_EXPANDED, WEIGHTED, expanded
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES, Part
from proofs_checks.power_method.proofs.truncated_step import LETTERS, TANGENT, UNIT, written
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, have, intro, leaf, lemma

_PUSH = {
    "letters": ["x, s: vector; alpha, k: number"],
    "given": ["dot(x, x) == 1", "s == k*x", "1 + alpha*k > 0"],
}
_LENGTH = "norm(x + alpha*s) == 1 + alpha*k"
_PLANE = {"x": ["3/5", "4/5"], "s": ["6/5", "8/5"], "alpha": "1/4", "k": 2}

formal(
    "LEM-push-along",
    title="The length of a unit vector pushed along itself",
    statement={**_PUSH, "show": [_LENGTH]},
    proof=leaf(norms=["1 + alpha*k"], use=_PUSH["given"][:2]),
    instance={"dim": 2, "letters": _PLANE},
    twin=Variant("pushed the other way", {"== 1 + alpha*k": "== 1 - alpha*k"}, {"dim": 2, "letters": _PLANE}),
)

FACTOR = "(1 + (alpha*{0})^3)".format
_ROW, _EXACT = "truncated - dot(x, truncated)*x", f"{FACTOR('k')}*(exact)"
_MOVED = {**_PLANE, "delta": ["-4/5", "3/5"], "ds": [1, 2]}

formal(
    "LEM-truncated-row",
    title="A unit vector pushed along itself: the truncated derivative, made tangent, is the exact one times 1 + u^3",
    statement={
        "letters": ["x, s, delta, ds: vector; alpha, k: number"],
        "where": LETTERS["where"][:11],
        "given": [UNIT, TANGENT, "s == k*x", "1 + alpha*k > 0"],
        "show": [f"{_ROW} == {_EXACT}"],
    },
    proof=have(
        [(_LENGTH, lemma("LEM-push-along"))],
        leaf(norms=["1 + alpha*k"], use=[UNIT, TANGENT, "s == k*x"]),
    ),
    instance={"dim": 2, "letters": _MOVED},
    twin=Variant("1 + u^2", {"^3)*(exact)": "^2)*(exact)"}, {"dim": 2, "letters": _MOVED}),
)

_TRUNCATED = "D(truncated, x, d, {0})".format
AT = f"{_TRUNCATED('{0}')} - dot(x[{{0}}], {_TRUNCATED('{0}')})*x[{{0}}]".format
_STATE = ["forall i: dot(x[i], x[i]) == 1", "forall i: dot(x[i], d[i]) == 0"]


def _rows(map_: str, pull: str, speed: str) -> Tree:
    """The row of token t, from its pull and the derivative of its pull."""
    place = ("x[t]", "d[t]", pull, speed)
    row, exact = (written(text, *place) for text in (_ROW, _EXACT.replace("k)", "nu[t])")))
    ones = ["dot(x[t], x[t]) == 1", "dot(x[t], d[t]) == 0"]
    value = f"{FACTOR('nu[t]')}*D({map_}, x, d, t)"
    return intro(
        "t",
        have(
            [
                *ones,
                f"{pull} == nu[t]*x[t]",
                "1 + alpha*nu[t] > 0",
                (
                    f"norm(x[t] + alpha*{pull}) == 1 + alpha*nu[t]",
                    lemma("LEM-push-along", x="x[t]", s=pull, k="nu[t]"),
                ),
                (
                    f"norm(x[t] + alpha*{pull}) > 0",
                    leaf("1: 1 + alpha*nu[t] > 0", f"eq -1: norm(x[t] + alpha*{pull}) == 1 + alpha*nu[t]"),
                ),
                (f"{row} == {exact}", lemma("LEM-truncated-row", x="x[t]", delta="d[t]", s=pull, ds=speed, k="nu[t]")),
                (f"{AT('t')} == {row}", leaf(use=ones)),
                (f"{exact} == {value}", leaf(use=ones)),
                (f"{AT('t')} == {exact}", lemma("LEM-same-chain", u=AT("t"), w=row, z=exact)),
            ],
            lemma("LEM-same-chain", u=AT("t"), w=exact, z=value),
        ),
    )


def rows_claim(pull: str, map_: str) -> Part:
    """The tokens, where every pull is along its token, and what is shown of the map."""
    return {
        "letters": ["x[token], d[token]: vector; nu[token]: number"],
        "given": [*_STATE, f"forall i: {pull} == nu[i]*x[i]", "forall i: 1 + alpha*nu[i] > 0"],
        "show": [f"forall i: {AT('i')} == {FACTOR('nu[i]')}*D({map_}, x, d, i)"],
    }


def _twin(map_: str, values: Part) -> Variant:
    return Variant("1 + u^2", {f"^3)*D({map_}": f"^2)*D({map_}"}, plane(values))


_OJA, SEEN = MEAN.replace("X[", "x["), WEIGHTED.replace("X[", "x[").replace("(X,", "(x,")
_SIDES = {
    "V": [[1, 0], [0, "1/2"]],
    "alpha": "1/4",
    "x": [[1, 0], [1, 0], [-1, 0]],
    "d": [[0, 1], [0, 2], [0, 3]],
    "nu": ["1/3", "1/3", "-1/3"],
}
TOGETHER = {**_SIDES, "P": [["log(2)", "log(3)"], [0, 0]], "x": [[1, 0]] * 3, "nu": [1] * 3}
_SAYS = (
    r"Where $y_i = (1+u_i)x_i$ with $u_i > -1$, reading $\|y_i\|^{-1}$ as its expansion to second order multiplies the"
    " rows of token i in the tangent Jacobian of the %s map by exactly $1 + u_i^3$."
)
_READING = "the first sentence of POW-N12; what follows for the eigenvalues: POW-N12.modes, POW-N12.blocks"

formal(
    "POW-N12.rows",
    title="The factor of the truncation in the rows of the tangent Jacobian of the Oja map",
    sentence=_SAYS % "Oja",
    reading=_READING,
    statement=model({"letters": ["V: matrix", "alpha: number"]}, OJA_EXPANDED, rows_claim(_OJA, "oja")),
    proof=_rows("oja", _OJA, "V(sum(j: d[j])/sum(j: 1))"),
    instance=plane(_SIDES),
    twin=_twin("oja", _SIDES),
)

formal(
    "POW-N12.rows.attention",
    title="The factor of the truncation in the rows of the tangent Jacobian of the attention map",
    sentence=_SAYS % "attention",
    reading=_READING,
    statement=model(
        MATRICES,
        ATTENTION,
        {"maps": [expanded("truncated", WEIGHTED), f"pulled(X, i) = {WEIGHTED} on {SPHERES}"]},
        rows_claim(SEEN, "attention"),
    ),
    proof=_rows("attention", SEEN.replace("x, i", "x, t"), "D(pulled, x, d, t)"),
    instance=plane(TOGETHER),
    twin=_twin("attention", TOGETHER),
)
