"""What all game systems share. Pure: no storage, no clock, no chance but what a procedure asks for."""
