"""The words of a lemma file for letters, and what they say in the language of the kernel: a sort, and what is given.

The kernel's whole numbers are not negative. An integer n is the difference of two of them, n_above - n_below: every
integer is one, and every such difference is an integer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.deciding.arrays import ARRAY_WORDS, Array, array
from verify.kernel.terms import Rejected

_WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "real": ("NAME: number", ()),
    "positive": ("NAME: number", ("NAME > 0",)),
    "negative": ("NAME: number", ("NAME < 0",)),
    "nonnegative": ("NAME: number", ("NAME >= 0",)),
    "nonpositive": ("NAME: number", ("NAME <= 0",)),
    "size": ("NAME: size", ()),
    "number of tokens": ("NAME: number", ("NAME == sum(j: 1)",)),
    "token": ("NAME: token", ()),
    "reals": ("NAME[token]: number", ()),
    "positives": ("NAME[token]: number", ("forall i: NAME[i] > 0",)),
    "nonnegatives": ("NAME[token]: number", ("forall i: NAME[i] >= 0",)),
    "weights": ("NAME[token]: number", ("forall i: NAME[i] >= 0", "sum(i: NAME[i]) == 1")),
    "positive weights": ("NAME[token]: number", ("forall i: NAME[i] > 0", "sum(i: NAME[i]) == 1")),
    "row-stochastic": (
        "NAME[token, token]: number",
        ("forall i, j: NAME[i, j] >= 0", "forall i: sum(j: NAME[i, j]) == 1"),
    ),
    "doubly stochastic": (
        "NAME[token, token]: number",
        ("forall i, j: NAME[i, j] >= 0", "forall i: sum(j: NAME[i, j]) == 1", "forall j: sum(i: NAME[i, j]) == 1"),
    ),
    "nonnegative matrix": ("NAME[token, token]: number", ("forall i, j: NAME[i, j] >= 0",)),
    "symmetric matrix": ("NAME[token, token]: number", ("forall i, j: NAME[i, j] == NAME[j, i]",)),
    "vector": ("NAME: vector", ()),
    "unit vector": ("NAME: vector", ("dot(NAME, NAME) == 1",)),
    "vectors": ("NAME[token]: vector", ()),
    "unit vectors": ("NAME[token]: vector", ("forall i: dot(NAME[i], NAME[i]) == 1",)),
    "symmetric operator": ("NAME: operator", ()),
    "psd operator": ("NAME: operator", ("forall a in vector: dot(a, NAME(a)) >= 0",)),
    "operator": ("NAME: matrix", ()),
}
_INTERVAL = re.compile(r"(numbers in )?([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
INTEGER = "integer"
ALLOWED = (*_WORDS, INTEGER, *ARRAY_WORDS, "an interval such as '(0, 1]'", "'numbers in [0, 1]'", "'softmax of z'")


@dataclass
class Declared:
    """What a table of letters stands for: declarations, definitions, given formulas; arrays to write out, integers."""

    letters: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    arrays: dict[str, Array] = field(default_factory=dict)
    integers: list[str] = field(default_factory=list)


def expanded(letters: Mapping[str, Any]) -> Declared:
    """What the table `letters` stands for; raises Rejected with the word that is not allowed."""
    found = Declared()
    for name, word in letters.items():
        if not _NAME.fullmatch(name):
            raise Rejected(f"letters: {name[:40]!r} is no name")
        if not isinstance(word, str):
            raise Rejected(f"letters: {name}: a word in quotes is needed, got {str(word)[:40]!r}")
        made = array(name, word.strip())
        if made is not None:
            found.arrays[name] = made
            found.letters += [f"{entry}: number" for entry in made.letters()]
            found.where += made.definitions()
            continue
        if word.strip() == INTEGER:
            found.integers.append(name)
            found.letters += [f"{part}: size" for part in halves(name)]
            found.where.append(f"{name} := {' - '.join(halves(name))}")
            continue
        declared, given = _expanded(name, word.strip())
        found.letters.append(declared)
        found.given += given
    return found


def halves(name: str) -> tuple[str, str]:
    """The two sizes whose difference an integer is."""
    return f"{name}_above", f"{name}_below"


def _expanded(name: str, word: str) -> tuple[str, list[str]]:
    if word in _WORDS:
        declared, given = _WORDS[word]
        named: Callable[[str], str] = lambda text: re.sub(r"\bNAME\b", name, text)  # noqa: E731
        return named(declared), [named(text) for text in given]
    interval = _INTERVAL.fullmatch(word)
    if interval:
        family, opening, low, high, closing = interval.groups()
        member = f"{name}[i]" if family else name
        quantified = "forall i: " if family else ""
        bounds = [
            f"{quantified}{low} {'<=' if opening == '[' else '<'} {member}",
            f"{quantified}{member} {'<=' if closing == ']' else '<'} {high}",
        ]
        return (f"{name}[token]: number" if family else f"{name}: number"), bounds
    if word.startswith("softmax of "):
        z = word[len("softmax of ") :].strip()
        if _NAME.fullmatch(z):
            return f"{name}[token]: number", [f"forall i: {name}[i] == exp({z}[i])/sum(j: exp({z}[j]))"]
    raise Rejected(f"letters: {name}: no word {word[:40]!r}; allowed are {', '.join(ALLOWED)}")
