//! Finds in a text the names that only the DUR tables have, by binary search in a sorted list, which is
//! ready sooner than an automaton, however many products the tables name.

use std::collections::BTreeMap;
use std::ops::Range;

/// Names in lower case, sorted, each with its ingredient.
#[derive(Debug)]
pub(super) struct OwnNames(Vec<(String, String)>);

impl OwnNames {
    pub(super) fn new(names: BTreeMap<String, String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// The ingredient of a name.
    pub(super) fn ingredient(&self, name: &str) -> Option<&str> {
        let at = self.0.binary_search_by(|(it, _)| it.as_str().cmp(name)).ok()?;
        Some(&self.0[at].1)
    }

    /// The names in a text in lower case with their ingredients: at each place the longest, none overlapping
    /// the one before. Ranges count bytes.
    pub(super) fn find<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let mut from = 0;
        let starts = text.char_indices();
        starts.filter_map(move |(at, _)| {
            if at < from {
                return None;
            }
            let (name, ingredient) = self.longest(text.get(at..)?)?;
            from = at + name.len();
            Some((at..from, ingredient.as_str()))
        })
    }

    /// The longest name that `text` begins with.
    fn longest(&self, mut text: &str) -> Option<&(String, String)> {
        let mut names = self.0.as_slice();
        loop {
            names = names.get(..names.partition_point(|(name, _)| name.as_str() <= text))?;
            let last = names.last()?;
            if text.starts_with(&last.0) {
                return Some(last);
            }
            // What both begin with; every name that `text` begins with lies in it.
            let same = text.chars().zip(last.0.chars()).take_while(|(one, other)| one == other);
            text = text.get(..same.map(|(letter, _)| letter.len_utf8()).sum())?;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The names in a text, found by trying all of them at every place.
    fn slowly(names: &BTreeMap<String, String>, text: &str) -> Vec<(Range<usize>, String)> {
        let (mut found, mut from) = (Vec::new(), 0);
        for (at, _) in text.char_indices() {
            let here = names.iter().filter(|(name, _)| text[at..].starts_with(name.as_str()));
            if let Some((name, ingredient)) =
                here.max_by_key(|it| it.0.len()).filter(|_| at >= from)
            {
                from = at + name.len();
                found.push((at..from, ingredient.clone()));
            }
        }
        found
    }

    proptest! {
        #[test]
        fn names_are_found_as_by_trying_each(
            names in prop::collection::btree_map("[가나a ]{1,4}", "[xyz]", 0..12),
            text in "[가나다a ]{0,24}",
        ) {
            let own = OwnNames::new(names.clone());
            let found: Vec<_> =
                own.find(&text).map(|(at, ingredient)| (at, ingredient.to_owned())).collect();
            prop_assert_eq!(found, slowly(&names, &text));
        }
    }
}
