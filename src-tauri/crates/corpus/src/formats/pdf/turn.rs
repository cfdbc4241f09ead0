//! Directions of pages and letters. A page is turned so that most of its letters are upright, by its own
//! /Rotate and by the direction of its letters; letters in other directions are read separately.

use std::ops::{Add, Sub};

use pdfium_render::prelude::{PdfPageRenderRotation, PdfRect};

use super::sheet::Area;

/// Largest deviation from a quarter turn in degrees; letters beyond it are slanted.
const SLANT: f32 = 8.0;

/// Number of quarter turns, 0 to 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Quarters(u8);

impl Add for Quarters {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self((self.0 + other.0) % 4)
    }
}

impl Sub for Quarters {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self((self.0 + 4 - other.0) % 4)
    }
}

impl Quarters {
    /// No turn: upright.
    pub(super) const NONE: Self = Self(0);
    /// All directions except upright.
    pub(super) const TURNED: [Self; 3] = [Self(1), Self(2), Self(3)];

    /// Returns the clockwise turn of a page when it is displayed.
    pub(super) fn of_page(rotation: PdfPageRenderRotation) -> Self {
        Self(match rotation {
            PdfPageRenderRotation::None => 0,
            PdfPageRenderRotation::Degrees90 => 1,
            PdfPageRenderRotation::Degrees180 => 2,
            PdfPageRenderRotation::Degrees270 => 3,
        })
    }

    /// Returns the direction of letters from their angle, counterclockwise in degrees; `None` where they are
    /// slanted.
    pub(super) fn of_angle(degrees: f32) -> Option<Self> {
        if !degrees.is_finite() {
            return None;
        }
        let quarter = (degrees / 90.0).round();
        if (degrees - 90.0 * quarter).abs() > SLANT {
            return None;
        }
        (0..4u8).find(|at| quarter.rem_euclid(4.0) == f32::from(*at)).map(Self)
    }

    /// Returns whether width and height are swapped.
    pub(super) fn is_sideways(self) -> bool {
        self.0 % 2 == 1
    }

    /// Turns an area clockwise around the sheet's upper left corner by this direction, which makes its
    /// letters upright.
    pub(super) fn upright(self, area: Area) -> Area {
        let turn = |(x, y): (f32, f32)| match self.0 {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        };
        Area::between(turn((area.left, area.top)), turn((area.right, area.bottom)))
    }

    /// Reverses [`Self::upright`].
    pub(super) fn as_it_stood(self, area: Area) -> Area {
        (Self::NONE - self).upright(area)
    }

    /// Returns the turn for pdfium to draw a page that is turned clockwise by this direction.
    pub(super) fn to_draw(self) -> PdfPageRenderRotation {
        match self.0 {
            0 => PdfPageRenderRotation::None,
            1 => PdfPageRenderRotation::Degrees90,
            2 => PdfPageRenderRotation::Degrees180,
            _ => PdfPageRenderRotation::Degrees270,
        }
    }
}

/// Returns the most frequent direction; upright in case of a tie.
pub(super) fn most(directions: impl Iterator<Item = Quarters>) -> Quarters {
    let mut counts = [0usize; 4];
    for direction in directions {
        if let Some(count) = counts.get_mut(usize::from(direction.0)) {
            *count += 1;
        }
    }
    let [upright, turned @ ..] = counts;
    turned
        .into_iter()
        .zip(Quarters::TURNED)
        .filter(|(count, _)| *count > upright)
        .max_by_key(|(count, _)| *count)
        .map_or(Quarters::NONE, |(_, direction)| direction)
}

/// Conversion from page coordinates (origin at the lower left) to sheet coordinates (origin at the upper
/// left).
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    /// Width of the sheet.
    pub width: f32,
    /// Height of the sheet.
    pub height: f32,
    /// Clockwise turn, including the page's own.
    clockwise: Quarters,
    origin: (f32, f32),
}

impl Turn {
    /// `shown` is the size of the page after its own turn (`of_page`); `letters` is the direction of its
    /// letters then.
    pub(super) fn new(
        shown: (f32, f32),
        of_page: Quarters,
        letters: Quarters,
        origin: (f32, f32),
    ) -> Self {
        let (width, height) = if letters.is_sideways() { (shown.1, shown.0) } else { shown };
        Self { width, height, clockwise: of_page + letters, origin }
    }

    pub(super) fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        match self.clockwise.0 {
            0 => (x, self.height - y),
            1 => (y, x),
            2 => (self.width - x, y),
            _ => (self.width - y, self.height - x),
        }
    }

    pub(super) fn area(&self, rect: PdfRect) -> Area {
        Area::between(
            self.point(rect.left().value, rect.top().value),
            self.point(rect.right().value, rect.bottom().value),
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn directions_are_told_from_slants() {
        for (degrees, expected) in [
            (0.0, Some(0)),
            (7.9, Some(0)),
            (90.0, Some(1)),
            (-90.0, Some(3)),
            (180.0, Some(2)),
            (-180.0, Some(2)),
            (272.0, Some(3)),
            (359.0, Some(0)),
            (45.0, None),
            (-30.0, None),
            (f32::NAN, None),
        ] {
            assert_eq!(Quarters::of_angle(degrees).map(|it| it.0), expected, "{degrees}");
        }
    }

    #[test]
    fn a_sheet_shows_a_point_where_a_reader_sees_it() {
        // A page of 200 x 100 as stored. The point is near its lower left corner.
        for (page, letters, shown, expected) in [
            (0, 0, (200.0, 100.0), (10.0, 80.0)),
            (1, 0, (100.0, 200.0), (20.0, 10.0)),
            (2, 0, (200.0, 100.0), (190.0, 20.0)),
            (3, 0, (100.0, 200.0), (80.0, 190.0)),
            // Letters written upwards on an upright page: the page is rotated clockwise, as with /Rotate 90.
            (0, 1, (200.0, 100.0), (20.0, 10.0)),
            (1, 3, (100.0, 200.0), (10.0, 80.0)),
        ] {
            let turn = Turn::new(shown, Quarters(page), Quarters(letters), (5.0, 5.0));
            assert_eq!(turn.point(15.0, 25.0), expected, "{page} {letters}");
        }
    }

    #[test]
    fn areas_turn_there_and_back() {
        let area = Area { left: 10.0, top: 20.0, right: 12.0, bottom: 50.0 };
        for quarters in Quarters::TURNED {
            assert_eq!(quarters.as_it_stood(quarters.upright(area)), area, "{quarters:?}");
        }
        // Of two letters written upwards, the lower one comes first.
        let lower = Area { left: 10.0, top: 60.0, right: 12.0, bottom: 70.0 };
        assert!(Quarters(1).upright(lower).left < Quarters(1).upright(area).left);
        assert_eq!(most([Quarters(1), Quarters(0), Quarters(1)].into_iter()), Quarters(1));
        assert_eq!(most([Quarters(1), Quarters(0)].into_iter()), Quarters::NONE);
        assert_eq!(most(std::iter::empty()), Quarters::NONE);
    }
}
