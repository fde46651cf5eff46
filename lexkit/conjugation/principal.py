"""The forms of a verb that nothing parts from: what `ablaut` says, corrected by the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from lexkit.conjugation.table import Slots, Table
from lexkit.errors import LexkitError

#: The slot of the past participle, which loses its prefix in inseparable verbs.
PARTICIPLE = "past_participle"


@dataclass
class Principal:
    """The slots of verbs; those of a verb are found once, as many verbs share it."""

    table: Table
    _known: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    @cached_property
    def _library(self) -> Any:
        try:
            return import_module("ablaut")
        except ImportError:
            raise LexkitError(
                "the library ablaut is missing, which inflects verbs",
                remedy="pip install ablaut (it has wheels for Linux on x86-64 with glibc 2.34, "
                "macOS on arm64 and Windows on x86-64), or leave the paradigm out",
            ) from None

    @cached_property
    def _lists(self) -> tuple[str, ...]:
        """The attributes that the cells ask for, without the places in them."""
        slots = [cell.slot for cell in self.table.cells]
        return tuple(dict.fromkeys(slot.partition(".")[0] for slot in [*slots, PARTICIPLE]))

    def parted(self, verb: str) -> str:
        """What the library takes off the front of ``verb``; empty if nothing."""
        for forms in self._asked(verb).values():
            for form in forms:
                _, space, prefix = form.rpartition(" ")
                if space and verb.startswith(prefix) and len(prefix) < len(verb):
                    return prefix
        return ""

    def participles(self, verb: str) -> tuple[str, ...]:
        return self.of(verb).get(PARTICIPLE, ())

    def joined(self, verb: str, core: str) -> dict[str, tuple[str, ...]]:
        """The forms of ``core``, with what the table says of it in ``verb`` (*einpreisen*)."""
        if verb == core:
            return self.of(core)
        slots = self._whole(core) if core in self.table.alone else self.of(core)
        return self._changed(slots, verb, "")

    def of(self, verb: str) -> dict[str, tuple[str, ...]]:
        """The forms of ``verb``, taken as one piece, by slot; nothing for what is no verb."""
        slots = self._known.get(verb)
        if slots is None:
            slots = self._known[verb] = self._made(verb)
        return slots

    def _made(self, verb: str) -> dict[str, tuple[str, ...]]:
        prefix, base = self._base(verb)
        if prefix and (self.parted(verb) or self._mistaken(verb, prefix)):
            return self._prefixed(prefix, self.of(base))
        return self._changed(self._whole(verb), base, prefix)

    def _changed(
        self, slots: dict[str, tuple[str, ...]], base: str, prefix: str
    ) -> dict[str, tuple[str, ...]]:
        """``slots`` with what the table says of ``base``, behind ``prefix``."""
        for changes, added in ((self.table.instead, False), (self.table.also, True)):
            if base in changes:
                found = changes[base]
                slots = dict(slots)
                for slot, forms in (self._prefixed(prefix, found) if prefix else found).items():
                    before = slots.get(slot, ()) if added else ()
                    slots[slot] = tuple(dict.fromkeys((*before, *forms)))
        return slots

    def _whole(self, verb: str) -> dict[str, tuple[str, ...]]:
        """What the library says; where it parts *achtet hoch*, the table says that nothing does."""

        def joined(form: str) -> str:
            rest, space, front = form.rpartition(" ")
            return front + rest if space else form

        return {slot: tuple(map(joined, forms)) for slot, forms in self._asked(verb).items()}

    def _base(self, verb: str) -> tuple[str, str]:
        """*ver* and *stehen* of *verstehen*, if the table has something to say of *stehen*."""
        table = self.table
        if verb in table.also or verb in table.instead:
            return "", verb
        parting = table.parting
        parted = bool(self.parted(verb))
        for cut in range(1, len(verb) - 2):
            prefix, base = verb[:cut], verb[cut:]
            if prefix not in parting.inseparable and prefix not in parting.either:
                continue
            if base in table.alone:
                continue
            if base in table.also or base in table.instead or (parted and self._asked(base)):
                return prefix, base
            if self._mistaken(verb, prefix):
                return prefix, base
        return "", verb

    def _mistaken(self, verb: str, prefix: str) -> bool:
        """Whether the library takes ``prefix``, which some verbs have, for a part of the stem.

        It does if the participle is *geonderwijsd*.
        """
        parting = self.table.parting
        return (
            prefix in parting.either
            and bool(parting.participle)
            and verb not in parting.whole
            and len(verb) > len(prefix) + 4
            and bool(self._asked(verb.removeprefix(prefix)))
            and any(
                form.startswith(parting.participle + prefix)
                for form in self._asked(verb).get(PARTICIPLE, ())
            )
        )

    def _prefixed(self, prefix: str, slots: Slots) -> dict[str, tuple[str, ...]]:
        start = self.table.parting.participle

        def joined(slot: str, forms: Iterable[str]) -> tuple[str, ...]:
            if slot == PARTICIPLE and start:
                forms = (form.removeprefix(start) for form in forms)
            return tuple(prefix + form for form in forms)

        return {slot: joined(slot, forms) for slot, forms in slots.items()}

    def _asked(self, verb: str) -> dict[str, tuple[str, ...]]:
        """What the library says, by slot; where it gives no form, the slot is missing."""
        try:
            found = self._library.conjugate(verb, lang=self.table.language)
        except ValueError:
            return {}
        slots: dict[str, tuple[str, ...]] = {}
        for name in self._lists:
            value = getattr(found, name, None)
            if isinstance(value, str):
                slots[name] = (value,)
            elif value is not None:
                for place, form in enumerate(value, 1):
                    if form is not None:
                        slots[f"{name}.{place}"] = (form,)
        for rule in self.table.repairs:
            for slot, (form,) in slots.items():
                slots[slot] = (rule.form(form, verb) or form,)
        return slots
