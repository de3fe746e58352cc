"""Speed, measured as ratios: how cost grows with the size of the data."""
