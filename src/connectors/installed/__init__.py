"""The installed packages of a user: content-addressed, several versions side by side, one pointer file an id."""
