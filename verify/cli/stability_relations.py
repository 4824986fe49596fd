"""What the verdict on one equilibrium means, as relations between the eigenvalues of V that the referee can decide.

All of them speak of slacks: numbers that are all positive exactly when the tangent eigenvalues lie in the open unit
disc. Stable: the smallest is positive. Unstable: it is negative. Marginal: it is exactly zero. With `exchanged` the
opposite verdict is written, for the false twin; of a state that is no equilibrium, that it is one.
"""

from __future__ import annotations

from typing import Any

from attnverify.verify.cli.eigensystem_data import Names

Relations = list[tuple[str, str]]
Defines = list[tuple[str, str]]


def consensus_relations(analysis: Any, record: Any, exchanged: bool) -> Relations:
    names, spectrum = Names(analysis.spectrum), analysis.spectrum
    k, says = record.eigenvalue, f"consensus on v_{record.eigenvalue + 1}"
    c = f"(1 + alpha*{names[k]})"
    if record.verdict is None:
        return [(f"{says}: {record.nature.value}", f"{c} {'>' if exchanged else '=='} 0")]
    relations = [(f"{says}: {record.nature.value}", f"{c} {'>' if record.nature.name == 'FIXED' else '<'} 0")]
    slacks = ["0"] if spectrum.eigenvalues[k].multiplicity > 1 else []
    for j in range(len(spectrum.eigenvalues)):
        if j != k:
            slacks.append(f"{c}**2 - {names.shifted_square(j)}")
            if analysis.system.causal:
                slacks.append(f"{c}**2 - {names.shifted_square(j).replace('alpha*', 'alpha/N*')}")
    if analysis.system.N > 1:
        moving = f"(1 + alpha/N*{names[k]})**2" if analysis.system.causal else "1"
        if not analysis.system.causal or spectrum.eigenvalues[k].multiplicity > 1:
            slacks.append(f"{c}**2 - {moving}")
    if analysis.system.causal:
        return [*relations, _verdict(says, record, slacks, slacks, exchanged)]
    outside = [f"{c}**2 - {names.shifted_square(_largest_modulus(spectrum, analysis.system.alpha))}"]
    if analysis.system.N > 1:
        outside.append(f"{c}**2 - 1")
    return [*relations, _verdict(says, record, slacks, outside, exchanged)]


def _largest_modulus(spectrum: Any, alpha: Any) -> int:
    """Where |1 + alpha lambda_j| is largest: if any eigenvalue is outside, this one is."""
    import attnverify.stability as st

    moduli = [abs(1 + st.analyses.middle(alpha) * st.analyses.middle(e.value)) for e in spectrum.eigenvalues]
    return max(range(len(moduli)), key=moduli.__getitem__)


def every_split_relations(analysis: Any, record: Any, exchanged: bool) -> Relations:
    """The relations from which instability follows for every split: see `stability.analyses.bipartite_analysis`."""
    names, k = Names(analysis.spectrum), record.eigenvalue
    own = names[k]
    real = ", ".join(names[j] for j, e in enumerate(analysis.spectrum.eigenvalues) if e.is_real)
    says = f"bipartite states on v_{k + 1}, every split: unstable fixed points"
    below = "<" if exchanged else ">"
    nonnegative = analysis.spectrum.eigenvalues[k].value >= 0
    relations = [(says, f"(alpha*{own})**2 < 1"), (says, f"Max({real}) {below} 0")]
    if nonnegative:
        return [*relations, (says, f"{own} >= 0"), (says, f"Max({real}) {below} {own}")]
    return [*relations, (says, f"{own} < 0"), (says, f"Min({real}) < {own}")]


def bipartite_relations(analysis: Any, record: Any, number: int, exchanged: bool) -> tuple[Relations, Defines]:
    names, spectrum = Names(analysis.spectrum), analysis.spectrum
    k, (p, q) = record.eigenvalue, record.split
    says = f"bipartite {p}+{q} on v_{k + 1}"
    E, tag = f"exp(2*a{k + 1})", f"_{number}"
    g1, g2, kappa, c1, c2 = (f"{name}{tag}" for name in ("g1", "g2", "kappa", "c1", "c2"))
    defines = [
        (g1, f"({p}*{E} - {q})/({p}*{E} + {q})"),
        (g2, f"({q}*{E} - {p})/({q}*{E} + {p})"),
        (kappa, f"({g1} + {g2})/2"),
        (c1, f"1 + alpha*{names[k]}*{g1}"),
        (c2, f"1 + alpha*{names[k]}*{g2}"),
    ]
    nature = {
        "FIXED": f"Min({c1}, {c2}) > 0",
        "TWO_CYCLE": f"Max({c1}, {c2}) < 0",
        "MOVES": f"{c1}*{c2} < 0",
        "UNDEFINED": f"{c1}*{c2} == 0",
    }
    claimed = "FIXED" if exchanged and record.verdict is None else record.nature.name
    relations = [(f"{says}: {record.nature.value}", nature[claimed])]
    if record.verdict is None:
        return relations, defines
    stable: list[str] = []
    unstable: list[str] = []
    for j, e in enumerate(spectrum.eigenvalues):
        if e.is_real and j != k:
            T = f"((1 + alpha*{names[j]}*(1 + {g1})/2)/{c1} + (1 + alpha*{names[j]}*(1 + {g2})/2)/{c2})"
            D = f"((1 + alpha*{names[j]})*(1 + alpha*{names[j]}*{kappa})/({c1}*{c2}))"
            slacks = [f"1 - {T} + {D}", f"1 + {T} + {D}", f"1 - {D}"]
            stable, unstable = stable + slacks, unstable + slacks
        elif j == k and e.multiplicity > 1:
            D = f"((1 + alpha*{names[k]})*(1 + alpha*{names[k]}*{kappa})/({c1}*{c2}))"
            slacks = ["0", f"1 - {D}**2"]
            stable, unstable = stable + slacks, unstable + slacks
        elif not e.is_real and e.value.imag > 0:
            more, (first, second) = _complex_slacks(names[j], g1, g2, kappa, c1, c2, f"_{j + 1}{tag}")
            defines += more
            stable += [first, second]
            unstable.append(f"Min({first}, Max({second}, -({first})))")
    for c, size in ((c1, p), (c2, q)):
        if size > 1:
            stable.append(f"{c}**2 - 1")
            unstable.append(f"{c}**2 - 1")
    return [*relations, _verdict(says, record, stable, unstable, exchanged)], defines


def _complex_slacks(
    name: str, g1: str, g2: str, kappa: str, c1: str, c2: str, tag: str
) -> tuple[list[tuple[str, str]], tuple[str, str]]:
    """Schur's two conditions for z^2 - T z + D with complex T and D, in real and imaginary parts."""
    x, y = f"re_{name}", f"im_{name}"
    s, u, w, f, g = (f"{letter}{tag}" for letter in ("s", "u", "w", "f", "g"))
    defines = [
        (s, f"alpha/2*((1 + {g1})/{c1} + (1 + {g2})/{c2})"),
        (u, f"1/{c1} + 1/{c2} + {s}*{x}"),
        (w, f"{s}*{y}"),
        (f, f"(1 + alpha*(1 + {kappa})*{x} + alpha**2*{kappa}*({x}**2 - {y}**2))/({c1}*{c2})"),
        (g, f"(alpha*(1 + {kappa})*{y} + 2*alpha**2*{kappa}*{x}*{y})/({c1}*{c2})"),
    ]
    first = f"1 - {f}**2 - {g}**2"
    second = f"({first})**2 - ({u} - {f}*{u} - {g}*{w})**2 - ({w} - {g}*{u} + {f}*{w})**2"
    return defines, (first, second)


def _verdict(says: str, record: Any, stable: list[str], unstable: list[str], exchanged: bool) -> tuple[str, str]:
    """The relation that a verdict means: the smallest slack is positive, negative or exactly zero."""
    verdict = record.verdict.value
    if exchanged:
        verdict = "unstable" if verdict == "stable" else "stable"
    slacks = unstable if verdict == "unstable" else stable
    comparison = {"stable": "> 0", "unstable": "< 0", "marginal": "== 0"}[verdict]
    return f"{says}: {verdict}", f"{f'Min({chr(44).join(slacks)})' if slacks else '1'} {comparison}"
