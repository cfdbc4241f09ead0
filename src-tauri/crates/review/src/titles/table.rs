//! The table of titles, `rules/titles.toml`.

use std::collections::HashSet;

use serde::Deserialize;
use toml::Spanned;

use crate::rule_error::RuleError;

/// Name of the table in errors.
const TITLES_FILE: &str = "titles.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    list: Vec<ListFile>,
    modifier: Vec<ModifierFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    of: ListOf,
    source: Spanned<String>,
    names: Vec<Spanned<String>>,
    #[serde(default)]
    also: Vec<Spanned<String>>,
    #[serde(default)]
    english: Vec<Spanned<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ListOf {
    Specialty,
    Subspecialty,
    Hospital,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModifierFile {
    before: Option<Head>,
    #[expect(dead_code, reason = "documents the data; required so that no group goes unexplained")]
    about: String,
    #[serde(default)]
    compounds: bool,
    #[serde(default)]
    behind_verb: bool,
    words: Vec<Spanned<String>>,
}

/// What a name stands before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Head {
    /// 전문의.
    Doctor,
    /// 전문병원.
    Hospital,
    /// 전문클리닉, 전문센터: a part of an institution, or its nickname.
    Unit,
}

/// The closed lists and the neutral words.
#[derive(Debug, Clone, Default)]
pub struct TitleTable {
    /// The names of 전문과목, in the order of the law: what a rationale proposes.
    pub(super) specialties: Vec<String>,
    /// The names that may stand before 전문의, former, short and English ones among them.
    pub(super) of_doctors: HashSet<String>,
    /// 세부·분과전문의.
    pub(super) subspecialties: HashSet<String>,
    /// The fields of 전문병원.
    pub(super) of_hospitals: HashSet<String>,
    neutral_before_doctors: HashSet<String>,
    neutral_before_hospitals: HashSet<String>,
    /// Neutral words that make a compound neutral whose last noun they are.
    neutral_at_end: HashSet<String>,
    /// Words that are neutral only behind a verb that modifies them.
    neutral_behind_verb: HashSet<String>,
}

impl TitleTable {
    /// Reads the table.
    ///
    /// # Errors
    /// [`RuleError`] with the line of the first mistake.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let file: TableFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(TITLES_FILE, text, &error))?;
        let mut table = Self::default();
        for list in file.list {
            if list.source.get_ref().trim().is_empty() {
                let (at, expected) = (list.source.span().start, "where the names stand");
                return Err(RuleError::value(TITLES_FILE, text, at, expected, ""));
            }
            if list.of == ListOf::Specialty {
                table.specialties.extend(list.names.iter().map(|name| name.get_ref().clone()));
            }
            let names = match list.of {
                ListOf::Specialty => &mut table.of_doctors,
                ListOf::Subspecialty => &mut table.subspecialties,
                ListOf::Hospital => &mut table.of_hospitals,
            };
            for name in list.names.into_iter().chain(list.also).chain(list.english) {
                let at = name.span().start;
                let name = written(text, name)?;
                if !names.insert(name.clone()) {
                    return Err(RuleError::value(TITLES_FILE, text, at, "a name once", name));
                }
            }
        }
        for ModifierFile { before, compounds, behind_verb, words, .. } in file.modifier {
            for word in words {
                let word = written(text, word)?;
                if behind_verb {
                    table.neutral_behind_verb.insert(word);
                    continue;
                }
                if compounds {
                    table.neutral_at_end.insert(word.clone());
                }
                if before != Some(Head::Hospital) {
                    table.neutral_before_doctors.insert(word.clone());
                }
                if before != Some(Head::Doctor) {
                    table.neutral_before_hospitals.insert(word);
                }
            }
        }
        Ok(table)
    }

    /// Whether a word tells no field before `head`.
    pub(super) fn is_neutral(&self, head: Head, word: &str) -> bool {
        match head {
            Head::Doctor => self.neutral_before_doctors.contains(word),
            Head::Hospital | Head::Unit => self.neutral_before_hospitals.contains(word),
        }
    }

    /// Whether a compound that ends with `last`, its last noun or the whole word, tells no field before
    /// `head`.
    pub(super) fn is_neutral_end(&self, head: Head, last: &str) -> bool {
        self.neutral_at_end
            .iter()
            .any(|word| last.ends_with(word.as_str()) && self.is_neutral(head, word))
    }

    /// Whether a word tells no field behind a verb that modifies it.
    pub(super) fn is_neutral_behind_verb(&self, word: &str) -> bool {
        self.neutral_behind_verb.contains(word)
    }

    /// Whether a word consists of fields of 전문병원 only: 척추, 척추관절.
    pub(super) fn is_of_fields(&self, word: &str) -> bool {
        let begins = |field: &&String| word.starts_with(field.as_str());
        self.of_hospitals.contains(word)
            || self
                .of_hospitals
                .iter()
                .filter(begins)
                .any(|field| word.len() > field.len() && self.is_of_fields(&word[field.len()..]))
    }
}

/// Returns a word of the table; letters are compared without spaces, dots and capitals.
fn written(text: &str, word: Spanned<String>) -> Result<String, RuleError> {
    let at = word.span().start;
    let word = word.into_inner();
    let plain = word.chars().all(|c| c.is_alphanumeric() && !c.is_uppercase());
    match plain && !word.is_empty() {
        true => Ok(word),
        false => {
            let expected = "letters without spaces, dots and capitals";
            Err(RuleError::value(TITLES_FILE, text, at, expected, word))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    #[test]
    fn the_lists_have_the_number_of_names_that_the_law_has() {
        let table = TitleTable::parse(include_str!("../../rules/titles.toml")).unwrap();
        assert_eq!(table.specialties.len(), 26 + 11 + 8);
        assert!(table.specialties.iter().all(|name| table.of_doctors.contains(name)));
        assert!(table.is_of_fields("척추관절") && !table.is_of_fields("척추비만"));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let list = |names: &str| {
            format!(
                "modifier = []\n[[list]]\nof = \"hospital\"\nsource = \"고시\"\nnames = {names}"
            )
        };
        for (text, part) in [
            (list(r#"["안과", "안과"]"#), "a name once"),
            (list(r#"["안 과"]"#), "without spaces"),
            (list("[]").replace("고시", " "), "where the names stand"),
            (list("[]").replace("hospital", "clinic"), "clinic"),
        ] {
            let error = TitleTable::parse(&text).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("titles.toml"), "{error}");
        }
    }
}
