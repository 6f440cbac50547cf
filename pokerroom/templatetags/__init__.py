"""Template tags and filters of all apps; tags of one app alone are in that app."""
