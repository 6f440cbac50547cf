"""What keeps strangers out: the content security policy, origins of sockets, limits of attempts, sealed data."""
