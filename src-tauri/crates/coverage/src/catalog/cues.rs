//! Cues: words of a clause that say something about a value, an illness or the clause itself. The
//! table is `rules/cues.toml`.

use std::collections::BTreeMap;
use std::ops::Range;

use regex::{Captures, Regex};
use serde::Deserialize;
use toml::Spanned;

use super::fold::fold;
use super::rules::RuleFile;
use crate::CoverageError;

/// Declares the categories, and lists them, so that a table can be checked for all.
macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a cue says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Category {
            $($(#[$doc])* $name,)*
        }

        /// All categories.
        const CATEGORIES: &[Category] = &[$(Category::$name,)*];
    };
}

categories! {
    /// The page calculates an example, so that its amounts are no benefits.
    ExamplePage,
    /// The sum insured for which a document states what is paid.
    BaseSum,
    /// All amounts of the document are stated for that sum.
    StatesBase,
    /// The amount is a premium, a fee or another sum that is no benefit.
    NoBenefit,
    /// The amount bounds what the customer may buy.
    PurchaseBound,
    /// The amount is paid.
    PaidAmount,
    /// The full sum insured is paid.
    PaysWhole,
    /// The company does not sell the coverage.
    NotSold,
    /// The company cannot pay, which does not show that it sells the coverage.
    UnableToPay,
    /// 지급사유: the event for which the company pays.
    Trigger,
    /// The clause is about payment.
    Paid,
    /// The clause says what becomes of the contract, and pays nothing.
    EndsContract,
    /// The clause is about papers, premiums or advice.
    OtherMatter,
    /// How often, how long or in which part is paid.
    Completes,
    /// Nothing is paid.
    Excludes,
    /// Behind a disease: it is taken out of the one that follows (치핵을 제외한 항문질환).
    TakenFrom,
    /// The part of a clause in front of what excludes something ends.
    BreaksClause,
    /// A bracket takes something out.
    BracketOut,
    /// The heading of a list of what is not paid.
    HeadsExclusions,
    /// An article holds for all coverages of its document.
    AppliesToAll,
    /// The clause defines an illness.
    Defines,
    /// The clause widens or narrows what counts as the illness.
    LimitsScope,
    /// The items of a list follow in clauses of their own.
    AnnouncesList,
    /// The clause takes something out of what the one before it says.
    Exception,
    /// 대기기간: a period after which cover begins.
    Waiting,
    /// A cell below the title of waiting periods: a period, or none.
    WaitingCell,
    /// There is no waiting period.
    NoWaiting,
    /// Cover begins on the day of the contract.
    CoveredAtOnce,
    /// The clause is about the beginning of cover or the lack of it.
    SpeaksOfCover,
    /// The period is for something else than cover.
    OtherPeriod,
    /// The clause pays the sum insured.
    PaysSum,
    /// The kind of cancer in front is part of the name of a benefit.
    BenefitName,
    /// The clause speaks of the rider that it stands in.
    ThisRider,
    /// The heading of an article without its text.
    ArticleHeading,
    /// Heads what applies to one rider (특별약관) alone.
    HeadsRider,
    /// The period begins with a treatment.
    OtherStart,
    /// The clause speaks of all coverages of a kind.
    OfAllCoverages,
    /// A time since the contract began, in a question.
    Elapsed,
    /// The time behind is one since an event.
    OfEvent,
    /// A period from the contract on that has not passed.
    Early,
    /// A period that has passed.
    Late,
    /// The first year of the contract.
    FirstYear,
    /// A period without a bound that is called one of reduction.
    NamedPeriod,
    /// The period begins with an event.
    EventStart,
    /// The share is of another sum than the one insured.
    OtherShare,
    /// A share, in per cent.
    Share,
    /// The figure behind is no share that is paid.
    NoShare,
    /// The figure in front is no share that is paid.
    ShareOfOther,
    /// The share is taken off.
    TakenOff,
    /// A share of the sum insured.
    Rate,
    /// The share bounds what may be withdrawn.
    WithdrawalBound,
    /// Nothing is reduced.
    NoReduction,
    /// Part of the name of a rider without a reduction.
    UnreducedName,
    /// The clause goes on where the period in front ends.
    GoesOn,
    /// A cell of a table of periods and shares.
    Cell,
    /// The name of a coverage with brackets behind it.
    BracketedName,
    /// Terms of payment in a bracket.
    Terms,
    /// Part of a sentence, which no name contains.
    Sentence,
    /// 종: a class of operations, or a range of them.
    SurgeryClass,
    /// How often or for how long is paid.
    CountLimit,
    /// The amount behind is what the share comes to.
    Explains,
    /// The amount in front is what the share comes to.
    ExplainedBy,
    /// The amount is a bound and no sum that is paid.
    BoundsAmount,
    /// A statement about the name or illness follows.
    OpensScope,
    /// Cover for the illness begins.
    CoverBegins,
    /// The kind of cancer is not paid for.
    Excluded,
    /// The kind of cancer is paid for.
    Included,
    /// The kind of cancer is no part of the illness.
    NotPart,
    /// The kind of cancer is cancer as any other.
    CountsAsCancer,
    /// A diagnosis alone is not paid for.
    OnlyTreated,
    /// The kind of cancer is paid for from then on.
    Begins,
    /// The clause takes something out.
    Denied,
}

impl Category {
    /// Named groups that the program reads from a cue of the category; a pattern must have them.
    fn groups(self) -> &'static [&'static str] {
        match self {
            Self::Waiting | Self::NamedPeriod | Self::Elapsed => &["number", "unit"],
            Self::Rate => &["share"],
            Self::BracketedName => &["name", "brackets"],
            Self::SurgeryClass => &["last"],
            Self::BracketOut => &["out"],
            _ => &[],
        }
    }
}

/// What a cue governs.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    /// What stands directly in front of the cue.
    Backward,
    /// What stands directly behind the cue.
    Forward,
}

/// Content of `cues.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CueFile {
    words: BTreeMap<String, Vec<String>>,
    cue: Vec<Row>,
}

/// A row of `cues.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    category: Category,
    direction: Option<Direction>,
    pattern: Spanned<String>,
    value: Option<u64>,
    example: Spanned<String>,
    not: Spanned<String>,
}

/// A compiled row.
#[derive(Debug, Clone)]
struct Cue {
    pattern: Regex,
    value: Option<u64>,
}

/// The cues by category. Texts are folded. Of a cue that governs one side of a value, `text` is the
/// text on its side of the value: what follows it for `backward`, what precedes it for `forward`.
#[derive(Debug, Clone)]
pub(crate) struct Cues(BTreeMap<Category, Vec<Cue>>);

impl Cues {
    /// Compiles `cues.toml`.
    ///
    /// # Errors
    /// [`CoverageError::Rules`] with the line of a row that is not of its shape, or whose pattern
    /// misses its example, fits the other text or lacks a group that is read, and of a table without a
    /// category.
    pub(super) fn read(file: &RuleFile<'_>) -> Result<Self, CoverageError> {
        let CueFile { words, cue } = file.read()?;
        let mut all: BTreeMap<Category, Vec<Cue>> = BTreeMap::new();
        for row in cue {
            let pattern = with_words(row.pattern.get_ref(), &words);
            let pattern = match row.direction {
                Some(Direction::Backward) => format!("^(?:{pattern})"),
                Some(Direction::Forward) => format!("(?:{pattern})$"),
                None => pattern,
            };
            let pattern = file.regex(&pattern, row.pattern.span().start)?;
            let has = |group: &&&str| pattern.capture_names().flatten().any(|it| it == **group);
            if let Some(group) = row.category.groups().iter().find(|it| !has(it)) {
                let reason = format!("the pattern has no group (?<{group}>…), which is read");
                return Err(file.error(row.pattern.span().start, reason));
            }
            let is_found = |text: &Spanned<String>| pattern.is_match(&fold(text.get_ref()));
            if !is_found(&row.example) {
                return Err(
                    file.error(row.example.span().start, "the cue is not found in its example")
                );
            }
            if is_found(&row.not) {
                return Err(
                    file.error(row.not.span().start, "the cue is found where it should not be")
                );
            }
            all.entry(row.category).or_default().push(Cue { pattern, value: row.value });
        }
        // Without the words for 면책 everything would count as paid.
        if let Some(missing) = CATEGORIES.iter().find(|it| !all.contains_key(it)) {
            return Err(file.error(0, format!("no cue has the category {missing:?}")));
        }
        Ok(Self(all))
    }

    /// Whether a cue of a category stands in a text.
    pub(crate) fn has(&self, category: Category, text: &str) -> bool {
        self.of(category).any(|it| it.pattern.is_match(text))
    }

    /// Returns the range of the first cue of a category.
    pub(crate) fn find(&self, category: Category, text: &str) -> Option<Range<usize>> {
        let found = self.of(category).filter_map(|it| Some(it.pattern.find(text)?.range()));
        found.min_by_key(|it| it.start)
    }

    /// Returns all cues of a category with their named groups, those of one row after another.
    pub(crate) fn all<'s, 't>(
        &'s self,
        category: Category,
        text: &'t str,
    ) -> impl Iterator<Item = FoundCue<'t>> + use<'s, 't> {
        self.of(category).flat_map(move |cue| {
            let groups = cue.pattern.captures_iter(text);
            groups.map(move |groups| FoundCue { groups, value: cue.value })
        })
    }

    fn of(&self, category: Category) -> impl Iterator<Item = &Cue> {
        self.0.get(&category).into_iter().flatten()
    }
}

/// A cue in a text.
pub(crate) struct FoundCue<'t> {
    groups: Captures<'t>,
    /// The value that the table gives the cue.
    pub value: Option<u64>,
}

impl<'t> FoundCue<'t> {
    /// Range of the whole cue, in bytes.
    pub(crate) fn at(&self) -> Range<usize> {
        self.groups.get(0).map_or(0..0, |it| it.range())
    }

    /// A named group of the pattern.
    pub(crate) fn group(&self, name: &str) -> Option<regex::Match<'t>> {
        self.groups.name(name)
    }
}

/// Replaces `{name}` in a pattern by the alternatives of that name. An unknown name stays, and is
/// then no regular expression.
fn with_words(pattern: &str, words: &BTreeMap<String, Vec<String>>) -> String {
    words.iter().fold(pattern.to_owned(), |pattern, (name, words)| {
        let words: Vec<String> = words.iter().map(|it| regex::escape(it)).collect();
        pattern.replace(&format!("{{{name}}}"), &format!("(?:{})", words.join("|")))
    })
}
