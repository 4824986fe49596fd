"""Supplement D.2 and D.3: consensus points of both maps, their spectra and step-size bounds."""
