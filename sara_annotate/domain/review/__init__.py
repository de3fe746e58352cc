"""Several layers of one text: where they differ, what was decided, what becomes gold."""
