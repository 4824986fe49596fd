"""Results print as a short table, in a terminal and in a notebook."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.tables import LONGEST, Shown, Table

AROUND = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])


def results():
    yield "analysis", st.analyse(np.zeros((2, 2)), [[1, 0], [0, -2]], 40, 0.25), "consensus"
    yield "spectrum", st.spectrum(st.log_numbers.rational_matrix([[2, 1], [1, 2]], "V"), 64), "eigenvalue"
    yield "linearisation", st.linearise(lambda x: x - x**3, np.zeros((1, 2))), "perturbations"
    flow = st.Flow(np.zeros((2, 2)))
    yield "trajectory", st.trajectory(flow, AROUND, np.linspace(0, 1, 100)), "drift"
    given = {"field": lambda y: y, "given": lambda rng: rng.normal(size=1), "states": 20}
    yield "search", st.lyapunov(lambda y: [y[0] ** 2], **given), "V rises"
    yield "enclosure", st.motion.Enclosure(st.motion.balls(AROUND), st.motion.balls([0.5])[0]), "proved"


@pytest.mark.parametrize(("name", "result", "word"), list(results()), ids=lambda x: x if isinstance(x, str) else "")
def test_a_result_prints_as_a_table(name, result, word):
    text, page = str(result), result._repr_html_()
    assert repr(result) == text
    assert word in text
    assert word in page
    assert len(text.splitlines()) <= LONGEST + 20
    assert "array(" not in text


def test_long_tables_say_how_much_they_hide_and_html_is_escaped():
    table = Table("a < b", ("x",), tuple((str(k),) for k in range(LONGEST + 7)), ("below",))
    assert table.text().splitlines()[-2:] == ["... and 7 more", "below"]
    assert "a &lt; b" in table.html()
    assert table.html().count("<tr>") == LONGEST + 1
    assert Table("only words").text() == "only words"
    with pytest.raises(NotImplementedError, match="Shown has no table"):
        Shown().table()
