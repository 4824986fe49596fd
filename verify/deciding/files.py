"""A lemma in a TOML file: read, bounded, never executed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.deciding.arrays import written_out
from verify.deciding.decrease import decrease
from verify.deciding.words import Declared, expanded, halves
from verify.kernel.statements import FIELDS, Statement, read
from verify.kernel.terms import Rejected
from verify.kernel.vocabulary import RESERVED, SORT_NAMES, SYNTAX

MAX_BYTES, MAX_LINE = 64_000, 4_000
_OTHER = ("title", "instance", "using", "pieces", "field")
KEYS = (*FIELDS, *_OTHER)
_OWN_WORDS = ("title",)
# Words that formulas of a lemma may contain; a letter cannot have such a name.
_WRITTEN = frozenset(
    (*SYNTAX, *SORT_NAMES, "unit", "dot", "norm", "abs", "exp", "log", "sqrt", "tanh", "sin", "cos", "pi")
)


@dataclass(frozen=True)
class Lemma:
    """A lemma: its title, the texts that the kernel reads, the statement they make.

    instance : a point of the author's at which everything given holds; None where there is none.
    using : vectors and numbers whose squares a proof may use.
    """

    title: str
    data: Mapping[str, Any]
    statement: Statement
    instance: Mapping[str, Any] | None
    using: tuple[str, ...]


def read_lemma(path: Path) -> Lemma:
    """The lemma in the file; raises Rejected with one line for whatever is wrong with it."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise Rejected(f"longer than {MAX_BYTES} bytes")
        text = content.decode()
        # The TOML reader's work grows with the square of a line's dotted keys.
        long = next((n for n, line in enumerate(text.split("\n"), start=1) if len(line) > MAX_LINE), 0)
        if long:
            raise Rejected(f"line {long} is longer than {MAX_LINE} characters")
        data = tomllib.loads(text, parse_float=str)
    except OSError as error:
        raise Rejected(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Rejected(f"is not text: byte {error.start} is no UTF-8") from error
    except RecursionError as error:
        raise Rejected("is nested too deeply") from error
    except ValueError as error:
        raise Rejected(f"is not TOML: {' '.join(str(error).split())[:200]}") from error
    return lemma(data, path.stem)


def lemma(data: Mapping[str, Any], name: str) -> Lemma:
    """The lemma that a table says; raises Rejected where it is none."""
    if "variables" in data:
        raise Rejected("'variables' is of an older language; declare [letters], and write abs, max, ^ and A[0, 1]")
    for key in data:
        if key not in KEYS:
            raise Rejected(f"no field {key[:40]!r}; allowed are {', '.join(KEYS)}")
    if ("show" in data) == ("pieces" in data):
        raise Rejected("'show' is missing; state what is claimed, or 'pieces' and their 'field', and not both")
    data = _without_reserved(data)
    texts: dict[str, Any] = {key: _texts(key, data[key]) for key in FIELDS if key in data and key != "letters"}
    letters = data.get("letters", [])
    made = expanded(letters) if isinstance(letters, Mapping) else Declared(_texts("letters", letters))
    texts["letters"] = made.letters
    for key, before in (("where", made.where), ("given", made.given), ("show", [])):
        own = [written_out(_both_ways(text), made.arrays) if key != "where" else text for text in texts.get(key, [])]
        if before or own:
            texts[key] = [*before, *own]
    if "pieces" in data:
        texts["show"] = _shown(data, texts, made)
    statement = read(texts)
    instance = data.get("instance")
    if instance is not None and not isinstance(instance, Mapping):
        raise Rejected("'instance' is a table")
    if instance is not None:
        instance = _with_halves(instance, made.integers)
    title = data.get("title", name)
    if not isinstance(title, str):
        raise Rejected("'title' is a text")
    using = [written_out(text, made.arrays) for text in _texts("using", data.get("using", []))]
    return Lemma(title, texts, statement, instance, tuple(using))


def _shown(data: Mapping[str, Any], texts: Mapping[str, Any], made: Declared) -> list[str]:
    """What is claimed of the largest of some functions along a field."""
    field = data.get("field")
    if not isinstance(field, Mapping) or not all(isinstance(rate, str) for rate in field.values()):
        raise Rejected("'field' is a table that says the rates of letters, each as a text")
    pieces = [written_out(text, made.arrays) for text in _texts("pieces", data["pieces"])]
    rates = {written_out(name, made.arrays): written_out(rate, made.arrays) for name, rate in field.items()}
    return decrease(read({**texts, "show": ["0 <= 0"]}), pieces, rates)


def _with_halves(instance: Mapping[str, Any], integers: Sequence[str]) -> Mapping[str, Any]:
    """An instance with integers as the differences that they stand for."""
    letters = dict(instance.get("letters", {}))
    for name in integers:
        value = letters.pop(name, 0)
        if not isinstance(value, int):
            raise Rejected(f"instance: {name} is {str(value)[:40]!r}; a whole number is needed")
        letters.update(zip(halves(name), (max(value, 0), max(-value, 0)), strict=True))
    return {**instance, "letters": letters} if integers else instance


def _without_reserved(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table with letters that are words of the kernel, such as D, under a name with an underscore."""
    letters = data.get("letters")
    taken = [name for name in letters if name in RESERVED - _WRITTEN] if isinstance(letters, Mapping) else []
    for name in taken:
        data = _renamed(data, re.compile(rf"\b{name}\b"), f"{name}_")
    return data


def _renamed(found: Any, name: re.Pattern[str], new: str) -> Any:
    if isinstance(found, str):
        return name.sub(new, found)
    if isinstance(found, list):
        return [_renamed(part, name, new) for part in found]
    if isinstance(found, Mapping):
        return {
            name.sub(new, key): part if key in _OWN_WORDS else _renamed(part, name, new) for key, part in found.items()
        }
    return found


def _texts(key: str, found: Any) -> list[str]:
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Rejected(f"{key!r} is a text or a list of texts, got {str(found)[:40]!r}")
    return texts


def _both_ways(text: str) -> str:
    """`P iff Q` as the two implications."""
    left, word, right = text.partition(" iff ")
    return f"(({left}) => ({right})) and (({right}) => ({left}))" if word else text
