"""What a claim that is argued lacks for a proof that the kernel accepts; the claim says so in its statement."""

CLUSTERS = "the tangent spectrum at a fixed point of one or two steps, several clusters off one line"
ENCLOSED = "a zero in a box by the theorem of Krawczyk"
NULL_SETS = "zero sets of analytic functions are null sets"
SHARES = "the measure of a set of states"
COUNTED = "the number of eigenvalues in a disc along a continuous family"
