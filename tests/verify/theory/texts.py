"""Texts of theories judged by themselves, for the tests of this folder."""

from functools import cache
from pathlib import Path

from attnverify.verify.kernel.claims import as_rule
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.theory.claims import section_of
from attnverify.verify.theory.completion import judge_text
from attnverify.verify.theory.text import Fault

SAMPLE = Path(__file__).with_name("sample.proof").read_text(encoding="utf-8")


def section(text, lock=""):
    """The claims of a text."""
    return section_of(text, Path("sample.proof"), lock)


def judged(text, lock=""):
    """What the kernel says of every claim of a text, by id; claims of the text may cite each other."""
    found = section(text, lock)

    @cache
    def lemma(id):
        if id not in found.claims:
            raise Rejected(f"no claim {id!r} that could be cited")
        return as_rule(id, read(found.claims[id].statement))

    return {id: judge_text(claim, lemma) for id, claim in found.claims.items() if not claim.in_words}


def faults(text):
    """What is wrong with a text: of its entries, or of each claim."""
    try:
        return [found.fault for found in judged(text).values() if found.fault]
    except Fault as error:
        return [error]
