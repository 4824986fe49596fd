"""Almost every start of the Oja map ends at the principal consensus: Theorem 2 for odd N or lambda_2 > 0."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V, OJA_CLASSES
from proofs_checks.power_method.proofs.every_saddle import ASSUMED
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.oja_ascent import DEFINED, LENGTH, SHORT
from proofs_checks.power_method.proofs.one_limit import LIMIT
from proofs_checks.power_method.proofs.saddles_on_lines import EQUAL, NOT_PRINCIPAL, OWN, PAIRED
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, split, witness

CONSENSUS, BIPARTITE, _ = (text.partition(":= ")[2].replace("X[", "x[") for text in OJA_CLASSES["where"])
LINES = (OWN, intro("p", KNOWN))
ON_A_LINE = f"({CONSENSUS}) or ({BIPARTITE})"
CLASSES = f"{ON_A_LINE} or sum(j: x[j]) == 0"
formal(
    "LEM-oja-saddle",
    title="Every equilibrium of the Oja map but the principal consensus has an eigenvalue above 1, in these cases",
    statement=model(
        V,
        OJA,
        SHORT,
        ASSUMED,
        {
            "letters": ["x[token]: vector"],
            "given": ["forall i: dot(x[i], x[i]) == 1", "fixed(oja, x)", NOT_PRINCIPAL],
            "show": ["outside_disc(oja, x)"],
        },
    ),
    proof=have(
        [(DEFINED, lemma("LEM-oja-defined")), (CLASSES, lemma("POW-L1"))],
        split(
            CLASSES,
            split(
                ON_A_LINE,
                have([(EQUAL, intro("p,q", KNOWN)), LINES], lemma("LEM-consensus-saddle")),
                have([(PAIRED, intro("p,q", KNOWN)), LINES], lemma("LEM-bipartite-saddle")),
            ),
            lemma("LEM-polygonal-saddle"),
        ),
    ),
)

AT_V1 = "fn(X: (forall i: X[i] == v1) or (forall i: X[i] == -v1))"
UNITS = "(forall i: dot(X0[i], X0[i]) == 1)"
EVERYWHERE = f"forall X0 in state: {UNITS} => (forall i: {LENGTH.replace('x[', 'X0[')} > 0)"


def defined(state: str) -> tuple[str, Tree]:
    """The map is defined at a state."""
    return DEFINED.replace("x[", f"{state}["), lemma("LEM-oja-defined", x=state)


PULL = "V(sum(h: S[h]))/sum(j: 1)"
ENDS = LIMIT.replace("t(S, i)", f"{PULL} - dot(S[i], {PULL})*S[i]")
ALMOST_ALL = have(
    [(EVERYWHERE, intro("X1,", have([defined("X1")], KNOWN)))],
    rule(
        "strict saddles, maps",
        have([defined("X")], intro("t", leaf())),
        have([(ENDS, lemma("LEM-oja-one-limit"))], obtain(ENDS, "T", witness("T", KNOWN))),
        have(
            [
                (
                    "(forall i: D(oja, X, d, i) == 0) => (forall i: d[i] == 0)",
                    lemma("POW-N4.diffeo", x="X", d="d"),
                )
            ],
            intro("t", KNOWN),
        ),
        lemma("LEM-oja-saddle", x="X"),
        F="oja",
        P=AT_V1,
    ),
)
HERE: Part = {
    "tokens": 3,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/2", "L": 1, "v1": [1, 0], "lam1": 1},
}
ONE_ONLY = "fn(X: forall i: X[i] == v1)"
formal(
    "POW-N5.odd",
    title="Almost global convergence for an odd number of tokens or two positive eigenvalues, up to alpha |V| < 1",
    sentence=(
        r"Under Assumption 1 and $d \ge 2$, if N is odd or $\lambda_2 > 0$, and $\alpha\|V\| < 1$, almost all initial"
        " tokens of the Oja map converge to the consensus at $v_1$ or at $-v_1$."
    ),
    source=Source(PAPER, "Theorem 2 (extension)"),
    kind="convergence",
    role="extension",
    reading=r"the part of POW-N5 with N odd or $\lambda_2 > 0$, and $\alpha\|V\| < 1$",
    statement=model(V, OJA, SHORT, ASSUMED, {"show": [f"almost_all_converge(oja, {AT_V1})"]}),
    proof=ALMOST_ALL,
    instance=HERE,
    twin=Variant("at v1 and not at -v1", {AT_V1: ONE_ONLY}, HERE),
)

SHORTER = {
    **HERE,
    "letters": {**{k: x for k, x in HERE["letters"].items() if k != "L"}, "alpha": "1/4", "norm_of_V": 1},
}
formal(
    "POW-T2.ae.repaired",
    statement=model(V, OJA, LENGTH_OF_V, ASSUMED, {"show": [f"almost_all_converge(oja, {AT_V1})"]}),
    proof=have(
        [("alpha*norm_of_V < 1", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0", "1/2:"))],
        lemma("POW-N5.odd", L="norm_of_V"),
    ),
    instance=SHORTER,
    twin=Variant("at v1 and not at -v1", {AT_V1: ONE_ONLY}, SHORTER),
)
