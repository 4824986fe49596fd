"""POW-N3: for which step sizes the consensus of the Oja map at a simple eigenvalue of a real matrix is stable.

Where another eigenvalue is as large after the step, an orbit of equal tokens in its line or plane does not come to v.
"""

from __future__ import annotations

from proofs_checks.lemmas.complex_away import PLANE
from proofs_checks.lemmas.kept_away import OJA
from proofs_checks.power_method.proofs.consensus_steps import TANGENT_DELTA
from proofs_checks.power_method.proofs.models import Part, eigen, eigenvector
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
)

_OTHERS = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => {}".format
_SIMPLE = _OTHERS("(s - lam)^2 + w^2 > 0")
_LARGE = "((1 + alpha*{0})^2 + (alpha*{1})^2)".format
_CRITERION, _SLACK = f"{_LARGE('s', 'w')} < c^2", "alpha*(s^2 + w^2 - lam^2) < 2*(lam - s)"
_STABLE = "asymptotically_stable(oja, consensus)"
_FACTOR = ("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))
_FIXED = unfold("goal", intro("t", leaf(use=eigen("F"), norms=["c"])))
_SPECTRUM = "matrix_spectrum(oja, consensus, F, v, 1/c, alpha/c)"
_ENOUGH = intro(
    "",
    have(
        [
            _FACTOR,
            (
                _SPECTRUM,
                rule(
                    "equal tokens, any matrix",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    intro("t", KNOWN),
                    _FIXED,
                    leaf(use=[*eigen("F"), TANGENT_DELTA], norms=["c"]),
                    F="oja",
                    S="consensus",
                    U="F",
                    r="1/c",
                    k="alpha/(N*c)",
                    n="N",
                    new={"i": "t", "d": "delta"},
                ),
            ),
        ],
        rule(
            "indirect method, stable",
            _FIXED,
            rule(
                "inside, any matrix",
                KNOWN,
                take(_OTHERS(_CRITERION), ["s1", "w1"], leaf(f"1: {_LARGE('s1', 'w1')} < c^2", times=["c", "c"])),
                leaf("1: alpha > 0; lam > 0", times=["c"]),
                F="oja",
                S="consensus",
                U="F",
                r="1/c",
                k="alpha/c",
                new={"s": "s1", "w": "w1"},
            ),
            F="oja",
            S="consensus",
        ),
    ),
)

_PAIR = (
    "exists a in vector, b in vector, p in number, q in number: (a != 0 or b != 0) and dot(v, a) == 0"
    " and dot(v, b) == 0 and F(a) == s*a - w*b + p*v and F(b) == w*a + s*b + q*v"
)
_NOT = f"not {_STABLE}"
_NEVER = rule("contradiction", P=_STABLE, C=_CRITERION)
_KAPPA = "(1 + alpha*s)/c"


_GAP = "(s - lam)^2 + w^2 > 0"
_CLASH = absurd(lemma("LEM-two-signs", leaf(use=["s == lam", "w == 0"]), leaf(f"1: {_GAP}"), a="-((s - lam)^2 + w^2)"))


def _along(d: str, p: str) -> Tree:
    """A real eigenvalue, with the eigenvector d modulo v."""
    image = leaf(use=[*PLANE["given"][3:5], "w == 0"])
    large = leaf(f"1: {_LARGE('s', 'w')} - c^2 >= 0", "eq alpha^2*w: w == 0", times=["c", "c"])
    premises = [*[KNOWN] * 5, image, KNOWN, leaf(), large]
    return have(
        [
            ("s != lam", split("s == lam or s != lam", _CLASH, KNOWN)),
            (_NOT, lemma("LEM-real-eigenvalue-as-large", *premises, d=d, p=p, kappa=_KAPPA)),
        ],
        _NEVER,
    )


_REAL = split("a != 0 or b != 0", _along("a", "p"), _along("b", "q"))
_ROOT = f"sqrt({_LARGE('s', 'w')})"
_RHO = f"({_ROOT}/c)"
_COS, _SIN = f"((1 + alpha*s)/({_RHO}*c))", f"(alpha*w/({_RHO}*c))"
_ANGLE = f"exists t in number: -pi < t and t <= pi and cos(t) == {_COS} and sin(t) == {_SIN}"
_COMPLEX = have(
    [
        (f"{_LARGE('s', 'w')} > 0", leaf(f"1: {_LARGE('s', 'w')} - c^2 >= 0", "1: c > 0; c > 0")),
        (f"{_ROOT} >= c", rule("below the square", KNOWN, leaf(f"1: {_LARGE('s', 'w')} - c^2 >= 0"), a="c", b=_ROOT)),
        (f"{_RHO} >= 1", leaf(f"1: {_ROOT} >= c", times=["c"])),
        (_ANGLE, lemma("LEM-polar", leaf(), c=_COS, s=_SIN)),
    ],
    obtain(
        _ANGLE,
        "theta",
        have([(_NOT, lemma("LEM-complex-eigenvalue-as-large", rho=_RHO))], _NEVER),
    ),
)
_NEEDED = intro(
    ["", "s", "w", ""],
    have(
        [_FACTOR, "(s - lam)^2 + w^2 > 0"],
        cases(
            f"{_LARGE('s', 'w')} - c^2",
            unfold(
                "other_eigenvalue(F, v, s, w)",
                obtain(_PAIR, "a,b,p,q", split("w == 0 or w != 0", _REAL, _COMPLEX)),
            ),
            leaf(f"1: {_LARGE('s', 'w')} - c^2 < 0"),
        ),
    ),
)
_NOT_LARGER = have(
    [("s < lam", leaf("1/2: (s - lam)^2 + w^2 > 0", "1/2: s^2 + w^2 <= lam^2", times=["lam"]))],
    leaf("2: alpha > 0; s < lam", "1: alpha > 0; alpha > 0; s^2 + w^2 <= lam^2"),
)
_EXCESS = "(s^2 + w^2 - lam^2)"


def _either(times: list[str], back: str) -> Tree:
    """The criterion in other words, and back."""
    return both(intro("", leaf(f"1: {_CRITERION}", times=times)), intro("", leaf(back)))


_SMALLEST = have(
    [
        ("lam - s > 0", leaf("1: s <= r", "1: r < lam")),
        ("c + 1 + alpha*s > 0", leaf(f"1: {_LARGE('s', '0')} < c^2", times=["alpha", "lam - s"])),
        ("c + 1 + alpha*r > 0", leaf("1: c + 1 + alpha*s > 0", "1: alpha > 0; s <= r")),
    ],
    leaf("1: alpha > 0; r < lam; c + 1 + alpha*r > 0"),
)
_ROTATING = [[1, 0, 0], [0, "1/2", -3], [0, 3, "1/2"]]


def _instance(alpha: str) -> Part:
    """The eigenvalues 1 and 1/2 +- 3i."""
    return {"tokens": 2, "dim": 3, "letters": {"F": _ROTATING, "v": [1, 0, 0], "lam": 1, "alpha": alpha}}


_ALL = "forall s in number, w in number: {}".format
formal(
    "POW-N3",
    statement=model(
        {"letters": ["F: matrix; alpha: number"], "maps": [OJA]},
        eigenvector("F"),
        {
            "given": ["lam > 0", "alpha > 0", _SIMPLE],
            "show": [
                f"{_STABLE} => ({_OTHERS(_CRITERION)})",
                f"({_OTHERS(_CRITERION)}) => {_STABLE}",
                _ALL(f"({_CRITERION} => {_SLACK}) and ({_SLACK} => {_CRITERION})"),
                _ALL(f"(s - lam)^2 + w^2 > 0 and s^2 + w^2 <= lam^2 => {_CRITERION}"),
                _ALL(
                    f"s^2 + w^2 > lam^2 => ({_CRITERION} => alpha < 2*(lam - s)/(s^2 + w^2 - lam^2))"
                    f" and (alpha < 2*(lam - s)/(s^2 + w^2 - lam^2) => {_CRITERION})"
                ),
                "2*(1 - 1/2)/((1/2)^2 + 3^2 - 1^2) == 4/33",
                f"forall s in number, r in number: s <= r and r < lam and {_LARGE('s', '0')} < c^2"
                f" => {_LARGE('r', '0')} < c^2",
            ],
        },
    ),
    proof=[
        _NEEDED,
        _ENOUGH,
        intro("s,w", _either(["alpha"], f"1: alpha > 0; {_SLACK}")),
        intro(["s", "w", ""], _NOT_LARGER),
        intro(
            ["s", "w", ""],
            _either(["alpha", _EXCESS], f"1: alpha > 0; s^2 + w^2 > lam^2; alpha < 2*(lam - s)/{_EXCESS}"),
        ),
        leaf(),
        intro(["s", "r", ""], _SMALLEST),
    ],
    instance=_instance("1/10"),
    twin=Variant("twice the modulus after the step", {"< c^2": "< 4*c^2"}, _instance("1/2")),
)
