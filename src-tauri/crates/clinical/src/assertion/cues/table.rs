//! `rules/cues.toml`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use super::tokens::Token;
use crate::ClinicalError;
use crate::data;
use crate::data::DataFault;
use crate::lexicon::Slot;
use crate::text::letters::Text;

/// The cues that come with the program.
pub(crate) static CUES: LazyLock<CueTable> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a file of this crate, which the tests read")]
    CueTable::read("cues.toml", include_str!("../../../rules/cues.toml")).expect("a valid file")
});

/// What a cue says about the mentions in its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Category {
    Present,
    Negated,
    Possible,
    /// It was so once.
    Past,
    /// It was so once, unless the illness is a chronic one.
    History,
    /// A drug is no longer taken.
    Ended,
    /// A drug is still taken: `끊은 적이 없어요`.
    Lasting,
    Patient,
    Family,
    /// Says nothing itself and ends the scope of every other cue.
    Terminator,
    /// Looks like another cue and is none.
    Pseudo,
}

/// The three questions of ConText; the nearest cue that reaches a mention answers each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Assertion,
    Temporality,
    Experiencer,
}

impl Axis {
    pub const ALL: [Self; 3] = [Self::Assertion, Self::Temporality, Self::Experiencer];
}

impl Category {
    pub(super) fn axis(self) -> Option<Axis> {
        match self {
            Self::Present | Self::Negated | Self::Possible => Some(Axis::Assertion),
            Self::Past | Self::History | Self::Ended | Self::Lasting => Some(Axis::Temporality),
            Self::Patient | Self::Family => Some(Axis::Experiencer),
            Self::Terminator | Self::Pseudo => None,
        }
    }
}

/// Where the scope lies, seen from the cue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    #[default]
    Forward,
    Backward,
    Both,
    /// A box: backward where its line ends in a box, else forward.
    Form,
}

/// Which mentions a cue is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum About {
    #[default]
    All,
    Drug,
    /// Conditions and complaints.
    Illness,
}

/// A row of the table.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cue {
    /// Stable name; a trace cites it.
    pub id: String,
    /// Tokens separated by spaces; in each, alternatives by `|`, and `*` at one end for any rest.
    pattern: String,
    pub category: Category,
    #[serde(default)]
    pub(super) direction: Direction,
    /// Alternatives of the token that must follow.
    before: Option<String>,
    /// Tokens the cue reaches at most; [`DEFAULT_SCOPE`] where the row does not say.
    max_scope: Option<usize>,
    /// It reaches the nearest mention only.
    #[serde(default)]
    pub(super) single: bool,
    #[serde(default)]
    about: About,
    /// A text in which the cue must be found.
    pub(super) example: String,
}

/// In tokens.
const DEFAULT_SCOPE: usize = 6;

impl Cue {
    pub(super) fn scope(&self) -> usize {
        self.max_scope.unwrap_or(DEFAULT_SCOPE)
    }

    pub(super) fn fits(&self, slot: Slot) -> bool {
        match self.about {
            About::All => true,
            About::Drug => slot == Slot::Medication,
            About::Illness => matches!(slot, Slot::Condition | Slot::Symptom),
        }
    }
}

/// A way to write one token of a pattern.
#[derive(Debug)]
enum Alternative {
    Whole(String),
    Begins(String),
    Ends(String),
}

impl Alternative {
    fn new(written: &str) -> Self {
        match (written.strip_suffix('*'), written.strip_prefix('*')) {
            (Some(start), _) => Self::Begins(start.to_owned()),
            (None, Some(end)) => Self::Ends(end.to_owned()),
            (None, None) => Self::Whole(written.to_owned()),
        }
    }

    fn matches(&self, token: &str) -> bool {
        match self {
            Self::Whole(it) => it == token,
            Self::Begins(it) => token.starts_with(it.as_str()),
            Self::Ends(it) => token.ends_with(it.as_str()),
        }
    }

    /// The letter that a token has to begin with; `None` for any.
    fn first(&self) -> Option<char> {
        match self {
            Self::Whole(it) | Self::Begins(it) => it.chars().next(),
            Self::Ends(_) => None,
        }
    }
}

/// The tokens of a cue, and the one that must follow them.
#[derive(Debug)]
struct Pattern {
    tokens: Vec<Vec<Alternative>>,
    before: Option<Vec<Alternative>>,
}

impl Pattern {
    fn new(cue: &Cue) -> Self {
        let token = |written: &str| -> Vec<Alternative> {
            written.split('|').map(Alternative::new).collect()
        };
        Self {
            tokens: cue.pattern.split(' ').map(token).collect(),
            before: cue.before.as_deref().map(token),
        }
    }

    fn matches(&self, text: &Text, tokens: &[Token]) -> bool {
        let is_one_of = |alternatives: &[Alternative], token: &Token| {
            token.mention.is_none() && alternatives.iter().any(|it| it.matches(token.text(text)))
        };
        let follows = |before: &Vec<Alternative>| {
            tokens.get(self.tokens.len()).is_some_and(|it| is_one_of(before, it))
        };
        self.tokens.len() <= tokens.len()
            && self.tokens.iter().zip(tokens).all(|(it, token)| is_one_of(it, token))
            && self.before.as_ref().is_none_or(follows)
    }

    /// Tokens that are looked at.
    fn length(&self) -> usize {
        self.tokens.len() + usize::from(self.before.is_some())
    }
}

/// The cues of all languages, by the first letter of their first token.
#[derive(Debug)]
pub(crate) struct CueTable {
    cues: Vec<Cue>,
    patterns: Vec<Pattern>,
    by_first: HashMap<char, Vec<usize>>,
    of_any_first: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    cue: Vec<Spanned<Cue>>,
}

impl CueTable {
    /// No row may reach farther, in tokens: what decides a mention is looked for so far on either side.
    pub(super) const LONGEST_SCOPE: usize = 60;

    /// Reads the table.
    ///
    /// # Errors
    /// Names the line of the first row that is not in its form, repeats an id or reaches too far.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, ClinicalError> {
        let read: File = data::parse(file, text)?;
        let mut ids = HashSet::new();
        let (mut cues, mut patterns): (Vec<Cue>, Vec<_>) = (Vec::new(), Vec::new());
        let mut by_first: HashMap<char, Vec<usize>> = HashMap::new();
        let mut of_any_first = Vec::new();
        for (index, row) in read.cue.into_iter().enumerate() {
            let at = row.span().start;
            let cue = row.into_inner();
            let wrong = |problem: String| {
                ClinicalError::Data(DataFault {
                    file: file.to_owned(),
                    line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                    problem,
                })
            };
            if !ids.insert(cue.id.clone()) {
                return Err(wrong(format!("{:?} is the id of an earlier row", cue.id)));
            }
            if cue.example.trim().is_empty() {
                return Err(wrong(format!("{:?} has no example", cue.id)));
            }
            if cue.scope() > Self::LONGEST_SCOPE {
                let most = Self::LONGEST_SCOPE;
                return Err(wrong(format!("{:?} reaches over more than {most} tokens", cue.id)));
            }
            let pattern = Pattern::new(&cue);
            let firsts = pattern.tokens.first().into_iter().flatten().map(Alternative::first);
            for first in firsts.collect::<HashSet<_>>() {
                match first {
                    Some(letter) => by_first.entry(letter).or_default().push(index),
                    None => of_any_first.push(index),
                }
            }
            cues.push(cue);
            patterns.push(pattern);
        }
        Ok(Self { cues, patterns, by_first, of_any_first })
    }

    /// The cue of most tokens at the head of some tokens, the more exact one of several, and how many tokens it takes.
    pub(super) fn longest_at(
        &'static self,
        text: &Text,
        tokens: &[Token],
    ) -> Option<(usize, &'static Cue)> {
        let head = tokens.first().filter(|it| it.mention.is_none())?.text(text);
        let by_first = head.chars().next().and_then(|it| self.by_first.get(&it));
        let indexes = by_first.into_iter().flatten().chain(&self.of_any_first);
        let fitting = indexes.filter(|it| self.patterns[**it].matches(text, tokens));
        let is_exact = |index: usize| {
            let first = self.patterns[index].tokens.first();
            first.is_some_and(|it| {
                it.iter().any(|it| matches!(it, Alternative::Whole(word) if word == head))
            })
        };
        let best = fitting.max_by_key(|it| (self.patterns[**it].length(), is_exact(**it)))?;
        Some((self.patterns[*best].tokens.len(), &self.cues[*best]))
    }

    #[cfg(test)]
    pub(super) fn rows(&self) -> &[Cue] {
        &self.cues
    }
}
