"""Polygonal states on one line: the eigenvalues other than 1 are those of the compression of V across the line."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, instance
from proofs_checks.power_method.proofs.polygonal_all import letter
from proofs_checks.power_method.proofs.polygonal_modes import SHOWN
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split

_ACROSS = "(V({0}) - dot(v, V({0}))*v)".format
_EIGEN = "alpha*{1} == kappa*{0}".format
_S, _C = "sum(j: d[j])", "1/N*c"
_D = "D(oja, x, fn(h: 1/N*c), {0})".format


def _same(w: str) -> tuple[str, Tree]:
    """On the line of u all tokens have one projector."""
    at = f"V({w}) - dot(x[t], V({w}))*x[t] == {_ACROSS(w)}"
    return at, split("x[t] == v or x[t] == -v", leaf(use=["x[t] == v"]), leaf(use=["x[t] == -v"]))


_STEP = f"{_D('t')} == {_C} + alpha/N*{_ACROSS('c')}"
_SHARED = f"1/N*(kappa*c) == alpha/N*{_ACROSS('c')}"
_MOVED = f"{_D('t')} == {_C} + 1/N*(kappa*c)"
_CASES = ["x[t] == v", "x[t] == -v"]
_UP = have(
    [
        (
            "forall i: dot(x[i], c) == 0",
            intro("t", split(" or ".join(_CASES), *(leaf(use=[case, "dot(v, c) == 0"]) for case in _CASES))),
        ),
        (f"forall i: dot(x[i], {_C}) == 0", intro("t", leaf(use=["dot(x[t], c) == 0"]))),
        (
            f"forall i: {_D('i')} == (1 + kappa)*({_C})",
            intro(
                "t",
                have(
                    [
                        _same("c"),
                        (
                            _STEP,
                            lemma(
                                "LEM-replaced-term",
                                lemma(
                                    "LEM-same-multiple", u=_ACROSS("c"), w="V(c) - dot(x[t], V(c))*x[t]", k="alpha/N"
                                ),
                                leaf(use=[*STATE, "forall i: dot(x[i], c) == 0"], norms=["1"]),
                                a=_D("t"),
                                b=_C,
                                u=f"alpha/N*{_ACROSS('c')}",
                                w="alpha/N*(V(c) - dot(x[t], V(c))*x[t])",
                            ),
                        ),
                        (_SHARED, lemma("LEM-same-multiple", u="kappa*c", w=f"alpha*{_ACROSS('c')}", k="1/N")),
                        (
                            _MOVED,
                            lemma(
                                "LEM-replaced-term",
                                a=_D("t"),
                                b=_C,
                                u="1/N*(kappa*c)",
                                w=f"alpha/N*{_ACROSS('c')}",
                            ),
                        ),
                    ],
                    lemma(
                        "LEM-same-chain",
                        KNOWN,
                        leaf(),
                        u=_D("t"),
                        w=f"{_C} + 1/N*(kappa*c)",
                        z=f"(1 + kappa)*({_C})",
                    ),
                ),
            ),
        ),
    ],
    both(KNOWN, KNOWN),
)
_SPECTRUM = " and ".join(f"({text})" for text in SHOWN)
_LIFTED = f"alpha/(N*kappa)*Pi(i, V({_S}))"
_WHOLE = f"{_S} == alpha/kappa*{_ACROSS(_S)}"
_DOWN = have(
    [
        (_SPECTRUM, lemma("POW-N6.spectrum")),
        (f"forall i: d[i] == {_LIFTED}", intro("t", KNOWN)),
        (
            f"forall i: d[i] == alpha/(N*kappa)*{_ACROSS(_S)}",
            intro(
                "t",
                have(
                    [_same(_S), (f"d[t] == {_LIFTED.replace('(i,', '(t,')}", KNOWN)],
                    lemma(
                        "LEM-same-chain",
                        KNOWN,
                        lemma("LEM-same-multiple", u=f"Pi(t, V({_S}))", w=_ACROSS(_S), k="alpha/(N*kappa)"),
                        u="d[t]",
                        w=_LIFTED.replace("(i,", "(t,"),
                        z=f"alpha/(N*kappa)*{_ACROSS(_S)}",
                    ),
                ),
            ),
        ),
        (
            _WHOLE,
            rule(
                "equal vector sums",
                e="fn(j: d[j])",
                f=f"fn(j: alpha/(N*kappa)*{_ACROSS(_S.replace('j', 'h'))})",
                new={"x": "t"},
            ),
        ),
        (
            f"dot(v, {_S}) == dot(v, alpha/kappa*{_ACROSS(_S)})",
            lemma("LEM-same-dot", u=_S, w=f"alpha/kappa*{_ACROSS(_S)}", z="v"),
        ),
    ],
    both(
        leaf(f"eq 1: dot(v, {_S}) == dot(v, alpha/kappa*{_ACROSS(_S)})", use=["dot(v, v) == 1"]),
        lemma("LEM-same-multiple", u=f"alpha/kappa*{_ACROSS(_S)}", w=_S, k="kappa"),
        intro(
            "t",
            lemma(
                "LEM-same-chain",
                KNOWN,
                lemma("LEM-same-multiple", u=f"alpha/kappa*{_ACROSS(_S)}", w=_S, k="1/N"),
                u="d[t]",
                w=f"alpha/(N*kappa)*{_ACROSS(_S)}",
                z=f"1/N*{_S}",
            ),
        ),
    ),
)
_HERE = {
    "V": [["2", "1"], ["1", "-1"]],
    "alpha": "3",
    "kappa": -3,
    "v": [1, 0],
    "c": [0, 2],
    "x": [[1, 0], [-1, 0]],
    "d": [[0, 1], [0, 1]],
}

formal(
    "POW-N6.line",
    title="The eigenvalues other than 1 of the Oja map at a polygonal state on a line are those of V across it",
    sentence=(
        r"At a state of the Oja map with $\sum_jx_j = 0$, all tokens $\pm u$, and for $\kappa \ne 0$, $c \mapsto d_i ="
        r" c/N$ takes the vectors $c \perp u$ with $\alpha Cc = \kappa c$, C the compression of V to $u^\perp$, to the"
        r" tangent vectors with $Jd = (1 + \kappa)d$, and $d \mapsto \sum_jd_j$ takes them back: the eigenvalues of J"
        r" other than 1 are $1 + \alpha\nu$, $\nu$ the non-zero eigenvalues of C, with the same multiplicity."
    ),
    reading="the last part of POW-N6, without the count of the positive ones",
    statement=model(
        V,
        OJA,
        POLYGON,
        {
            "letters": ["d[token], v, c: vector; kappa: number"],
            "given": ["dot(v, v) == 1", "forall i: x[i] == v or x[i] == -v", "kappa != 0"],
            "show": [
                f"dot(v, c) == 0 and {_EIGEN('c', _ACROSS('c'))} => (forall i: dot(x[i], {_C}) == 0)"
                f" and (forall i: {_D('i')} == (1 + kappa)*({_C}))",
                "(forall i: dot(x[i], d[i]) == 0) and (forall i: D(oja, x, d, i) == (1 + kappa)*d[i])"
                f" => dot(v, {_S}) == 0 and {_EIGEN(_S, _ACROSS(_S))} and (forall i: d[i] == 1/N*{_S})",
            ],
        },
    ),
    proof=[intro("", _UP), intro("", letter("w", "vector", "v", _DOWN))],
    instance=instance(_HERE, tokens=2),
    twin=Variant(
        "the number of tokens twice",
        {f"alpha*{_ACROSS('c')} == kappa*c": f"alpha/N*{_ACROSS('c')} == kappa*c"},
        instance({**_HERE, "kappa": "-3/2"}, tokens=2),
    ),
)
