"""Pictures: a vocabulary of figures and scenery, and how they are composed into SVG. It knows no game."""
