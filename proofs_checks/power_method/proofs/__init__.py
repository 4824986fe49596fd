"""Claims of the paper in proof form: statements about the maps themselves, with proofs that the kernel accepts."""
