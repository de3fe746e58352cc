"""A simulated annotator: how many key presses and clicks a layer costs, by the real key map."""
