"""Random starts: a hemisphere with all tokens has Wendel's probability, and from it they collapse to one point."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import CLUSTERS, collapse
from proofs_checks.perspective.proofs.models import LOG2, SA, USA, WEIGHTS, Values
from proofs_checks.perspective.proofs.wendel import INSIDE, ROW, few
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, enter, have, intro, leaf, lemma, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
FROM = f"forall w in vector: at_start(forall i: dot(w, x[i]) > 0) => solves({{0}}, x) => ({CLUSTERS})".format
RANDOM = {
    "spaces": ["E"],
    "letters": ["y[token]: random vector", "x[token]: moving vector; n1, d1: size"],
    "given": [
        "beta >= 0",
        "n1 + 1 == sum(j: 1)",
        "d1 + 1 == dim(E)",
        "independent(y)",
        "uniform_on_sphere(y)",
    ],
}
ANY = {
    "letters": ["Q, K: matrix"],
    "where": ["f(X, i, j) := exp(beta*dot(Q(X[i]), K(X[j])))", "Y(X, i) := sum(k: f(X, i, k))"],
    "flows": ["any(X, i) = tangent(X[i], sum(j: f(X, i, j)*X[j])/Y(X, i)) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
}


_AT: Values = {
    "tokens": 2,
    "dim": 3,
    "letters": {"beta": LOG2, "y": "uniform_on_sphere", "x": [["3/5", "4/5", 0]] * 2, "n1": 1, "d1": 2},
}
_FEW: Values = {
    **_AT,
    "letters": {
        **_AT["letters"],
        "s": 1,
        "Q": [[0, 1, 0], [2, 0, 0], [0, 0, 1]],
        "K": [[1, 0, 0], [0, 3, 0], [0, 0, 0]],
    },
}


def anywhere(instance: Values) -> Variant:
    """The twin in which every vector of the hemisphere is the limit."""
    limit = "forall i: tends(norm(x[i] - w), 0)"
    return Variant("the limit is any vector on whose side all tokens are", {CLUSTERS: limit}, instance)


def shorter(matrix: str, bound: str, at: str) -> list[tuple[str, Tree]]:
    """The image of a unit vector under a bounded linear map."""
    image = f"{matrix}(x[{at}])"
    form = f"dot({image}, {matrix}(x[{at}])) <= {bound}*norm({image})*norm(x[{at}])"
    one = f"norm(x[{at}]) == 1"
    small = leaf(f"1: norm({image}) - {bound} < 0")
    square = leaf(f"1: {form}", f"eq {bound}*norm({image}): {one}", times=[f"norm({image})"])
    large = have([(f"norm({image}) > 0", leaf(f"1: norm({image}) - {bound} >= 0", f"1: {bound} > 0"))], square)
    return [
        (one, leaf(norms=["1"], use=[NOW])),
        (form, KNOWN),
        (f"norm({image}) <= {bound}", cases(f"norm({image}) - {bound}", large, small)),
    ]


def within(sign: str) -> Tree:
    """A logit is at most the product of the bounds."""
    across = f"dot({sign}Q(x[p]), K(x[q])) <= norm({sign}Q(x[p]))*norm(K(x[q]))"
    return have(
        [
            *shorter("Q", "c1", "p"),
            *shorter("K", "c2", "q"),
            (across, rule("Cauchy-Schwarz", u=f"{sign}Q(x[p])", w="K(x[q])")),
        ],
        leaf(
            f"1: beta >= 0; {across}",
            "1: beta >= 0; norm(Q(x[p])) >= 0; norm(K(x[q])) <= c2",
            "1: beta >= 0; norm(Q(x[p])) <= c1; c2 > 0",
        ),
    )


BOUND = "beta*c1*c2"
LEAST = f"exp(-2*({BOUND}))/n"
ROWS = (
    f"almost_always(forall j: {LEAST} <= exp(beta*dot(Q(x[{{0}}]), K(x[j])))/Y(x, {{0}}) <= exp(2*({BOUND}))/n)"
).format


def collapse_any() -> Tree:
    """Any queries and keys: the logits are bounded, so that the weights are bounded below."""
    logits = enter("ae", intro("q", both(within("-"), within(""))))
    row = lemma("LEM-softmax", logits, leaf(), l="fn(j: beta*dot(Q(x[p]), K(x[j])))", M=BOUND, N="n")
    share = "f(x, i, j)/Y(x, i)"
    low = f"{LEAST} <= exp(beta*dot(Q(x[p]), K(x[q])))/Y(x, p)"
    pulls = f"almost_always(forall i: rate(x[i]) == sum(j: {share}*(x[j] - dot(x[i], x[j])*x[i])))"
    return have(
        [
            (pulls, enter("ae", intro("p", leaf(use=["forall i: rate(x[i]) == any(x, i)", NOW])))),
            (f"forall i: {ROWS('i')}", intro("p", row)),
            (f"almost_always(forall i, j: {share} >= {LEAST})", enter("ae", intro("p,q", leaf(f"1: {low}")))),
            (f"almost_always(forall i: sum(j: {share}) <= 1)", enter("ae", intro("p", leaf()))),
        ],
        lemma(
            "LEM-cluster",
            KNOWN,
            KNOWN,
            KNOWN,
            leaf(),
            leaf("1:", "1: sq norm(w)"),
            leaf("1:", "1: sq norm(w)", "1: sq dot(w, w)"),
            leaf(),
            a=f"fn(i, j: {share})",
            delta=LEAST,
            S="1",
            N="n",
            C="1 + dot(w, w)",
        ),
    )


def bounded(then: Tree) -> Tree:
    """Both matrices are bounded."""
    for matrix, bound in (("K", "c2"), ("Q", "c1")):
        then = rule("some bound", then, U=matrix, C=CLUSTERS, new={"K": bound})
    return then


formal(
    "PER-T6.3",
    reading="almost surely: from every start in an event of probability 1, that of an open hemisphere with all tokens",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        RANDOM,
        ANY,
        {
            "letters": ["s: size"],
            "given": ["d1 == n1 + s"],
            "show": [f"{INSIDE('y')} == 1", FROM("sa"), FROM("usa"), FROM("any")],
        },
    ),
    proof=[
        few("y"),
        intro(["w", ""], collapse("sa")),
        intro(["w", ""], collapse("usa")),
        intro(["w", "", ""], unfold("solves(any, x)", bounded(collapse_any()))),
    ],
    instance=_FEW,
    twin=anywhere(_FEW),
)

formal(
    "PER-T6.7.cor",
    sentence=r"For $n, d \geq 1$ and $\beta \geq 0$ the probability of one cluster is at least that of Wendel.",
    reading="the event of an open hemisphere with all tokens has Wendel's probability, and from every start in it the"
    " tokens tend to one point",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        RANDOM,
        {
            "show": [f"{INSIDE('y')} == {ROW('n1', 'd1')}/2^n1", FROM("sa"), FROM("usa")],
        },
    ),
    proof=[
        rule("Wendel", KNOWN, KNOWN, KNOWN, KNOWN, m="n1", e="d1"),
        intro(["w", ""], collapse("sa")),
        intro(["w", ""], collapse("usa")),
    ],
    instance=_AT,
    twin=anywhere(_AT),
)
