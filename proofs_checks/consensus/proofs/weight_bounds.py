"""Bounds on the attention weights, and the bound on the logits that the norms of P and W give (CON-A4)."""

from proofs_checks.consensus.proofs.explicit_rates import LOGITS, NORMS, ON_ELLIPSOID
from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL
from proofs_checks.consensus.proofs.rate import PAIR, ROWS, WITHIN
from verify.formal import Variant, formal, model
from verify.tactics.build import lemma

_PAIR = {**PAIR, "letters": {**PAIR["letters"], "K": [1, 1], "mu": 1}}

formal(
    "CON-A4",
    statement=model(FULL, {"letters": ["y[token]: measurable vector"]}, WITHIN, NORMS, {"show": [ROWS, LOGITS]}),
    proof=[lemma("CON-A4.rows"), ON_ELLIPSOID[1]],
    instance=full(M=[1, 2], N=3, K=[6, 6], mu=1),
    twin=Variant("the exponent M instead of 2M", {"exp(-2*M[h])": "exp(-M[h])"}, _PAIR),
)
