"""Prints the core's words and schemas as Rocq: `python -m attnverify.verify.rocq.print` writes Words.v and Statements.v.

What the core believes and what is proved in Rocq are then one table: the proofs (Schemas.v) are of the statements printed here.
"""

from __future__ import annotations

from pathlib import Path

from attnverify.verify.core.terms import N, O, R, Sort, State, W, is_function, is_index, is_space
from attnverify.verify.core.words import WORDS

HERE = Path(__file__).parent
CONSTANTS = {R: "R", N: "nat", O: "Prop", W: "outcome"}
INFIX = {"and": "/\\", "or": "\\/", "=>": "->"}
# by the sort of the value: numbers, vectors
NUMBERS = {"+": "{} + {}", "*": "{} * {}", "<": "{} < {}", "<=": "{} <= {}", "pow": "{} ^ {}", "inv": "/ {}", "plusN": "({} + {})%nat"}
VECTORS = {"+": "addV", "*": "scaleV", "sum": "sumV", "sumto": "sumtoV", "slope": "slopeV", "rate": "rateV", "moving": "movingV"}
NAMES = {
    "abs": "Rabs", "log": "ln", "max2": "Rmax", "min2": "Rmin", "pi": "PI", "max": "maxI", "min": "minI", "real": "INR",
    "succ": "S", "zero": "0%nat", "true": "True", "false": "False", "analytic": "analyticR",
}  # fmt: skip


def identifier(name: str) -> str:
    """The name of a word or schema in Rocq."""
    plain = name.replace(" ", "_").replace("+", "plus").replace("*", "times")
    return f"{plain}_" if plain in ("as", "exists", "left", "right") else plain


def sort_text(sort: Sort) -> str:
    """The type of a sort; index sorts and spaces are named by what follows their colon."""
    if is_function(sort):
        return f"({sort_text(sort[1])} -> {sort_text(sort[2])})"
    if isinstance(sort, tuple):
        return f"(linear {sort[1][2:]} {sort[2][2:]})"
    if is_space(sort):
        return f"(vector {sort[2:]})"
    return sort[2:] if is_index(sort) else CONSTANTS[sort]


def bare(text: str) -> str:
    """The text without its outer parentheses."""
    if text[:1] != "(" or text[-1:] != ")":
        return text
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1]


class Printer:
    """Texts of the terms of one state; words are qualified by `within`."""

    def __init__(self, state: State, within: str = "Words.") -> None:
        self.state, self.within = state, within

    def value_sort(self, t: int) -> Sort:
        """The sort that decides between a constant on numbers and one on vectors."""
        op, *a = self.state.node(t)
        sort = self.state.sort(t)
        if op in ("slope", "moving", "analytic"):
            return self.state.sort(a[0])[2]
        return self.state.sort(a[0]) if op in ("<", "<=") else sort

    def text(self, t: int, bound: tuple[str, ...] = ()) -> str:
        """The term in Rocq, in parentheses where it is not one name."""
        op, *a = self.state.node(t)
        if op == "b":
            return bound[-1 - a[0]]
        if op == "v":
            return str(a[0])
        if op == "q":
            return str(a[0]) if a[0] >= 0 and a[0].denominator == 1 else f"({a[0]})"
        if op == "dim":
            return f"(dim {a[0][2:]})"
        if op == "zeroV":
            return f"(@zeroV {a[0][2:]})"
        if op == "word":
            return self.applied(self.within + identifier(a[0]), *(s[2:] for s in a[1:]))
        if op == "lam":
            name = f"x{len(bound)}"
            return f"(fun {name} : {bare(sort_text(a[0]))} => {bare(self.text(a[1], (*bound, name)))})"
        if op in ("all", "ex"):
            return self.quantified({"all": "forall", "ex": "exists"}[op], a[0], bound)
        parts = [self.text(x, bound) for x in a]
        if op in INFIX:
            return f"({parts[0]} {INFIX[op]} {parts[1]})"
        if op == "=":
            return f"({parts[0]} = {parts[1]})"
        if op == "not":
            return f"(~ {parts[0]})"
        if op == "ap":
            head = bare(parts[0]) if self.state.node(a[0])[0] in ("ap", "word") else parts[0]
            return self.applied(head, parts[1])
        decides = self.value_sort(t)
        if op in ("<", "<=") and is_index(decides):
            return self.applied({"<": "ltI", "<=": "leI"}[op], *parts)
        if is_space(decides) and op in VECTORS:
            return self.applied(VECTORS[op], *parts)
        if is_space(decides) and op == "analytic":
            return self.applied("analyticV", *parts)
        if op in NUMBERS:
            return f"({NUMBERS[op].format(*parts)})"
        return self.applied(NAMES.get(op, op), *parts)

    @staticmethod
    def applied(head: str, *arguments: str) -> str:
        return f"({' '.join((head, *arguments))})" if arguments else head

    def quantified(self, word: str, f: int, bound: tuple[str, ...]) -> str:
        op, *a = self.state.node(f)
        name = f"x{len(bound)}"
        sort = self.state.sort(f)[1]
        body = self.text(a[1], (*bound, name)) if op == "lam" else self.applied(self.text(f, bound), name)
        return f"({word} {name} : {bare(sort_text(sort))}, {bare(body)})"


def words() -> str:
    """Words.v."""
    lines = [
        "(* Generated by verify/rocq/print.py from verify/core/words.py: what the words mean. *)",
        "From Attn Require Import Meaning.",
    ]
    letters = {"I": ("I:I", "index"), "V": ("V:E", "space")}
    for name, (kinds, _) in WORDS.items():
        state = State()
        spaces = iter(("V:E", "V:E2", "V:E3"))
        sorts = [letters[k][0] if k == "I" else next(spaces) for k in kinds]
        word = state.make("word", name, *sorts)
        parameters = "".join(f" ({s[2:]} : {letters[k][1]})" for k, s in zip(kinds, sorts, strict=True))
        body = Printer(state, "").text(state.bodies[word])
        lines.append(f"Definition {identifier(name)}{parameters} : {bare(sort_text(state.sort(word)))} :=\n  {bare(body)}.")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (HERE / "Words.v").write_text(words())
