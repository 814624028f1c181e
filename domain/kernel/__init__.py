"""The kernel that all game systems share. It is pure: no storage, no clock, no chance but what a procedure asks for."""
