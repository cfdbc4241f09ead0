//! The data files of a consultation, read once.

use std::sync::LazyLock;

use super::complexity::Intents;
use super::conflicts::AllergyClasses;
use super::style::Style;
use super::wording::Words;
use crate::CounselError;
use crate::data::parse;

/// Raised with every change of what an answer is made of: an answer made by other rules is not served again.
pub const RULES_VERSION: u32 = 2;

/// Everything under `rules/consult/`.
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

static SHIPPED: LazyLock<Result<Rules, CounselError>> = LazyLock::new(|| {
    let allergies = include_str!("../../rules/consult/allergies.toml");
    Ok(Rules {
        intents: parse("intent.toml", include_str!("../../rules/consult/intent.toml"))?,
        allergies: AllergyClasses::read("allergies.toml", allergies)?,
        style: parse("style.toml", include_str!("../../rules/consult/style.toml"))?,
        words: parse("words.toml", include_str!("../../rules/consult/words.toml"))?,
    })
});

impl Rules {
    /// Those that come with the program.
    pub fn shipped() -> Result<&'static Self, CounselError> {
        SHIPPED.as_ref().map_err(Clone::clone)
    }
}
