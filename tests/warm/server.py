"""The process that has read the program, and forks: it ends when its stdin does, however that came, and takes the
folder of the place with it.

python -m tests.warm.server PLACE
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import runpy
import select
import signal
import socket
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from tests.warm import TERMINAL

PACKAGES = ("cli", "domain", "projections")
OTHERS = (
    "matplotlib.backends.backend_svg",
    "matplotlib.figure", "prompt_toolkit.shortcuts", "tests.record.attacks.writer", "tests.record.attacks.race",
)  # fmt: skip


def modules() -> Iterator[str]:
    """What a program may come to read."""
    for package in PACKAGES:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            if not found.name.endswith("__main__"):
                yield found.name
    yield from OTHERS


def serve(place: str) -> tuple[str, list[str]]:
    """Starts what is asked for; returns in each process that was started: its module, and the words it was given."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.bind(place)
        asked.listen(64)
        os.write(1, b"ready\n")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 1)
        os.close(nothing)
        while True:
            if 0 in select.select([asked.fileno(), 0], [], [])[0]:
                os.unlink(place)
                os.rmdir(os.path.dirname(place))
                os._exit(0)
            connection, _ = asked.accept()
            if os.fork() == 0:
                asked.close()
                return keep(connection)
            connection.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def keep(connection: socket.socket) -> tuple[str, list[str]]:
    """Starts one process, and tells of it until it has ended; returns in that process."""
    how, ends, _, _ = socket.recv_fds(connection, 1, 3)
    data = b""
    while more := connection.recv(1 << 16):
        data += more
    folder, module, number, *rest = data.split(b"\0")
    env, words = rest[: int(number)], rest[int(number) :]
    if pid := os.fork():
        for end in ends:
            os.close(end)
        with suppress(OSError):  # whoever asked may have gone
            connection.sendall(struct.pack("=i", pid))
        _, status, usage = os.wait4(pid, 0)
        largest = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        with suppress(OSError):
            connection.sendall(struct.pack("=idq", status, usage.ru_utime + usage.ru_stime, largest))
        os._exit(0)
    connection.close()
    os.chdir(folder)
    os.environb.clear()
    os.environb.update((name, value) for name, _, value in (one.partition(b"=") for one in env))
    if how == TERMINAL:
        os.setsid()
        fcntl.ioctl(ends[0], termios.TIOCSCTTY, 0)
    for number_of, end in enumerate(ends):
        os.dup2(end, number_of)
    for end in ends:
        if end > 2:
            os.close(end)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    return module.decode(), [os.fsdecode(word) for word in words]


def run(module: str, words: list[str]) -> int:
    """Does what `python -m MODULE WORDS` does, to its end; returns the exit code."""
    sys.modules.pop(module, None)  # it is read again, as `__main__`
    sys.argv[1:] = words
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, str):
            raise
        return end.code or 0
    return 0


if __name__ == "__main__":
    for name in modules():
        import_module(name)
    gc.collect()
    gc.freeze()  # what was read is left alone, and stays one with that of the others
    code = run(*serve(sys.argv[1]))
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # Python, when it ends, touches all that it ever read: it would be copied for that alone
