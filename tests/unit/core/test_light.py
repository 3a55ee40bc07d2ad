"""The light `dataclass` and `Enum` do what the standard library's do, as far as they go."""

from __future__ import annotations

import copy

import pytest

from memoir_git.core.light import Enum, dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """By keyword only, and never changed."""

    path: str
    limit: int = 3
    faults: list[str] = field(default_factory=list)

    @property
    def is_long(self) -> bool:
        """Whether the path is long."""
        return len(self.path) > self.limit


@dataclass(frozen=True, slots=True)
class Placed:
    """By place."""

    kind: str
    line: int = 1


@dataclass(slots=True, kw_only=True)
class Open:
    """May be changed."""

    path: str


class Colour(Enum):
    """A closed set."""

    RED = "red"
    BLUE_GREEN = "blue-green"

    @property
    def is_warm(self) -> bool:
        """Whether it is warm."""
        return self is Colour.RED


class TestDataclass:
    """Classes of slots."""

    def test_defaults_fill_what_is_left_out(self) -> None:
        made = Named(path="a")

        assert (made.path, made.limit, made.faults) == ("a", 3, [])

    def test_a_made_default_is_no_ones_but_the_instances(self) -> None:
        first, second = Named(path="a"), Named(path="a")

        first.faults.append("x")

        assert second.faults == []

    def test_fields_go_by_place_where_they_may(self) -> None:
        assert Placed("x", 2) == Placed(line=2, kind="x")

    def test_equal_facts_of_one_class_are_equal_and_hash_alike(self) -> None:
        assert len({Placed("x"), Placed("x", 1), Placed("y")}) == 2
        assert Open(path="a") == Open(path="a")
        assert Open(path="a") not in ({"path": "a"}, Open(path="b"))

    def test_what_is_frozen_never_changes(self) -> None:
        with pytest.raises(AttributeError):
            Placed("x").line = 2  # type: ignore[misc]
        with pytest.raises(AttributeError):
            del Placed("x").line

    def test_what_is_open_changes_and_is_no_key(self) -> None:
        made = Open(path="a")

        made.path = "b"

        assert made.path == "b"
        with pytest.raises(TypeError):
            hash(made)

    def test_nothing_else_can_be_attached(self) -> None:
        with pytest.raises(AttributeError):
            Open(path="a").other = 1  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        ("values", "named"),
        [((), {}), ((), {"path": "a", "other": 1}), (("a",), {}), (("a",), {"path": "a"})],
    )
    def test_wrong_arguments_are_refused(self, values: tuple[str, ...], named: dict[str, object]) -> None:
        with pytest.raises(TypeError):
            Open(*values, **named)  # type: ignore[arg-type]

    def test_a_field_named_twice_is_refused(self) -> None:
        with pytest.raises(TypeError):
            Placed("x", kind="y")  # type: ignore[misc]

    def test_it_is_shown_and_matched_by_its_fields(self) -> None:
        assert repr(Placed("x", 2)) == "Placed(kind='x', line=2)"
        match Placed("x", 2):
            case Placed(kind, line=2):
                assert kind == "x"
            case _:
                pytest.fail("a placed field was not matched")

    def test_properties_of_the_body_stay(self) -> None:
        assert Named(path="long").is_long


class TestEnum:
    """Closed sets."""

    def test_members_come_in_the_order_of_the_body(self) -> None:
        assert [(colour.name, colour.value) for colour in Colour] == [
            ("RED", "red"),
            ("BLUE_GREEN", "blue-green"),
        ]
        assert len(Colour) == 2

    def test_a_value_finds_its_member_and_no_other_value_does(self) -> None:
        assert Colour("red") is Colour.RED
        with pytest.raises(ValueError, match="'green' is no Colour"):
            Colour("green")

    def test_members_are_equal_to_themselves_alone(self) -> None:
        assert len({Colour.RED, Colour.BLUE_GREEN, Colour("red")}) == 2
        assert [colour for colour in Colour if colour in ("red", Colour.RED)] == [Colour.RED]
        assert isinstance(Colour.RED, Colour)

    def test_a_copy_is_the_member_itself(self) -> None:
        assert copy.deepcopy([Colour.RED])[0] is Colour.RED

    def test_members_never_change(self) -> None:
        with pytest.raises(AttributeError):
            Colour.RED.value = "green"  # type: ignore[misc]

    def test_they_are_shown_by_name_and_keep_their_properties(self) -> None:
        assert (repr(Colour.RED), str(Colour.RED)) == ("<Colour.RED: 'red'>", "Colour.RED")
        assert Colour.RED.is_warm
        assert not Colour.BLUE_GREEN.is_warm
