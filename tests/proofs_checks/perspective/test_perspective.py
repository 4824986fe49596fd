"""The perspective paper: curves and thresholds by their closed forms, Figure 3 at a small size, what its claims say."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq

import attnverify.stability as st
from attnverify import proofs_checks
from attnverify.proofs_checks.perspective import PAPER
from attnverify.proofs_checks.perspective.circle_saddles import RANGES
from attnverify.proofs_checks.perspective.phase_transition import AFTER, BEFORE, DELTA, STEPS, TOKENS, averaged, width
from attnverify.verify.decision import decide
from attnverify.verify.formal import all_formal
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict

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


@pytest.mark.parametrize(("id", "place", "flow", "n", "beta"), CASES)
def test_the_times_of_the_curve_lie_where_the_claims_say(id: str, place: int, flow: str, n: int, beta: str) -> None:
    """The closed form, which tests of `stability` compare with the integral."""
    found = INTERVAL.search(all_formal()[id].statement["show"][place])
    assert found is not None
    ctx.prec = 200
    try:
        low, high = (ball(rational(text)) for text in found.groups())
        weights = {"sa": "softmax", "usa": "exponential"}[flow]
        time = st.decrease.common_product_time(ball(Fraction(999, 1000)), n, ball(Fraction(beta)), weights)
        assert time.rad() < 1e-20
        assert low < time
        assert time < high
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


# a step in the middle of the jump of that draw
LATE = 120


def test_the_share_is_that_of_plain_steps_of_the_flow() -> None:
    X = st.draws.random_tokens(np.random.default_rng([7, 3, 8]), 1, TOKENS, 8)[0]
    flow = st.models.SphereFlow(1.0)
    for _ in range(LATE):
        X = st.models.sphere_step(flow.velocity, X, 8.0 / STEPS)
    near = (X @ X.T > 1 - DELTA) & ~np.eye(TOKENS, dtype=bool)
    near_pairs, dynamics = st.batches.statistic("near", DELTA), st.batches.Dynamics(beta=1.0)
    found = averaged(8, 8.0, near_pairs, dynamics, seed=7, starts=1)
    assert found.shape == (STEPS + 1,)
    assert found[0] == 0
    assert 0.1 < found[LATE] < 0.9
    assert found[LATE] == pytest.approx(np.sum(near) / (TOKENS * (TOKENS - 1)), abs=0.01)


def test_the_steps_are_at_four_fifths_and_six_fifths_of_the_curve() -> None:
    assert BEFORE == 0.8 * STEPS / 2
    assert AFTER == 1.2 * STEPS / 2


def test_the_width_counts_the_steps_between_the_two_shares() -> None:
    assert width(np.array([0.0, 0.05, 0.1, 0.5, 0.9, 0.95, 1.0])) == 2
    assert width(np.zeros(5)) == STEPS


def test_the_ranges_of_beta_begin_at_a_proved_bound_and_end_above_that_of_the_chain() -> None:
    for n, (low, high) in RANGES.items():
        share, end = fmpq(1, n - 1), fmpq(*Fraction(high).as_integer_ratio())
        assert arb.cos_pi_fmpq(share) / arb.sin_pi_fmpq(share) ** 2 < end
        assert low == "3/2"  # PER-PR3.circle


NOTES = [f"PER-N{number}" for number in range(1, 10)]
PROBLEMS = [f"PER-PR{number}" for number in range(1, 8)]


def test_every_claim_of_the_paper_is_in_the_registry() -> None:
    found = {id: claim for id, claim in load().items() if claim.source.paper == PAPER}
    assert set(NOTES) | set(PROBLEMS) <= set(found)
    assert all(found[id].role == "extension" for id in NOTES)
    rebuilt = [claim for claim in found.values() if claim.source.reconstructed]
    assert rebuilt
    assert all("(formula reconstructed)" in str(claim.source) for claim in rebuilt)


def test_what_nothing_decides_says_why() -> None:
    of_paper = [claim for claim in load().values() if claim.source.paper == PAPER]
    claims = [claim for claim in of_paper if claim.formal is None and claim.kind != "experiment"]
    argued = [claim for claim in claims if claim.expected is Verdict.ARGUED]
    assert [claim.id for claim in argued] == ["PER-PR3.nine"]
    assert all("Missing for a proof" in claim.statement for claim in argued)
    false = [claim for claim in claims if claim.expected is Verdict.ARGUED_FALSE]
    assert [claim.id for claim in false] == ["PER-2.8.symmetric"]
    open_ones = [claim for claim in claims if claim not in (*argued, *false)]
    assert open_ones
    for claim in open_ones:
        assert claim.expected is Verdict.OPEN
        assert claim.undecided.strip()
        assert decide(claim).evidence.reason == claim.undecided
