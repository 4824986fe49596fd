"""Farkas' lemma: a vector is a combination of finitely many with nonnegative coefficients, or a plane separates it."""

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, obtain, rule, split, take, witness

_PLACE = "sum(j in upto({0}): 1)".format
_IN = "(exists S1 in state: {1} == sum(k: dot(S1[k], S1[k])*({0})))".format
_APART = "(exists u1 in vector: (forall k: dot(u1, {0}) >= 0) and dot(u1, {1}) < 0)".format


def either(family: str, b: str) -> str:
    """b is in the cone of a family, whose member k is written, or a plane separates it."""
    return f"({_IN(family, b)} or {_APART(family, b)})"


FEWER = (
    f"forall Y1 in state, b1 in vector: Y1[i] == 0 and (forall k: X[k] == 0 => Y1[k] == 0) => {either('Y1[k]', 'b1')}"
)
_MARKS = "forall k: d[k] == 0 or (d[k] == 1 and X[k] == X[i])"
_ALL = "sum(k: d[k]*X[k]) == X[i]"


def _by_mark(other: Tree, own: Tree) -> Tree:
    """Token q is another one, or like i."""
    return have(
        ["d[q] == 0 or (d[q] == 1 and X[q] == X[i])"],
        split("d[q] == 0 or (d[q] == 1 and X[q] == X[i])", other, own),
    )


def _cone(family: str, b: str, coefficients: str, positive: Tree, equal: Tree) -> Tree:
    """b as a combination with nonnegative coefficients."""
    c = f"sum(k: ({coefficients})*X[k])"
    found = f"exists S1 in state: {c} == sum(k: dot(S1[k], S1[k])*X[k])"
    return have(
        [
            (f"forall k: {coefficients} >= 0", intro("q", positive)),
            (found, lemma("LEM-coefficients", c=f"fn(k: {coefficients})")),
            (f"b == {c}", equal),
        ],
        {
            "left": obtain(
                found,
                "T",
                witness("T", lemma("LEM-same-chain", u="b", w=c, z="sum(k: dot(T[k], T[k])*X[k])")),
            )
        },
    )


_W = "(1 - d[k])*X[k]"
_WITHOUT = f"b == sum(k: dot(S[k], S[k])*({_W}))"
_KEEP = "(1 - d[k])*dot(S[k], S[k])"
_FIRST_IN = _cone(_W, "b", _KEEP, _by_mark(leaf(use=["d[q] == 0"]), leaf(use=["d[q] == 1"])), leaf(use=[_WITHOUT]))
_TURN = "X[k] - dot(u, X[k])/dot(u, X[i])*X[i]"
_SHIFT = "b - r*X[i]"
_REST = "sum(j: (1 - d[j])*dot(S[j], S[j])*(dot(u, X[j])/(-dot(u, X[i]))))"
_MU = f"(r + {_REST})"
_NEW = f"{_KEEP} + m*d[k]"
_TURNED = f"{_SHIFT} == sum(k: dot(S[k], S[k])*({_TURN}))"
_DROPPED = f"sum(k: dot(S[k], S[k])*({_TURN})) == sum(k: {_KEEP}*({_TURN}))"
_SIDE = "dot(u, (1 - d[q])*X[q]) >= 0"
_Z = f"(b - sum(k: ({_NEW})*X[k]))"
_SIDES = [fact.split(" == ") for fact in (_TURNED, _DROPPED, _ALL)]
_PRODUCTS = [f"dot({_Z}, {left}) == dot({_Z}, {right})" for left, right in _SIDES]
_EQUAL = rule(
    "equal vectors",
    have(
        [
            (product, lemma("LEM-same-dot", u=left, w=right, z=_Z))
            for product, (left, right) in zip(_PRODUCTS, _SIDES, strict=True)
        ],
        leaf(*(f"eq 1: {_PRODUCTS[at]}" for at in (0, 1)), f"eq -m: {_PRODUCTS[2]}", use=[f"m == {_MU}"]),
    ),
    u="b",
    w=f"sum(k: ({_NEW})*X[k])",
)
_POSITIVE_REST = rule(
    "positive sum",
    have(
        [_SIDE, ("-1/dot(u, X[i]) > 0", leaf())],
        leaf(f"1: {_SIDE}; -1/dot(u, X[i]) > 0; dot(S[q], S[q]) >= 0"),
    ),
    e="fn(j: (1 - d[j])*dot(S[j], S[j])*(dot(u, X[j])/(-dot(u, X[i]))))",
    new={"x": "q"},
)
_SECOND_IN = have(
    [
        (f"{_REST} >= 0", _POSITIVE_REST),
        ("exists m in number: m == " + _MU, witness(_MU, leaf())),
    ],
    obtain(
        "exists m in number: m == " + _MU,
        "m",
        have(
            [
                ("m >= 0", leaf(f"1: {_REST} >= 0", "1: r >= 0", use=[f"m == {_MU}"])),
                (
                    _DROPPED,
                    rule(
                        "equal vector sums",
                        _by_mark(leaf(use=["d[q] == 0"]), leaf(use=["d[q] == 1", "X[q] == X[i]"])),
                        e=f"fn(k: dot(S[k], S[k])*({_TURN}))",
                        f=f"fn(k: {_KEEP}*({_TURN}))",
                        new={"x": "q"},
                    ),
                ),
            ],
            _cone(
                _TURN,
                _SHIFT,
                _NEW,
                _by_mark(leaf("1: dot(S[q], S[q]) >= 0", use=["d[q] == 0"]), leaf("1: m >= 0", use=["d[q] == 1"])),
                _EQUAL,
            ),
        ),
    ),
)
_NORMAL = "v - dot(v, X[i])/dot(u, X[i])*u"
_SECOND_OUT = {
    "right": witness(
        _NORMAL,
        both(
            intro(
                "q",
                have(
                    ["dot(v, X[q] - dot(u, X[q])/dot(u, X[i])*X[i]) >= 0"],
                    leaf("1: dot(v, X[q] - dot(u, X[q])/dot(u, X[i])*X[i]) >= 0"),
                ),
            ),
            leaf(f"1: dot(v, {_SHIFT}) < 0", use=["r == dot(u, b)/dot(u, X[i])"]),
        ),
    )
}


def _split(family: str, b: str, inside: Tree, names: str, outside: Tree) -> Tree:
    """What the hypothesis gives for a smaller family."""
    return split(
        f"{_IN(family, b)} or {_APART(family, b)}",
        obtain(_IN(family, b)[1:-1], "S", inside),
        obtain(_APART(family, b)[1:-1], names, outside),
    )


_AT_I = {
    "right": witness(
        "u",
        both(
            intro(
                "q",
                have(
                    [_SIDE],
                    _by_mark(
                        leaf(f"1: {_SIDE}", use=["d[q] == 0"]),
                        leaf("1: dot(u, X[i]) >= 0", use=["X[q] == X[i]"]),
                    ),
                ),
            ),
            KNOWN,
        ),
    )
}
_BEYOND = have(
    [
        ("exists r in number: r == dot(u, b)/dot(u, X[i])", witness("dot(u, b)/dot(u, X[i])", leaf())),
    ],
    obtain(
        "exists r in number: r == dot(u, b)/dot(u, X[i])",
        "r",
        have(
            [
                ("-1/dot(u, X[i]) > 0", leaf()),
                ("r >= 0", leaf("1: dot(u, b) < 0; -1/dot(u, X[i]) > 0", use=["r == dot(u, b)/dot(u, X[i])"])),
                ("X[i] - dot(u, X[i])/dot(u, X[i])*X[i] == 0", leaf()),
                (f"forall k: X[k] == 0 => {_TURN} == 0", intro(["q", ""], leaf(use=["X[q] == 0"]))),
                (either(_TURN, _SHIFT), take(FEWER, [f"fn(k: {_TURN})", _SHIFT], KNOWN)),
            ],
            _split(_TURN, _SHIFT, _SECOND_IN, "v", _SECOND_OUT),
        ),
    ),
)

formal(
    "LEM-cone-step",
    title="One more vector in Farkas' lemma",
    statement={
        "letters": ["X[token], b: vector; d[token]: number; i: token"],
        "given": [_MARKS, "d[i] == 1", _ALL, FEWER],
        "show": [either("X[k]", "b")],
    },
    proof=have(
        [
            ("(1 - d[i])*X[i] == 0", leaf(use=["d[i] == 1"])),
            (f"forall k: X[k] == 0 => {_W} == 0", intro(["q", ""], leaf(use=["X[q] == 0"]))),
            (either(_W, "b"), take(FEWER, [f"fn(k: {_W})", "b"], KNOWN)),
        ],
        _split(_W, "b", _FIRST_IN, "u", cases("dot(u, X[i])", _AT_I, _BEYOND)),
    ),
)
