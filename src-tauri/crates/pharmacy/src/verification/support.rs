//! Compares a sentence with the passage that it cites; verification, correction and faithfulness all use this
//! comparison.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_search::analysis::Analyser;

use crate::names::Names;
use crate::text::denial::denies;
use crate::text::figures::figures;
use crate::text::sentence::sentences;
use crate::text::stems::words;

/// Least share of a sentence's content words that the nearest source sentence and its neighbours must have.
const MIN_SHARED_WORDS: f64 = 0.6;

/// Why a sentence is not supported by the passage that it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It cites no passage.
    NoSource,
    /// It has a figure that the source does not have.
    Figure,
    /// It names a drug that the source does not name.
    Drug,
    /// It negates what the source asserts, or the reverse.
    Negation,
    /// Too few of its words are in the source.
    Words,
    /// It permits something that the source does not permit.
    Leave,
    /// A model that verified the answer doubts it.
    Doubted,
}

impl Fault {
    /// The fault in Korean, as the interface shows it.
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

/// A passage, analysed once for the comparison with many sentences.
pub struct Source<'a> {
    squeezed: String,
    words: Vec<BTreeSet<String>>,
    texts: Vec<&'a str>,
    spans: Vec<Span>,
    figures: BTreeSet<crate::text::figures::Figure>,
    drugs: BTreeSet<String>,
}

impl<'a> Source<'a> {
    /// Analyses a passage. Words of its title and heading count for every sentence, which may leave them out.
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
        let full_text = format!("{title} {heading} {text}");
        Self {
            squeezed: squeezed(text),
            words: texts.iter().map(with_head).collect(),
            texts,
            spans,
            figures: figures(&full_text),
            drugs: names.find(&full_text).into_iter().map(|it| it.ingredient).collect(),
        }
    }

    /// The fault of `sentence`; `None` if this source supports it. Checked in order: word for word, figures,
    /// drugs, words, negation.
    pub fn fault(&self, sentence: &str, analyser: &Analyser, names: &Names) -> Option<Fault> {
        if self.has(sentence) {
            return None;
        }
        if !figures(sentence).is_subset(&self.figures) {
            return Some(Fault::Figure);
        }
        if names.find(sentence).iter().any(|it| !self.drugs.contains(&it.ingredient)) {
            return Some(Fault::Drug);
        }
        let own = words(sentence, analyser);
        let best = self.best(&own)?;
        if own.is_empty()
            || (count_shared(&own, self.window(best)) as f64) < MIN_SHARED_WORDS * own.len() as f64
        {
            return Some(Fault::Words);
        }
        (denies(sentence) != denies(self.texts[best])).then_some(Fault::Negation)
    }

    /// Whether the source has `sentence` word for word, apart from spaces and punctuation; never for fewer
    /// than four characters.
    pub fn has(&self, sentence: &str) -> bool {
        let wanted = squeezed(sentence);
        wanted.chars().count() >= 4 && self.squeezed.contains(&wanted)
    }

    /// The content words of `sentence` that the nearest source sentence and its neighbours do not have.
    pub(crate) fn added_words(&self, sentence: &str, analyser: &Analyser) -> BTreeSet<String> {
        let own = words(sentence, analyser);
        let Some(best) = self.best(&own) else { return own };
        let window = self.window(best);
        own.into_iter().filter(|word| !window.iter().any(|it| it.contains(word))).collect()
    }

    /// The source sentence nearest to `sentence`, with its neighbours.
    pub(crate) fn nearest(&self, sentence: &str, analyser: &Analyser) -> &[&'a str] {
        match self.best(&words(sentence, analyser)) {
            Some(best) => &self.texts[self.around(best)],
            None => &[],
        }
    }

    /// Place of the source sentence that contains `sentence`, or else of the nearest one, in Unicode scalars.
    pub(crate) fn place(&self, sentence: &str, analyser: &Analyser) -> Option<Span> {
        let wanted = squeezed(sentence);
        let exact = (0..self.texts.len()).find(|at| squeezed(self.texts[*at]).contains(&wanted));
        let best = exact.or_else(|| self.best(&words(sentence, analyser)))?;
        self.spans.get(best).copied()
    }

    /// Index of the source sentence that shares most words with `own`.
    fn best(&self, own: &BTreeSet<String>) -> Option<usize> {
        (0..self.words.len()).max_by_key(|at| count_shared(own, &self.words[*at..=*at]))
    }

    /// The words of a source sentence and of its neighbours.
    fn window(&self, best: usize) -> &[BTreeSet<String>] {
        &self.words[self.around(best)]
    }

    /// Indices of a source sentence and of its neighbours.
    fn around(&self, best: usize) -> std::ops::Range<usize> {
        best.saturating_sub(1)..(best + 2).min(self.words.len())
    }

    /// The source without the sentences that are `unfit`.
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
        // The line break keeps `has` from matching across a sentence that was left out.
        self.squeezed = self.texts.iter().map(|it| squeezed(it)).collect::<Vec<_>>().join("\n");
        self
    }
}

/// The number of words of `own` that any sentence of `window` has.
fn count_shared(own: &BTreeSet<String>, window: &[BTreeSet<String>]) -> usize {
    own.iter().filter(|word| window.iter().any(|it| it.contains(*word))).count()
}

/// Letters, digits, `.` and `%` of a text, in lower case.
pub(crate) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, '.' | '%'))
        .flat_map(char::to_lowercase)
        .collect()
}
