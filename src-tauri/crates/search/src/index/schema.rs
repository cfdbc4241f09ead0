//! The fields of the index and their weights.

use super::lines::LINES;
use super::query::Query;
use jiff::civil::Date;
use simui_domain::DocumentKind;
use tantivy::TantivyError;
use tantivy::columnar::{Column, StrColumn};
use tantivy::fastfield::FastFieldReaders;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};

/// Version of the schema, raised with every change of the fields.
pub(super) const VERSION: u32 = 4;

/// Weight of morphemes in a chunk's score, the sum over the fields of weight × BM25 (k1 = 1.2, b = 0.75).
/// Weights and contents of the fields were chosen on the tuning halves of the sets in
/// `models/embedding/README.md`.
pub(super) const WEIGHT_MORPHEMES: f32 = 1.0;
/// Weight of bigrams; see [`WEIGHT_MORPHEMES`].
pub(super) const WEIGHT_BIGRAMS: f32 = 0.75;
/// Weight of the heading's morphemes; see [`WEIGHT_MORPHEMES`].
pub(super) const WEIGHT_HEADING: f32 = 0.25;

/// Name of the field of chunk ids.
pub(super) const CHUNK_ID: &str = "chunk_id";

/// Name of the field of document ids.
const DOCUMENT: &str = "document";

/// Names of the filtered fields.
const KIND: &str = "kind";
const EFFECTIVE_FROM: &str = "effective_from";
const EFFECTIVE_TO: &str = "effective_to";
const DIGEST: &str = "digest";

/// Name of the field of numbers in the order of adding.
pub(super) const ROW: &str = "row";

/// Handles of the fields.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) chunk_id: Field,
    /// Document of the chunk, by which its chunks are removed.
    pub(super) document: Field,
    /// Morphemes of heading and text.
    pub(super) morphemes: Field,
    /// Bigrams of heading and text.
    pub(super) bigrams: Field,
    /// Morphemes of the heading.
    pub(super) heading: Field,
    /// Index in [`DocumentKind::ALL`].
    pub(super) kind: Field,
    /// First day in force, in days since 1970-01-01; see [`days_from`].
    pub(super) effective_from: Field,
    /// Last day in force, in days since 1970-01-01; see [`days_to`].
    pub(super) effective_to: Field,
    /// 1 for one of our digests (요지), else 0.
    pub(super) digest: Field,
    /// Number in the order of adding, which preserves the order of segments.
    pub(super) row: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    // Terms come from the analyser; the tokenisers of tantivy are not used.
    let terms = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(LINES)
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(true),
    );
    let fields = Fields {
        chunk_id: schema.add_text_field(CHUNK_ID, STRING | FAST),
        document: schema.add_text_field(DOCUMENT, STRING),
        morphemes: schema.add_text_field("morphemes", terms.clone()),
        bigrams: schema.add_text_field("bigrams", terms.clone()),
        heading: schema.add_text_field("heading", terms),
        kind: schema.add_u64_field(KIND, INDEXED | FAST),
        effective_from: schema.add_i64_field(EFFECTIVE_FROM, INDEXED | FAST),
        effective_to: schema.add_i64_field(EFFECTIVE_TO, INDEXED | FAST),
        digest: schema.add_u64_field(DIGEST, INDEXED | FAST),
        row: schema.add_i64_field(ROW, FAST),
    };
    (schema.build(), fields)
}

/// The stored columns of each chunk.
pub(super) struct Columns {
    ids: StrColumn,
    kind: Column<u64>,
    effective_from: Column<i64>,
    effective_to: Column<i64>,
    digest: Column<u64>,
}

impl Columns {
    pub(super) fn open(fields: &FastFieldReaders) -> tantivy::Result<Self> {
        let missing = || TantivyError::InvalidArgument("chunk ids are missing".to_owned());
        Ok(Self {
            ids: fields.str(CHUNK_ID)?.ok_or_else(missing)?,
            kind: fields.u64(KIND)?,
            effective_from: fields.i64(EFFECTIVE_FROM)?,
            effective_to: fields.i64(EFFECTIVE_TO)?,
            digest: fields.u64(DIGEST)?,
        })
    }

    /// Returns the id of a segment's chunk; empty where there is none.
    pub(super) fn chunk_id(&self, place: u32) -> std::io::Result<String> {
        let mut id = String::new();
        if let Some(ord) = self.ids.term_ords(place).next() {
            self.ids.ord_to_str(ord, &mut id)?;
        }
        Ok(id)
    }

    /// Applies the same filters as those that [`super::query`] compiles.
    pub(super) fn admits(&self, query: &Query, place: u32) -> bool {
        let Some(kind) = self.kind.first(place) else { return false };
        let of_kind =
            query.kinds.is_empty() || query.kinds.iter().any(|it| kind_number(*it) == kind);
        let in_force = query.as_of.map(days).is_none_or(|day| {
            self.effective_from.first(place).is_some_and(|from| from <= day)
                && self.effective_to.first(place).is_some_and(|to| day <= to)
        });
        of_kind && in_force && (query.digests || self.digest.first(place) == Some(0))
    }
}

pub(super) fn kind_number(kind: DocumentKind) -> u64 {
    DocumentKind::ALL.iter().position(|&other| other == kind).unwrap_or(usize::MAX) as u64
}

/// Converts a date to days since 1970-01-01.
pub(super) fn days(date: Date) -> i64 {
    date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24
}

/// Converts the first day in force. A statute without one is never in force, any other document always was.
pub(super) fn days_from(kind: DocumentKind, effective_from: Option<Date>) -> i64 {
    match effective_from {
        Some(date) => days(date),
        None if kind == DocumentKind::Statute => i64::MAX,
        None => i64::MIN,
    }
}

/// Converts the last day in force; without one the document still is.
pub(super) fn days_to(effective_to: Option<Date>) -> i64 {
    effective_to.map_or(i64::MAX, days)
}
