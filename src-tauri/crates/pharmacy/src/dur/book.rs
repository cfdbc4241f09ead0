//! The DUR tables, indexed by ingredient.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use simui_domain::Span;

use super::product_names::OwnNames;
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
#[derive(Debug, Clone)]
pub struct DurBook {
    pub(super) tables: Arc<Tables>,
    /// Rows that are cited before others of the same meaning.
    pub(super) preferred: Vec<Arc<Filed>>,
}

/// Rows with their index, and the names that only the tables have.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) rows: Vec<Filed>,
    /// Indices into `rows` by ingredient.
    pub(super) by_ingredient: BTreeMap<String, Vec<usize>>,
    /// Korean names that the dictionary lacks, each with the English name in the same row.
    aliases: BTreeMap<String, String>,
    /// Names of products, in lower case.
    products: BTreeSet<String>,
    own: OwnNames,
}

impl DurBook {
    /// Indexes `entries`. An ingredient that `names` does not know keeps the names that the tables give it,
    /// Korean and English.
    pub fn new(entries: Vec<DurEntry>, names: &Names) -> Self {
        let products = entries.iter().flat_map(DurEntry::products).flatten().collect();
        Self::of_meanings(entries, products, names)
    }

    /// Indexes one row of each meaning, with the products of all rows, each beside its drug as its row
    /// writes it.
    pub fn of_meanings(
        entries: Vec<DurEntry>,
        products: Vec<(String, String)>,
        names: &Names,
    ) -> Self {
        let aliases = aliases(&entries, names);
        let rows: Vec<Filed> =
            entries.into_iter().map(|entry| filed(entry, names, &aliases)).collect();
        let mut by_ingredient: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            for ingredient in row.sides.iter().flatten() {
                by_ingredient.entry(ingredient.clone()).or_default().push(at);
            }
        }
        let mut own: BTreeMap<String, String> =
            by_ingredient.keys().map(|it| (it.clone(), it.clone())).collect();
        own.extend(aliases.clone());
        own.extend(spellings(&products, names, &aliases));
        own.retain(|name, _| name.chars().count() > 1 && names.ingredients(name).is_empty());
        let products = products.into_iter().map(|(name, _)| name).collect();
        let own = OwnNames::new(own);
        let tables = Tables { rows, by_ingredient, aliases, products, own };
        Self { tables: Arc::new(tables), preferred: Vec::new() }
    }

    /// Returns the book with rows that are cited before others of the same meaning: those of the products
    /// that a question names.
    pub fn citing(&self, entries: Vec<DurEntry>, names: &Names) -> Self {
        let filed = |entry| Arc::new(filed(entry, names, &self.tables.aliases));
        Self { tables: self.tables.clone(), preferred: entries.into_iter().map(filed).collect() }
    }

    /// The products of the tables that a text names in full, in lower case.
    pub fn products_named(&self, text: &str) -> Vec<String> {
        let text = text.to_lowercase();
        let hits = self.tables.own.find(&text);
        let named = hits.filter_map(|(bytes, _)| text.get(bytes));
        named.filter(|it| self.tables.products.contains(*it)).map(str::to_owned).collect()
    }

    /// Whether no table is stored.
    pub fn is_empty(&self) -> bool {
        self.tables.rows.is_empty()
    }

    /// The ingredient of a name, or of a product, that only the tables have.
    pub fn ingredient(&self, name: &str) -> Option<&str> {
        self.tables.own.ingredient(&name.to_lowercase())
    }

    /// Both sides of every row of 병용금기, as sets of ingredients.
    pub fn pairs(&self) -> impl Iterator<Item = (&BTreeSet<String>, &BTreeSet<String>)> {
        let pair = |row: &Filed| row.entry.table == DurTable::Combination && row.sides.len() == 2;
        let rows = self.tables.rows.iter();
        rows.filter(move |row| pair(row)).map(|row| (&row.sides[0], &row.sides[1]))
    }

    /// The drugs that a text names in reading order: those of the dictionary, also misspelt, and those that
    /// only the tables have. Spans count Unicode scalars of `text`.
    pub fn drug_mentions(&self, text: &str, names: &Names) -> Vec<DrugMention> {
        let mut found = names.find_with_misspelt(text);
        let folded = text.to_lowercase();
        // Folding that changes the length would shift offsets; no drug is written with such a character.
        if folded.len() != text.len() {
            return found;
        }
        let scalars = |bytes: usize| text.get(..bytes).map_or(0, |it| it.chars().count());
        for (bytes, ingredient) in self.tables.own.find(&folded) {
            let span = Span { start: scalars(bytes.start), end: scalars(bytes.end) };
            let overlaps = |it: &DrugMention| it.span.start < span.end && span.start < it.span.end;
            let joined = |at: Option<char>| at.is_some_and(char::is_alphanumeric);
            let before = text.get(..bytes.start).and_then(|it| it.chars().next_back());
            let after = text.get(bytes.end..).and_then(|it| it.chars().next());
            let latin = folded.get(bytes).is_some_and(str::is_ascii);
            let cut =
                joined(before) || (latin && after.is_some_and(|it| it.is_ascii_alphanumeric()));
            if !cut && !found.iter().any(overlaps) {
                let written = span.slice(text).unwrap_or_default().to_owned();
                found.push(DrugMention {
                    ingredient: ingredient.to_owned(),
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

/// A row with the ingredients of its drugs.
fn filed(entry: DurEntry, names: &Names, aliases: &BTreeMap<String, String>) -> Filed {
    let side = |written: &&str| ingredients(written, names, aliases);
    let sides = entry.sides().iter().map(side).collect();
    Filed { entry, sides }
}

/// Maps names of products, with and without their form, to the ingredient that the tables give them.
fn spellings(
    products: &[(String, String)],
    names: &Names,
    aliases: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut spellings = BTreeMap::new();
    for (product, drug) in products {
        let ingredients = ingredients(drug, names, aliases);
        let (Some(ingredient), 1) = (ingredients.first(), ingredients.len()) else { continue };
        for spelling in spellings_of_product(product) {
            spellings.entry(spelling).or_insert_with(|| ingredient.clone());
        }
    }
    spellings
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
