"""Proof steps for step sizes: the bound without cases, stable and unstable consensus points of any of the maps."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import (
    ONE_HEAD,
    spectrum_proof,
)
from proofs_checks.power_method.proofs.models import (
    Part,
    eigen,
    symmetric,
)
from verify.tactics.build import (
    KNOWN,
    Tree,
    auto,
    cases,
    have,
    intro,
    leaf,
    rule,
    split,
    take,
    unfold,
)


def principal(matrix: str = "V") -> Part:
    """Assumption 1 as far as it is used, and the step bound of Lemma 4."""
    return {
        "letters": ["low: number"],
        "given": [
            "lam > 0",
            f"forall m in number: eigenvalue({matrix}, v, m) => low <= m and m < lam",
            f"eigenvalue({matrix}, v, low)",
            "alpha > 0",
            "abs(low) > lam => alpha < 2/(abs(low) - lam)",
        ],
    }


def other(matrix: str = "V") -> Part:
    """The eigenvalue lam is not the largest; low is a lower bound of the spectrum, for the step bound."""
    return {
        "letters": ["top, low: number"],
        "given": ["top > 0", "top > lam", f"eigenvalue({matrix}, v, top)", "alpha > 0"],
    }


def product_bound(largest: str, then: Tree) -> Tree:
    """The step bound without a case: alpha (-low - largest) < 2."""
    return have(
        [
            (
                f"alpha*(-low - {largest}) < 2",
                cases(
                    "low",
                    auto(degree=2),
                    split(
                        f"{largest} < abs(low) or abs(low) <= {largest}",
                        have(
                            [f"abs(low) - {largest} > 0", f"alpha < 2/(abs(low) - {largest})"],
                            auto(f"alpha < 2/(abs(low) - {largest}); abs(low) - {largest} > 0"),
                        ),
                        auto(f"alpha > 0; abs(low) <= {largest}"),
                    ),
                ),
            )
        ],
        then,
    )


def fixed_proof(matrix: str, *sums: str) -> Tree:
    """The consensus is fixed for c > 0."""
    return unfold("goal", intro("t", leaf(use=[*eigen(matrix), *sums], norms=["c"])))


def stable_proof(map_: str, matrix: str = "V", *sums: str, state: str = "consensus") -> Tree:
    """The principal consensus is asymptotically stable, by the indirect method."""
    factor = "(1 + alpha*x)/c"
    inside = rule(
        "absolute",
        auto("alpha > 0; x < lam", times=["c"]),
        auto("alpha*(-low - lam) < 2", "alpha > 0; low <= x", times=["c"]),
        e=factor,
        b="1",
    )
    return have(
        [("c > 0", auto())],
        product_bound(
            "lam",
            rule(
                "indirect method, stable",
                fixed_proof(matrix, *sums),
                rule(
                    "inside, one class",
                    spectrum_proof(map_, matrix, *sums, state=state),
                    take(f"forall m in number: eigenvalue({matrix}, v, m) => low <= m and m < lam", ["x"], inside),
                    leaf("1: alpha > 0; lam > 0", times=["c"]),
                    S=state,
                    F=map_,
                    V=matrix,
                    f="fn(mu: (1 + alpha*mu)/c)",
                    g="1/c",
                ),
                F=map_,
                S=state,
            ),
        ),
    )


def stable_by_norm() -> Tree:
    """The Oja case from a bound of |V|: all factors 1 + alpha m are positive."""
    bound = "forall m in number: eigenvalue(V, v, m) => -norm_of_V <= m and m < lam"
    above = leaf(
        "3/2:",
        "1: alpha*norm_of_V < 1/2",
        "1: alpha > 0; -norm_of_V <= x",
        "1: alpha > 0; lam > 0",
        times=["c"],
    )
    inside = rule("absolute", leaf("1: alpha > 0; x < lam", times=["c"]), above, e="(1 + alpha*x)/c", b="1")
    return have(
        [("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))],
        rule(
            "indirect method, stable",
            fixed_proof("V"),
            rule(
                "inside, one class",
                spectrum_proof("oja", "V"),
                take(bound, ["x"], inside),
                leaf("1: alpha > 0; lam > 0", times=["c"]),
                S="consensus",
                F="oja",
                f="fn(mu: (1 + alpha*mu)/c)",
                g="1/c",
            ),
            F="oja",
            S="consensus",
        ),
    )


def unstable_proof(map_: str, matrix: str, m: str, larger: Tree, *sums: str) -> Tree:
    """The consensus is not Lyapunov stable, because of the eigenvalue m."""
    return rule(
        "indirect method, unstable",
        fixed_proof(matrix, *sums),
        rule(
            "outside, one class",
            spectrum_proof(map_, matrix, *sums),
            KNOWN,
            larger,
            F=map_,
            S="consensus",
            V=matrix,
            f="fn(mu: (1 + alpha*mu)/c)",
            g="1/c",
            m=m,
        ),
        F=map_,
        S="consensus",
    )


def other_proof(map_: str, matrix: str = "V", *sums: str) -> Tree:
    """A consensus that is not principal is unstable."""
    growth = leaf("1: alpha > 0; top > lam", times=["c"])
    return unstable_proof(
        map_, matrix, "top", have([("(1 + alpha*top)/c > 1", growth)], leaf("1: (1 + alpha*top)/c > 1")), *sums
    )


BOUND_3 = {"alpha < 2/(abs(low) - lam)": "alpha < 3/(abs(low) - lam)"}
STABLE = {**ONE_HEAD, "lam": 2, "V": symmetric(2, 1, -3), "low": -3, "alpha": "3/2"}
TOO_LONG = {**STABLE, "alpha": "5/2"}
OTHER = {**ONE_HEAD, "lam": 1, "V": symmetric(1, 2, -3), "top": 2, "low": -3, "alpha": "3/2"}
SMALLER = {"top > lam": "top < lam", "low <= lam": "low <= top"}
OTHER_SMALLER = {**ONE_HEAD, "lam": 2, "V": symmetric(2, 1, -1), "top": 1, "low": -1, "alpha": "1/2"}
