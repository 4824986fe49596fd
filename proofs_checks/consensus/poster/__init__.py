"""The poster of the paper: its displays, compared with those of the paper."""
