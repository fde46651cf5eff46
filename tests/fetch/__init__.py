"""Tests of `lexkit.fetch`."""
