//! Objections to earlier drafts of a case, which every later draft must heed.

use simui_domain::{Citation, ClaimId, Level, Severity};

use crate::finding::{ExceptionTrial, Finding};
use crate::precedents::{self, Weighed};
use crate::state::{Objection, ReviewState, TriedException};

/// The objections that a draft must heed: all earlier ones, and those to the last draft.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BindingObjections<'a>(&'a [Objection], &'a [Objection]);

impl<'a> BindingObjections<'a> {
    /// Returns all objections since the last rejection.
    pub fn of(state: &'a ReviewState) -> Self {
        // Older cases have only the objections to the last draft.
        Self(&state.past, &state.objections)
    }

    fn all(self) -> impl Iterator<Item = &'a Objection> {
        self.0.iter().chain(self.1)
    }

    /// Whether the finding must be dropped: the verifier could not follow it, or an exception that nobody had
    /// tried applies.
    pub fn drops(self, finding: &Finding) -> bool {
        self.all().any(|objection| match objection {
            Objection::Violation { rule, claim_id, fatal, .. } => {
                *fatal && concerns(finding, rule, claim_id)
            }
            Objection::Exception(TriedException { rule, claim_id, trial }) => {
                trial.applied && concerns(finding, rule, claim_id)
            }
            _ => false,
        })
    }

    /// Whether the article is no ground for this finding.
    pub fn refuses_article(self, finding: &Finding, article: &str) -> bool {
        self.all().any(|objection| match objection {
            Objection::Article { rule, claim_id, article: refused, .. } => {
                refused == article && concerns(finding, rule, claim_id)
            }
            _ => false,
        })
    }

    /// Whether the same quote failed the check of this article.
    pub fn refuses_citation(self, citation: &Citation) -> bool {
        self.all().any(|objection| match objection {
            Objection::Citation { article, quote, .. } => {
                *article == citation.article && (quote.is_empty() || *quote == citation.quote)
            }
            _ => false,
        })
    }

    /// Whether the rationale of the rule names something that is not cited.
    pub fn refuses_rationale(self, finding: &Finding) -> bool {
        self.all().any(|objection| match objection {
            Objection::Rationale { rule, claim_id, .. } => concerns(finding, rule, claim_id),
            _ => false,
        })
    }

    /// Whether the proposed wording breaks the rule again.
    pub fn refuses_suggestion(self, claim: &ClaimId, wording: &str) -> bool {
        self.all().any(|objection| match objection {
            Objection::Suggestion { claim_id, after, .. } => claim_id == claim && after == wording,
            _ => false,
        })
    }

    /// Whether the decision lost its ground or does not contain its quote.
    pub fn refuses_decision(self, number: &str) -> bool {
        self.all().any(
            |it| matches!(it, Objection::Decision { case_number, .. } if case_number == number),
        )
    }

    /// Returns the exceptions that the verifier tried on findings and that do not apply.
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

    /// Returns level and severity that follow from a finding, the decisions against it, and the objections.
    pub fn level_and_severity(
        self,
        finding: &Finding,
        at: usize,
        weighed: &[Weighed],
    ) -> (Level, Severity) {
        let tempered = precedents::level_and_severity(finding, at, weighed);
        let demanded = self.all().any(|objection| match objection {
            Objection::Balance { rule, claim_id, .. } => concerns(finding, rule, claim_id),
            _ => false,
        });
        match demanded && tempered == (finding.level, finding.severity) {
            true => (Level::Standard, precedents::one_step_down(finding.severity)),
            false => tempered,
        }
    }
}

fn concerns(finding: &Finding, rule: &str, claim: &ClaimId) -> bool {
    finding.rule == rule && finding.claim_id == *claim
}

/// Returns every trial of an exception on a finding, by rules or by the verifier.
pub(crate) fn exception_trials<'a>(
    finding: &'a Finding,
    tried: &'a [TriedException],
) -> impl Iterator<Item = &'a ExceptionTrial> {
    let others = tried.iter().filter(|it| concerns(finding, &it.rule, &it.claim_id));
    finding.exceptions.iter().chain(others.map(|it| &it.trial))
}
