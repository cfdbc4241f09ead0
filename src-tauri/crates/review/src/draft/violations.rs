//! Makes violations of a finding: one of the law, one of the standards of review, each with its own articles.

use simui_corpus::LawOnDay;
use simui_domain::{Citation, DecisionEffect, DocumentKind, Level, Severity, Violation};
use simui_flow::NodeError;

use super::objections::BindingObjections;
use super::support::{further_provisions, official_standard};
use crate::cite;
use crate::finding::Finding;
use crate::kinds::standard;
use crate::precedents::Weighed;
use crate::state::ReviewState;

/// Returns the violations of one finding, and adds the citations they rest on to `citations`.
///
/// A finding of the law whose rule also names a standard of review breaks both. The second violation has its
/// own level and article and is no graver than 낮음, since the words are judged once (see
/// [`crate::verdict::counted`]).
pub(super) async fn of_finding(
    at: usize,
    state: &ReviewState,
    law: &LawOnDay<'_>,
    weighed: &[Weighed],
    citations: &mut Vec<Citation>,
) -> Result<Vec<Violation>, NodeError> {
    let binding = BindingObjections::of(state);
    let Some(finding) = state.findings.get(at).filter(|finding| !binding.drops(finding)) else {
        return Ok(Vec::new());
    };
    let (mut level, severity) = binding.level_and_severity(finding, at, weighed);
    let mut cited = Vec::new();
    for article in &finding.articles {
        cited.extend(cite(article, finding, state, law, citations).await?);
    }
    cited.extend(found(finding, state, law, &cited, citations).await?);
    let is_standard = |at: &usize| {
        citations.get(*at).is_some_and(|citation| citation.kind == DocumentKind::Guideline)
    };
    let (mut standards, statutes): (Vec<usize>, Vec<usize>) =
        cited.into_iter().partition(is_standard);
    // The official standard comes before our digest of it.
    standards.sort_by_key(|at| citations.get(*at).is_some_and(|citation| citation.digest));
    if level == Level::Standard && finding.level == Level::Statute && standards.is_empty() {
        // The rule names no standard: the standard on this kind is cited.
        if let Some(article) = standard(finding.kind) {
            standards.extend(cite(article, finding, state, law, citations).await?);
        }
        if standards.is_empty() {
            // No standard is in force that day: the violation stays one of the law, only milder.
            level = Level::Statute;
        }
    }
    let rationale = rationale(finding, at, binding, weighed);
    let violation = |level, severity, cited: Vec<usize>, rationale| {
        let article = cited.first().and_then(|at| citations.get(*at));
        let article = article.map(|citation| citation.article.clone());
        Violation {
            kind: finding.kind,
            level,
            severity,
            claim_id: finding.claim_id.clone(),
            article: article.or_else(|| finding.articles.first().cloned()).unwrap_or_default(),
            rationale,
            citations: cited,
            rule: finding.rule.clone(),
        }
    };
    if level == Level::Standard {
        // The law that the standard protects is cited after it.
        let cited = standards.into_iter().chain(statutes).collect();
        return Ok(vec![violation(level, severity, cited, rationale)]);
    }
    if statutes.is_empty() {
        // Only the standards apply on that day.
        let level = if standards.is_empty() { Level::Statute } else { Level::Standard };
        return Ok(vec![violation(level, severity, standards, rationale)]);
    }
    let mut violations = vec![violation(level, severity, statutes, rationale)];
    if !standards.is_empty() {
        let words = "같은 표현은 심의기준에도 어긋납니다.".to_owned();
        violations.push(violation(Level::Standard, Severity::Low, standards, words));
    }
    Ok(violations)
}

/// Cites an article that is in force on the day, once in the whole draft; returns its index in `citations`.
async fn cite(
    article: &str,
    finding: &Finding,
    state: &ReviewState,
    law: &LawOnDay<'_>,
    citations: &mut Vec<Citation>,
) -> Result<Option<usize>, NodeError> {
    let binding = BindingObjections::of(state);
    if binding.refuses_article(finding, article) {
        return Ok(None);
    }
    if let Some(at) = citations.iter().position(|citation| citation.article == article) {
        return Ok(Some(at));
    }
    let citation = cite::article(law, article).await?;
    Ok(citation.and_then(|citation| added(citation, binding, citations)))
}

/// Cites what the search found beside the articles of the rule; returns the indices in `citations`, those of
/// an official standard first.
async fn found(
    finding: &Finding,
    state: &ReviewState,
    law: &LawOnDay<'_>,
    cited: &[usize],
    citations: &mut Vec<Citation>,
) -> Result<Vec<usize>, NodeError> {
    let binding = BindingObjections::of(state);
    let of_rule: Vec<&Citation> = cited.iter().filter_map(|at| citations.get(*at)).collect();
    let further = further_provisions(finding, state, law, &of_rule).await?;
    let official = official_standard(finding, state, law).await?;
    let acceptable = official.into_iter().chain(further);
    let acceptable =
        acceptable.filter(|citation| !binding.refuses_article(finding, &citation.article));
    Ok(acceptable.filter_map(|citation| added(citation, binding, citations)).collect())
}

/// Adds a citation to those of the draft, once, unless the verifier has refused it; returns its index.
fn added(
    citation: Citation,
    binding: BindingObjections<'_>,
    citations: &mut Vec<Citation>,
) -> Option<usize> {
    if let Some(at) = citations.iter().position(|known| known.article == citation.article) {
        return Some(at);
    }
    if binding.refuses_citation(&citation) {
        return None;
    }
    citations.push(citation);
    Some(citations.len() - 1)
}

/// Returns the rationale of the rule, with what the decisions against the finding changed.
fn rationale(
    finding: &Finding,
    at: usize,
    binding: BindingObjections<'_>,
    weighed: &[Weighed],
) -> String {
    let mut words = match binding.refuses_rationale(finding) {
        true => format!("{}에 해당하는 표현입니다.", finding.kind.label()),
        false => finding.rationale.clone(),
    };
    let of_finding = weighed.iter().filter(|it| it.finding == at);
    let strongest = of_finding.filter(|it| it.effect != DecisionEffect::Shown).max_by(|a, b| {
        let order = |it: &Weighed| it.effect == DecisionEffect::Lowered;
        order(a).cmp(&order(b)).then(a.similarity.total_cmp(&b.similarity))
    });
    if let Some(it) = strongest {
        let against = format!(
            " 다만 {}이(가) 비슷한 표현(‘{}’)을 허용하였으므로",
            it.ruling.title,
            shortened(&it.wording)
        );
        words += &against;
        words += match it.effect {
            DecisionEffect::Lowered => " 한 단계 낮추어 심의기준의 문제로 봅니다.",
            _ => " 사람이 견주어 보아야 합니다.",
        };
    }
    words
}

fn shortened(words: &str) -> String {
    let mut short: String = words.chars().take(40).collect();
    if short.len() < words.len() {
        short.push('…');
    }
    short
}
