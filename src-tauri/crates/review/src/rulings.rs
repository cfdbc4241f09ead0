//! How retrieved decisions ended, read once each.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use simui_corpus::{DecisionSummary, decision_summary};
use simui_domain::{CourtOutcome as Outcome, DocumentId, ViolationKind};
use simui_store::{Database, StoreError};

/// What a decision says about advertisements like this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ruling {
    /// Whether the advertisement was held unlawful; `None` where the text does not say.
    pub unlawful: Option<bool>,
    /// The kinds of violation it is about.
    pub kinds: Vec<ViolationKind>,
}

/// Rulings by document, as far as anybody has asked.
#[derive(Debug, Default)]
pub struct Rulings(Mutex<HashMap<DocumentId, Ruling>>);

impl Rulings {
    /// The ruling of a stored decision.
    pub async fn of(
        &self,
        database: &Database,
        document: &DocumentId,
    ) -> Result<Ruling, StoreError> {
        if let Some(known) = self.known(document) {
            return Ok(known);
        }
        let stored = database.document(document.as_str(), None).await?;
        let articles = database.articles(document).await?;
        let body = stored.map(|document| document.body).unwrap_or_default();
        let ruling = Ruling::from(decision_summary(&body, &articles));
        self.lock().insert(document.clone(), ruling.clone());
        Ok(ruling)
    }

    fn known(&self, document: &DocumentId) -> Option<Ruling> {
        self.lock().get(document).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<DocumentId, Ruling>> {
        // Every change is one insertion: a panic elsewhere cannot leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<DecisionSummary> for Ruling {
    fn from(summary: DecisionSummary) -> Self {
        let unlawful = match summary.outcome {
            // 합헌: the prohibition stands, and with it the judgement that the wording breaks it.
            Some(Outcome::Unlawful | Outcome::Constitutional) => Some(true),
            Some(Outcome::Lawful) => Some(false),
            // 위헌: the norm of that day fell; what replaced it is not judged by it.
            Some(Outcome::Unconstitutional) | None => None,
        };
        Self { unlawful, kinds: summary.kinds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fallen_norm_speaks_for_nobody() {
        for (outcome, unlawful) in [
            (Some(Outcome::Unlawful), Some(true)),
            (Some(Outcome::Constitutional), Some(true)),
            (Some(Outcome::Lawful), Some(false)),
            (Some(Outcome::Unconstitutional), None),
            (None, None),
        ] {
            let summary = DecisionSummary { outcome, ..DecisionSummary::default() };
            assert_eq!(Ruling::from(summary).unlawful, unlawful, "{outcome:?}");
        }
    }
}
