//! 판례의 무게: weighs decisions for and against a finding, and decides what follows.
//!
//! A retrieved decision is weighed against every finding of a kind it is about. It counts only while it
//! stands on the advertisement's day ([`simui_corpus::LawBook::lost_ground`]), and only if it judged the
//! prohibition that the finding rests on, not an older one ([`crate::kinds::in_its_present_form_since`]).
//!
//! A decision that cleared wording *close* to the claim ([`CLOSE`]), closer than any standing decision that
//! held it unlawful, lowers the finding: 법령 becomes 심의기준, and the severity goes down one step. A critical
//! finding is never lowered; a person sees it anyway. Where the wording is only *arguably* the same
//! ([`ARGUABLE`]) and the finding is grave and doubtful ([`DOUBTFUL`]), a person must decide. All other
//! decisions are only shown. The same corpora and advertisement always give the same weights.

mod quote;

use std::sync::Arc;

use simui_corpus::LawOnDay;
use simui_domain::{
    ClaimId, DecisionEffect, Level, Severity, Stance, ViolationKind, WeighedDecision,
};
use simui_flow::NodeError;

use crate::finding::Finding;
use crate::kinds::in_its_present_form_since;
use crate::library::Library;
use crate::rulings::{ComparedText, Ruling};
use crate::state::{FoundFor, Retrieved, ReviewState};

pub(crate) use quote::quoted;

/// Least similarity at which wording is close to what a court judged.
pub const CLOSE: f64 = 0.70;
/// Least similarity at which wording is arguably the same as what a court judged.
pub const ARGUABLE: f64 = 0.45;
/// Similarity below which wording has nothing in common with what a court judged.
const UNRELATED: f64 = 0.20;
/// Strength of a finding below which it is doubtful.
pub const DOUBTFUL: f64 = 0.60;

/// Largest number of decisions of one kind shown in one draft, by stance.
const MAX_SHOWN: [(Stance, usize); 3] =
    [(Stance::Against, 3), (Stance::For, 2), (Stance::LostGround, 2)];

/// A decision weighed against a finding.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// Index of the finding in `state.findings`.
    pub finding: usize,
    /// The decision.
    pub ruling: Arc<Ruling>,
    /// Whether the decision is for the finding, against it, or without ground.
    pub stance: Stance,
    /// Similarity of the claim to the wording judged, `0.0..=1.0`.
    pub similarity: f64,
    /// The most similar wording that the decision judged; empty where none is.
    pub wording: String,
    /// True when the decision is close enough to the finding to be shown and counted: its wording has
    /// something in common with the claim, or the search for the kind found it by words and by meaning.
    pub relevant: bool,
    /// The effect on the finding.
    pub effect: DecisionEffect,
    /// The reason, in Korean.
    pub why: String,
}

/// Weighs every retrieved decision against every finding of its kinds.
pub async fn weigh(
    state: &ReviewState,
    library: &Library,
    law: &LawOnDay<'_>,
) -> Result<Vec<Weighed>, NodeError> {
    let mut weighed: Vec<Weighed> = Vec::new();
    let mut seen = Vec::new();
    let compared: Vec<ComparedText> = state.findings.iter().map(|it| compared(state, it)).collect();
    let searched = Searched::of(&state.precedents);
    for hit in &state.precedents {
        let Some(document) = hit.document_id.as_ref().filter(|id| !seen.contains(id)) else {
            continue;
        };
        seen.push(document);
        let ruling = library.rulings.of(&library.database, document).await?;
        let lost = law.lost_ground(document).await?.map(|lost| lost.why);
        for (at, finding) in state.findings.iter().enumerate() {
            if !ruling.kinds.contains(&finding.kind) {
                continue;
            }
            let lost = lost.clone().or_else(|| of_another_norm(&ruling, finding));
            let stance = match (&lost, ruling.unlawful()) {
                (Some(_), _) => Stance::LostGround,
                (None, Some(true)) => Stance::For,
                (None, Some(false)) => Stance::Against,
                // The decision says nothing about the wording: 위헌, 각하, or parts that ended differently.
                (None, None) => continue,
            };
            let (similarity, wording) = match compared.get(at) {
                Some(compared) => nearest(compared, &ruling),
                None => continue,
            };
            weighed.push(Weighed {
                finding: at,
                ruling: ruling.clone(),
                stance,
                similarity,
                wording,
                relevant: similarity >= UNRELATED || searched.confirms(hit, finding.kind),
                effect: DecisionEffect::Shown,
                why: lost.unwrap_or_default(),
            });
        }
    }
    decide(state, &mut weighed);
    Ok(weighed)
}

/// A claim without a finding, and a standing decision on arguably the same wording.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedClaim {
    /// The claim.
    pub claim_id: ClaimId,
    /// The case number of the decision.
    pub case_number: String,
    /// Whether the wording was held unlawful.
    pub unlawful: bool,
    /// Similarity of the claim to the wording judged, `0.0..=1.0`.
    pub similarity: f64,
    /// The wording judged.
    pub wording: String,
}

/// Returns the standing decisions on wording like the claims of an advertisement without findings, for each
/// decision the claim that is most like what it judged.
pub async fn judged_claims(
    state: &ReviewState,
    library: &Library,
    law: &LawOnDay<'_>,
) -> Result<Vec<JudgedClaim>, NodeError> {
    let mut judged: Vec<JudgedClaim> = Vec::new();
    if !state.findings.is_empty() {
        return Ok(judged);
    }
    for document in state.precedents.iter().filter_map(|hit| hit.document_id.as_ref()) {
        let ruling = library.rulings.of(&library.database, document).await?;
        let number = ruling.case_number();
        let Some(unlawful) = ruling.unlawful() else { continue };
        let known = judged.iter().any(|it| it.case_number == number);
        if known || law.lost_ground(document).await?.is_some() {
            continue;
        }
        let alike = state.claims.iter().map(|claim| {
            let compared = ComparedText::new(&claim.text, &claim.text);
            (claim, nearest(&compared, &ruling))
        });
        let best = alike.max_by(|(_, a), (_, b)| a.0.total_cmp(&b.0));
        if let Some((claim, (similarity, wording))) = best
            && similarity >= ARGUABLE
        {
            let (claim_id, case_number) = (claim.id.clone(), number.to_owned());
            judged.push(JudgedClaim { claim_id, case_number, unlawful, similarity, wording });
        }
    }
    Ok(judged)
}

/// How the decisions were searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Searched {
    /// By words and by meaning.
    BothWays,
    /// By words only, or before ranks were recorded.
    ByWords,
}

impl Searched {
    fn of(hits: &[Retrieved]) -> Self {
        let mut ranks = hits.iter().flat_map(|hit| &hit.found_for);
        match ranks.any(|ranks| ranks.by_meaning.is_some()) {
            true => Self::BothWays,
            false => Self::ByWords,
        }
    }

    /// Whether every list that was searched for a kind has the decision.
    fn confirms(self, hit: &Retrieved, kind: ViolationKind) -> bool {
        let both = |ranks: FoundFor| ranks.by_words.is_some() && ranks.by_meaning.is_some();
        self == Self::ByWords || hit.found_for(kind).is_some_and(both)
    }
}

/// Returns why the decision judged an older norm, where the prohibition of the finding is younger than the
/// decision.
fn of_another_norm(ruling: &Ruling, finding: &Finding) -> Option<String> {
    let decided = ruling.decided_on?;
    let article = finding.articles.iter().find(|article| article.starts_with("의료법 제"))?;
    let since = in_its_present_form_since(article).filter(|since| decided < *since)?;
    Some(format!(
        "{article}의 금지는 {since}부터 지금의 모습이 되었고, 이 판단은 그 전의 규정에 관한 것입니다."
    ))
}

fn compared(state: &ReviewState, finding: &Finding) -> ComparedText {
    let claim = state.claims.iter().find(|claim| claim.id == finding.claim_id);
    let claim = claim.map(|claim| claim.text.as_str()).unwrap_or_default();
    ComparedText::new(claim, finding.span.slice(&state.ad.text).unwrap_or(claim))
}

fn nearest(compared: &ComparedText, ruling: &Ruling) -> (f64, String) {
    let mut best = (0.0, String::new());
    for wording in &ruling.wordings {
        let similarity = compared.similarity(wording);
        if similarity > best.0 && similarity >= UNRELATED {
            best = (similarity, wording.words.clone());
        }
    }
    best
}

/// Sets the effect of each decision on its finding, and the reason.
fn decide(state: &ReviewState, weighed: &mut [Weighed]) {
    let rivals: Vec<f64> = weighed.iter().map(|it| nearest_unlawful(it.finding, weighed)).collect();
    for (it, nearest_unlawful) in weighed.iter_mut().zip(rivals) {
        let Some(finding) = state.findings.get(it.finding) else { continue };
        let (effect, why) = match it.stance {
            Stance::LostGround => continue,
            Stance::For => (DecisionEffect::Shown, reason_for(it)),
            Stance::Against => effect_against(finding, it, nearest_unlawful),
        };
        (it.effect, it.why) = (effect, why);
    }
}

/// Returns the highest similarity among standing decisions that held the wording of a finding unlawful.
fn nearest_unlawful(finding: usize, weighed: &[Weighed]) -> f64 {
    let unlawful = weighed.iter().filter(|it| it.finding == finding && it.stance == Stance::For);
    unlawful.map(|it| it.similarity).fold(0.0, f64::max)
}

fn reason_for(it: &Weighed) -> String {
    match it.similarity >= ARGUABLE {
        true => format!("비슷한 표현을 위법하다고 본 판단입니다(유사도 {:.2}).", it.similarity),
        false => "같은 유형의 광고를 위법하다고 본 판단입니다.".to_owned(),
    }
}

fn effect_against(
    finding: &Finding,
    it: &Weighed,
    nearest_unlawful: f64,
) -> (DecisionEffect, String) {
    let similarity = it.similarity;
    if similarity < ARGUABLE {
        let why = "같은 유형의 다른 표현을 허용한 판단입니다. 참고로만 보입니다.";
        return (DecisionEffect::Shown, why.to_owned());
    }
    let alike = format!("비슷한 표현을 허용한 판단이 있습니다(유사도 {similarity:.2}).");
    if nearest_unlawful >= similarity {
        let why =
            format!("{alike} 그만큼 비슷한 표현을 위법하다고 본 판단도 있어 참고로만 보입니다.");
        return (DecisionEffect::Shown, why);
    }
    if similarity >= CLOSE && finding.severity < Severity::Critical && !cannot_be_lowered(finding) {
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

/// Whether a finding cannot be lowered further.
fn cannot_be_lowered(finding: &Finding) -> bool {
    finding.level == Level::Standard && finding.severity == Severity::Low
}

/// Returns level and severity of a finding after the decisions against it. `at` is the index of the finding.
pub fn level_and_severity(finding: &Finding, at: usize, weighed: &[Weighed]) -> (Level, Severity) {
    let lowered = |it: &Weighed| it.finding == at && it.effect == DecisionEffect::Lowered;
    match weighed.iter().any(lowered) {
        true => (Level::Standard, one_step_down(finding.severity)),
        false => (finding.level, finding.severity),
    }
}

/// Returns the severity one step lower (한 단계 아래); 낮음 stays.
pub fn one_step_down(severity: Severity) -> Severity {
    match severity {
        Severity::Critical => Severity::High,
        Severity::High => Severity::Medium,
        Severity::Medium | Severity::Low => Severity::Low,
    }
}

/// Returns the decisions to show: for every kind the most similar ones of each stance, each with its finding
/// and a verified quote.
pub async fn decisions_to_show(
    state: &ReviewState,
    law: &LawOnDay<'_>,
    weighed: &[Weighed],
) -> Result<Vec<WeighedDecision>, NodeError> {
    let mut order: Vec<&Weighed> = weighed.iter().collect();
    // The sort is stable: of equally similar decisions the first one found comes first.
    order.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    let mut shown: Vec<WeighedDecision> = Vec::new();
    for it in order {
        let Some(finding) = state.findings.get(it.finding).filter(|_| it.relevant) else {
            continue;
        };
        let of_kind = |other: &&WeighedDecision| other.kind == finding.kind;
        let number = it.ruling.case_number();
        let again = shown.iter().filter(of_kind).any(|other| other.case_number == number);
        let most = MAX_SHOWN.iter().find(|(stance, _)| *stance == it.stance).map_or(0, |(_, n)| *n);
        let full = shown.iter().filter(of_kind).filter(|other| other.stance == it.stance).count();
        // A decision that changes a finding is always shown with it.
        if it.effect == DecisionEffect::Shown && (again || full >= most) {
            continue;
        }
        let Some(quoted) = quoted(law, it).await? else { continue };
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
    use simui_domain::Span;

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
            missing: Vec::new(),
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
            relevant: true,
            effect: DecisionEffect::Shown,
            why: String::new(),
        }
    }

    #[test]
    fn what_a_decision_against_a_finding_does() {
        use DecisionEffect::{Lowered, Person, Shown};
        use Level::{Standard, Statute};
        use Severity::{Critical, High, Low, Medium};
        let check =
            |finding: Finding, similarity: f64, nearest_unlawful: f64, expected: DecisionEffect| {
                let (effect, why) =
                    effect_against(&finding, &cleared(similarity), nearest_unlawful);
                assert_eq!(effect, expected, "{similarity} against {nearest_unlawful}: {why}");
                assert!(!why.is_empty());
            };
        check(finding(Statute, High, 0.9), 0.70, 0.0, Lowered);
        check(finding(Standard, Medium, 0.9), 0.95, 0.5, Lowered);
        check(finding(Statute, High, 0.9), 0.69, 0.0, Shown);
        check(finding(Statute, High, 0.9), 0.10, 0.0, Shown);
        // A decision on equally similar wording held it unlawful.
        check(finding(Statute, High, 0.5), 0.80, 0.80, Shown);
        // A critical finding goes to a person anyway; the lowest cannot be lowered.
        check(finding(Statute, Critical, 0.9), 0.99, 0.0, Shown);
        check(finding(Standard, Low, 0.9), 0.99, 0.0, Shown);
        // The wording is arguably the same, and the rule is doubtful.
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
            level_and_severity(&high, 0, std::slice::from_ref(&lowered)),
            (Level::Standard, Severity::Medium)
        );
        assert_eq!(level_and_severity(&high, 1, &[lowered]), (Level::Statute, Severity::High));
        assert_eq!(level_and_severity(&high, 0, &[cleared(0.9)]), (Level::Statute, Severity::High));
    }
}
