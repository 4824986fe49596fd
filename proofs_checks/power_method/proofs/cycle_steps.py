"""A consensus that is not principal: unstable for c > 0, and for c < 0 on an unstable 2-cycle, for any of the maps."""

from __future__ import annotations

from collections.abc import Sequence

from proofs_checks.power_method.proofs.consensus_steps import not_fixed_proof
from proofs_checks.power_method.proofs.models import Part, eigen
from proofs_checks.power_method.proofs.step_size_steps import fixed_proof, other_proof, product_bound
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, obtain, rule, unfold, witness


def twice(map_: str) -> Part:
    """Two steps of a map: a 2-cycle of the map is a fixed point of it."""
    return {
        "maps": [f"twice(X, i) = value({map_}, fn(h: value({map_}, X, h)), i) on fn(X: forall i: dot(X[i], X[i]) == 1)"]
    }


TWICE = twice("oja")
BOUND = "abs(low) > top => alpha < 2/(abs(low) - top)"
LARGE = "(1 + alpha*top)/abs(c) > 1"
SQUARED = "((1 + alpha*top)/c)^2"


def eigenvalue_at(map_: str, c: str) -> str:
    """The derivative at the consensus has the eigenvalue (1 + alpha top)/c: all tokens move along one vector w."""
    moved = f"D({map_}, consensus, fn(h: w), i) == (1 + alpha*top)/{c}*w"
    return f"exists w in vector: w != 0 and dot(v, w) == 0 and (forall i: {moved})"


def eigenvalue_proof(matrix: str, *sums: str, signs: Sequence[str]) -> Tree:
    """That w is an eigenvector of V for top, for every sign of c that occurs."""
    use = [*eigen(matrix), *sums, "dot(v, w) == 0", f"{matrix}(w) == top*w"]
    moved = [intro("t", leaf(use=use, norms=[sign])) for sign in signs]
    other = f"exists w in vector: w != 0 and dot(v, w) == 0 and {matrix}(w) == top*w"
    shown = witness("w", both(KNOWN, KNOWN, moved[0] if len(moved) == 1 else cases("c", *moved)))
    return unfold(f"eigenvalue({matrix}, v, top)", obtain(other, "w", shown))


def all_unstable(map_: str) -> list[str]:
    """The eigenvalue at v_k, the equilibrium for c > 0, and the 2-cycle of v_k and -v_k for c < 0 and short steps."""
    return [
        f"c != 0 => ({eigenvalue_at(map_, 'abs(c)')})",
        f"c > 0 => {LARGE} and fixed({map_}, consensus) and not lyapunov({map_}, consensus)",
        f"low <= lam => ({BOUND}) => c < 0 => {LARGE} and not fixed({map_}, consensus)"
        " and fixed(twice, consensus) and not lyapunov(twice, consensus)",
    ]


def all_unstable_proof(map_: str, matrix: str = "V", *sums: str) -> list[Tree]:
    """Proofs of the three, by the indirect method."""
    use = [*eigen(matrix), *sums]
    growth = product_bound("top", leaf("1: alpha*(-low - top) < 2", "1: alpha > 0; low <= lam", times=["-c"]))
    direction = rule(
        "outside, eigenvector",
        KNOWN,
        intro("t", KNOWN),
        rule("some element", {"witness": "t", "then": KNOWN}, C="exists i in token: w != 0", new={"x": "t"}),
        leaf(use=[*use, "dot(v, w) == 0", f"{matrix}(w) == top*w"], norms=["-c"]),
        have(
            [("(1 + alpha*top)/(-c) > 1", leaf(f"1: {LARGE}"))],
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
        [(LARGE, growth), ("fixed(twice, consensus)", unfold("goal", intro("t", leaf(use=use, norms=["-c"]))))],
        both(
            KNOWN,
            not_fixed_proof(map_, matrix, *sums),
            KNOWN,
            rule("indirect method, unstable", KNOWN, outside, F="twice", S="consensus"),
        ),
    )
    equilibrium = both(
        leaf("1: alpha > 0; top > lam", times=["c"]),
        fixed_proof(matrix, *sums),
        other_proof(map_, matrix, *sums),
    )
    return [
        intro("", eigenvalue_proof(matrix, *sums, signs=["c", "-c"])),
        intro("", equilibrium),
        intro(",,", cycle),
    ]
