"""POW-L7.conv: along a trajectory of the Oja map the tangent parts of the pull tend to zero, as at its limit points."""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy_limits import RISES, SUMMED, VANISH
from proofs_checks.power_method.proofs.energy_sum import HERE, LONG, ORBIT, UNITS
from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.one_limit import LIMIT, NEAR, SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, have, intro, leaf, lemma, obtain, rule, split, take

PULL = "V(sum(h: {0}[h]))/N".format
ACROSS = f"{PULL('{0}')} - dot({{0}}[i], {PULL('{0}')})*{{0}}[i] == 0".format
ENDS = LIMIT.replace("t(S, i) == 0", ACROSS("S"))
AGAIN = (
    "(forall r in number: r > 0"
    " => (forall s in size: exists n in size: n >= s and (forall i: norm(x[n, i] - Z[i]) < r)))"
)
GAP = "norm(Z[p] - S[p])"
NEVER = f"exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - S[i]) < {GAP}/2)"
BACK = f"exists n in size: n >= s0 and (forall i: norm(x[n, i] - Z[i]) < {GAP}/2)"
NEAR_S, NEAR_Z = (f"norm(x[m, p] - {z}[p]) < {GAP}/2" for z in "SZ")
BETWEEN = "norm((x[m, p] - S[p]) + (Z[p] - x[m, p])) <= norm(x[m, p] - S[p]) + norm(Z[p] - x[m, p])"
SAME = split(
    f"{GAP} <= 0 or {GAP} > 0",
    rule("equal vectors", leaf(f"1: {GAP} <= 0; {GAP} >= 0"), u="Z[p]", w="S[p]"),
    take(
        NEAR,
        [f"{GAP}/2"],
        have(
            [NEVER],
            obtain(
                NEVER,
                "s0",
                take(
                    AGAIN,
                    [f"{GAP}/2", "s0"],
                    obtain(
                        BACK,
                        "m",
                        have(
                            [
                                NEAR_S,
                                NEAR_Z,
                                (BETWEEN, rule("triangle", u="x[m, p] - S[p]", w="Z[p] - x[m, p]")),
                            ],
                            absurd(
                                lemma(
                                    "LEM-two-signs",
                                    leaf(f"1: {BETWEEN}"),
                                    leaf(f"1: {NEAR_S}", f"1: {NEAR_Z}"),
                                    a=f"norm(x[m, p] - S[p]) + norm(x[m, p] - Z[p]) - {GAP}",
                                )
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
AT_STEP = [text.format("norm(x[n0, i] + alpha*V(sum(j: x[n0, j])/sum(j: 1)))") for text in ("{} > 0", "{} < 2")]
DEFINED = " and ".join(f"(forall i: {text})" for text in AT_STEP)
EVERYWHERE = (
    LONG,
    intro(
        "n0,i0",
        have(
            [
                (
                    DEFINED,
                    lemma(
                        "LEM-oja-defined",
                        *[KNOWN] * 4,
                        intro("i1", take(UNITS, ["n0", "i1"], KNOWN)),
                        L="norm_of_V",
                        x="fn(h: x[n0, h])",
                    ),
                )
            ],
            KNOWN,
        ),
    ),
)
BOUNDED = have([SMALL, EVERYWHERE, (f"({RISES}) and ({SUMMED}) and ({VANISH})", lemma("POW-L7.conv.tangent"))], KNOWN)
EQUAL = "forall i: Z[i] == S[i]"
AT_TOKEN = ACROSS("{0}").replace("[i]", "[k]").removesuffix(" == 0").format
SUMS = "sum(h: Z[h]) == sum(h: S[h])"
AT_LIMIT = have(
    [
        (EQUAL, intro("p", SAME)),
        (SUMS, rule("equal vector sums", KNOWN, e="Z", f="S", new={"x": "q"})),
        ("Z[k] == S[k]", KNOWN),
        (f"forall i: {ACROSS('S')}", KNOWN),
        (ACROSS("S").replace("[i]", "[k]"), KNOWN),
        (f"{AT_TOKEN('Z')} == {AT_TOKEN('S')}", leaf(use=[SUMS, "Z[k] == S[k]"])),
    ],
    lemma("LEM-same-chain", u=AT_TOKEN("Z"), w=AT_TOKEN("S"), z="0*S[k]"),
)
formal(
    "POW-L7.conv",
    statement=model(
        V,
        OJA,
        {**ORBIT, "given": [text for text in ORBIT["given"] if text != LONG]},
        {"show": [SUMMED, VANISH, f"forall Z in state: {AGAIN} => (forall i: {ACROSS('Z')})"]},
    ),
    proof=[
        BOUNDED,
        BOUNDED,
        have([SMALL, (ENDS, lemma("LEM-oja-limit", L="norm_of_V"))], obtain(ENDS, "S", intro("Z,,k", AT_LIMIT))),
    ],
    instance=HERE,
    twin=Variant("the sum is negative", {"<= N*norm_of_V/gain": "<= -N*norm_of_V/gain"}, HERE),
)
