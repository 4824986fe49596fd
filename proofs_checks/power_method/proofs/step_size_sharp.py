"""What happens at and beyond the step bound of Lemma 4, and for a negative factor: circles and cycles of period two."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import DIFFERENCES, NEGATIVE, ONE_HEAD, instance
from proofs_checks.power_method.proofs.cycle_steps import TWICE
from proofs_checks.power_method.proofs.models import BASIS, OJA, V, eigen, eigenvector
from proofs_checks.power_method.proofs.step_size_steps import unstable_proof
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    auto,
    cases,
    have,
    intro,
    leaf,
    obtain,
    rule,
    unfold,
)

NEEDED = "abs(low) > lam"
POSITIVE = ("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))


def with_product(relation: str, then: Tree) -> Tree:
    """From alpha = or > 2/(|low| - lam) to alpha (-low - lam) = or > 2."""
    return have(
        [
            "abs(low) - lam > 0",
            ("1/(abs(low) - lam) > 0", leaf()),
            ("low < 0", cases("low", absurd(leaf("1: low < lam; 1/(abs(low) - lam) > 0")), KNOWN)),
            (
                f"alpha*(-low - lam) {relation} 2",
                leaf("eq abs(low) - lam: alpha == 2/(abs(low) - lam)")
                if relation == "=="
                else leaf("1: alpha > 2/(abs(low) - lam); abs(low) - lam > 0"),
            ),
        ],
        then,
    )


# On the circle through v and a unit eigenvector u of low, at the bound: a v + b u goes to a v - b u.
ROOT = "sqrt(1 - second^2)"


def circle_proof() -> Tree:
    """The value at every token of the circle."""
    return intro("t", _circle("dot(w, w) == 1"))


def _circle(*unit: str) -> Tree:
    return have(
        [
            ("1 - second^2 > 0", leaf("1: first > 0; first > 0", "eq 1: first^2 + second^2 == 1")),
            (
                f"first == {ROOT}",
                rule(
                    "antisymmetry",
                    rule("below the square", leaf(), leaf("eq 1: first^2 + second^2 == 1"), a="first", b=ROOT),
                    rule(
                        "below the square",
                        leaf("1: first > 0"),
                        leaf("eq -1: first^2 + second^2 == 1"),
                        a=ROOT,
                        b="first",
                    ),
                    a="first",
                    b=ROOT,
                ),
            ),
            ("low == -lam - 2/alpha", leaf("eq -1/alpha: alpha*(-low - lam) == 2")),
        ],
        leaf(
            use=[*eigen(), "V(w) == low*w", "dot(v, w) == 0", *unit, f"first == {ROOT}", "low == -lam - 2/alpha"],
            norms=["c"],
        ),
    )


UNIT = leaf(use=["V(w) == low*w", "dot(v, w) == 0"])
NOT_ATTRACTING = unfold(
    "eigenvalue(V, v, low)",
    obtain(
        "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == low*w",
        "w",
        have(
            [("dot(w, w) > 0", rule("positive square", u="w"))],
            rule(
                "circle of period two",
                KNOWN,
                leaf(),
                UNIT,
                _circle(),
                F="oja",
                v="v",
                w="w/norm(w)",
                new={"i": "t", "c": "first", "s": "second"},
            ),
        ),
    ),
)
LOW = {**ONE_HEAD, "low": -3, "alpha": 2}

formal(
    "POW-L4.sharp",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["low: number"],
            "given": ["lam > 0", "eigenvalue(V, v, low)", "low < lam", "alpha > 0"],
            "show": [
                "alpha*(-low - lam) < 2 => (1 + alpha*low)/c > -1",
                "alpha*(-low - lam) == 2 => (1 + alpha*low)/c == -1",
                "alpha*(-low - lam) > 2 => (1 + alpha*low)/c < -1",
                f"alpha*(-low - lam) >= 2 => {NEEDED}",
                f"{NEEDED} and alpha == 2/(abs(low) - lam) => not asymptotically_stable(oja, consensus)",
                f"{NEEDED} and alpha > 2/(abs(low) - lam) => not lyapunov(oja, consensus)",
            ],
        },
    ),
    proof=[
        have([POSITIVE], intro("", leaf("1: alpha*(-low - lam) < 2", times=["c"]))),
        have([POSITIVE], intro("", leaf("eq -1: alpha*(-low - lam) == 2", times=["c"]))),
        have([POSITIVE], intro("", leaf("1: alpha*(-low - lam) > 2", times=["c"]))),
        intro(
            "",
            have(
                [
                    (
                        "low + lam < 0",
                        cases(
                            "low + lam",
                            absurd(leaf("1/2: alpha*(-low - lam) >= 2", "1/2: alpha > 0; low + lam >= 0")),
                            KNOWN,
                        ),
                    )
                ],
                cases("low", auto(), leaf("1: low + lam < 0")),
            ),
        ),
        have([POSITIVE], intro("", with_product("==", NOT_ATTRACTING))),
        have(
            [POSITIVE],
            intro(
                "",
                with_product(
                    ">",
                    unstable_proof(
                        "oja",
                        "V",
                        "low",
                        have(
                            [("(1 + alpha*low)/c < -1", leaf("1: alpha*(-low - lam) > 2", times=["c"]))],
                            leaf("1: (1 + alpha*low)/c < -1"),
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance=instance(LOW),
    twin=Variant(
        "the bound 1/(|lambda_d| - lambda_1)",
        {"alpha*(-low - lam) < 2": "alpha*(-low - lam) > 1"},
        instance({**LOW, "alpha": 3}),
    ),
)

formal(
    "POW-N3.flip",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["w: vector", "low, first, second: number"],
            "given": [
                "c > 0",
                "alpha > 0",
                "alpha*(-low - lam) == 2",
                "V(w) == low*w",
                "dot(v, w) == 0",
                "dot(w, w) == 1",
                "first^2 + second^2 == 1",
                "first > 0",
            ],
            "show": [
                "forall i: value(oja, fn(h: first*v + second*w), i) == first*v - second*w",
                "forall i: value(oja, fn(h: first*v - second*w), i) == first*v + second*w",
            ],
        },
    ),
    proof=[circle_proof(), circle_proof()],
    instance=instance({**LOW, "w": BASIS[2], "first": "3/5", "second": "4/5"}),
    twin=Variant(
        "below the bound",
        {"alpha*(-low - lam) == 2": "alpha*(-low - lam) == 1"},
        instance({**LOW, "alpha": 1, "w": BASIS[2], "first": "3/5", "second": "4/5"}),
    ),
)

BACK_AND_FORTH = [
    "forall i: value(oja, consensus, i) == -v",
    "forall i: value(oja, fn(h: -v), i) == v",
    "fixed(twice, consensus)",
    "forall i: D(twice, consensus, fn(h: w), i) == ((1 + alpha*m)/c)^2*w",
    "forall i: D(twice, consensus, d, i) == d[i]/c^2",
]
ALONG = ["V(w) == m*w", "dot(v, w) == 0"]
APART = ["forall h: dot(v, d[h]) == 0", "sum(h: d[h]) == 0"]
CYCLE = {**NEGATIVE, "w": BASIS[1], "m": 1, "d": DIFFERENCES}
formal(
    "POW-L4.neg.repaired",
    statement=model(
        V,
        OJA,
        TWICE,
        eigenvector(),
        {
            "letters": ["w: vector", "m: number", "d[token]: vector"],
            "given": ["c < 0", *ALONG, *APART],
            "show": BACK_AND_FORTH,
        },
    ),
    proof=[
        intro("t", leaf(use=eigen(), norms=["-c"])),
        intro("t", leaf(use=eigen(), norms=["-c"])),
        unfold("goal", intro("t", leaf(use=eigen(), norms=["-c"]))),
        intro("t", leaf(use=[*eigen(), *ALONG], norms=["-c"])),
        intro("t", leaf(use=[*eigen(), *APART], norms=["-c"])),
    ],
    instance=instance(CYCLE),
    twin=Variant("the factor is not squared", {"/c)^2*w": "/c)*w"}, instance(CYCLE)),
)
