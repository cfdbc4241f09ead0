//! The content words of a text, without their endings.

use std::collections::BTreeSet;

use simui_search::analysis::{Analyser, Tag};

/// Lemmas of the nouns, verbs, adjectives and foreign words of `text`. Single non-Hangul characters and words
/// that occur in every sentence (`GRAMMAR`) are left out.
pub(crate) fn words(text: &str, analyser: &Analyser) -> BTreeSet<String> {
    let content =
        |tag: Tag| tag.is_noun() || tag.is_predicate() || tag == Tag::SL || tag == Tag::Unknown;
    let is_informative = |lemma: &str| {
        lemma.chars().count() > 1 || lemma.chars().any(|it| ('가'..='힣').contains(&it))
    };
    analyser
        .morphemes(text)
        .into_iter()
        .filter(|morpheme| {
            content(morpheme.tag)
                && is_informative(&morpheme.lemma)
                && !GRAMMAR.contains(&morpheme.lemma.as_str())
        })
        .map(|it| it.lemma)
        .collect()
}

/// Lemmas of grammatical words, which occur in every sentence.
const GRAMMAR: [&str; 16] = [
    "하", "되", "있", "없", "같", "위하", "대하", "따르", "통하", "관하", "수", "것", "때", "등",
    "경우", "않",
];
