"""The template context of each fragment of the table page, built from the views; a module for each subject."""
