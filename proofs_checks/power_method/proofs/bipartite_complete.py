"""POW-N2: which bipartite points of the attention map are stable, for eigenvalues of both signs."""

from __future__ import annotations

from proofs_checks.lemmas.block_side import NO_FLIP
from proofs_checks.lemmas.schur_cohn import BELOW, DETERMINANT
from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POSITIVE, instance, values
from proofs_checks.power_method.proofs.bipartite_sides import (
    ENTRIES,
    FAR_LAST,
    FIRST,
    LAST,
    LAST_BUT_FLIPS,
    LAST_STEPS,
    LEFT,
    OTHERS,
    RIGHT,
    SIGNS,
    STABLE,
    at,
    off,
    on_block,
)
from proofs_checks.power_method.proofs.models import ATTENTION, P, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, cases, have, intro, leaf, lemma

GIVEN = f"lam < 0 and top > 0 and ({LAST_BUT_FLIPS})"
STEPS = [(SIGNS, lemma("LEM-odds")), *LAST_STEPS]
FAR = FAR_LAST.format("top")
SMALL = [f"lam*{LEFT} > top*q", f"lam*{RIGHT} > top*p"]
LARGER = have(
    STEPS,
    leaf(
        f"1: {FAR}",
        "1: -lam > 0; E > 0; sq p - q",
        "2: -lam > 0; p > 0; q > 0; E > 0; E < 1",
        times=["p", "q", "1 - E^2"],
    ),
)
NO_FLIP_AT_TOP = have(
    [
        *STEPS,
        *(
            (small, leaf(f"1: {FAR}", f"1: lam < 0; {side} < 0; {side} < 0; E > 0", times=[size, "1 - E^2"]))
            for small, side, size in ((SMALL[0], LEFT, "p"), (SMALL[1], RIGHT, "q"))
        ),
        *(
            (
                f"1 + {entry}(top) > {other}(top)",
                leaf(
                    f"1: alpha > 0; {small}",
                    f"2: {scale} > 0",
                    f"1: alpha > 0; top > 0; {size} > 0; E > 0",
                    times=[c, scale],
                ),
            )
            for entry, other, small, size, c, scale in (
                ("b11", "b12", SMALL[0], "p", "c1", "E1"),
                ("b22", "b21", SMALL[1], "q", "c2", "E2"),
            )
        ),
        *((f"{entry}(top) > 0", KNOWN) for entry in ENTRIES),
        (
            at("top", BELOW),
            leaf("1: 1 + b11(top) > b12(top); 1 + b22(top) > 0", "1: b12(top) > 0; 1 + b22(top) > b21(top)"),
        ),
        ("b11(top) > -1", leaf("1: b11(top) > 0", "1:")),
        ("b22(top) > -1", leaf("1: b22(top) > 0", "1:")),
    ],
    on_block("LEM-no-flip", "top"),
)
TRACE, DET = at("top", "(b11 + b22)"), at("top", DETERMINANT)
NOT_PRINCIPAL = have(
    [
        *(
            (
                f"{entry}(top) > 1",
                leaf(
                    f"1: alpha > 0; lam < top; {size} > 0; E > 0",
                    f"1: alpha > 0; lam > 0; {other} > 0",
                    times=[c, scale],
                ),
            )
            for entry, size, other, c, scale in (("b11", "p", "q", "c1", "E1"), ("b22", "q", "p", "c2", "E2"))
        ),
        off("top"),
        (
            f"(1 - {TRACE} + {DET} < 0) or ({DET} > 1 and {TRACE} > 0)",
            cases(
                f"1 - {TRACE} + {DET}",
                {
                    "right": both(
                        leaf(f"1: 1 - {TRACE} + {DET} >= 0", "1: b11(top) > 1", "1: b22(top) > 1"),
                        leaf("1: b11(top) > 1", "1: b22(top) > 1", "2:"),
                    )
                },
                {"left": KNOWN},
            ),
        ),
    ],
    lemma("LEM-real-root", a="b11(top)", b="b12(top)", c="b21(top)", e="b22(top)"),
)
HERE = instance(3, 2, values(odds="3", alpha="1/4", top=1))
TOO_LARGE = instance(2, 2, values(odds="1/10", lam=-1, V=symmetric(-1, "3/2", "-1/2"), top="3/2"))

formal(
    "POW-N2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        OTHERS,
        {
            "show": [
                "lam > 0 and lam < top => (exists z in number: z > 1 and"
                " (b11(top) - z)*(b22(top) - z) - b12(top)*b21(top) == 0)",
                f"{GIVEN} => top < -lam",
                f"{GIVEN} => ({at('top', NO_FLIP)})",
                "lam > 0 and top < lam and (p >= 2 and q >= 2 or top > 0) =>"
                f" ({STABLE} => {FIRST}) and ({FIRST} => {STABLE})",
                f"lam < 0 and top > 0 => ({STABLE} => {LAST}) and ({LAST} => {STABLE})",
            ],
        },
    ),
    proof=[
        intro("", NOT_PRINCIPAL),
        intro("", LARGER),
        intro("", NO_FLIP_AT_TOP),
        intro("", lemma("LEM-bipartite-positive")),
        intro("", lemma("LEM-bipartite-negative")),
    ],
    instance=HERE,
    twin=Variant("H doubled", {"H(e) := ": "H(e) := 2*"}, TOO_LARGE),
)
