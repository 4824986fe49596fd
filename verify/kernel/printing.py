"""Terms and polynomials as text, in the language they are read in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any

from .atoms import Atom, Poly
from .showing import binds_text
from .terms import BINDERS, Letter, Term, applied, opened, range_sort

_INFIX = {
    "add": ("+", 5),
    "sub": ("-", 5),
    "mul": ("*", 6),
    "div": ("/", 6),
    **{relation: (relation, 4) for relation in ("==", "!=", "<", "<=")},
    "and": ("and", 2),
    "or": ("or", 1),
    "implies": ("=>", 0),
}
_NAMES = "ijklmnpqrstuvwxyz"
_OWN_NAMES = {"head": "hg", "number": "xst", "size": "nmk", "vector": "abuw", "fn": "XYZ"}
_TIGHT = ("mul", "div")
_TURNED = {"<": ">", "<=": ">="}


class _Used(set[str]):
    """Names that are taken, and the terms that have a name of their own."""

    named: Mapping[Term, str]

    def with_name(self, name: str) -> _Used:
        inner = _Used(self | {name})
        inner.named = self.named
        return inner


def text(term: Term, taken: Iterable[str] = (), named: Mapping[Term, str] | None = None) -> str:
    """A term or formula, with names for its bound letters.

    taken : names that bound letters must not have. named : terms that are written by a name, such as maps.
    """
    used = _Used({letter.name for letter in term.letters} | set(taken))
    used.named = named or {}
    return _text(term, used, -1)


def _text(term: Term, used: _Used, outer: float) -> str:
    op, args = term.op, term.args
    if isinstance(term, Letter):
        return term.name
    if term in used.named:
        return used.named[term]
    if op == "num":
        q = args[0]
        plain = str(q)
        return f"({plain})" if (q < 0 or q.denominator != 1) and outer > 5 else plain
    if op == "and" and _both_ways(args):
        p, q = args[0].args
        said = f"{_text(p, used, 0.5)} iff {_text(q, used, 0.5)}"
        return f"({said})" if outer >= 0 else said
    if op in _INFIX:
        said = _infix(op, args, used)
        return f"({said})" if _INFIX[op][1] < outer else said
    if op == "neg":
        said = f"-{_text(args[0], used, 6)}"
        return f"({said})" if outer >= 5 else said
    if op == "not":
        return f"not ({_text(args[0], used, -1)})"
    if op in ("pow", "sizepow"):
        power = args[1] if op == "pow" else _text(args[1], used, 9)
        said = f"{_text(args[0], used, 9)}^{power}"
        return f"({said})" if outer >= 9 else said
    if op == "zero":
        return "0"
    if op in BINDERS:
        return _binder(term, used, outer)
    if op == "ap":
        return _member(term, used)
    if op == "lin":
        return f"{_text(args[0], used, 9)}({_text(args[1], used, -1)})"
    if op in ("def", "timed"):
        return f"{args[0]}({', '.join(_argument(a, used) for a in args[1:])})"
    if op == "cases":
        return "{" + ", ".join(f"{g}: {_text(a, used, -1)}" for g, a in zip(args[0], args[1:], strict=True)) + "}"
    if op in ("map", "flow"):
        return _binder(args[0], used, -1)
    if op in ("max2", "min2"):
        return f"{op[:3]}({_text(args[0], used, -1)}, {_text(args[1], used, -1)})"
    if op == "b":
        return f"#{args[0]}"
    return f"{op}({', '.join(_argument(a, used) for a in args)})" if args else op


def _infix(op: str, args: tuple[Any, ...], used: _Used) -> str:
    sign, strength = _INFIX[op]
    if op in _TURNED and args[0].op == "num" and args[1].op != "num":  # 0 < a reads better as a > 0
        sign, args = _TURNED[op], (args[1], args[0])
    if _chained(op, args):
        return f"{_text(args[0], used, 2)} {_INFIX[args[1].op][0]} {_text(args[1].args[1], used, 4.9)}"
    right = strength + (op in ("sub", "div", "mul", "implies")) + 0.9 * (strength == 4)
    left = strength + (op == "implies") + 0.9 * (strength == 4)
    if op in ("add", "sub"):
        left -= 0.1  # a sign in front needs no parentheses
    between = sign if op in _TIGHT else f" {sign} "
    return f"{_text(args[0], used, left)}{between}{_text(args[1], used, right)}"


def _both_ways(args: tuple[Any, ...]) -> bool:
    """Whether `p => q and q => p` can be written as p iff q."""
    return bool(args[0].op == args[1].op == "implies" and args[0].args == args[1].args[::-1])


def _chained(op: str, args: tuple[Any, ...]) -> bool:
    """Whether `a <= b and b < c` can be written as a <= b < c."""
    ordered = ("==", "<", "<=")
    if op != "and" or args[0].op not in ordered or args[1].op not in ordered or args[0].args[1] is not args[1].args[0]:
        return False
    return bool(args[0].args[0].op != "num" or args[0].op == "==")


def _argument(part: Any, used: _Used) -> str:
    return _text(part, used, -1) if isinstance(part, Term) else str(part)


def _member(term: Term, used: _Used) -> str:
    head, arguments = applied(term)
    inside = ", ".join(_text(argument, used, -1) for argument in arguments)
    index = isinstance(head, Letter) and head.sort[0] == "fn" and head.sort[1][0] in ("index", "size")
    return f"{_text(head, used, 9)}[{inside}]" if index or head.op == "cases" else f"{_text(head, used, 9)}({inside})"


def _binder(term: Term, used: _Used, outer: float) -> str:
    kind = term.op
    binds: list[tuple[str, str]] = []
    while True:
        scope = term.args[0]
        sort = range_sort(scope)
        own = _OWN_NAMES.get(sort[1] if sort[0] == "index" else sort[0], "")
        name = next(n for n in chain(own, _NAMES, (f"x{k}" for k in count())) if n not in used)
        where = _range(scope, used)
        binds.append((name, where))
        used, term = used.with_name(name), opened(term, Letter(name, sort))
        if kind not in ("forall", "exists") or term.op != kind:
            break
    said = f"{binds_text(binds)}: {_text(term, used, -1)}"
    if kind in ("forall", "exists"):
        return f"({kind} {said})" if outer >= 0 else f"{kind} {said}"
    return f"{kind}({said})"


def _range(scope: Term, used: _Used) -> str:
    if scope.op == "span":
        return f"{_text(scope.args[0], used, 5)}..{_text(scope.args[1], used, 5)}"
    if scope.op in ("before", "upto"):
        return f"{scope.op}({_text(scope.args[0], used, -1)})"
    sort = scope.args[0]
    if sort == ("index", "token", ""):
        return ""
    if sort[0] == "fn":
        return "state" if sort[1] == ("index", "token", "") else "function"
    if sort[:2] == ("index", "token"):
        return str(sort[2])
    return {"head": "heads"}.get(str(sort[1]), str(sort[1])) if sort[0] == "index" else " ".join(p for p in sort if p)


def poly_text(p: Poly, most: int = 8) -> str:
    """A polynomial in atoms, shortened."""
    terms = []
    for m, c in list(p.items())[:most]:
        factors = [_atom(a) + (f"^{k}" if k != 1 else "") for a, k in m]
        terms.append("*".join([str(c), *factors] if c != 1 or not factors else factors))
    more = f" + {len(p) - most} more terms" if len(p) > most else ""
    return (" + ".join(terms) or "0") + more


def _atom(a: Any) -> str:
    if isinstance(a, Letter):
        return a.name
    if isinstance(a, Term):
        return text(a)
    if not isinstance(a, Atom):
        return _frozen(a) if isinstance(a, tuple) else str(a)
    key = a.key
    if key[0] == "l":
        return _atom(key[1]) + (f"[{','.join(map(_atom, key[2:]))}]" if len(key) > 2 else "")
    if key[0] == "dot":
        word = "".join(_atom(head) for head in key[2])
        return f"<{_atom(key[1])},{word}{_atom(key[3])}>"
    if key[0] == "U":
        return _atom(key[2]) + (f"[{','.join(map(_atom, key[3:]))}]" if len(key) > 3 else "")
    if key[0] == "S":
        return f"sum_{','.join(_atom(n) for n, _ in key[1])}({_frozen(((key[2], 1),))})"
    if key[0] == "exp":
        return f"exp({_frozen(((key[1], 1),))})"
    return f"{key[0]}({', '.join(map(_atom, key[1:]))})"


def _frozen(part: tuple[Any, ...]) -> str:
    try:
        return poly_text(dict(part), 4)
    except (TypeError, ValueError):
        return ", ".join(map(_atom, part))
