"""PER-N7: under SA all products stay near the common product of orthogonal tokens, with explicit constants."""

from __future__ import annotations

from proofs_checks.lemmas.one_place import OFF as PLACES_OFF
from proofs_checks.lemmas.one_place import ON_OFF
from proofs_checks.perspective.proofs.common_product import law
from proofs_checks.perspective.proofs.course import SANDWICH
from proofs_checks.perspective.proofs.equal_rows import DRAWN, EQUAL, OFF, ROW, WEIGHT
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, NORTH, SA, WEIGHTS, WEST, still
from proofs_checks.perspective.proofs.pairs import size_at_least_one
from proofs_checks.perspective.proofs.phase_curve import BETWEEN, INSIDE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, split, take

_UNIT = "forall i: dot(x[i], x[i]) == 1"
_APART = f"(dot(x[{{0}}], x[{{1}}]) - {EQUAL('{0}', '{1}')})".format
_LEAST = f"min(i1: min(j1: -{_APART('i1', 'j1')}^2))"
_R = f"sqrt(-{_LEAST})"
_SHARE = "e(x, {0}, {1})/Z(x, {0})".format
_TARGET = f"{WEIGHT('{0}', '{1}')}/sum(h: {WEIGHT('{0}', 'h')})".format
_GROWTH = "(12 + 4*beta)"
START = "at_start(forall i, j: i != j => abs(dot(x[i], x[j])) <= c)"
NEAR = "always(forall i, j: i != j => abs(dot(x[i], x[j]) - g) <= c*exp((6 + 2*beta)*time))"
GIVEN = ["beta >= 0", "solves(sa, x)", "at_start(g == 0)", law("sa"), START]

_BELOW = [
    (
        f"{_LEAST} <= min(j1: -{_APART('p', 'j1')}^2)",
        rule("above the least", e=f"fn(i1: min(j1: -{_APART('i1', 'j1')}^2))", y="p"),
    ),
    (
        f"min(j1: -{_APART('p', 'j1')}^2) <= -{_APART('p', 'q')}^2",
        rule("above the least", e=f"fn(j1: -{_APART('p', 'j1')}^2)", y="q"),
    ),
    (
        f"{_APART('p', 'q')}^2 <= -{_LEAST}",
        leaf(
            f"1: {_LEAST} <= min(j1: -{_APART('p', 'j1')}^2)",
            f"1: min(j1: -{_APART('p', 'j1')}^2) <= -{_APART('p', 'q')}^2",
        ),
    ),
]
_WITHIN = f"forall i, j: -{_R} <= {_APART('i', 'j')} <= {_R}"


def _within() -> Tree:
    """All differences are at most the root of the largest square."""
    d = _APART("p", "q")
    square: Steps = [
        *_BELOW,
        (f"-{_LEAST} >= 0", leaf(f"1: {_BELOW[2][0]}", f"1: sq {d}")),
        (f"{d} <= {_R}", rule("below the square", a=d, b=_R)),
        (f"-{d} <= {_R}", rule("below the square", a=f"-{d}", b=_R)),
    ]
    return intro("p,q", have(square, KNOWN))


_COSINES = both(
    leaf("1/2: dot(x[p] + x[q], x[p] + x[q]) >= 0", use=[_UNIT]),
    leaf("1/2: dot(x[p] - x[q], x[p] - x[q]) >= 0", use=[_UNIT]),
)

_BOUNDED = "almost_always(forall i, j: -1 <= {0} <= 1)".format
_OFF_RANGE = "forall i, j: 0 <= off[i, j] and off[i, j] <= 1"


def _by_order(other: Tree, same: Tree, goal: str) -> Tree:
    """Two tokens are different, or one.  goal : what is said of p and a token j."""
    one = rule("same token", KNOWN, KNOWN, same, i="p", j="q", P=f"fn(j: {goal})")
    return split("p < q or q <= p", other, split("q < p or p <= q", other, one))


def _zero_or_one(token: str, value: str) -> Tree:
    """What a number is, is between 0 and 1."""
    use = [f"off[p, {token}] == {value}"]
    return both(leaf(use=use), leaf(use=use))


_RANGES: list[tuple[str, Tree]] = [
    (
        _OFF_RANGE,
        intro("p,q", _by_order(_zero_or_one("q", "1"), _zero_or_one("p", "0"), "0 <= off[p, j] and off[p, j] <= 1")),
    ),
    (
        f"almost_always(forall i, j: 0 <= {EQUAL('i', 'j')} <= 1)",
        enter(
            "ae",
            intro(
                "p,q",
                both(
                    leaf("1: off[p, q] <= 1", "1: 0 <= off[p, q]; 0 <= g"),
                    KNOWN,
                ),
            ),
        ),
    ),
    (_BOUNDED("dot(x[i], x[j])"), enter("ae", intro("p,q", _COSINES))),
    (_BOUNDED(EQUAL("i", "j")), enter("ae", intro("p,q", both(leaf(f"1: 0 <= {EQUAL('p', 'q')}", "1:"), KNOWN)))),
]
_SPREAD = f"almost_always(forall i, j, k: -1 <= {EQUAL('k', 'j')} - {EQUAL('i', 'k')}*{EQUAL('i', 'j')} <= 1)"
_K, _L, _M = EQUAL("r", "q"), EQUAL("p", "r"), EQUAL("p", "q")
_SPREAD_PROOF = enter(
    "ae",
    intro(
        "p,q,r",
        both(
            leaf(f"1: 0 <= {_K}", f"1: 0 <= {_L}; {_M} <= 1", f"1: {_L} <= 1"),
            leaf(f"1: {_K} <= 1", f"1: 0 <= {_L}; 0 <= {_M}"),
        ),
    ),
)
_ROWS = f"sum(j: abs({_SHARE('{0}', 'j')} - {_TARGET('{0}', 'j')})) <= beta*{_R}"


def _pulled(s: str, t: str) -> str:
    """How the draws of s on t differ."""
    own = f"sum(k: {_SHARE(s, 'k')}*(dot(x[k], x[{t}]) - dot(x[{s}], x[k])*dot(x[{s}], x[{t}])))"
    return f"({own} - {DRAWN(s, t)})"


_BOUND = f"3*{_R}^2 + {_R}*(beta*{_R})"
_DRAWS = f"almost_always(forall s, t: {_APART('s', 't')}*{_pulled('s', 't')} <= {_BOUND})"
_EQUAL_ROWS = f"almost_always(forall p, q: p != q => {DRAWN('p', 'q')} == {ROW})"
_MOVED = "forall i: rate(x[i]) == sa(x, i)"
_LAW = law("sa").removeprefix("almost_always(").removesuffix(")")
_SQUARE = f"rate(-{_APART('p', '{0}')}^2) >= {_GROWTH}*{_LEAST}".format
_HALVES = [f"{_APART(s, t)}*{_pulled(s, t)} <= {_BOUND}" for s, t in ("pq", "qp")]
_D = _APART("p", "q")
_NEGATIVE = (f"{_LEAST} <= 0", leaf(f"1: {_BELOW[2][0]}", f"1: sq {_D}"))
_OTHER = leaf(
    *(f"2: {half}" for half in _HALVES),
    f"eq 2*{_D}: {DRAWN('p', 'q')} == {ROW}",
    f"eq 2*{_D}: {DRAWN('q', 'p')} == {ROW}",
    f"eq -2*{_D}: {_LAW}",
    use=[_MOVED, "off[p, q] == 1", "off[q, p] == 1"],
)

_SAME = leaf(use=[_UNIT, "off[p, p] == 0"])
_EACH = have([*_BELOW, _NEGATIVE], _by_order(_OTHER, _SAME, _SQUARE("j")))
_STEPS: list[tuple[str, Tree]] = [
    ("n >= 1", size_at_least_one()),
    (f"{INSIDE} and {BETWEEN['sa']}", have([(SANDWICH, lemma("PER-6.12.sandwich"))], KNOWN)),
    *_RANGES,
    (_SPREAD, _SPREAD_PROOF),
    (f"almost_always({_WITHIN})", enter("ae", _within())),
    (
        f"forall i: almost_always({_ROWS.format('i')})",
        intro(
            "p",
            lemma(
                "LEM-softmax.lipschitz",
                enter("ae", intro("q", KNOWN)),
                k="fn(j: beta*dot(x[p], x[j]))",
                l=f"fn(j: beta*{EQUAL('p', 'j')})",
                s=f"beta*{_R}",
            ),
        ),
    ),
    (f"almost_always(forall i: {_ROWS.format('i')})", enter("ae", KNOWN)),
    (
        _DRAWS,
        lemma(
            "LEM-two-products",
            *[KNOWN] * 4,
            enter("ae", intro("p,q", KNOWN)),
            enter("ae", intro("p", KNOWN)),
            KNOWN,
            H="fn(i, j: dot(x[i], x[j]))",
            K=f"fn(i, j: {EQUAL('i', 'j')})",
            a=f"fn(i, j: {_SHARE('i', 'j')})",
            b=f"fn(i, j: {_TARGET('i', 'j')})",
            r=_R,
            B=f"beta*{_R}",
        ),
    ),
    (_EQUAL_ROWS, lemma("LEM-equal-row")),
    (
        f"almost_always(0 <= 0 => rate({_LEAST}) >= {_GROWTH}*{_LEAST})",
        lemma(
            "LEM-least-pair",
            enter("ae", intro(["", "p", "q", ""], _EACH)),
            v=f"fn(i, j: -{_APART('i', 'j')}^2)",
            b=f"{_GROWTH}*{_LEAST}",
            C="0 <= 0",
        ),
    ),
    (
        f"decays(-{_LEAST}, -{_GROWTH})",
        lemma(
            "LEM-comparison",
            enter("ae", KNOWN),
            z=f"-{_LEAST}",
            k=f"-{_GROWTH}",
        ),
    ),
]
_CLOSE = leaf(
    "1: c - abs(dot(x[p], x[q])) >= 0; c - abs(dot(x[p], x[q])) >= 0",
    "2: c - abs(dot(x[p], x[q])) >= 0; abs(dot(x[p], x[q])) >= 0",
    use=["off[p, q] == 1", "g == 0"],
)

_START = enter(
    "start",
    rule(
        "least",
        rule(
            "least",
            _by_order(_CLOSE, leaf(use=[_UNIT, "off[p, p] == 0"]), f"-{_APART('p', 'j')}^2 >= -c^2"),
            e=f"fn(j1: -{_APART('p', 'j1')}^2)",
            b="-c^2",
            new={"x": "q"},
        ),
        e=f"fn(i1: min(j1: -{_APART('i1', 'j1')}^2))",
        b="-c^2",
        new={"x": "p"},
    ),
)
_NONNEGATIVE = "forall i, j: i != j => c >= 0"
_FINAL = "c*exp((6 + 2*beta)*time)"
_GROWN = f"-{_LEAST} <= start(-{_LEAST})*exp(-(-{_GROWTH})*time)"
_FACTS = [
    *_BELOW,
    (
        f"{_D}^2 <= ({_FINAL})^2",
        leaf(f"1: {_BELOW[2][0]}", f"1: {_GROWN}", f"1: start({_LEAST}) >= -c^2; exp({_GROWTH}*time) > 0"),
    ),
]


def _side(sign: str) -> Tree:
    """One of the two bounds of the difference."""
    return rule(
        "below the square",
        KNOWN,
        leaf(use=["off[p, q] == 1"]),
        a=f"{sign}(dot(x[p], x[q]) - g)",
        b=_FINAL,
    )


_END = have(
    [("c >= 0", take(_NONNEGATIVE, ["p", "q"], KNOWN)), *_FACTS],
    rule("absolute at most", _side(""), _side("-"), e="dot(x[p], x[q]) - g", b=_FINAL),
)

formal(
    "LEM-products-near",
    title="All products stay near the common product of orthogonal tokens",
    statement=model(
        WEIGHTS,
        SA,
        MOTION,
        OFF,
        {"letters": ["g: moving number; c: number"], "given": GIVEN, "show": [NEAR]},
    ),
    proof=have(
        [
            *_STEPS,
            (f"start({_LEAST}) >= -c^2", _START),
            (
                _NONNEGATIVE,
                intro(
                    ["p", "q", ""],
                    enter("start", leaf("1: abs(dot(x[p], x[q])) <= c", "1: abs(dot(x[p], x[q])) >= 0")),
                ),
            ),
        ],
        enter("every", intro(["p", "q", ""], _END)),
    ),
)

_PLACES = " and ".join(f"({fact})" for fact in ON_OFF)
_LAWS = f"solves(sa, x) and {law('sa')}"

formal(
    "PER-N7",
    reading="the common product g obeys (6.9) and starts at 0; c is any bound of all products of two tokens at the"
    " start, so the greatest of them too",
    statement=model(
        WEIGHTS,
        SA,
        MOTION,
        {
            "letters": ["g: moving number; c: number"],
            "given": ["beta >= 0", "at_start(g == 0)", START],
            "show": [f"{_LAWS} => {NEAR}"],
        },
    ),
    proof=intro(
        "", have([(_PLACES, lemma("LEM-off"))], lemma("LEM-products-near", off=f"fn(i2, j2: {PLACES_OFF('i2', 'j2')})"))
    ),
    instance=still(EAST, NORTH, beta=LOG2, g=0, c=0),
    twin=Variant(
        "a common product from every start",
        {"at_start(g == 0)": "at_start(g >= 0)"},
        still(EAST, WEST, beta=LOG2, g=1, c=1),
    ),
)
