"""No tangent eigenvalue of the Oja map at a polygonal state exceeds 1 where V is not positive anywhere."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, instance
from proofs_checks.power_method.proofs.polygonal_repaired import AT_MOST_ONE, LENGTHS, MODE, PULL, TANGENT, WHOLE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, take

_NOWHERE = "forall b in vector: dot(b, V(b)) <= 0"
_LETTERS = {"alpha": "3", "x": [[1, 0], [-1, 0], [0, 1], [0, -1]], "e": [[0, 0], [0, 0], ["1/2", 0], ["1/2", 0]]}

formal(
    "POW-N6.none",
    title="Without a positive eigenvalue of V no tangent eigenvalue at a polygonal point exceeds 1",
    sentence=(
        r"At a state with $\sum_jx_j = 0$ of the Oja map, $\alpha > 0$: if V has no positive eigenvalue: $\langle b,"
        r" Vb\rangle \le 0$ for all b, no tangent eigenvalue exceeds 1."
    ),
    reading="of POW-N6: $n_+(V) = 0$; that some eigenvalue exceeds 1 where V has a positive one is POW-L6.repaired",
    statement=model(
        V,
        OJA,
        POLYGON,
        {"letters": ["e[token]: vector; m: number"], "given": ["alpha > 0", _NOWHERE, MODE], "show": ["m <= 1"]},
    ),
    proof=have(
        [
            (TANGENT, intro("t", KNOWN)),
            ("exists i: e[i] != 0", KNOWN),
            ("forall i: D(oja, x, e, i) == m*e[i]", intro("t", KNOWN)),
            (PULL, take(_NOWHERE, [WHOLE], KNOWN)),
            *LENGTHS,
        ],
        AT_MOST_ONE,
    ),
    instance=instance({**_LETTERS, "V": [["-1", "0"], ["0", "0"]], "m": "-1/2"}),
    twin=Variant(
        "a positive eigenvalue", {"<= 0": ">= 0"}, instance({**_LETTERS, "V": [["2", "0"], ["0", "0"]], "m": "4"})
    ),
)
