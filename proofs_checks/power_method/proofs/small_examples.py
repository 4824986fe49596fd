"""D.5: the small examples with N = 10 and d = 3 satisfy the conditions of Theorem 3, so that they are stable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE
from proofs_checks.power_method.proofs.criterion import ALL_CONDITIONS
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, unfold

COMPLETE = "forall u in vector: u == dot(e1, u)*e1 + dot(e2, u)*e2 + dot(v, u)*v"
PYTHAGORAS = "dot(w, w) == dot(e1, w)^2 + dot(e2, w)^2"
EIGENVECTOR = "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == y*w"


def along(k: int, m: str) -> list[tuple[str, Tree]]:
    """What the eigenvalue y does to the part of w along e_k, which V multiplies by m."""
    return [
        (f"dot(e{k}, V(w)) == dot(e{k}, y*w)", lemma("LEM-same-dot", u="V(w)", w="y*w", z=f"e{k}")),
        (f"dot(w, V(e{k})) == dot(w, {m}*e{k})", lemma("LEM-same-dot", u=f"V(e{k})", w=f"{m}*e{k}", z="w")),
        (
            f"({m} - y)*dot(e{k}, w) == 0",
            leaf(f"eq: dot(e{k}, V(w)) == dot(e{k}, y*w)", f"eq -1: dot(w, V(e{k})) == dot(w, {m}*e{k})"),
        ),
    ]


def conditions(first: str, second: str, at: Tree) -> Tree:
    """An eigenvalue y beside lam is the first or the second one; `at` proves the conditions from y == the number."""
    return intro(
        "y,",
        unfold(
            "eigenvalue(V, v, y)",
            obtain(
                EIGENVECTOR,
                "w",
                have(
                    [
                        ("dot(w, w) > 0", rule("positive square", u="w")),
                        *along(1, first),
                        *along(2, second),
                    ],
                    take(
                        COMPLETE,
                        ["w"],
                        have(
                            [
                                (
                                    "dot(w, w) == dot(w, dot(e1, w)*e1 + dot(e2, w)*e2 + dot(v, w)*v)",
                                    lemma(
                                        "LEM-same-dot", u="w", w="dot(e1, w)*e1 + dot(e2, w)*e2 + dot(v, w)*v", z="w"
                                    ),
                                ),
                                (
                                    PYTHAGORAS,
                                    leaf(
                                        "eq: dot(w, w) == dot(w, dot(e1, w)*e1 + dot(e2, w)*e2 + dot(v, w)*v)",
                                        use=["dot(v, w) == 0"],
                                    ),
                                ),
                            ],
                            split(
                                "dot(e1, w) == 0 or dot(e1, w) != 0",
                                have(
                                    [
                                        (
                                            "dot(e2, w)^2 > 0",
                                            leaf(
                                                "1: dot(w, w) > 0",
                                                f"eq: {PYTHAGORAS}",
                                                "eq dot(e1, w): dot(e1, w) == 0",
                                            ),
                                        ),
                                        (
                                            f"y == {second}",
                                            leaf(
                                                f"eq -dot(e2, w): ({second} - y)*dot(e2, w) == 0",
                                                times=["dot(e2, w)^2"],
                                            ),
                                        ),
                                    ],
                                    at(second),
                                ),
                                have(
                                    [
                                        (
                                            f"y == {first}",
                                            leaf(f"eq -1/dot(e1, w): ({first} - y)*dot(e1, w) == 0"),
                                        )
                                    ],
                                    at(first),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )


def example(
    id: str, first: str, second: str, lam: str, sign: str, alpha: str, wrong: tuple[str, str], **words: Any
) -> None:
    """V = diag(first, second, lam) in some order, P = +-log(3) I, five tokens at v and five at -v."""
    odds = "3" if not sign else "1/3"
    numbers = [f"lam == {lam}", f"alpha == {alpha}", "p == 5", "q == 5"]
    use = [*numbers, f"exp(a) == {odds}"]
    logit = f"forall u in vector: P(u) == {sign}log(3)*u"

    def at(m: str) -> Tree:
        step = leaf(use=[*use, f"y == {m}"])
        return both(step, step, step, step)

    odds_known = [
        ("exp(log(3)) == 3", rule("exp of log", a="3")),
        (f"log(3) == {sign}a", leaf(f"eq {sign}1: dot(v, P(v)) == a", use=[logit, "dot(v, v) == 1"])),
        (
            f"exp(a) == {odds}",
            leaf("eq: exp(log(3)) == 3" if not sign else "eq -exp(a)/3: exp(log(3)) == 3", use=[f"log(3) == {sign}a"]),
        ),
    ]
    values: Mapping[str, Any] = {
        "V": [[first, 0, 0], [0, second, 0], [0, 0, lam]],
        "P": [[f"{sign}log(3)" if i == j else 0 for j in range(3)] for i in range(3)],
        "alpha": alpha,
        "v": [0, 0, 1],
        "lam": lam,
        "a": f"{sign}log(3)",
        "e1": [1, 0, 0],
        "e2": [0, 1, 0],
    }
    instance = {"tokens": {"A": 5, "B": 5}, "dim": 3, "letters": values}
    other = [[wrong[1] if i == j else 0 for j in range(3)] for i in range(3)]
    formal(
        id,
        statement=model(
            V,
            P,
            ATTENTION,
            BIPARTITE,
            {
                "letters": ["e1, e2: vector"],
                "given": [COMPLETE, f"V(e1) == {first}*e1", f"V(e2) == {second}*e2", logit, *numbers],
                "show": ["alpha < 1/abs(lam)", ALL_CONDITIONS, "1/c1 < 1 and 1/c2 < 1"],
            },
        ),
        proof=[
            leaf(use=numbers),
            have(odds_known, conditions(first, second, at)),
            have(odds_known, both(leaf(use=use), leaf(use=use))),
        ],
        instance=instance,
        twin=Variant(
            wrong[0],
            {f"P(u) == {sign}log(3)*u": f"P(u) == {wrong[1]}*u"},
            {**instance, "letters": {**values, "P": other, "a": wrong[1]}},
        ),
        **words,
    )


example(
    "POW-D5.bip.conditions",
    "1/2",
    "1/5",
    "1",
    "",
    "3/10",
    ("E = 2, that is lambda_2/lambda_1 > tanh a", "log(2)/2"),
    title="The small example on the principal eigenvector satisfies the conditions of Theorem 3",
    sentence=(
        r"Single head, N = 10, d = 3, V = diag(1, 1/2, 1/5), $P = \log(3)I$, alpha = 3/10: the bipartite point on $v_1$"
        " with p = q = 5 satisfies all conditions of Theorem 3 exactly."
    ),
    source=Source(PAPER, "D.5, Fig. 13(b)", reconstructed=True),
    kind="stability",
)
example("POW-D5.bip.R2", "1", "1/2", "-2", "-", "1/4", ("P = log(3) I", "log(3)"))
