"""What the argued claims of this paper lack for a proof that the kernel accepts; each says so in its statement."""

NULL_SETS = "null sets by sections, and images of null sets"
COUNTED = "the count of sign patterns for laws other than the uniform one"
EXISTENCE = "existence and uniqueness of solutions"
DEPENDENCE = "continuous dependence on the start"
FLOW_SPECTRA = "the spectrum of a flow at an equilibrium, and the indirect method for flows"
SMOOTH = "smooth hypersurfaces and their dimension"
ENCLOSED = "rigorous enclosures of trajectories"
