"""Times Extrema against the read floor and against other libraries."""
