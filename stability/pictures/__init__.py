"""Pictures of what the analyses find; they need the optional extra `pictures` (matplotlib)."""
