"""SVG by hand: shapes and texts at places, escaped, with sizes that fit any script. No colour carries a meaning."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from checker.domain.data import dataclass, field
from checker.render.layout.width import clean, crop, width

CELL = 7.4  # pixels that a terminal cell takes in the font size of the text; a wide character takes two
_BOLD = 1.12  # so much wider are bold letters
_FONT = "font-family=\"system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK JP', 'Hiragino Sans', sans-serif\""
_HATCH = (
    '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#fff"/><rect width="3" height="6" fill="#111"/></pattern></defs>'
)


def markup(text: str) -> str:
    """Text that can stand in SVG or HTML, in an attribute too; what could reorder or hide it is made visible."""
    return escape(clean(text), quote=True)


@dataclass(slots=True)
class Canvas:
    """What has been drawn so far, and how much room it takes."""

    parts: list[str] = field(default_factory=list)
    width: float = 0
    height: float = 0

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        room: int = 0,
        size: float = 13,
        bold: bool = False,
        end: bool = False,
    ) -> None:
        """A line of text whose baseline begins at (x, y), cut to `room` cells; `end`: it ends there instead."""
        bolder = _BOLD if bold else 1
        shown = crop(text, int(room / bolder)) if room else clean(text)
        look = f' font-size="{size:g}"' + (' font-weight="700"' if bold else "")
        look += ' text-anchor="end"' if end else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}"{look}>{escape(shown)}</text>')
        if not end:
            self._reach(x + width(shown) * CELL * bolder * size / 13, y + 6)

    def box(
        self, x: float, y: float, wide: float, high: float, *, corner: float = 6, dashed: bool = False
    ) -> None:
        """A frame."""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{corner:g}" fill="#fff" stroke="#111" '
            f'stroke-width="1.5"{dash}/>'
        )
        self._reach(x + wide, y + high)

    def band(self, x: float, y: float, wide: float, high: float, *, hatched: bool) -> None:
        """The mark of a player: black for one, hatched for the other."""
        fill = "url(#hatch)" if hatched else "#111"
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{fill}" stroke="#111"/>'
        )

    def line(self, points: Sequence[tuple[float, float]], *, arrow: bool = False) -> None:
        """A line through points, with a head at its end if it is an `arrow`."""
        path = " L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path d="M{path}" fill="none" stroke="#111" stroke-width="1.5"/>')
        if arrow:
            (x0, y0), (x, y) = points[-2:]
            dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
            left = (x - 8 * dx - 4 * dy, y - 8 * dy - 4 * dx)
            right = (x - 8 * dx + 4 * dy, y - 8 * dy + 4 * dx)
            self.parts.append(
                f'<path d="M{x:g} {y:g} L{left[0]:g} {left[1]:g} L{right[0]:g} {right[1]:g} Z" fill="#111"/>'
            )

    def named(self, title: str) -> None:
        """Begin a group that is called `title`; `end` closes it."""
        self.parts.append(f"<g><title>{markup(title)}</title>")

    def end(self) -> None:
        """Close the group that was begun last."""
        self.parts.append("</g>")

    def _reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def document(self, title: str, description: str) -> str:
        """The picture as a file of its own."""
        wide, high = round(self.width + 24), round(self.height + 24)
        return "\n".join(
            [
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
                    f'viewBox="0 0 {wide} {high}" role="img" aria-labelledby="title desc" {_FONT} fill="#111">'
                ),
                f'<title id="title">{markup(title)}</title>',
                f'<desc id="desc">{markup(description)}</desc>',
                _HATCH,
                f'<rect width="{wide}" height="{high}" fill="#fff"/>',
                *self.parts,
                "</svg>\n",
            ]
        )
