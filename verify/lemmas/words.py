"""The words of a lemma file for letters, and what they say in the language of the kernel: a sort, and what is given.

The kernel's whole numbers are not negative. An integer n is the difference of two of them, n_above - n_below: every
integer is one, and every such difference is an integer.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ..kernel.parsing import Tree, parse
from ..kernel.statements import read
from ..kernel.terms import Rejected
from .arrays import ARRAY_WORDS, Array, array
from .notation import ARRAY, OTHER, Written, conditions, kind_of
from .trees import fresh, names, renamed

_WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "real": (": number", ()),
    "positive": (": number", ("NAME > 0",)),
    "negative": (": number", ("NAME < 0",)),
    "nonnegative": (": number", ("NAME >= 0",)),
    "nonpositive": (": number", ("NAME <= 0",)),
    "size": (": size", ()),
    "number of tokens": (": number", ("NAME == sum(j: 1)",)),
    "token": (": token", ()),
    "reals": ("[token]: number", ()),
    "positives": ("[token]: number", ("forall i: NAME[i] > 0",)),
    "nonnegatives": ("[token]: number", ("forall i: NAME[i] >= 0",)),
    "weights": ("[token]: number", ("forall i: NAME[i] >= 0", "sum(i: NAME[i]) == 1")),
    "positive weights": ("[token]: number", ("forall i: NAME[i] > 0", "sum(i: NAME[i]) == 1")),
    "row-stochastic": ("[token, token]: number", ("forall i, j: NAME[i, j] >= 0", "forall i: sum(j: NAME[i, j]) == 1")),
    "doubly stochastic": (
        "[token, token]: number",
        ("forall i, j: NAME[i, j] >= 0", "forall i: sum(j: NAME[i, j]) == 1", "forall j: sum(i: NAME[i, j]) == 1"),
    ),
    "nonnegative matrix": ("[token, token]: number", ("forall i, j: NAME[i, j] >= 0",)),
    "symmetric matrix": ("[token, token]: number", ("forall i, j: NAME[i, j] == NAME[j, i]",)),
    "vector": (": vector", ()),
    "unit vector": (": vector", ("dot(NAME, NAME) == 1",)),
    "vectors": ("[token]: vector", ()),
    "unit vectors": ("[token]: vector", ("forall i: dot(NAME[i], NAME[i]) == 1",)),
    "symmetric operator": (": operator", ()),
    "psd operator": (": operator", ("forall a in vector: dot(a, NAME(a)) >= 0",)),
    "operator": (": matrix", ()),
    "sequence": ("[size]: number", ()),
    "sequence of vectors": ("[size]: vector", ()),
}
_SOFTMAX = "forall i: NAME[i] == exp(SCORES[i])/sum(j: exp(SCORES[j]))"
# What stands in a tree for the letter itself: nothing that a file can say.
_LETTER = "#"
INTEGER = "integer"
ALLOWED = (*_WORDS, INTEGER, *ARRAY_WORDS, "an interval such as '(0, 1]'", "'numbers in [0, 1]'", "'softmax of z'")


@dataclass
class Declared:
    """What a table of letters stands for, each part with the letter whose word it comes from.

    letters : declarations. where : names of definitions, what they stand for. given : formulas.
    arrays : what is to be written out. integers : the two sizes whose difference each integer is.
    """

    letters: list[tuple[str, str]] = field(default_factory=list)
    where: list[tuple[str, str, Tree]] = field(default_factory=list)
    given: list[tuple[str, Tree]] = field(default_factory=list)
    arrays: dict[str, Array] = field(default_factory=dict)
    integers: dict[str, tuple[str, str]] = field(default_factory=dict)


def expanded(
    letters: Mapping[str, str], called: Mapping[str, str], new: Callable[[str], str], taken: Container[str]
) -> Declared:
    """What the words for the letters stand for; raises Rejected with the word that is not allowed.

    called : what letters are called in the statement, where that is not their own name. new : makes a name that nothing
        has. taken : the names that no formula may bind, those that `new` makes included.
    """
    found, said = Declared(), []
    for own, word in letters.items():
        name = called.get(own, own)
        made = array(name, word, new)
        if made is not None:
            found.arrays[name] = made
            found.letters += [(own, f"{entry}: number") for entry in made.letters]
            found.where += [(own, entry, value) for entry, value in made.definitions]
        elif word == INTEGER:
            above, below = found.integers[own] = new(f"{name}_above"), new(f"{name}_below")
            found.letters += [(own, f"{above}: size"), (own, f"{below}: size")]
            found.where.append((own, name, ("-", ("name", above), ("name", below))))
        else:
            sort, given = _meaning(own, word)
            found.letters.append((own, f"{name}{sort}"))
            said += [(own, tree) for tree in given]
    for own, tree in said:
        found.given.append((own, renamed(tree, {**called, _LETTER: called.get(own, own)}, taken, taken)))
    return found


def _meaning(own: str, word: str) -> tuple[str, list[Tree]]:
    """The sort of a letter, and what its word says of it."""
    if word in _WORDS:
        sort, texts = _WORDS[word]
        return sort, [renamed(parse(text), {"NAME": _LETTER}) for text in texts]
    try:
        reader = Written(word)
        if reader.take("softmax"):
            reader.next("of")
            scores = reader.name()
            reader.end()
            said = renamed(parse(_SOFTMAX), {"NAME": _LETTER, "SCORES": scores}, {scores}, {scores})
            return "[token]: number", [said]
        return _interval(reader)
    except Rejected:
        raise Rejected(f"letters: {own}: no word {word[:40]!r}; allowed are {', '.join(ALLOWED)}") from None


def kinds(letters: Mapping[str, str]) -> dict[str, str]:
    """What the letters are, as the notation of formulas asks."""
    found = {x: ARRAY if array(x, word, str) else OTHER for x, word in letters.items()}
    sorts = {x: _meaning(x, word)[0] for x, word in letters.items() if found[x] == OTHER and word != INTEGER}
    return found | {x: declared_kinds((f"x{sort}",))["x"] for x, sort in sorts.items()}


@lru_cache(1024)
def declared_kinds(letters: tuple[str, ...], *places: tuple[str, ...]) -> Mapping[str, str]:
    """The same for letters that the kernel's language declares, with its spaces and groups; raises Rejected."""
    said = dict(zip(("letters", "spaces", "groups"), map(list, (letters, *places)), strict=False))
    return {x.name: kind_of(x.sort) for x in read({**said, "show": "0 == 0"}).letters}


def operator_norm(name: str, value: str, taken: Container[str]) -> list[Tree]:
    """What is given of the norm of an operator: it bounds all images, and one in the unit ball is as long as it."""
    texts = (
        "NORM >= 0",
        "forall v in vector: norm(NAME(v)) <= NORM*norm(v)",
        "exists v in vector: dot(v, v) <= 1 and norm(NAME(v)) == NORM",
    )
    return [renamed(parse(text), {"NAME": name, "NORM": value}, taken, taken) for text in texts]


def _interval(reader: Written) -> tuple[str, list[Tree]]:
    family = reader.take("numbers")
    if family:
        reader.next("in")
    where = reader.plain(reader.interval())
    reader.end()
    i = fresh("i", set(names(("and", *(end for end in where[2::2] if end is not None)))))
    member: Tree = ("index", ("name", _LETTER), (("name", i),)) if family else ("name", _LETTER)
    bounds = conditions(member, where)
    if family:
        return "[token]: number", [("bind", "forall", ((i, None),), bound) for bound in bounds]
    return ": number", bounds
