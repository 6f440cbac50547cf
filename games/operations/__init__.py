"""What operators, the floor and owners do to whole tables: open, change, merge, pause and close them."""
