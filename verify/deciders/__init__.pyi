from .boxes import on_box as on_box
from .identities import identity as identity
from .inequalities import inequality as inequality
from .instances import Trial as Trial
from .instances import exact_instances as exact_instances
from .sampling import search as search
from .solver import smt as smt
from .witnesses import refutation as refutation
