use std::collections::HashMap;

use serde::Deserialize;
use simui_domain::is_hidden;

use crate::rule_error::RuleError;

/// Characters that stand for others: Hanja for Hangul, Cyrillic and Greek for Latin, signs for words. Read
/// from `rules/characters.toml`.
#[derive(Debug, Clone, Default)]
pub struct Characters {
    meaning: HashMap<char, String>,
}

/// The file: from the name of a table to its entries, `{ "最" = "최", … }`.
#[derive(Deserialize)]
#[serde(transparent)]
struct File(HashMap<String, HashMap<String, String>>);

impl Characters {
    /// Returns the table that the program carries.
    ///
    /// # Errors
    /// The errors of [`Characters::parse`]; a test ensures that none occurs.
    pub fn builtin() -> Result<Self, RuleError> {
        Self::parse("characters.toml", include_str!("../../rules/characters.toml"))
    }

    /// Reads a table; `file` names it in errors.
    ///
    /// # Errors
    /// [`RuleError::Syntax`] when the file is not TOML of this shape, [`RuleError::Value`] when a key is not
    /// exactly one character.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let File(tables) =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        let mut meaning = HashMap::new();
        for (key, value) in tables.into_values().flatten() {
            let mut chars = key.chars();
            match (chars.next(), chars.next()) {
                (Some(only), None) => meaning.insert(only, value),
                _ => {
                    let at = text.find(&key).unwrap_or(0);
                    return Err(RuleError::value(file, text, at, "a key of one character", &key));
                }
            };
        }
        Ok(Self { meaning })
    }

    /// Returns what `c` stands for, if it stands for something else.
    pub(crate) fn meaning(&self, c: char) -> Option<&str> {
        self.meaning.get(&c).map(String::as_str)
    }
}

/// Whether `c` only hides something or directs the renderer. White space does neither.
pub(super) fn is_invisible(c: char) -> bool {
    is_hidden(c) && !c.is_whitespace()
}

/// Whether `c` is an invisible character that ordinary emoji contain.
pub(super) fn belongs_to_emoji(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}
