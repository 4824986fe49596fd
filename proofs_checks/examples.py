"""Existence shown by an exact example, and exact comparisons of matrices."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.verdict import Rung

np = lazy("numpy")


def example(values: Mapping[str, Any], relations: Sequence[Any], *, scope: str, method: str) -> Evidence:
    """CERTIFIED that a point exists at which all `relations` hold, by the point `values`; OPEN when they do not
    all hold.

    The referee evaluates the relations at the point again.
    """
    return as_example(decide.refutation(values, relations, scope=scope, method=method))


def as_example(found: Evidence) -> Evidence:
    """A refutation of "there is no such point" as the example that it is; other evidence is returned unchanged."""
    if found.rung is not Rung.REFUTED or found.certificate is None:
        return found
    witness = found.certificate
    shown = {"kind": "example", "values": witness["values"], "holds": [*witness["hypotheses"], *witness["violates"]]}
    return replace(found, rung=Rung.CERTIFIED, certificate=shown)


def exact_texts(array: Any) -> Any:
    """An array of fractions as nested lists of texts."""
    if isinstance(array, np.ndarray):
        return [exact_texts(entry) for entry in array]
    return str(Fraction(array))
