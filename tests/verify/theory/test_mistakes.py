"""What a writer is told of a mistake: where it is, and what would remedy it."""

import pytest

from .texts import SAMPLE, faults

# A mistake: what stands in the sample, what stands there instead, the line and column named, words of the message.
MISTAKES = {
    "label misspelt": ("by wide; low | wide", "by wdie; low | wide", "15:8", "did you mean 'wide'", "goal   a^2 < b^2"),
    "reason that is not known": ("by wide; low | wide", "by wide; a > 5 | wide", "15:14", "not known here: a > 5"),
    "reason that is not enough": ("b - a\n  show     a^2 < b^2", "b - a\n  show     a^2 < b^2 - 2", "15:5",
        "does not follow from the facts it names; at best this is left over: ",),
    "hypothesis left out": ("== lam*(c*v)", "== 2*(c*v)", "17:1", "not found", "facts  W(v) == lam*v"),
    "letter misspelt in a proof": ("wide: gap > 0", "wide: gapp > 0", "14:18", "did you mean 'gap'"),
    "letter misspelt in a statement": ("show     a^2 < b^2", "show     a^2 < bb^2", "11:18", "did you mean 'b'"),
    "letter misspelt in a context": ("low: 0 < a;", "low: 0 < aa;", "3:21", "'aa' is not declared"),
    "letter that the rule has not": ("with e = fn(i: y[i])  new", "with f = fn(i: y[i])  new", "29:77", "it has e"),
    "rule for another goal": ("above: sum(i: y[i]) > 0  proof", "above: y[k] > 0  proof", "29:35",
        "gives sum(i: y[i]) > 0, which is not the goal"),
    "rule misspelt": ("apply strictly positive", "apply strictly positiv", "29:49", "mean 'strictly positive sum'"),
    "lemma misspelt": ("    both\n", "    y[k] > 0  by lemma grow\n    both\n", "31:24", "did you mean 'grows'"),
    "indented by one": ("    both\n", "     both\n", "31:6", "column 6, not 5", "2 deeper"),
    "field in the wrong column": ("  given    c > 0", "   given    c > 0", "19:4", "column 3"),
    "field misspelt": ("  given    c > 0", "  givn     c > 0", "19:3", "did you mean 'given'"),
    "field of another entry": ("  given    low", "  proof    low", "3:3", "no field 'proof' here", "a context has"),
    "entry misspelt": ("lemma sides", "lema sides", "35:1", "did you mean 'lemma'"),
    "goal not reached": ("wide: gap > 0\n", "a > 1/2\n", "14:12", "not found", "goal   1/2 < a", "facts  a > 0",
        "near   "),
    "branch that shows something else": ("- show y[j] > 0", "- show y[j] > 1", "30:14", "which is y[j] > 0"),
    "case where there are none": ("- show y[j] > 0", "- if y[j] > 0", "30:9", "under 'cases' or 'split'"),
    "part that the goal has not": ("    - show sum(i: y[i]) >= 0\n", "    - show y[k] < 0\n", "33:12", "not the goal"),
    "assumption that is none": ("assume small: lam < 1", "assume small: lam < 2", "21:22",
        "not what the goal assumes, which is lam < 1"),
    "nothing to take from the goal": ("    split x", "    let t\n    split x", "38:12", "nothing to introduce"),
    "letter declared already": ("    split x", "    let x := 1\n    split x", "38:16", "choose another name"),
    "label that is a name": ("wide: gap > 0", "gap: gap > 0", "14:12", "choose another label"),
    "label used as a formula": ("split x >= 0 or x < 0", "y0: 1 > 0; cases y0", "38:29", "label of a fact, not"),
    "label that stands above": ("high: a < b", "low: a < b", "3:25", "'low' stands above already"),
    "text that the twin replaces": ("a^2 < b^2 -> a^2", "a^3 < b^2 -> a^2", "13:37", "did you mean 'a^2 < b^2'"),
    "context misspelt": ("in numbers\n", "in number\n", "9:57", "did you mean 'numbers'"),
    "letters of a context": ("in eigenvector(W)", "in eigenvector(W, v)", "17:51", "has 1 letters, here are 2"),
    "branch too many": ("    - witness -x\n", "    - witness -x\n    - witness x\n", "38:12",
        "two branches, or one that says  if CASE, or none; here are 3"),
    "case that there is not": ("    - witness x\n    - witness -x\n", "    - if x > 0; witness x\n", "39:10",
        "x >= 0 and x < 0",),
    "case that cannot be read": ("- witness x\n    - witness -x\n", "- if x >; witness x\n", "39:10", "unexpected end"),
    "one branch that names no case": ("    - witness x\n    - witness -x\n", "    - witness x\n", "38:12",
        "says  if CASE",),
    "case of a fact": ("wide: gap", "a > 0; if gap > 0\n    wide: gap", "14:19", "stands first in it"),
    "proof beside a reason": ("by wide; low |", "gap > 0  by wide  proof done;", "15:23", "beside a reason"),
    "step that is missing": ("    done\n", "    lam < 1;\n", "23:13", "a step is missing here"),
    "branch under a fact": ("    - witness x\n", "    - witness x\n      - witness x\n", "40:7", "does not divide"),
    "line after the end": ("    done\n", "    done\n    lam < 1\n", "24:5", "a line after 'done'"),
    "clause twice": ("by wide; low", "by wide  by wide; low", "15:14", "'by' stands here twice"),
    "bracket left open": ("W(c*v) == lam*(c*v);", "W(c*v) == lam*(c*v;", "20:36", "is not closed"),
    "one blank before a clause": ("lam                     using W(v)", "lam using W(v)", "22:25",
        "two blanks stand before 'using'",),
    "goal misspelt": ("proof of if_small", "proof of if_smal", "21:9", "did you mean 'if_small'"),
    "list left open": ("a = 1; b = 2", "a = [1; b = 2", "12:16", "'[' is not closed"),
    "tabulator": ("wide: gap", "\twide: gap", "14:12", "only blanks indent"),
    "steps that nobody named": ("    - witness x\n", "    - as others\n", "39:10", "no steps 'others'"),
    "moment that there is not": ("    done\n", "    enter everywhere\n", "23:11", "no moment 'everywhere'"),
    "take without a place": ("    split x", "    take x\n    split x", "38:17", "take FACT at TERM"),
    "name with too many letters": ("write    gap := b", "write    gap(p) := b", "14:18", "the name is gap(p)"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "place", "says"), [(o, n, p, s) for o, n, p, *s in MISTAKES.values()], ids=MISTAKES
)
def test_a_mistake_is_named_at_its_place(old, new, place, says):
    assert SAMPLE.count(old) >= 1
    found = faults(SAMPLE.replace(old, new, 1))
    assert len(found) == 1, found  # the other claims go on
    lines = "\n".join(found[0].lines("sample.proof"))
    assert lines.startswith(f"sample.proof:{place}: ")
    assert all(any(word in lines for word in words.split("|")) for words in says), lines


def test_the_sample_is_right():
    assert faults(SAMPLE) == []
