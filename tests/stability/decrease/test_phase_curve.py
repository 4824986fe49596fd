"""The closed form against rigorous integration of the equation, to 20 digits, and its bounds."""

import pytest
from flint import acb, arb, ctx

import attnverify.stability as st

NEAR = arb(999) / 1000


@pytest.fixture(autouse=True)
def digits():
    before, ctx.prec = ctx.prec, 120
    yield
    ctx.prec = before


def integrated(gamma, n, beta, weights):
    """The integral of 1/gamma' by balls."""

    def pace(g, analytic):
        growth = 2 * (1 - g) * ((n - 1) * g + 1)
        return ((beta * (1 - g)).exp() + n - 1) / growth if weights == "softmax" else n * (-beta * g).exp() / growth

    return acb.integral(pace, 0, acb(gamma)).real


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize(("n", "beta"), [(2, 1), (32, 1), (32, 4), (32, 9), (128, 4)])
def test_the_closed_form_to_twenty_digits(weights, n, beta):
    gamma = arb(999) / 1000
    closed = st.decrease.common_product_time(gamma, n, arb(beta), weights)
    certain = integrated(gamma, n, arb(beta), weights)
    assert closed.overlaps(certain)
    assert closed.rad() < arb(10) ** -20
    assert certain.rad() < arb(10) ** -20
    assert not (closed * (1 + arb(10) ** -19)).overlaps(certain)


@pytest.mark.parametrize(("dynamics", "weights", "step"), [("sa", "softmax", 0.05), ("usa", "exponential", 0.025)])
def test_a_panel_of_the_phase_diagram_follows_the_curve(dynamics, weights, step):
    """Figure 3 at a reduced size: 16 random tokens in R^256, nearly orthogonal, cluster when the curve says so."""
    betas = [0.5, 1.5, 2.5]
    fixed = {"N": 16, "d": 256, "alpha": step}
    sweep = st.batches.Sweep(dynamics, {"beta": betas}, fixed, runs=2, steps=160, every=2, continuous=True)
    rows = st.sweep(sweep)
    for beta in betas:
        near = [(row["time"], row["near"]) for row in rows if row["beta"] == beta]
        shares = [share for _, share in near]
        assert shares == sorted(shares)
        assert shares[0] < 0.1
        assert shares[-1] == 1
        predicted = float(st.decrease.common_product_time(NEAR, 16, arb(beta), weights).mid())
        half = next(time for time, share in near if share > 0.5)
        assert half == pytest.approx(predicted, rel=0.1), beta
