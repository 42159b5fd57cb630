"""Which piece of a set is the mirror image of which."""

from __future__ import annotations

from cgt.duel.rules import Rules


def mirror_images(rules: Rules) -> list[int]:
    """For each piece the number of its mirror image; an empty list if the mirrored game is not the
    same game."""
    if rules.model.inside == "turns" or rules.ending != "height":
        return []
    images = []
    for piece in rules.pieces:
        mirrored = piece.rotations[0].mirrored()
        image = next((i for i, p in enumerate(rules.pieces) if mirrored in p.rotations), None)
        if image is None:
            return []
        images.append(image)
    return images
