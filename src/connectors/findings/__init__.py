"""What a checking command found, whatever it checked: runs, subjects, fingerprints, and what is known or ignored."""
