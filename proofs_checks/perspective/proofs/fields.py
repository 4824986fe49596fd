"""(3.1) to (3.3) and (3.12): the velocity as a field of the measure, and the modified metric."""

from __future__ import annotations

from proofs_checks.perspective.proofs.gradient import OPEN_STATE
from proofs_checks.perspective.proofs.models import EAST, LOG2, SA, SLOPE, STATE, WEIGHTS, WEST, at
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, obtain, rule

formal(
    "PER-3.2",
    statement=model(
        WEIGHTS,
        SA,
        STATE,
        {
            "where": [
                "mass(a) := sum(j: 1/n*exp(beta*dot(a, x[j])))",
                "field(a) := tangent(a, sum(j: 1/n*exp(beta*dot(a, x[j]))*x[j])/mass(a))",
            ],
            "show": ["forall i: sa(x, i) == field(x[i])"],
        },
    ),
    proof=intro("p", leaf()),
    instance=OPEN_STATE,
    twin=Variant("a sum in the place of the mean", {"mass(a) := sum(j: 1/n*": "mass(a) := sum(j: "}, OPEN_STATE),
)

METRIC = {
    "letters": ["V: matrix; a[token], b[token], c[token]: vector; k: number; beta: number; x[token]: vector"],
    "where": ["Z(i) := sum(j: exp(beta*dot(V(x[i]), x[j])))"],
}
TANGENTS = at(
    beta=LOG2,
    x=[EAST, SLOPE, WEST],
    V=[[1, 2], [0, 1]],
    a=[[1, 0], [0, 0], [0, 2]],
    b=[[1, 1]] * 3,
    c=[[0, 1]] * 3,
    k=2,
)
G = "sum(i: Z(i)*dot({0}[i], {1}[i]))".format

formal(
    "PER-3.12",
    statement=model(
        METRIC,
        {
            "show": [
                f"{G('a', 'b')} == {G('b', 'a')}",
                f"sum(i: Z(i)*dot(a[i] + k*c[i], b[i])) == {G('a', 'b')} + k*{G('c', 'b')}",
                f"(exists i: a[i] != 0) => {G('a', 'a')} > 0",
            ]
        },
    ),
    proof=[
        leaf(),
        leaf(),
        intro(
            "",
            obtain(
                "exists i: a[i] != 0",
                "t",
                have(
                    [
                        ("dot(a[t], a[t]) > 0", rule("positive square", u="a[t]")),
                        (
                            f"{G('a', 'a')} >= Z(t)*dot(a[t], a[t])",
                            rule(
                                "term of a positive sum",
                                leaf("1: Z(q) > 0; sq norm(a[q])"),
                                e="fn(i: Z(i)*dot(a[i], a[i]))",
                                y="t",
                                new={"x": "q"},
                            ),
                        ),
                    ],
                    leaf(f"1: {G('a', 'a')} >= Z(t)*dot(a[t], a[t])", "1: Z(t) > 0; dot(a[t], a[t]) > 0"),
                ),
            ),
        ),
    ],
    instance=TANGENTS,
    twin=Variant(
        "of all vectors",
        {"(exists i: a[i] != 0) =>": "(exists i: b[i] != a[i]) =>"},
        {**TANGENTS, "letters": {**TANGENTS["letters"], "a": [[0, 0]] * 3}},
    ),
)
