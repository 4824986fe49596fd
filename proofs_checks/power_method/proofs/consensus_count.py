"""Lemma 3: the classes at a consensus are as many as they should be, and span: coefficients of any perturbation.

Along a basis vector b_k the state s 1 + sum_l t_l (e_one - e_l) is s - t_i at the tokens i other than one, and
s + sum_l t_l - t_one at the token one.
"""

from __future__ import annotations

from proofs_checks.lemmas.vectors import COMPLETE
from proofs_checks.power_method.proofs.models import BASIS
from verify.formal import Variant, formal
from verify.tactics.build import Tree, intro, leaf, lemma, restate, take

FOUR = {
    "tokens": 4,
    "directions": 3,
    "dim": 3,
    "letters": {"b": BASIS, "r": 0, "one": 2, "d": [[1, 2, 0], [0, -1, 1], [3, 1, 1], [0, 0, 1]]},
}
UNIT = "dot(v, v) == 1"
SUM = "sum(k in direction: ({})*b[k])".format


def expansion(t: str) -> Tree:
    """One token of d, along the basis."""
    along = f"sum(k in direction: dot(b[k], across({t}))*b[k])"
    same = lemma("LEM-same-combination", u=f"across({t})", w=along, z="v", k="1", l=f"dot(v, d[{t}])")
    return take(
        COMPLETE, [f"across({t})"], restate(f"1*across({t}) + dot(v, d[{t}])*v == 1*{along} + dot(v, d[{t}])*v", same)
    )


formal(
    "POW-L3.count",
    reading="v_1, ..., v_d is an orthonormal basis that contains v_k; e_1 belongs to any one of the tokens",
    statement={
        "spaces": ["E"],
        "letters": ["b[direction]: vector", "r: direction", "one: token", "d[token]: vector"],
        "where": [
            "N := sum(j: 1)",
            "n := sum(k in direction: 1)",
            "v := b[r]",
            "across(i) := d[i] - dot(v, d[i])*v",
            "s(k) := sum(j: dot(b[k], across(j)))/N",
            "t(i, k) := s(k) - dot(b[k], across(i))",
        ],
        "given": [COMPLETE, UNIT, "n == dim(E)"],
        "show": [
            "N + (n - 1) + (N - 1)*(n - 1) == N*dim(E)",
            f"forall i: d[i] == dot(v, d[i])*v + {SUM('s(k) - t(i, k)')}",
            f"d[one] == dot(v, d[one])*v + {SUM('s(k) + sum(l: t(l, k)) - t(one, k)')}",
            "s(r) == 0",
            "forall i: t(i, r) == 0",
        ],
    },
    proof=[
        leaf(use=["n == dim(E)"]),
        intro("i0", expansion("i0")),
        expansion("one"),
        leaf(use=[UNIT]),
        intro("i0", leaf(use=[UNIT])),
    ],
    instance=FOUR,
    twin=Variant("N differences per direction", {"(N - 1)*(n - 1)": "N*(n - 1)"}, FOUR),
)
