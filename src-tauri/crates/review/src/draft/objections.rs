//! What earlier drafts of this case were rejected for: a draft does none of it again.

use simui_domain::{Citation, ClaimId, Level, Severity};

use crate::finding::{ExceptionTrial, Finding};
use crate::graph::{Objection, ReviewState, TriedException};
use crate::precedents::{self, Weighed};

/// The objections that a draft must heed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heeded<'a>(&'a [Objection], &'a [Objection]);

impl<'a> Heeded<'a> {
    /// All objections up to now.
    pub fn of(state: &'a ReviewState) -> Self {
        // Cases from before they were kept have only those to the last draft.
        Self(&state.past, &state.objections)
    }

    fn all(self) -> impl Iterator<Item = &'a Objection> {
        self.0.iter().chain(self.1)
    }

    /// The finding cannot stand: the verifier could not follow it, or an exception that nobody had tried applies.
    pub fn drops(self, finding: &Finding) -> bool {
        self.all().any(|objection| match objection {
            Objection::Violation { rule, claim_id, fatal, .. } => {
                *fatal && is(finding, rule, claim_id)
            }
            Objection::Exception(TriedException { rule, claim_id, trial }) => {
                trial.applied && is(finding, rule, claim_id)
            }
            _ => false,
        })
    }

    /// The article is no ground for this finding.
    pub fn refuses_article(self, finding: &Finding, article: &str) -> bool {
        self.all().any(|objection| match objection {
            Objection::Article { rule, claim_id, article: refused, .. } => {
                refused == article && is(finding, rule, claim_id)
            }
            _ => false,
        })
    }

    /// These very words were found not to stand there.
    pub fn refuses_citation(self, citation: &Citation) -> bool {
        self.all().any(|objection| match objection {
            Objection::Citation { article, quote, .. } => {
                *article == citation.article && (quote.is_empty() || *quote == citation.quote)
            }
            _ => false,
        })
    }

    /// The rationale spoke of something that is not cited.
    pub fn refuses_rationale(self, finding: &Finding) -> bool {
        self.all().any(|objection| match objection {
            Objection::Rationale { rule, claim_id, .. } => is(finding, rule, claim_id),
            _ => false,
        })
    }

    /// The proposed wording breaks the rule again.
    pub fn refuses_suggestion(self, claim: &ClaimId, wording: &str) -> bool {
        self.all().any(|objection| match objection {
            Objection::Suggestion { claim_id, after, .. } => claim_id == claim && after == wording,
            _ => false,
        })
    }

    /// The decision counts for nobody, or does not say what it was quoted for.
    pub fn refuses_decision(self, number: &str) -> bool {
        self.all().any(
            |it| matches!(it, Objection::Decision { case_number, .. } if case_number == number),
        )
    }

    /// Exceptions that the verifier tried on findings, none of which applies.
    pub fn tried(self) -> Vec<TriedException> {
        let mut tried: Vec<TriedException> = Vec::new();
        for objection in self.all() {
            if let Objection::Exception(exception) = objection
                && !exception.trial.applied
                && !tried.contains(exception)
            {
                tried.push(exception.clone());
            }
        }
        tried
    }

    /// Level and severity that follow from a finding, the decisions against it, and what the verifier made of them.
    pub fn measure(self, finding: &Finding, at: usize, weighed: &[Weighed]) -> (Level, Severity) {
        let tempered = precedents::tempered(finding, at, weighed);
        let demanded = self.all().any(|objection| match objection {
            Objection::Balance { rule, claim_id, .. } => is(finding, rule, claim_id),
            _ => false,
        });
        match demanded && tempered == (finding.level, finding.severity) {
            true => (Level::Standard, precedents::one_step_down(finding.severity)),
            false => tempered,
        }
    }
}

fn is(finding: &Finding, rule: &str, claim: &ClaimId) -> bool {
    finding.rule == rule && finding.claim_id == *claim
}

/// Every exception known to have been tried on a finding, with the rules' own.
pub(crate) fn tried_on<'a>(
    finding: &'a Finding,
    tried: &'a [TriedException],
) -> impl Iterator<Item = &'a ExceptionTrial> {
    let others = tried.iter().filter(|it| is(finding, &it.rule, &it.claim_id));
    finding.exceptions.iter().chain(others.map(|it| &it.trial))
}
