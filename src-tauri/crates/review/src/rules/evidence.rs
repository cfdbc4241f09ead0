//! Whether what the advertiser submitted speaks of the words complained of, and what the register says.
//!
//! A submitted title proves nothing by itself: it is found here so that a person is told which document to check.

use std::collections::HashSet;

use simui_domain::{Ad, Evidence};

use super::detector::AdContext;
use super::matching::Match;
use crate::claims::Reading;
use crate::normalise::{Characters, normalise};

/// Kinds of document that prove nothing to a third party: the advertiser's own and other people's praise.
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
/// Kinds that show what medicine knows.
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
/// Kinds that show an evaluation under 의료법 제53조.
const EVALUATION: &[&str] = &["tech", "evaluation", "hta", "신의료기술"];

/// A byte of a document takes as long to read as so many words of the budget.
const COST: usize = 4;

/// The title of a piece of objective evidence for the words of `found`.
pub(super) fn objective<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let mut objective = ad.evidence.iter().filter(|it| !is_of(it, NOT_OBJECTIVE));
    objective.find(|it| supports(it, reading, found)).map(|it| it.title.as_str())
}

/// The title of medical evidence for the words of `found`.
pub(super) fn medical<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let mut medical = ad.evidence.iter().filter(|it| is_of(it, MEDICAL));
    medical.find(|it| supports(it, reading, found)).map(|it| it.title.as_str())
}

/// Why no objective evidence was found.
pub(super) fn missing(ad: &Ad) -> &'static str {
    if ad.evidence.is_empty() {
        "제출된 객관적 증빙 없음"
    } else {
        "제출된 증빙이 이 문구와 수치를 뒷받침하지 않음"
    }
}

/// Why the technology spoken of counts as evaluated: the imported register lists it by the advertisement's day.
pub(super) fn registered(
    context: &AdContext<'_>,
    reading: &Reading<'_>,
    found: &Match,
) -> Option<String> {
    let sentence = reading.sentence(found.start)?;
    let text = squeeze(&reading.text(sentence.from, sentence.to));
    let technology = context.technologies.iter().find(|technology| {
        let named =
            technology.name.len() + technology.aliases.iter().map(String::len).sum::<usize>();
        if !reading.budget.spend(named) {
            return false;
        }
        let in_force = technology.evaluated_on.is_none_or(|day| day <= context.as_of);
        let names = std::iter::once(&technology.name).chain(&technology.aliases);
        in_force
            && names
                .map(|name| squeeze(&plain(name)))
                .any(|name| name.len() > 6 && text.contains(&name))
    })?;
    let notice = if technology.notice.is_empty() { "평가 목록" } else { &technology.notice };
    Some(format!("‘{}’은(는) 평가를 마친 신의료기술임 ({notice})", technology.name))
}

/// The title of a submitted evaluation of the technology spoken of.
pub(super) fn evaluation<'a>(ad: &'a Ad, reading: &Reading<'_>, found: &Match) -> Option<&'a str> {
    let sentence = reading.sentence(found.start)?;
    let text = squeeze(&reading.text(sentence.from, sentence.to));
    let shown = ad.evidence.iter().find(|it| {
        (is_of(it, EVALUATION)
            || it.title.contains("신의료기술")
            || it.supports.contains("신의료기술평가"))
            && reading.budget.spend(COST * it.supports.len())
            && common(&squeeze(&plain(&it.supports)), &text) >= 0.6
    })?;
    Some(shown.title.as_str())
}

fn is_of(evidence: &Evidence, kinds: &[&str]) -> bool {
    let kind = evidence.kind.to_lowercase();
    kinds
        .iter()
        .any(|it| kind.split(['_', '-', ' ']).any(|part| part.starts_with(it)) || kind == *it)
}

/// Evidence supports words when it speaks of the same thing: their figures are its figures, and what it
/// supports is what the sentence says.
fn supports(evidence: &Evidence, reading: &Reading<'_>, found: &Match) -> bool {
    let Some(sentence) = reading.sentence(found.start) else { return false };
    // Documents may be of any length, and are read again for every trigger.
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
    let same_words = common(&squeeze(&words), &squeeze(&shown)) >= 0.5;
    same_figures
        && common(&squeezed, &around) >= 0.5
        && (same_words || common(&squeezed, &around) >= 0.7)
}

/// Text of a document as the text of an advertisement is read.
fn plain(text: &str) -> String {
    let normal = normalise(text, &Characters::default());
    normal.words(0, normal.letters.len())
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn figures(text: &str) -> HashSet<&str> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|figure| figure.trim_matches('.'))
        .filter(|figure| !figure.is_empty())
        .collect()
}

/// The share of the pairs of letters of `part` that are also in `whole`.
fn common(part: &str, whole: &str) -> f64 {
    let pairs =
        |text: &str| -> HashSet<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (part, whole) = (pairs(part), pairs(whole));
    if part.is_empty() {
        return 0.0;
    }
    part.intersection(&whole).count() as f64 / part.len() as f64
}
