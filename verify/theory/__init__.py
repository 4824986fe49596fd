"""Theories as texts: read into the kernel's data, printed, their mistakes named. Nothing here is trusted.

What the kernel judges is the data, and what a report prints is made from the data: a wrong reader can only lose claims.
"""
