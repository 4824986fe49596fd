"""POW-N3.cycle: two steps of the Oja map as one map; beyond the step bound its fixed point at v_d is stable."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, SPHERES, Part, V, eigen, eigenvector
from proofs_checks.power_method.proofs.squared_step import BETWEEN, SQUARED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

formal(
    "LEM-replaced-term",
    title="A term replaced by what it equals",
    statement={"letters": ["a, b, u, w: vector"], "given": ["u == w", "a == b + w"], "show": "a == b + u"},
    proof=leaf(use=["u == w", "a == b + w"]),
    instance={"dim": 1, "letters": {"a": [3], "b": [1], "u": [2], "w": [2]}},
)

STEP = "unit(X[{0}] + alpha*V(sum(j: X[j])/sum(j: 1)))".format
CYCLE: Part = {
    "letters": ["x[token], v1: vector", "lam1: number", "U: operator"],
    "where": ["opposite := fn(i: -v)", "principal := fn(i: v1)"],
    "maps": [f"twice(X, i) = unit({STEP('i')} + alpha*V(sum(k: {STEP('k')})/sum(j: 1))) on {SPHERES}"],
    "given": [
        "V(v1) == lam1*v1",
        "dot(v1, v1) == 1",
        BETWEEN,
        SQUARED,
        *("lam1 > 0", "alpha > 0", "-lam > lam1", "alpha > 2/(-lam - lam1)"),
    ],
}
LONG = "alpha*(-lam - lam1) > 2"
FACTS: Steps = [
    ("-lam - lam1 > 0", leaf("1: -lam > lam1")),
    (LONG, leaf("1: alpha > 2/(-lam - lam1); -lam - lam1 > 0")),
    ("1 + alpha*lam1 > 1", leaf("1: alpha > 0; lam1 > 0")),
    ("c < -(1 + alpha*lam1)", leaf(f"1: {LONG}")),
    ("c < -1", leaf("1: c < -(1 + alpha*lam1)", "1: 1 + alpha*lam1 > 1")),
    ("c < 0", leaf("1: c < -1", "1:")),
    ("c^2 > 0", leaf("1: c < -1; c < -1", "2: c < -1", "1:")),
]
AGAIN = "U(v) == 2*alpha*V(v) + alpha^2*V(V(v))"
DELTA = "forall h: dot(v, delta[h]) == 0"
ALL = "sum(j: 1/(c^2*N)*delta[j])"
AT_ALL = f"U({ALL}) == 2*alpha*V({ALL}) + alpha^2*V(V({ALL}))"
EQUAL = "D(twice, {0}, delta, t) == 1/c^2*delta[t] + (2*alpha*V({1}) + alpha^2*V(V({1})))".format


def fixed(state: str) -> tuple[str, Tree]:
    """Two steps lead back."""
    return f"fixed(twice, {state})", unfold("goal", intro("t", leaf(use=eigen(), norms=["-c"])))


ACROSS = "exists w in vector: w != 0 and dot(v, w) == 0 and U(w) == z*w"
SMALL = have(
    [("1 + z >= 0 and 1 + z < c^2", lemma("LEM-squared-step"))],
    rule(
        "absolute",
        leaf("1: 1 + z < c^2", times=["c^2"]),
        leaf("1: 1 + z >= 0", "1: c^2 > 0", times=["c^2"]),
        e="1/c^2 + N*(1/(c^2*N))*z",
        b="1",
    ),
)


def attracts(state: str) -> Tree:
    """All eigenvalues of two steps are inside the disc."""
    return have(
        [*FACTS, fixed(state), (AGAIN, take(SQUARED, ["v"], KNOWN)), ("1/c^2 > 0", KNOWN)],
        rule(
            "indirect method, stable",
            KNOWN,
            rule(
                "inside, one class",
                rule(
                    "equal tokens",
                    leaf(use=[AGAIN, *eigen()]),
                    KNOWN,
                    KNOWN,
                    intro("t", KNOWN),
                    KNOWN,
                    have(
                        [
                            (AT_ALL, take(SQUARED, [ALL], KNOWN)),
                            (EQUAL(state, ALL), leaf(use=[*eigen(), DELTA], norms=["-c"])),
                        ],
                        lemma(
                            "LEM-replaced-term",
                            a=f"D(twice, {state}, delta, t)",
                            b="1/c^2*delta[t]",
                            u=f"U({ALL})",
                            w=f"2*alpha*V({ALL}) + alpha^2*V(V({ALL}))",
                        ),
                    ),
                    F="twice",
                    S=state,
                    V="U",
                    lam="2*alpha*lam + alpha^2*lam^2",
                    r="1/c^2",
                    k="1/(c^2*N)",
                    n="N",
                    new={"i": "t", "d": "delta"},
                ),
                unfold("eigenvalue(U, v, z)", obtain(ACROSS, "w", SMALL)),
                rule("absolute", leaf("1: c < -1; c < -1", "2: c < -1", times=["c^2"]), KNOWN, e="1/c^2", b="1"),
                F="twice",
                S=state,
                V="U",
                f="fn(z: 1/c^2 + N*(1/(c^2*N))*z)",
                g="1/c^2",
                new={"x": "z"},
            ),
            F="twice",
            S=state,
        ),
    )


M = "(c/(1 + alpha*lam1))"
SAME = "dot(v1, V(v)) == dot(v1, lam*v)"
UNSTABLE = have(
    [
        *FACTS,
        (SAME, lemma("LEM-same-dot", leaf(use=eigen()), u="V(v)", w="lam*v", z="v1")),
        ("lam1 - lam > 0", leaf("1: -lam > lam1", "2: lam1 > 0")),
        ("dot(v1, v) == 0", leaf(f"eq 1: {SAME}", use=CYCLE["given"][:1], times=["lam1 - lam"])),
        ("1 + alpha*lam1 > 0", leaf("1: 1 + alpha*lam1 > 1", "1:")),
        ("fixed(oja, principal)", unfold("goal", intro("t", leaf(use=CYCLE["given"][:2], norms=["1 + alpha*lam1"])))),
        ("v != 0", rule("nonzero vector", leaf(use=eigen()), u="v")),
        (f"-{M} > 1", leaf("1: c < -(1 + alpha*lam1)", times=["1 + alpha*lam1"])),
        (
            f"abs({M}) > 1",
            have(
                [(f"-{M} <= abs({M})", rule("absolute above minus", e=M))], leaf(f"1: -{M} <= abs({M})", f"1: -{M} > 1")
            ),
        ),
    ],
    rule(
        "indirect method, unstable",
        KNOWN,
        rule(
            "outside, eigenvector",
            KNOWN,
            intro("t", KNOWN),
            rule("some element", witness("t", KNOWN), C="exists i in token: v != 0", new={"x": "t"}),
            leaf(use=[*eigen(), *CYCLE["given"][:2], "dot(v1, v) == 0"], norms=["1 + alpha*lam1"]),
            KNOWN,
            F="oja",
            S="principal",
            d="fn(h: v)",
            m=M,
            new={"i": "t"},
        ),
        F="oja",
        S="principal",
    ),
)
THREE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -3]],
        "alpha": 2,
        "x": [[1, 0], ["3/5", "4/5"]],
        "v": [0, 1],
        "lam": -3,
        "v1": [1, 0],
        "lam1": 1,
        "U": [[8, 0], [0, 24]],
    },
}
SHORT: Part = {**THREE, "letters": {**THREE["letters"], "alpha": "2/3", "U": [["16/9", 0], [0, 0]]}}
formal(
    "POW-N3.cycle",
    statement=model(
        V,
        OJA,
        eigenvector(),
        CYCLE,
        {
            "show": [
                "forall i: value(oja, consensus, i) == -v and value(oja, opposite, i) == v",
                "forall i: value(twice, x, i) == value(oja, fn(h: value(oja, x, h)), i)",
                "asymptotically_stable(twice, consensus)",
                "asymptotically_stable(twice, opposite)",
                "not lyapunov(oja, principal)",
            ]
        },
    ),
    proof=[
        intro("t", have(FACTS, both(*[leaf(use=eigen(), norms=["-c"])] * 2))),
        intro("t", leaf()),
        attracts("consensus"),
        attracts("opposite"),
        UNSTABLE,
    ],
    instance=THREE,
    twin=Variant(
        "already beyond 1/(|lambda_d| - lambda_1)", {"alpha > 2/(-lam - lam1)": "alpha > 1/(-lam - lam1)"}, SHORT
    ),
)
