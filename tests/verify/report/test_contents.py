import copy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from attnverify.verify.referee.records import RecordError
from attnverify.verify.report.contents import MEANINGS, Contents
from attnverify.verify.report.papers import Reading, by_section, name_of, together
from attnverify.verify.report.reading import require_complete
from attnverify.verify.report.summary import badge, summary

ROOT = Path(__file__).parents[3]


@pytest.fixture
def contents(small_ledger):
    return Contents(small_ledger)


def test_counts_and_groups(contents):
    found = {word: count for word, count in contents.counts.items() if count}
    assert found == {"ARGUED": 3, "TESTED": 1, "ARGUED FALSE": 2, "OPEN": 3}
    assert contents.counts_by_paper["notes"] == {**dict.fromkeys(contents.counts, 0), "TESTED": 1}
    assert [entry["id"] for entry in contents.failing] == ["TST-3", "TST-4"]
    assert contents.printed == {"true": 2, "false": 2, "unclear": 3}
    assert contents.truths["reconstructed"] == {"true": 0, "false": 0, "unclear": 1}
    assert contents.kinds == ["identity", "stability"]
    assert contents.unexpected == []


def test_links_between_claims(contents):
    assert contents.repairs == {"TST-3": "TST-3.repaired"}
    assert contents.used_by["TST-1"] == ["TST-2", "TST-3", "TST-4", "TST-6"]
    assert contents.addresses("claims/")["TST-1"] == "claims/TST-1.html"


def test_what_rests_on_something_is_a_level_above_it(contents):
    assert [[entry["id"] for entry in level] for level in contents.levels] == [
        ["TST-1", "TST-5", "TST-7"],
        ["TST-2", "TST-3", "TST-4", "TST-6", "TST-8"],
        ["TST-3.repaired"],
    ]


def test_the_meanings_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text()
    for verdict, meaning in MEANINGS.items():
        assert f"| {verdict} | {meaning} |" in readme


# Papers.
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
        ("Section 2", "Section 2.3, definition of Z"), ("Section 3", "Assumption 3.1 (necessity)"),
        ("Section 3", "(3.12)"), ("Section 4", "Theorem 4.2"), ("Section 10", "Section 10.1"),
        ("Lemmas", "Lemma 12, eq. (18)"), ("Equations", "equation (6)"),
        ("Appendix D", "Supplement D.1, square Q and K"), ("Appendix D", "D.5"),
        ("Elsewhere", "summary page of arXiv 2412.02682"),
    ]  # fmt: skip


def test_results_with_numbers_of_sections_stand_in_their_order(reading):
    labels = {f"TST-{number}": "Remark 9.9" for number in range(1, 9)}
    labels |= {"TST-3.repaired": "Remark 9.9", "TST-1": "Lemma 3.1", "TST-2": "Theorem 4.2", "TST-4": "Theorem 3.2"}
    found = reading({id: {"label": label} for id, label in labels.items()})
    assert [result.name for result in found.named] == ["Lemma 3.1", "Theorem 3.2", "Theorem 4.2", "Remark 9.9"]
    assert [result.name for result in found.leading] == ["Theorem 3.2", "Theorem 4.2"]
    assert "printed statements" in found.summary


# Summary.
def test_the_summary_counts_and_explains(small_ledger):
    text = summary(small_ledger)
    assert "## attnverify: 9 claims" in text
    assert "| testing | 0 | 0 | 3 | 0 | 0 | 2 | 3 |" in text
    assert "Every verdict is as pinned." in text
    assert "As printed: 2 true, 2 false, 3 unclear; reconstructed: 0 true, 0 false, 1 unclear." in text
    assert "False twins: 5 none, 4 rejected." in text
    assert "<details><summary>3 open</summary>" in text
    assert "- `TST-6` The square of x\\_1 in TST-6: rests on TST-5, which is OPEN" in text
    assert "- `TST-3` &lt;script>alert(1)&lt;/script> &amp; more → `TST-3.repaired`" in text


def test_what_is_not_as_pinned_comes_first(small_ledger):
    ledger = copy.deepcopy(small_ledger)
    ledger["claims"][0]["expected"] = "OPEN"
    lines = summary(ledger).splitlines()
    assert "**1 not as pinned**" in lines
    assert any(line.startswith("- `TST-1`: ARGUED, expected OPEN") for line in lines)


def test_the_badge_is_svg_with_a_name(small_ledger):
    root = ElementTree.fromstring(badge(small_ledger))
    assert root.attrib["aria-label"] == "attnverify: 3 argued, 1 tested, 2 argued false, 3 open"
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert texts == ["attnverify", "3 argued", "1 tested", "2 argued false", "3 open"]


# Reading.
def test_a_ledger_of_this_program_is_complete(small_ledger):
    require_complete(small_ledger)


@pytest.mark.parametrize(("change", "said"), [
    (lambda ledger: ledger["papers"].pop(), "claim 'TST-1': 'paper' is 'testing'; 'papers' lists notes"),
    (lambda ledger: ledger["papers"][0].update(name="a/b"), "paper 'a/b': the name is no file name"),
    (lambda ledger: ledger["claims"][0].pop("statement"), "claim 1: 'statement' is None"),
    (lambda ledger: ledger["claims"][0].update(id="../../etc"), "claim '../../etc': the id is no file name"),
    (lambda ledger: ledger["claims"][1].update(id="TST-1"), "the id occurs twice"),
    (lambda ledger: ledger["claims"][0].update(reconstructed=1), "'reconstructed' is 1"),
    (lambda ledger: ledger["claims"][0]["twin"].update(changes={"a": 1}), "'changes'"),
    (lambda ledger: ledger["claims"].__setitem__(0, "text"), "'text' is not an object"),
])  # fmt: skip
def test_what_is_missing_is_named(small_ledger, change, said):
    ledger = copy.deepcopy(small_ledger)
    change(ledger)
    with pytest.raises(RecordError) as error:
        require_complete(ledger)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
