//! Style variation: gives fixed sentences of the desk another ending or connective.
//!
//! Sentences are not reordered and other words are not replaced, because that could move a warning or change
//! a fact.

use serde::Deserialize;
use simui_korean::hangul::is_syllable;
use simui_korean::particles::with_particle;

use super::paragraph::{Kind, Paragraph};

/// Share of the sentences with a variant that are varied, in tenths.
const LEVEL: u64 = 3;

/// Pairs of endings and of connectives: `style.toml`, whose head documents the fields.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    endings: Vec<(String, String)>,
    connectives: Vec<(String, String)>,
}

impl Style {
    /// The paragraphs with some of the desk's fixed sentences varied; `seed` chooses which. Warnings, quotes,
    /// rows of tables and marks of sources are not changed.
    pub fn vary(&self, paragraphs: &[Paragraph], seed: u64) -> Vec<Paragraph> {
        let mut varied = paragraphs.to_vec();
        for (at, paragraph) in varied.iter_mut().enumerate() {
            if matches!(paragraph.kind, Kind::Lead | Kind::Gap | Kind::Closing | Kind::Reply) {
                paragraph.text = self.vary_text(&paragraph.text, hash_of(seed, at as u64));
            }
        }
        varied
    }

    /// Varies `LEVEL` tenths of the sentences of a text.
    fn vary_text(&self, text: &str, seed: u64) -> String {
        let sentences = text.split_inclusive(". ");
        let vary = |(at, sentence): (usize, &str)| {
            if hash_of(seed, at as u64) % 10 < LEVEL {
                self.vary_sentence(sentence)
            } else {
                sentence.to_owned()
            }
        };
        sentences.enumerate().map(vary).collect()
    }

    /// Replaces the connective and the ending of a sentence, where the pairs have them.
    fn vary_sentence(&self, sentence: &str) -> String {
        // Sentences with a figure or a mark of a source are not varied.
        if sentence.contains(['[', ']']) || sentence.chars().any(|it| it.is_ascii_digit()) {
            return sentence.to_owned();
        }
        let (body, space) = match sentence.strip_suffix(' ') {
            Some(body) => (body, " "),
            None => (sentence, ""),
        };
        let connective = self.connectives.iter().find_map(|(from, to)| {
            body.strip_prefix(from.as_str()).map(|rest| format!("{to}{rest}"))
        });
        let body = connective.unwrap_or_else(|| body.to_owned());
        let ending = self.endings.iter().find_map(|(from, to)| {
            body.strip_suffix(from.as_str()).map(|rest| format!("{rest}{to}"))
        });
        let body = ending.or_else(|| soft_copula(&body)).unwrap_or(body);
        format!("{body}{space}")
    }
}

/// `문서입니다.` becomes `문서예요.`, `내용입니다.` becomes `내용이에요.`
fn soft_copula(sentence: &str) -> Option<String> {
    let stem = sentence.strip_suffix("입니다.")?;
    stem.chars().next_back().filter(|it| is_syllable(*it))?;
    Some(with_particle(stem, ("이에요.", "예요.")))
}

/// A pseudo-random number from a seed and an index: SplitMix64 (Steele, Lea, Flood, 2014).
fn hash_of(seed: u64, at: u64) -> u64 {
    let mut z = seed.wrapping_add(at.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use proptest::prelude::*;

    use super::*;
    use crate::rules::Rules;

    fn style() -> &'static Style {
        &Rules::shipped().unwrap().style
    }

    #[test]
    fn endings_and_connectives_change_and_nothing_else() {
        for (before, after) in [
            ("등록된 문서에서 찾은 내용입니다.", "등록된 문서에서 찾은 내용이에요."),
            ("요지 문서입니다.", "요지 문서예요."),
            ("그러나 함께 확인하십시오.", "하지만 함께 확인하세요."),
            ("진료를 대신하지 않습니다.", "진료를 대신하지 않아요."),
            ("하루 4,000mg입니다.", "하루 4,000mg입니다."),
            ("[문서 1]에 있습니다.", "[문서 1]에 있습니다."),
        ] {
            assert_eq!(style().vary_sentence(before), after);
        }
    }

    fn kinds() -> impl Strategy<Value = Kind> {
        prop::sample::select(vec![
            Kind::Warning,
            Kind::Lead,
            Kind::Notice,
            Kind::Quote,
            Kind::Gap,
            Kind::Closing,
            Kind::Reply,
        ])
    }

    proptest! {
        #[test]
        fn facts_figures_warnings_and_sources_stay_where_they_are(
            parts in prop::collection::vec((kinds(), "([가-힣 ]{1,20}(입니다|하십시오|않습니다|있습니다)\\. ?){1,4}(\\[문서 [1-9]\\])?|[가-힣 0-9a-z.,]{0,40}"), 0..8),
            seed in any::<u64>(),
        ) {
            let before: Vec<Paragraph> = parts.into_iter().map(|(kind, text)| Paragraph { kind, text, n: None }).collect();
            let after = style().vary(&before, seed);
            prop_assert_eq!(before.len(), after.len());
            let marks = |text: &str| text.chars().filter(|it| it.is_ascii()).filter(|it| !it.is_whitespace()).collect::<String>();
            let body = |text: &str| -> Vec<String> {
                // Each sentence without its ending, which has at most four characters.
                text.split(". ").map(|it| { let letters: Vec<char> = it.trim_end_matches('.').chars().collect(); letters[..letters.len().saturating_sub(4)].iter().collect() }).collect()
            };
            for (one, other) in before.iter().zip(&after) {
                prop_assert_eq!(one.kind, other.kind);
                prop_assert_eq!(marks(&one.text), marks(&other.text), "figures, sources and stops");
                if matches!(one.kind, Kind::Warning | Kind::Notice | Kind::Quote) {
                    prop_assert_eq!(&one.text, &other.text);
                } else {
                    for (one, other) in body(&one.text).iter().zip(body(&other.text)) {
                        let unconnected = |text: &str| { let words = ["그러나 ", "하지만 ", "또한 ", "그리고 ", "따라서 ", "그래서 ", "다만 ", "그런데 "]; words.iter().find_map(|it| text.strip_prefix(it)).unwrap_or(text).to_owned() };
                        let (one, other) = (unconnected(one), unconnected(&other));
                        let shorter = one.chars().count().min(other.chars().count());
                        let head = |text: &str| text.chars().take(shorter.saturating_sub(1)).collect::<String>();
                        prop_assert_eq!(head(&one), head(&other));
                    }
                }
            }
        }
    }
}
