"""Certificates of kind "eigensystem" written from an analysis: exact factors, approximations of roots and eigenvectors,
and the relations that say what was found. The referee trusts none of the approximations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attnverify.verify.lazy import lazy

np = lazy("numpy")

ROOT_SHIFT = 96
VECTOR_BITS = 110
MAX_ENCLOSED = 16


class Names:
    """The names of the eigenvalues in relations: l1, l2, ... for real ones, re_z3 and im_z3 for the others."""

    def __init__(self, spectrum: Any) -> None:
        self.spectrum = spectrum

    def __getitem__(self, j: int) -> str:
        return f"{'l' if self.spectrum.eigenvalues[j].is_real else 'z'}{j + 1}"

    def shifted_square(self, j: int) -> str:
        """|1 + alpha lambda_j|^2 as a text."""
        if self.spectrum.eigenvalues[j].is_real:
            return f"(1 + alpha*{self[j]})**2"
        return f"((1 + alpha*re_{self[j]})**2 + (alpha*im_{self[j]})**2)"


def eigensystem_data(
    analysis: Any,
    relations: Iterable[tuple[str, str]],
    lines: Sequence[tuple[int, Any]] = (),
    defines: Iterable[tuple[str, str]] = (),
) -> dict[str, Any]:
    """The certificate that the relations (sentence, text) hold.

    lines : (k, eigenline) of the eigenvalues whose self-logit a<k+1> is used, for one head.
    defines : (name, text) of further names, in order.
    """
    spectrum = analysis.spectrum
    names = Names(spectrum)
    data: dict[str, Any] = {
        "kind": "eigensystem",
        "matrix": [[_fraction(entry) for entry in row] for row in spectrum.matrix],
        "factors": [_factor(factor) for factor in spectrum.factors],
        "names": [[names[j], e.factor, e.root] for j, e in enumerate(spectrum.eigenvalues)],
        "values": {"alpha": _fraction(analysis.system.alpha), "N": analysis.system.N},
        "defines": [list(item) for item in defines],
        "relations": [{"says": says, "holds": text} for says, text in relations],
    }
    if lines:
        data["lines"] = [_line(spectrum, k, line) for k, line in lines]
        data["logits"] = [[_log_text(entry) for entry in row] for row in analysis.system.P[0]]
    return data


def can_enclose(line: Any) -> bool:
    """Whether the referee can check the eigenvector of the line."""
    from flint import fmpq

    if line.direction is None:
        return False
    return len(line.direction) <= MAX_ENCLOSED or all(isinstance(entry, fmpq) for entry in line.direction)


def _factor(factor: Any) -> dict[str, Any]:
    polynomial = factor.polynomial
    return {
        "polynomial": [hex(int(polynomial[k])) for k in range(polynomial.degree() + 1)],
        "multiplicity": factor.multiplicity,
        "shift": ROOT_SHIFT,
        "roots": [[_scaled(part, ROOT_SHIFT) for part in _parts(root)] for root in factor.roots],
    }


def _parts(root: Any) -> tuple[Any, Any]:
    from flint import acb, fmpq

    return (root.real, root.imag) if isinstance(root, acb) else (root, fmpq(0))


def _scaled(number: Any, shift: int) -> str:
    """The integer nearest to number * 2^shift, in hexadecimal digits."""
    return hex(_nearest(number, shift))


def _nearest(number: Any, shift: int) -> int:
    from flint import arb, ctx, fmpq

    if isinstance(number, fmpq):
        scaled = number * fmpq(2) ** shift
        return int((scaled + fmpq(1, 2)).floor())
    with ctx.workprec(2048):
        whole = (arb(number).mid() * arb(2) ** shift).floor().unique_fmpz()
    if whole is None:
        raise ValueError(f"{number} has too many digits to be approximated")
    return int(whole)


def _line(spectrum: Any, k: int, line: Any) -> dict[str, Any]:
    from flint import fmpq

    name = Names(spectrum)[k]
    data: dict[str, Any] = {"name": f"a{k + 1}", "eigenvalue": name}
    if all(isinstance(entry, fmpq) for entry in line.direction):
        return {**data, "direction": [_fraction(entry) for entry in line.direction]}
    unit = 2**VECTOR_BITS
    largest = max(line.direction, key=lambda entry: abs(float(entry)))
    centre = [_nearest(entry / largest, VECTOR_BITS) for entry in line.direction]
    mu = _nearest(spectrum.eigenvalues[k].value, VECTOR_BITS)
    F = np.array([[int(entry.p) / int(entry.q) for entry in row] for row in spectrum.matrix])
    v = np.array([entry / unit for entry in centre])
    n = len(v)
    J = np.zeros((n + 1, n + 1))
    J[:n, :n] = F - (mu / unit) * np.eye(n)
    J[:n, n] = -v
    J[n, int(np.argmax(np.abs(v)))] = 1
    inverse = [[_ratio(*float(entry).as_integer_ratio()) for entry in row] for row in np.linalg.inv(J)]
    return {
        **data,
        "direction": [_ratio(entry, unit) for entry in centre],
        "near": _ratio(mu, unit),
        "inverse": inverse,
    }


def _fraction(value: Any) -> str:
    return _ratio(int(value.p), int(value.q))


def _ratio(top: int, bottom: int) -> str:
    return str(top) if bottom == 1 else f"{top}/{bottom}"


def _log_text(entry: Any) -> str:
    parts = [f"({_fraction(entry.rational)})"] if entry.rational != 0 or not entry.logs else []
    return " + ".join([*parts, *(f"({_fraction(c)})*log({prime})" for prime, c in sorted(entry.logs.items()))])
