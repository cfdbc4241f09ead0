//! Backgrounds of text: white text is visible on a colour and hidden on white.

use std::ops::RangeInclusive;

/// Fill of an area. An area without a fill shows the one below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// White, on which white text is hidden whatever lies below.
    White,
    /// A colour, a gradient or a picture.
    Coloured,
}

/// A part of a table with a common fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Zone {
    pub rows: RangeInclusive<usize>,
    pub columns: RangeInclusive<usize>,
    pub fill: Fill,
}

/// The fills of a table, from the nearest to the farthest.
#[derive(Debug, Default)]
pub(crate) struct TableGround {
    pub zones: Vec<Zone>,
    pub table: Option<Fill>,
    /// Whether the background of the table is coloured.
    pub painted: bool,
}

impl TableGround {
    /// Returns whether a cell has a coloured background. `own` is the cell's fill.
    pub(crate) fn is_painted(&self, own: Option<Fill>, row: usize, column: usize) -> bool {
        let covers = |zone: &&Zone| zone.rows.contains(&row) && zone.columns.contains(&column);
        let zone = || self.zones.iter().rev().find(covers).map(|zone| zone.fill);
        let nearest = own.or_else(zone).or(self.table);
        nearest.map_or(self.painted, |fill| fill == Fill::Coloured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_fill_counts() {
        use Fill::{Coloured, White};
        let zone = Zone { rows: 0..=0, columns: 0..=1, fill: Coloured };
        let check = |own, zones: &[Zone], table, painted, expected| {
            let ground = TableGround { zones: zones.to_vec(), table, painted };
            assert_eq!(ground.is_painted(own, 0, 1), expected, "{own:?} {ground:?}");
        };
        check(None, &[], None, false, false);
        check(None, &[], None, true, true);
        check(None, &[], Some(Coloured), false, true);
        check(None, &[], Some(White), true, false);
        check(None, std::slice::from_ref(&zone), Some(White), false, true);
        check(Some(White), std::slice::from_ref(&zone), Some(Coloured), true, false);
        check(Some(Coloured), &[], Some(White), false, true);
        let elsewhere = Zone { rows: 1..=2, ..zone };
        check(None, &[elsewhere], None, false, false);
    }
}
