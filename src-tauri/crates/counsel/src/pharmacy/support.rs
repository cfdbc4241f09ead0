//! Whether a sentence stands on a passage: the one comparison behind verification, correction and faithfulness.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use simui_search::analysis::{Analyser, Tag};

use super::figures::figures;
use super::names::Names;
use super::sentence::sentences;

/// Share of a sentence's content words that two neighbouring source sentences must have: what a reasonable inference keeps.
const KEPT: f64 = 0.6;

/// Why a sentence does not stand on what it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It cites nothing.
    NoSource,
    /// A figure that the source does not have.
    Figure,
    /// A drug that the source does not name.
    Drug,
    /// The source says the opposite.
    Negation,
    /// Its words are not in the source.
    Words,
}

impl Fault {
    /// For the interface.
    pub fn korean(self) -> &'static str {
        match self {
            Fault::NoSource => "근거 문서를 표시하지 않았습니다",
            Fault::Figure => "근거에 없는 수치가 있습니다",
            Fault::Drug => "근거에 없는 약 이름이 있습니다",
            Fault::Negation => "근거와 반대되는 말입니다",
            Fault::Words => "근거에 없는 내용입니다",
        }
    }
}

/// What a source says, taken apart once for many sentences.
pub struct Source<'a> {
    squeezed: String,
    words: Vec<BTreeSet<String>>,
    texts: Vec<&'a str>,
    figures: BTreeSet<super::figures::Figure>,
    drugs: BTreeSet<String>,
}

impl<'a> Source<'a> {
    /// A passage with its title and heading, which its sentences leave unsaid.
    pub fn new(
        title: &str,
        heading: &str,
        text: &'a str,
        analyser: &Analyser,
        names: &Names,
    ) -> Self {
        let texts: Vec<&str> =
            sentences(text).into_iter().filter_map(|it| it.slice(text)).collect();
        let head = words(&format!("{title} {heading}"), analyser);
        let with_head = |sentence: &&str| words(sentence, analyser).union(&head).cloned().collect();
        let whole = format!("{title} {heading} {text}");
        Self {
            squeezed: squeezed(text),
            words: texts.iter().map(with_head).collect(),
            texts,
            figures: figures(&whole),
            drugs: names.found(&whole).into_iter().map(|it| it.ingredient).collect(),
        }
    }

    /// `None` when `sentence` stands on this source.
    pub fn fault(&self, sentence: &str, analyser: &Analyser, names: &Names) -> Option<Fault> {
        let said = squeezed(sentence);
        if said.chars().count() >= 4 && self.squeezed.contains(&said) {
            return None;
        }
        if !figures(sentence).is_subset(&self.figures) {
            return Some(Fault::Figure);
        }
        if names.found(sentence).iter().any(|it| !self.drugs.contains(&it.ingredient)) {
            return Some(Fault::Drug);
        }
        let own = words(sentence, analyser);
        let kept = |window: &[BTreeSet<String>]| {
            own.iter().filter(|word| window.iter().any(|it| it.contains(*word))).count()
        };
        let best = (0..self.words.len()).max_by_key(|at| kept(&self.words[*at..=*at]))?;
        let window = &self.words[best.saturating_sub(1)..(best + 2).min(self.words.len())];
        if own.is_empty() || (kept(window) as f64) < KEPT * own.len() as f64 {
            return Some(Fault::Words);
        }
        (denies(sentence) != denies(self.texts[best])).then_some(Fault::Negation)
    }
}

/// Content words: nouns, stems of verbs and adjectives.
pub(super) fn words(text: &str, analyser: &Analyser) -> BTreeSet<String> {
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

/// Forbidding, denying, warning off: whether a sentence turns what it says round.
pub(crate) fn denies(sentence: &str) -> bool {
    const TURNS: [&str; 15] = [
        "없",
        "않",
        "아니",
        "아닙",
        "못하",
        "못 ",
        "금기",
        "금지",
        "마십시오",
        "마세요",
        "말아",
        "피하",
        "삼가",
        "안 됩",
        "안됩",
    ];
    let folded: String = sentence.to_lowercase();
    TURNS.iter().any(|it| folded.contains(it))
}

/// Letters and figures alone.
pub(super) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, '.' | '%'))
        .flat_map(char::to_lowercase)
        .collect()
}
