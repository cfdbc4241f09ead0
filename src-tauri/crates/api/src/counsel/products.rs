use std::sync::Arc;

use simui_clinical::NamedDrug;
use simui_corpus::{ProductMention, products_in, read_new_products};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::NamedProduct;

use crate::faults::ErrorCode;
use crate::{ApiError, Desk};

/// Returns the desk's own products that a text names, for the reader of its facts; `knowledge` is that of the
/// text.
pub(super) fn named_drugs(knowledge: &Knowledge) -> Vec<NamedDrug> {
    let korean = |it: &String| knowledge.names.korean(it).to_owned();
    let drug = |it: &NamedProduct| NamedDrug {
        span: it.span,
        ingredients: it.ingredients.iter().map(korean).collect(),
    };
    knowledge.names.products().map(drug).collect()
}

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
        let products = named.take(MOST).filter_map(|it| {
            let written = it.span.slice(text)?;
            NamedProduct::new(written, it.span, &it.products, &shipped.names, &others)
        });
        Ok(Arc::new(shipped.with_products(products.collect())))
    }

    /// Returns the desk's own products that a text names, for the reader of its facts.
    pub(crate) async fn named_drugs(&self, text: &str) -> Result<Vec<NamedDrug>, ApiError> {
        Ok(named_drugs(&*self.knowledge_of(text).await?))
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
