"""A refuted step, said at a whole instance of the claim: with the quantities that the step does not mention."""

from dataclasses import replace
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.verify.evidence import Evidence
from attnverify.verify.verdict import Rung


def at_instance(evidence: Evidence, **others: Any) -> Evidence:
    """The refutation `evidence`, decided again with the values `others` beside those of its witness.

    others : name -> exact value, or a text in which {name} stands for a value of the witness, such as "({lam}) - 1".
    Values of the witness take precedence. Evidence that is no refutation is returned unchanged.
    """
    certificate = evidence.certificate
    if evidence.rung is not Rung.REFUTED or certificate is None or certificate.get("kind") != "witness":
        return evidence
    values = certificate["values"]
    filled = {
        name: given.format_map(values) if isinstance(given, str) else given
        for name, given in others.items()
        if name not in values
    }
    found = decide.refutation(
        {**values, **filled},
        certificate["violates"],
        hypotheses=certificate["hypotheses"],
        scope=evidence.scope,
        method=evidence.method,
    )
    return replace(evidence, certificate=found.certificate) if found.rung is Rung.REFUTED else found
