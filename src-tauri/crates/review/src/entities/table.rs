//! The table of entities, `rules/entities.toml`.

use regex::Regex;
use serde::Deserialize;
use toml::Spanned;

use super::EntityKind;
use crate::marked::Marked;
use crate::rule_error::RuleError;

/// Name of the table in errors.
const ENTITIES_FILE: &str = "entities.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    #[serde(default)]
    name: Vec<NameFile>,
    #[serde(default)]
    person: Vec<PersonFile>,
    #[serde(default)]
    token: Vec<TokenFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    id: String,
    kind: EntityKind,
    ends: Vec<String>,
    #[serde(default = "two")]
    least: usize,
    #[serde(default)]
    not: Vec<String>,
    #[serde(default)]
    not_in: Vec<String>,
    #[serde(default)]
    not_after: Vec<String>,
    example: Spanned<String>,
    counter: Spanned<String>,
}

fn two() -> usize {
    2
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonFile {
    id: String,
    titles: Vec<String>,
    surnames: String,
    example: Spanned<String>,
    counter: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenFile {
    id: String,
    kind: EntityKind,
    regex: Spanned<String>,
    #[serde(default = "yes")]
    masks: bool,
    example: Spanned<String>,
    counter: Spanned<String>,
}

fn yes() -> bool {
    true
}

/// Names that are recognised by what their word ends with.
#[derive(Debug, Clone)]
pub(super) struct NameRow {
    pub id: String,
    pub kind: EntityKind,
    /// The endings, the longest first.
    pub ends: Vec<Vec<char>>,
    pub least: usize,
    pub not: Vec<String>,
    pub not_in: Vec<String>,
    pub not_after: Vec<String>,
}

/// Persons, by the titles beside their name.
#[derive(Debug, Clone)]
pub(super) struct PersonRow {
    pub id: String,
    pub titles: Vec<String>,
    /// The first syllables of names, one after the other.
    pub surnames: String,
}

/// Tokens that one expression describes whole.
#[derive(Debug, Clone)]
pub(super) struct TokenRow {
    pub id: String,
    pub kind: EntityKind,
    pub regex: Regex,
    pub masks: bool,
}

/// The rows of the table.
#[derive(Debug, Clone)]
pub struct EntityTable {
    pub(super) names: Vec<NameRow>,
    pub(super) persons: Vec<PersonRow>,
    pub(super) tokens: Vec<TokenRow>,
    pub(crate) examples: Vec<Marked>,
}

impl EntityTable {
    /// Reads the table.
    ///
    /// # Errors
    /// [`RuleError`] with the line of the first mistake.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let file: TableFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(ENTITIES_FILE, text, &error))?;
        let mut examples = Vec::new();
        let mut read = |id: &str, example: &Spanned<String>, counter: &Spanned<String>| {
            for marked in [(example, true), (counter, false)] {
                examples.push(Marked::read(ENTITIES_FILE, text, id, marked)?);
            }
            Ok::<(), RuleError>(())
        };
        let (mut names, mut persons, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
        for row in file.name {
            read(&row.id, &row.example, &row.counter)?;
            let mut ends: Vec<Vec<char>> =
                row.ends.iter().map(|end| end.chars().collect()).collect();
            ends.sort_by_key(|end| std::cmp::Reverse(end.len()));
            let NameFile { id, kind, least, not, not_in, not_after, .. } = row;
            names.push(NameRow { id, kind, ends, least, not, not_in, not_after });
        }
        for PersonFile { id, titles, surnames, example, counter } in file.person {
            read(&id, &example, &counter)?;
            persons.push(PersonRow { id, titles, surnames });
        }
        for TokenFile { id, kind, regex, masks, example, counter } in file.token {
            read(&id, &example, &counter)?;
            let at = regex.span().start;
            let regex = Regex::new(regex.get_ref()).map_err(|error| {
                RuleError::value(ENTITIES_FILE, text, at, "an expression", error)
            })?;
            tokens.push(TokenRow { id, kind, regex, masks });
        }
        Ok(Self { names, persons, tokens, examples })
    }
}
