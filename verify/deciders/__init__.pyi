from .counting import counted as counted
from .counting import fraction_interval as fraction_interval
from .identities import identity as identity
from .inequalities import inequality as inequality
from .instances import Trial as Trial
from .instances import exact_instances as exact_instances
from .sampling import search as search
from .witnesses import refutation as refutation
