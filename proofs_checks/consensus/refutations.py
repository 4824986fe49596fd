"""Refutations by a state together with a proof: what the solution from it does, or what a set of outputs satisfies."""

from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.verdict import Rung


def completed(point: Evidence, proof: Evidence, says: str) -> Evidence:
    """The refutation `point`, which contradicts the claim because of what `proof` proves; says : that, in words.

    OPEN where the proof is none: then the point may well satisfy the claim. OPEN as well where the point is none.
    """
    if proof.rung is not Rung.PROVED:
        return open_(point.scope, proof.method, f"not proved: {says}: {proof.reason}")
    if point.rung is not Rung.REFUTED:
        return point
    steps = [
        {"says": "the witness and the hypotheses", "certificate": point.certificate},
        {"says": says, "certificate": proof.certificate},
    ]
    return Evidence(
        Rung.REFUTED,
        point.scope,
        f"{point.method}; {proof.method}",
        certificate={"kind": "all", "steps": steps},
        reason=says,
    )
