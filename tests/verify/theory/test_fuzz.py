"""The papers' texts, mixed and damaged: what is read is printed as the same text, all else is an error at its place."""

import random
from pathlib import Path

import pytest

from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.theory.document import read
from attnverify.verify.theory.formulas import canonical
from attnverify.verify.theory.printer import printed
from attnverify.verify.theory.text import Fault

from .texts import section

TEXTS = sorted(Path(__file__).parents[3].glob("proofs_checks/**/*.proof"))
BLOCKS = [block for path in TEXTS for block in path.read_text(encoding="utf-8").rstrip().split("\n\n")]
BLOCKS = [block for block in BLOCKS if block.startswith(("lemma ", "claim "))]
PIECES = ("", " ", "\n", "- ", "  by ", "(", "]", ";", ":", " -> ", '"', "\t", "let ", "é", "\n\n  ", "|", ":=", "sum(")


def read_or_wrong(make, text):
    """What is made of a text; None where that is an error, which is at a place in it."""
    try:
        return make()
    except Fault as error:
        place = error.place
    assert place <= (text.count("\n") + 1, 10**6), text
    assert min(place) >= 1, text
    return None


def same(value):
    """Data with formulas in their one spelling."""
    if isinstance(value, dict):
        return {key: same(part) for key, part in value.items()}
    if isinstance(value, str) and ":=" in value:
        return list(map(same, value.split(":=")))
    if isinstance(value, str) and value.split() in (["-0"], ["-", "0"]):  # printed as -0, which is read as a number
        return 0
    try:
        return canonical(value) if isinstance(value, str) else list(map(same, value))
    except (Rejected, TypeError):
        return " ".join(value.split()) if isinstance(value, str) else value


def meant(text):
    """What the claims of a text are."""
    claims = read_or_wrong(lambda: section(text).claims, text) or {}
    return {id: read_or_wrong(lambda claim=claim: same(claim.data()), text) for id, claim in claims.items()}


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.deep) for part in range(1, 101))])
def test_mixed_and_damaged_texts_are_read_as_they_are_printed_or_are_errors(part):
    r = random.Random(part)
    for _ in range(50):
        text = "\n\n".join(r.sample(BLOCKS, r.choice([1, 1, 2]))) + "\n"
        assert printed(read(text)) == text
        lines, others = text.split("\n"), r.choice(BLOCKS).split("\n")
        mixed = "\n".join([r.choice(others) if r.random() < 0.1 else line for line in lines])
        at, much = r.randrange(len(text)), r.randint(0, 4)
        for damaged in (mixed, text[:at] + r.choice(PIECES) + text[at + much :], text[:at] + "\n"):
            once = read_or_wrong(lambda damaged=damaged: printed(read(damaged)), damaged)
            if once is not None:
                assert printed(read(once)) == once, damaged
                assert meant(damaged) == meant(once), damaged
