"""At most n + 1 random tokens: they share an open hemisphere almost surely, and all come to one point (Remark 3.4).

n = m + c for l = m + 1 tokens. The uniform law of the initial states says what "almost every" means.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, LEAST, SOLUTION
from proofs_checks.consensus.proofs.one_point import ONE_POINT, TOGETHER
from proofs_checks.consensus.proofs.random_hemispheres import SHARED
from proofs_checks.consensus.proofs.rate import STILL
from proofs_checks.consensus.proofs.theorem_3_2 import LIMIT
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, lemma, rule

FEW: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["x[token]: random vector; m, c: size"],
    "given": ["m + 1 == sum(j: 1)", "m + c + 1 == dim(E)", "independent(x)", "uniform_on_sphere(x)"],
}
_SHARED = SHARED.replace("y[i]", "x[i]")
_SURE = f"{_SHARED} == 1"
_SUM = "sum(k in 0..m + c: binomial(m, k))/2^m"
_TWO: dict[str, Any] = {"tokens": 2, "dim": 2, "letters": {"m": 1, "c": 0, "x": "uniform_on_sphere"}}

formal(
    "CON-R3.4.c",
    statement=model(FEW, {"show": [_SURE]}),
    proof=have(
        [
            (f"{_SHARED} == {_SUM}", lemma("CON-R3.4.a.repaired", y="x", n="m + c")),
            (f"{_SUM} == 1", lemma("CON-R3.4.b")),
        ],
        leaf(f"eq 1: {_SHARED} == {_SUM}", f"eq 1: {_SUM} == 1"),
    ),
    instance=_TWO,
    twin=Variant(
        "the sum begins at 1",
        {_SHARED: "sum(k in 1..m + c: binomial(m, k))/2^m"},
        _TWO,
    ),
)

# From every state in the hemisphere of some v the tokens come to one point, and almost every state is in one: that of
# the tokens x_i/|x_i|_W is the hemisphere of the x_i.
_PROJECTED = "forall a in vector, u in vector: dot(a, u) > 0 => dot(a, u/sqrt(dot(u, W(u)))) > 0"
_START = f"start({LEAST})"
_COMES = f"at_start(forall i: dot(v, y[i]) > 0) => ({_START} > 0) and ({ONE_POINT}) and ({TOGETHER})"
_STATEMENT = model(
    FULL,
    SOLUTION,
    LIMIT,
    {name: part for name, part in FEW.items() if name != "spaces"},
    {"show": [_SURE, _PROJECTED, _COMES]},
)
_PROOF = [
    lemma("CON-R3.4.c"),
    intro(
        ["b", "n", ""],
        have(
            [
                ("dot(b, n) <= norm(b)*norm(n)", rule("Cauchy-Schwarz", u="b", w="n")),
                ("1 + norm(b) > 0", leaf("1:", "1: norm(b) >= 0")),
                (
                    "norm(n) > 0",
                    leaf(
                        "1: dot(b, n) <= norm(b)*norm(n)",
                        "1: dot(b, n) > 0",
                        "1: norm(n) >= 0",
                        times=["1 + norm(b)"],
                    ),
                ),
                ("n != 0", rule("nonzero vector", leaf("1: norm(n) > 0; norm(n) > 0"), u="n")),
                ("dot(n, W(n)) > 0", rule("positive form", W="W", u="n")),
            ],
            leaf("1: dot(b, n) > 0; 1/sqrt(dot(n, W(n))) > 0"),
        ),
    ),
    intro("", lemma("CON-T3.2.i")),
]


def _values(**letters: Any) -> dict[str, Any]:
    return full(K=6, m=2, c=1, x="uniform_on_sphere", **letters)


_TWIN = Variant(
    "tokens that do not attract each other", STILL, _values(y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]])
)
_ALMOST = "almost every: with probability 1 for tokens uniform on the sphere, scaled to the ellipsoid along their rays"
formal(
    "CON-H.2.c.repaired",
    reading=_ALMOST,
    statement=_STATEMENT,
    proof=_PROOF,
    instance=_values(),
    twin=_TWIN,
)
formal(
    "CON-Y.a.repaired",
    reading=_ALMOST,
    statement={**_STATEMENT, "show": [" and ".join(f"({text})" for text in _STATEMENT["show"])]},
    proof=lemma("CON-H.2.c.repaired"),
    instance=_values(),
    twin=_TWIN,
)
