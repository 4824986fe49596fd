"""Section 7: the field as a convolution, Kuramoto's model and its energy, the energy on the torus, cuts."""

from __future__ import annotations

from proofs_checks.perspective.proofs.angles import COSINES, SINES, differences
from proofs_checks.perspective.proofs.models import LOG2, Values
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, rule

ANGLES = {"letters": ["beta: number; th[token]: number"], "where": ["n := sum(k: 1)"]}
MOVING = {"letters": ["beta, K: number; th[token]: moving number"], "where": ["n := sum(k: 1)"]}
THREE: Values = {"tokens": 3, "letters": {"beta": LOG2, "th": [0, "pi/2", "pi/3"]}}

formal(
    "PER-7.1.field",
    statement=model(
        ANGLES,
        {
            "letters": ["t: moving number"],
            "where": [
                "h(s) := exp(beta*cos(s))",
                "slope(s) := -beta*sin(s)*h(s)",
                "mass(s) := sum(j: h(s - th[j]))/n",
                "force(s) := sum(j: slope(s - th[j]))/n",
            ],
            "given": ["beta != 0"],
            "show": [
                "almost_always(rate(h(t)) == slope(t)*rate(t))",
                "forall i: force(th[i])/beta == -sum(j: h(th[i] - th[j])*sin(th[i] - th[j]))/n",
                "forall i: force(th[i])/(beta*mass(th[i]))"
                " == -sum(j: h(th[i] - th[j])*sin(th[i] - th[j]))/sum(k: h(th[i] - th[k]))",
                "almost_always(rate(log(mass(t))/beta) == force(t)/(beta*mass(t))*rate(t))",
            ],
        },
    ),
    proof=[enter("ae", leaf()), intro("p", leaf()), intro("p", leaf()), enter("ae", leaf())],
    instance={**THREE, "letters": {**THREE["letters"], "t": 1}},
    twin=Variant(
        "without the factor beta",
        {"force(th[i])/beta ==": "force(th[i]) =="},
        {**THREE, "letters": {**THREE["letters"], "t": 1}},
    ),
)

KURAMOTO = "rate({0}[i]) == {1} + {2}/n*sum(j: sin({0}[j] - {0}[i]))".format
SHIFTED = "rate(th[i] - om*time) == K/n*sum(j: sin((th[j] - om*time) - (th[i] - om*time)))"

formal(
    "PER-7.2",
    statement=model(
        MOVING,
        {
            "letters": ["om: number"],
            "where": ["field(i) := -sum(j: exp(beta*cos(th[i] - th[j]))*sin(th[i] - th[j]))/n"],
            "show": [
                "beta == 0 => always(forall i: field(i) == 0 + 1/n*sum(j: sin(th[j] - th[i])))",
                f"almost_always(forall i: {KURAMOTO('th', 'om', 'K')}) => almost_always(forall i: {SHIFTED})",
            ],
        },
    ),
    proof=[
        intro("", enter("every", intro("p", have(differences(), leaf(use=["beta == 0", COSINES, SINES]))))),
        intro("", enter("ae", intro("p", leaf(use=[f"forall i: {KURAMOTO('th', 'om', 'K')}"])))),
    ],
    instance={"tokens": 2, "letters": {"beta": 0, "K": 2, "om": 0, "th": [0, "pi"]}},
    twin=Variant(
        "the other sign of the sine",
        {"1/n*sum(j: sin(th[j] - th[i])))": "1/n*sum(j: sin(th[i] - th[j])))"},
        {"tokens": 2, "letters": {"beta": 0, "K": 2, "om": 0, "th": [0, "pi/2"]}},
    ),
)

F = "K/(2*n^2)*sum(i, j: cos(th[i] - th[j]))"
TOGETHER = "forall i, j: cos(th[i]) == cos(th[j]) and sin(th[i]) == sin(th[j])"
C, S = "sum(j: cos(th[j]))", "sum(j: sin(th[j]))"
SQUARES = f"{F} == K/(2*n^2)*({C}^2 + {S}^2)"
GAP = "1 - cos(th[{0}] - th[{1}])".format


def squares() -> list[tuple[str, Tree]]:
    """The double sum of cosines is the square of the length of the sum of unit vectors."""
    return [*differences(), (SQUARES, leaf(use=[COSINES]))]


def one_gap(i: str, j: str) -> Tree:
    """1 - cos(s - t) is half the square of a distance."""
    return leaf(f"1/2: sq cos(th[{i}]) - cos(th[{j}])", f"1/2: sq sin(th[{i}]) - sin(th[{j}])", use=[COSINES])


def all_gaps(term: str, each: Tree) -> tuple[str, Tree]:
    """The double sum of gaps is not negative."""
    row = rule("positive sum", each, e=f"fn(j: {term.format('q', 'j')})", new={"x": "r"})
    return f"sum(i, j: {term.format('i', 'j')}) >= 0", rule(
        "positive sum", row, e=f"fn(i: sum(j: {term.format('i', 'j')}))", new={"x": "q"}
    )


def pair_gap(term: str, each: Tree, first: Tree) -> list[tuple[str, Tree]]:
    """One gap is at most the double sum."""
    total, row, one = f"sum(i, j: {term.format('i', 'j')})", f"sum(j: {term.format('s', 'j')})", term.format("s", "t")
    inner = rule("positive sum", each, e=f"fn(j: {term.format('q', 'j')})", new={"x": "r"})
    return [
        (
            f"{total} >= {row}",
            rule("term of a positive sum", inner, e=f"fn(i: sum(j: {term.format('i', 'j')}))", y="s", new={"x": "q"}),
        ),
        (
            f"{row} >= {one}",
            rule("term of a positive sum", first, e=f"fn(j: {term.format('s', 'j')})", y="t", new={"x": "r"}),
        ),
    ]


def meet(fact: str) -> Tree:
    """cos(s - t) >= 1 puts both angles at one point of the circle."""
    return have(
        [
            (
                f"{f}(th[s]) - {f}(th[t]) == 0",
                rule(
                    "square zero",
                    leaf(f"2: {fact}", f"1: sq {g}(th[s]) - {g}(th[t])", use=[COSINES]),
                    a=f"{f}(th[s]) - {f}(th[t])",
                ),
            )
            for f, g in (("cos", "sin"), ("sin", "cos"))
        ],
        both(*(leaf(f"eq 1: {f}(th[s]) - {f}(th[t]) == 0") for f in ("cos", "sin"))),
    )


def same_place(term: str, value: str, end: Tree) -> Tree:
    """If all angles agree, every term of a double sum has one value."""
    row = f"sum(j: {term.format('q', 'j')}) == sum(j: {value})"
    equal = have(
        ["cos(th[q]) == cos(th[r])", "sin(th[q]) == sin(th[r])"],
        leaf(use=["cos(th[q]) == cos(th[r])", "sin(th[q]) == sin(th[r])", COSINES]),
    )
    rows = rule(
        "equal sums",
        have(
            [
                (
                    row,
                    rule("equal sums", equal, e=f"fn(j: {term.format('q', 'j')})", f=f"fn(j: {value})", new={"x": "r"}),
                )
            ],
            leaf(f"eq 1: {row}"),
        ),
        e=f"fn(i: sum(j: {term.format('i', 'j')}))",
        f=f"fn(i: sum(j: {value}))",
        new={"x": "q"},
    )
    return have([*differences(), (f"sum(i, j: {term.format('i', 'j')}) == sum(i, j: {value})", rows)], end)


def no_sum(one: str, other: str) -> Tree:
    """Where the energy is zero both sums are."""
    square = leaf(f"1: sq {other}", f"eq -2*n^2/K: {SQUARES}", f"eq 2*n^2/K: {F} == 0")
    return rule("square zero", square, a=one)


ONES = "sum(i, j: cos(th[i] - th[j])) == sum(i, j: 1)"
_PLAIN = "1 - cos(th[{0}] - th[{1}])"
_FULL = "cos(th[s] - th[t]) >= 1"
KURAMOTO_STATES = {"tokens": 2, "letters": {"beta": 1, "K": 2, "th": [0, "2*pi"]}}

formal(
    "PER-7.3",
    statement=model(
        MOVING,
        {
            "given": ["K > 0"],
            "show": [
                f"always({F} >= 0)",
                f"almost_always(rate({F}) == sum(i: 1/n*(K/n*sum(j: sin(th[j] - th[i])))*rate(th[i])))",
                f"always({F} <= K/2)",
                f"always({F} == K/2 => ({TOGETHER}))",
                f"always(({TOGETHER}) => {F} == K/2)",
                f"always({F} == 0 => {C} == 0 and {S} == 0)",
                f"always({C} == 0 and {S} == 0 => {F} == 0)",
            ],
        },
    ),
    proof=[
        enter(
            "every",
            have(
                squares(),
                leaf(f"1/2: K > 0; 1/n > 0; 1/n > 0; sq {C}", f"1/2: K > 0; 1/n > 0; 1/n > 0; sq {S}", use=[COSINES]),
            ),
        ),
        enter("ae", have(differences(), leaf(use=[COSINES, SINES]))),
        enter(
            "every",
            have(
                [*differences(), all_gaps(_PLAIN, one_gap("q", "r"))],
                leaf(f"1/2: K > 0; 1/n > 0; 1/n > 0; sum(i, j: {GAP('i', 'j')}) >= 0"),
            ),
        ),
        enter(
            "every",
            intro(
                ["", "s", "t"],
                have(
                    [
                        *differences(),
                        *pair_gap(_PLAIN, one_gap("q", "r"), one_gap("s", "r")),
                        (
                            _FULL,
                            leaf(
                                f"1: sum(i, j: {GAP('i', 'j')}) >= sum(j: {GAP('s', 'j')})",
                                f"1: sum(j: {GAP('s', 'j')}) >= {GAP('s', 't')}",
                                f"eq -2*n^2/K: {F} == K/2",
                            ),
                        ),
                    ],
                    meet(_FULL),
                ),
            ),
        ),
        enter("every", intro("", same_place("cos(th[{0}] - th[{1}])", "1", leaf(f"eq K/(2*n^2): {ONES}")))),
        enter("every", intro("", have(squares(), both(no_sum(C, S), no_sum(S, C))))),
        enter("every", intro("", have(squares(), leaf(use=[f"{C} == 0", f"{S} == 0", COSINES])))),
    ],
    instance=KURAMOTO_STATES,
    twin=Variant("half of the maximum", {f"always({F} <= K/2)": f"always({F} <= K/4)"}, KURAMOTO_STATES),
)
