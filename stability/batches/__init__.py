"""Many systems at once: fast steps, statistics, certified early exit, simulations and sweeps."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .certain_limits import CertifiedLimits, certified_limits
    from .dynamics import Dynamics
    from .executors import SchedulerLostError, WorkerDiedError, executor, finished
    from .memory import TooLargeError, batch_bytes, require_memory
    from .observing import observed, statistic
    from .simulation import simulate
    from .sweeps import Sweep, sweep

__getattr__, __dir__, __all__ = attach(__name__, __file__)
