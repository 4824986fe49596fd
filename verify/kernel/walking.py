"""The frame of the tree walk: one node at a time, its fields, its texts, and the nodes that end a branch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from verify.kernel.boxes import decided
from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.elaboration import Elaborator
from verify.kernel.leaves import arithmetic
from verify.kernel.parsing import parse
from verify.kernel.polynomials import Work
from verify.kernel.printing import text as written
from verify.kernel.regularity import admissible
from verify.kernel.rules import Rule
from verify.kernel.terms import CONSTANT, NUMBER, Letter, Rejected, Sort, Term, fresh

MAX_DEPTH = 200
CLAIM_WORK = 60_000_000


class Refused(Rejected):
    """A proof is not accepted; `place` is the path of the node, outermost first."""

    def __init__(self, place: tuple[str, ...], why: object) -> None:
        super().__init__(f"{'/'.join(place) or 'top'}: {why}")
        self.place, self.why = place, str(why)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.place, self.why)


class Listener(Protocol):
    """Whoever is told what a walk does, while it does it. What it makes of that decides nothing; it must not raise."""

    def begins(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        """A node is entered; `last` is the end of its place."""

    def ends(self) -> None:
        """The node that began last, and has not ended, is accepted."""


class Walk:
    """One node of a proof and its branches. A kind of node is a method of its name; the classes below add them."""

    NODES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "leaf": ("terms", "use", "norms", "times"),
        "boxes": ("letters",),
        "known": (),
        "intro": ("then",),
        "both": (),
        "groups": (),
        "enter": ("then",),
        "witness": ("then",),
        "left": (),
        "right": (),
        "have": ("by", "then"),
        "cases": ("nonneg", "neg"),
        "split": ("first", "second"),
        "obtain": ("as", "then"),
        "take": ("values", "then"),
        "unfold": ("then",),
        "restate": ("then",),
        "absurd": (),
        "define": ("then",),
        "rule": ("with", "new", "spaces", "premises"),
        "lemma": ("with", "spaces", "premises"),
    }

    def __init__(self, lemma: Callable[[str], Rule], work: Work, listener: Listener | None = None) -> None:
        self.lemma, self.work, self.listener = lemma, work, listener
        self.axioms: set[str] = set()
        self.lemmas: set[str] = set()
        self.compact = False

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        """Accept that `goal` follows in `context` because of `node`; raises Refused with the place that is wrong."""
        if not isinstance(node, Mapping):
            raise Refused(place, "a node of a proof is an object")
        if len(place) > MAX_DEPTH:
            raise Refused(place[:3], f"nested deeper than {MAX_DEPTH}")
        kinds = [name for name in node if name in self.NODES]
        if len(kinds) != 1:
            raise Refused(
                place, f"a node has one of {', '.join(self.NODES)}; got {', '.join(map(str, node)) or 'nothing'}"[:300]
            )
        kind = kinds[0]
        allowed = self.NODES[kind]
        for name in node:
            if name != kind and name not in allowed and name != "says":
                raise Refused(
                    place, f"no field {str(name)[:40]!r} beside {kind!r}; allowed are {', '.join(allowed) or 'none'}"
                )
        if self.listener is not None:
            self.listener.begins(kind, node, goal, context, place[-1] if place else "")
        try:
            self.work.spend(10)
            getattr(self, f"_{kind}")(node, goal, context, place)
        except Refused:
            raise
        except Rejected as error:
            raise Refused((*place, kind), error) from error
        except RecursionError as error:
            raise Refused((*place, kind), "nested too deeply") from error
        if self.listener is not None:
            self.listener.ends()

    # texts
    def formula(self, text: Any, context: Context) -> Term:
        """A formula of a node, typed, and admissible at the moment where it stands."""
        term = Elaborator(context.scope).formula(parse(text))
        admissible(term, context.moment)
        return term

    def number(self, text: Any, context: Context) -> Term:
        """A number of a node."""
        return Elaborator(context.scope).check(parse(text), NUMBER)

    def _then(
        self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...], name: str = "then"
    ) -> None:
        if name not in node:
            raise Refused(place, f"{name!r} is missing")
        self.walk(node[name], goal, context, (*place, name) if name != "then" else (*place, "."))

    def _letter(self, name: Any, sort: Sort, context: Context, lev: int = CONSTANT) -> tuple[Letter, Context]:
        """A new letter under `name`."""
        if not isinstance(name, str):
            raise Rejected(f"a name is needed for the new letter, got {str(name)[:40]!r}")
        scope = context.scope.extended()
        momentary = context.moment != TIMELESS and sort[0] not in ("index", "size")
        letter = fresh(name, sort, lev, momentary)
        scope.declare(name, letter)
        return letter, context.naming(scope)

    # leaves
    def _leaf(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if node["leaf"] != "arithmetic":
            raise Rejected(f"no leaf {str(node['leaf'])[:40]!r}; allowed is arithmetic")
        arithmetic(node, goal, context, lambda t: self.formula(t, context), lambda t: self.number(t, context))

    def _boxes(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        decided(node, goal, context, lambda t: self.number(t, context))
        self.compact = True

    def _known(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not context.known(goal):
            raise Rejected(f"not known here: {written(goal)}")
