"""What is asked of a record afterwards: whether it agrees with the rules, why something is so, whether copies agree, what a rule says."""
