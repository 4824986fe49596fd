"""Short inequalities of Section 4 and Appendix D, and the flow at beta = 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    NORTH,
    SA,
    SLOPE,
    STEEP,
    USA,
    WEIGHTS,
    WEST,
    at,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

formal(
    "PER-T4.2.const",
    statement={
        "letters": ["x, y, u, v: vector"],
        "given": [
            "dot(x, x) == 1",
            "dot(y, y) == 1",
            "dot(u, u) == 1",
            "dot(v, v) == 1",
            "dot(x, y) > 3/4",
            "norm(u - x) <= 1/8",
            "norm(v - y) <= 1/8",
        ],
        "show": ["dot(u, v) > 1/2"],
    },
    proof=have(
        [
            ("dot(u - x, -y) <= norm(u - x)*norm(-y)", rule("Cauchy-Schwarz", u="u - x", w="-y")),
            ("dot(v - y, -u) <= norm(v - y)*norm(-u)", rule("Cauchy-Schwarz", u="v - y", w="-u")),
        ],
        leaf(
            "1: dot(u - x, -y) <= norm(u - x)*norm(-y)",
            "1: dot(v - y, -u) <= norm(v - y)*norm(-u)",
            "1: norm(u - x) <= 1/8",
            "1: norm(v - y) <= 1/8",
            "1: dot(x, y) > 3/4",
            use=["dot(y, y) == 1", "dot(u, u) == 1"],
        ),
    ),
    instance=at(x=EAST, y=EAST, u=EAST, v=EAST),
    twin=Variant(
        "tokens moved by at most a half",
        {"norm(u - x) <= 1/8": "norm(u - x) <= 1/2"},
        at(x=EAST, y=STEEP, u=["15/17", "-8/17"], v=STEEP),
    ),
)

ZERO = {"given": ["beta == 0"]}
RATIO = "(1 - dot(x[p], x[q]))*(1 - dot(x[r], x[s]))/((1 - dot(x[p], x[r]))*(1 - dot(x[q], x[s])))"
_PAIRS = [("p", "q"), ("r", "s"), ("p", "r"), ("q", "s")]
_BELOW = [("p", "r"), ("q", "s")]
_GAP = "(1 - dot(x[{0}], x[{1}]))".format
_PULLED = "dot(x[{0}], sum(h: x[h])/n)".format
_MOVES = "rate(dot(x[{0}], x[{1}])) == (1 - dot(x[{0}], x[{1}]))*({2} + {3})".format
APART = " and ".join(f"at_start({_GAP(*pair)} > 0)" for pair in _BELOW)

CONSERVED = " and ".join(
    [
        *(f"always({_GAP(*pair)} > 0)" for pair in _BELOW),
        f"almost_always(rate({RATIO}) == 0)",
        f"always({RATIO} == start({RATIO}))",
    ]
)


def moves(p: str, q: str) -> str:
    """The rate of a product of two tokens."""
    return _MOVES(p, q, _PULLED(p), _PULLED(q))


def pulled(p: str) -> tuple[str, Tree]:
    """No token is drawn by more than one."""
    unit = ["forall h: dot(x[h], x[h]) == 1"]
    term = leaf(f"1/2: dot(x[{p}] - x[z1], x[{p}] - x[z1]) >= 0", use=unit)
    room = f"sum(h: 1 - dot(x[{p}], x[h])) >= 0"
    return (
        f"{_PULLED(p)} <= 1",
        have(
            [(room, rule("positive sum", term, e=f"fn(h: 1 - dot(x[{p}], x[h]))", new={"x": "z1"}))],
            leaf(f"1: 1/n > 0; {room}"),
        ),
    )


def stays(p: str, q: str) -> tuple[str, Tree]:
    """Two tokens that start apart stay apart."""
    slow = have(
        [pulled(p), pulled(q), moves(p, q)],
        leaf(
            f"1: {_GAP(p, q)} > 0; {_PULLED(p)} <= 1",
            f"1: {_GAP(p, q)} > 0; {_PULLED(q)} <= 1",
            f"eq 1: {moves(p, q)}",
        ),
    )
    return (
        f"always({_GAP(p, q)} > 0)",
        lemma("LEM-positive", KNOWN, enter("ae", intro("", slow)), z=_GAP(p, q), k="2"),
    )


def conserved(flow: str) -> Tree:
    """The rate of one minus a product is that number times a sum of what belongs to the two tokens."""
    below = "(1 - dot(x[p], x[r]))*(1 - dot(x[q], x[s]))"
    factors = [
        f"-(1 - dot(x[r], x[s]))/({below})",
        f"-(1 - dot(x[p], x[q]))/({below})",
        f"{RATIO}/(1 - dot(x[p], x[r]))",
        f"{RATIO}/(1 - dot(x[q], x[s]))",
    ]
    moved = f"forall h: rate(x[h]) == {flow}(x, h)"
    rate = leaf(use=[moved, "forall h: dot(x[h], x[h]) == 1", "beta == 0"])
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    *((f"almost_always({moves(*pair)})", enter("ae", rate)) for pair in _PAIRS),
                    *(stays(*pair) for pair in _BELOW),
                    (f"always({below} > 0)", enter("every", leaf(f"1: {_GAP('p', 'r')} > 0; {_GAP('q', 's')} > 0"))),
                    (f"always({below} != 0)", enter("every", KNOWN)),
                    (
                        f"almost_always(rate({RATIO}) == 0)",
                        enter(
                            "ae",
                            leaf(
                                *(f"eq {factor}: {moves(*pair)}" for factor, pair in zip(factors, _PAIRS, strict=True))
                            ),
                        ),
                    ),
                    (
                        f"always({RATIO} >= start({RATIO}))",
                        rule("monotone", leaf(f"eq -1: rate({RATIO}) == 0"), z=RATIO),
                    ),
                    (
                        f"always(-{RATIO} >= start(-{RATIO}))",
                        rule("monotone", leaf(f"eq 1: rate({RATIO}) == 0"), z=f"-{RATIO}"),
                    ),
                ],
                both(
                    *[KNOWN] * 2,
                    KNOWN,
                    enter(
                        "every",
                        rule(
                            "antisymmetry",
                            leaf(f"1: -{RATIO} >= start(-{RATIO})"),
                            leaf(f"1: {RATIO} >= start({RATIO})"),
                            a=RATIO,
                            b=f"start({RATIO})",
                        ),
                    ),
                ),
            ),
        ),
    )


formal(
    "PER-4.1",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        ZERO,
        {
            "letters": ["p, q, r, s: token"],
            "show": [
                "always(on(sa, x) => (forall h: sa(x, h) == tangent(x[h], sum(g: x[g])/n)))",
                "always(on(usa, x) => (forall h: usa(x, h) == tangent(x[h], sum(g: x[g])/n)))",
                f"solves(sa, x) and {APART} => {CONSERVED}",
                f"solves(usa, x) and {APART} => {CONSERVED}",
            ],
        },
    ),
    proof=[
        enter("every", intro(["", "t"], leaf(use=["beta == 0"]))),
        enter("every", intro(["", "t"], leaf(use=["beta == 0"]))),
        conserved("sa"),
        conserved("usa"),
    ],
    instance=still(EAST, WEST, EAST, WEST, beta=0, p=0, q=2, r=1, s=3),
    twin=Variant(
        "without the projection",
        {"tangent(x[h], sum(g: x[g])/n)": "sum(g: x[g])/n"},
        still(EAST, NORTH, EAST, NORTH, beta=0, p=0, q=2, r=1, s=3),
    ),
)

formal(
    "PER-D.15.four",
    sentence=r"With $\langle x_i, x^*\rangle \geq \alpha$ for unit vectors:"
    r" $1 - \langle x_i, x_j\rangle \leq 4(1 - \alpha)$.",
    statement={
        "letters": ["x, y, z: vector; alpha: number"],
        "given": ["dot(x, x) == 1", "dot(y, y) == 1", "dot(z, z) == 1", "dot(x, z) >= alpha", "dot(y, z) >= alpha"],
        "show": ["1 - dot(x, y) <= 4*(1 - alpha)"],
    },
    proof=leaf(
        "2: dot(x, z) >= alpha",
        "2: dot(y, z) >= alpha",
        "1/2: sq norm(x + y - 2*z)",
        use=["dot(x, x) == 1", "dot(y, y) == 1", "dot(z, z) == 1"],
    ),
    instance=at(x=EAST, y=SLOPE, z=EAST, alpha="1/2"),
    twin=Variant(
        "twice", {"4*(1 - alpha)": "2*(1 - alpha)"}, at(x=["3/5", "4/5"], y=["3/5", "-4/5"], z=EAST, alpha="3/5")
    ),
)

formal(
    "PER-D.1",
    statement=model(
        WEIGHTS,
        SA,
        {
            "letters": ["x[token], y[token]: vector"],
            "where": ["A(X, i, j) := e(X, i, j)/Z(X, i)", "pulled(X, i) := sum(j: A(X, i, j)*X[j])"],
            "show": [
                "forall i: sa(x, i) == tangent(x[i], pulled(x, i)) and sa(y, i) == tangent(y[i], pulled(y, i))",
                "forall i: sa(x, i) - sa(y, i) == tangent(x[i], sum(j: A(x, i, j)*(x[j] - y[j]))"
                " + sum(j: (A(x, i, j) - A(y, i, j))*y[j]))"
                " - (dot(x[i] - y[i], pulled(y, i))*x[i] + dot(y[i], pulled(y, i))*(x[i] - y[i]))",
                "forall i: pulled(x, i) - pulled(y, i) =="
                " sum(j: A(x, i, j)*(x[j] - y[j])) + sum(j: (A(x, i, j) - A(y, i, j))*y[j])",
                "forall i: norm(sum(j: A(x, i, j)*(x[j] - y[j]))) <= max(j: norm(x[j] - y[j]))",
            ],
        },
    ),
    proof=[
        intro("p", both(leaf(), leaf())),
        intro("p", leaf()),
        intro("p", leaf()),
        intro(
            "p",
            have(
                [
                    (
                        "norm(sum(j: A(x, p, j)*(x[j] - y[j]))) <= sum(j: A(x, p, j)*norm(x[j] - y[j]))",
                        rule(
                            "norm of a weighted sum",
                            leaf(),
                            e="fn(j: A(x, p, j))",
                            u="fn(j: x[j] - y[j])",
                            new={"x": "r"},
                        ),
                    ),
                    (
                        "sum(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j]))) >= 0",
                        rule(
                            "positive sum",
                            have(
                                [
                                    (
                                        "norm(x[r] - y[r]) <= max(k: norm(x[k] - y[k]))",
                                        rule("below the greatest", e="fn(k: norm(x[k] - y[k]))", y="r"),
                                    ),
                                    ("A(x, p, r) > 0", leaf()),
                                ],
                                leaf("1: A(x, p, r) > 0; norm(x[r] - y[r]) <= max(k: norm(x[k] - y[k]))"),
                            ),
                            e="fn(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j])))",
                            new={"x": "r"},
                        ),
                    ),
                ],
                leaf(
                    "1: norm(sum(j: A(x, p, j)*(x[j] - y[j]))) <= sum(j: A(x, p, j)*norm(x[j] - y[j]))",
                    "1: sum(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j]))) >= 0",
                ),
            ),
        ),
    ],
    instance=still(EAST, SLOPE, beta=LOG2, y=[WEST, NORTH]),
    twin=Variant(
        "half of the greatest", {"<= max(j: norm": "<= 1/2*max(j: norm"}, still(EAST, EAST, beta=LOG2, y=[WEST, WEST])
    ),
)
