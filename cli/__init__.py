"""The command line: a thin skin over the diary, the notation and the views."""
