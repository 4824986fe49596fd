"""The symbols of the paper as SymPy symbols, with one name each, so that a witness means the same in every claim."""

from dataclasses import dataclass
from typing import Any

from attnverify.verify.lazy import lazy

sp = lazy("sympy")


@dataclass(frozen=True)
class Symbols:
    """Real unless said otherwise; `positive` also makes SymPy simplify sqrt(c**2) to c."""

    alpha: Any
    lambda_1: Any
    lambda_j: Any
    lambda_k: Any
    lambda_d: Any
    N: Any
    p: Any
    q: Any
    d: Any
    E: Any
    g: Any
    c: Any


def symbols() -> Symbols:
    """alpha, c, g, E positive; N, p, q, d positive integers; eigenvalues real. E = g**2 = e^(2a), a = v_k^T P v_k."""
    return Symbols(
        alpha=sp.Symbol("alpha", positive=True),
        lambda_1=sp.Symbol("lambda_1", real=True),
        lambda_j=sp.Symbol("lambda_j", real=True),
        lambda_k=sp.Symbol("lambda_k", real=True),
        lambda_d=sp.Symbol("lambda_d", real=True),
        N=sp.Symbol("N", integer=True, positive=True),
        p=sp.Symbol("p", integer=True, positive=True),
        q=sp.Symbol("q", integer=True, positive=True),
        d=sp.Symbol("d", integer=True, positive=True),
        E=sp.Symbol("E", positive=True),
        g=sp.Symbol("g", positive=True),
        c=sp.Symbol("c", positive=True),
    )
