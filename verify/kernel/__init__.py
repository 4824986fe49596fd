"""The kernel: everything that has to be trusted when a claim is PROVED or REFUTED. Standard library alone.

Nothing here searches. A statement is read and typed, a proof tree is walked from the statement down, an instance is
evaluated exactly; whatever is not accepted is rejected with the place and the reason. CONTRIBUTING.md explains it.
"""
