//! An adverse reaction (이상반응): what happened under a drug.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A drug and what happened under it. The drug is among the medications or allergies too, the reaction among
/// the symptoms or conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct AdverseReaction {
    /// Canonical name of the drug.
    pub drug: String,
    /// Canonical name of the reaction.
    pub reaction: String,
    /// How the text links them.
    pub link: Link,
    /// Whether the reaction is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_past: bool,
    /// The person who had it: `patient`, or the word that the text has for somebody else.
    pub experiencer: String,
    /// The words from the first of both to the end of the other, as written.
    pub text: String,
    /// Start of the words, in Unicode scalar values.
    pub start: usize,
    /// End of the words, exclusive, in Unicode scalar values.
    pub end: usize,
}

/// How a text links a reaction to a drug. None of them is a judgement of causality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ReactionLink")]
pub enum Link {
    /// It followed: 먹고.
    After,
    /// Somebody says that the drug did it: 때문에, 부작용으로.
    Attributed,
    /// It comes with every dose: 먹을 때마다.
    Recurring,
}

impl Link {
    /// The Korean words for the link, between drug and reaction.
    pub fn korean(self) -> &'static str {
        match self {
            Self::After => "쓴 뒤",
            Self::Attributed => "때문에",
            Self::Recurring => "쓸 때마다",
        }
    }
}
