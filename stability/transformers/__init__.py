"""Trained transformers."""
