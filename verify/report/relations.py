"""The referee's language as MathML: hypotheses, witnesses and certificates as formulas."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from verify.referee.syntax import GrammarError, Node, parse

# A longer text is shown as it is stored: a formula of many lines is no easier to read.
MAX_CHARACTERS = 500

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_COMPARISONS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "&lt;", ">": "&gt;"}
_LOW = '<mo stretchy="false">{}</mo>'
_THIN = '<mspace width=".17em"/>'
_WORDS = {"trace": "tr", "Max": "max", "Min": "min"}
# How tightly each kind of node binds; a part that binds less tightly than its place needs parentheses.
_BINDING = {"compare": 0, "sum": 1, "negative": 1, "product": 2, "power": 3}
_ATOM = 4


@lru_cache(maxsize=4096)
def relation(text: str) -> Markup:
    """`text` of the referee's language as inline MathML; as code where it is longer than MAX_CHARACTERS or unreadable.

    >>> print(relation("2*alpha < 1"))
    <math><mn>2</mn><mi>α</mi><mo>&lt;</mo><mn>1</mn></math>
    """
    if len(text) > MAX_CHARACTERS:
        return Markup("<code>{}</code>").format(text)
    try:
        node = parse(text)
    except GrammarError:
        return Markup("<code>{}</code>").format(text)
    if node.kind == "call" and node.name == "integer":
        return Markup(f"<math>{_mathml(node.args[0])}<mo>∈</mo><mi>ℤ</mi></math>")
    return Markup(f"<math>{_mathml(node)}</math>")


def value(given: Any) -> Markup:
    """A number or a matrix of an instance or a witness as inline MathML.

    >>> print(value("3/4"))
    <math><mfrac><mn>3</mn><mn>4</mn></mfrac></math>
    """
    if not isinstance(given, (list, tuple)):
        return relation(str(given))
    try:
        return Markup(f"<math>{_array(given)}</math>")
    except GrammarError:
        return Markup("<code>{}</code>").format(str(given))


def _array(given: Any) -> str:
    if not isinstance(given, (list, tuple)):
        return _mathml(parse(str(given)))
    if given and all(isinstance(row, (list, tuple)) for row in given):
        return _matrix([[_array(entry) for entry in row] for row in given])
    return _listed([_array(entry) for entry in given])


def name(text: str) -> Markup:
    """A variable's name as inline MathML.

    >>> print(name("lambda_1"))
    <math><msub><mi>λ</mi><mn>1</mn></msub></math>
    """
    return Markup(f"<math>{_name(str(escape(text)))}</math>")


# From here on plain texts are put together: the language has no names or numbers that could be HTML.
def _mathml(node: Node, binding: int = 0) -> str:
    """The node as presentation MathML, in parentheses where it binds less tightly than `binding`."""
    step: Callable[[Node], str] = _WRITERS[node.kind]
    written = step(node)
    return written if _binding(node) >= binding else _parenthesised(written)


def _binding(node: Node) -> int:
    if node.kind == "product" and node.args[0].kind == "negative":
        return _BINDING["negative"]
    return _BINDING.get(node.kind, _ATOM)


def _parenthesised(written: str, before: str = "") -> str:
    """`before`, then `written` in parentheses, which are as high as it where it is a fraction or a matrix."""
    fence = "<mo>{}</mo>" if "<mfrac" in written or "<mtable" in written else _LOW
    return f"<mrow>{before}{fence.format('(')}{written}{fence.format(')')}</mrow>"


def _number(node: Node) -> str:
    return _fraction(node.value)


def _fraction(number: Fraction) -> str:
    if number.denominator == 1:
        return f"<mn>{number.numerator}</mn>"
    return f"<mfrac><mn>{number.numerator}</mn><mn>{number.denominator}</mn></mfrac>"


def _variable(node: Node) -> str:
    return _name(node.name)


def _name(text: str) -> str:
    base, *subscripts = text.split("_")
    letters = base.rstrip("0123456789")
    if letters and len(letters) < len(base):
        base, subscripts = letters, [base[len(letters) :], *subscripts]
    written = f"<mi>{GREEK.get(base, base)}</mi>"
    if not subscripts:
        return written
    parts = [f"<mn>{part}</mn>" if part.isdigit() else f"<mi>{part}</mi>" for part in subscripts]
    below = parts[0] if len(parts) == 1 else "<mrow>{}</mrow>".format("<mo>,</mo>".join(parts))
    return f"<msub>{written}{below}</msub>"


def _negative(node: Node) -> str:
    return f"<mrow><mo>−</mo>{_mathml(node.args[0], 2)}</mrow>"


def _sum(node: Node) -> str:
    written = _mathml(node.args[0], 1)
    for operator, part in zip(node.operators, node.args[1:], strict=True):
        written += "<mo>{}</mo>".format("−" if operator == "-" else "+") + _mathml(part, 2)
    return written


def _product(node: Node) -> str:
    above: list[Node] = [node.args[0]]
    below: list[Node] = []
    for operator, part in zip(node.operators, node.args[1:], strict=True):
        (below if operator == "/" else above).append(part)
    sign = ""
    if above[0].kind == "negative":
        sign, above[0] = '<mo form="prefix">−</mo>', above[0].args[0]
    if len(above) > 1 and above[0].kind == "number" and above[0].value == 1:
        del above[0]
    if not below:
        return sign + _factors(above)
    parts = [_one(_factors(side), side[0] if len(side) == 1 else None) for side in (above, below)]
    return sign + "<mfrac>{}{}</mfrac>".format(*parts)


def _one(written: str, node: Node | None) -> str:
    """What was written as a single element; only a sum or a product is several."""
    return written if node and node.kind not in ("sum", "product") else f"<mrow>{written}</mrow>"


def _factors(parts: list[Node]) -> str:
    if len(parts) == 1:
        return _mathml(parts[0])
    written = _mathml(parts[0], 2)
    for part in parts[1:]:
        between = "<mo>·</mo>" if _begins_with_digit(part) else _THIN if part.kind == "call" else ""
        written += between + _mathml(part, 2)
    return written


def _begins_with_digit(node: Node) -> bool:
    while node.kind in ("power", "product"):
        node = node.args[0]
    return node.kind == "number"


def _power(node: Node) -> str:
    base, exponent = node.args
    return f"<msup>{_mathml(base, _ATOM)}{_one(_mathml(exponent), exponent)}</msup>"


def _index(node: Node) -> str:
    base, position = node.args
    return f"<mrow>{_mathml(base, _ATOM)}{_LOW.format('[')}{_mathml(position)}{_LOW.format(']')}</mrow>"


def _list(node: Node) -> str:
    if all(part.kind == "list" for part in node.args):
        return _matrix([[_mathml(entry) for entry in row.args] for row in node.args])
    return _listed([_mathml(part) for part in node.args])


def _listed(entries: list[str]) -> str:
    return _parenthesised("<mo>,</mo>".join(entries))


def _matrix(rows: list[list[str]]) -> str:
    cells = ["".join(f"<mtd>{entry}</mtd>" for entry in row) for row in rows]
    table = "".join(f"<mtr>{row}</mtr>" for row in cells)
    return _parenthesised(f"<mtable>{table}</mtable>")


def _compare(node: Node) -> str:
    written = _mathml(node.args[0])
    for operator, part in zip(node.operators, node.args[1:], strict=True):
        written += f"<mo>{_COMPARISONS[operator]}</mo>" + _mathml(part)
    return written


def _call(node: Node) -> str:
    first = _mathml(node.args[0])
    if node.name == "sqrt":
        return f"<msqrt>{first}</msqrt>"
    if node.name == "Abs":
        bar = '<mo form="{}">|</mo>'
        return "<mrow>{}{}{}</mrow>".format(bar.format("prefix"), first, bar.format("postfix"))
    if node.name == "transpose":
        return f"<msup>{_mathml(node.args[0], _ATOM)}<mi>T</mi></msup>"
    if node.name in ("identity", "ones"):
        return "<msub><mi>{}</mi>{}</msub>".format("I" if node.name == "identity" else "𝟏", _one(first, node.args[0]))
    arguments = "<mo>,</mo>".join(map(_mathml, node.args))
    if node.name == "dot":
        return f"<mrow>{_LOW.format('⟨')}{arguments}{_LOW.format('⟩')}</mrow>"
    return _parenthesised(arguments, f"<mi>{_WORDS.get(node.name, node.name)}</mi>")


_WRITERS: dict[str, Callable[[Node], str]] = {
    "number": _number,
    "name": _variable,
    "negative": _negative,
    "sum": _sum,
    "product": _product,
    "power": _power,
    "call": _call,
    "list": _list,
    "index": _index,
    "compare": _compare,
}
