//! Word hits of a stretch of text, in reading order and by class.

use super::Hit;
use super::class::ClassId;

/// The word hits of a stretch of text, indexed by class, so that a search for one class does not pass the
/// others.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The hits, sorted by first letter, last letter and class.
    pub hits: &'a [Hit],
    by_class: &'a [(ClassId, u32)],
}

/// Returns the index that [`Words::new`] needs: class and position of each of `hits`, sorted.
pub fn by_class(hits: &[Hit]) -> Vec<(ClassId, u32)> {
    // A text has fewer words than 2³²: it is at most a few megabytes long.
    let mut index: Vec<(ClassId, u32)> =
        (0u32..).zip(hits).map(|(at, hit)| (hit.class, at)).collect();
    index.sort_unstable();
    index
}

impl<'a> Words<'a> {
    /// Creates the words from `hits` in reading order and their index from [`by_class`].
    pub fn new(hits: &'a [Hit], by_class: &'a [(ClassId, u32)]) -> Self {
        Self { hits, by_class }
    }

    /// Returns the words of `class`, in reading order.
    pub fn of(self, class: ClassId) -> OfClass<'a> {
        let from = self.by_class.partition_point(|(other, _)| *other < class);
        let to = from + self.by_class[from..].partition_point(|(other, _)| *other == class);
        OfClass { hits: self.hits, places: &self.by_class[from..to] }
    }
}

/// The words of one class, in reading order.
#[derive(Debug, Clone, Copy)]
pub struct OfClass<'a> {
    hits: &'a [Hit],
    places: &'a [(ClassId, u32)],
}

impl<'a> OfClass<'a> {
    /// Number of words.
    pub fn len(self) -> usize {
        self.places.len()
    }

    /// Whether there is no word.
    pub fn is_empty(self) -> bool {
        self.places.is_empty()
    }

    /// Returns the words in reading order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = &'a Hit> {
        self.places.iter().map(move |(_, at)| &self.hits[*at as usize])
    }

    /// Splits the words into those that begin before letter `at` and those that begin there or later.
    pub fn split(self, at: usize) -> (Self, Self) {
        let middle =
            self.places.partition_point(|(_, place)| self.hits[*place as usize].start < at);
        let (before, after) = self.places.split_at(middle);
        (Self { places: before, ..self }, Self { places: after, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_class_stay_in_reading_order() {
        let hit = |class, start| Hit { class, start, end: start + 1, value: 0.0 };
        let hits = [hit(7, 0), hit(3, 1), hit(7, 2), hit(7, 5), hit(9, 6)];
        let index = by_class(&hits);
        let words = Words::new(&hits, &index);
        let starts = |of: OfClass<'_>| of.iter().map(|hit| hit.start).collect::<Vec<_>>();
        assert_eq!(starts(words.of(7)), [0, 2, 5]);
        assert_eq!(starts(words.of(9)), [6]);
        assert!(words.of(8).is_empty() && words.of(1).is_empty() && words.of(20).is_empty());
        let (before, after) = words.of(7).split(2);
        assert_eq!((starts(before), starts(after)), (vec![0], vec![2, 5]));
    }
}
