"""Lists that many pages show: read once for all sockets of a process, and pushed as rows."""
