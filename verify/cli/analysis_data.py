"""An analysis as plain JSON data: the keys that programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..fingerprint import versions

FORMAT = "attnverify-analysis"


def analysis_data(analysis: Any, limits: Sequence[Any], seed: int) -> dict[str, Any]:
    """The format, seed and versions, value_spectrum, step_size_bound, equilibria, sampled_limits, and the remarks.

    Every number has a floating-point `value` ([real, imaginary] for complex ones), the `exact` fraction where it is
    rational, and the `radius` within which the true number lies around the value.
    """
    bound, place, reason = analysis.bound
    return {
        "format": FORMAT,
        "seed": seed,
        "versions": versions(),
        "value_spectrum": {
            "eigenvalues": [
                {**number_data(e.value), "multiplicity": e.multiplicity, "geometric_multiplicity": e.geometric}
                for e in analysis.spectrum.eigenvalues
            ],
            "case": case(analysis),
            **{name: getattr(analysis.spectrum, name) for name in ("symmetric", "normal", "defective", "singular")},
        },
        "step_size_bound": {
            **(number_data(bound) if bound is not None else {"value": None, "exact": None, "radius": None}),
            "eigenvalue": None if place is None else place + 1,
            "expression": reason,
        },
        "equilibria": [_record(record, analysis.spectrum) for record in analysis.equilibria],
        "sampled_limits": [
            {name: getattr(limit, name) for name in ("label", "count", "certified")} for limit in limits
        ],
        "remarks": list(analysis.remarks),
    }


def case(analysis: Any) -> str:
    """Which of the paper's cases the spectrum is: by the eigenvalues of largest real part."""
    principal, first = analysis.spectrum.principal, analysis.spectrum.eigenvalues[0]
    if principal is not None:
        value = principal.value
        sign = "positive" if value > 0 else "negative" if value < 0 else "zero" if value == 0 else "close to zero"
        return f"one simple real eigenvalue exceeds all other real parts; it is {sign}"
    if analysis.bound[2].startswith("not decided"):
        return "the largest real parts are too close to be compared"
    if not first.is_real:
        return "a complex pair has the largest real part"
    return "the largest real part is not that of one simple real eigenvalue"


def number_data(value: Any) -> dict[str, Any]:
    """A number of an analysis with its value, exact fraction and radius."""
    from flint import acb, arb, fmpq

    import attnverify.stability as st

    near = st.analyses.middle(value)
    shown: Any = [near.real, near.imag] if isinstance(value, acb) else near.real
    if isinstance(value, fmpq):
        return {"value": shown, "exact": str(value), "radius": max(abs(near) * 2.0**-52, 2.0**-1074 * (value != 0))}
    # Rounding the middle to floating point and the radius upwards is included.
    radius = float(abs(acb(value) - acb(arb(near.real), arb(near.imag))).upper()) * (1 + 2.0**-50)
    return {"value": shown, "exact": None, "radius": radius}


def _record(record: Any, spectrum: Any) -> dict[str, Any]:
    eigenvalue = None
    if record.eigenvalue is not None:
        found = number_data(spectrum.eigenvalues[record.eigenvalue].value)
        eigenvalue = {"index": record.eigenvalue + 1, **found}
    margin, item = record.margin, record.binding
    verdict = record.verdict.value if record.verdict is not None else None
    return {
        "kind": record.kind,
        "eigenvalue": eigenvalue,
        "split": list(record.split),
        "last_split": list(record.last) if record.last else None,
        "fixed_point": record.nature is not None and record.nature.name == "FIXED",
        "nature": record.nature.value if record.nature is not None else "not decided",
        "spectrum": [
            {**number_data(e.value), "multiplicity": e.multiplicity, "perturbation": e.perturbation}
            for e in record.spectrum
        ],
        "verdict": verdict,
        "certified": record.certified and verdict != "undecided",
        "margin": number_data(margin) if margin is not None else None,
        "binding": None if item is None else {**number_data(item.value), "perturbation": item.perturbation},
        "flip_step_size": number_data(record.flip) if record.flip is not None else None,
        "tokens": record.tokens.tolist() if record.tokens is not None else None,
        "note": record.note,
    }
