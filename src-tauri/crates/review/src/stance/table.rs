//! The table of cues, `rules/stances.toml`: its rows, compiled to patterns.

use std::collections::HashSet;

use serde::Deserialize;
use toml::Spanned;

use super::{Speaker, Stance};
use crate::lexicon::LexiconBuilder;
use crate::marked::Marked;
use crate::pattern::{Pattern, parse};
use crate::rule_error::RuleError;

/// Name of the table in errors.
const STANCES_FILE: &str = "stances.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    cue: Vec<CueFile>,
}

/// A row of the table. Its head says what the fields mean.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CueFile {
    id: Spanned<String>,
    stance: Option<Stance>,
    speaker: Option<Speaker>,
    #[serde(default)]
    patterns: Vec<Spanned<String>>,
    #[serde(default)]
    next: Vec<Spanned<String>>,
    #[serde(default)]
    place: Place,
    #[serde(default)]
    scope: Scope,
    reach: Option<u32>,
    #[serde(default)]
    ends: Vec<Stance>,
    why: String,
    example: Spanned<String>,
    counter: Spanned<String>,
}

/// Where a cue must stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    /// Anywhere in a sentence.
    #[default]
    Sentence,
    /// In a heading or a label.
    Head,
    /// The sentence asks; without patterns the cue is its end.
    Question,
    /// The next sentence denies it; without patterns the cue is its end.
    Denied,
}

/// What a cue decides about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Scope {
    /// Its clause up to the cue.
    #[default]
    Clause,
    /// The noun that the cue modifies.
    Noun,
    /// Its sentence.
    Sentence,
    /// Its sentence and the ones beside it in the paragraph, each unless it promises something.
    Neighbours,
    /// The lines below it until the paragraph or a promise ends them; behind a label, its line.
    Lines,
    /// The items of the list below it, whatever they say.
    Items,
}

/// A compiled row.
#[derive(Debug, Clone)]
pub(super) struct Cue {
    pub id: String,
    pub stance: Option<Stance>,
    pub speaker: Option<Speaker>,
    pub patterns: Vec<Pattern>,
    pub next: Vec<Pattern>,
    pub place: Place,
    pub scope: Scope,
    pub reach: Option<u32>,
    /// For a promise: the stances whose carrying it ends; all when empty.
    pub ends: Vec<Stance>,
    pub why: String,
}

impl Cue {
    /// Whether it is a promise that ends what is carried from a cue of `stance`.
    pub fn ends(&self, stance: Option<Stance>) -> bool {
        let of = |it: &Stance| stance == Some(*it);
        self.stance == Some(Stance::Claims) && (self.ends.is_empty() || self.ends.iter().any(of))
    }
}

/// The cues, compiled with the lexicon of a detector.
#[derive(Debug, Clone)]
pub(crate) struct Cues {
    pub(super) cues: Vec<Cue>,
    pub(crate) examples: Vec<Marked>,
}

impl Cues {
    /// Compiles the table `text`. Literals of patterns become classes of `lexicon`; phrases of packs are no
    /// classes here, since a cue must mean the same with every set of packs.
    ///
    /// # Errors
    /// [`RuleError`] with the line of the first mistake.
    pub(crate) fn parse(text: &str, lexicon: &mut LexiconBuilder) -> Result<Self, RuleError> {
        let table: TableFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(STANCES_FILE, text, &error))?;
        let mut ids = HashSet::new();
        let (mut cues, mut examples) = (Vec::new(), Vec::new());
        for row in &table.cue {
            let (id, at) = (row.id.get_ref(), row.id.span().start);
            let wrong = |expected: &str| RuleError::value(STANCES_FILE, text, at, expected, id);
            if !ids.insert(id.as_str()) {
                return Err(wrong("an id used once"));
            }
            if row.stance.is_none() && row.speaker.is_none() {
                return Err(wrong("a stance or a speaker in the row"));
            }
            if row.patterns.is_empty() && !matches!(row.place, Place::Question | Place::Denied) {
                return Err(wrong("patterns, or place = \"question\" or \"denied\", in the row"));
            }
            let mut compile = |written: &[Spanned<String>]| {
                let read = written.iter().map(|pattern| {
                    parse(pattern.get_ref(), lexicon).map_err(|expected| {
                        let (at, found) = (pattern.span().start, pattern.get_ref());
                        RuleError::value(STANCES_FILE, text, at, &expected, found)
                    })
                });
                read.collect::<Result<Vec<_>, _>>()
            };
            cues.push(Cue {
                id: id.clone(),
                stance: row.stance,
                speaker: row.speaker,
                patterns: compile(&row.patterns)?,
                next: compile(&row.next)?,
                place: row.place,
                scope: row.scope,
                reach: row.reach,
                ends: row.ends.clone(),
                why: row.why.clone(),
            });
            for (written, holds) in [(&row.example, true), (&row.counter, false)] {
                examples.push(Marked::read(STANCES_FILE, text, id, (written, holds))?);
            }
        }
        Ok(Self { cues, examples })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    const ROW: &str = "[[cue]]\nid = 'a'\nstance = 'warns'\npatterns = ['\"등불\"']\nwhy = 'w'\n\
                       example = '‹가›'\ncounter = '‹나›'\n";

    fn check(table: &str, parts: &[&str]) {
        let error = Cues::parse(table, &mut LexiconBuilder::default()).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let cues = Cues::parse(ROW, &mut LexiconBuilder::default()).unwrap();
        assert_eq!((cues.cues.len(), cues.examples.len()), (1, 2));
        check(&format!("{ROW}{ROW}"), &["stances.toml:9", "used once"]);
        check(&ROW.replace("warns", "shouts"), &["stances.toml:3", "shouts"]);
        check(&ROW.replace("stance = 'warns'\n", ""), &["stances.toml:2", "a stance or a speaker"]);
        check(&ROW.replace("patterns = ['\"등불\"']\n", ""), &["stances.toml:2", "question"]);
        check(&ROW.replace("\"등불\"", "{nothing}"), &["stances.toml:4", "nothing"]);
        check(&ROW.replace("‹가›", "가"), &["stances.toml:6", "marked once"]);
        check(&ROW.replace("counter = '‹나›'\n", ""), &["stances.toml:1", "counter"]);
    }
}
