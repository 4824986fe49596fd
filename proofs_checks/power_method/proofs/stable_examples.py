"""Remark 10, Sections 2.1.1, D.4.2 and D.5: stable bipartite equilibria on the first and on the last eigenvector."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, instance, values
from proofs_checks.power_method.proofs.models import ATTENTION, P, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, take, unfold

EIGENVECTOR = "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == y*w"
STABLE = "asymptotically_stable(attention, bipartite)"


def two_eigenvalues(first: str, other: str) -> str:
    """V with the eigenvalue `first` at v and `other` on its complement, such as diag(first, other) in the plane."""
    return f"forall u in vector: V(u) == {other}*u + (({first}) - ({other}))*dot(v, u)*v"


def on_complement(formula: str, mu: str, then: Tree) -> Tree:
    """An eigenvalue y on the complement of v is mu."""
    at_w = formula.partition(": ")[2].replace("(u)", "(w)").replace("*u ", "*w ").replace(" u)", " w)")
    return unfold(
        "eigenvalue(V, v, y)",
        obtain(
            EIGENVECTOR,
            "w",
            have(
                [
                    ("dot(w, w) > 0", rule("positive square", u="w")),
                    ("dot(w, V(w)) == dot(w, y*w)", lemma("LEM-same-dot", u="V(w)", w="y*w", z="w")),
                    (
                        f"y == {mu}",
                        take(
                            formula,
                            ["w"],
                            leaf(
                                "eq -1: dot(w, V(w)) == dot(w, y*w)",
                                times=["dot(w, w)"],
                                use=[at_w, "dot(v, w) == 0"],
                            ),
                        ),
                    ),
                ],
                then,
            ),
        ),
    )


def below(mu: str, odds: str, lam: str, use: list[str]) -> Tree:
    """The four inequalities of the criterion at the eigenvalue mu, e^a = odds; all are linear in alpha."""
    square = Fraction(odds) ** 2
    T = (square - 1) / (square + 1)
    growth, m = Fraction(lam) * T, Fraction(mu)
    parts = []
    for factor in (m, m * T):
        parts.append(leaf(f"{growth - factor}: alpha > 0", use=use))
        parts.append(leaf("2:", f"{growth + factor}: alpha > 0", use=use))
    return both(*parts)


def equal_groups(formula: str, mu: str, odds: str, lam: str) -> Tree:
    """By the criterion for equal groups, at the eigenvalue lam of v and e^a = odds."""
    use = [f"exp(a) == {odds}", f"lam == {lam}"]
    square = Fraction(odds) ** 2
    return lemma(
        "POW-R10.stable.equal",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        leaf(f"{Fraction(lam) * (square - 1) / (square + 1)}: alpha > 0", use=use),
        intro("y,", on_complement(formula, mu, below(mu, odds, lam, [*use, f"y == {mu}"]))),
    )


FIRST = two_eigenvalues("1", "1/4")
formal(
    "POW-R10.stable",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "given": ["lam == 1", "exp(a) == 3", "p == q", FIRST, "alpha > 0"],
            "show": STABLE,
        },
    ),
    proof=equal_groups(FIRST, "1/4", "3", "1"),
    instance=instance(2, 2, values(lam=1, V=symmetric(1, "1/4", "1/4"))),
    twin=Variant(
        "V = diag(1, 9/10): lambda_2 above tanh a = 4/5",
        {"V(u) == 1/4*u + ((1) - (1/4))": "V(u) == 9/10*u + ((1) - (9/10))"},
        instance(2, 2, values(lam=1, V=symmetric(1, "9/10", "9/10"))),
    ),
)
