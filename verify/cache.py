"""The cache of decisions: one file per claim, valid while nothing it was computed from has changed."""

import hashlib
import json
from pathlib import Path
from typing import Any

from .cache_folder import cache_folder, read_kept, write_kept
from .claim import Claim
from .decision import Decision
from .fingerprint import declaration, engine_digest, package_digest, versions
from .proof_decision import ingredients


class Cache:
    """Decisions of one seed under `folder`; the key of a claim covers its declaration and all code that decides it.

    folder : by default the environment variable ATTNVERIFY_CACHE, else the user's cache directory. Where it cannot be
        written, `unwritable` says why, and decisions are made without it.
    """

    def __init__(self, seed: int, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()
        self.unwritable = ""
        self._code: dict[str, str] = {}
        self._common = {"engine": engine_digest(), "versions": versions(), "seed": seed}

    def key(self, claim: Claim) -> str:
        """SHA-256 of everything the decision of `claim` depends on; sources count as they were when first asked."""
        module = claim.module if claim.check else ""  # what has a proof or an argument is decided by the engine
        if module not in self._code:
            self._code[module] = package_digest(module) if module else ""
        content = {**self._common, "claim": declaration(claim), "code": self._code[module], "proof": ingredients(claim)}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def get(self, claim: Claim) -> Decision | None:
        """The cached decision; None when there is none, when it is stale, or when its file was damaged or edited."""
        entry = self._entry(claim)
        if entry.get("key") != self.key(claim):
            return None
        try:
            return Decision.from_data(entry["decision"])
        except (KeyError, TypeError, ValueError):
            return None

    def seconds(self, claim: Claim) -> float:
        """How long the claim took when it was last decided, even if that is stale; infinite when unknown."""
        try:
            return float(self._entry(claim)["decision"]["seconds"])
        except (KeyError, TypeError, ValueError):
            return float("inf")

    def put(self, claim: Claim, decision: Decision) -> None:
        """Keep `decision`, unless it crashed: what an exception or a killed process left is not worth keeping."""
        if decision.crashed or decision.twin.crashed or self.unwritable:
            return
        try:
            write_kept(self._path(claim), {"key": self.key(claim), "decision": decision.to_data()})
        except OSError as error:
            self.unwritable = f"{self.folder}: {error.strerror}"

    def _path(self, claim: Claim) -> Path:
        return self.folder / f"{claim.id}.json"

    def _entry(self, claim: Claim) -> dict[str, Any]:
        try:
            entry = read_kept(self._path(claim))
        except (OSError, ValueError):
            return {}
        return entry if isinstance(entry, dict) else {}
