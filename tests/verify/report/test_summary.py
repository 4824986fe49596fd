import copy
from xml.etree import ElementTree

from attnverify.verify.report.summary import badge, summary


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
