import pytest

from attnverify.verify.report.contents import Contents
from attnverify.verify.report.papers import Reading, by_section, name_of, together


def changed(ledger, changes):
    """The ledger with fields of some of its claims changed."""
    return {**ledger, "claims": [{**entry, **changes.get(entry["id"], {})} for entry in ledger["claims"]]}


@pytest.fixture
def reading(small_ledger):
    return lambda changes: Reading(Contents(changed(small_ledger, changes)), "testing")


def test_named_results_stand_in_the_order_of_the_paper(reading):
    labels = {"TST-1": "Lemma 10", "TST-2": "Lemma 9, proof", "TST-4": "Theorem 4.10, eq. (3)", "TST-5": "Theorem 4.2"}
    found = reading({id: {"label": label} for id, label in labels.items()}).named
    assert [result.name for result in found if result.name != "Lemma 1"] == [
        "Theorem 4.2", "Theorem 4.10", "Lemma 9", "Lemma 10",
    ]  # fmt: skip
    assert [entry["id"] for entry in found[0].claims] == ["TST-5"]


def test_a_statement_without_a_number_is_no_named_result(reading):
    labels = {f"TST-{number}": {"label": "Section 2, after Lemma 1"} for number in range(1, 9)}
    assert reading(labels).named == []


def test_what_the_text_lost_is_kept_apart(reading):
    found = reading({"TST-3": {"role": "reconstructed", "reconstructed": True}})
    assert [item["id"] for item in found.reconstructed] == ["TST-3"]
    assert "TST-3" not in [item["id"] for item in found.corrections]
    assert "1 reconstructed statement: 0 true, 1 false" in found.summary


def test_other_readings_and_repairs_are_not_held_against_the_paper(reading):
    for role in ("reading", "dropped", "repair", "extension"):
        found = reading({"TST-3": {"role": role}})
        assert "TST-3" not in [item["id"] for item in found.corrections]


def test_what_is_said_of_one_result_stands_together(small_ledger):
    labels = {"TST-1": "Section 2", "TST-2": "Lemma 2, proof", "TST-3": "Lemma 2", "TST-4": "Lemmas 2 and 3"}
    changes = {id: {"label": label} for id, label in labels.items()}
    changes["TST-3"]["role"] = "repair"
    others = together(changed(small_ledger, changes)["claims"])
    assert [entry["id"] for entry in others["TST-2"]] == ["TST-4", "TST-3"]
    assert "TST-1" not in others
    assert name_of("Section 2, after Lemma 1") == "Lemma 1"
    assert name_of("Section 2") == ""


def test_named_results_come_first_among_the_errata(reading):
    false = {"verdict": "REFUTED", "role": "printed"}
    labels = {"TST-1": "Section 3", "TST-2": "Lemma 2", "TST-5": "Theorem 7"}
    found = reading({id: {**false, "label": label} for id, label in labels.items()}).corrections
    ids = [item["id"] for item in found if item["id"] in labels]
    assert ids == ["TST-5", "TST-2", "TST-1"]


def test_claims_stand_in_sections():
    labels = [
        "(3.12)", "Lemma 12, eq. (18)", "Section 2.3, definition of Z", "Theorem 4.2", "Supplement D.1, square Q and K",
        "equation (6)", "summary page of arXiv 2412.02682", "Assumption 3.1 (necessity)", "D.5", "Section 10.1",
    ]  # fmt: skip
    found = [(heading, entry["label"]) for heading, entry in by_section([{"label": label} for label in labels])]
    assert found == [
        ("Section 2", "Section 2.3, definition of Z"),
        ("Section 3", "Assumption 3.1 (necessity)"),
        ("Section 3", "(3.12)"),
        ("Section 4", "Theorem 4.2"),
        ("Section 10", "Section 10.1"),
        ("Lemmas", "Lemma 12, eq. (18)"),
        ("Equations", "equation (6)"),
        ("Appendix D", "Supplement D.1, square Q and K"),
        ("Appendix D", "D.5"),
        ("Elsewhere", "summary page of arXiv 2412.02682"),
    ]


def test_results_with_numbers_of_sections_stand_in_their_order(reading):
    labels = {f"TST-{number}": "Remark 9.9" for number in range(1, 9)}
    labels |= {"TST-3.repaired": "Remark 9.9", "TST-1": "Lemma 3.1", "TST-2": "Theorem 4.2", "TST-4": "Theorem 3.2"}
    found = reading({id: {"label": label} for id, label in labels.items()})
    assert [result.name for result in found.named] == ["Lemma 3.1", "Theorem 3.2", "Theorem 4.2", "Remark 9.9"]
    assert [result.name for result in found.leading] == ["Theorem 3.2", "Theorem 4.2"]
    assert "printed statements" in found.summary
