"""Verdicts from Python: of a registered claim by its id, of a lemma as text, as a table, or as a SymPy relation."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .verdict import Verdict

if TYPE_CHECKING:
    from .search.deciding import Decided


def verdict(id: str, *, seed: int = 0, jobs: int = 0) -> Verdict:
    """The verdict of the claim `id`, decided together with what it rests on; what was decided before is not again.

    It is compared as in `verdict("CON-T4.2") is Verdict.REFUTED`; a text it never equals.
    seed : where random draws start.  jobs : worker processes; with any, a script needs `if __name__ == "__main__":`.
    Raises KeyError with near ids where there is no such claim, DeclarationError where what it rests on is none.
    """
    from .cache import Cache
    from .ledger import build
    from .registry import find, load, with_premises
    from .runner import decide_all

    claims = load(links=False)
    id = find(id).id
    needed = with_premises([id], claims)
    decisions = decide_all(needed, Cache(seed), seed=seed, jobs=jobs, done=lambda claim, decision: None)
    return next(Verdict(entry["verdict"]) for entry in build(needed, decisions, seed)["claims"] if entry["id"] == id)


def decide(lemma: str | Path | Mapping[str, Any] | Any, *, seconds: float | None = None) -> Decided:
    """Decide a lemma: its `verdict` is "PROVED", "CERTIFIED", "REFUTED" or "OPEN", `data` what the kernel judged.

    lemma : the text of a lemma file, the path of one, its table, or a SymPy relation between real symbols, whose
        assumptions (one of positive, nonnegative, negative, nonpositive, real) are what is given.
    seconds : of processor time, after which it is OPEN; None where the search may take all its steps.
    Raises ValueError with one line that says what cannot be read.

    >>> decide({"show": "x + 1 > 1", "letters": {"x": "positive"}}).verdict
    'PROVED'
    >>> import sympy
    >>> x, y = sympy.symbols("x y", positive=True)
    >>> decide((x + y) ** 2 > x**2 + y**2).verdict, decide(x * y > x).verdict
    ('PROVED', 'REFUTED')
    """
    from .kernel.terms import Rejected
    from .lemmas.files import lemma as read
    from .lemmas.files import read_lemma
    from .search.deciding import decide_lemma

    try:
        if isinstance(lemma, Path) or (isinstance(lemma, str) and lemma.endswith(".toml")):
            return decide_lemma(read_lemma(Path(lemma)), seconds)
        if isinstance(lemma, str):
            lemma = tomllib.loads(lemma)
        return decide_lemma(read(lemma if isinstance(lemma, Mapping) else _relation(lemma), "a lemma"), seconds)
    except (Rejected, tomllib.TOMLDecodeError) as error:
        raise ValueError(str(error)) from error


_ASSUMED = ("positive", "negative", "nonnegative", "nonpositive", "real")


def _relation(relation: Any) -> dict[str, Any]:
    """A SymPy relation as the table of a lemma; ValueError for what is none, or has letters that are not real.

    What is printed under one name is one thing: two symbols of a name, functions of no definition, constants that a
    symbol may be called like, and relations in the place of numbers are refused.
    """
    import sympy as sp
    from sympy.core.function import AppliedUndef
    from sympy.printing.str import StrPrinter

    if not isinstance(relation, sp.core.relational.Relational):
        raise ValueError(
            f"{relation!r} is no lemma: needed is the text or the path of a lemma file, or a SymPy relation"
        )
    numbers = (sp.Symbol, sp.Rational, sp.Float, type(sp.pi), type(sp.E))
    other = [x for x in relation.atoms() if not isinstance(x, numbers)] + [*relation.atoms(AppliedUndef)]
    other += [side for side in relation.args if not isinstance(side, sp.Expr)]
    if other:
        raise ValueError(f"{other[0]} is no number that a lemma may speak of")
    letters = {}
    for symbol in sorted(relation.free_symbols, key=str):
        said = next((word for word in _ASSUMED if getattr(symbol, f"is_{word}")), None)
        if said is None:
            raise ValueError(f"the symbol {symbol} is not said to be real: symbols({str(symbol)!r}, real=True)")
        if symbol.assumptions0 != sp.Symbol(str(symbol), **{said: True}).assumptions0:
            raise ValueError(f"of the symbol {symbol} more is assumed than {said!r}, which is all that would be given")
        if str(symbol) in letters:
            raise ValueError(f"two symbols are called {symbol}")
        letters[str(symbol)] = said

    class Spelling(StrPrinter):  # type: ignore[misc]
        def _print_Pow(self, expr: Any, rational: bool = False) -> str:
            base, power = (f"({self._print(part)})" for part in expr.args)
            return f"sqrt{base}" if expr.exp == sp.S.Half else f"{base}^{power}"

        def _print_Exp1(self, expr: Any) -> str:
            return "exp(1)"

        def _print_Function(self, expr: Any) -> str:
            name = {"Abs": "abs", "Max": "max", "Min": "min"}.get(expr.func.__name__, expr.func.__name__)
            return f"{name}({', '.join(map(self._print, expr.args))})"

        _print_Abs = _print_Max = _print_Min = _print_Function  # noqa: N815

    spelling = Spelling()
    sign = {sp.Eq: "==", sp.Ne: "!=", sp.Gt: ">", sp.Ge: ">=", sp.Lt: "<", sp.Le: "<="}[relation.func]
    sides = (spelling.doprint(side) for side in (relation.lhs, relation.rhs))
    return {"show": f" {sign} ".join(sides), "letters": letters}
