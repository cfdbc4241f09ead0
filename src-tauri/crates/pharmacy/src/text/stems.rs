//! The content words of a text, without their endings.

use std::collections::BTreeSet;

use simui_search::analysis::{Analyser, Tag};

/// Content words: nouns, stems of verbs and adjectives.
pub(crate) fn words(text: &str, analyser: &Analyser) -> BTreeSet<String> {
    let content =
        |tag: Tag| tag.is_noun() || tag.is_predicate() || tag == Tag::SL || tag == Tag::Unknown;
    let told = |lemma: &str| {
        lemma.chars().count() > 1 || lemma.chars().any(|it| ('가'..='힣').contains(&it))
    };
    analyser
        .morphemes(text)
        .into_iter()
        .filter(|it| content(it.tag) && told(&it.lemma) && !GRAMMAR.contains(&it.lemma.as_str()))
        .map(|it| it.lemma)
        .collect()
}

/// Words that every sentence has.
const GRAMMAR: [&str; 16] = [
    "하", "되", "있", "없", "같", "위하", "대하", "따르", "통하", "관하", "수", "것", "때", "등",
    "경우", "않",
];
