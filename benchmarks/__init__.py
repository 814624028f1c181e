"""The budgets of the design, measured as ratios in one run: `python -m benchmarks`."""

from domain import kernel

kernel.owns_process = True  # as in a process of the program
