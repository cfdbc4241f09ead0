//! The DUR tables, indexed by ingredient.

use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::{AhoCorasick, MatchKind};
use simui_domain::Span;

use super::row::{DurEntry, DurTable, components};
use crate::names::{DrugMention, Names, spellings_of_product};

/// A row of a table with its ingredients by their names in the dictionary.
#[derive(Debug)]
pub(super) struct Filed {
    pub(super) entry: DurEntry,
    /// The ingredients of the drug; of each of the two drugs in a row of 병용금기.
    pub(super) sides: Vec<BTreeSet<String>>,
}

/// The rows of all stored tables, indexed by ingredient.
#[derive(Debug)]
pub struct DurBook {
    pub(super) rows: Vec<Filed>,
    /// Indices into `rows` by ingredient.
    pub(super) by_ingredient: BTreeMap<String, Vec<usize>>,
    /// Spellings that the dictionary lacks, each with its ingredient, and the automaton that finds them.
    own: Option<(AhoCorasick, Vec<(String, String)>)>,
}

impl DurBook {
    /// Indexes `entries`. An ingredient that `names` does not know keeps the names that the tables give it,
    /// Korean and English.
    pub fn new(entries: Vec<DurEntry>, names: &Names) -> Self {
        let aliases = aliases(&entries, names);
        let products = products(&entries, names, &aliases);
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
        own.extend(products.into_iter().filter(|(name, _)| names.ingredients(name).is_empty()));
        let own: Vec<(String, String)> =
            own.into_iter().filter(|(name, _)| name.chars().count() > 1).collect();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(own.iter().map(|(name, _)| name));
        Self { rows, by_ingredient, own: automaton.ok().map(|automaton| (automaton, own)) }
    }

    /// Whether no table is stored.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The ingredient of a name, or of a product, that only the tables have.
    pub fn ingredient(&self, name: &str) -> Option<&str> {
        let (_, own) = self.own.as_ref()?;
        let name = name.to_lowercase();
        let at = own.binary_search_by(|(it, _)| it.as_str().cmp(&name)).ok()?;
        Some(&own[at].1)
    }

    /// Both sides of every row of 병용금기, as sets of ingredients.
    pub fn pairs(&self) -> impl Iterator<Item = (&BTreeSet<String>, &BTreeSet<String>)> {
        let pair = |row: &Filed| row.entry.table == DurTable::Combination && row.sides.len() == 2;
        self.rows.iter().filter(move |row| pair(row)).map(|row| (&row.sides[0], &row.sides[1]))
    }

    /// The drugs that a text names in reading order: those of the dictionary, also misspelt, and those that
    /// only the tables have. Spans count Unicode scalars of `text`.
    pub fn drug_mentions(&self, text: &str, names: &Names) -> Vec<DrugMention> {
        let mut found = names.find_with_misspelt(text);
        let Some((automaton, own)) = &self.own else { return found };
        let folded = text.to_lowercase();
        // Folding that changes the length would shift offsets; no drug is written with such a character.
        if folded.len() != text.len() {
            return found;
        }
        let scalars = |bytes: usize| text.get(..bytes).map_or(0, |it| it.chars().count());
        for hit in automaton.find_iter(&folded) {
            let span = Span { start: scalars(hit.start()), end: scalars(hit.end()) };
            let overlaps = |it: &DrugMention| it.span.start < span.end && span.start < it.span.end;
            let joined = |at: Option<char>| at.is_some_and(char::is_alphanumeric);
            let before = text.get(..hit.start()).and_then(|it| it.chars().next_back());
            let after = text.get(hit.end()..).and_then(|it| it.chars().next());
            let latin = own[hit.pattern().as_usize()].0.is_ascii();
            let cut =
                joined(before) || (latin && after.is_some_and(|it| it.is_ascii_alphanumeric()));
            if !cut && !found.iter().any(overlaps) {
                let (_, ingredient) = &own[hit.pattern().as_usize()];
                let written = span.slice(text).unwrap_or_default().to_owned();
                found.push(DrugMention {
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

/// Maps names of products, with and without their form, to the ingredient that the tables give them.
fn products(
    entries: &[DurEntry],
    names: &Names,
    aliases: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut products = BTreeMap::new();
    for (product, drug) in entries.iter().flat_map(DurEntry::products) {
        let ingredients = ingredients(drug, names, aliases);
        let (Some(ingredient), 1) = (ingredients.first(), ingredients.len()) else { continue };
        let name = product.split(['(', '[']).next().unwrap_or(product).trim().to_lowercase();
        for spelling in spellings_of_product(&name) {
            products.entry(spelling).or_insert_with(|| ingredient.clone());
        }
    }
    products
}

/// Maps Korean names that the dictionary lacks to the English name in the same row.
fn aliases(entries: &[DurEntry], names: &Names) -> BTreeMap<String, String> {
    let mut aliases = BTreeMap::new();
    for entry in entries.iter().filter(|it| it.table != DurTable::Combination) {
        let sides = entry.sides();
        let (Some(english), [korean]) = (entry.english(), sides.as_slice()) else { continue };
        let english = components(english);
        let korean = components(korean);
        // For a combination the row does not tell which Korean name belongs to which English one.
        if let ([english], [korean]) = (english.as_slice(), korean.as_slice())
            && names.ingredients(korean).is_empty()
        {
            let known = names.ingredients(english).first().unwrap_or(english);
            aliases.insert(korean.clone(), known.clone());
        }
    }
    aliases
}

/// The ingredients of a drug as a table writes it. A name that the dictionary has in full is not split: the
/// bracket in sodium iodide (131I) distinguishes it from sodium iodide.
fn ingredients(
    written: &str,
    names: &Names,
    aliases: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let known = names.ingredients(written);
    if !known.is_empty() {
        return known.iter().cloned().collect();
    }
    let canonical = |name: String| {
        let known = names.ingredients(&name).first();
        known.or_else(|| aliases.get(&name)).cloned().unwrap_or(name)
    };
    components(written).into_iter().map(canonical).collect()
}
