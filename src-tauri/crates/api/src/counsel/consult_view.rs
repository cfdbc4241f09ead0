//! Views of a consultation for the interface and the command line.

use std::collections::BTreeMap;

use serde::Serialize;
use simui_consult::answer::{Answer, Citation};
use simui_consult::cache::MAX_ENTRIES;
use simui_consult::conflicts::Alert;
use simui_consult::context::Context;
use simui_consult::quality::Quality;
use simui_consult::{ConsultState, Part};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Checkpoint, RunStatus, Stop};
use simui_store::AnswerCounts;

use super::answer_view::{NOTHING_SUPPORTED, emergency_of_words, roles, unanswered};
use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::{
    AnswerCitation, ConsultCache, ConsultCacheStatus, ConsultModelScores, ConsultParagraph,
    ConsultQuality, ConsultResponse, ConsultTokens, ConsultWarning,
};

pub(super) fn consult_view(
    stop: &Stop<ConsultState>,
    slots: serde_json::Value,
    steps: &[Checkpoint],
) -> Result<ConsultResponse, ApiError> {
    if stop.status != RunStatus::Finished {
        let why = stop.failure.as_ref().map_or("it was cancelled", |it| it.message.as_str());
        return Err(ApiError::invalid(
            ErrorCode::QuestionFailed,
            &[],
            format!("the turn was not answered: {why}"),
        ));
    }
    let state = &stop.state;
    let flags = Part::ALL.iter().map(|it| (it.name().to_owned(), state.parts.has(*it))).collect();
    let hit = state.hit.as_ref();
    let is_known =
        |rule: &str, text: &str| state.alerts.iter().any(|it| it.rule == rule || it.text == text);
    let of_words = emergency_of_words(state.question.as_ref(), is_known);
    let of_words = of_words.as_ref().map(Alert::from);
    Ok(ConsultResponse {
        answer: state.answer.text(),
        paragraphs: paragraphs(&state.answer),
        warnings: of_words.iter().chain(&state.alerts).map(warning).collect(),
        slots,
        profile_summary: state.facts.summary.clone(),
        remembered: if state.kept { state.facts.remembered.clone() } else { Vec::new() },
        used: state.used.clone(),
        complexity: name(&state.intent.complexity),
        k: state.intent.k,
        cache: ConsultCache {
            hit: hit.is_some(),
            similarity: state.nearest.map(f64::from),
            saved_ms: hit.map(|it| it.kept.took_ms),
        },
        quality: state.quality.as_ref().map(quality).unwrap_or_default(),
        iterations: state.iterations,
        stopped_by: state.stopped_by.map(|it| name(&it)).unwrap_or_default(),
        citations: state.answer.citations.iter().map(citation).collect(),
        calculations: Vec::new(),
        rewritten: state.rewritten.clone(),
        tokens: state.context.as_ref().map(tokens).unwrap_or_default(),
        mode: name(&state.mode),
        flags,
        engine: state.engine.clone(),
        roles: roles(&ThinkingRole::CONSULT, &state.calls),
        notices: notices(state),
        timings_ms: timings(steps),
    })
}

pub(super) fn status(counts: AnswerCounts) -> ConsultCacheStatus {
    let rate = |asked: u64| (asked > 0).then(|| counts.hits as f64 / asked as f64);
    ConsultCacheStatus {
        entries: counts.entries,
        most: MAX_ENTRIES as u64,
        asked: counts.asked,
        hits: counts.hits,
        hit_rate: rate(counts.asked),
        saved_ms: counts.saved_ms,
        evicted: counts.evicted,
        outdated: counts.outdated,
    }
}

/// Returns the JSON name of a unit variant.
fn name(variant: &impl Serialize) -> String {
    let value = serde_json::to_value(variant).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn paragraphs(answer: &Answer) -> Vec<ConsultParagraph> {
    let to_view = |paragraph: &simui_consult::answer::Paragraph| ConsultParagraph {
        kind: name(&paragraph.kind),
        text: paragraph.text.clone(),
        n: paragraph.n,
    };
    answer.paragraphs.iter().map(to_view).collect()
}

/// A warning as the interface shows it.
pub(super) fn warning(alert: &Alert) -> ConsultWarning {
    ConsultWarning {
        rule: alert.rule.clone(),
        severity: name(&alert.severity),
        text: alert.text.clone(),
        source: alert.source.clone(),
        drug: alert.drug.clone(),
        said_at: alert.recorded.as_ref().map(|it| it.said_at),
    }
}

fn citation(citation: &Citation) -> AnswerCitation {
    AnswerCitation {
        n: citation.n,
        chunk_id: citation.chunk_id.clone(),
        doc_id: citation.document_id.clone(),
        title: citation.title.clone(),
        section: citation.section.clone(),
        quote: citation.quote.clone(),
        digest: citation.digest,
    }
}

fn quality(quality: &Quality) -> ConsultQuality {
    ConsultQuality {
        grounding: quality.grounding,
        completeness: quality.completeness,
        accuracy: quality.accuracy,
        overall: Some(quality.overall),
        by: Some(name(&quality.by)),
        length: quality.length,
        evidence: quality.evidence,
        personalisation: quality.personalisation,
        model: quality.model.map(|scores| ConsultModelScores {
            grounding: scores.grounding,
            completeness: scores.completeness,
            accuracy: scores.accuracy,
            overall: scores.overall,
        }),
    }
}

/// Notices about roles that a chat model should have played and did not.
fn notices(state: &ConsultState) -> Vec<String> {
    let mut notices = unanswered(&state.calls);
    let wrote = |it: &ModelCall| it.role == ThinkingRole::PatientAnswering && it.answer.is_some();
    if state.calls.iter().any(wrote) && state.engine == "rules" {
        notices.push(NOTHING_SUPPORTED.to_owned());
    }
    notices
}

fn tokens(context: &Context) -> ConsultTokens {
    let (plan, taken) = (&context.plan, &context.taken);
    let named = |layers: &[(&str, u32)]| -> BTreeMap<String, u32> {
        layers.iter().map(|(layer, tokens)| ((*layer).to_owned(), *tokens)).collect()
    };
    ConsultTokens {
        window: plan.window,
        plan: named(&[
            ("system", plan.system),
            ("profile", plan.profile),
            ("evidence", plan.evidence),
            ("history", plan.history),
            ("question", plan.question),
            ("generation", plan.generation),
        ]),
        taken: named(&[
            ("system", taken.system),
            ("profile", taken.profile),
            ("evidence", taken.evidence),
            ("history", taken.history),
            ("question", taken.question),
        ]),
        cut: context.cut,
    }
}

fn timings(steps: &[Checkpoint]) -> BTreeMap<String, f64> {
    let mut timings = BTreeMap::new();
    for step in steps {
        *timings.entry(step.node.clone()).or_insert(0.0) += step.ms;
    }
    timings
}
