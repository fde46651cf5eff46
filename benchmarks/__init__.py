"""Measurements of lexkit; README.md says how to run them. Nothing here is installed."""
