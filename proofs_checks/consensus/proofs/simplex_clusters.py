"""CON-B7.clusters.spectrum: the tangent spectrum where k tokens are at each corner of a regular simplex."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.simplex_spectrum import (
    FLOW,
    FOUR,
    PAIRED,
    PUSHES,
    REST,
    ROTATIONS,
    STRAINS,
    WHOLE,
    rotates,
    stretches,
)
from proofs_checks.lemmas.simplex_means import TANGENT
from proofs_checks.lemmas.simplex_pairs import facts
from proofs_checks.lemmas.simplex_parts import APART, ROTATION, STRAIN
from proofs_checks.lemmas.simplex_unique import CANCEL, NOTHING
from proofs_checks.lemmas.simplices import CORNERS, COUNT, PRODUCTS, SPAN, at_pairs
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split

_CLUSTERS = {"letters": ["k: number"], "given": ["k > 0", PRODUCTS, CORNERS, COUNT, SPAN]}
_RATE = "alpha*(1 + kappa - exp(kappa))"
_WITHIN = f"forall d in state: {APART('d')} => (forall i: {FLOW('d', 'i', _RATE + '*d[i]')})"
_NEGATIVE = f"beta != 0 => {_RATE} < 0"
_ALIKE = "(forall i, j: x[i] == x[j] => d[i] == d[j])"
_SHARED = f"forall d in state: ({ROTATION('d')} => {_ALIKE}) and ({STRAIN('d')} => {_ALIKE})"
_PARTS = f"forall d in state: ({TANGENT}) => ({FOUR})"
_UNIQUE = (
    f"forall r in state, s in state, w in state, v in vector: {ROTATION('r')} and {STRAIN('s')} and {APART('w')}"
    f" and ({CANCEL}) => {NOTHING}"
)


_HERE = at_pairs(beta="log(4)", root="sqrt(2)")
_HERE["letters"].pop("m")


def each(name: str, **letters: str) -> Tree:
    """A lemma on simplices."""
    return lemma(name, spaces=None, m="m", **letters)


def _alike(sigma: str) -> Tree:
    """Vectors that pair with the simplex are the same at one corner."""
    return have([*PAIRED[sigma], (facts("d", sigma), each("LEM-simplex.paired", c="d", sigma=sigma))], KNOWN)


formal(
    "CON-B7.clusters.spectrum",
    title="The tangent spectrum at a regular simplex with several tokens at each corner",
    sentence=(
        r"U = I, h = 1, $P = \beta I$, k tokens at each of the m + 1 corners of a regular simplex of $S^n$, $m = n +"
        r" 1$: an equilibrium where every tangent vector is, in exactly one way, a sum of eigenvectors of four kinds:"
        r" rotations, $\langle x_i, d_j\rangle = -\langle x_j, d_i\rangle$, eigenvalue 0; strains, $\langle x_i,"
        r" d_j\rangle = \langle x_j, d_i\rangle$, eigenvalue $2\kappa\alpha_o$; $d_i = v - \langle x_i, v\rangle x_i$"
        r" for a vector v, eigenvalue $\alpha_o\frac{m+1}m(m - 1 + \kappa)$; and those with the sum zero over each"
        r" corner, eigenvalue $\alpha_o(1 + \kappa - e^\kappa)$, which is negative for $\beta \ne 0$. The first three"
        r" kinds are the same at all tokens of a corner, as in CON-B7.spectrum."
    ),
    reading=(
        "CON-B7.clusters without the stability; how many there are of the first three kinds is counted in"
        " CON-B7.spectrum, and not again here; alpha_o is the weight of a whole other corner"
    ),
    source=Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)"),
    kind="spectrum",
    role="extension",
    statement=model(
        WHOLE, _CLUSTERS, {"show": [REST, ROTATIONS, STRAINS, PUSHES, _WITHIN, _NEGATIVE, _PARTS, _UNIQUE, _SHARED]}
    ),
    proof=[
        each("LEM-simplex.rest"),
        rotates("k"),
        stretches("k"),
        intro("z", each("LEM-simplex.pulled")),
        intro(["d", ""], each("LEM-simplex.parted")),
        intro(
            "",
            have(
                [
                    (
                        "kappa != 0",
                        split(
                            "kappa == 0 or kappa != 0",
                            have(
                                [("beta == 0", leaf("eq m/(m + 1): kappa == 0"))],
                                rule("contradiction", P="beta == 0", C="kappa != 0"),
                            ),
                            KNOWN,
                        ),
                    ),
                    ("1 + kappa < exp(kappa)", lemma("LEM-exp-above-tangent", a="kappa")),
                    "alpha > 0",
                ],
                leaf("1: 1 + kappa < exp(kappa); alpha > 0"),
            ),
        ),
        intro(["d", ""], each("LEM-simplex.parts")),
        intro(["r", "s", "w", "v", ""], each("LEM-simplex.unique")),
        intro("d", both(*(intro("", _alike(sigma)) for sigma in ("-1", "1")))),
    ],
    instance=_HERE,
    twin=Variant("1 + kappa/2 - exp(kappa)", {"1 + kappa - exp(kappa)": "1 + kappa/2 - exp(kappa)"}, _HERE),
)
