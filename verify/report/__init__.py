"""The report: a static site, a summary and a badge, generated from the JSON ledger alone.

Nothing is imported here, so that a paper can register its pictures without starting the template engine.
"""
