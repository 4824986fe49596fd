"""attnverify: what a project imports, under one name that is nobody else's.

    import attnverify as av
    av.formal, av.claim, av.recorded, av.Paper, av.Source, av.Twin, av.Variant, av.Evidence, av.Verdict  to state claims
    av.theories, av.load                    the claims of the texts in a folder; every claim of the installed packages
    av.verdict, av.decide                       the verdict of a claim by its id, of a lemma as text, table or relation
    av.deciders, av.build                                               to decide steps, to spell proofs
    av.stability                                                        the mathematics: dynamics, spectra, regions

Importing this imports nothing else. The three packages behind it, `verify`, `stability` and `proofs_checks`, are found
beside it, even where a project has a module `verify` of its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from attnverify.rooms import own_rooms

if TYPE_CHECKING:
    import stability as stability
    import verify.deciders as deciders
    import verify.tactics.build as build
    from verify.answers import decide, verdict
    from verify.claim import Paper, Source, Twin
    from verify.evidence import Evidence
    from verify.formal import Variant, formal
    from verify.registry import claim, load, recorded, theories
    from verify.verdict import Verdict

    __version__: str

_MODULES = {"stability": "stability", "deciders": "verify.deciders", "build": "verify.tactics.build"}
_NAMES = {
    "Paper": "verify.claim",
    "Source": "verify.claim",
    "Twin": "verify.claim",
    "Evidence": "verify.evidence",
    "Variant": "verify.formal",
    "formal": "verify.formal",
    "claim": "verify.registry",
    "decide": "verify.answers",
    "load": "verify.registry",
    "recorded": "verify.registry",
    "theories": "verify.registry",
    "Verdict": "verify.verdict",
    "verdict": "verify.answers",
}
__all__ = [
    "Evidence",
    "Paper",
    "Source",
    "Twin",
    "Variant",
    "Verdict",
    "build",
    "claim",
    "decide",
    "deciders",
    "formal",
    "load",
    "recorded",
    "stability",
    "theories",
    "verdict",
]


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for; raises ImportError where another `verify` is in the way."""
    if name == "__version__":
        from importlib.metadata import version

        return version("attnverify")
    if name not in __all__:
        raise AttributeError(f"module 'attnverify' has no attribute {name!r}")
    own_rooms()
    if name in _MODULES:
        return import_module(_MODULES[name])
    return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
