"""Equilibria: constructors, searches, certified existence."""
