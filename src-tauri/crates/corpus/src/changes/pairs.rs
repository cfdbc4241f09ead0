//! Pairs the entries of two numbered lists.

use std::collections::HashMap;

/// The change of an entry, with its positions in the old and the new list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    Same,
    Renumbered { old: usize, new: usize },
    Changed { old: usize, new: usize },
    Added { new: usize },
    Removed { old: usize },
}

/// An entry of a list with its number and wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub number: String,
    /// Text that identifies the entry under another number; `None` when it is too short.
    pub words: Option<String>,
    /// Text that is compared under the same number.
    pub text: String,
}

/// Pairs two lists: first equal texts under the same number, then equal texts under another number, then
/// different texts under the same number. Other entries were added or removed. The result is in the order of
/// the new list; a removed entry precedes those that followed it in the old list.
pub(super) fn pair(old: &[Entry], new: &[Entry]) -> Vec<Pair> {
    let mut by_number: HashMap<&str, usize> = HashMap::new();
    for (at, entry) in old.iter().enumerate() {
        by_number.entry(&entry.number).or_insert(at);
    }
    let mut old_of: Vec<Option<(usize, Pair)>> = vec![None; new.len()];
    let mut taken = vec![false; old.len()];
    let mut bind =
        |at: usize, before: usize, pair: Pair, old_of: &mut Vec<Option<(usize, Pair)>>| {
            if let (Some(slot @ None), Some(free @ false)) =
                (old_of.get_mut(at), taken.get_mut(before))
            {
                *slot = Some((before, pair));
                *free = true;
            }
        };
    let numbered = |entry: &Entry| {
        let before = *by_number.get(entry.number.as_str())?;
        Some((before, old.get(before)?))
    };
    for (at, entry) in new.iter().enumerate() {
        if let Some((before, _)) = numbered(entry).filter(|(_, same)| same.text == entry.text) {
            bind(at, before, Pair::Same, &mut old_of);
        }
    }
    let mut by_words: HashMap<&str, Vec<usize>> = HashMap::new();
    let same = |before: usize| old_of.iter().flatten().any(|(taken, _)| *taken == before);
    for (before, entry) in old.iter().enumerate().rev().filter(|(before, _)| !same(*before)) {
        if let Some(words) = &entry.words {
            by_words.entry(words).or_default().push(before);
        }
    }
    for (at, entry) in new.iter().enumerate() {
        if old_of.get(at).is_some_and(Option::is_some) {
            continue;
        }
        let moved = entry.words.as_deref().and_then(|words| by_words.get_mut(words)?.pop());
        if let Some(before) = moved {
            bind(at, before, Pair::Renumbered { old: before, new: at }, &mut old_of);
        }
    }
    for (at, entry) in new.iter().enumerate() {
        if let Some((before, _)) = numbered(entry) {
            bind(at, before, Pair::Changed { old: before, new: at }, &mut old_of);
        }
    }
    in_order(old.len(), &old_of)
}

fn in_order(old: usize, old_of: &[Option<(usize, Pair)>]) -> Vec<Pair> {
    let kept: Vec<bool> =
        (0..old).map(|at| old_of.iter().flatten().any(|(before, _)| *before == at)).collect();
    let mut emitted = 0;
    let mut pairs = Vec::new();
    for (new, bound) in old_of.iter().enumerate() {
        let Some((before, pair)) = bound else {
            pairs.push(Pair::Added { new });
            continue;
        };
        if *before >= emitted {
            let gone = (emitted..*before).filter(|at| kept.get(*at) == Some(&false));
            pairs.extend(gone.map(|old| Pair::Removed { old }));
            emitted = *before + 1;
        }
        pairs.push(*pair);
    }
    let gone = (emitted..old).filter(|at| kept.get(*at) == Some(&false));
    pairs.extend(gone.map(|old| Pair::Removed { old }));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &str) -> Vec<Entry> {
        let entry = |entry: &str| {
            let (number, words) = entry.split_once(':').unwrap_or((entry, ""));
            let words = words.to_owned();
            Entry { number: number.into(), words: Some(words.clone()), text: words }
        };
        entries.split_whitespace().map(entry).collect()
    }

    #[test]
    fn numbers_and_words() {
        let check = |old: &str, new: &str, expected: &[Pair]| {
            assert_eq!(pair(&list(old), &list(new)), expected, "{old} -> {new}");
        };
        check("1:가 2:나", "1:가 2:나", &[Pair::Same, Pair::Same]);
        check("1:가 2:나", "1:가 2:다", &[Pair::Same, Pair::Changed { old: 1, new: 1 }]);
        check(
            "1:가 2:나",
            "1:가 2:새 3:나",
            &[Pair::Same, Pair::Added { new: 1 }, Pair::Renumbered { old: 1, new: 2 }],
        );
        check("1:가 2:나 3:다", "1:가 3:다", &[Pair::Same, Pair::Removed { old: 1 }, Pair::Same]);
        check("1:가", "", &[Pair::Removed { old: 0 }]);
        check("", "1:가", &[Pair::Added { new: 0 }]);
        check(
            "1:가 2:나",
            "1:나 2:가",
            &[Pair::Renumbered { old: 1, new: 0 }, Pair::Renumbered { old: 0, new: 1 }],
        );
    }
}
