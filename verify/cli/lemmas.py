"""What `attnverify decide` does with a lemma in the language of the proof layer: decide, print, write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..kernel.statements import FIELDS
from .claims import BadInput
from .proof_text import instance_texts

if TYPE_CHECKING:
    from ..lemmas.files import Lemma

CODES = {"PROVED": 0, "CERTIFIED": 0, "REFUTED": 1, "OPEN": 3}


def decided(file: Path, seconds: float | None, steps: int) -> tuple[dict[str, Any], list[str]]:
    """The record of the lemma in `file` and what to print; raises BadInput with one line."""
    from ..kernel.terms import Rejected
    from ..lemmas.files import read_lemma
    from ..referee.ledgers import spelt
    from ..referee.lemmas import made
    from ..search.deciding import decide_lemma

    try:
        lemma = read_lemma(file)
    except Rejected as error:
        raise BadInput(f"{file}: {error}") from error
    except Exception as error:  # no traceback, whose exit code would say REFUTED
        raise BadInput(f"{file}: cannot be read: {type(error).__name__}: {spelt(str(error))[:200]}") from error
    try:
        found = decide_lemma(lemma, seconds, most=steps)
    except Rejected as error:
        raise BadInput(f"{file}: {error}") from error
    record = made(lemma, found.verdict, found.reason, found.resisted, found.data)
    lines = [f"{found.verdict}  {lemma.title}", *_statement(lemma)]
    if found.verdict == "OPEN":
        lines.append(f"  {found.reason}")
        lines += [f"  resisted {text}" for text in found.resisted[:6]]
    elif found.verdict == "REFUTED":
        lines += ["  at", *(f"    {line}" for line in instance_texts(record["data"]["refuted"]["instance"]))]
    else:
        lines += list(_proof(record["data"]["proof"], "  "))
        if "library" in record["data"]:
            lines.append(f"  cites, with their proofs: {', '.join(record['data']['library'])}")
        if found.axioms:
            lines.append(f"  rests on the theorems: {', '.join(found.axioms)}")
        lines.append(f"  certificate of {found.size} bytes, accepted by the kernel")
    return record, [spelt(line) for line in lines]


def _statement(lemma: Lemma) -> Iterator[str]:
    """The statement that was judged, field by field; beside what the file says otherwise, the line of the file."""
    for name in FIELDS:
        for position, text in enumerate(lemma.data.get(name, ())):
            own = f"    <- {lemma.own[text]}" if text in lemma.own else ""
            yield f"  {name if position == 0 else '':8} {' '.join(f'{text}{own}'.splitlines())}"


def _proof(tree: Any, indent: str) -> Iterator[str]:
    """The facts that a proof states, the rules it uses, and the sums of its arithmetic steps."""
    if isinstance(tree, list):
        for number, part in enumerate(tree, start=1):
            yield f"{indent}goal {number}"
            yield from _proof(part, indent + "  ")
    elif not isinstance(tree, Mapping):
        return
    elif "have" in tree:
        yield f"{indent}{tree['have']}, because"
        yield from _proof(tree["by"], indent + "  ")
        yield from _proof(tree["then"], indent)
    elif "leaf" in tree:
        use = f"   with {'; '.join(tree['use'])}" if tree.get("use") else ""
        terms = [_term(term) for term in tree.get("terms", [])]
        yield f"{indent}right - left = {' + '.join(terms) if terms else 'evident'}{use}"
        for factor in tree.get("times", []):
            yield f"{indent}  both sides times {factor}"
    elif "cases" in tree:
        yield f"{indent}if {tree['cases']} >= 0"
        yield from _proof(tree["nonneg"], indent + "  ")
        yield f"{indent}if {tree['cases']} < 0"
        yield from _proof(tree["neg"], indent + "  ")
    elif "rule" in tree:
        letters = ", ".join(f"{name} = {text}" for name, text in tree.get("with", {}).items())
        yield f"{indent}rule {tree['rule']}{f' ({letters})' if letters else ''}"
        for part in tree.get("premises", []):
            yield from _proof(part, indent + "  ")
    elif "known" in tree:
        yield f"{indent}known"
    elif "boxes" in tree:
        yield f"{indent}bisection of {tree['letters']}"
    else:
        for name in ("both", "then", "left", "right"):
            parts = tree.get(name, [])
            for part in parts if isinstance(parts, list) else [parts]:
                yield from _proof(part, indent)


def _term(term: Mapping[str, Any]) -> str:
    if "eq" in term:
        return f"({term.get('by', '1')})*[{term['eq']}]"
    parts = [f"[{fact}]" for fact in term.get("facts", [])] + [f"({root})^2" for root in term.get("squares", [])]
    return "*".join([str(term.get("c", 1)), *parts] if term.get("c", "1") != "1" or not parts else parts)
