"""Who may do what over the network: tokens of programs, and how often a client may ask.

Kept in the database of the proposals, so that every copy of the service knows the same.
"""
