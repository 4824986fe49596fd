from .instances import SymmetricInstance as SymmetricInstance
from .instances import orthogonal as orthogonal
from .instances import rational as rational
from .instances import symmetric_instance as symmetric_instance
from .uniform_tokens import random_tokens as random_tokens
