//! The rules of a consultation, read once from `rules/`.

use std::sync::LazyLock;

use simui_clinical::data::parse;

use super::complexity::Intents;
use super::conflicts::AllergyClasses;
use super::style::Style;
use super::wording::Words;
use crate::ConsultError;

/// Version of the rules, part of the cache key. Raise it with every change that affects answers.
pub const RULES_VERSION: u32 = 2;

/// The data files under `rules/`, without those of `safety`.
#[derive(Debug)]
pub struct Rules {
    /// Words by which turns are classified: `intent.toml`.
    pub intents: Intents,
    /// Classes of allergens: `allergies.toml`.
    pub allergies: AllergyClasses,
    /// Variants of wording: `style.toml`.
    pub style: Style,
    /// Fixed texts: `words.toml`.
    pub words: Words,
}

/// The rules that are compiled into the program, or the first mistake in them.
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
    /// The rules that are compiled into the program, parsed once. Fails if a file is malformed.
    pub fn shipped() -> Result<&'static Self, ConsultError> {
        SHIPPED.as_ref().map_err(Clone::clone)
    }
}
