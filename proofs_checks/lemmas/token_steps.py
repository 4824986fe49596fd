"""Order of tokens: one before another is before what that one is at most, and the other way round."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, lemma, rule, split

formal(
    "LEM-before-at-most",
    title="A token before another is before what that one is at most",
    statement={"letters": ["i, j, k: token"], "given": ["i < j", "j <= k"], "show": "i < k"},
    proof=split(
        "j < k or k <= j",
        lemma("LEM-earlier-still"),
        rule("same token", KNOWN, KNOWN, KNOWN, i="j", j="k", P="fn(l: i < l)"),
    ),
)
formal(
    "LEM-at-most-before",
    title="A token that is at most one before another is before it",
    statement={"letters": ["i, j, k: token"], "given": ["i <= j", "j < k"], "show": "i < k"},
    proof=split(
        "i < j or j <= i",
        lemma("LEM-earlier-still"),
        rule("same token", KNOWN, KNOWN, KNOWN, i="j", j="i", P="fn(l: l < k)"),
    ),
)
