"""The eigenvalues other than 1 of the Oja map at a polygonal state are those of V M, eigenvector by eigenvector."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.polygonal import MODE, POLYGON, STATE, J, instance
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma

_LIFT = "alpha/(N*kappa)*Pi({0}, {1})".format
_LIFTED = f"fn(h: {_LIFT('h', 'w')})"
_SUM = f"V(sum(i: {_LIFT('i', 'w')}))"
_S = "V(sum(j: d[j]))"
_VM = "alpha/N*V(M({0})) == kappa*{0}".format

formal(
    "LEM-same-push",
    title="A tangential push by equal vectors is the same",
    statement={
        "letters": ["x, r, u, w, z: vector; k: number"],
        "given": ["z == r + k*(u - dot(x, u)*x)", "u == w"],
        "show": ["z == r + k*(w - dot(x, w)*x)"],
    },
    proof=leaf(use=["z == r + k*(u - dot(x, u)*x)", "u == w"]),
    instance={"dim": 1, "letters": {"x": [1], "r": [2], "u": [3], "w": [3], "z": [2], "k": 5}},
    twin=Variant(
        "opposite vectors",
        {"u == w": "u == -w"},
        {"dim": 2, "letters": {"x": [1, 0], "r": [2, 0], "u": [0, 3], "w": [0, -3], "z": [2, 15], "k": 5}},
    ),
)

_PUSHED = f"D(oja, x, {_LIFTED}, t) == {_LIFT('t', 'w')} + alpha/N*Pi(t, {_SUM})"
_AT_W = _PUSHED.replace(_SUM, "w")
_FROM_VM = have(
    [
        (f"{_SUM} == w", lemma("LEM-same-multiple", u="alpha/N*V(M(w))", w="kappa*w", k="1/kappa")),
        (f"forall i: dot(x[i], {_LIFT('i', 'w')}) == 0", intro("t", leaf(use=STATE))),
        (
            f"forall i: D(oja, x, {_LIFTED}, i) == (1 + kappa)*({_LIFT('i', 'w')})",
            intro(
                "t",
                have(
                    [
                        (_PUSHED, leaf(use=STATE, norms=["1"])),
                        (
                            _AT_W,
                            lemma(
                                "LEM-same-push",
                                x="x[t]",
                                r=_LIFT("t", "w"),
                                u=_SUM,
                                w="w",
                                z=f"D(oja, x, {_LIFTED}, t)",
                                k="alpha/N",
                            ),
                        ),
                    ],
                    lemma(
                        "LEM-same-chain",
                        KNOWN,
                        leaf(),
                        u=f"D(oja, x, {_LIFTED}, t)",
                        w=f"{_LIFT('t', 'w')} + alpha/N*Pi(t, w)",
                        z=f"(1 + kappa)*({_LIFT('t', 'w')})",
                    ),
                ),
            ),
        ),
    ],
    both(KNOWN, KNOWN, KNOWN),
)
_MOVED = J.replace("[i]", "[t]").replace("(i,", "(t,")
_MODES = (
    "(sum(i: dot(D(oja, x, d, i), d[i])) == sum(i: dot(d[i], D(oja, x, d, i)))) and "
    f"(forall i: D(oja, x, d, i) == {J}) and ((forall i: {J} == (1 + kappa)*d[i])"
    " => kappa*sum(i: d[i]) == alpha/N*M(V(sum(i: d[i]))))"
)
_TO_VM = have(
    [
        (_MODES, lemma("POW-N6.modes", e="d")),
        (
            f"forall i: {J} == (1 + kappa)*d[i]",
            intro(
                "t",
                have(
                    [f"D(oja, x, d, t) == {_MOVED}", "D(oja, x, d, t) == (1 + kappa)*d[t]"],
                    lemma("LEM-both-equal", a="D(oja, x, d, t)", b=_MOVED, c="(1 + kappa)*d[t]"),
                ),
            ),
        ),
        "kappa*sum(i: d[i]) == alpha/N*M(V(sum(i: d[i])))",
        (
            _VM(_S),
            lemma("LEM-same-image", u=f"alpha/N*M({_S})", w="kappa*sum(i: d[i])", M="V"),
        ),
        (
            f"forall i: d[i] == {_LIFT('i', _S)}",
            intro(
                "t",
                have(
                    [
                        f"{_MOVED} == (1 + kappa)*d[t]",
                        (
                            f"alpha/N*Pi(t, {_S}) == kappa*d[t]",
                            lemma("LEM-same-combination", u=_MOVED, w="(1 + kappa)*d[t]", z="d[t]", k="1", l="-1"),
                        ),
                    ],
                    lemma("LEM-scale", u=f"alpha/N*Pi(t, {_S})", w="d[t]", k="kappa"),
                ),
            ),
        ),
    ],
    KNOWN,
)
_MODE = "(forall i: dot(x[i], d[i]) == 0) and (forall i: D(oja, x, d, i) == (1 + kappa)*d[i])"
SHOWN = [
    f"{_VM('w')} => (forall i: dot(x[i], {_LIFT('i', 'w')}) == 0)"
    f" and (forall i: D(oja, x, {_LIFTED}, i) == (1 + kappa)*({_LIFT('i', 'w')})) and {_SUM} == w",
    f"{_MODE} => {_VM(_S)}",
    f"{_MODE} => (forall i: d[i] == {_LIFT('i', _S)})",
]
_HERE = {**{name: value for name, value in MODE.items() if name != "e"}, "w": [1, 0]}

formal(
    "POW-N6.spectrum",
    title="The eigenvalues other than 1 of the Oja map at a polygonal point are those of V M, with their multiplicity",
    sentence=(
        r"At a state with $\sum_jx_j = 0$ of the Oja map and for $\kappa \ne 0$, $w \mapsto d_i ="
        r" \frac{\alpha}{N\kappa}\Pi_iw$ takes the vectors with $\frac{\alpha}{N}VMw = \kappa w$ to the tangent vectors"
        r" with $Jd = (1 + \kappa)d$, and $d \mapsto V\sum_jd_j$ takes them back: the eigenvalues of J other than 1 are"
        r" $1 + (\alpha/N)\mu$, $\mu$ the non-zero eigenvalues of VM, $M = \sum_i\Pi_i$, with the same multiplicity."
    ),
    reading="the first part of POW-N6; that J is symmetric is POW-N6.modes; not decided here: how many exceed 1",
    statement=model(
        V,
        OJA,
        POLYGON,
        {
            "letters": ["d[token], w: vector; kappa: number"],
            "given": ["kappa != 0"],
            "show": SHOWN,
        },
    ),
    proof=[intro("", _FROM_VM), *[intro("", _TO_VM)] * 2],
    instance=instance(_HERE),
    twin=Variant(
        "without the number of tokens",
        {_VM("w"): _VM("w").replace("alpha/N", "alpha")},
        instance({**_HERE, "kappa": 12}),
    ),
)
