//! Foods and drinks that are taken with drugs: how people call them, and how documents do. An entry of
//! `foods.toml` each.

use serde::Deserialize;
use simui_clinical::data::parse;

use crate::PharmacyError;
use crate::text::wording::{Wording, contains_word};

/// A food or a drink.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Food {
    /// The intent that its words raise.
    pub(crate) intent: String,
    /// The words that people use, each at the beginning of a word.
    pub(crate) words: Vec<String>,
    /// The words of documents.
    pub(crate) documents: Vec<String>,
    /// Words of documents for what is in it.
    #[serde(default)]
    contains: Vec<String>,
    /// A question that is about it; tests try it.
    #[cfg_attr(not(test), allow(dead_code, reason = "tests try it"))]
    example: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoodsFile {
    food: Vec<Food>,
}

impl Food {
    /// Reads the TOML `text` of `file`. Fails with file and line on a wrong shape.
    pub(crate) fn read(file: &str, text: &str) -> Result<Vec<Self>, PharmacyError> {
        let file: FoodsFile = parse(file, text)?;
        Ok(file.food)
    }

    /// Whether a text of a person names the food.
    pub(crate) fn is_named_in(&self, wording: &Wording) -> bool {
        wording.has_any(&self.words)
    }

    /// Whether a sentence of a document names the food.
    pub(crate) fn is_mentioned_in(&self, sentence: &str) -> bool {
        self.documents.iter().any(|it| contains_word(sentence, it))
    }

    /// Whether a sentence of a document names what is in the food.
    pub(crate) fn is_part_mentioned_in(&self, sentence: &str) -> bool {
        self.contains.iter().any(|it| contains_word(sentence, it))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn every_food_is_found_in_its_example() {
        let foods = Food::read("foods.toml", include_str!("../rules/foods.toml")).unwrap();
        for food in &foods {
            assert!(food.is_named_in(&Wording::new(&food.example)), "{}", food.example);
        }
    }
}
