"""The table fits the window and no number loses what it says."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.analyses.analysis import shown
from attnverify.verify.cli.analysis_text import table

SYSTEMS = {
    "ranges": (np.diag([1.0, 0.3, -0.4]), np.diag([2.0, 1.0, 0.5]), 10_000, 0.3, {}),
    "complex": ([[0.1, -3, 0], [3, 0.1, 0], [0, 0, 1]], np.eye(3), 9_999, 0.3, {}),
    "patterns": (np.diag([1.0, -0.3]), np.diag([0.3, 0.2]), 8, 0.3, {"causal": True}),
    "small margins": (np.diag([1.0, 0.3]), np.diag([2.0, 1.0]), 60, 1e-4, {}),
}


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_table_fits(name, width):
    V, P, N, alpha, options = SYSTEMS[name]
    records = st.analyse(P, V, N, alpha, **options).equilibria
    lines = table(records, width)
    assert len(lines) == len(records) + 1
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    assert {"equilibrium", "verdict", "margin"} <= set(lines[0].split())


def test_a_narrow_window_loses_columns_and_no_digits():
    V, P, N, alpha, options = SYSTEMS["complex"]
    lines = table(st.analyse(P, V, N, alpha, **options).equilibria, 20)
    assert "flip" not in lines[0]
    assert "margin" in lines[0]


@pytest.mark.parametrize(("value", "digits", "text"), [
    ("1/3", 6, "1/3"), ("-20/19", 4, "-20/19"), ("123456789/1000000007", 4, "0.1235"),
    ("100006/100000", 6, "50003/50000"), ("10000600001/10000000000", 4, "1.0001"),
    ("999999999999/1000000000000", 6, "0.999999999999"), ("0", 4, "0"),
])  # fmt: skip
def test_numbers_for_a_person(value, digits, text):
    top, _, bottom = value.partition("/")
    assert shown(st.log_numbers.exact_rational(int(top), "") / int(bottom or 1), digits) == text
