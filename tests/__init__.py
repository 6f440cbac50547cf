"""The tests, in the packages of the code they test, and what they share."""
