use crate::lexicon::Slot;

/// A concept in the text. Positions are letters of [`crate::text::letters::Text`].
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub start: usize,
    pub end: usize,
    /// Index into the lexicon's concepts.
    pub concept: usize,
    pub slot: Slot,
    pub how: Recognition,
    /// Whether the predicate of a complaint is itself negated: 안 아파요.
    pub negated: bool,
}

/// The way a concept was recognised, which decides the confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Recognition {
    /// By its canonical name.
    Name,
    /// By a synonym or its English name.
    Synonym,
    /// By at most three Latin letters or one syllable.
    Short,
    /// By a noun and a predicate.
    Complaint,
    /// By a form that one wrong letter of Hangul makes of what is written.
    Typo,
}

/// The mentions that share a letter with a range; they are in order and do not overlap.
pub(crate) fn overlapping(mentions: &[Mention], start: usize, end: usize) -> &[Mention] {
    let first = mentions.partition_point(|it| it.end <= start);
    let last = mentions.partition_point(|it| it.start < end);
    &mentions[first..last.max(first)]
}
