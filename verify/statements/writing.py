"""Scalar trees of the referee's language as text."""

from __future__ import annotations

from verify.referee.syntax import Node


def written(node: Node) -> str:
    """The text of a scalar expression, which parses to an equal value.

    >>> from verify.referee.syntax import parse
    >>> written(parse("(a - b)*(-c)**2/3 - Max(1, exp(x))"))
    '(a - b)*(-c)**2/3 - Max(1, exp(x))'
    """
    return _Writer().of(node, 0)


class _Writer:
    """Parentheses where the precedence of the surrounding operator asks for them."""

    def of(self, node: Node, above: int) -> str:
        if node.kind == "number":
            return self._wrapped(str(node.value), 2 if node.value.denominator != 1 else 5, above, node.value < 0)
        if node.kind == "name":
            return node.name
        if node.kind == "call":
            return f"{node.name}({', '.join(self.of(part, 0) for part in node.args)})"
        if node.kind == "negative":
            return self._wrapped(f"-{self.of(node.args[0], 3)}", 1, above, True)
        if node.kind == "power":
            exponent = str(node.args[1].value)
            return self._wrapped(f"{self.of(node.args[0], 4)}**{exponent}", 3, above, False)
        level, space = (1, " ") if node.kind == "sum" else (2, "")
        text = self.of(node.args[0], level)
        for operator, part in zip(node.operators, node.args[1:], strict=True):
            text += f"{space}{operator}{space}{self.of(part, level + 1)}"
        return self._wrapped(text, level, above, text.startswith("-"))

    def _wrapped(self, text: str, level: int, above: int, signed: bool) -> str:
        return f"({text})" if level < above or (signed and above > 1) else text
