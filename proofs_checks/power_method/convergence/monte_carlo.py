"""Random runs of a layer: what they settle on, and how the limits are told apart."""

from typing import Any

from attnverify.verify.lazy import lazy

np = lazy("numpy")

_NOISE = 1e-13


def settled(X: Any, layer: Any, steps: int, rng: Any) -> Any:
    """The states after `steps` layers, with rounding noise added in each.

    Without it a run can freeze on an exactly symmetric state that is unstable.
    """
    for _ in range(steps):
        X = layer(X)
        X = X + _NOISE * rng.normal(size=X.shape)
    return X


def spread(X: Any) -> Any:
    """The largest distance of two tokens in each run : (runs,)."""
    return np.max(np.linalg.norm(X[..., :, None, :] - X[..., None, :, :], axis=-1), axis=(-1, -2))


def aligned(X: Any, v: Any, tolerance: float = 1e-5) -> Any:
    """Whether all tokens of a run are within `tolerance` of v, or all of -v : (runs,)."""
    away = [np.max(np.linalg.norm(X - pole, axis=-1), axis=-1) for pole in (v, -v)]
    return np.minimum(*away) < tolerance


def bipartite(X: Any, v: Any, tolerance: float = 1e-5) -> Any:
    """Whether every token is within `tolerance` of v or -v, and both occur : (runs,)."""
    heights = X @ v
    rest = np.sqrt(np.clip(2 - 2 * np.abs(heights), 0, None))
    poles = np.any(heights > 0, axis=-1) & np.any(heights < 0, axis=-1)
    return np.all(rest < tolerance, axis=-1) & poles
