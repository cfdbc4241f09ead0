use std::sync::Arc;

use simui_clinical::NamedDrug;
use simui_corpus::{ProductMention, products_in, read_new_products};
use simui_domain::Span;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::NamedProduct;

use crate::faults::ErrorCode;
use crate::text_reader::TextReader;
use crate::{ApiError, Desk};

/// The desk's own products that the texts of a talk name, for readers of one of them or of several together.
pub(crate) struct TalkDrugs(Vec<(String, NamedDrug)>);

impl TalkDrugs {
    /// The drugs with their places in `text`. Of names that overlap the first longest counts.
    pub fn in_text(&self, text: &str) -> Vec<NamedDrug> {
        let mut found: Vec<NamedDrug> = Vec::new();
        for (written, drug) in &self.0 {
            for (at, _) in text.match_indices(written.as_str()) {
                let start = text[..at].chars().count();
                let span = Span { start, end: start + written.chars().count() };
                let within = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                let is_word = !within || span.end - span.start >= SURE;
                let is_free =
                    |it: &NamedDrug| it.span.end <= span.start || span.end <= it.span.start;
                if is_word && found.iter().all(is_free) {
                    found.push(NamedDrug { span, ingredients: drug.ingredients.clone() });
                }
            }
        }
        found.sort_by_key(|it| it.span.start);
        found
    }
}

/// Returns the drugs that a text names and the lexicon of its reader lacks: the desk's own products, and
/// names that only the pharmacy knows (디고신), also misspelt; `knowledge` is that of the text.
pub(super) fn named_drugs(
    text: &str,
    knowledge: &Knowledge,
    reader: &TextReader,
) -> Result<Vec<NamedDrug>, ApiError> {
    let names = &knowledge.names;
    let korean = |it: &String| names.korean(it).to_owned();
    let drug = |product: &NamedProduct| NamedDrug {
        span: product.span,
        ingredients: product.ingredients.iter().map(korean).collect(),
    };
    let mut found: Vec<NamedDrug> = names.products().map(drug).collect();
    let products = found.len();
    for mention in names.find_with_misspelt(text) {
        let span = mention.span;
        let overlaps = |it: &NamedDrug| it.span.start < span.end && span.start < it.span.end;
        let name = reader.drug_name(names.korean_names(&mention.ingredient));
        let name = name.unwrap_or_else(|| korean(&mention.ingredient));
        let known = found.iter().position(overlaps);
        match known {
            Some(at) if at >= products && found[at].span == span => {
                found[at].ingredients.push(name)
            }
            None if !reader.knows_drug(&mention.written)? => {
                found.push(NamedDrug { span, ingredients: vec![name] });
            }
            Some(_) | None => {}
        }
    }
    Ok(found)
}

/// Letters of a name from which on it may begin within a word: 어린이나무펜시럽.
const SURE: usize = 4;

/// Most products of the desk's documents in one text.
const MOST: usize = 40;

impl Desk {
    /// Returns the rules of the pharmacy with the desk's own products that `text` names.
    pub(crate) async fn knowledge_of(&self, text: &str) -> Result<Arc<Knowledge>, ApiError> {
        let shipped = Knowledge::shipped()
            .map_err(|error| ApiError::invalid(ErrorCode::Internal, &[], error.to_string()))?;
        read_new_products(&self.database).await?;
        let dur = self.dur_book(shipped).await?;
        let mentions = products_in(&self.database, text).await?;
        let named = mentions.iter().filter(|it| !self.is_common_word(it, text, shipped));
        let others = |name: &str| dur.ingredient(name).map(str::to_owned);
        let products = named.take(MOST).filter_map(|mention| {
            let written = mention.span.slice(text)?;
            NamedProduct::new(written, mention.span, &mention.products, &shipped.names, &others)
        });
        Ok(Arc::new(shipped.with_products(products.collect())))
    }

    /// Returns the drugs that a text names and the lexicon lacks, for the reader of its facts.
    pub(crate) async fn named_drugs(&self, text: &str) -> Result<Vec<NamedDrug>, ApiError> {
        named_drugs(text, &*self.knowledge_of(text).await?, &*self.text_reader()?)
    }

    /// Returns the desk's own products that the texts of a talk name.
    pub(crate) async fn drugs_of_talk(&self, texts: &[&str]) -> Result<TalkDrugs, ApiError> {
        let talk = texts.join("\n");
        let drugs = self.named_drugs(&talk).await?;
        let written = |it: NamedDrug| Some((it.span.slice(&talk)?.to_owned(), it));
        let mut drugs: Vec<(String, NamedDrug)> = drugs.into_iter().filter_map(written).collect();
        drugs.sort_by_key(|it| std::cmp::Reverse(it.0.chars().count()));
        drugs.dedup_by(|one, other| one.0 == other.0);
        Ok(TalkDrugs(drugs))
    }

    /// Whether a name without its form is a word of the language or of the rules: 감기 for 감기정.
    fn is_common_word(&self, mention: &ProductMention, text: &str, knowledge: &Knowledge) -> bool {
        let Some(written) = mention.span.slice(text).filter(|_| mention.short) else {
            return false;
        };
        let of_rules = knowledge
            .symptoms
            .iter()
            .any(|it| it.name == written || it.words.iter().any(|word| word == written));
        let morphemes = self.holdings.analyser().morphemes(written);
        let is_noun = matches!(morphemes.as_slice(), [one] if one.tag.as_str() == "NNG");
        of_rules || is_noun
    }
}
