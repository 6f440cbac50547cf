"""What tests of sockets share: clocks they set, recording channel layers, consumers served without a server."""
