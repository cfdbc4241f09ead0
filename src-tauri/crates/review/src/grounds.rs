//! Grounds: the rules and the law of the advertisement's day, without which nothing can be judged.
//!
//! An advertisement in which no rule finds anything is lawful only if there were rules that could have found
//! something, and law that they rest on. Anything missing becomes a [`MissingGround`], makes the verdict 보류,
//! and sends the case to a person.

use simui_corpus::{LawOnDay, ProvisionLookup};
use simui_domain::{InterruptReason, MissingGround, ViolationKind};
use simui_flow::NodeError;

use crate::classify::{RulesOfDay, rules_of};
use crate::finding::Finding;
use crate::library::Library;
use crate::rules::Detector;
use crate::state::ReviewState;

/// Largest number of kinds or articles that one sentence lists; the others are counted.
const MAX_LISTED: usize = 4;

/// The grounds for judging an advertisement, as far as they are stored.
#[derive(Debug, Default)]
pub struct Grounds {
    /// The missing grounds; empty when the advertisement can be judged.
    pub missing: Vec<MissingGround>,
    /// True when the law in force that day is stored only as digests (요지), not as official texts.
    pub digests_only: bool,
}

/// Determines the grounds of the advertisement of `state` on its day; `law` is that of the day.
///
/// # Errors
/// The database cannot be read, or the program's own rules do not compile.
pub async fn of(
    state: &ReviewState,
    library: &Library,
    law: &LawOnDay<'_>,
) -> Result<Grounds, NodeError> {
    let as_of = state.as_of;
    let RulesOfDay { detector, problem } = rules_of(state, library)?;
    let mut missing = Vec::new();
    if let Some(error) = problem {
        missing.push(no_rules(
            format!("규칙 묶음을 읽지 못해 프로그램의 규칙만 적용했습니다({error})."),
            "관리자가 고친 묶음을 가져오거나 그 묶음의 적용을 멈춘 뒤(자료 › 규칙, `simui rules deactivate`) 다시 심의하십시오.",
        ));
    }
    let kinds = detector.kinds_on(as_of);
    let without_rules: Vec<ViolationKind> =
        ViolationKind::ALL.into_iter().filter(|kind| !kinds.contains(kind)).collect();
    if !without_rules.is_empty() {
        let what = match kinds.is_empty() {
            true => format!("{as_of}에 적용되는 규칙이 없습니다."),
            false => format!(
                "{as_of}에 적용되는 규칙이 없는 유형이 있습니다: {}.",
                listed(without_rules.iter().map(|kind| format!("{kind} {}", kind.label())))
            ),
        };
        missing.push(no_rules(
            what,
            "그날에 맞는 규칙 묶음을 가져온 뒤(자료 › 규칙, `simui rules import`) 다시 심의하거나, 사람이 판단하십시오.",
        ));
    }
    let law = law_of(&detector, &kinds, &state.findings, law).await?;
    if !law.missing.is_empty() {
        missing.push(no_law(
            format!(
                "{as_of}에 시행 중인 조문이 저장되어 있지 않습니다: {}.",
                listed(law.missing.into_iter())
            ),
            "그날 시행된 법령과 심의기준을 가져온 뒤(자료 › 가져오기, `simui corpus import`) 다시 심의하거나, 사람이 판단하십시오.",
        ));
    }
    if state.reviewed_on.is_some_and(|today| as_of > today) {
        missing.push(no_law(
            format!("게재일 {as_of}이(가) 아직 오지 않아 그날 시행될 법령을 알 수 없습니다."),
            "게재 직전에 법령을 새로 받아 다시 심의하거나(자료 › 법령 갱신, `simui corpus update`), 사람이 판단하십시오.",
        ));
    }
    Ok(Grounds { missing, digests_only: law.digests > 0 && law.official == 0 })
}

/// The stored law that rules and findings rest on.
#[derive(Default)]
struct Law {
    /// Articles of kinds and findings without any provision in force, such as `의료법 제56조제2항제8호(V3)`.
    missing: Vec<String>,
    official: usize,
    digests: usize,
}

/// Looks for a provision in force: for each kind with rules among the statutes its rules name, for each
/// finding among its own articles.
async fn law_of(
    detector: &Detector,
    kinds: &[ViolationKind],
    findings: &[Finding],
    law_on_day: &LawOnDay<'_>,
) -> Result<Law, NodeError> {
    let mut grounds: Vec<(ViolationKind, Vec<&str>)> = Vec::new();
    for kind in kinds {
        let rules = detector.rules_on(law_on_day.day()).filter(|(of, _)| of == kind);
        let statutes = rules.flat_map(|(_, articles)| articles).map(String::as_str);
        let mut statutes: Vec<&str> = statutes.filter(|it| !is_standard(it)).collect();
        statutes.dedup();
        grounds.push((*kind, statutes));
    }
    for finding in findings {
        grounds.push((finding.kind, finding.articles.iter().map(String::as_str).collect()));
    }
    let mut law = Law::default();
    for (kind, articles) in grounds {
        let mut of_digest = None;
        for article in &articles {
            if let ProvisionLookup::Found(found) = law_on_day.find_reference(article).await? {
                of_digest = Some(found.digest);
                break;
            }
        }
        match (of_digest, articles.first()) {
            (Some(true), _) => law.digests += 1,
            (Some(false), _) => law.official += 1,
            (None, Some(first)) => {
                let named = format!("{first}({kind})");
                if !law.missing.contains(&named) {
                    law.missing.push(named);
                }
            }
            // A rule about the case alone (medium, approval) may rest on no article.
            (None, None) => {}
        }
    }
    Ok(law)
}

/// Whether an article is of the standards of review and not of a law.
fn is_standard(article: &str) -> bool {
    article.starts_with("의료광고 심의기준")
}

fn no_rules(what: String, remedy: &str) -> MissingGround {
    MissingGround { reason: InterruptReason::NoRules, what, remedy: remedy.to_owned() }
}

fn no_law(what: String, remedy: &str) -> MissingGround {
    MissingGround { reason: InterruptReason::NoLaw, what, remedy: remedy.to_owned() }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    let more = names.len().saturating_sub(MAX_LISTED);
    names.truncate(MAX_LISTED);
    let rest = if more > 0 { format!(" 외 {more}건") } else { String::new() };
    format!("{}{rest}", names.join(", "))
}
