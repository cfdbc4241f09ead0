//! The fields of the index and how much each counts.

use jiff::civil::Date;
use simui_domain::DocumentKind;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};

/// Raise with every change of the fields.
pub(super) const VERSION: u32 = 1;

/// Weights of the fields in a chunk's score: the sum over the fields of weight × BM25 (k1 = 1.2, b = 0.75).
/// Set by hand on the public sets of `examples/retrieval-quality.rs`; issue C tunes them.
pub(super) const WEIGHT_MORPHEMES: f32 = 1.0;
/// See [`WEIGHT_MORPHEMES`].
pub(super) const WEIGHT_BIGRAMS: f32 = 0.5;
/// Title of the document, label and title of the article. See [`WEIGHT_MORPHEMES`].
pub(super) const WEIGHT_HEADING: f32 = 0.5;

/// Name of the field of chunk ids.
pub(super) const CHUNK_ID: &str = "chunk_id";

/// Name of the field of places in the corpus.
pub(super) const ROW: &str = "row";

/// Handles of the fields.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) chunk_id: Field,
    /// Terms of the text: morphemes.
    pub(super) morphemes: Field,
    /// Terms of the text: bigrams.
    pub(super) bigrams: Field,
    /// Terms of title and label: morphemes.
    pub(super) heading: Field,
    /// Place in [`DocumentKind::ALL`].
    pub(super) kind: Field,
    /// Days since 1970-01-01; see [`days_from`].
    pub(super) effective_from: Field,
    /// Days since 1970-01-01; see [`days_to`].
    pub(super) effective_to: Field,
    /// 1 for one of our digests.
    pub(super) digest: Field,
    /// Place in the corpus, rising; keeps the order of segments.
    pub(super) row: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    // Terms come from the analyser; tantivy's own tokeniser is never asked.
    let terms = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(true),
    );
    let fields = Fields {
        chunk_id: schema.add_text_field(CHUNK_ID, STRING | FAST),
        morphemes: schema.add_text_field("morphemes", terms.clone()),
        bigrams: schema.add_text_field("bigrams", terms.clone()),
        heading: schema.add_text_field("heading", terms),
        kind: schema.add_u64_field("kind", INDEXED | FAST),
        effective_from: schema.add_i64_field("effective_from", INDEXED | FAST),
        effective_to: schema.add_i64_field("effective_to", INDEXED | FAST),
        digest: schema.add_u64_field("digest", INDEXED | FAST),
        row: schema.add_i64_field(ROW, FAST),
    };
    (schema.build(), fields)
}

pub(super) fn kind_number(kind: DocumentKind) -> u64 {
    DocumentKind::ALL.iter().position(|&other| other == kind).unwrap_or(usize::MAX) as u64
}

/// Days since 1970-01-01.
pub(super) fn days(date: Date) -> i64 {
    date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24
}

/// The first day a document holds. A statute without one is not in force on any day; anything else
/// without one always was.
pub(super) fn days_from(kind: DocumentKind, effective_from: Option<Date>) -> i64 {
    match effective_from {
        Some(date) => days(date),
        None if kind == DocumentKind::Statute => i64::MAX,
        None => i64::MIN,
    }
}

/// The last day a document holds; without one it still does.
pub(super) fn days_to(effective_to: Option<Date>) -> i64 {
    effective_to.map_or(i64::MAX, days)
}
