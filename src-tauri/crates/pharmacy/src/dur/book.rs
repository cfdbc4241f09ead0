use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::{AhoCorasick, MatchKind};
use simui_domain::Span;

use super::row::{DurEntry, DurTable, components};
use crate::names::{Named, Names};

/// A row with its ingredients under the names of the dictionary.
#[derive(Debug)]
pub(super) struct Filed {
    pub(super) entry: DurEntry,
    /// One side, or both of a pair.
    pub(super) sides: Vec<BTreeSet<String>>,
}

/// The stored tables, ready to be asked.
#[derive(Debug)]
pub struct DurBook {
    pub(super) rows: Vec<Filed>,
    /// Rows by each of their ingredients.
    pub(super) by_ingredient: BTreeMap<String, Vec<usize>>,
    /// Spellings that only the tables have.
    own: Option<(AhoCorasick, Vec<(String, String)>)>,
}

impl DurBook {
    /// Files the rows. Ingredients that `names` does not know go by what the tables call them, in Korean and English.
    pub fn new(entries: Vec<DurEntry>, names: &Names) -> Self {
        let aliases = aliases(&entries, names);
        let filed = |entry: DurEntry| {
            let side = |written: &&str| ingredients(written, names, &aliases);
            let sides = entry.sides().iter().map(side).collect();
            Filed { entry, sides }
        };
        let rows: Vec<Filed> = entries.into_iter().map(filed).collect();
        let mut by_ingredient: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            for ingredient in row.sides.iter().flatten() {
                by_ingredient.entry(ingredient.clone()).or_default().push(at);
            }
        }
        let unknown = |name: &&String| names.ingredients(name).is_empty();
        let mut own: BTreeMap<String, String> =
            by_ingredient.keys().filter(unknown).map(|it| (it.clone(), it.clone())).collect();
        own.extend(aliases.into_iter().filter(|(alias, _)| names.ingredients(alias).is_empty()));
        let own: Vec<(String, String)> =
            own.into_iter().filter(|(name, _)| name.chars().count() > 1).collect();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(own.iter().map(|(name, _)| name));
        Self { rows, by_ingredient, own: automaton.ok().map(|automaton| (automaton, own)) }
    }

    /// Of the table, every pair of ingredient sets: for measuring.
    pub fn pairs(&self) -> impl Iterator<Item = (&BTreeSet<String>, &BTreeSet<String>)> {
        let pair = |row: &Filed| row.entry.table == DurTable::Combination && row.sides.len() == 2;
        self.rows.iter().filter(move |row| pair(row)).map(|row| (&row.sides[0], &row.sides[1]))
    }

    /// The drugs of a text: those of the dictionary, and those that only the tables know.
    pub fn named(&self, text: &str, names: &Names) -> Vec<Named> {
        let mut found = names.found_or_misspelt(text);
        let Some((automaton, own)) = &self.own else { return found };
        let folded = text.to_lowercase();
        // A letter that grows when it is folded would shift offsets; no drug is written with one.
        if folded.len() != text.len() {
            return found;
        }
        let scalars = |bytes: usize| text.get(..bytes).map_or(0, |it| it.chars().count());
        for hit in automaton.find_iter(&folded) {
            let span = Span { start: scalars(hit.start()), end: scalars(hit.end()) };
            let overlaps = |it: &Named| it.span.start < span.end && span.start < it.span.end;
            let joined = |at: Option<char>| at.is_some_and(char::is_alphanumeric);
            let before = text.get(..hit.start()).and_then(|it| it.chars().next_back());
            let after = text.get(hit.end()..).and_then(|it| it.chars().next());
            let latin = own[hit.pattern().as_usize()].0.is_ascii();
            let cut =
                joined(before) || (latin && after.is_some_and(|it| it.is_ascii_alphanumeric()));
            if !cut && !found.iter().any(overlaps) {
                let (_, ingredient) = &own[hit.pattern().as_usize()];
                let written = span.slice(text).unwrap_or_default().to_owned();
                found.push(Named {
                    ingredient: ingredient.clone(),
                    span,
                    written,
                    corrected: None,
                });
            }
        }
        found.sort_by_key(|it| it.span);
        found
    }
}

/// Korean names that the tables give beside English ones.
fn aliases(entries: &[DurEntry], names: &Names) -> BTreeMap<String, String> {
    let mut aliases = BTreeMap::new();
    for entry in entries.iter().filter(|it| it.table != DurTable::Combination) {
        let sides = entry.sides();
        let (Some(english), [korean]) = (entry.english(), sides.as_slice()) else { continue };
        let english = components(english);
        let korean = components(korean);
        // Of a combination it is not said which Korean name is which.
        if let ([english], [korean]) = (english.as_slice(), korean.as_slice())
            && names.ingredients(korean).is_empty()
        {
            let known = names.ingredients(english).first().unwrap_or(english);
            aliases.insert(korean.clone(), known.clone());
        }
    }
    aliases
}

/// The ingredients of a drug as a table writes it. What the dictionary knows as a whole is that: the bracket of sodium
/// iodide (131I) tells it from sodium iodide.
fn ingredients(
    written: &str,
    names: &Names,
    aliases: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let whole = names.ingredients(written);
    if !whole.is_empty() {
        return whole.iter().cloned().collect();
    }
    let canonical = |name: String| {
        let known = names.ingredients(&name).first();
        known.or_else(|| aliases.get(&name)).cloned().unwrap_or(name)
    };
    components(written).into_iter().map(canonical).collect()
}
