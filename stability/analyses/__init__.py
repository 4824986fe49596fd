"""Everything about one system of a user: its structured equilibria with certified verdicts."""
