//! Whether a sentence stands on a passage: the one comparison behind verification, correction and faithfulness.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_search::analysis::Analyser;

use crate::names::Names;
use crate::text::figures::figures;
use crate::text::sentence::sentences;
use crate::text::stems::words;

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
    /// It says that something may be done, and the source does not.
    Leave,
    /// A model that looked again doubts it.
    Doubted,
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
            Fault::Leave => "근거에 없는 허락의 말입니다",
            Fault::Doubted => "검증 모델이 근거와 다르다고 보았습니다",
        }
    }
}

/// What a source says, taken apart once for many sentences.
pub struct Source<'a> {
    squeezed: String,
    words: Vec<BTreeSet<String>>,
    texts: Vec<&'a str>,
    spans: Vec<Span>,
    figures: BTreeSet<crate::text::figures::Figure>,
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
        let spans = sentences(text);
        let texts: Vec<&str> = spans.iter().filter_map(|it| it.slice(text)).collect();
        let head = words(&format!("{title} {heading}"), analyser);
        let with_head = |sentence: &&str| words(sentence, analyser).union(&head).cloned().collect();
        let whole = format!("{title} {heading} {text}");
        Self {
            squeezed: squeezed(text),
            words: texts.iter().map(with_head).collect(),
            texts,
            spans,
            figures: figures(&whole),
            drugs: names.found(&whole).into_iter().map(|it| it.ingredient).collect(),
        }
    }

    /// `None` when `sentence` stands on this source.
    pub fn fault(&self, sentence: &str, analyser: &Analyser, names: &Names) -> Option<Fault> {
        if self.has(sentence) {
            return None;
        }
        if !figures(sentence).is_subset(&self.figures) {
            return Some(Fault::Figure);
        }
        if names.found(sentence).iter().any(|it| !self.drugs.contains(&it.ingredient)) {
            return Some(Fault::Drug);
        }
        let own = words(sentence, analyser);
        let best = self.best(&own)?;
        if own.is_empty() || (kept(&own, self.window(best)) as f64) < KEPT * own.len() as f64 {
            return Some(Fault::Words);
        }
        (denies(sentence) != denies(self.texts[best])).then_some(Fault::Negation)
    }

    /// Whether the source says it word for word.
    pub fn has(&self, sentence: &str) -> bool {
        let said = squeezed(sentence);
        said.chars().count() >= 4 && self.squeezed.contains(&said)
    }

    /// The content words of `sentence` that the sentences of the source around it do not have.
    pub(crate) fn strange(&self, sentence: &str, analyser: &Analyser) -> BTreeSet<String> {
        let own = words(sentence, analyser);
        let Some(best) = self.best(&own) else { return own };
        let window = self.window(best);
        own.into_iter().filter(|word| !window.iter().any(|it| it.contains(word))).collect()
    }

    /// The sentences of the source around `sentence`.
    pub(crate) fn nearest(&self, sentence: &str, analyser: &Analyser) -> &[&'a str] {
        match self.best(&words(sentence, analyser)) {
            Some(best) => &self.texts[self.around(best)],
            None => &[],
        }
    }

    /// Where the source says what `sentence` says.
    pub(crate) fn place(&self, sentence: &str, analyser: &Analyser) -> Option<Span> {
        let said = squeezed(sentence);
        let whole = (0..self.texts.len()).find(|at| squeezed(self.texts[*at]).contains(&said));
        let best = whole.or_else(|| self.best(&words(sentence, analyser)))?;
        self.spans.get(best).copied()
    }

    /// The sentence that shares most words.
    fn best(&self, own: &BTreeSet<String>) -> Option<usize> {
        (0..self.words.len()).max_by_key(|at| kept(own, &self.words[*at..=*at]))
    }

    fn window(&self, best: usize) -> &[BTreeSet<String>] {
        &self.words[self.around(best)]
    }

    fn around(&self, best: usize) -> std::ops::Range<usize> {
        best.saturating_sub(1)..(best + 2).min(self.words.len())
    }

    /// Without the sentences that are `unfit` as a source.
    pub(crate) fn without(mut self, unfit: impl Fn(&str) -> bool) -> Self {
        if !self.texts.iter().any(|it| unfit(it)) {
            return self;
        }
        let kept: Vec<bool> = self.texts.iter().map(|it| !unfit(it)).collect();
        let mut at = kept.iter();
        self.words.retain(|_| at.next().copied().unwrap_or_default());
        let mut at = kept.iter();
        self.spans.retain(|_| at.next().copied().unwrap_or_default());
        self.texts.retain(|it| !unfit(it));
        // Nothing may be read across a place where something was left out.
        self.squeezed = self.texts.iter().map(|it| squeezed(it)).collect::<Vec<_>>().join("\n");
        self
    }
}

/// How many of `own` the sentences of `window` have.
fn kept(own: &BTreeSet<String>, window: &[BTreeSet<String>]) -> usize {
    own.iter().filter(|word| window.iter().any(|it| it.contains(*word))).count()
}

/// Forbidding, denying, warning off: whether a sentence turns what it says round.
pub fn denies(sentence: &str) -> bool {
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
pub(crate) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, '.' | '%'))
        .flat_map(char::to_lowercase)
        .collect()
}
