"""Section 4.1, beta = 0: at least n - 1 tokens tend to one point, and at most one to the opposite one."""

from __future__ import annotations

from proofs_checks.lemmas.mean_limits import LIMITS, PARALLEL
from proofs_checks.perspective.proofs.cross_ratios import ZERO
from proofs_checks.perspective.proofs.models import EAST, MOTION, NORTH, SA, SOUTH, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

_UNIT = "forall i: dot(x[i], x[i]) == 1"
_M = "sum(j: x[j])/n"
DISTINCT = "at_start(forall i, j: i != j => x[i] != x[j])"
NONZERO = "at_start(sum(j: x[j]) != 0)"
_SMALL = "exponentially_small(norm({0}))".format
_TO, _FROM = _SMALL("x[{0}] - p").format, _SMALL("x[{0}] + p").format
_SIDES = f"forall i: {_TO('i')} or {_FROM('i')}"
ALTERNATIVE = (
    "exists p in vector: dot(p, p) == 1"
    f" and (forall i: {_TO('i')} or {_FROM('i')})"
    f" and (forall i, j: i != j => {_TO('i')} or {_TO('j')})"
)
_GAP = "(1 - dot(x[{0}], x[{1}]))".format
_RATIO = f"{_GAP('a1', 'c1')}*{_GAP('b1', 'd1')}/({_GAP('a1', 'b1')}*{_GAP('c1', 'd1')})"
_TWICE = f"exists i, j: i != j and {_FROM('i')} and {_FROM('j')}"
_FOUR = " and ".join([_SMALL("x[a1] + p"), _SMALL("x[b1] + p"), _SMALL("x[c1] - p"), _SMALL("x[d1] - p")])
_KEPT = f"{_GAP('a1', 'c1')}*{_GAP('b1', 'd1')} == start({_RATIO})*({_GAP('a1', 'b1')}*{_GAP('c1', 'd1')})"


def _apart(one: str, other: str) -> tuple[str, Tree]:
    """Two tokens that are distinct at the start."""
    gap = f"x[{one}] - x[{other}]"
    steps = have(
        [
            f"x[{one}] != x[{other}]",
            (f"dot({gap}, {gap}) > 0", rule("positive square", KNOWN, u=gap)),
        ],
        leaf(f"1/2: dot({gap}, {gap}) > 0", use=[_UNIT]),
    )
    return (f"at_start({_GAP(one, other)} > 0)", enter("start", steps))


_BOTH = " and ".join([f"at_start({_GAP('a1', 'b1')} > 0)", f"at_start({_GAP('c1', 'd1')} > 0)"])
_CONSERVED = " and ".join(
    [
        f"always({_GAP('a1', 'b1')} > 0)",
        f"always({_GAP('c1', 'd1')} > 0)",
        f"almost_always(rate({_RATIO}) == 0)",
        f"always({_RATIO} == start({_RATIO}))",
    ]
)
_CITED = " and ".join(f"(solves({f}, x) and {_BOTH} => {_CONSERVED})" for f in ("sa", "usa"))


def _never(flow: str) -> tuple[str, Tree]:
    """No two tokens tend to -p while two tend to p."""
    steps = have(
        [
            _apart("a1", "b1"),
            _apart("c1", "d1"),
            (_CITED, lemma("PER-4.1.ratios", p="a1", q="c1", r="b1", s="d1")),
            _CONSERVED,
            (
                f"always({_KEPT})",
                enter(
                    "every",
                    have(
                        [f"{_RATIO} == start({_RATIO})"],
                        leaf(f"eq {_GAP('a1', 'b1')}*{_GAP('c1', 'd1')}: {_RATIO} == start({_RATIO})"),
                    ),
                ),
            ),
        ],
        lemma(
            "LEM-two-and-two",
            *[enter("every", leaf(use=[_UNIT]))] * 4,
            KNOWN,
            a="x[a1]",
            b="x[b1]",
            c="x[c1]",
            d="x[d1]",
            w="p",
            kappa=f"start({_RATIO})",
        ),
    )
    names = ["a1", "b1", "c1", "d1", ""]
    return (f"forall a1, b1, c1, d1: a1 != b1 and c1 != d1 => not ({_FOUR})", intro(names, steps))


def _equal(sign: str) -> Tree:
    """What is near z is near p, where z is p or -p."""
    end = f"x[i1] {'-' if not sign else '+'} p"
    known = f"z == {sign}p"
    return lemma(
        "LEM-small.below",
        KNOWN,
        leaf("1:"),
        enter(
            "every",
            rule(
                "absolute at most",
                leaf(use=[known]),
                leaf(f"2: norm({end}) >= 0", use=[known]),
                e=f"norm({end})",
                b="1*norm(x[i1] - z)",
            ),
        ),
        z=f"norm({end})",
        r="norm(x[i1] - z)",
        c="1",
    )


_END = "exists z in vector: exponentially_small(norm(x[i1] - z))"
_EACH = intro(
    "i1",
    have(
        [_END],
        obtain(
            _END,
            "z",
            have(
                [
                    "exponentially_small(1 - dot(x[i1], x[k1])^2)",
                    (
                        "z == p or z == -p",
                        lemma(
                            "LEM-limit.parallel",
                            enter("every", leaf(use=[_UNIT])),
                            enter("every", leaf(use=[_UNIT])),
                            x="x[i1]",
                            y="x[k1]",
                            z="z",
                            w="p",
                        ),
                    ),
                ],
                split(
                    "z == p or z == -p",
                    have([(_TO("i1"), _equal(""))], KNOWN),
                    have([(_FROM("i1"), _equal("-"))], KNOWN),
                ),
            ),
        ),
    ),
)
_GOAL = "exponentially_small(norm(x[{0}] - ({2}))) or exponentially_small(norm(x[{1}] - ({2})))".format
_HERE = f"{_TO('e1')} or {_FROM('e1')}"
_THERE = f"{_TO('g1')} or {_FROM('g1')}"


def _at(end: str, first: Tree, second: Tree) -> Tree:
    """Two distinct tokens, both away from the limit `end`: `first` if both are near p, `second` if both near -p."""
    near = have([_THERE], split(_THERE, first, KNOWN)) if end == "-p" else KNOWN
    far = KNOWN if end == "-p" else have([_THERE], split(_THERE, KNOWN, second))
    return intro(["e1", "g1", ""], have([_HERE], split(_HERE, near, far)))


_AGAIN = _FOUR.replace("a1", "i2").replace("b1", "j2").replace("c1", "e1").replace("d1", "g1")
_SOME = have(
    [(f"not ({_AGAIN})", KNOWN)],
    rule("contradiction", P=_AGAIN, C=_GOAL("e1", "g1", "-p")),
)
_NONE = have(
    [(_TWICE, witness("e1", witness("g1", both(KNOWN, KNOWN, KNOWN))))],
    rule("contradiction", P=_TWICE, C=_GOAL("e1", "g1", "p")),
)
_CONCLUDED = split(
    f"({_TWICE}) or not ({_TWICE})",
    obtain(
        _TWICE,
        "i2,j2",
        witness(
            "-p",
            both(
                leaf(use=["dot(p, p) == 1"]),
                intro("e1", have([_HERE], split(_HERE, KNOWN, KNOWN))),
                _at("-p", _SOME, KNOWN),
            ),
        ),
    ),
    witness("p", both(KNOWN, intro("e1", KNOWN), _at("p", KNOWN, _NONE))),
)
_ONE_END = "exists z in vector: exponentially_small(norm(x[k1] - z))"


_TOTAL = "dot(sum(j: x[j]), sum(j: x[j])) > 0"
_LONG = have([(_TOTAL, rule("positive square", KNOWN, u="sum(j: x[j])"))], leaf(f"1: 1/n > 0; 1/n > 0; {_TOTAL}"))


def _alternative(flow: str) -> Tree:
    moves = f"forall i: rate(x[i]) == {flow}(x, i)"
    premises = [
        KNOWN,
        enter("every", leaf()),
        enter("ae", intro("i1", leaf(use=[moves, _UNIT, "beta == 0"]))),
        enter("ae", leaf(use=[moves, _UNIT, "beta == 0"])),
        enter("start", _LONG),
    ]
    some = rule(
        "some element",
        have(
            [_ONE_END],
            obtain(
                _ONE_END,
                "p",
                have(
                    [
                        (
                            "dot(p, p) == 1",
                            lemma("LEM-limit.unit", enter("every", leaf(use=[_UNIT])), x="x[k1]", z="p"),
                        ),
                        (_SIDES, _EACH),
                        _never(flow),
                    ],
                    _CONCLUDED,
                ),
            ),
        ),
        C=ALTERNATIVE,
        new={"x": "k1"},
    )
    return intro(
        "",
        have(
            [(f"solves({flow}, x)", KNOWN)],
            unfold(
                f"solves({flow}, x)",
                have(
                    [
                        (LIMITS, lemma("LEM-mean-flow.limits", *premises, M=_M)),
                        (PARALLEL, lemma("LEM-mean-flow.parallel", *premises, M=_M)),
                    ],
                    some,
                ),
            ),
        ),
    )


formal(
    "PER-FL19",
    reading="x* is a unit vector p; each token tends to p or to -p, exponentially fast, and of any two tokens one tends"
    " to p; at beta = 0 SA and USA are the same flow",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        ZERO,
        {
            "given": [DISTINCT, NONZERO],
            "show": [f"solves(sa, x) => {ALTERNATIVE}", f"solves(usa, x) => {ALTERNATIVE}"],
        },
    ),
    proof=[_alternative("sa"), _alternative("usa")],
    instance=still(EAST, beta=0),
    twin=Variant(
        "a mean of zero (for tokens at rest the alternative says that they are on one line)",
        {NONZERO: "beta == 0", ALTERNATIVE: "always(forall i, j: dot(x[i], x[j])^2 == 1)"},
        still(EAST, NORTH, WEST, SOUTH, beta=0),
    ),
)
