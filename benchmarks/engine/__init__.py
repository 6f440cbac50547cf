"""The rules core: hands, evaluations, equity and the bots that play them."""
