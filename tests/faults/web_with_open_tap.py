"""`manage.py` for a web process that lets messages in as fast as they come: its clients play at a machine's pace."""

import sys

import django

django.setup()

from django.core.management import execute_from_command_line  # noqa: E402

from games.web.sockets import push_socket  # noqa: E402

push_socket.BURST, push_socket.A_SECOND = 100_000, 100_000.0
execute_from_command_line(sys.argv)
