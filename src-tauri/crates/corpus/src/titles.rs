//! The laws that a text may name: stored titles and common short names.

use std::collections::HashMap;

use crate::CorpusError;
use crate::text::squeezed;

const SHORT_NAMES: &str = include_str!("titles/short_names.tsv");

/// Words that may precede a law's name without white space.
const MODIFIERS: [&str; 12] =
    ["구", "신", "현행", "개정", "위", "및", "또는", "이", "그", "동", "우리", "국내"];

/// Titles that can be looked up at the end of a text.
#[derive(Debug, Default)]
pub struct Titles {
    /// Titles by their reversed form without white space and dots.
    backwards: HashMap<String, String>,
    longest: usize,
}

impl Titles {
    /// Collects the titles of statutes and the built-in short names.
    ///
    /// # Errors
    /// When a line of the short names is not a name, a tab and a title.
    pub fn new<'a>(titles: impl IntoIterator<Item = &'a str>) -> Result<Self, CorpusError> {
        let mut this = Self::default();
        for (short, title) in short_names(SHORT_NAMES)? {
            this.add(short, title);
            for decree in ["시행령", "시행규칙"] {
                this.add(&format!("{short}{decree}"), &format!("{title} {decree}"));
            }
        }
        for title in titles {
            this.add(title, title);
        }
        Ok(this)
    }

    fn add(&mut self, name: &str, title: &str) {
        let key = backwards(name);
        self.longest = self.longest.max(key.chars().count());
        // Titles that differ only in dots count as one; the first is kept.
        self.backwards.entry(key).or_insert_with(|| title.to_owned());
    }

    /// Returns the title of a name, ignoring white space and dots.
    pub(crate) fn official(&self, name: &str) -> Option<&str> {
        let key = backwards(name);
        self.backwards.get(&key).map(String::as_str)
    }

    /// Returns the longest title at the end of a text and its first byte. A title must begin a word or follow
    /// a modifier: 비의료법 does not end with 의료법, 현행의료법 does.
    pub(crate) fn ending(&self, text: &str) -> Option<(&str, usize)> {
        let mut key = String::new();
        let mut letters = 0;
        let mut found = None;
        for (at, c) in text.char_indices().rev() {
            if c != ' ' {
                if !is_title_char(c) || letters >= self.longest {
                    break;
                }
                if is_dot(c) {
                    continue;
                }
                key.push(c);
                letters += 1;
                if let Some(title) = self.backwards.get(&key)
                    && begins_word(text.get(..at).unwrap_or_default())
                {
                    found = Some((title.as_str(), at));
                }
            }
        }
        found
    }
}

fn is_title_char(c: char) -> bool {
    ('가'..='힣').contains(&c) || is_dot(c) || c == ','
}

fn is_dot(c: char) -> bool {
    matches!(c, 'ㆍ' | '·' | '・' | '‧' | '•')
}

/// Returns the reversed key of a name, without dots, which are often omitted.
fn backwards(name: &str) -> String {
    squeezed(name).chars().rev().filter(|c| !is_dot(*c)).collect()
}

fn begins_word(before: &str) -> bool {
    let word = before.trim_end_matches(|c: char| ('가'..='힣').contains(&c));
    let word = before.get(word.len()..).unwrap_or_default();
    word.is_empty() || MODIFIERS.contains(&word)
}

fn short_names(text: &'static str) -> Result<Vec<(&'static str, &'static str)>, CorpusError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let read = lines.map(|(at, line)| {
        let pair =
            line.split_once('\t').filter(|(short, title)| !short.is_empty() && !title.is_empty());
        pair.ok_or_else(|| CorpusError::Starter {
            file: "short_names.tsv",
            reason: format!("line {}: expected a short name, a tab and a title", at + 1),
        })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn the_longest_title_that_ends_a_text() {
        let titles =
            Titles::new(["의료법", "의료법 시행령", "표시ㆍ광고의 공정화에 관한 법률"]).unwrap();
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let found = titles.ending(text);
            let found = found.map(|(title, at)| (title, text.get(at..).unwrap()));
            assert_eq!(found, expected, "{text}");
        };
        check("현행 의료법", Some(("의료법", "의료법")));
        check("현행의료법", Some(("의료법", "의료법")));
        check("비의료법", None);
        check("이 사건 의료법시행령", Some(("의료법 시행령", "의료법시행령")));
        check("의료법 시행규칙", None);
        let fair = "표시ㆍ광고의 공정화에 관한 법률";
        check("구 표시·광고의 공정화에 관한 법률", Some((fair, "표시·광고의 공정화에 관한 법률")));
        check("위 표시광고법", Some((fair, "표시광고법")));
        assert_eq!(titles.official("의 료 법"), Some("의료법"));
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = short_names("# 머리\n의료법 의료법").unwrap_err().to_string();
        assert!(error.contains("short_names.tsv: line 2"), "{error}");
    }
}
