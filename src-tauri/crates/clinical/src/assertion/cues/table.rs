//! The table of cues, `rules/cues.toml`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use super::tokens::Token;
use crate::ClinicalError;
use crate::data;
use crate::data::DataFault;
use crate::lexicon::Slot;
use crate::slots::course::Course;
use crate::text::letters::Text;

/// The cues that come with the program.
pub(crate) static CUES: LazyLock<CueTable> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a file of this crate, which the tests read")]
    CueTable::read("cues.toml", include_str!("../../../rules/cues.toml")).expect("a valid file")
});

/// What a cue asserts of the mentions in its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Category {
    Present,
    Negated,
    Possible,
    /// It is asked about: `두통약 뭐 먹어요`.
    Asked,
    /// It was so in the past.
    Past,
    /// It was so in the past; a chronic illness is still present.
    History,
    /// The drug is no longer taken.
    Ended,
    /// The drug is still taken: `끊은 적이 없어요`.
    Lasting,
    /// More of the drug was taken than meant: `또 먹었어요`.
    ExtraDose,
    /// It began suddenly: `갑자기 말이 어눌해요`.
    Sudden,
    /// It comes with every dose or meal: `새우 먹으면 입술이 부어요`.
    Recurring,
    /// It is as bad as can be: `머리가 깨질 듯이 아파요`.
    Severe,
    /// It gets worse: `점점 심해져요`.
    Worse,
    /// It gets better: `좀 나아졌어요`.
    Better,
    /// It stays as it was: `계속 그래요`.
    Unchanged,
    /// The illness troubles the person now: `독감에 걸렸어요`.
    Troubling,
    Patient,
    Family,
    /// Asserts nothing, but ends the scope of every other cue.
    Terminator,
    /// Looks like a cue but asserts nothing.
    Pseudo,
}

/// The three axes of ConText, the amount that was taken, how it began, how bad it is, how it goes on, and
/// whether it troubles. The nearest cue that reaches a mention decides each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Assertion,
    Temporality,
    Experiencer,
    Amount,
    Onset,
    Intensity,
    Course,
    Trouble,
}

impl Axis {
    pub const ALL: [Self; 8] = [
        Self::Assertion,
        Self::Temporality,
        Self::Experiencer,
        Self::Amount,
        Self::Onset,
        Self::Intensity,
        Self::Course,
        Self::Trouble,
    ];
}

impl Category {
    /// The axis that the category decides, if any.
    pub(super) fn axis(self) -> Option<Axis> {
        match self {
            Self::Present | Self::Negated | Self::Possible | Self::Asked => Some(Axis::Assertion),
            Self::Past | Self::History | Self::Ended | Self::Lasting => Some(Axis::Temporality),
            Self::Patient | Self::Family => Some(Axis::Experiencer),
            Self::ExtraDose => Some(Axis::Amount),
            Self::Sudden | Self::Recurring => Some(Axis::Onset),
            Self::Severe => Some(Axis::Intensity),
            Self::Worse | Self::Better | Self::Unchanged => Some(Axis::Course),
            Self::Troubling => Some(Axis::Trouble),
            Self::Terminator | Self::Pseudo => None,
        }
    }

    /// The course of an illness that the category states, if any.
    pub fn course(self) -> Option<Course> {
        match self {
            Self::Worse => Some(Course::Worse),
            Self::Better => Some(Course::Better),
            Self::Unchanged => Some(Course::Unchanged),
            _ => None,
        }
    }
}

/// The side of the cue on which its scope lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    #[default]
    Forward,
    Backward,
    Both,
    /// For boxes of forms: backward if the line ends with a box, otherwise forward.
    Form,
}

/// The mentions that a cue applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum About {
    #[default]
    All,
    Drug,
    /// Conditions and complaints.
    Illness,
    Condition,
}

/// A row of the table; the fields are those of the file.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cue {
    /// Stable name, which traces cite.
    pub id: String,
    /// Tokens separated by spaces. In a token, `|` separates alternatives, `*` at one end stands for any
    /// rest, and `@name` stands for the words of that name.
    pattern: String,
    pub category: Category,
    #[serde(default)]
    pub(super) direction: Direction,
    /// Alternatives of the token that must follow the pattern.
    before: Option<String>,
    /// Greatest distance in tokens; [`DEFAULT_SCOPE`] if absent.
    max_scope: Option<usize>,
    /// Whether the cue reaches only the nearest mention.
    #[serde(default)]
    pub(super) single: bool,
    #[serde(default)]
    about: About,
    /// A text in which the cue is found; the tests check it.
    pub(super) example: String,
}

/// Scope in tokens of a row without `max_scope`.
const DEFAULT_SCOPE: usize = 6;

impl Cue {
    /// Greatest distance in tokens that the cue reaches.
    pub(super) fn scope(&self) -> usize {
        self.max_scope.unwrap_or(DEFAULT_SCOPE)
    }

    /// Whether the cue applies to mentions of a slot.
    pub(super) fn fits(&self, slot: Slot) -> bool {
        match self.about {
            About::All => true,
            About::Drug => slot == Slot::Medication,
            About::Condition => slot == Slot::Condition,
            About::Illness => matches!(slot, Slot::Condition | Slot::Symptom),
        }
    }
}

/// One alternative of a token of a pattern.
#[derive(Debug)]
enum Alternative {
    Exact(String),
    Begins(String),
    Ends(String),
}

impl Alternative {
    fn new(written: &str) -> Self {
        match (written.strip_suffix('*'), written.strip_prefix('*')) {
            (Some(start), _) => Self::Begins(start.to_owned()),
            (None, Some(end)) => Self::Ends(end.to_owned()),
            (None, None) => Self::Exact(written.to_owned()),
        }
    }

    fn matches(&self, token: &str) -> bool {
        match self {
            Self::Exact(it) => it == token,
            Self::Begins(it) => token.starts_with(it.as_str()),
            Self::Ends(it) => token.ends_with(it.as_str()),
        }
    }

    /// The first letter of matching tokens; `None` if it may be any.
    fn first(&self) -> Option<char> {
        match self {
            Self::Exact(it) | Self::Begins(it) => it.chars().next(),
            Self::Ends(_) => None,
        }
    }
}

/// The tokens of a cue, and the token that must follow them.
#[derive(Debug)]
struct Pattern {
    tokens: Vec<Vec<Alternative>>,
    before: Option<Vec<Alternative>>,
}

impl Pattern {
    /// The pattern of a cue, with the words that the file names. Fails with the name of words that it lacks.
    fn new(cue: &Cue, words: &HashMap<String, String>) -> Result<Self, String> {
        let token = |written: &str| -> Result<Vec<Alternative>, String> {
            let named = |it: &str| match it.strip_prefix('@') {
                Some(name) => words.get(name).cloned().ok_or_else(|| name.to_owned()),
                None => Ok(it.to_owned()),
            };
            let alternatives = written.split('|').map(named).collect::<Result<Vec<_>, _>>()?;
            Ok(alternatives.iter().flat_map(|it| it.split('|')).map(Alternative::new).collect())
        };
        Ok(Self {
            tokens: cue.pattern.split(' ').map(token).collect::<Result<_, _>>()?,
            before: cue.before.as_deref().map(token).transpose()?,
        })
    }

    /// Whether the pattern matches at the head of `tokens`; a mention matches nothing.
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

    /// Number of tokens that the pattern examines.
    fn length(&self) -> usize {
        self.tokens.len() + usize::from(self.before.is_some())
    }
}

/// The cues of all languages, indexed by the first letter of their first token.
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
    /// Alternatives that several rows share, by name.
    #[serde(default)]
    words: HashMap<String, String>,
    cue: Vec<Spanned<Cue>>,
}

impl CueTable {
    /// Greatest scope that a row may have, in tokens. Cues are searched this far on either side of a
    /// mention.
    pub(super) const LONGEST_SCOPE: usize = 60;

    /// Reads a table.
    ///
    /// # Errors
    /// Names the line of the first row that does not have the required form, repeats an id, has too large a
    /// scope or uses words that the file does not name.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, ClinicalError> {
        let read: File = data::parse(file, text)?;
        let mut ids = HashSet::new();
        let (mut cues, mut patterns): (Vec<Cue>, Vec<_>) = (Vec::new(), Vec::new());
        let mut by_first: HashMap<char, Vec<usize>> = HashMap::new();
        let mut of_any_first = Vec::new();
        for (index, row) in read.cue.into_iter().enumerate() {
            let at = row.span().start;
            let cue = row.into_inner();
            let fault = |problem: String| {
                ClinicalError::Data(DataFault {
                    file: file.to_owned(),
                    line: 1 + text.get(..at).map_or(0, |it| it.matches('\n').count()),
                    problem,
                })
            };
            if !ids.insert(cue.id.clone()) {
                return Err(fault(format!("{:?} is the id of an earlier row", cue.id)));
            }
            if cue.example.trim().is_empty() {
                return Err(fault(format!("{:?} has no example", cue.id)));
            }
            if cue.scope() > Self::LONGEST_SCOPE {
                let most = Self::LONGEST_SCOPE;
                return Err(fault(format!("{:?} reaches over more than {most} tokens", cue.id)));
            }
            let pattern = Pattern::new(&cue, &read.words)
                .map_err(|name| fault(format!("{:?} uses unknown words {name:?}", cue.id)))?;
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

    /// The cue with the longest pattern at the head of `tokens`, and the number of its tokens. Of equally
    /// long patterns an exact one is preferred, and then one that does not only end its clause.
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
            first.is_some_and(|alternatives| {
                alternatives.iter().any(|it| matches!(it, Alternative::Exact(word) if word == head))
            })
        };
        let best = fitting.max_by_key(|index| {
            let asserts = self.cues[**index].category != Category::Terminator;
            (self.patterns[**index].length(), is_exact(**index), asserts)
        })?;
        Some((self.patterns[*best].tokens.len(), &self.cues[*best]))
    }

    /// The terminator whose whole pattern is the word `token`: an ending of a clause.
    pub(super) fn terminator_in(&'static self, text: &Text, token: &Token) -> Option<&'static Cue> {
        let ends = |index: &&usize| {
            let (cue, pattern) = (&self.cues[**index], &self.patterns[**index]);
            cue.category == Category::Terminator
                && pattern.tokens.len() == 1
                && pattern.matches(text, std::slice::from_ref(token))
        };
        self.of_any_first.iter().find(ends).map(|it| &self.cues[*it])
    }

    #[cfg(test)]
    pub(super) fn rows(&self) -> &[Cue] {
        &self.cues
    }
}
