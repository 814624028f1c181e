"""The games and their record: rules, facts and state (pure), and `record`, the one module that knows storage."""
