"""The parts of a compound, told by the forms that a source attests."""

from __future__ import annotations

from collections.abc import Container

from lexkit.respelling.table import Joints

#: A compound inside a part is looked for in parts of this length or more.
INNER = 4


class Parts:
    """Says of letters (all small) whether they can be a part of a compound.

    ``forms`` are attested with their capitals; *BETT* and *eBay* prove no part.
    """

    def __init__(self, joints: Joints, forms: Container[str]) -> None:
        self._joints = joints
        self._forms = forms

    def word(self, text: str) -> bool:
        """*schiff*: is it attested as it is, small or with a capital?"""
        joints = self._joints
        return len(text) >= joints.least and self._attested(text) and text not in joints.never

    def noun(self, text: str) -> bool:
        """*fahrt*: is it attested with a capital?"""
        joints = self._joints
        return (
            len(text) >= joints.least
            and text[0].upper() + text[1:] in self._forms
            and text not in joints.never
        )

    def _attested(self, text: str) -> bool:
        return text in self._forms or text[0].upper() + text[1:] in self._forms

    def prefix(self, text: str) -> bool:
        """*auf*, or *aufge* in *aufgerauht*."""
        prefixes = self._joints.prefixes
        return text in prefixes or any(
            text[:i] in prefixes and text[i:] in prefixes for i in range(1, len(text))
        )

    def first(self, text: str) -> bool:
        """Can stand before another part: *schiff*, *brenn*, *gesellschafts*, *baustoff*."""
        return self.linked(text) or any(
            self.linked(text[:i]) and self.linked(text[i:])
            for i in range(INNER, len(text) - INNER + 1)
        )

    def linked(self, text: str) -> bool:
        """`first`, but no compound unless it is attested as a whole."""
        joints = self._joints
        if len(text) < joints.least or text in joints.never:
            return False
        return (
            self._attested(text)
            or any(self._attested(text + ending) for ending in joints.shortened)
            or any(text.endswith(link) and self.word(text[: -len(link)]) for link in joints.links)
        )

    def last(self, text: str) -> bool:
        """Can stand at the end: *fahrt*, *lampen*, *fahrtsgesellschaften*."""
        return self.inflected(text) or any(
            self.linked(text[:i]) and self.inflected(text[i:])
            for i in range(INNER, len(text) - INNER + 1)
        )

    def inflected(self, text: str) -> bool:
        """`last`, but no compound unless it is attested as a whole."""
        return self.word(text) or any(
            text.endswith(ending) and self.word(text[: -len(ending)])
            for ending in self._joints.endings
        )

    def last_noun(self, text: str) -> bool:
        """*lampe*, *riegels*, *fahrtsgesellschaften*: attested with a capital, or of such parts."""
        return self.inflected_noun(text) or any(
            self.linked(text[:i]) and self.inflected_noun(text[i:])
            for i in range(INNER, len(text) - INNER + 1)
        )

    def inflected_noun(self, text: str) -> bool:
        """`last_noun`, but no compound unless it is attested as a whole."""
        return self.noun(text) or any(
            text.endswith(ending) and self.noun(text[: -len(ending)])
            for ending in self._joints.endings
            if len(text) >= len(ending) + INNER
        )

    def following(self, text: str) -> bool:
        """Can follow a stem that is a part: *reif*, or *sgesellschaft* with its link."""
        return self.last(text) or any(
            text.startswith(link) and self.last(text[len(link) :]) for link in self._joints.links
        )
