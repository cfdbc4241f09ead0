//! 판례의 무게: which decisions speak for a finding, which against it, which have lost their ground, and what follows.
//!
//! A retrieved decision is weighed against every finding of a kind it is about. It counts only while it stands on the
//! advertisement's day ([`simui_corpus::LawBook::lost_ground`]) and judged the prohibition that the finding rests on, and
//! not an older one that another replaced ([`crate::kinds::in_its_present_form_since`]). A decision that cleared wording
//! *close* to the claim ([`CLOSE`]), closer than any standing decision that held it unlawful, lowers the finding: 법령 becomes
//! 심의기준, and the severity goes down one step; a critical finding is never lowered, a person sees it anyway. Where the wording
//! is only *arguably* the same ([`ARGUABLE`]) and the finding itself is doubtful ([`DOUBTFUL`]) and grave, a person must weigh
//! it. Everything else is only shown. No model, no chance: the same corpora and advertisement give the same weights.

mod passages;
mod quote;
mod wording;

use std::sync::Arc;

use simui_domain::{DecisionEffect, Level, Severity, Stance, WeighedDecision};
use simui_flow::NodeError;

use crate::finding::Finding;
use crate::graph::ReviewState;
use crate::kinds::in_its_present_form_since;
use crate::library::Library;
use crate::rulings::Ruling;

pub use passages::Passage;
pub(crate) use passages::{passages as passages_of, quoting};
pub(crate) use quote::quoted;
pub(crate) use wording::wordings as wordings_of;
pub use wording::{Objected, Wording};

/// From here on, wording is close to what a court judged.
pub const CLOSE: f64 = 0.70;
/// From here on, it is arguably the same.
pub const ARGUABLE: f64 = 0.45;
/// Below this, wordings have nothing to do with each other.
const FAINT: f64 = 0.20;
/// A rule whose wording is less unequivocal than this is doubtful.
pub const DOUBTFUL: f64 = 0.60;

/// Decisions shown of one kind in one draft: for, against, without ground.
const SHOWN: [(Stance, usize); 3] =
    [(Stance::Against, 3), (Stance::For, 2), (Stance::LostGround, 2)];

/// A decision beside a finding.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// Of `state.findings`.
    pub finding: usize,
    /// The decision.
    pub ruling: Arc<Ruling>,
    /// Which way it speaks.
    pub stance: Stance,
    /// How near the claim is to what it judged.
    pub similarity: f64,
    /// The words judged that are nearest; empty where none are.
    pub wording: String,
    /// What it does to the finding.
    pub effect: DecisionEffect,
    /// Why, in Korean.
    pub why: String,
}

/// Weighs every retrieved decision against every finding of its kinds.
pub async fn weigh(state: &ReviewState, library: &Library) -> Result<Vec<Weighed>, NodeError> {
    let mut weighed: Vec<Weighed> = Vec::new();
    let mut seen = Vec::new();
    let objected: Vec<Objected> = state.findings.iter().map(|it| objected(state, it)).collect();
    let on_day = library.law.on(state.as_of).await?;
    for hit in &state.precedents {
        let Some(document) = hit.document_id.as_ref().filter(|id| !seen.contains(id)) else {
            continue;
        };
        seen.push(document);
        let ruling = library.rulings.of(&library.database, document).await?;
        let lost = on_day.lost_ground(document).await?.map(|lost| lost.why);
        for (at, finding) in state.findings.iter().enumerate() {
            if !ruling.kinds.contains(&finding.kind) {
                continue;
            }
            let lost = lost.clone().or_else(|| of_another_norm(&ruling, finding));
            let stance = match (&lost, ruling.unlawful()) {
                (Some(_), _) => Stance::LostGround,
                (None, Some(true)) => Stance::For,
                (None, Some(false)) => Stance::Against,
                // It says nothing about the wording: 위헌, 각하, parts that ended differently.
                (None, None) => continue,
            };
            let (similarity, wording) = match objected.get(at) {
                Some(objected) => nearest(objected, &ruling),
                None => continue,
            };
            weighed.push(Weighed {
                finding: at,
                ruling: ruling.clone(),
                stance,
                similarity,
                wording,
                effect: DecisionEffect::Shown,
                why: lost.unwrap_or_default(),
            });
        }
    }
    decide(state, &mut weighed);
    Ok(weighed)
}

/// The prohibition that the finding rests on is younger than the decision, which judged by another one.
fn of_another_norm(ruling: &Ruling, finding: &Finding) -> Option<String> {
    let decided = ruling.decided_on?;
    let article = finding.articles.iter().find(|article| article.starts_with("의료법 제"))?;
    let since = in_its_present_form_since(article).filter(|since| decided < *since)?;
    Some(format!(
        "{article}의 금지는 {since}부터 지금의 모습이 되었고, 이 판단은 그 전의 규정에 관한 것입니다."
    ))
}

fn objected(state: &ReviewState, finding: &Finding) -> Objected {
    let claim = state.claims.iter().find(|claim| claim.id == finding.claim_id);
    let claim = claim.map(|claim| claim.text.as_str()).unwrap_or_default();
    Objected::new(claim, finding.span.slice(&state.ad.text).unwrap_or(claim))
}

fn nearest(objected: &Objected, ruling: &Ruling) -> (f64, String) {
    let mut best = (0.0, String::new());
    for wording in &ruling.wordings {
        let similarity = objected.similarity(wording);
        if similarity > best.0 && similarity >= FAINT {
            best = (similarity, wording.words.clone());
        }
    }
    best
}

/// Writes down what each decision does to its finding.
fn decide(state: &ReviewState, weighed: &mut [Weighed]) {
    let rivals: Vec<f64> = weighed.iter().map(|it| rival(it.finding, weighed)).collect();
    for (it, rival) in weighed.iter_mut().zip(rivals) {
        let Some(finding) = state.findings.get(it.finding) else { continue };
        let (effect, why) = match it.stance {
            Stance::LostGround => continue,
            Stance::For => (DecisionEffect::Shown, for_words(it)),
            Stance::Against => against(finding, it, rival),
        };
        (it.effect, it.why) = (effect, why);
    }
}

/// How near the nearest standing decision is that held such wording unlawful.
fn rival(finding: usize, weighed: &[Weighed]) -> f64 {
    let unlawful = weighed.iter().filter(|it| it.finding == finding && it.stance == Stance::For);
    unlawful.map(|it| it.similarity).fold(0.0, f64::max)
}

fn for_words(it: &Weighed) -> String {
    match it.similarity >= ARGUABLE {
        true => format!("비슷한 표현을 위법하다고 본 판단입니다(유사도 {:.2}).", it.similarity),
        false => "같은 유형의 광고를 위법하다고 본 판단입니다.".to_owned(),
    }
}

fn against(finding: &Finding, it: &Weighed, rival: f64) -> (DecisionEffect, String) {
    let near = it.similarity;
    if near < ARGUABLE {
        let why = "같은 유형의 다른 표현을 허용한 판단입니다. 참고로만 보입니다.";
        return (DecisionEffect::Shown, why.to_owned());
    }
    let alike = format!("비슷한 표현을 허용한 판단이 있습니다(유사도 {near:.2}).");
    if rival >= near {
        let why =
            format!("{alike} 그만큼 비슷한 표현을 위법하다고 본 판단도 있어 참고로만 보입니다.");
        return (DecisionEffect::Shown, why);
    }
    if near >= CLOSE && finding.severity < Severity::Critical && !is_lowest(finding) {
        return (DecisionEffect::Lowered, format!("{alike} 판단 수준을 한 단계 낮췄습니다."));
    }
    let grave = finding.severity >= Severity::High && finding.level == Level::Statute;
    if grave && finding.strength < DOUBTFUL {
        let why = format!(
            "{alike} 위반 판단의 강도({:.2})가 높지 않아 사람이 견주어 보아야 합니다.",
            finding.strength
        );
        return (DecisionEffect::Person, why);
    }
    (DecisionEffect::Shown, format!("{alike} 참고로 보입니다."))
}

/// Nothing is left to lower.
fn is_lowest(finding: &Finding) -> bool {
    finding.level == Level::Standard && finding.severity == Severity::Low
}

/// Level and severity of a finding after the decisions against it.
pub fn tempered(finding: &Finding, at: usize, weighed: &[Weighed]) -> (Level, Severity) {
    let lowered = |it: &Weighed| it.finding == at && it.effect == DecisionEffect::Lowered;
    match weighed.iter().any(lowered) {
        true => (Level::Standard, one_step_down(finding.severity)),
        false => (finding.level, finding.severity),
    }
}

/// 한 단계 아래.
pub fn one_step_down(severity: Severity) -> Severity {
    match severity {
        Severity::Critical => Severity::High,
        Severity::High => Severity::Medium,
        Severity::Medium | Severity::Low => Severity::Low,
    }
}

/// The decisions to show: of every kind the nearest ones on each side, each with its finding and a verified quote.
pub async fn shown(
    state: &ReviewState,
    library: &Library,
    weighed: &[Weighed],
) -> Result<Vec<WeighedDecision>, NodeError> {
    let mut order: Vec<&Weighed> = weighed.iter().collect();
    // Stable: of equally near ones the first found.
    order.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    let mut shown: Vec<WeighedDecision> = Vec::new();
    for it in order {
        let Some(finding) = state.findings.get(it.finding) else { continue };
        let of_kind = |other: &&WeighedDecision| other.kind == finding.kind;
        let number = it.ruling.case_number();
        let again = shown.iter().filter(of_kind).any(|other| other.case_number == number);
        let most = SHOWN.iter().find(|(stance, _)| *stance == it.stance).map_or(0, |(_, n)| *n);
        let full = shown.iter().filter(of_kind).filter(|other| other.stance == it.stance).count();
        // What changes a finding is shown with that finding, however many there are.
        if it.effect == DecisionEffect::Shown && (again || full >= most) {
            continue;
        }
        let Some(quoted) = quoted(library, it, state.as_of).await? else { continue };
        shown.push(WeighedDecision {
            claim_id: finding.claim_id.clone(),
            kind: finding.kind,
            decision: it.ruling.title.clone(),
            case_number: number.to_owned(),
            decided_on: it.ruling.decided_on,
            outcome: it.ruling.outcome,
            disposition: it.ruling.disposition,
            stance: it.stance,
            wording: it.wording.clone(),
            similarity: it.similarity,
            article: quoted.article,
            quote: quoted.quote,
            status: quoted.status,
            digest: it.ruling.digest,
            effect: it.effect,
            why: it.why.clone(),
        });
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use simui_domain::{ClaimId, Span, ViolationKind};

    use super::*;

    fn finding(level: Level, severity: Severity, strength: f64) -> Finding {
        Finding {
            kind: ViolationKind::V3,
            level,
            severity,
            claim_id: ClaimId::from("c1"),
            span: Span { start: 0, end: 0 },
            rule: String::new(),
            articles: Vec::new(),
            rationale: String::new(),
            exceptions: Vec::new(),
            unsettled: false,
            strength,
            suggestion: None,
            query: String::new(),
        }
    }

    fn cleared(similarity: f64) -> Weighed {
        Weighed {
            finding: 0,
            ruling: Arc::new(Ruling::default()),
            stance: Stance::Against,
            similarity,
            wording: String::new(),
            effect: DecisionEffect::Shown,
            why: String::new(),
        }
    }

    #[test]
    fn what_a_decision_against_a_finding_does() {
        use DecisionEffect::{Lowered, Person, Shown};
        use Level::{Standard, Statute};
        use Severity::{Critical, High, Low, Medium};
        let check = |finding: Finding, near: f64, rival: f64, expected: DecisionEffect| {
            let (effect, why) = against(&finding, &cleared(near), rival);
            assert_eq!(effect, expected, "{near} against {rival}: {why}");
            assert!(!why.is_empty());
        };
        check(finding(Statute, High, 0.9), 0.70, 0.0, Lowered);
        check(finding(Standard, Medium, 0.9), 0.95, 0.5, Lowered);
        check(finding(Statute, High, 0.9), 0.69, 0.0, Shown);
        check(finding(Statute, High, 0.9), 0.10, 0.0, Shown);
        // A decision as near held it unlawful.
        check(finding(Statute, High, 0.5), 0.80, 0.80, Shown);
        // Critical ones are a person's in any case; the lowest cannot go lower.
        check(finding(Statute, Critical, 0.9), 0.99, 0.0, Shown);
        check(finding(Standard, Low, 0.9), 0.99, 0.0, Shown);
        // Arguably the same, and the rule is not sure.
        check(finding(Statute, High, 0.59), 0.45, 0.0, Person);
        check(finding(Statute, Critical, 0.5), 0.80, 0.0, Person);
        check(finding(Statute, High, 0.60), 0.45, 0.0, Shown);
        check(finding(Statute, Medium, 0.5), 0.45, 0.0, Shown);
        check(finding(Standard, High, 0.5), 0.45, 0.0, Shown);
        check(finding(Statute, High, 0.5), 0.44, 0.0, Shown);
    }

    #[test]
    fn a_lowered_finding_is_of_the_standards_and_one_step_milder() {
        let high = finding(Level::Statute, Severity::High, 0.9);
        let lowered = Weighed { effect: DecisionEffect::Lowered, ..cleared(0.9) };
        assert_eq!(
            tempered(&high, 0, std::slice::from_ref(&lowered)),
            (Level::Standard, Severity::Medium)
        );
        assert_eq!(tempered(&high, 1, &[lowered]), (Level::Statute, Severity::High));
        assert_eq!(tempered(&high, 0, &[cleared(0.9)]), (Level::Statute, Severity::High));
    }
}
