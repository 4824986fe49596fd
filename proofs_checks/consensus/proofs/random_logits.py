"""The matrices P(t) of simulation 5.1.2 are bounded and Lipschitz in time, whatever was drawn (CON-S5.1.2.a)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.lemmas.vectors import COMPLETE
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule

_ENTRY = "abs(2*sin(w[{0}, {1}]*time + f[{0}, {1}]))".format
_MOVED = "abs(2*sin(w[{0}, {1}]*(s + time) + f[{0}, {1}])) - abs(2*sin(w[{0}, {1}]*s + f[{0}, {1}]))".format
_AT = "norm(sum(k in direction: ({0})*dot(b[k], P[{1}]({2}))*b[k]))".format
_SMALL = "norm(P[{0}]({1})) <= K[{0}]*norm({1})".format
_BOUNDED = f"forall h in heads, a in vector: always({_AT(_ENTRY('h', 'k'), 'h', 'a')} <= 2*K[h]*norm(a))"
_LIPSCHITZ = (
    f"forall s in number, h in heads, a in vector: always({_AT(_MOVED('h', 'k'), 'h', 'a')} <= 2*time*K[h]*norm(a))"
)


def _stretched(entry: str, most: str, bound: Tree) -> Tree:
    """P'(a) is not made longer by more than the largest entry of the diagonal matrix."""
    stretched = f"{_AT(entry, 'g', 'c')} <= {most}*norm(P[g](c))"
    small = _SMALL("g", "c")
    return have(
        [
            ("always(time >= 0)", rule("time passes")),
            small,
            (
                f"always({stretched})",
                lemma(
                    "LEM-diagonal",
                    KNOWN,
                    enter("every", leaf() if most == "2" else leaf("2: time >= 0")),
                    bound,
                    d=f"fn(k in direction: {entry})",
                    x="P[g](c)",
                    m=most,
                ),
            ),
        ],
        enter("every", leaf(f"1: {stretched}", f"2: {small}" if most == "2" else f"2: time >= 0; {small}")),
    )


_SINE = "sin(w[g, t]*time + f[g, t])"
_CIRCLE = f"cos(w[g, t]*time + f[g, t])^2 + {_SINE}^2 == 1"


def _below(sign: str) -> tuple[str, Tree]:
    square = leaf("1: sq cos(w[g, t]*time + f[g, t])", f"eq 1: {_CIRCLE}")
    return f"{sign}{_SINE} <= 1", rule("below the square", leaf(), square, a=f"{sign}{_SINE}", b="1")


_ENTRIES = enter(
    "every",
    intro(
        "t",
        have(
            [
                (_CIRCLE, rule("circle", a="w[g, t]*time + f[g, t]")),
                _below(""),
                _below("-"),
                (
                    f"{_ENTRY('g', 't')} <= 2",
                    rule(
                        "absolute at most",
                        leaf(f"2: {_SINE} <= 1"),
                        leaf(f"2: -{_SINE} <= 1"),
                        e=f"2*{_SINE}",
                        b="2",
                    ),
                ),
            ],
            both(KNOWN, leaf(f"1: {_ENTRY('g', 't')} >= 0", "2:")),
        ),
    ),
)
_SLOW = f"forall k in direction: always({_MOVED('g', 'k')} <= 2*time) and always(-({_MOVED('g', 'k')}) <= 2*time)"
_INSTANCE = {
    "dim": 2,
    "heads": 1,
    "directions": 2,
    "letters": {
        "b": diagonal(1, 1),
        "P": [[[0, 1], [1, 0]]],
        "K": [1],
        "w": [["1/2", "1/3"]],
        "f": [[1, 1]],
    },
}

formal(
    "CON-S5.1.2.a",
    statement={
        "spaces": ["E"],
        "letters": [
            "b[direction]: vector; P[head]: matrix; K[head]: number",
            "w[head, direction], f[head, direction]: number",
        ],
        "given": [
            COMPLETE,
            "forall h in heads, k in direction: 0 < w[h, k] and w[h, k] < 1",
            f"forall h in heads, a in vector: {_SMALL('h', 'a')}",
        ],
        "show": [_BOUNDED, _LIPSCHITZ],
    },
    proof=[
        intro("g,c", _stretched(_ENTRY("g", "k"), "2", _ENTRIES)),
        intro(
            "s,g,c",
            have(
                [
                    (
                        _SLOW,
                        intro(
                            "t",
                            lemma(
                                "LEM-absolute-sine-moves",
                                leaf("1: w[g, t] > 0"),
                                leaf("1: w[g, t] < 1"),
                                w="w[g, t]",
                                f="f[g, t]",
                            ),
                        ),
                    )
                ],
                _stretched(_MOVED("g", "k"), "(2*time)", enter("every", intro("t", both(KNOWN, KNOWN)))),
            ),
        ),
    ],
    instance=_INSTANCE,
    twin=Variant("bounded by |P'| alone", {"<= 2*K[h]*norm(a))": "<= K[h]*norm(a))"}, _INSTANCE),
)
