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

/// What to search for.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// In the user's words; anything goes.
    pub text: String,
    /// Only these kinds; empty for all.
    pub kinds: Vec<DocumentKind>,
    /// Only what is in force on this day; `None` for anything stored.
    pub as_of: Option<Date>,
    /// Whether our own digests are searched beside official texts.
    pub digests: bool,
    /// How many hits at most; at least 1, at most [`Query::MOST`].
    pub limit: usize,
}

impl Query {
    /// Characters of a query that are looked at.
    pub const LONGEST: usize = 4_000;
    /// Terms of one field that are looked up.
    const TERMS: usize = 256;
    /// Hits at most.
    pub const MOST: usize = 1_000;

    /// A search through everything, ten hits.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), kinds: Vec::new(), as_of: None, digests: true, limit: 10 }
    }

    /// The terms it is searched by.
    pub(crate) fn terms(&self, analyser: &Analyser) -> Terms {
        let cut = self.text.char_indices().nth(Self::LONGEST).map_or(self.text.len(), |it| it.0);
        analyser.terms(&self.text[..cut])
    }
}

/// The query in the index' own form; `None` when the text has no term.
pub(super) fn compile(
    terms: &Terms,
    query: &Query,
    fields: &Fields,
) -> Option<Box<dyn TantivyQuery>> {
    let mut words = Vec::new();
    weigh(&terms.morphemes, fields.morphemes, WEIGHT_MORPHEMES, &mut words);
    weigh(&terms.morphemes, fields.heading, WEIGHT_HEADING, &mut words);
    weigh(&terms.bigrams, fields.bigrams, WEIGHT_BIGRAMS, &mut words);
    if words.is_empty() {
        return None;
    }
    let mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)> =
        vec![(Occur::Must, Box::new(BooleanQuery::new(words)))];
    clauses.extend(filters(query, fields).into_iter().map(|filter| {
        let unscored: Box<dyn TantivyQuery> = Box::new(ConstScoreQuery::new(filter, 0.0));
        (Occur::Must, unscored)
    }));
    Some(Box::new(BooleanQuery::new(clauses)))
}

/// Adds the terms of one field; a term that the query repeats counts that often.
fn weigh(
    terms: &[String],
    field: Field,
    weight: f32,
    clauses: &mut Vec<(Occur, Box<dyn TantivyQuery>)>,
) {
    let mut counts: HashMap<&str, f32> = HashMap::new();
    let mut order = Vec::new();
    for term in terms {
        let count = counts.entry(term).or_insert_with(|| {
            order.push(term.as_str());
            0.0
        });
        *count += 1.0;
    }
    for term in order.into_iter().take(Query::TERMS) {
        let word = TermQuery::new(Term::from_field_text(field, term), IndexRecordOption::WithFreqs);
        let boosted = BoostQuery::new(Box::new(word), weight * counts[term]);
        clauses.push((Occur::Should, Box::new(boosted)));
    }
}

fn filters(query: &Query, fields: &Fields) -> Vec<Box<dyn TantivyQuery>> {
    let mut filters: Vec<Box<dyn TantivyQuery>> = Vec::new();
    if !query.kinds.is_empty() {
        let kinds = query.kinds.iter().map(|&kind| {
            let term = Term::from_field_u64(fields.kind, kind_number(kind));
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
