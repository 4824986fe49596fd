import json
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from attnverify.verify.kernel.vocabulary import RESERVED
from attnverify.verify.report.highlight import grammar
from attnverify.verify.theory.document import CLAUSES, HEADS, KEYS, WORDS

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs/language.md").read_text().split("```proof\n")[1].split("```")[0]


@pytest.fixture
def lexer():
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pygments.lexers"]
    module, name = points["proof"].split(":")
    return getattr(import_module(module), name)()


def test_every_word_of_the_language_has_its_colour_and_no_letter_is_lost(lexer):
    assert "".join(text for _, text in lexer.get_tokens(TEXT)) == TEXT
    lines = [*(f"{word} X" for word in HEADS), *(f"  {word} X" for word in KEYS)]
    lines += [f"      {word} X" for word in (*WORDS, *CLAUSES)] + [f"x {word} X" for word in RESERVED]
    for line in lines:
        found = {text.strip(): str(token) for token, text in lexer.get_tokens(line)}
        word = line.split()[1] if line[0] == "x" else line.split()[0]
        assert "Keyword" in found[word] or "Builtin" in found[word], line


def test_words_for_people_are_not_coloured(lexer):
    text = "  says     The sum, in $x$ and\n           so by CON-T4.2, at 3\n  show     x < 3\n"
    found = [
        (str(token)[6:], text) for token, text in lexer.get_tokens(text) if text.strip() and str(token) != "Token.Text"
    ]
    assert found == [("Keyword.Namespace", "  says"), ("Literal.String.Interpol", "$x$"), ("Name.Label", "CON-T4.2"),
        ("Keyword.Namespace", "  show"), ("Operator", "<"), ("Literal.Number", "3")]  # fmt: skip


def test_the_grammar_has_the_rules_of_the_lexer(lexer):
    prose, *others = json.loads(grammar())["patterns"]
    assert [rule["match"] for rule in others] == [rule[0] for rule in lexer.tokens["root"][1:-1]]
    assert prose["begin"] == lexer.tokens["root"][0][0]
