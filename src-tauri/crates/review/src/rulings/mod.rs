//! Outcomes of retrieved decisions and the wording they judged. Each decision is read once.

mod passages;
mod wording;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use simui_corpus::{DecisionSummary, decision_summary};
use simui_domain::{CourtOutcome, Disposition, Document, DocumentId, ViolationKind};
use simui_store::{Database, StoreError};

pub use passages::Passage;
use passages::{passages as passages_of, quotations};
use wording::wordings as wordings_of;
pub use wording::{ComparedText, Wording};

/// What a court decision says about advertisements.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ruling {
    /// The title, like `대법원 2010. 3. 25. 선고 2009두21345 판결`.
    pub title: String,
    /// 선고일.
    pub decided_on: Option<Date>,
    /// True when the stored text is our digest (요지), not the official text.
    pub digest: bool,
    /// How the court judged; `None` where the text does not say.
    pub outcome: Option<CourtOutcome>,
    /// What the court ordered (주문); `None` where the text does not say.
    pub disposition: Option<Disposition>,
    /// The kinds of violation that the decision is about.
    pub kinds: Vec<ViolationKind>,
    /// The advertised words that the decision judged.
    pub wordings: Vec<Wording>,
    /// The sentences that may be quoted.
    pub passages: Vec<Passage>,
}

impl Ruling {
    /// Returns whether the advertisement was held unlawful; `None` when the decision judged no wording.
    pub fn unlawful(&self) -> Option<bool> {
        match self.outcome {
            // 합헌: the prohibition stands, and so does the judgement that the wording breaks it.
            Some(CourtOutcome::Unlawful | CourtOutcome::Constitutional) => Some(true),
            Some(CourtOutcome::Lawful) => Some(false),
            // 위헌: the norm of that day fell, and the norm that replaced it was not judged.
            Some(CourtOutcome::Unconstitutional) | None => None,
        }
    }

    /// Returns the case number in the title, like `2009두21345`; the whole title where it has none.
    pub fn case_number(&self) -> &str {
        let words = self.title.split(' ');
        let mut numbers = words.filter(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.contains(|c: char| ('가'..='힣').contains(&c))
        });
        numbers.next().unwrap_or(&self.title).trim_end_matches(',')
    }
}

/// Cache of rulings by document.
#[derive(Debug, Default)]
pub struct Rulings(Mutex<HashMap<DocumentId, Arc<Ruling>>>);

impl Rulings {
    /// Returns the ruling of a stored decision, reading it on the first call. A decision that is not stored
    /// has an empty ruling.
    pub async fn of(
        &self,
        database: &Database,
        document: &DocumentId,
    ) -> Result<Arc<Ruling>, StoreError> {
        if let Some(known) = self.known(document) {
            return Ok(known);
        }
        let stored = database.document(document).await?;
        let articles = database.articles(document).await?;
        let ruling = Arc::new(match stored {
            Some(stored) => read(&stored, &articles),
            None => Ruling::default(),
        });
        self.lock().insert(document.clone(), ruling.clone());
        Ok(ruling)
    }

    fn known(&self, document: &DocumentId) -> Option<Arc<Ruling>> {
        self.lock().get(document).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<DocumentId, Arc<Ruling>>> {
        // Every change is one insertion: a panic elsewhere cannot leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(document: &Document, articles: &[simui_domain::Article]) -> Ruling {
    let summary: DecisionSummary = decision_summary(&document.body, articles);
    let passages = match summary.kinds.is_empty() {
        // A decision on another matter is not quoted.
        true => Vec::new(),
        false => passages_of(&document.body, articles),
    };
    let judged_passages = match summary.kinds.is_empty() {
        true => Vec::new(),
        false => [passages.clone(), quotations(&document.body, articles)].concat(),
    };
    let heading = document.body.lines().find_map(|line| line.strip_prefix("# "));
    Ruling {
        title: document.title.clone(),
        decided_on: document.effective_from,
        digest: document.digest,
        outcome: summary.outcome,
        disposition: summary.disposition,
        kinds: summary.kinds,
        wordings: wordings_of(&judged_passages, heading.unwrap_or_default()),
        passages,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_on_a_fallen_norm_counts_for_neither_side() {
        for (outcome, unlawful) in [
            (Some(CourtOutcome::Unlawful), Some(true)),
            (Some(CourtOutcome::Constitutional), Some(true)),
            (Some(CourtOutcome::Lawful), Some(false)),
            (Some(CourtOutcome::Unconstitutional), None),
            (None, None),
        ] {
            let ruling = Ruling { outcome, ..Ruling::default() };
            assert_eq!(ruling.unlawful(), unlawful, "{outcome:?}");
        }
    }

    #[test]
    fn a_case_number_of_a_title() {
        let check = |title: &str, expected: &str| {
            let ruling = Ruling { title: title.to_owned(), ..Ruling::default() };
            assert_eq!(ruling.case_number(), expected);
        };
        check("대법원 2010. 3. 25. 선고 2009두21345 판결", "2009두21345");
        check("헌법재판소 2015. 12. 23. 선고 2015헌바75 결정", "2015헌바75");
        check("서울고등법원 2012. 1. 2. 선고 2010누1, 2011누2 판결", "2010누1");
    }
}
