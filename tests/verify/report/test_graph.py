import itertools

import pytest

from verify.report.graph import COLUMN, MARGIN, NODE_WIDTH, ROW, layout


def test_premises_stand_to_the_left():
    found = layout({"A": [], "B": ["A"], "C": ["B", "A"], "D": ["C"], "E": []})
    assert "E" not in found.nodes
    x = {id: place[0] for id, place in found.nodes.items()}
    assert x["A"] < x["B"] < x["C"] < x["D"]
    assert {(edge.premise, edge.claim) for edge in found.edges} == {("A", "B"), ("B", "C"), ("A", "C"), ("C", "D")}


def test_a_premise_moves_next_to_its_only_user():
    found = layout({"A": [], "B": ["A"], "C": ["B", "late"], "late": []})
    assert found.nodes["late"][0] == found.nodes["B"][0]


def test_nothing_overlaps_and_everything_is_inside():
    claims = {f"P{i}": [] for i in range(12)}
    claims |= {f"Q{i}": [f"P{i * 5 % 12}", f"P{i}", "P3"] for i in range(12)}
    claims |= {f"R{i}": [f"Q{i}", f"Q{11 - i}"] for i in range(6)}
    claims |= {"X": [], "Y": ["X"]}
    found = layout(claims)
    for (x, y), (u, v) in itertools.combinations(found.nodes.values(), 2):
        assert abs(x - u) >= COLUMN or abs(y - v) >= ROW - 1e-9
    assert all(MARGIN <= x <= found.width - NODE_WIDTH - MARGIN for x, _ in found.nodes.values())
    assert all(MARGIN <= y < found.height for _, y in found.nodes.values())
    assert found == layout(claims)


@pytest.mark.parametrize("claims", [{}, {"A": []}])
def test_nothing_to_draw(claims):
    assert layout(claims).nodes == {}
