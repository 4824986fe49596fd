"""attnverify: what a project imports, under one name that is nobody else's.

    import attnverify as av
    av.formal, av.claim, av.recorded, av.Paper, av.Source, av.Twin, av.Variant, av.Evidence, av.Verdict  to state claims
    av.theories, av.load                    the claims of the texts in a folder; every claim of the installed packages
    av.verdict, av.decide                       the verdict of a claim by its id, of a lemma as text, table or relation
    av.draws, av.build                                                  to count draws, to spell proofs
    av.stability                                                        the mathematics: dynamics, spectra, regions

Importing this imports nothing else. The three packages behind it are `attnverify.verify`, `attnverify.stability` and
`attnverify.proofs_checks`; in the repository these are links to the folders at the top.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import attnverify.stability as stability
    import attnverify.verify.draws as draws
    import attnverify.verify.search.build as build
    from attnverify.verify.answers import decide, verdict
    from attnverify.verify.claim import Paper, Source, Twin
    from attnverify.verify.evidence import Evidence
    from attnverify.verify.formal import Variant, formal
    from attnverify.verify.registry import claim, load, recorded, theories
    from attnverify.verify.verdict import Verdict

    __version__: str

_MODULES = {
    "stability": "attnverify.stability",
    "draws": "attnverify.verify.draws",
    "build": "attnverify.verify.search.build",
}
_NAMES = {
    "Paper": "attnverify.verify.claim",
    "Source": "attnverify.verify.claim",
    "Twin": "attnverify.verify.claim",
    "Evidence": "attnverify.verify.evidence",
    "Variant": "attnverify.verify.formal",
    "formal": "attnverify.verify.formal",
    "claim": "attnverify.verify.registry",
    "decide": "attnverify.verify.answers",
    "load": "attnverify.verify.registry",
    "recorded": "attnverify.verify.registry",
    "theories": "attnverify.verify.registry",
    "Verdict": "attnverify.verify.verdict",
    "verdict": "attnverify.verify.answers",
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
    "draws",
    "formal",
    "load",
    "recorded",
    "stability",
    "theories",
    "verdict",
]


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("attnverify")
    if name not in __all__:
        raise AttributeError(f"module 'attnverify' has no attribute {name!r}")
    if name in _MODULES:
        return import_module(_MODULES[name])
    return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
