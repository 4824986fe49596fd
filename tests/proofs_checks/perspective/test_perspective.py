"""The perspective paper by independent routes: integrals, closed forms, flows at random states."""

import re
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq
from numpy.typing import NDArray

from attnverify import proofs_checks
from attnverify.verify.formal import all_formal

proofs_checks.load()
CURVES = {
    "PER-N4.digits": [("sa", 32, "4"), ("usa", 32, "4")],
    "PER-6.12.digits": [("sa", 128, "1"), ("sa", 128, "4")],
    "PER-6.12.digits.two": [("sa", 2, "9")],
    "PER-FIG3.curve": [("sa", 32, "6906/1000"), ("sa", 32, "6907/1000")],
}
CASES = [(id, place, *case) for id, cases in CURVES.items() for place, case in enumerate(cases)]
INTERVAL = re.compile(r"(\d+/(?:10\^)?\d+) <= time <= (\d+/(?:10\^)?\d+)")


def ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def rational(text: str) -> Fraction:
    top, bottom = text.split("/")
    return Fraction(int(top), 10 ** int(bottom[3:]) if bottom.startswith("10^") else int(bottom))


def integral(flow: str, n: int, beta: arb) -> arb:
    """The time to 1 - 1/1000, by the quadrature of python-flint."""

    def rate(u: acb, _: bool) -> acb:
        over = 2 * (1 - u) * ((n - 1) * u + 1)
        if flow == "usa":
            return n * (-(u * beta)).exp() / over
        return (((1 - u) * beta).exp() + (n - 1)) / over

    return acb.integral(rate, 0, acb(ball(Fraction(999, 1000)))).real


def closed(flow: str, n: int, beta: arb) -> arb:
    """The time by exponential integrals (theory note D4)."""
    g, shift = ball(Fraction(999, 1000)), beta / (n - 1)
    near = beta.ei() - (beta * (1 - g)).ei()
    far = (acb(shift).expint(1) - acb(beta * g + shift).expint(1)).real
    if flow == "usa":
        return ((-beta).exp() * near + shift.exp() * far) / 2
    logs = ((1 + (n - 1) * g) / (1 - g)).log() * (n - 1)
    return (logs + near + (shift * n).exp() * far) / (2 * n)


@pytest.mark.parametrize(("id", "place", "flow", "n", "beta"), CASES)
def test_closed_form_and_ball_integral_agree_to_twenty_digits(
    id: str, place: int, flow: str, n: int, beta: str
) -> None:
    ctx.prec = 200
    try:
        value = ball(Fraction(beta))
        by_integral, by_formula = integral(flow, n, value), closed(flow, n, value)
        assert by_integral.overlaps(by_formula)
        assert max(float(by_integral.rad()), float(by_formula.rad())) < 1e-20 * float(by_formula.mid())
        found = INTERVAL.search(all_formal()[id].statement["show"][place])
        assert found is not None
        low, high = (ball(rational(text)) for text in found.groups())
        assert bool(low < by_integral)
        assert bool(by_integral < high)
    finally:
        ctx.default()


def bounds(id: str) -> dict[int, tuple[arb, arb]]:
    """What a table of thresholds says: for each n the number up to which, and the one from which on."""
    found = {}
    for said in all_formal()[id].statement["show"]:
        factor, low, high = (
            re.search(pattern, said) for pattern in (r"(\d+)\*ta", r"beta <= (\d+/\d+)", r"beta >= (\d+/\d+)")
        )
        assert None not in (factor, low, high), said
        found[int(factor[1]) + 1] = ball(Fraction(low[1])), ball(Fraction(high[1]))
    return found


@pytest.mark.parametrize(
    ("id", "sizes", "share"), [("PER-B.chain.table", 7, 2), ("PER-N2.table", 8, 1), ("PER-N3.table", 6, 0)]
)
def test_thresholds_by_their_closed_forms(id: str, sizes: int, share: int) -> None:
    found = bounds(id)
    assert len(found) == sizes
    for n, (low, high) in found.items():
        angle = arb.pi() / (share * (n - 1)) if share else arb(0)
        threshold = angle.cos() / angle.sin() ** 2 if share else arb(fmpq(1, n - 1)).atanh()
        assert bool(low < threshold)
        assert bool(threshold < high)


def energy(angles: np.ndarray, beta: float) -> float:
    gaps = angles[:, None] - angles[None, :]
    return float(np.exp(beta * np.cos(gaps)).sum() / (2 * beta))


def bend(angles: np.ndarray, move: np.ndarray, beta: float) -> float:
    """The second derivative of the energy along a straight line."""
    h = 1e-3
    steps = [energy(angles + k * h * move, beta) for k in (-2, -1, 0, 1, 2)]
    return float(np.dot([-1, 16, -30, 16, -1], steps)) / (12 * h * h)


@pytest.mark.parametrize(("n", "most", "arcs"), [(4, 3.5, [[3], [0, 1]]), (5, 1.45, [[4], [0, 1], [3, 4]])])
def test_a_turned_arc_raises_the_energy(n: int, most: float, arcs: list[list[int]]) -> None:
    rng = np.random.default_rng(5)
    worst, kept = np.inf, 0
    while kept < 300:
        gaps = rng.dirichlet(np.ones(n)) * 2 * np.pi
        gaps = np.roll(gaps, n - 1 - int(gaps.argmax()))
        if gaps[-1] > np.pi:
            continue
        if gaps[0] > gaps[-2]:
            gaps[:-1] = gaps[-2::-1]
        kept += 1
        angles = np.concatenate([[0.0], np.cumsum(gaps[:-1])])
        beta = rng.uniform(0.05, most)
        moves = [np.isin(np.arange(n), arc).astype(float) for arc in arcs]
        worst = min(worst, max(bend(angles, move, beta) for move in moves))
    assert worst > 0.01


def test_the_hexagon_bends_upwards() -> None:
    angles = np.arange(6) * np.pi / 3
    rng = np.random.default_rng(6)
    for beta in np.linspace(0.5, 6, 12):
        for _ in range(20):
            move = rng.normal(size=6)
            assert bend(angles, move, beta) >= 0.25 * float(((move - move.mean()) ** 2).sum())


@pytest.mark.parametrize("ends", [(-0.95, -0.55), (-0.45, -0.05)])
def test_isosceles_triples_rest_and_bend_both_ways(ends: tuple[float, float]) -> None:
    for c in np.linspace(*ends, 25):
        beta = float(np.log(-2 * c) / ((1 - c) * (1 + 2 * c)))
        angles = np.array([0, np.arccos(c), -np.arccos(c)])
        gaps = angles[:, None] - angles[None, :]
        assert np.abs((np.exp(beta * np.cos(gaps)) * np.sin(gaps)).sum(axis=1)).max() < 1e-12
        bends = [bend(angles, np.array([0.0, 1.0, sign]), beta) for sign in (1.0, -1.0)]
        assert beta < 0 < -bends[0] * bends[1]


# The flows at random states: energies, cones and pairs, with the worst margin reported; Wendel by exact counting.
Array = NDArray[np.float64]
Report = Callable[[str, object], None]
DRAWS = 200


def tokens(draws: np.random.Generator, n: int, d: int) -> Array:
    X = draws.normal(size=(n, d))
    unit: Array = X / np.linalg.norm(X, axis=1, keepdims=True)
    return unit


def test_the_kernel_of_small_beta_is_at_most_one(record_property: Report) -> None:
    """(1 - z) exp(beta z) of the products, on speeds of sum 0: not above 0 for beta <= 3/2, above it at 7/4."""
    draws, worst, beyond = np.random.default_rng(4), -np.inf, -np.inf
    for _ in range(DRAWS):
        X = tokens(draws, int(draws.integers(2, 9)), 2)
        Z, centred = X @ X.T, np.eye(len(X)) - 1 / len(X)

        def most(beta: float, Z: Array = Z, centred: Array = centred) -> float:
            return float(np.linalg.eigvalsh(centred @ ((1 - Z) * np.exp(beta * Z)) @ centred)[-1])

        worst, beyond = max(worst, most(float(draws.uniform(0, 1.5))), most(1.5)), max(beyond, most(1.75))
    record_property("largest eigenvalue of the kernel", float(worst))
    assert worst < 1e-12
    assert beyond > 1e-3
