"""Writes docs/theorems.md: every theorem that proofs may use, with its exact premises and where it can be read."""

from pathlib import Path

from attnverify.verify.kernel.catalogue import THEOREMS
from attnverify.verify.report.rules import SIDES

WIKI = "https://en.wikipedia.org/wiki/"
SPECTRAL = f"{WIKI}Spectral_theorem"
MAPS = f"{WIKI}Stability_theory#Maps"
ABSIL = "https://doi.org/10.1137/040605266"
OPENED = {
    "monotone": f"{WIKI}Absolute_continuity",
    "rate on a level": "https://doi.org/10.1007/978-3-642-61798-0",
    "one solution": f"{WIKI}Carath%C3%A9odory%27s_existence_theorem",
    "limit of a bounded length": f"{WIKI}Absolute_continuity",
    "limit point": f"{WIKI}Bolzano%E2%80%93Weierstrass_theorem",
    "inverse": f"{WIKI}Rank%E2%80%93nullity_theorem",
    "some bound": f"{WIKI}Operator_norm",
    "fewer dimensions": f"{WIKI}Rank%E2%80%93nullity_theorem",
    "spectral gap": SPECTRAL,
    "Rayleigh": f"{WIKI}Rayleigh_quotient",
    "equal tokens": SPECTRAL,
    "equal tokens, any matrix": f"{WIKI}Block_matrix#Block_triangular_matrices",
    "triangular": f"{WIKI}Block_matrix#Block_triangular_matrices",
    "two groups": SPECTRAL,
    "symmetric derivative": f"{WIKI}Rayleigh_quotient",
    "inside, two groups": f"{WIKI}Jury_stability_criterion",
    "Schur-Cohn, only if": f"{WIKI}Jury_stability_criterion",
    "outside, two groups": f"{WIKI}Jury_stability_criterion",
    "indirect method, stable": MAPS,
    "indirect method, unstable": MAPS,
    "strict saddles": ABSIL,
    "strict saddles, one limit": ABSIL,
    "strict saddles, maps": "https://arxiv.org/abs/1710.07406",
    "normal pair": "https://doi.org/10.1098/rsta.1899.0003",
    "Wendel": "https://doi.org/10.7146/math.scand.a-10655",
}
HEAD = """# The theorems

What proofs may use without proof: {count} theorems. Everything else is logic and arithmetic. A premise is written as
`moment: new letters; facts |- what is to be proved`; `ae` is almost every time, `every` every time, `timeless` no
moment. Conditions are computed. Written by `python docs/theorems.py`.

The words for spectra (`spectrum`, `token_spectrum`, `group_spectrum`, `matrix_spectrum`, `inside_disc`, `outside_disc`)
say of F and S, besides what they say of eigenvalues: S is a state of the product of unit spheres that F maps to itself
near S, and F has a derivative there. So the indirect method asks for a fixed point and the word alone. Whoever shows
the word shows this too: by a derivative that is linear in the tangents, which `D` is only where there is one. Both
directions need no more than that F is differentiable at S: in a norm in which its derivative contracts, or expands one
part more than the other, what is left is smaller than any multiple of the distance.

An erratum to the paper of Absil, Mahony and Andrews concerns its Proposition 3.3; Theorem 3.2, used here, stands.
"""


def page() -> str:
    """The page as text."""
    parts = [HEAD.format(count=len(THEOREMS))]
    for name, entry in THEOREMS.items():
        lines = [f"## {name}\n", f"Letters: {'; '.join(f'`{text}`' for text in entry['letters'])}.\n", "Premises:\n"]
        lines += [f"- `{text}`" for text in entry["premises"]]
        lines += [f"- {SIDES[side.partition('(')[0]]}: `{side}`" for side in entry.get("sides", ())]
        lines += [f"\nThen{', at almost every time' if entry.get('almost') else ''}: `{entry['goal']}`\n"]
        parts.append("\n".join([*lines, f"{entry['cites']} [To read]({OPENED[name]}).\n"]))
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("theorems.md").write_text(page())
