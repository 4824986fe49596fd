"""Remark 10, Sections 2.1.1, D.4.2 and D.5: stable bipartite equilibria on the first and on the last eigenvector."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, instance, values
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, take, unfold

EIGENVECTOR = "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == y*w"
STABLE = "inside_disc({0}, bipartite) and asymptotically_stable({0}, bipartite)".format


def two_eigenvalues(first: str, other: str) -> str:
    """V with the eigenvalue `first` at v and `other` on its complement, such as diag(first, other) in the plane."""
    return f"forall u in vector: V(u) == {other}*u + (({first}) - ({other}))*dot(v, u)*v"


def on_complement(formula: str, mu: str, then: Tree, V: str = "V") -> Tree:
    """An eigenvalue y on the complement of v is mu."""
    at_w = formula.partition(": ")[2].replace("(u)", "(w)").replace("*u ", "*w ").replace(" u)", " w)")
    return unfold(
        f"eigenvalue({V}, v, y)",
        obtain(
            EIGENVECTOR.replace("V(w)", f"{V}(w)"),
            "w",
            have(
                [
                    ("dot(w, w) > 0", rule("positive square", u="w")),
                    (f"dot(w, {V}(w)) == dot(w, y*w)", lemma("LEM-same-dot", u=f"{V}(w)", w="y*w", z="w")),
                    (
                        f"y == {mu}",
                        take(
                            formula,
                            ["w"],
                            leaf(
                                f"eq -1: dot(w, {V}(w)) == dot(w, y*w)",
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
            "show": STABLE("attention"),
        },
    ),
    proof=equal_groups(FIRST, "1/4", "3", "1"),
    instance=instance(2, 2, values(lam=1, V=symmetric(1, "1/4", "1/4"))),
    twin=Variant(
        "V = diag(1, 9/10): lambda_2 above tanh a = 4/5",
        {"V(u) == 1/4*u + ((1) - (1/4))": "V(u) == 9/10*u + ((1) - (9/10))"},
        instance(1, 1, values(lam=1, V=symmetric(1, "9/10", "9/10"))),
    ),
)

ATTRACTED, REPELLED = two_eigenvalues("2", "1"), two_eigenvalues("-2", "1").replace("V(u)", "W(u)")
SECOND_MAP: dict[str, str] = {
    "maps": ATTENTION["maps"][0].replace("attention(", "repelled(").replace("weight(", "share(").replace("V(", "W("),
    "where": ATTENTION["where"][0].replace("weight(", "share(").replace("P(", "Q("),
}


def at_log_three(map_: str, matrix: str, logit: str, lam: str, formula: str) -> Tree:
    """By the criterion for equal groups at alpha = 1/4 and the logit log 3 or -log 3."""
    a = "log(3)" if logit == "P" else "-log(3)"
    use = ["exp(log(3)) == 3", "alpha == 1/4"]
    return have(
        [
            ("exp(log(3)) == 3", rule("exp of log", a="3")),
            (
                STABLE(map_),
                lemma(
                    "POW-R10.stable.equal",
                    take(
                        formula,
                        ["v"],
                        leaf(
                            use=[
                                formula.partition(": ")[2]
                                .replace("(u)", "(v)")
                                .replace("*u ", "*v ")
                                .replace(" u)", " v)"),
                                "dot(v, v) == 1",
                            ]
                        ),
                    ),
                    KNOWN,
                    leaf(use=[f"forall u in vector: {logit}(u) == {a}*u", "dot(v, v) == 1"]),
                    KNOWN,
                    leaf(use=use),
                    intro("y,", on_complement(formula, "1", both(*[leaf(use=[*use, "y == 1"])] * 4), matrix)),
                    V=matrix,
                    P=logit,
                    lam=lam,
                    a=a,
                ),
            ),
        ],
        KNOWN,
    )


TWO_SYSTEMS: Part = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "V": [[2, 0], [0, 1]],
        "W": [[-2, 0], [0, 1]],
        "P": [["log(3)", 0], [0, "log(3)"]],
        "Q": [["-log(3)", 0], [0, "-log(3)"]],
        "alpha": "1/4",
        "v": [1, 0],
    },
}
formal(
    "POW-2.1.bip.R2",
    title="Stable bipartite equilibria with one head, on the first or the last eigenvector",
    sentence=(
        r"For one head there are locally asymptotically stable bipartite equilibria on $\pm v_k$ for $k = 1$"
        r" ($d = 2$, $V = \mathrm{diag}(2, 1)$, $P = \log3\,I$) and for $k = d$ ($V = \mathrm{diag}(1, -2)$, $P"
        r" = -\log3\,I$), n tokens per pole, $\alpha = 1/4$."
    ),
    reading="R2: any k",
    source=Source(PAPER, "Section 2.1.1"),
    kind="stability",
    statement=model(
        V,
        P,
        {"letters": ["W: operator", "Q: matrix", "v: vector"], "groups": ["A", "B"]},
        ATTENTION,
        SECOND_MAP,
        {
            "states": ["bipartite: A -> v, B -> -v"],
            "given": [
                "dot(v, v) == 1",
                "sum(h in A: 1) == sum(h in B: 1)",
                "alpha == 1/4",
                ATTRACTED,
                "forall u in vector: P(u) == log(3)*u",
                REPELLED,
                "forall u in vector: Q(u) == -log(3)*u",
            ],
            "show": ["asymptotically_stable(attention, bipartite)", "asymptotically_stable(repelled, bipartite)"],
        },
    ),
    proof=[
        at_log_three("attention", "V", "P", "2", ATTRACTED),
        at_log_three("repelled", "W", "Q", "-2", REPELLED),
    ],
    instance=TWO_SYSTEMS,
    twin=Variant(
        "attraction on the last eigenvector",
        {"Q(u) == -log(3)*u": "Q(u) == log(3)*u"},
        {**TWO_SYSTEMS, "letters": {**TWO_SYSTEMS["letters"], "Q": TWO_SYSTEMS["letters"]["P"]}},
    ),
)
