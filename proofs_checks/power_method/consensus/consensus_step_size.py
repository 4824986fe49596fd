"""Supplement D.2, Lemma 4: for which step sizes the consensus points are stable, and that the bound is sharp.

The spectra of Lemma 3 turn stability into inequalities between the eigenvalues of V: the tangent spectrum at v_1 lies
inside the unit disc iff |1 + alpha lambda_j| < 1 + alpha lambda_1 for all j and 1 < 1 + alpha lambda_1. By the indirect
method a spectral radius below 1 means asymptotic stability and one above 1 instability; at 1 it says nothing, which is
why the bound itself is treated by its 2-periodic circle. N enters the spectrum through multiplicities only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

Decider = Callable[..., Evidence]
SIZES = {"N": 3, "d": 3}
INSTANCE = {"alpha": "1/2", "lambda_1": "1", "lambda_j": "-1/2", "lambda_k": "-1/2", "lambda_d": "-3", "N": 4, "d": 3}
_EVERY = "all N >= 1, all d >= 2, every symmetric V with lambda_1 > 0 simple (lambda_{} = lambda_d and zero allowed)"
EVERY, EVERY_K = _EVERY.format("j"), _EVERY.format("k")


def deciders() -> Sequence[Decider]:
    """The two independent routes for inequalities."""
    return decide.inequality, decide.smt


def within_bound(bound: Any) -> Any:
    """alpha < bound/(|lambda_d| - lambda_1) where lambda_d < -lambda_1, without a division."""
    s = symbols()
    return s.alpha * (-s.lambda_d - s.lambda_1) < bound


def ordered(eigenvalue: Any) -> list[Any]:
    """Assumption 1 as far as it is used: 0 < lambda_1, and lambda_d <= eigenvalue < lambda_1."""
    s = symbols()
    return [s.lambda_1 > 0, eigenvalue < s.lambda_1, s.lambda_d <= eigenvalue]


def inside_disc(decider: Decider, given: Sequence[Any], scope: str) -> dict[str, Evidence]:
    """All tangent eigenvalues at the consensus on v_1 lie strictly inside the unit disc."""
    s = symbols()
    principal = 1 + s.alpha * s.lambda_1
    return {
        "|1 + alpha lambda_j| < 1 + alpha lambda_1": decider(
            sp.Abs(1 + s.alpha * s.lambda_j) < principal, given, scope=scope
        ),
        "1/(1 + alpha lambda_1) < 1": decider(principal > 1, given, scope=scope),
    }


@illustration(
    "POW-L4.stable",
    title="Stability of the principal consensus",
    statement=(
        r"Let V be symmetric with $\lambda_1 > 0$ simple. If $|\lambda_d| \le \lambda_1$ the consensus at $v_1$ of the"
        r" Oja map is locally asymptotically stable for every $\alpha > 0$; if $|\lambda_d| > \lambda_1$ it is for"
        r" $\alpha < 2/(|\lambda_d| - \lambda_1)$. (By the indirect method: spectral radius below 1.)"
    ),
    source=Source(PAPER, "Lemma 4", reconstructed=True),
    kind="stability",
)
def stable(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    given = ordered(s.lambda_j)
    for decider in deciders():
        parts: dict[str, Evidence] = {}
        # As lambda_d < lambda_1, these are |lambda_d| <= lambda_1 and |lambda_d| > lambda_1.
        small, large = [-s.lambda_d <= s.lambda_1], [-s.lambda_d > s.lambda_1, within_bound(bound)]
        for says, case in (("|lambda_d| <= lambda_1, every alpha", small), ("|lambda_d| > lambda_1", large)):
            found = inside_disc(decider, [*given, *case], EVERY)
            parts |= {f"{says}: {part}": evidence for part, evidence in found.items()}
        yield conjunction(parts, scope=EVERY)


@illustration(
    "POW-L4.sharp",
    title="The step bound is sharp where |lambda_d| > lambda_1",
    statement=(
        r"For symmetric V with $0 < \lambda_1$, $\lambda_d < \lambda_1$ and $\alpha > 0$, the number $(1 +"
        r" \alpha\lambda_d)/(1 + \alpha\lambda_1)$, an eigenvalue at the consensus on $v_1$ (POW-L3.class2), is above,"
        r" at or below $-1$ as $\alpha(-\lambda_d - \lambda_1)$ is below, at or above 2, which is reached only if"
        r" $|\lambda_d| > \lambda_1$. If $|\lambda_d| > \lambda_1$, the consensus on $v_1$ is not asymptotically stable"
        r" at $\alpha = 2/(|\lambda_d| - \lambda_1)$, and beyond it is unstable: a restriction of $\alpha$ is needed."
    ),
    reading=(
        r"decided here: that the bound is needed where $|\lambda_d| > \lambda_1$, and that $-1$ is reached only there;"
        " that nothing is needed elsewhere is POW-L4.stable"
    ),
    source=Source(PAPER, "Lemma 4, Remark 4, D.4.2", reconstructed=True),
    kind="step-size bound",
)
def sharp(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    principal, last = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_d
    given = [s.lambda_1 > 0, s.lambda_d < s.lambda_1]
    slack = bound - s.alpha * (-s.lambda_d - s.lambda_1)
    exact = {"1 + eigenvalue": (1 + last / principal, slack / principal)}
    circle = {"at the bound the circle has period 2": circle_of_period_two()}
    parts = {
        "the distance of the eigenvalue from -1": decide.identity(exact, given=given, scope=EVERY),
        "1 + alpha lambda_1 > 0": decide.inequality(principal > 0, given, scope=EVERY),
    }
    yield conjunction(parts | circle, scope=EVERY)

    sides = {
        "below the bound": (last > -principal, slack > 0),
        "at the bound, not below -1": (last >= -principal, sp.Eq(slack, 0)),
        "at the bound, not above -1": (last <= -principal, sp.Eq(slack, 0)),
        "beyond the bound": (last < -principal, slack < 0),
    }
    by_case = {says: decide.smt(goal, [*given, case], scope=EVERY) for says, (goal, case) in sides.items()}
    yield conjunction(by_case | circle, scope=EVERY)


def circle_of_period_two(bound: Any = 2) -> Evidence:
    """One step at alpha = bound/(|lambda_d| - lambda_1) maps the consensus on C v_1 + S v_d to that on C v_1 - S v_d.

    The factor r in y = r x' is (|lambda_d| + lambda_1)/(|lambda_d| - lambda_1) > 0, so this is the normalised map.
    """
    s = symbols()
    C, S = sp.symbols("C S", real=True)
    V = derivations.plane(s.lambda_1, s.lambda_d)
    pairs: cs.Pairs = {}
    for sign in (1, -1):
        X = np.array([[C, sign * S]], dtype=object)
        y = st.oja_step(X, V, bound / (-s.lambda_d - s.lambda_1), counts=np.array([s.N], dtype=object))
        mirrored = (s.lambda_1 - s.lambda_d) / (-s.lambda_d - s.lambda_1) * sp.Matrix([[C, -sign * S]])
        pairs[f"from S v_d with sign {sign:+d}"] = (sp.Matrix(y), mirrored)
    found: Evidence = decide.identity(
        pairs,
        scope="all N >= 1, all d >= 2, every V with lambda_1 > 0 and -lambda_d > lambda_1, every point of the circle",
        given=[s.lambda_1 > 0, -s.lambda_d > s.lambda_1],
        relations=[(S**2, 1 - C**2)],
    )
    return found


def unstable_points(decider: Decider, bound: Any, scope: str) -> dict[str, Evidence]:
    """(1 + alpha lambda_1)/|1 + alpha lambda_k| > 1 for k != 1, in both cases of the sign of 1 + alpha lambda_k."""
    s = symbols()
    principal, factor = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_k
    given = ordered(s.lambda_k)
    return {
        "1 + alpha lambda_k > 0, every alpha: an unstable equilibrium": decider(
            principal > factor, [*given, factor > 0], scope=scope
        ),
        "1 + alpha lambda_k < 0, alpha admissible: an unstable 2-cycle": decider(
            principal > -factor, [*given, factor < 0, within_bound(bound)], scope=scope
        ),
    }


@illustration(
    "POW-L4.unst",
    title="Other consensus points are unstable",
    statement=(
        r"Under Assumption 1, for $k \neq 1$ and every $\alpha > 0$ with $\alpha(|\lambda_d| - \lambda_1) < 2$"
        r" and $1 + \alpha\lambda_k \neq 0$, the eigenvalue $(1 + \alpha\lambda_1)/|1 + \alpha\lambda_k|$ at $v_k$"
        r" exceeds 1. Where $1 + \alpha\lambda_k > 0$ this makes an equilibrium unstable (by the indirect"
        r" method), where it is negative the 2-cycle of $v_k$ and $-v_k$; where it is zero the map is"
        r" undefined at the point."
    ),
    source=Source(PAPER, "Lemma 4", reconstructed=True),
    kind="stability",
)
def unstable(bound: int = 2) -> Iterator[Evidence]:
    scope = f"{EVERY_K}; 1 + alpha lambda_k positive (equilibrium) or negative (2-cycle)"
    for decider in deciders():
        yield conjunction(unstable_points(decider, bound, scope), scope=scope)
