"""A consensus that is not principal: unstable for c > 0, and for c < 0 on an unstable 2-cycle, for any of the maps."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part, eigen
from proofs_checks.power_method.proofs.step_size_steps import other_proof, product_bound
from verify.tactics.build import KNOWN, Tree, auto, both, cases, have, intro, leaf, obtain, rule, unfold


def twice(map_: str) -> Part:
    """Two steps of a map: a 2-cycle of the map is a fixed point of it."""
    return {
        "maps": [f"twice(X, i) = value({map_}, fn(h: value({map_}, X, h)), i) on fn(X: forall i: dot(X[i], X[i]) == 1)"]
    }


TWICE = twice("oja")
GROWTH = "(1 + alpha*top)/abs(c) > 1"
SQUARED = "((1 + alpha*top)/c)^2"


def all_unstable(map_: str) -> list[str]:
    """The eigenvalue at v_k, the equilibrium for c > 0, and the 2-cycle of v_k and -v_k for c < 0."""
    return [
        GROWTH,
        f"c > 0 => not lyapunov({map_}, consensus)",
        "c < 0 => fixed(twice, consensus) and not lyapunov(twice, consensus)",
    ]


def all_unstable_proof(map_: str, matrix: str = "V", *sums: str) -> list[Tree]:
    """Proofs of the three, by the indirect method."""
    use = [*eigen(matrix), *sums]
    growth = product_bound(
        "top",
        cases(
            "c",
            have(["c > 0"], auto("alpha > 0; top > lam", times=["c"])),
            auto("alpha*(-low - top) < 2", "alpha > 0; low <= lam", times=["-c"]),
        ),
    )
    direction = rule(
        "outside, eigenvector",
        KNOWN,
        intro("t", KNOWN),
        rule("some element", {"witness": "t", "then": KNOWN}, C="exists i in token: w != 0", new={"x": "t"}),
        leaf(use=[*use, "dot(v, w) == 0", f"{matrix}(w) == top*w"], norms=["-c"]),
        have(
            [("(1 + alpha*top)/(-c) > 1", leaf(f"1: {GROWTH}"))],
            leaf("1: (1 + alpha*top)/(-c) > 1; (1 + alpha*top)/(-c) > 1", "2: (1 + alpha*top)/(-c) > 1"),
        ),
        F="twice",
        S="consensus",
        d="fn(h: w)",
        m=SQUARED,
        new={"i": "t"},
    )
    outside = unfold(
        f"eigenvalue({matrix}, v, top)",
        obtain(f"exists w in vector: w != 0 and dot(v, w) == 0 and {matrix}(w) == top*w", "w", direction),
    )
    cycle = have(
        [("fixed(twice, consensus)", unfold("goal", intro("t", leaf(use=use, norms=["-c"]))))],
        both(KNOWN, rule("indirect method, unstable", KNOWN, outside, F="twice", S="consensus")),
    )
    return [growth, intro("", other_proof(map_, matrix, *sums)), intro("", cycle)]
