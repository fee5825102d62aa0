"""From the answers of a trial to the reports that people and machines read; words, but no layout."""
