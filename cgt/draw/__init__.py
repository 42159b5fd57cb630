"""Pictures of everything, from one description each: text, SVG, PNG, and pages of HTML."""
