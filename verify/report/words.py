"""The words of the statement language that are not read at once, explained under the statements in which they occur."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from ..kernel.definitions import definitions
from ..kernel.printing import text as written
from .proofs import worded
from .statements import statement

_CALLED = re.compile(r"\b([A-Za-z_]+)\(")

# What is built into the kernel and has no definition in the language. Formulas stand between backquotes.
_BUILT_IN = {
    "unit": "`unit(x)`: x divided by its length",
    "diam": "diam: the largest distance between two members of a family",
    "rate": "`rate(z)`: the derivative in time, where there is one",
    "start": "`start(z)`: the value at time 0",
    "almost_always": "at almost every time: at all times but those of a set of measure zero",
    "dim": "`dim(E)`: the dimension of a space",
    "D": "`D(F, X, d, i)`: the derivative of token i of F at the state X in the direction d",
    "value": "`value(F, X, i)`: token i of what F makes of the state X",
    "before": "`before(i)`: the tokens before i",
    "upto": "`upto(i)`: the tokens up to i, itself included",
    "positive_definite": "`positive_definite(W)`: `w != 0 => dot(w, W(w)) > 0` for all w",
    "on": "`on(F, X)`: X fulfils the condition after 'on' in the definition of F",
    "spectrum": "`spectrum(F, X, V, v, f, r)`: every eigenvalue m of V on the complement of v gives the tangent"
    " eigenvalues f(m), once, and r, once less than there are tokens",
    "group_spectrum": "group spectrum: for two groups of tokens every eigenvalue m of V on the complement of v gives"
    " the eigenvalues of a 2 x 2 matrix, the first four functions at m, and the two numbers, once less than the group"
    " has tokens",
    "matrix_spectrum": "`matrix_spectrum(F, X, U, v, r, k)`: every eigenvalue z of U beside the one along v gives the"
    " tangent eigenvalues r + k z, once, and r, once less than there are tokens",
    "inside_disc": "the spectrum is inside the unit disc: all tangent eigenvalues have a modulus below 1",
    "outside_disc": "the spectrum is not inside the closed unit disc: some tangent eigenvalue has a modulus above 1",
    "lyapunov": "Lyapunov stable: what starts near enough to the state stays as near as wanted",
    "asymptotically_stable": "asymptotically stable: Lyapunov stable, and what starts near enough converges to it",
    "almost_all_reach": "almost every orbit: the initial states of the others have measure zero",
    "almost_all_converge": "almost every initial state: the others have measure zero",
    "one_solution": "exactly one solution: there is a locally absolutely continuous state that starts there and"
    " `solves(f, y)`, and any other one is equal to it at all times",
}


def words(stated: Mapping[str, Any]) -> list[Markup]:
    """What the words of a statement mean: definitions of the language as formulas, what is built in in prose."""
    waiting = [text for field in stated.values() for text in ([field] if isinstance(field, str) else field)]
    known, found = definitions(), dict[str, Markup]()
    for text in waiting:  # grows by the definitions that are found
        for name in _CALLED.findall(text):
            if name in known and name not in found:
                formula = written(known[name].formula)
                letters = ", ".join(letter.name for letter in known[name].letters)
                found[name] = Markup("{}: {}").format(statement(f"{name}({letters})"), statement(formula))
                waiting.append(formula)
            elif name in _BUILT_IN and name not in found:
                found[name] = worded(_BUILT_IN[name], {})
    return list(found.values())
