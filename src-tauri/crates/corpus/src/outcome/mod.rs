//! How a decision ended, and which kinds of wording it was about.
//!
//! Our digests say it in their section `결과`, which begins with the outcome and ends with `관련 유형: V3, V6.`. Official
//! texts say it, in this order of weight, in the last words of a 판시사항 about advertising ("… 과대광고에 해당한다고 한
//! 사례"), and in their 주문 together with who appealed. What none of them says is `None`: "상고를 기각한다" alone does not
//! tell whether the advertisement was lawful, and where parts ended differently only a part that names itself is told.

mod holding;
mod kinds;
mod order;
mod parties;
mod sections;

use serde::Serialize;
use simui_domain::{Article, CourtOutcome, Disposition, ViolationKind};

use self::parties::Parties;
use self::sections::Sections;

/// What a review needs to know of a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DecisionSummary {
    /// How the conduct, or the norm, was judged, where the text says so.
    pub outcome: Option<CourtOutcome>,
    /// What was ordered; `None` in digests.
    pub disposition: Option<Disposition>,
    /// Where parts ended differently: each part that names itself.
    pub charges: Vec<Charge>,
    /// Kinds of wording it was about.
    pub kinds: Vec<ViolationKind>,
}

/// A part of a decision with an end of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// In the order's words: `각 의료기관의 명칭 표시에 관한 의료법위반`; `나머지` for the others.
    pub what: String,
    /// How it ended.
    pub outcome: Option<CourtOutcome>,
}

/// Reads a decision from its stored body and sections.
pub fn decision_summary(body: &str, articles: &[Article]) -> DecisionSummary {
    let sections = Sections::new(body, articles);
    if let Some(result) = sections.named("결과") {
        return DecisionSummary {
            outcome: kinds::outcome_word(&result),
            kinds: kinds::listed(&result),
            ..DecisionSummary::default()
        };
    }
    let kinds = kinds::of_text(&sections);
    let Some(order) = sections.named("주문") else {
        let outcome = sections.holdings().iter().find_map(|holding| holding::outcome(holding));
        return DecisionSummary { outcome, kinds, ..DecisionSummary::default() };
    };
    let parties = Parties::of(&sections);
    let ordered = order::read(&order, &parties, &sections);
    // Where the case went up or down, it may have ended for other reasons: there, what the court says of the wording weighs
    // more than what became of the case.
    let held = match ordered.disposition {
        Some(Disposition::Remanded | Disposition::AppealDismissed) => true,
        Some(Disposition::Mixed) => !parties.is_constitutional(),
        _ => false,
    };
    let holding = || sections.holdings().iter().find_map(|holding| holding::outcome(holding));
    let held = held.then(holding).flatten();
    DecisionSummary {
        outcome: held.or(ordered.outcome),
        disposition: ordered.disposition,
        charges: ordered.charges,
        kinds,
    }
}
