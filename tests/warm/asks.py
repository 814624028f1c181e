"""Asks the process that has read the program to start a module, with the streams, the environment and the folder of
this one.

    python -IS asks.py PLACE MODULE WORDS...

It imports nearly nothing: a shell starts it at every Tab.
"""

import _socket
import os
import sys

place, module, *words = sys.argv[1:]
connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
connection.connect(place)
connection.sendmsg(
    [b"s"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, b"".join(fd.to_bytes(4, sys.byteorder) for fd in (0, 1, 2)))]
)
env = [name + b"=" + value for name, value in os.environb.items()]
asked = b"\0".join((os.fsencode(os.getcwd()), module.encode(), str(len(env)).encode(), *env, *map(os.fsencode, words)))
while asked:
    asked = asked[connection.send(asked) :]
connection.shutdown(_socket.SHUT_WR)
connection.recv(4)
status = int.from_bytes(connection.recv(20)[:4], sys.byteorder)
os._exit(os.waitstatus_to_exitcode(status) & 255)
