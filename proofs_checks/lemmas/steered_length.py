"""F + rho u u^T makes no vector longer than by the factor m + rho, m >= |F|."""

from __future__ import annotations

from proofs_checks.lemmas.resolvent import SHORT, UNIT, short
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, rule

IMAGE = "(F({0}) + rho*dot(u, {0})*u)".format


def _pushed(x: str) -> Steps:
    """What F + rho u u^T adds to F x is no longer than rho x."""
    along, against = f"dot(u, {x}) <= norm(u)*norm({x})", f"dot(-u, {x}) <= norm(-u)*norm({x})"
    return [
        (along, rule("Cauchy-Schwarz", u="u", w=x)),
        (against, rule("Cauchy-Schwarz", u="-u", w=x)),
        (
            f"norm((rho*dot(u, {x}))*u) <= rho*norm({x})*norm(u)",
            lemma(
                "LEM-norm-multiple",
                leaf(f"1: rho > 0; {along}", use=["norm(u) == 1"]),
                leaf(f"1: rho > 0; {against}", use=["norm(u) == 1"]),
                u="u",
                c=f"rho*dot(u, {x})",
                b=f"rho*norm({x})",
            ),
        ),
        *short(x),
        (
            f"norm(F({x}) + (rho*dot(u, {x}))*u) <= norm(F({x})) + norm((rho*dot(u, {x}))*u)",
            rule("triangle", u=f"F({x})", w=f"(rho*dot(u, {x}))*u"),
        ),
        (
            f"norm({IMAGE(x)}) <= (m + rho)*norm({x})",
            leaf(
                f"1: norm(F({x}) + (rho*dot(u, {x}))*u) <= norm(F({x})) + norm((rho*dot(u, {x}))*u)",
                f"1: norm(F({x})) <= m*norm({x})",
                f"1: norm((rho*dot(u, {x}))*u) <= rho*norm({x})*norm(u)",
                use=["norm(u) == 1"],
            ),
        ),
    ]


formal(
    "LEM-steered-length",
    title="F + rho u u^T makes no vector longer than by the factor m + rho",
    statement={
        "letters": ["F: matrix; u: vector; m, rho: number"],
        "given": [UNIT, "m >= 0", "rho > 0", SHORT],
        "show": [f"forall a in vector: norm({IMAGE('a')}) <= (m + rho)*norm(a)"],
    },
    proof=have([("norm(u) == 1", leaf(norms=["1"], use=[UNIT]))], intro("p", have(_pushed("p"), KNOWN))),
)
