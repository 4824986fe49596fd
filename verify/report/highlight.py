"""Colours for texts of theories: a lexer for Pygments, and the same as a TextMate grammar.

`python -m attnverify.verify.report.highlight > proof.tmLanguage.json` writes the grammar, for editors that read those.
Both are made of one table, whose words are those that are read.
"""

import json
import re
from collections.abc import Iterable

from pygments.lexer import RegexLexer
from pygments.token import string_to_tokentype

from ..kernel.vocabulary import LEVEL_NAMES, RESERVED, SORT_NAMES
from ..theory.document import CLAUSES, HEADS, KEYS, PROSE, WORDS


def _any(words: Iterable[str]) -> str:
    return rf"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"


# What a rule finds, its token in Pygments and its scope in TextMate. In words for people there are the first ones only.
_COMMON = [
    (r"\$[^$\n]*\$", "String.Interpol", "markup.inline.raw"),
    (r"\b[A-Z][A-Z0-9]*-\w[\w.]*\w", "Name.Label", "entity.name.function"),
]
_RULES = [
    (r"^ *--.*$", "Comment.Single", "comment.line.double-dash"),
    (rf"^{_any(HEADS)}(?= )", "Keyword.Declaration", "keyword.control"),
    (rf"^  {_any({*KEYS} - {*PROSE})}\b", "Keyword.Namespace", "keyword.other"),
    (rf"(?:(?<=  )|(?<=- )|(?<=; )){_any({*WORDS, *CLAUSES, 'lemma', 'as', 'done'})}(?= |;|$)", "Keyword", "keyword"),
    (r'"[^"\n]*"', "String", "string.quoted.double"),
    *_COMMON,
    (rf"\b{_any((*SORT_NAMES, *LEVEL_NAMES))}\b", "Keyword.Type", "storage.type"),
    (rf"\b{_any(RESERVED - {*SORT_NAMES, *LEVEL_NAMES})}\b", "Name.Builtin", "support.function"),
    (r"\b\d+(?:\.\d+)?", "Number", "constant.numeric"),
    (r"=>|:=|->|[-+*/^<>=!|]=?", "Operator", "keyword.operator"),
]
_PROSE = (rf"^  {_any(PROSE)}\b", "Keyword.Namespace", "keyword.other")
_END = r"^(?!   )"  # the text of a field goes on under it


class ProofLexer(RegexLexer):  # type: ignore[misc]  # Pygments says nothing of its types
    """The texts of theories, `*.proof`."""

    name, aliases, filenames = "attnverify proof", ["proof"], ["*.proof"]
    flags = re.MULTILINE
    _plain = (r"\w+|\s|.", string_to_tokentype("Text"))
    _begin, _end = (_PROSE[0], string_to_tokentype(_PROSE[1]), "prose"), (_END, string_to_tokentype("Text"), "#pop")
    tokens = {  # noqa: RUF012  # as Pygments has it
        "root": [_begin, *((found, string_to_tokentype(token)) for found, token, _ in _RULES), _plain],
        "prose": [_end, *((found, string_to_tokentype(token)) for found, token, _ in _COMMON), _plain],
    }


def grammar() -> str:
    """The TextMate grammar, as JSON."""

    def patterns(rules: list[tuple[str, str, str]]) -> list[dict[str, str]]:
        return [{"match": found, "name": f"{scope}.proof"} for found, _, scope in rules]

    found, _, scope = _PROSE
    begins = {"begin": found, "end": _END, "beginCaptures": {"0": {"name": f"{scope}.proof"}}}
    said = {"name": "attnverify proof", "scopeName": "source.proof", "fileTypes": ["proof"]}
    return json.dumps({**said, "patterns": [{**begins, "patterns": patterns(_COMMON)}, *patterns(_RULES)]}, indent=1)


if __name__ == "__main__":
    print(grammar())
