//! Newtype ids. New ones are UUIDv7, sortable by time, made by [`crate::Clock::new_id`]; imported ones,
//! such as a benchmark's document id, keep their text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(uuid: uuid::Uuid) -> Self {
                Self(uuid.to_string())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

id! {
    /// One advertisement under review, from intake to final verdict, across its versions.
    CaseId;
    /// One execution of a graph.
    RunId;
    /// One question that a run asked a person.
    InterruptId;
    /// One person's decision.
    DecisionId;
    /// A person who signs decisions.
    ReviewerId;
    /// One version of one source document (a law as of one promulgation, one court decision).
    DocumentId;
    /// One 조 (or decision section) of one document.
    ArticleId;
    /// One searchable unit of an article.
    ChunkId;
    /// A patient of the desk.
    PatientId;
    /// A series of turns with one patient.
    ConversationId;
    /// A claim inside one review: `c1`, `c2`, … in order of appearance.
    ClaimId;
}
