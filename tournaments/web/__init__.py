"""The pages, forms and sockets of tournaments."""
