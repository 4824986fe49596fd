"""Theorem 3.2 in the hemispheres of either product: {v^T y > 0} and {v^T W y > 0} are the same family."""

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from proofs_checks.consensus.proofs.theorem_3_2 import LIMIT
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, enter, have, intro, leaf, lemma, rule, split, witness

_TOGETHER = "(forall i, j: tends(norm(y[i] - y[j]), 0))"
_OF_U = "exists u in vector, k in number: k > 0 and dot(u, W(u)) == 1 and (forall x in vector: {0} == k*{1})".format
_EUCLIDEAN = "at_start(forall i: dot(v, y[i]) > 0)"
_WEIGHTED = "at_start(forall i: dot(v, W(y[i])) > 0)"


def _conclusions(v: str) -> str:
    """What Theorem 3.2 says of the hemisphere of v."""
    return (
        f"(always(forall i: dot({v}, y[i]) > 0))"
        f" and (exists m in number: m > 0 and always(forall i: dot({v}, y[i]) >= m))"
        f" and {_TOGETHER}"
        " and (at_start(forall i, j: y[i] == y[j]) => always(forall i, j: y[i] == y[j]))"
    )


def _theorem(v: str, sure: object) -> object:
    """Its part on convergence, from tokens in the hemisphere of v."""
    cited = lemma("CON-T3.2", *4 * [KNOWN], enter("start", intro("p", sure)), KNOWN, v=v)
    return have([(_conclusions(v), cited)], intro("p,q", KNOWN))


def _nonzero(u: str, zero: object) -> tuple[str, object]:
    """u is not zero, because otherwise `zero` contradicts v^T W v = 1."""
    return (f"{u} != 0", split(f"{u} == 0 or {u} != 0", absurd(zero), KNOWN))


_ONE = "dot(v, W(v)) == 1"
_UNIT = f"eq -1: {_ONE}"
_IMAGE = have(
    [("W(z) == 0*z", leaf(use=["z == 0"])), ("v == 0*z", lemma("LEM-both-equal", a="W(z)", b="v", c="0*z"))],
    leaf(_UNIT, use=["v == 0*z"]),
)


def _scaled(u: str, sure: object, *use: str) -> object:
    """u over its length in the metric W, which is positive by `sure`."""
    length = f"sqrt(dot({u}, W({u})))"
    return have(
        [(f"dot({u}, W({u})) > 0", sure)],
        witness(f"{u}/{length}", witness(length, both(leaf(), leaf(use=use), intro("x1", leaf(use=use))))),
    )


# a point on the boundary of the one hemisphere inside the other one: v less its part along W(v)
_SQUARE = "dot(W(v), W(v))"
_EDGE = f"(v - 1/{_SQUARE}*W(v))"
_LENGTH = f"sqrt(dot({_EDGE}, W({_EDGE})))"
_DIFFER = (
    "(forall k in number: W(v) != k*v) => (exists x in vector:"
    " dot(x, W(x)) == 1 and dot(v, x) > 0 and dot(v, W(x)) == 0)"
)
_ALONG = f"dot({_EDGE}, {_EDGE}) == dot(0*v, {_EDGE})"
_PARALLEL = (
    f"W(v) == {_SQUARE}*v",
    have(
        [(_ALONG, lemma("LEM-same-dot", u=_EDGE, w="0*v", z=_EDGE))],
        rule("equal vectors", leaf(f"eq {_SQUARE}^2: {_ALONG}", use=[_ONE]), u="W(v)", w=f"{_SQUARE}*v"),
    ),
)
_APART = have(
    [
        _nonzero("W(v)", leaf(_UNIT, use=["W(v) == 0"])),
        (f"{_SQUARE} > 0", rule("positive square", u="W(v)")),
        (f"W(v) != {_SQUARE}*v", KNOWN),
        _nonzero(_EDGE, have([_PARALLEL], rule("contradiction", P=_PARALLEL[0], C="1 <= 0"))),
    ],
    have(
        [
            (f"dot({_EDGE}, {_EDGE}) > 0", rule("positive square", u=_EDGE)),
            (f"dot({_EDGE}, W({_EDGE})) > 0", rule("positive form", W="W", u=_EDGE)),
        ],
        witness(
            f"1/{_LENGTH}*{_EDGE}",
            both(
                leaf(),
                leaf(f"1: 1/{_LENGTH} > 0; dot({_EDGE}, {_EDGE}) > 0", use=[_ONE]),
                leaf(use=[_ONE]),
            ),
        ),
    ),
)

formal(
    "CON-T3.2.k",
    statement=model(
        FULL,
        SOLUTION,
        LIMIT,
        {
            "given": ["dot(v, W(v)) == 1"],
            "show": [
                f"{_EUCLIDEAN} => {_TOGETHER}",
                f"{_WEIGHTED} => {_TOGETHER}",
                _OF_U("dot(v, W(x))", "dot(u, x)"),
                _OF_U("dot(v, x)", "dot(u, W(x))"),
                _DIFFER,
            ],
        },
    ),
    proof=[
        intro("", _theorem("v", KNOWN)),
        intro("", _theorem("W(v)", have(["dot(v, W(y[p])) > 0"], leaf("1: dot(v, W(y[p])) > 0")))),
        have(
            [_nonzero("W(v)", leaf(_UNIT, use=["W(v) == 0"]))], _scaled("W(v)", rule("positive form", W="W", u="W(v)"))
        ),
        rule(
            "inverse",
            KNOWN,
            have(
                [_nonzero("z", _IMAGE)],
                _scaled("z", rule("positive form", W="W", u="z"), "W(z) == v"),
            ),
            W="W",
            v="v",
            C=_OF_U("dot(v, x)", "dot(u, W(x))"),
        ),
        intro("", _APART),
    ],
    instance=full(K=6, v=[0, "1/2", 0, 0]),
    twin=Variant(
        "tokens outside a hemisphere",
        {_EUCLIDEAN: "at_start(forall i: dot(v, y[i]) != 0)"},
        full(K=6, v=[0, "1/2", 0, 0], y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]]),
    ),
)

formal(
    "CON-T3.2.k.same",
    title="A Euclidean hemisphere lies in that of the W-product of the same v",
    statement={
        "letters": ["W: operator; v, y: vector"],
        "given": ["positive_definite(W)", "dot(v, W(v)) == 1", "dot(y, W(y)) == 1"],
        "show": ["dot(v, y) > 0 => dot(v, W(y)) > 0"],
    },
    refuted={
        "instance": {"dim": 2, "letters": {"W": [[1, 0], [0, 4]], "v": ["4/5", "3/10"], "y": ["3/5", "-2/5"]}},
    },
    sentence="For the same v the hemisphere of the Euclidean product lies in that of the W-product.",
    no_repair="the families coincide, set by set with another v: CON-T3.2.k",
)
