#!/usr/bin/env python3
# Parlour under the web server that comes with Python (up to 3.14): for a class, on the teacher's machine.
#
#   mkdir -p www/cgi-bin
#   parlour install www/cgi-bin
#   python3 python.py 8080 www
#
# Then open http://localhost:8080/cgi-bin/parlour. To reach it from other machines, write an address
# before the port: `python3 python.py 0.0.0.0:8080 www`.
#
# This server gives every page the status 200, and follows no redirect: a new game needs a click on "Go to
# the table". The doctor says so, too. Everything else works.
#
# For links that players copy, behind a proxy with another name or with HTTPS: `export PARLOUR_URL=...`.
# The title and the other settings in README.md are set in the same way.
#
# It keeps no log of links. Without root: yes, on a port above 1023. Without systemd: yes. If root
# starts it, it runs programs as nobody.

import functools
import http.server
import sys


class Handler(http.server.CGIHTTPRequestHandler):
    def log_request(self, *_):
        """Writes nothing: a link is a game, and may have a password in it."""


host, _, port = sys.argv[1].rpartition(":")
handler = functools.partial(Handler, directory=sys.argv[2])
http.server.ThreadingHTTPServer((host or "127.0.0.1", int(port)), handler).serve_forever()
