"""Keeping curated files: their canonical text, hand-edited ones mended, branches merged, lint.

`lexkit.curated` reads such a file strictly, for a build; here they are written.
"""
