"""How pages are put together: compiled templates and form fields, bundles of style sheets and scripts."""
