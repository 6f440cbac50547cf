"""Exit code 0 when the address given answers 200: asks under a host name this room answers to."""

import http.client
import os
import sys
from urllib.parse import urlsplit


def main(url: str) -> int:
    """Asks once, with the first of ALLOWED_HOSTS as Host."""
    parts = urlsplit(url)
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or parts.netloc
    line = http.client.HTTPConnection(parts.netloc, timeout=4)
    try:
        line.request("GET", parts.path, headers={"Host": "localhost" if host == "*" else host})
        return 0 if line.getresponse().status == 200 else 1
    except OSError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    finally:
        line.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
