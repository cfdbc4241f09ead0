//! The data files of a consultation, read once.

use std::sync::LazyLock;

use simui_clinical::data::parse;

use super::complexity::Intents;
use super::conflicts::AllergyClasses;
use super::style::Style;
use super::wording::Words;
use crate::ConsultError;

/// Raised with every change of what an answer is made of: an answer made by other rules is not served again.
pub const RULES_VERSION: u32 = 2;

/// Everything under `rules/`.
#[derive(Debug)]
pub struct Rules {
    /// `intent.toml`
    pub intents: Intents,
    /// `allergies.toml`
    pub allergies: AllergyClasses,
    /// `style.toml`
    pub style: Style,
    /// `words.toml`
    pub words: Words,
}

static SHIPPED: LazyLock<Result<Rules, ConsultError>> = LazyLock::new(|| {
    let allergies = include_str!("../rules/allergies.toml");
    Ok(Rules {
        intents: parse("intent.toml", include_str!("../rules/intent.toml"))?,
        allergies: AllergyClasses::read("allergies.toml", allergies)?,
        style: parse("style.toml", include_str!("../rules/style.toml"))?,
        words: parse("words.toml", include_str!("../rules/words.toml"))?,
    })
});

impl Rules {
    /// Those that come with the program.
    pub fn shipped() -> Result<&'static Self, ConsultError> {
        SHIPPED.as_ref().map_err(Clone::clone)
    }
}
