use super::meaning::Meaning;
use crate::analysis::Terms;
use crate::dense::key;
use crate::index::{Companions, SearchIndex, significant_bigrams, significant_words};

/// Returns whether any term of a query is in the corpus or, for a search by the static embedding, has a row
/// of its own there. Rows that are composed of pieces of an unknown word do not count, since any letters have
/// some; an encoder gives a vector to any text, so only the corpus counts.
pub(super) fn is_known(
    terms: &Terms,
    index: &SearchIndex,
    meaning: Option<&Meaning<'_>>,
    companions: Option<&Companions>,
) -> bool {
    if index.knows_any(terms) {
        return true;
    }
    let static_embedding = meaning.filter(|it| !it.by_encoder).and(companions);
    static_embedding.is_some_and(|companions| {
        let has_row = |key| companions.embedding().codes_of(key).is_some();
        significant_words(terms).any(|word| has_row(key::word(word)))
            || significant_bigrams(terms).any(|bigram| has_row(key::gram(bigram)))
    })
}
