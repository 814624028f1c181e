"""Questions put to a finished record: whether it agrees with the rules, why something is so, whether copies agree, what
a rule says.
"""
