"""The games and their record: rules, facts and state (pure), and `record`, the one module that knows storage."""

import os

os.environ.pop("TZINFO_TOPIC", None)  # eventsourcing imports, on being imported, whatever module this names
