//! Maps the terms of a text to rows of the table.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::key;
use crate::analysis::Terms;

/// Rows of one text with their counts, in ascending order of rows.
pub(super) type Bag = Vec<(u32, f32)>;

/// Maps keys to rows. The first `buckets` rows belong to the pieces of unknown words.
#[derive(Debug, Clone, Default)]
pub(super) struct Lexicon {
    pub(super) buckets: u32,
    rows: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

impl Lexicon {
    /// Assigns the rows after the buckets to `keys`, in order.
    pub(super) fn new(buckets: u32, keys: &[u64]) -> Self {
        let rows = keys.iter().zip(buckets..).map(|(&key, row)| (key, row)).collect();
        Self { buckets, rows }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.buckets as usize + self.rows.len()
    }

    pub(super) fn row(&self, key: u64) -> Option<u32> {
        self.rows.get(&key).copied()
    }

    /// Returns the row that a piece of an unknown word shares with other pieces.
    pub(super) fn bucket(&self, piece: u64) -> Option<u32> {
        // The remainder is below `buckets`, which is 32 bits wide.
        piece.checked_rem(u64::from(self.buckets)).map(|bucket| bucket as u32)
    }

    /// Returns the rows of a text with damped counts. Known words and bigrams have their own row; an unknown
    /// word counts through its pieces. Unknown bigrams are ignored: the pieces of their word represent them.
    pub(super) fn bag(&self, terms: &Terms) -> Bag {
        let mut bag = Bag::with_capacity(terms.morphemes.len() + terms.bigrams.len());
        for term in &terms.morphemes {
            match self.row(key::word(term)) {
                Some(row) => bag.push((row, 1.0)),
                None => self.push_pieces(&key::pieces(term), 1.0, &mut bag),
            }
        }
        bag.extend(
            terms.bigrams.iter().filter_map(|term| self.row(key::gram(term))).map(|row| (row, 1.0)),
        );
        merge(&mut bag);
        damp(&mut bag);
        bag
    }

    /// Appends the rows of an unknown word's `pieces`, which share its `count`.
    pub(super) fn push_pieces(&self, pieces: &[u64], count: f32, bag: &mut Bag) {
        let share = count / pieces.len().max(1) as f32;
        bag.extend(pieces.iter().filter_map(|&piece| self.bucket(piece)).map(|row| (row, share)));
    }
}

/// Sorts by row and sums the counts of equal rows.
pub(super) fn merge(bag: &mut Bag) {
    bag.sort_unstable_by_key(|&(row, _)| row);
    bag.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// Damps counts: a token that occurs n times counts 1 + ln n (logarithmic term frequency; Manning et al.,
/// *Introduction to Information Retrieval*, 6.4.1).
pub(super) fn damp(bag: &mut [(u32, f32)]) {
    for (_, count) in bag {
        if *count > 1.0 {
            *count = 1.0 + count.ln();
        }
    }
}

/// A hasher that returns `u64` keys unchanged, as these are hashes already.
#[derive(Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
