//! Evidence: whether submitted documents are about the trigger words.
//!
//! A submitted title proves nothing by itself: it is found here so that a person learns which document to
//! check.

use std::collections::HashSet;

use simui_domain::{Ad, Evidence};

use crate::claims::Reading;
use crate::normalise::{Characters, normalise};
use crate::pattern::Match;

/// Kinds of document that prove nothing to a third party: the advertiser's own, and praise by others.
const NOT_OBJECTIVE: &[&str] = &[
    "other",
    "internal",
    "self",
    "own",
    "testimonial",
    "review",
    "blog",
    "sns",
    "media",
    "article",
    "advertisement",
    "자체",
    "내부",
    "후기",
    "블로그",
    "기사",
];
/// Kinds of document that show medical knowledge.
const MEDICAL: &[&str] = &[
    "clinical",
    "paper",
    "journal",
    "trial",
    "study",
    "guideline",
    "meta",
    "논문",
    "임상",
    "학술",
    "연구",
];
/// Kinds of document that show an evaluation under 의료법 제53조.
const EVALUATION: &[&str] = &["tech", "evaluation", "hta", "신의료기술"];

/// Cost of reading one byte of a document, in words of the budget.
const COST: usize = 4;

/// Returns the title of objective evidence for the words of `found`.
pub(super) fn objective<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let mut objective = ad.evidence.iter().filter(|it| !is_of_kind(it, NOT_OBJECTIVE));
    objective.find(|it| supports(it, reading, found)).map(|it| it.title.as_str())
}

/// Returns the title of medical evidence for the words of `found`.
pub(super) fn medical<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let mut medical = ad.evidence.iter().filter(|it| is_of_kind(it, MEDICAL));
    medical.find(|it| supports(it, reading, found)).map(|it| it.title.as_str())
}

/// Returns why no objective evidence was found.
pub(super) fn missing(ad: &Ad) -> &'static str {
    if ad.evidence.is_empty() {
        "제출된 객관적 증빙 없음"
    } else {
        "제출된 증빙이 이 문구와 수치를 뒷받침하지 않음"
    }
}

/// Returns the title of a submitted evaluation of the technology in the sentence of `found`.
pub(super) fn evaluation<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let sentence = reading.sentence(found.start)?;
    let text = squeeze(&reading.text(sentence.from, sentence.to));
    let shown = ad.evidence.iter().find(|item| {
        (is_of_kind(item, EVALUATION)
            || item.title.contains("신의료기술")
            || item.supports.contains("신의료기술평가"))
            && reading.budget.spend(COST * item.supports.len())
            && shared_pairs(&squeeze(&plain(&item.supports)), &text) >= 0.6
    })?;
    Some(shown.title.as_str())
}

fn is_of_kind(evidence: &Evidence, kinds: &[&str]) -> bool {
    let kind = evidence.kind.to_lowercase();
    kinds
        .iter()
        .any(|it| kind.split(['_', '-', ' ']).any(|part| part.starts_with(it)) || kind == *it)
}

/// Whether evidence supports the words of `found`: it has all their figures, and its text is close to the
/// words and the text around them.
fn supports(evidence: &Evidence, reading: &Reading<'_>, found: &Match) -> bool {
    let Some(sentence) = reading.sentence(found.start) else { return false };
    // Documents may have any length and are read again for every trigger.
    if !reading.budget.spend(COST * (evidence.supports.len() + evidence.title.len())) {
        return false;
    }
    let claimed = plain(&evidence.supports);
    if claimed.is_empty() {
        return false;
    }
    let shown = format!("{claimed} {}", plain(&evidence.title));
    let words = reading.text(found.start, found.end);
    let same_figures = figures(&words).is_subset(&figures(&shown));
    let from = found.start.saturating_sub(30).max(sentence.from);
    let until = (found.end + 30).min(sentence.to).max(found.end);
    let around = squeeze(&reading.text(from, until));
    let squeezed = squeeze(&claimed);
    let same_words = shared_pairs(&squeeze(&words), &squeeze(&shown)) >= 0.5;
    same_figures
        && shared_pairs(&squeezed, &around) >= 0.5
        && (same_words || shared_pairs(&squeezed, &around) >= 0.7)
}

/// Normalises the text of a document like that of an advertisement.
pub(super) fn plain(text: &str) -> String {
    let normal = normalise(text, &Characters::default());
    normal.words(0, normal.letters.len())
}

/// Returns a text without spaces.
pub(super) fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn figures(text: &str) -> HashSet<&str> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|figure| figure.trim_matches('.'))
        .filter(|figure| !figure.is_empty())
        .collect()
}

/// Returns the share of the letter pairs of `part` that also occur in `whole`.
fn shared_pairs(part: &str, whole: &str) -> f64 {
    let pairs =
        |text: &str| -> HashSet<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (part, whole) = (pairs(part), pairs(whole));
    if part.is_empty() {
        return 0.0;
    }
    part.intersection(&whole).count() as f64 / part.len() as f64
}
