//! Quotations of an advertisement: a cue about the end of one is about all of it, and about those listed with
//! it.

use crate::claims::{Grammar, Reading};

/// Largest number of letters between two quotations of one list: 이나, 또는.
const LONGEST_JOINER: usize = 2;

/// The letters between quotation marks, in order.
pub(super) struct Quotations(Vec<(usize, usize)>);

impl Quotations {
    /// Finds the quotations of `reading`.
    pub fn of(reading: &Reading<'_>, grammar: &Grammar) -> Self {
        let hits = reading.hits.iter().filter(|hit| hit.class == grammar.quoted);
        Self(hits.map(|hit| (hit.start, hit.end)).collect())
    }

    /// Returns where the words before a cue begin that are at least the letters `from..cue`: where these end
    /// a quotation, at the first of its list.
    pub fn widen(&self, from: usize, cue: usize) -> usize {
        let before = &self.0[..self.0.partition_point(|&(_, to)| to <= cue)];
        let Some((&(first, to), listed)) = before.split_last() else { return from };
        if to <= from {
            return from;
        }
        let mut begin = first;
        for &(start, end) in listed.iter().rev() {
            if begin - end > LONGEST_JOINER {
                break;
            }
            begin = start;
        }
        from.min(begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_decided_with_its_list() {
        let quotations = Quotations(vec![(0, 4), (10, 14), (15, 20), (22, 30)]);
        let check = |from, cue, expected| {
            assert_eq!(quotations.widen(from, cue), expected, "{from}..{cue}");
        };
        // Inside the last of the list of three.
        check(28, 30, 10);
        check(28, 33, 10);
        // Behind it, between two, and a cue inside the quotation itself.
        check(31, 33, 31);
        check(5, 9, 5);
        check(24, 26, 24);
        check(2, 4, 0);
    }
}
