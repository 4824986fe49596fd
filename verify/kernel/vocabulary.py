"""The words of the language: their argument sorts, their results, and which of them bind time."""

from __future__ import annotations

from .terms import FORMULA, NUMBER, SIZE, TOKEN, Sort

E: Sort = ("vector", "?E")
STATE: Sort = ("fn", TOKEN, E)
MAP: Sort = ("map", "?E")
OPERATOR: Sort = ("operator", "?E")
NN: Sort = ("fn", NUMBER, NUMBER)

FUNCTIONS: dict[str, tuple[tuple[Sort, ...], Sort]] = {
    "dot": ((E, E), NUMBER),
    "norm": ((E,), NUMBER),
    "unit": ((E,), E),
    **dict.fromkeys(("abs", "exp", "log", "sqrt", "tanh", "sin", "cos"), ((NUMBER,), NUMBER)),
    "binomial": ((SIZE, SIZE), NUMBER),
    "value": ((MAP, STATE, TOKEN), E),
    "D": ((MAP, STATE, STATE, TOKEN), E),
}

PREDICATES: dict[str, tuple[Sort, ...]] = {
    "on": (MAP, STATE),
    "positive_definite": (OPERATOR,),
    "spectrum": (MAP, STATE, OPERATOR, E, NN, NUMBER),
    "token_spectrum": (MAP, STATE, OPERATOR, E, ("fn", TOKEN, NN)),
    "group_spectrum": (MAP, STATE, OPERATOR, E, NN, NN, NN, NN, NUMBER, NUMBER, NUMBER, NUMBER),
    # The tangent eigenvalues: r + k z for the eigenvalues z of the matrix beside the one along v, and (N - 1) times r.
    "matrix_spectrum": (MAP, STATE, ("matrix", "?E", "?E"), E, NUMBER, NUMBER),
    **dict.fromkeys(("inside_disc", "outside_disc", "lyapunov", "asymptotically_stable"), (MAP, STATE)),
    # For almost every initial state every limit point of the orbit has the property.
    "almost_all_reach": (MAP, ("fn", STATE, FORMULA)),
    # For almost every initial state the solution of a flow, or the orbit of a map, converges to one with the property.
    "almost_all_converge": (MAP, ("fn", STATE, FORMULA)),
    # A flow has exactly one solution from an initial state, for all times.
    "one_solution": (("flow", "?E"), STATE),
    **dict.fromkeys(("independent", "uniform_on_sphere", "standard_normal"), (STATE,)),
    "normal": (NUMBER, NUMBER),
}

# What is said of the law of something random.
LAWS = ("independent", "uniform_on_sphere", "standard_normal", "normal")

TIME_FORMULAS = ("always", "almost_always", "at_start")

OTHER_WORDS = ("rate", "dim", "time", "pi", "start", "probability", "both")
SYNTAX = (
    *("forall", "exists", "sum", "max", "min", "diam", "fn"),
    *("in", "and", "or", "not", "iff", "before", "upto"),
)
SORT_NAMES = ("number", "size", "token", "head", "heads", "direction", "vector", "operator", "matrix", "state", "step")
LEVEL_NAMES = ("constant", "moving", "measurable", "random")

RESERVED: frozenset[str] = frozenset(("map", "flow", "formula", "opaque")).union(
    FUNCTIONS, PREDICATES, TIME_FORMULAS, OTHER_WORDS, SYNTAX, SORT_NAMES, LEVEL_NAMES
)
