"""Section 2: partition functions, the attention matrix, Krause's weights, rotations."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    NORTH,
    SA,
    SLOPE,
    STATE,
    UNIT,
    USA,
    WEIGHTS,
    WEST,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, rule, unfold

QK = {
    "letters": ["beta: number; Q, K: matrix; x[token]: vector"],
    "where": [
        "n := sum(j: 1)",
        "e(i, j) := exp(beta*dot(Q(x[i]), K(x[j])))",
        "Z(i) := sum(k: e(i, k))",
        "A(i, j) := e(i, j)/Z(i)",
    ],
}
MATRICES = {"Q": [[1, 2], [0, 1]], "K": [[1, 0], [1, -1]]}
MORE = "dot(x[{0}] + x[{1}], x[{0}] + x[{1}]) >= 0".format


def at_most_one(i: str, j: str) -> tuple[str, Tree]:
    """e_ij <= e^beta for beta >= 0."""
    fact = f"exp(beta*dot(x[{i}], x[{j}])) <= exp(beta)"
    least = leaf(f"1/2: beta >= 0; sq norm(x[{i}] - x[{j}])", use=[UNIT])
    return fact, rule("exp monotone", least, a=f"beta*dot(x[{i}], x[{j}])", b="beta")


def at_least_minus_one(i: str, j: str) -> tuple[str, Tree]:
    """e_ij >= e^-beta for beta >= 0."""
    fact = f"exp(-beta) <= exp(beta*dot(x[{i}], x[{j}]))"
    least = leaf(f"1/2: beta >= 0; sq norm(x[{i}] + x[{j}])", use=[UNIT])
    return fact, rule("exp monotone", least, a="-beta", b=f"beta*dot(x[{i}], x[{j}])")


ORTHOGONAL = "forall a in vector, b in vector: dot(O(a), O(b)) == dot(a, b)"


def turned(flow: str) -> Tree:
    """The field commutes with an orthogonal map, and the rotated tokens are on the sphere."""
    moves = leaf(use=[ORTHOGONAL, f"forall i: rate(x[i]) == {flow}(x, i)"])
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            unfold(
                "goal",
                both(enter("every", intro("p", leaf(use=[ORTHOGONAL, UNIT]))), enter("ae", intro("p", moves))),
            ),
        ),
    )


def gram(flow: str) -> Tree:
    """The product rule."""
    return intro(
        "",
        unfold(f"solves({flow}, x)", enter("ae", intro("p,q", leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)"])))),
    )


_ABOVE = "sum(k: e(x, p, k) - exp(-beta)) >= exp(beta*dot(x[p], x[p])) - exp(-beta)"

formal(
    "PER-2.4",
    statement=model(
        WEIGHTS,
        STATE,
        {
            "letters": ["Q, K: matrix"],
            "where": ["general(i) := sum(k: exp(beta*dot(Q(x[i]), K(x[k]))))"],
            "show": [
                "forall i: general(i) > 0",
                "beta >= 0 => (forall i: n*exp(-beta) <= Z(x, i) <= n*exp(beta))",
                "beta >= 0 => (forall i: exp(beta) + (n - 1)*exp(-beta) <= Z(x, i))",
            ],
        },
    ),
    proof=[
        intro("p", leaf()),
        intro(
            ["", "p"],
            have(
                [
                    (
                        "sum(k: e(x, p, k) - exp(-beta)) >= 0",
                        rule(
                            "positive sum",
                            have([at_least_minus_one("p", "q")], leaf("1: " + at_least_minus_one("p", "q")[0])),
                            e="fn(k: e(x, p, k) - exp(-beta))",
                            new={"x": "q"},
                        ),
                    ),
                    (
                        "sum(k: exp(beta) - e(x, p, k)) >= 0",
                        rule(
                            "positive sum",
                            have([at_most_one("p", "q")], leaf("1: " + at_most_one("p", "q")[0])),
                            e="fn(k: exp(beta) - e(x, p, k))",
                            new={"x": "q"},
                        ),
                    ),
                ],
                both(leaf("1: sum(k: e(x, p, k) - exp(-beta)) >= 0"), leaf("1: sum(k: exp(beta) - e(x, p, k)) >= 0")),
            ),
        ),
        intro(
            ["", "p"],
            have(
                [
                    (
                        _ABOVE,
                        rule(
                            "term of a positive sum",
                            have([at_least_minus_one("p", "q")], leaf("1: " + at_least_minus_one("p", "q")[0])),
                            e="fn(k: e(x, p, k) - exp(-beta))",
                            y="p",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf(f"1: {_ABOVE}", use=[UNIT]),
            ),
        ),
    ],
    instance=still(EAST, SLOPE, WEST, beta=LOG2, **MATRICES),
    twin=Variant(
        "n tokens at least as near as possible",
        {"exp(beta) + (n - 1)*exp(-beta) <= Z(x, i)": "exp(beta) + n*exp(-beta) <= Z(x, i)"},
        still(EAST, WEST, beta=LOG2, **MATRICES),
    ),
)

formal(
    "PER-2.5",
    statement=model(
        QK,
        {
            "letters": ["c[token]: number"],
            "where": ["moved(i, j) := exp(beta*dot(Q(x[i]), K(x[j])) + c[i])"],
            "show": [
                "forall i, j: A(i, j) > 0",
                "forall i: sum(j: A(i, j)) == 1",
                "forall i, j: moved(i, j)/sum(k: moved(i, k)) == A(i, j)",
                "(forall u in vector, w in vector: dot(Q(u), K(w)) == dot(Q(w), K(u)))"
                " => (forall i, j: Z(i) == Z(j)) => (forall i, j: A(i, j) == A(j, i))",
                "(forall u in vector, w in vector: dot(Q(u), K(w)) == dot(Q(w), K(u)))"
                " => (forall i, j: A(i, j) == A(j, i)) => (forall i, j: Z(i) == Z(j))",
            ],
        },
    ),
    proof=[
        intro("p,q", leaf()),
        intro("p", leaf()),
        intro("p,q", leaf()),
        intro(
            ["", "", "p", "q"],
            have(
                ["Z(p) == Z(q)", "dot(Q(x[p]), K(x[q])) == dot(Q(x[q]), K(x[p]))"],
                leaf(
                    "eq -e(q, p)/(Z(p)*Z(q)): Z(p) == Z(q)",
                    use=["dot(Q(x[p]), K(x[q])) == dot(Q(x[q]), K(x[p]))"],
                ),
            ),
        ),
        intro(
            ["", "", "p", "q"],
            have(
                ["A(p, q) == A(q, p)", "dot(Q(x[p]), K(x[q])) == dot(Q(x[q]), K(x[p]))"],
                leaf(
                    "eq -Z(p)*Z(q)/e(q, p): A(p, q) == A(q, p)",
                    use=["dot(Q(x[p]), K(x[q])) == dot(Q(x[q]), K(x[p]))"],
                ),
            ),
        ),
    ],
    instance=still(EAST, SLOPE, WEST, beta=LOG2, c=[1, 2, "1/3"], **MATRICES),
    twin=Variant(
        "the sums in the place of the means",
        {"sum(j: A(i, j)) == 1": "sum(j: A(i, j)) == n"},
        still(EAST, SLOPE, WEST, beta=LOG2, c=[1, 2, "1/3"], **MATRICES),
    ),
)

_KRAUSE = "phi(dot(x[{0}] - x[{1}], x[{0}] - x[{1}]))".format

formal(
    "PER-R2.1",
    statement=model(
        WEIGHTS,
        STATE,
        {
            "where": [
                "phi(r) := exp(-beta*r/2)",
                f"R(i) := sum(k: {_KRAUSE('i', 'k')})",
                f"krause(i, j) := {_KRAUSE('i', 'j')}/R(i)",
            ],
            "show": [
                "forall i, j: e(x, i, j)/Z(x, i) == krause(i, j)",
                "forall i, j: krause(i, j) == krause(j, i) => R(i) == R(j)",
            ],
        },
    ),
    proof=[
        intro("p,q", leaf(use=[UNIT])),
        intro(
            ["p", "q", ""],
            leaf(f"eq -R(p)*R(q)/{_KRAUSE('p', 'q')}: krause(p, q) == krause(q, p)"),
        ),
    ],
    instance=still(EAST, SLOPE, NORTH, beta=LOG2),
    twin=Variant("the whole distance", {"-beta*r/2": "-beta*r"}, still(EAST, SLOPE, NORTH, beta=LOG2)),
)

formal(
    "PER-R2.1.symmetric",
    title="Krause's weights are symmetric",
    sentence=r"$a_{ij} = a_{ji}$ for all tokens.",
    role="dropped",
    no_repair="the remark says itself that they are not; PER-R2.1 tells when they are",
    statement=model(WEIGHTS, STATE, {"show": ["forall i, j: e(x, i, j)/Z(x, i) == e(x, j, i)/Z(x, j)"]}),
    refuted={"instance": still(EAST, EAST, NORTH, beta=LOG2)},
)

formal(
    "PER-ROT",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["O: matrix"],
            "where": [
                "G(i, j) := dot(x[i], x[j])",
                "B(i, j) := sum(k: e(x, i, k)/Z(x, i)*(G(k, j) - G(i, k)*G(i, j)))",
                "C(i, j) := sum(k: e(x, i, k)/n*(G(k, j) - G(i, k)*G(i, j)))",
            ],
            "given": [ORTHOGONAL],
            "show": [
                "solves(sa, x) => solves(sa, fn(i: O(x[i])))",
                "solves(usa, x) => solves(usa, fn(i: O(x[i])))",
                "solves(sa, x) => almost_always(forall i, j: rate(G(i, j)) == B(i, j) + B(j, i))",
                "solves(usa, x) => almost_always(forall i, j: rate(G(i, j)) == C(i, j) + C(j, i))",
            ],
        },
    ),
    proof=[turned("sa"), turned("usa"), gram("sa"), gram("usa")],
    instance=still(EAST, EAST, WEST, beta=LOG2, O=[["3/5", "-4/5"], ["4/5", "3/5"]]),
    twin=Variant(
        "any matrix",
        {ORTHOGONAL: "forall a in vector, b in vector: dot(O(a), O(b)) == 4*dot(a, b)"},
        still(EAST, EAST, WEST, beta=LOG2, O=[[2, 0], [0, 2]]),
    ),
)
