"""The search for proofs and counterexamples. Nothing here is trusted: what is found is data that the kernel checks."""
