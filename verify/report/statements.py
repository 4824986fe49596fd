"""The language of statements and proofs as MathML: what the kernel reads, as a reader would write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup, escape

from verify.kernel.parsing import Reader, Tree
from verify.kernel.terms import Rejected
from verify.report.kept_formulas import remembered
from verify.report.relations import GREEK

# A longer text is shown as it is stored: a formula of many lines is no easier to read.
MAX_CHARACTERS = 1200

_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "&lt;", ">": "&gt;", "=>": "⟹", "iff": "⟺"}
_WORDS = {
    "always": "always",
    "almost_always": "at almost every time",
    "at_start": "at time 0",
    "probability": "P",
    "almost_surely": "almost surely",
}
# Predicates as a reader would say them, with the numbers of their arguments.
_SAID = {
    "solves": "{1} solves {0}",
    "fixed": "{1} is a fixed point of {0}",
    "positive_definite": "{0} is positive definite",
    "eigenvalue": "{2} is an eigenvalue of {0} on the complement of {1}",
    "eigenvector": "{1} is an eigenvector of {0} for {2}",
    "simple_top": "{2} is the simple greatest eigenvalue of {0}, with the unit eigenvector {1}",
    "decays": "{0} decays at the rate {1}",
    "limsup_at_most": "the limit superior of {0} is at most {1}",
    "exponentially_small": "{0} is exponentially small",
    "inside_disc": "the spectrum of {0} at {1} is inside the unit disc",
    "outside_disc": "the spectrum of {0} at {1} is not inside the closed unit disc",
    "asymptotically_stable": "{1} is asymptotically stable under {0}",
    "lyapunov": "{1} is Lyapunov stable under {0}",
    "almost_all_reach": "the limit points of almost every orbit of {0} satisfy {1}",
    "almost_all_converge": "from almost every initial state {0} converges to a state that satisfies {1}",
    "on": "{1} is on the manifold of {0}",
    "independent": "{0} are independent",
    "uniform_on_sphere": "{0} are uniform on the sphere",
    "standard_normal": "{0} are standard normal vectors",
    "normal": "{0} is normal with mean 0 and variance {1}",
}
_STRENGTH = {"iff": -1, "=>": 0, "or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "neg": 5, "*": 6, "/": 6, "^": 8}
_RELATION = 4
_NAME = re.compile(r"([A-Za-z]+?)_?(\d+)?")
_LONG_NAME = re.compile(r"<(mi|mtext)>[A-Za-z][A-Za-z ]+</\1>")
_THIN, _SPACE = '<mspace width=".17em"/>', '<mspace width=".3em"/>'
_OPEN, _CLOSE = '<mo stretchy="false">(</mo>', '<mo stretchy="false">)</mo>'
# A formula of more elements than this may be broken into several, so that it fits on a narrow screen.
UNBROKEN = 24


@remembered
def statement(text: str) -> Markup:
    """A formula, term or definition of the language as inline MathML; as code where it is too long or unreadable."""
    if len(text) > MAX_CHARACTERS:
        return Markup("<code>{}</code>").format(text)
    try:
        reader = Reader(text)
        left = reader.expression()
        if reader.take(":=") or reader.take("="):
            right = reader.expression()
            more = f" on {_broken(reader.expression())}" if reader.take("on") else ""
            reader.end()
            return Markup(f"<math>{_row(left, 0)}<mo>≔</mo></math>{_broken(right)}{more}")
        reader.end()
        return Markup(_broken(left))
    except (Rejected, RecursionError):
        return Markup("<code>{}</code>").format(text)


def _broken(tree: Tree, before: str = "", after: str = "") -> str:
    """The tree as one formula, or, where it is long, as several between which a line may be broken.

    before, after : MathML that stays with the beginning and with the end.
    """
    whole = before + _row(tree, 0 if before or after else -1) + after
    if whole.count("<m") <= UNBROKEN:
        return f"<math>{whole}</math>"
    kind = tree[0]
    if kind == "bind" and tree[1] in ("forall", "exists"):
        letters = "<mo>,</mo>".join(_bound(name, scope) for name, scope in tree[2])
        sign = "∀" if tree[1] == "forall" else "∃"
        return f"<math>{before}<mo>{sign}</mo>{letters}<mo>:</mo></math> {_broken(tree[3], after=after)}"
    if kind == "call" and tree[1][0] == "name" and tree[1][1] in ("always", "almost_always", "at_start"):
        word = f'{before}<mtext>{_WORDS[tree[1][1]]}</mtext>{_SPACE}<mo stretchy="false">(</mo>'
        return f"<math>{word}</math>{_broken(tree[2][0], after=f'{_CLOSE}{after}')}"
    if kind in ("and", "or", "=>") and not (kind == "and" and _chain(tree)):
        sign = "<mo>⟹</mo>" if kind == "=>" else f"<mtext>&#160;{kind}</mtext>"
        return f"{_part(tree[1], kind, before, sign)} {_part(tree[2], kind, '', after)}"
    if _strength(tree) == _RELATION:
        return f"{_broken(tree[1], before, f'<mo>{_SIGNS[kind]}</mo>')}{_broken(tree[2], '', after)}"
    if kind == "and":
        first, second = tree[1], tree[2]
        left = _broken(first[1], before, f"<mo>{_SIGNS[first[0]]}</mo>")
        middle = _broken(first[2], "", f"<mo>{_SIGNS[second[0]]}</mo>")
        return f"{left}{middle}{_broken(second[2], '', after)}"
    if kind in ("+", "-"):
        sign = f"<mo>{'−' if kind == '-' else '+'}</mo>"
        right = _row(tree[2], 6)
        return f"{_broken(tree[1], before, sign)}<math>{right}{after}</math>"
    return f"<math>{whole}</math>"


def _part(tree: Tree, outer: str, before: str, after: str) -> str:
    """One side of a conjunction, an alternative or an implication, in parentheses where it needs them."""
    if _strength(tree) < _STRENGTH[outer] + (outer == "=>" and after == "<mo>⟹</mo>"):
        return _broken(tree, f"{before}{_OPEN}", f"{_CLOSE}{after}")
    return _broken(tree, before, after)


def _strength(tree: Tree) -> int:
    kind = tree[0]
    if kind in ("==", "!=", "<", "<=", ">", ">="):
        return _RELATION
    if kind == "bind" and tree[1] in ("forall", "exists"):
        return 0
    if kind == "bind" and tree[1] != "fn":
        return 6
    return _STRENGTH.get(kind, 9)


def _row(tree: Tree, outer: int) -> str:
    """The tree, in parentheses where it binds less tightly than its place needs."""
    body = _tree(tree)
    if _strength(tree) < outer:
        return _fenced("(", body, ")")
    return body


def _fenced(opening: str, inside: str, closing: str) -> str:
    """What is inside between fences, which are as high as it only where it is a fraction or the like."""
    high = "" if any(tag in inside for tag in ("<mfrac", "<munder", "<msqrt")) else ' stretchy="false"'
    return f"<mrow><mo{high}>{opening}</mo>{inside}<mo{high}>{closing}</mo></mrow>"


def _tree(tree: Tree) -> str:
    kind = tree[0]
    if kind == "num":
        return _number(tree[1])
    if kind == "name":
        return _name(tree[1])
    if kind == "index":
        indices = "<mo>,</mo>".join(_row(argument, 0) for argument in tree[2])
        base = _row(tree[1], 9)
        return f"<msub>{base}{_one(indices)}</msub>"
    if kind == "call":
        return _call(tree[1], tree[2])
    if kind == "neg":
        return f"<mo>−</mo>{_row(tree[1], 6)}"
    if kind == "not":
        return f"<mtext>not&#160;</mtext>{_row(tree[1], 3)}"
    if kind == "bind":
        return _binder(tree)
    if kind == "/":
        above, below = _sides(tree)
        return f"<mfrac>{_one(_product(above))}{_one(_product(below))}</mfrac>"
    if kind == "^":
        exponent = f"<mo>−</mo>{_row(tree[2][1], 0)}" if tree[2][0] == "neg" else _row(tree[2], 0)
        base = _row(tree[1], 9)
        if (tree[1][0] == "call" and tree[1][1] in (("name", "exp"), ("name", "rate"))) or base.startswith("<mtext"):
            base = _fenced("(", base, ")")
        return f"<msup>{_one(base)}{_one(exponent)}</msup>"
    if kind == "*":
        return _product([tree[1], tree[2]])
    if kind in ("and", "or", "=>", "iff"):
        sign = f"<mo>{_SIGNS[kind]}</mo>" if kind in _SIGNS else f"<mtext>&#160;{kind}&#160;</mtext>"
        chained = _chain(tree)
        if chained:
            return chained
        strength = _STRENGTH[kind]
        return _row(tree[1], strength + (kind in _SIGNS)) + sign + _row(tree[2], strength + (kind == "iff"))
    strength = _strength(tree)
    relation = _SIGNS.get(kind, {"-": "−"}.get(kind, kind))
    return f"{_row(tree[1], strength)}<mo>{relation}</mo>{_row(tree[2], strength + 1)}"


def _sides(tree: Tree) -> tuple[list[Tree], list[Tree]]:
    """The factors above and below the bar of a/b, those of a fraction in a included."""
    if tree[0] == "/":
        above, below = _sides(tree[1])
        return above, [*below, tree[2]]
    if tree[0] == "*" and "/" in (tree[1][0], tree[2][0]):
        parts = [_sides(side) for side in tree[1:]]
        return [*parts[0][0], *parts[1][0]], [*parts[0][1], *parts[1][1]]
    return [tree], []


def _product(factors: Sequence[Tree]) -> str:
    if len(factors) == 1:
        return _row(factors[0], 0)
    written = _row(factors[0], 6)
    for factor in factors[1:]:
        right = _row(factor, 7 if factor[0] == "neg" else 6)
        word = _LONG_NAME.match(right) or _LONG_NAME.search(written[-30:])
        written += ("<mo>·</mo>" if factor[0] == "num" else _THIN if word else "<mo>&#8290;</mo>") + right
    return written


def _chain(tree: Tree) -> str:
    """`a <= b and b < c` as a <= b < c; empty where the relations are not linked."""
    relations = ("==", "<", "<=", ">", ">=")
    if tree[0] != "and" or tree[1][0] not in relations or tree[2][0] not in relations or tree[1][2] != tree[2][1]:
        return ""
    first, second = tree[1], tree[2]
    middle = f"<mo>{_SIGNS[first[0]]}</mo>{_row(first[2], 5)}<mo>{_SIGNS[second[0]]}</mo>"
    return _row(first[1], 5) + middle + _row(second[2], 5)


def _binder(tree: Tree) -> str:
    _, kind, binds, body = tree
    letters = "<mo>,</mo>".join(_bound(name, scope) for name, scope in binds)
    if kind in ("forall", "exists"):
        sign = "∀" if kind == "forall" else "∃"
        return f"<mo>{sign}</mo>{letters}<mo>:</mo>{_SPACE}{_row(body, 0)}"
    if kind == "fn":
        return _fenced("(", f"{letters}<mo>↦</mo>{_row(body, 0)}", ")")
    return f"<munder><mo>{'∑' if kind == 'sum' else kind}</mo>{_one(letters)}</munder>{_row(body, 6)}"


def _bound(name: str, scope: Tree | None) -> str:
    letter = _name(name)
    if scope is None:
        return letter
    if scope[0] == "before":
        return f"{letter}<mo>&lt;</mo>{_row(scope[1], 5)}"
    if scope[0] == "upto":
        return f"{letter}<mo>≤</mo>{_row(scope[1], 5)}"
    if scope[0] == "span":
        return f"{letter}<mo>=</mo>{_row(scope[1], 5)}<mo>…</mo>{_row(scope[2], 5)}"
    return f"{letter}<mo>∈</mo><mtext>{escape(' '.join(scope[1]))}</mtext>"


def _call(head: Tree, arguments: Sequence[Tree]) -> str:
    name = head[1] if head[0] == "name" else ""
    rows = [_row(argument, 0) for argument in arguments]
    inside = "<mo>,</mo>".join(rows)
    if name == "dot":
        return _fenced("⟨", inside, "⟩")
    if name == "norm":
        return f"<mrow><mo>‖</mo>{inside}<mo>‖</mo></mrow>"
    if name == "abs":
        return f"<mrow><mo>|</mo>{inside}<mo>|</mo></mrow>"
    if name == "exp" and len(rows) == 1:
        return f"<msup><mi>e</mi>{_one(rows[0])}</msup>"
    if name == "sqrt" and len(rows) == 1:
        return f"<msqrt>{rows[0]}</msqrt>"
    if name == "rate" and len(rows) == 1:
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>{_row(arguments[0], 7)}"
    if name == "start" and len(rows) == 1:
        return f"<msub>{_one(_row(arguments[0], 9))}<mrow><mi>t</mi><mo>=</mo><mn>0</mn></mrow></msub>"
    if name in _WORDS:
        return f"<mtext>{_WORDS[name]}</mtext>{_SPACE}{_fenced('(', inside, ')')}"
    if name == "binomial" and len(rows) == 2:
        return f'<mrow><mo>(</mo><mfrac linethickness="0">{_one(rows[0])}{_one(rows[1])}</mfrac><mo>)</mo></mrow>'
    if name in _SAID and len(rows) > _SAID[name].count("{") - 1:
        return _sentence(_SAID[name], rows)
    if name == "tends" and len(rows) == 2:
        return f"{rows[0]}<mo>→</mo>{rows[1]}"
    return _row(head, 9) + _fenced("(", inside, ")")


def _sentence(said: str, rows: Sequence[str]) -> str:
    """Words with formulas in the places of the numbers in braces."""
    written = ""
    for position, part in enumerate(re.split(r"\{(\d)\}", said)):
        if position % 2:
            written += rows[int(part)]
        elif part:
            written += f"<mtext>{part.replace(' ', '&#160;')}</mtext>"
    return f"<mrow>{written}</mrow>"


def _name(name: str) -> str:
    match = _NAME.fullmatch(name)
    if match is None or "_" in name:
        return f"<mtext>{escape(name.replace('_', ' '))}</mtext>" if len(name) > 2 else f"<mi>{escape(name)}</mi>"
    word, number = match.groups()
    letter = f"<mi>{GREEK.get(word, word)}</mi>"
    return f"<msub>{letter}<mn>{number}</mn></msub>" if number else letter


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return f"<mn>{value}</mn>"
    return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"


def _one(row: str) -> str:
    """The row as a single element, which scripts and fractions need."""
    return f"<mrow>{row}</mrow>"
