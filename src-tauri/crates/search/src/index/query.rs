use std::collections::HashMap;
use std::ops::Bound;

use jiff::civil::Date;
use simui_domain::DocumentKind;
use tantivy::Term;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query as TantivyQuery, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::schema::{Fields, WEIGHT_BIGRAMS, WEIGHT_HEADING, WEIGHT_MORPHEMES, days, kind_number};
use crate::analysis::{Analyser, Terms};

/// A search by words with its filters.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Text in the user's words, without operators.
    pub text: String,
    /// Kinds of documents to search; empty for all.
    pub kinds: Vec<DocumentKind>,
    /// Day on which a document must be in force; `None` for any stored document.
    pub as_of: Option<Date>,
    /// Whether our own digests (요지) are searched beside official texts.
    pub digests: bool,
    /// Most hits, 1 to [`Query::MOST`].
    pub limit: usize,
}

impl Query {
    /// Most characters of a query that are used.
    pub const LONGEST: usize = 4_000;
    /// Most distinct terms for each field.
    const TERMS: usize = 256;
    /// Most hits of a search.
    pub const MOST: usize = 1_000;

    /// Makes a search without filters for ten hits.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), kinds: Vec::new(), as_of: None, digests: true, limit: 10 }
    }

    /// Returns the terms of the query's text.
    pub(crate) fn terms(&self, analyser: &Analyser) -> Terms {
        let cut = self.text.char_indices().nth(Self::LONGEST).map_or(self.text.len(), |it| it.0);
        analyser.terms(&self.text[..cut])
    }
}

/// Number of chunks above which reading the postings of all words would take too long.
pub(super) const LARGE_INDEX: usize = 100_000;
/// Most postings read for one query of such an index, about 15 ms.
const MAX_POSTINGS: u64 = 1_000_000;

/// Share of the chunks, one in so many, up to which those of the searched kinds are few.
pub(super) const FEW: u64 = 20;

/// A word of the query in one field.
struct Word {
    term: Term,
    weight: f32,
}

impl Word {
    fn clause(self) -> (Occur, Box<dyn TantivyQuery>) {
        let word = TermQuery::new(self.term, IndexRecordOption::WithFreqs);
        (Occur::Should, Box::new(BoostQuery::new(Box::new(word), self.weight)))
    }
}

/// Compiles a query for tantivy; `None` when the text has no term. `found` returns the number of chunks with
/// a term, and is given for large indexes only.
pub(super) fn compile(
    terms: &Terms,
    query: &Query,
    fields: &Fields,
    found: Option<&dyn Fn(&Term) -> u64>,
) -> Option<Box<dyn TantivyQuery>> {
    let mut words = Vec::new();
    weigh(&terms.morphemes, fields.morphemes, WEIGHT_MORPHEMES, &mut words);
    weigh(&terms.morphemes, fields.heading, WEIGHT_HEADING, &mut words);
    weigh(&terms.bigrams, fields.bigrams, WEIGHT_BIGRAMS, &mut words);
    if words.is_empty() {
        return None;
    }
    let words = affordable(words, found).into_iter().map(Word::clause).collect();
    // The words form one clause even without a filter. A query of words alone would be searched by block-max
    // WAND, which takes half as long again for forty words (examples/search-speed, 200,000 chunks).
    let mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)> =
        vec![(Occur::Must, Box::new(BooleanQuery::new(words)))];
    clauses.extend(filters(query, fields).into_iter().map(|filter| {
        let unscored: Box<dyn TantivyQuery> = Box::new(ConstScoreQuery::new(filter, 0.0));
        (Occur::Must, unscored)
    }));
    Some(Box::new(BooleanQuery::new(clauses)))
}

/// Appends the terms of one field; a repeated term counts that often.
fn weigh(terms: &[String], field: Field, weight: f32, words: &mut Vec<Word>) {
    let mut counts: HashMap<&str, f32> = HashMap::new();
    let mut order = Vec::new();
    for term in terms {
        let count = counts.entry(term).or_insert_with(|| {
            order.push(term.as_str());
            0.0
        });
        *count += 1.0;
    }
    words.extend(order.into_iter().take(Query::TERMS).map(|term| Word {
        term: Term::from_field_text(field, term),
        weight: weight * counts[term],
    }));
}

/// Returns the rarest words whose postings together are at most [`MAX_POSTINGS`], at least one. The dropped
/// words are the least significant and the slowest to read.
fn affordable(words: Vec<Word>, found: Option<&dyn Fn(&Term) -> u64>) -> Vec<Word> {
    let Some(found) = found else { return words };
    let mut counted: Vec<(u64, Word)> =
        words.into_iter().map(|word| (found(&word.term), word)).collect();
    counted.sort_by_key(|it| it.0);
    let mut read = 0;
    let mut kept = Vec::new();
    for (count, word) in counted {
        read += count;
        if read > MAX_POSTINGS && !kept.is_empty() {
            break;
        }
        kept.push(word);
    }
    kept
}

/// Returns the terms of the kinds that a query is limited to.
pub(super) fn kind_terms(query: &Query, fields: &Fields) -> impl Iterator<Item = Term> {
    let field = fields.kind;
    query.kinds.iter().map(move |&kind| Term::from_field_u64(field, kind_number(kind)))
}

fn filters(query: &Query, fields: &Fields) -> Vec<Box<dyn TantivyQuery>> {
    let mut filters: Vec<Box<dyn TantivyQuery>> = Vec::new();
    if !query.kinds.is_empty() {
        let kinds = kind_terms(query, fields).map(|term| {
            let one: Box<dyn TantivyQuery> =
                Box::new(TermQuery::new(term, IndexRecordOption::Basic));
            (Occur::Should, one)
        });
        filters.push(Box::new(BooleanQuery::new(kinds.collect())));
    }
    if let Some(date) = query.as_of {
        let day = days(date);
        filters.push(Box::new(RangeQuery::new(
            Bound::Unbounded,
            Bound::Included(Term::from_field_i64(fields.effective_from, day)),
        )));
        filters.push(Box::new(RangeQuery::new(
            Bound::Included(Term::from_field_i64(fields.effective_to, day)),
            Bound::Unbounded,
        )));
    }
    if !query.digests {
        let term = Term::from_field_u64(fields.digest, 0);
        filters.push(Box::new(TermQuery::new(term, IndexRecordOption::Basic)));
    }
    filters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(counts: &[u64], expected: &[f32]) {
        let field = Field::from_field_id(0);
        let words = (0..counts.len())
            .map(|at| Word { term: Term::from_field_u64(field, at as u64), weight: at as f32 });
        let found = |term: &Term| counts[term.value().as_u64().unwrap_or(0) as usize];
        let kept = affordable(words.collect(), Some(&found));
        assert_eq!(kept.iter().map(|it| it.weight).collect::<Vec<_>>(), expected, "{counts:?}");
    }

    #[test]
    fn the_most_frequent_words_are_left_out_when_reading_them_costs_too_much() {
        check(&[10, 20, 30], &[0.0, 1.0, 2.0]);
        check(&[900_000, 20, 300_000], &[1.0, 2.0]);
        check(&[2_000_000], &[0.0]);
        check(&[3_000_000, 2_000_000], &[1.0]);
        check(&[], &[]);
    }
}
