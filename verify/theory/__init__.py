"""Theories as texts: reads them into the kernel's data, prints them, and says what is wrong where. Nothing here is trusted.

What the kernel judges is the data, and what a report prints is made from the data: a wrong reader can only lose claims.
"""
