"""Sections 2 and 3: the layer matrix, the power iteration, the three cases, the indicators, and steering."""
