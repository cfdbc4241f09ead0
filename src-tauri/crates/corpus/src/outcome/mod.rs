//! Determines how a decision ended and which kinds of wording it was about.
//!
//! Our digests state this in their section `결과`, which begins with the outcome and ends with `관련 유형: V3,
//! V6.`. For official texts the sources are, in order of precedence, the end of a 판시사항 about advertising ("…
//! 과대광고에 해당한다고 한 사례"), and the 주문 together with who appealed. If neither is conclusive, the outcome is
//! `None`: "상고를 기각한다" alone does not show whether the advertisement was lawful. If parts of a decision ended
//! differently, only parts that the order names are reported.

mod holding;
mod kinds;
mod order;
mod parties;
mod sections;

use serde::Serialize;
use simui_domain::{Article, CourtOutcome, Disposition, ViolationKind};

use self::parties::Parties;
use self::sections::Sections;

/// The information about a decision that a review needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DecisionSummary {
    /// How the conduct or the norm was judged, if the text says so.
    pub outcome: Option<CourtOutcome>,
    /// What was ordered. `None` for digests.
    pub disposition: Option<Disposition>,
    /// The named parts of a decision whose parts ended differently.
    pub charges: Vec<Charge>,
    /// The kinds of wording that the decision was about.
    pub kinds: Vec<ViolationKind>,
}

/// A part of a decision with its own outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// The part in the words of the order: `각 의료기관의 명칭 표시에 관한 의료법위반`. `나머지` for the rest.
    pub what: String,
    /// How this part was judged.
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
    // A case that was appealed or remanded may have ended for other reasons. In that case the holding about
    // the wording takes precedence over the order.
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
