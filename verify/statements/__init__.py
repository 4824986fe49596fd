"""A researcher's own statement over the reals: read from data, decided, and written as a ledger."""
