//! 의약품 품목: the products of the stored labels, permits and tables of 낱알식별, and where a text names them.
//!
//! A product is read once for each stored document and kept in the database with the keys by which people
//! name it, so that a question looks up the words that it has, however many products there are.

mod fields;
mod keys;
mod mentions;
mod strengths;

use simui_domain::{DocumentId, DrugProduct, Span};
use simui_store::{Database, FoundProduct, KeyedProduct};

use self::mentions::{Candidate, candidates};
use crate::CorpusError;
use crate::formats::tables::DRUG as DRUG_READER;

/// How products are read. The number is increased when the same document would give another product or other
/// keys.
const SCHEME: i64 = 2;

/// Documents that are read between two writes.
const AT_ONCE: u32 = 1_000;

/// Longest text in which products are looked for, in characters.
const LONGEST_TEXT: usize = 4_000;

/// A place in a text that names one or more products.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductMention {
    /// The name, in Unicode scalars of the text.
    pub span: Span,
    /// Whether the text leaves the form out, so that the name may be a common word: `나무펜` for `나무펜정`.
    pub short: bool,
    /// The products of that name with their documents: several strengths, or a label and a permit.
    pub products: Vec<(DocumentId, DrugProduct)>,
}

/// Reads the products of documents that were stored since the last call. Returns their number.
///
/// # Errors
/// The database cannot be read or written.
pub async fn read_new_products(database: &Database) -> Result<usize, CorpusError> {
    let generation = database.corpus_generation().await?;
    if database.products_read_at(SCHEME).await? == Some(generation) {
        return Ok(0);
    }
    let mut count = 0;
    loop {
        let new = database.documents_without_product(DRUG_READER, SCHEME, AT_ONCE).await?;
        let mut products = Vec::with_capacity(new.len());
        for document_id in new {
            let Some(document) = database.document(&document_id).await? else { continue };
            let product = fields::product(&document.title, &document.body);
            let keys = keys::keys(&product.name);
            products.push(KeyedProduct { document_id, product, keys });
        }
        if products.is_empty() {
            // What was imported in the meantime raised the generation, so that it is read next time.
            database.set_products_read(SCHEME, generation).await?;
            return Ok(count);
        }
        count += products.len();
        database.save_products(SCHEME, &products).await?;
    }
}

/// Returns where `text` names products, in reading order and not overlapping; of two names that begin at the
/// same place the longer.
///
/// # Errors
/// The database cannot be read.
pub async fn products_in(
    database: &Database,
    text: &str,
) -> Result<Vec<ProductMention>, CorpusError> {
    let text: String = text.chars().take(LONGEST_TEXT).collect();
    let candidates = candidates(&text);
    let mut keys: Vec<String> = candidates.iter().map(|it| it.key.clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    let found = database.products_of(&keys).await?;
    Ok(chosen(candidates, &found))
}

/// Chooses the longest candidate at each place that a product has.
fn chosen(mut candidates: Vec<Candidate>, found: &[FoundProduct]) -> Vec<ProductMention> {
    candidates.sort_by_key(|it| (it.span.start, usize::MAX - it.span.end));
    let mut mentions: Vec<ProductMention> = Vec::new();
    for Candidate { key, span } in candidates {
        if mentions.last().is_some_and(|it| span.start < it.span.end) {
            continue;
        }
        let of_key = || found.iter().filter(|it| it.key == key);
        let products: Vec<_> =
            of_key().map(|it| (it.document_id.clone(), it.product.clone())).collect();
        if !products.is_empty() {
            mentions.push(ProductMention { span, short: of_key().all(|it| it.short), products });
        }
    }
    mentions
}
