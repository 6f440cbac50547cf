"""Pages of staff and the tools to make them: access, lists, forms with a preview, CSV."""
