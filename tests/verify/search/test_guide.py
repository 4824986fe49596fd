"""The examples of the guide are decided as it says."""

import re
import tomllib
from pathlib import Path

import pytest

from attnverify.verify.lemmas.files import lemma
from attnverify.verify.lemmas.words import ALLOWED
from attnverify.verify.referee.lemmas import judged as recheck
from attnverify.verify.search.deciding import decide_lemma

GUIDE = (Path(__file__).parents[3] / "docs" / "lemmas.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```\s+(PROVED|REFUTED|CERTIFIED)", GUIDE, re.DOTALL)


def test_every_example_says_its_verdict():
    assert len(EXAMPLES) == GUIDE.count("```toml") == 10


@pytest.mark.parametrize(("text", "verdict"), EXAMPLES, ids=[tomllib.loads(text)["title"] for text, _ in EXAMPLES])
def test_the_example_is_decided_as_it_says(text, verdict):
    pytest.importorskip("clarabel")
    found = decide_lemma(lemma(tomllib.loads(text), "example"))
    assert found.verdict == verdict, found.reason
    assert recheck(found.data).verdict == verdict


def test_the_guide_names_every_word():
    words = [word.strip("'") for word in ALLOWED if " such as" not in word]
    missing = [word for word in words if not re.search(rf"\b{re.escape(word)}", GUIDE)]
    assert missing == []
