//! Roles of figures: what a figure counts (a price, a share of the ill, the outcome of a treatment), decided
//! by its clause before a rule may use it.
//!
//! The table `rules/figures.toml` has the cues. A figure without one tells of an outcome, so that no rule
//! loses a claim that the table does not know. A pattern asks for a role as `#percent:outcome`.

use std::collections::HashMap;

use serde::Deserialize;
use toml::Spanned;

use super::language::{Pattern, parse};
use crate::claims::{Reading, Sentence, ends_clause};
use crate::lexicon::figures::FigureClasses;
use crate::lexicon::{ClassId, Hit, LexiconBuilder};
use crate::marked::Marked;
use crate::normalise::Gap;
use crate::rule_error::RuleError;

/// Name of the table in errors.
const FIGURES_FILE: &str = "figures.toml";
/// Largest number of words between two figures of a list: 또는.
const LIST_WORDS: usize = 1;
/// Greatest number of words between two members of a list with a comma, which counts as one word.
const MEMBER_WORDS: usize = 4;
/// The role of a figure without a cue.
const OUTCOME: &str = "outcome";

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
    role: String,
    patterns: Vec<Spanned<String>>,
    #[expect(dead_code, reason = "documents the data; required so that no cue goes unexplained")]
    why: String,
    example: Spanned<String>,
    counter: Spanned<String>,
}

/// The cues of roles, compiled with the lexicon of a detector.
#[derive(Debug, Clone)]
pub struct Roles {
    /// The names of the roles; [`OUTCOME`] first.
    names: Vec<String>,
    /// The role of each row, by its place in `names`, and its patterns.
    cues: Vec<(usize, Vec<Pattern>)>,
    /// The classes of a class of figures, one for each role.
    classes: HashMap<ClassId, Vec<ClassId>>,
    /// The class of all figures.
    any: ClassId,
    /// The examples of the rows, each with the name of its role as the id.
    pub(crate) examples: Vec<Marked>,
}

impl Roles {
    /// Compiles the table `text`. Afterwards patterns may ask for its roles.
    ///
    /// # Errors
    /// [`RuleError`] with the line of the first mistake.
    pub(crate) fn parse(
        text: &str,
        figures: &FigureClasses,
        lexicon: &mut LexiconBuilder,
    ) -> Result<Self, RuleError> {
        let table: TableFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(FIGURES_FILE, text, &error))?;
        let mut names = vec![OUTCOME.to_owned()];
        let (mut cues, mut examples) = (Vec::new(), Vec::new());
        for row in &table.cue {
            let role = names.iter().position(|it| *it == row.role).unwrap_or_else(|| {
                names.push(row.role.clone());
                names.len() - 1
            });
            let read = row.patterns.iter().map(|pattern| {
                parse(pattern.get_ref(), lexicon).map_err(|expected| {
                    let (at, found) = (pattern.span().start, pattern.get_ref());
                    RuleError::value(FIGURES_FILE, text, at, &expected, found)
                })
            });
            cues.push((role, read.collect::<Result<_, _>>()?));
            for (written, holds) in [(&row.example, true), (&row.counter, false)] {
                examples.push(Marked::read(FIGURES_FILE, text, &row.role, (written, holds))?);
            }
            if row.id.get_ref().is_empty() {
                let at = row.id.span().start;
                return Err(RuleError::value(FIGURES_FILE, text, at, "an id", "none"));
            }
        }
        let mut classes = HashMap::new();
        let mut any = 0;
        for class in figures.all() {
            let unit = lexicon.names.name(class).to_owned();
            let of_role = |role: &String| lexicon.names.intern(&format!("{unit}:{role}"));
            classes.insert(class, names.iter().map(of_role).collect());
            any = class;
        }
        Ok(Self { names, cues, classes, any, examples })
    }

    /// Returns the figures of a sentence that cues give a role, each by its first letter. The first row that
    /// finds a figure decides.
    fn decide(&self, reading: &Reading<'_>, sentence: &Sentence) -> HashMap<usize, usize> {
        let mut roles = HashMap::new();
        if !sentence.classes.contains(self.any) {
            return roles;
        }
        for (role, patterns) in &self.cues {
            for pattern in patterns.iter().filter(|it| it.is_possible(&sentence.classes)) {
                for found in pattern.find(reading, reading.words_in(sentence)) {
                    if is_one_phrase(reading, found.from, found.to) {
                        for (start, _) in found.words {
                            roles.entry(start).or_insert(*role);
                        }
                    }
                }
            }
        }
        self.share_in_lists(reading, sentence, &mut roles);
        roles
    }

    /// Gives a figure without a cue the role of the one beside it in a list: 본인부담률은 50% 또는 80%입니다,
    /// 천공 0.1%, 출혈 1%가 생깁니다.
    fn share_in_lists(
        &self,
        reading: &Reading<'_>,
        sentence: &Sentence,
        roles: &mut HashMap<usize, usize>,
    ) {
        let figures: Vec<&Hit> = reading.of_class(sentence, self.any).collect();
        for (before, figure) in figures.iter().zip(figures.iter().skip(1)) {
            let are_beside = reading.distance(before.end, figure.start) <= LIST_WORDS
                && is_one_phrase(reading, before.start, figure.start + 1);
            if let Some(role) = roles.get(&before.start).copied().filter(|_| are_beside) {
                roles.entry(figure.start).or_insert(role);
            }
        }
        // What the predicate states of the last member of a list it states of those before it.
        for (figure, next) in figures.iter().zip(figures.iter().skip(1)).rev() {
            let is_listed = reading.distance(figure.end, next.start) <= MEMBER_WORDS
                && is_list(reading, figure.end, next.start);
            if let Some(role) = roles.get(&next.start).copied().filter(|_| is_listed) {
                roles.entry(figure.start).or_insert(role);
            }
        }
    }
}

/// Whether at most one comma, and no end of a clause, stands between letters `from` and `to`: in a list of
/// 50대 50%, 60대 60% each age stands directly before its share.
fn is_list(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    let letters = &reading.normal.letters;
    let commas = (from..=to).filter(|&at| letters[at].gap == Gap::Comma).count();
    let is_pair = reading.distance(from, to) == 0;
    (commas == 1 || is_pair) && (from + 1..=to).all(|at| !ends_clause(reading, from, at))
}

/// Whether no comma and no end of a clause stands between letters `from` and `to`. What a bracket encloses
/// belongs to the words before it.
fn is_one_phrase(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    let letters = &reading.normal.letters;
    (from + 1..to).all(|at| {
        reading.normal.opens_bracket(at)
            || letters[at].gap < Gap::Comma && !ends_clause(reading, from, at)
    })
}

impl Reading<'_> {
    /// Adds each figure once more, as a word of the class of its role.
    #[must_use]
    pub fn with_roles(self, roles: &Roles) -> Self {
        let mut figures = Vec::new();
        for sentence in &self.sentences {
            let of_figure = roles.decide(&self, sentence);
            figures.extend(self.hits_in(sentence).iter().filter_map(|hit| {
                let of_role = roles.classes.get(&hit.class)?;
                let role = of_figure.get(&hit.start).copied().unwrap_or_default();
                Some(Hit { class: of_role[role], ..*hit })
            }));
        }
        self.with_hits(figures)
    }
}

impl Roles {
    /// Returns the role of each figure of a reading, by its first letter and the letter after its number.
    pub(crate) fn of<'r>(
        &'r self,
        reading: &'r Reading<'_>,
    ) -> impl Iterator<Item = (usize, usize, &'r str)> {
        let of_any = self.classes.get(&self.any).map_or(&[][..], Vec::as_slice);
        reading.hits.iter().filter_map(move |hit| {
            let role = of_any.iter().position(|class| *class == hit.class)?;
            Some((hit.start, hit.end, self.names[role].as_str()))
        })
    }
}
