"""Health check: exits with code 0 if the given URL answers 200. Sends a Host header that the room accepts."""

import http.client
import os
import sys
from urllib.parse import urlsplit


def main(url: str) -> int:
    """Sends one GET request with the first of ALLOWED_HOSTS as Host; returns the exit code."""
    parts = urlsplit(url)
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or parts.netloc
    connection = http.client.HTTPConnection(parts.netloc, timeout=4)
    try:
        connection.request("GET", parts.path, headers={"Host": "localhost" if host == "*" else host})
        return 0 if connection.getresponse().status == 200 else 1
    except OSError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
