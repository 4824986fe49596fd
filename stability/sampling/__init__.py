"""Random data: strategies for property searches, exact instances."""
