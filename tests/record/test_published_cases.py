"""eventsourcing's own test cases for recorders, run against ours, on a real file."""

from __future__ import annotations

import threading
from abc import ABC
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from eventsourcing.persistence import AggregateRecorder, StoredEvent
from eventsourcing.sqlite import SQLiteCursor
from eventsourcing.tests import persistence as published

from domain.record.storage import DurableDatastore, SealedRecorder


class WithoutPositions(SealedRecorder):
    """The cases for aggregate recorders want no positions returned from an insert."""

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        super()._insert_events(c, stored_events, **kwargs)


class OnAFile(published.RecorderTestCase, ABC):
    """A diary's storage in a new file each time; game ids are text."""

    def made(self, kind: type[SealedRecorder]) -> SealedRecorder:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        datastore = DurableDatastore(str(Path(folder.name) / "diary.db"))
        self.addCleanup(datastore.close)
        recorder = kind(datastore)
        recorder.create_table()
        self.addCleanup(self.join, threading.enumerate())
        return recorder

    def join(self, before: list[threading.Thread]) -> None:
        """Waits for a case's readers, which it does not: SQLite does not bear to be closed in the middle of a read."""
        for thread in threading.enumerate():
            if thread not in before:
                thread.join(timeout=10)

    def new_originator_id(self) -> str:
        return uuid4().hex


class TestAsAggregateRecorder(OnAFile, published.AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return self.made(WithoutPositions)


class TestAsApplicationRecorder(OnAFile, published.ApplicationRecorderTestCase[SealedRecorder]):
    def create_recorder(self) -> SealedRecorder:
        return self.made(SealedRecorder)


class TestPositionsDoNotInterleave(OnAFile, published.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> SealedRecorder:
        return self.made(SealedRecorder)
