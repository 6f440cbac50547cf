"""The soak: a room of several processes, people who come and go at random, and the books proved all the while."""
