"""The kernel that all game systems share. It is pure: no storage, no clock, no chance but what a procedure asks for."""

owns_process = False
"""Whether the process is the program's own, as `cli.main` says: what is set for all that runs in it disturbs nobody."""
