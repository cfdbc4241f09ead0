//! Derives the five steps of the reasoning again, each from the record and not from the draft.

use simui_domain::{Citation, DocumentKind, Level, Verdict, Violation};

use super::{Case, CheckResult};
use crate::draft::verdict_of;
use crate::finding::{Cleared, Finding};
use crate::rules::Alone;
use crate::state::Objection;

/// Exceptions that say how words are to be read, beside the cues of stances. Where one of them clears words
/// that another rule takes as a claim, the two readings contradict each other.
const READINGS: [&str; 4] = ["negated", "conditional", "hedged", "praises_other"];

/// The share of each step that holds when it is derived again, `0.0..=1.0`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Steps {
    /// 사실관계: violations whose claim stands in the advertisement, word for word.
    pub facts: f64,
    /// 법령 적용: violations that cite a provision of their level, in force on the day.
    pub law: f64,
    /// 요건 충족: findings that their own sentence gives when it is read alone.
    pub elements: f64,
    /// 예외 사유: triggers that are still cleared when their sentence is read alone, and findings whose words no
    /// other rule reads in another way.
    pub exceptions: f64,
    /// 결론: 1 where the verdict is that of the matrix, else 0.
    pub conclusion: f64,
}

impl Steps {
    /// Returns the mean of the steps.
    pub fn mean(self) -> f64 {
        let Self { facts, law, elements, exceptions, conclusion } = self;
        (facts + law + elements + exceptions + conclusion) / 5.0
    }
}

/// Derives the steps of a draft again. `results` are those of the other checks, `alone` says of each finding
/// whether its sentence gives it when it is read alone, `reading` reads others.
pub(super) fn derive_again(
    case: &Case<'_>,
    results: &[CheckResult],
    (alone, reading): (&[bool], &mut Alone<'_>),
) -> Steps {
    let draft = case.draft;
    let (findings, cleared) = (&case.state.findings, &case.state.cleared);
    let elements = share(alone.iter().copied());
    let read_alike = findings.iter().map(|finding| !is_read_otherwise(finding, cleared));
    let read_alike: Vec<bool> = read_alike.collect();
    let stays = cleared.iter().map(|cleared| {
        let found = reading.finds(cleared.span, |found| found.kind == cleared.kind);
        !found.unwrap_or_default()
    });
    let expected = verdict_of(&draft.violations, case.state, &draft.tried);
    let concluded = draft.verdict == expected || draft.verdict == Verdict::Hold;
    Steps {
        facts: share(draft.violations.iter().map(|it| stands_in_the_ad(case, it))),
        law: share(draft.violations.iter().map(|it| rests_on_law(case, it, results))),
        elements,
        exceptions: share(read_alike.into_iter().chain(stays)),
        conclusion: if concluded { 1.0 } else { 0.0 },
    }
}

/// Returns the share of true values; 1 where there is none.
fn share(values: impl Iterator<Item = bool>) -> f64 {
    let (held, all) = values.fold((0, 0), |(held, all), it| (held + usize::from(it), all + 1));
    if all == 0 { 1.0 } else { held as f64 / all as f64 }
}

fn stands_in_the_ad(case: &Case<'_>, violation: &Violation) -> bool {
    let claim = case.state.claims.iter().find(|claim| claim.id == violation.claim_id);
    claim.is_some_and(|it| it.span().slice(&case.state.ad.text) == Some(it.text.as_str()))
}

fn rests_on_law(case: &Case<'_>, violation: &Violation, results: &[CheckResult]) -> bool {
    let wanted = match violation.level {
        Level::Statute => DocumentKind::Statute,
        Level::Standard => DocumentKind::Guideline,
    };
    let refused = |citation: &Citation| {
        let mut objections = results.iter().flat_map(|result| &result.objections);
        objections.any(|objection| match objection {
            Objection::Citation { article, .. } | Objection::Stale { article, .. } => {
                *article == citation.article
            }
            Objection::Article { article, claim_id, .. } => {
                *article == citation.article && *claim_id == violation.claim_id
            }
            _ => false,
        })
    };
    let mut cited = violation.citations.iter().filter_map(|at| case.draft.citations.get(*at));
    cited.any(|it| it.kind == wanted && it.status.is_confirmed() && !refused(it))
}

/// Whether the words of a finding are cleared for another rule by the way in which they are read.
fn is_read_otherwise(finding: &Finding, cleared: &[Cleared]) -> bool {
    cleared.iter().any(|trigger| {
        trigger.span.start < finding.span.end
            && finding.span.start < trigger.span.end
            && trigger.exceptions.iter().any(|trial| is_reading(&trial.name))
    })
}

/// Whether a trial is one of [`READINGS`] or of a cue of a stance, like `warns.heading`.
fn is_reading(name: &str) -> bool {
    READINGS.contains(&name) || name.contains('.')
}
