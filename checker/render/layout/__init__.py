"""What text is drawn with: widths, colour, tables, excerpts of a source, choices and trees of orders."""
