//! Mechanical changes that keep the meaning, from `data/paraphrases.toml`.

use simui_korean::hangul::final_consonant;
use std::collections::BTreeSet;

use serde::Deserialize;
use toml::Spanned;

use super::Change;
use super::sentences::sentences;
use crate::EvaluateError;

const FILE: &str = "paraphrases.toml";

/// Words and endings that may replace each other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paraphrases {
    synonyms: Vec<Words>,
    endings: Vec<Ending>,
    notation: Vec<Words>,
    frames: Frames,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    words: Spanned<Vec<String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    from: String,
    to: Spanned<Vec<String>>,
    after: Option<Final>,
}

/// The kind of letter that must stand before an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Final {
    Consonant,
    Vowel,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Frames {
    before: Vec<String>,
    after: Vec<String>,
}

/// A reworded advertisement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The kind of change.
    pub change: Change,
    /// The text.
    pub text: String,
}

impl Paraphrases {
    /// Reads the paraphrases that the program carries.
    pub fn shipped() -> Result<Self, EvaluateError> {
        Self::parse(FILE, include_str!("../../data/paraphrases.toml"))
    }

    /// Reads paraphrases from the text of `file`. Each set has at least two words, and words that replace
    /// each other all end with a final consonant or all without.
    pub fn parse(file: &str, text: &str) -> Result<Self, EvaluateError> {
        let wrong = |at: usize, problem: String| EvaluateError::Data {
            file: file.to_owned(),
            line: 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count(),
            problem,
        };
        let paraphrases: Self = toml::from_str(text).map_err(|error: toml::de::Error| {
            wrong(error.span().map_or(0, |span| span.start), error.message().trim().to_owned())
        })?;
        for set in paraphrases.synonyms.iter().chain(&paraphrases.notation) {
            if set.words.get_ref().len() < 2 {
                return Err(wrong(set.words.span().start, "fewer than two words".to_owned()));
            }
        }
        for set in &paraphrases.synonyms {
            let words = set.words.get_ref();
            if words.iter().any(|word| last_final(word) != last_final(&words[0])) {
                let problem = "words that do not all end with, or all without, a final consonant";
                return Err(wrong(set.words.span().start, problem.to_owned()));
            }
        }
        if let Some(empty) = paraphrases.endings.iter().find(|it| it.to.get_ref().is_empty()) {
            return Err(wrong(empty.to.span().start, "no other ending".to_owned()));
        }
        Ok(paraphrases)
    }

    /// Returns every variant of `text` that differs from it, each once, in a fixed order.
    pub fn variants(&self, text: &str) -> Vec<Variant> {
        let parts = sentences(text);
        let mut all: Vec<(Change, String)> = Vec::new();
        if parts.len() > 1 {
            let mut order = parts.clone();
            order.reverse();
            all.push((Change::Order, order.join(" ")));
            order.clone_from(&parts);
            order.rotate_left(1);
            all.push((Change::Order, order.join(" ")));
            all.push((Change::Lines, parts.join("\n")));
            let points: Vec<String> = parts.iter().map(|part| format!("• {part}")).collect();
            all.push((Change::Lines, points.join("\n")));
        }
        for choice in 0..2 {
            all.push((Change::Endings, self.other_endings(text, choice)));
        }
        for choice in 1..3 {
            all.push((Change::Synonyms, other_words(text, &self.synonyms, choice, true)));
        }
        for choice in 1..4 {
            all.push((Change::Notation, other_words(text, &self.notation, choice, false)));
        }
        all.push((Change::Punctuation, parts.join(" ").replace(". ", "! ")));
        all.push((Change::Punctuation, text.trim_end_matches(['.', '!', '?']).to_owned()));
        all.extend(self.frames.before.iter().map(|it| (Change::Frame, format!("{it} {text}"))));
        all.extend(self.frames.after.iter().map(|it| (Change::Frame, format!("{text} {it}"))));
        let mut seen = BTreeSet::from([text.to_owned()]);
        all.retain(|(_, text)| seen.insert(text.clone()));
        all.into_iter().map(|(change, text)| Variant { change, text }).collect()
    }

    /// Replaces every ending in the list by its alternative number `choice`, or the last one where there are
    /// fewer.
    fn other_endings(&self, text: &str, choice: usize) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let fits = self
                .endings
                .iter()
                .filter(|ending| {
                    rest.starts_with(&ending.from) && ends_here(&rest[ending.from.len()..])
                })
                .filter(|ending| ending.after.is_none_or(|it| Some(it) == last_final(&replaced)))
                .max_by_key(|ending| ending.from.len());
            if let Some(ending) = fits {
                let to = ending.to.get_ref();
                replaced.push_str(&to[choice.min(to.len() - 1)]);
                rest = &rest[ending.from.len()..];
            } else {
                replaced.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        replaced
    }
}

/// Whether a sentence may end before `rest`.
fn ends_here(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).chars().next().is_none_or(|next| ".!\n".contains(next))
}

/// Replaces every word of a set by the word `choice` places after it in the set.
fn other_words(text: &str, sets: &[Words], choice: usize, at_word_start: bool) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let may_start =
            !at_word_start || replaced.chars().next_back().is_none_or(|it| !it.is_alphanumeric());
        let found = sets
            .iter()
            .flat_map(|set| set.words.get_ref().iter().enumerate().map(move |it| (set, it)))
            .filter(|(_, (_, word))| may_start && rest.starts_with(word.as_str()))
            .max_by_key(|(_, (_, word))| word.len());
        if let Some((set, (at, word))) = found {
            let words = set.words.get_ref();
            replaced.push_str(&words[(at + choice) % words.len()]);
            rest = &rest[word.len()..];
        } else {
            replaced.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    replaced
}

/// Returns how the last Hangul syllable ends; `None` for any other character.
fn last_final(text: &str) -> Option<Final> {
    let last = final_consonant(text.chars().next_back()?)?;
    Some(if last > 0 { Final::Consonant } else { Final::Vowel })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where it fails")]
    use super::*;

    #[test]
    fn only_whole_words_and_endings_are_changed() {
        let paraphrases = Paraphrases::shipped().unwrap();
        let check = |change: Change, text: &str, expected: &[&str]| {
            let variants = paraphrases.variants(text);
            let found: Vec<_> =
                variants.iter().filter(|it| it.change == change).map(|it| &*it.text).collect();
            assert_eq!(found, expected, "{change:?} of {text}");
        };
        check(Change::Order, "가. 나. 다.", &["다. 나. 가.", "나. 다. 가."]);
        check(Change::Order, "한 문장입니다.", &[]);
        check(
            Change::Endings,
            "병원입니다. 치료합니다!",
            &["병원이에요. 치료해요!", "병원임. 치료함!"],
        );
        check(Change::Endings, "최고입니다", &["최고예요", "최고임"]);
        // The same letters within a sentence are no ending.
        check(Change::Endings, "치료합니다만 쉽니다", &[]);
        check(Change::Synonyms, "가장 좋은 코", &["제일 좋은 코"]);
        // The same letters within another word are not replaced.
        check(Change::Synonyms, "수도권 무가장", &[]);
        check(
            Change::Notation,
            "완치율 100%",
            &["완치율 백 퍼센트", "완치율 100퍼센트", "완치율 100 %"],
        );
        check(Change::Lines, "가. 나.", &["가.\n나.", "• 가.\n• 나."]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let check = |synonyms: &str, expected: &str| {
            let text = format!(
                "synonyms = [\n{synonyms}\n]\nendings = []\nnotation = []\nframes = {{ before = [], after = [] }}"
            );
            let found = Paraphrases::parse("p.toml", &text).unwrap_err().to_string();
            assert!(found.starts_with(expected), "{found}");
        };
        check("{ words = [\"가\"] }", "p.toml:2: fewer than two words");
        check(
            "{ words = [\"가\", \"나\"] },\n{ words = [\"가\", \"각\"] }",
            "p.toml:3: words that do not",
        );
        check("{ word = [] }", "p.toml:2: unknown field");
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_variants_that_differ(text in ".{0,80}") {
            let variants = Paraphrases::shipped().unwrap().variants(&text);
            let texts: BTreeSet<_> = variants.iter().map(|it| &it.text).collect();
            proptest::prop_assert_eq!(texts.len(), variants.len());
            proptest::prop_assert!(!texts.contains(&text));
        }
    }
}
