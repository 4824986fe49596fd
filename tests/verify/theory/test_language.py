"""Every example of the page about the language is judged as it says, and stands there in its one layout."""

import re
from pathlib import Path

import pytest

from attnverify.verify.theory.document import read
from attnverify.verify.theory.printer import printed

from .texts import judged, section

PAGE = Path(__file__).parents[3] / "docs" / "language.md"
EXAMPLES = re.findall(r"```proof\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.split("\n")[0] for text in EXAMPLES])
def test_the_examples_are_judged_as_they_say(text):
    claims = section(text).claims
    found = judged(text)
    assert {id: str(found[id].fault) for id in found if found[id].fault} == {}
    assert {id: one.judgement.verdict for id, one in found.items()} == {id: claims[id].expected.value for id in found}
    assert all(one.judgement.twin == "refuted" for id, one in found.items() if claims[id].twin)
    assert printed(read(text)) == text


def test_there_are_examples_of_the_words():
    said = "\n".join(EXAMPLES)
    words = (
        "apply both split let assume obtain take witness using by sq new with show proof disproof context write open"
    )
    assert [word for word in words.split() if not re.search(rf"\b{word}\b", said)] == []
