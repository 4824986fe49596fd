"""Motions that refute, for readers: every letter of the statement, and what it is over time."""

import re
from unicodedata import normalize

import pytest

from attnverify.verify.report.motions import motion

STATED = {
    "frame": ["e1", "e2"],
    "tokens": 2,
    "where": ["u := exp(-time)", "y2 := (e1 + u*e2)/sqrt(1 + u^2)"],
    "letters": {"f": 0, "root": "2", "y": ["e1", "y2"], "P": [[["u", "y2", "e1"], ["-2", "e2"]], []], "W": [["1"]],
        "M": []},
}  # fmt: skip


def words(markup):
    return normalize("NFKC", re.sub(r"<[^>]+>", "", str(markup))).replace(" ", "")


@pytest.fixture(scope="module")
def found():
    return motion({"proof": {"data": {"refuted": {"motion": STATED}}}})


def test_sizes_and_frame_are_told_in_words(found):
    assert words(found.setting) == "2tokens,1head,inthespacewiththeorthonormalbasise1,e2"
    assert len(found.where) == 2


def test_every_letter_has_a_line_unless_it_is_a_name_of_where(found):
    assert list(map(words, found.letters)) == [
        "fisnumber1",
        "root=2",
        "y1=e1",
        "P1=uy2⟨e1,·⟩+(−2)e2⟨e2,·⟩",
        "P2=0",
        "W=1I",
        "M=0",
    ]


def test_other_claims_have_none():
    assert motion({"evidence": []}) is None
    assert motion({"proof": {"data": {"refuted": {"instance": {"tokens": 2}}}}}) is None


def test_the_paths_are_drawn_in_the_plane_of_the_frame(found):
    """y2 starts at (e1 + e2)/sqrt(2), 90 pixels from the middle, and ends near e1 at time 6; y1 rests at e1."""
    corner = 90 / 2**0.5
    assert f'<circle cx="{corner:.1f}" cy="-{corner:.1f}" r="5"' in found.image
    assert '<circle cx="90.0" cy="-0.2" r="4"' in found.image
    assert found.image.count("<polyline") == 2


@pytest.mark.parametrize(
    "letters", [{"y": ["e1"]}, {"y": ["unknown*e1"]}, {"y": ["e1/(time - time)"]}, {"c": "exp(time)"}]
)
def test_what_rests_or_is_no_plain_function_of_time_is_not_drawn(letters):
    assert motion({"proof": {"data": {"refuted": {"motion": {**STATED, "letters": letters}}}}}).image == ""
