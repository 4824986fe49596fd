"""The language of statements and proofs as a reader would write it, in plain HTML that breaks where lines end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from ..kernel.parsing import Reader, Tree, parse
from ..kernel.terms import Rejected
from .kept_formulas import remembered

# A longer text is shown as it is stored: a formula of many lines is no easier to read.
MAX_CHARACTERS = 1200

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "&lt;", ">": "&gt;", "=>": "⟹", "iff": "⟺", "-": "−"}
_SAID = {  # predicates as a reader would say them, with the numbers of their arguments
    "always": "always ({0})",
    "almost_always": "at almost every time ({0})",
    "at_start": "at time 0 ({0})",
    "probability": "P({0})",
    "tends": "{0} → {1}",
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
    "one_solution": "{0} has exactly one solution from {1}, for all times",
    "on": "{1} is on the manifold of {0}",
    "independent": "{0} are independent",
    "uniform_on_sphere": "{0} are uniform on the sphere",
    "standard_normal": "{0} are standard normal vectors",
    "normal": "{0} is normal with mean 0 and variance {1}",
}
_WRITTEN = {  # what has a notation of its own, as one thing
    ("dot", 2): "⟨{0}, {1}⟩",
    ("norm", 1): "‖{0}‖",
    ("abs", 1): "|{0}|",
    ("exp", 1): "e<sup>{0}</sup>",
    ("binomial", 2): "({0} choose {1})",
    ("integer", 1): "{0} ∈ ℤ",
}
_RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
_STRENGTH = {"iff": -1, "=>": 0, "or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "neg": 5, "*": 6, "/": 6, "^": 8}
_STRENGTH |= dict.fromkeys(_RELATIONS, 4)
_NAME = re.compile(r"([A-Za-z]+?)_?(\d+)?")
# The font of formulas makes a letter alone italic, and leaves those of a word upright.
_WORD_FIRST, _WORD_LAST = re.compile(r"[A-Za-z]{2}"), re.compile(r"[A-Za-z]{2}$")
# What stands below the line as a character of its own, in the font of formulas of the size of other indices.
_BELOW = str.maketrans("0123456789aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")
# A formula of fewer characters is not broken at the end of a line.
UNBROKEN = 26


def shown(body: str) -> Markup:
    """What was written, as a formula."""
    short = len(re.sub(r"<[^>]*>", "", body)) < UNBROKEN
    return Markup(f"<i>{body.replace(' ', chr(160)) if short and '<code' not in body else body}</i>")


@remembered
def statement(text: str) -> Markup:
    """A formula, term or definition of the language; as code where it is too long or unreadable.

    >>> print(*statement("a[i]/2 <= sqrt(x + 1)^2").split())
    <i>aᵢ/2 ≤ (√(x + 1))<sup>2</sup></i>
    """
    if len(text) > MAX_CHARACTERS:
        return Markup("<code>{}</code>").format(text)
    try:
        reader = Reader(text)
        said = written(reader.expression())
        if reader.take(":=") or reader.take("="):
            said += f" ≔ {written(reader.expression())}"
            said += f" on {written(reader.expression())}" if reader.take("on") else ""
        reader.end()
        return shown(said)
    except (Rejected, RecursionError):
        return Markup("<code>{}</code>").format(text)


def value(given: Any) -> Markup:
    """A number, a text of the language, or a matrix of an instance.

    >>> print(*value([["3/4", 0], [0, 1]]).split())
    <i>(3/4, 0; 0, 1)</i>
    """
    try:
        return shown(written(_array(given)))
    except (Rejected, RecursionError):
        return Markup("<code>{}</code>").format(str(given))


def _array(given: Any) -> Tree:
    return ("list", tuple(map(_array, given))) if isinstance(given, (list, tuple)) else parse(str(given))


def name(text: str) -> Markup:
    """A letter's name.

    >>> print(name("lambda_1"))
    <i>λ₁</i>
    """
    return shown(name_of(text))


def _strength(tree: Tree) -> int:
    kind = tree[0]
    if kind == "bind" and tree[1] != "fn":
        return 0 if tree[1] in ("forall", "exists") else 6
    if kind == "num" and tree[1].denominator > 1:
        return 6
    if kind == "call" and tree[1][0] == "name" and tree[1][1] in _SAID:
        return 4
    return _STRENGTH.get(kind, 9)


def written(tree: Tree, outer: int = -2) -> str:
    """The tree as HTML, in parentheses where it binds less tightly than its place needs."""
    body = _body(tree)
    return f"({body})" if _strength(tree) < outer else body


def _body(tree: Tree) -> str:
    kind = tree[0]
    if kind == "num":
        return str(tree[1])
    if kind == "name":
        return name_of(tree[1])
    if kind == "list":
        return _list(tree[1])
    if kind == "index":
        return f"{written(tree[1], 9)}{lowered(_separated(tree[2]))}"
    if kind == "call":
        return _call(tree[1], tree[2])
    if kind == "neg":
        return f"−{written(tree[1], 6)}"
    if kind == "not":
        return f"not {written(tree[1], 3)}"
    if kind == "bind":
        return _binder(tree)
    if kind == "/":
        above, below = _sides(tree)
        return f"{_product(above)}/{written(below[0], 7) if len(below) == 1 else f'({_product(below)})'}"
    if kind == "^":
        e = tree[1][0] == "call" and tree[1][1] in (("name", "exp"), ("name", "sqrt"), ("name", "rate"))
        base = f"({written(tree[1])})" if e else written(tree[1], 9)
        return f"{base}<sup>{written(tree[2])}</sup>"
    if kind == "*":
        return _product([tree[1], tree[2]])
    if kind == "and" and tree[1][0] in _RELATIONS and tree[2][0] in _RELATIONS and tree[1][2] == tree[2][1]:
        return f"{_body(tree[1])} {_SIGNS[tree[2][0]]} {written(tree[2][2], 5)}"
    strength = _STRENGTH[kind]
    left = strength + (kind in ("=>", "iff"))
    right = strength + (kind in ("iff", "-", "+", *_RELATIONS))
    return f"{written(tree[1], left)} {_SIGNS.get(kind, kind)} {written(tree[2], right)}"


def _separated(trees: Sequence[Tree]) -> str:
    return ", ".join(map(written, trees))


def _list(parts: Sequence[Tree]) -> str:
    """A vector, or a matrix with its rows between semicolons."""
    if parts and all(part[0] == "list" for part in parts):
        return f"({'; '.join(_separated(part[1]) for part in parts)})"
    return f"({_separated(parts)})"


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
    said = ""
    for position, factor in enumerate(factors):
        right = written(factor, 6 if position == 0 and factor[0] == "*" else 7)
        if said:  # a number after a factor, and a word beside anything, need a sign between; two letters are no word
            words = _WORD_FIRST.match(right) or _WORD_LAST.search(said)
            letters = _WORD_FIRST.match(said[-1] + right[0])
            root = factors[position - 1][:2] == ("call", ("name", "sqrt"))
            said += "·" if right[0].isdigit() or root else "\u2009" if words else "\u200a" if letters else ""
        said += right
    return said


def _binder(tree: Tree) -> str:
    _, kind, binds, body = tree
    letters = ", ".join(_bound(name, scope) for name, scope in binds)
    if kind in ("forall", "exists"):
        return f"{'∀' if kind == 'forall' else '∃'}\u2009{letters}: {written(body)}"
    if kind == "fn":
        return f"({letters} ↦ {written(body)})"
    return f"{'∑' if kind == 'sum' else kind}{lowered(letters)}\u2009{written(body, 6)}"


def _bound(name: str, scope: Tree | None) -> str:
    letter = name_of(name)
    if scope is None:
        return letter
    if scope[0] in ("before", "upto"):
        return f"{letter} {'&lt;' if scope[0] == 'before' else '≤'} {written(scope[1], 5)}"
    if scope[0] == "span":
        return f"{letter} = {written(scope[1], 5)} … {written(scope[2], 5)}"
    return f"{letter} ∈ {escape(' '.join(scope[1]))}"


def _call(head: Tree, arguments: Sequence[Tree]) -> str:
    name = head[1] if head[0] == "name" else ""
    if (name, len(arguments)) in _WRITTEN:
        return _WRITTEN[name, len(arguments)].format(*map(written, arguments))
    if name in ("identity", "ones") and len(arguments) == 1:
        return {"identity": "I", "ones": "𝟏"}[name] + lowered(written(arguments[0]))
    if name in ("sqrt", "transpose", "rate", "start") and len(arguments) == 1:
        inside = written(arguments[0], 9 if name != "sqrt" or arguments[0][0] != "num" else 7)
        return {"sqrt": "√{}", "transpose": "{}<sup>T</sup>", "rate": "d/d\u200at\u2009{}",
                "start": "{}<sub>t=0</sub>"}[name].format(inside)  # fmt: skip
    if name in _SAID and len(arguments) > _SAID[name].count("{") - 1:
        return _SAID[name].format(*(written(part, -2 if "({0}" in _SAID[name] else 5) for part in arguments))
    return f"{written(head, 9)}({_separated(arguments)})"


def name_of(name: str) -> str:
    """A name, with a number behind it as an index; what is longer than a letter is a word."""
    match = _NAME.fullmatch(name)
    if match is None:
        base, *indices = name.split("_")
        if len(base) < 3 or base in GREEK:
            return f"{_letters(base)}{lowered(','.join(map(_letters, indices)))}" if base else str(escape(name))
        return str(escape(name.replace("_", " ")))
    word, number = match.groups()
    return _letters(word) + (lowered(number) if number else "")


def lowered(text: str) -> str:
    """An index, as HTML or as characters that stand below the line.

    >>> lowered("12") + lowered("j, k")
    '₁₂<sub>j, k</sub>'
    """
    single = text.isdigit() or (len(text) == 1 and ord(text) in _BELOW)
    return text.translate(_BELOW) if single else f"<sub>{text}</sub>"


def _letters(word: str) -> str:
    return GREEK.get(word, str(escape(word)))
