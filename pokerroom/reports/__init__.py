"""Reports of the back office: figures with their chart, table and CSV, each followed down to its hands or entries."""
