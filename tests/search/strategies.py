"""Words and games in which tiles that lay several letters matter."""

from __future__ import annotations

from hypothesis import strategies as st

from lexkit.game import Game

#: Letters that tiles lay, their pairs more often than chance would have them.
TILED = st.lists(
    st.sampled_from(["a", "b", "i", "j", "ij", "ij", "jj", "qu", "y", "y"]), min_size=1, max_size=6
).map("".join)

#: Tiles of all sorts: of two letters, of its own and another, of one other letter, overlapping.
GAMES = st.builds(
    Game,
    also=st.sampled_from([
        {"y": "ij"}, {"y": "ij", "q": "qu"}, {"q": "qu"}, {"y": "i"}, {"y": "ij", "q": "jj"},
    ]),
    apart=st.lists(
        st.sampled_from("bij *bij ij *jij aqu *qua jjj *jj *i".split()), max_size=3
    ).map(tuple),
)  # fmt: skip
