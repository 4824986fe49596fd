"""Positivity by a form: an expression equals a form in atoms whose signs are known, and the form is positive for them.

A step of a proof by hand reads "m > 0, because m = (w u^2 + h)/S with w, h, S > 0". The identity is checked with the
atoms written out, the inequality with the atoms as independent variables; together they prove m > 0 wherever the atoms
have their signs. That they have them is a hypothesis, or an earlier step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy

sp = lazy("sympy")


def positive_by(
    expr: Any,
    form: Callable[..., Any],
    *,
    scope: str,
    positive: Mapping[str, Any] | None = None,
    nonnegative: Mapping[str, Any] | None = None,
    real: Mapping[str, Any] | None = None,
    given: Sequence[Any] = (),
    strict: bool = True,
) -> Evidence:
    """Evidence for expr > 0 (or >= 0, where not `strict`) from expr = form(atoms).

    positive, nonnegative, real : name -> what the atom stands for; real atoms may enter the form as squares.
    given : further relations, used only to find a refuting point of the identity.
    """
    positive, nonnegative, real = positive or {}, nonnegative or {}, real or {}
    actual = {**positive, **nonnegative, **real}
    atoms = {name: sp.Symbol(name, real=True) for name in actual}
    numerator = sp.fraction(sp.together(form(**atoms)))[0]
    signs = [*(atoms[name] > 0 for name in positive), *(atoms[name] >= 0 for name in nonnegative)]
    return conjunction(
        {
            "the expression is the form": decide.identity({"form": (expr, form(**actual))}, given=given, scope=scope),
            "the form is positive for atoms of these signs": decide.inequality(
                form(**atoms) > 0 if strict else form(**atoms) >= 0,
                signs,
                degree=sp.Poly(numerator, *atoms.values()).total_degree(),
                squares=tuple(atoms[name] for name in real),
                scope=scope,
            ),
        },
        scope=scope,
    )
