"""Farkas' lemma, by induction on how many of the vectors may differ from 0."""

from proofs_checks.lemmas.farkas import MARK, PLACE
from proofs_checks.lemmas.separation import FEWER, either
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

_FAR = "forall k1: forall i1: i1 < k1 => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k1): 1)"
_ZERO = f"forall k: {PLACE('k')} > {{1}} => {{0}}[k] == 0".format
_CLAIM = f"forall X1 in state, b1 in vector: ({_ZERO('X1', '{0}')}) => {either('X1[k]', 'b1')}".format
_NOTHING = split(
    "0 < dot(b, b) or dot(b, b) <= 0",
    {
        "right": witness(
            "-b",
            both(
                intro("q", have(["X[q] == 0"], leaf(use=["X[q] == 0"]))),
                leaf("1: 0 < dot(b, b)"),
            ),
        )
    },
    {
        "left": witness(
            "fn(k: 0*b)",
            rule("equal vectors", leaf("1: dot(b, b) <= 0"), u="b", w="sum(k: dot(0*b, 0*b)*X[k])"),
        )
    },
)
_BASE = intro(
    ["X", "b", ""],
    have(
        [
            (
                "forall k: X[k] == 0",
                intro(
                    "q",
                    have(
                        [(f"{PLACE('q')} > 0", leaf())],
                        KNOWN,
                    ),
                ),
            )
        ],
        _NOTHING,
    ),
)
_OTHER = f"exists i: {PLACE('i')} > n and X[i] != 0"


_NONE_LEFT = have(
    [
        (
            _ZERO("X", "n"),
            intro(
                ["q", ""],
                split(
                    "X[q] == 0 or X[q] != 0",
                    KNOWN,
                    have([(_OTHER, witness("q", both(KNOWN, KNOWN)))], rule("contradiction", P=_OTHER, C="X[q] == 0")),
                ),
            ),
        ),
    ],
    take(_CLAIM("n"), ["X", "b"], KNOWN),
)
_BEYOND = have(
    [
        (f"{PLACE('q')} > n + 1", leaf(f"1: {PLACE('i')} + 1 <= {PLACE('q')}", f"1: {PLACE('i')} > n")),
        "X[q] == 0",
    ],
    KNOWN,
)
_LATE = have(
    [
        (f"{PLACE('i')} > n + 1", leaf(f"1: {PLACE('q')} + 1 <= {PLACE('i')}", f"1: {PLACE('q')} > n")),
        "X[i] == 0",
    ],
    rule("contradiction", P="X[i] == 0", C="Y[q] == 0"),
)
_EACH = split(
    "q < i or i <= q",
    have([f"{PLACE('q')} + 1 <= {PLACE('i')}"], _LATE),
    split(
        "i < q or q <= i",
        have([f"{PLACE('i')} + 1 <= {PLACE('q')}"], _BEYOND),
        rule("same token", KNOWN, KNOWN, KNOWN, i="i", j="q", P="fn(l: Y[l] == 0)"),
    ),
)
_MARKED = (
    f"{MARK('i')} == 1 and (forall k: k != i => {MARK('k')} == 0) and (forall k: k < i or i < k => {MARK('k')} == 0)"
)


def _other(side: str) -> Tree:
    """Token q is before or after i."""
    return {"left": have([("q < i or i < q", {side: KNOWN}), f"{MARK('q')} == 0"], KNOWN)}


_LIKE = split(
    "q < i or i <= q",
    _other("left"),
    split(
        "i < q or q <= i",
        _other("right"),
        {
            "right": both(
                rule("same token", KNOWN, KNOWN, KNOWN, i="i", j="q", P=f"fn(l: {MARK('l')} == 1)"),
                rule("same token", KNOWN, KNOWN, leaf(), i="i", j="q", P="fn(l: X[l] == X[i])"),
            )
        },
    ),
)
_ONE_LEFT = obtain(
    _OTHER,
    "i",
    have(
        [
            (_FAR, lemma("LEM-positions")),
            (
                FEWER,
                intro(
                    ["Y", "e", ""],
                    have([(_ZERO("Y", "n"), intro(["q", ""], _EACH))], take(_CLAIM("n"), ["Y", "e"], KNOWN)),
                ),
            ),
            (_MARKED, lemma("LEM-marked")),
            (
                f"forall k: {MARK('k')} == 0 or ({MARK('k')} == 1 and X[k] == X[i])",
                intro("q", _LIKE),
            ),
            (
                f"sum(k: {MARK('k')}*X[k]) == {MARK('i')}*X[i]",
                rule(
                    "single vector term",
                    have([f"{MARK('q')} == 0"], leaf(use=[f"{MARK('q')} == 0"])),
                    e=f"fn(k: {MARK('k')}*X[k])",
                    y="i",
                    new={"x": "q"},
                ),
            ),
            (
                f"sum(k: {MARK('k')}*X[k]) == X[i]",
                lemma(
                    "LEM-same-chain",
                    KNOWN,
                    leaf(use=[f"{MARK('i')} == 1"]),
                    u=f"sum(k: {MARK('k')}*X[k])",
                    w=f"{MARK('i')}*X[i]",
                    z="X[i]",
                ),
            ),
        ],
        lemma("LEM-cone-step", d=f"fn(k: {MARK('k')})"),
    ),
)
_INDUCTION = rule(
    "induction",
    _BASE,
    intro(["X", "b", ""], split(f"({_OTHER}) or not ({_OTHER})", _ONE_LEFT, _NONE_LEFT)),
    P=f"fn(n: {_CLAIM('n')})",
)

formal(
    "LEM-farkas",
    title="Farkas' lemma: a vector that no plane separates from a finite cone lies in the cone",
    statement={
        "letters": ["x[token], z: vector"],
        "given": ["forall u in vector: (forall k: dot(u, x[k]) >= 0) => dot(u, z) >= 0"],
        "show": ["exists S in state: z == sum(k: dot(S[k], S[k])*x[k])"],
    },
    proof=have(
        [
            (f"forall n1 in size: {_CLAIM('n1')}", _INDUCTION),
            (_CLAIM("sum(j: 1)"), take(f"forall n1 in size: {_CLAIM('n1')}", ["sum(j: 1)"], KNOWN)),
            (
                _ZERO("x", "sum(j: 1)"),
                intro(
                    ["q", ""],
                    have(
                        [
                            (
                                f"{PLACE('q')} <= sum(j: 1)",
                                rule("part of a positive sum", leaf(), i="q", e="fn(j: 1)", new={"x": "l"}),
                            )
                        ],
                        absurd(
                            lemma(
                                "LEM-two-signs",
                                leaf(f"1: {PLACE('q')} <= sum(j: 1)"),
                                leaf(f"1: {PLACE('q')} > sum(j: 1)"),
                                a=f"sum(j: 1) - {PLACE('q')}",
                            )
                        ),
                    ),
                ),
            ),
            (either("x[k]", "z"), take(_CLAIM("sum(j: 1)"), ["x", "z"], KNOWN)),
        ],
        split(
            either("x[k]", "z")[1:-1],
            KNOWN,
            obtain(
                "exists u1 in vector: (forall k: dot(u1, x[k]) >= 0) and dot(u1, z) < 0",
                "u",
                have(["dot(u, z) >= 0"], absurd(lemma("LEM-two-signs", a="dot(u, z)"))),
            ),
        ),
    ),
)
