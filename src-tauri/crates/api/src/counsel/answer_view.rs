//! Views of an answer for the interface and the command line.

use std::collections::BTreeMap;
use std::time::Duration;

use simui_clinical::{PATIENT, Severity, Warning};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Checkpoint, RunStatus, Stop};
use simui_pharmacy::answer::Draft;
use simui_pharmacy::dur::DurNotice;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::retrieval::scope::Scope;
use simui_pharmacy::verification::verify::{Remedy, Round};
use simui_pharmacy::{Passage, PharmacyState};

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::{
    AnswerCitation, AnswerScores, AnswerStatus, AskResponse, DurWarning, JudgeScores,
    OptimisedQueryView, QuestionDrug, UnsupportedSentence, VerificationRound, VerificationView,
    WebLinkState,
};

pub(super) fn answer_view(
    stop: &Stop<PharmacyState>,
    steps: &[Checkpoint],
    took: Duration,
) -> Result<AskResponse, ApiError> {
    if stop.status != RunStatus::Finished {
        let why = stop.failure.as_ref().map_or("it was cancelled", |it| it.message.as_str());
        return Err(ApiError::invalid(
            ErrorCode::QuestionFailed,
            &[],
            format!("the question was not answered: {why}"),
        ));
    }
    let state = &stop.state;
    let status = status(state);
    let digest = state.draft.paragraphs.iter().filter_map(|it| state.passages.get(it.passage));
    let digest = digest.clone().any(|it| it.digest);
    let answer = match &state.scope {
        Scope::Outside { refusal: text } => text.clone(),
        Scope::Inside => state.draft.text(digest),
    };
    let (_, of_notices) = state.draft.numbers();
    let dur = state.draft.notices.iter().zip(&of_notices).map(|(it, n)| warning(it, *n)).collect();
    let question = state.question.as_ref();
    let emergency = question.and_then(|question| match &question.matter {
        Matter::Emergency { advice: text, .. } => Some(text.clone()),
        _ => None,
    });
    let is_known =
        |rule: &str, text: &str| state.warnings.iter().any(|it| it.rule == rule || it.text == text);
    let of_words = emergency_of_words(question, is_known);
    Ok(AskResponse {
        asked_id: None,
        status,
        answer,
        emergency,
        warnings: of_words.into_iter().chain(state.warnings.iter().cloned()).collect(),
        dur,
        calculations: Vec::new(),
        citations: citations(&state.draft, &state.passages),
        drugs: question.map(drugs).unwrap_or_default(),
        query: OptimisedQueryView {
            core: state.query.core.clone(),
            expand: state.query.expand.clone(),
            avoid: state.query.avoid.clone(),
            rerank: state.query.rerank.clone(),
        },
        verification: verification(status, &state.rounds),
        scores: AnswerScores {
            faithfulness: state.scores.faithfulness,
            answer_relevancy: state.scores.answer_relevancy,
            parts: state.scores.parts.clone(),
            judge: state.scores.judge.map(|judge| JudgeScores {
                faithfulness: judge.faithfulness,
                answer_relevancy: judge.answer_relevancy,
            }),
        },
        web_links: Vec::new(),
        web_state: WebLinkState::Off,
        notices: notices(state),
        engine: roles(&ThinkingRole::PHARMACY, &state.calls),
        timings_ms: timings(steps, took),
    })
}

/// The emergency that only the words of a question mean, where `is_known` finds no warning with its rule or
/// with the same text.
pub(super) fn emergency_of_words(
    question: Option<&Question>,
    is_known: impl Fn(&str, &str) -> bool,
) -> Option<Warning> {
    let question = question?;
    let Matter::Emergency { id, advice } = &question.matter else { return None };
    (!is_known(id, advice)).then(|| Warning {
        rule: id.clone(),
        severity: Severity::Emergency,
        text: advice.clone(),
        experiencer: PATIENT.to_owned(),
        source: FIXED_TEXT.to_owned(),
        quote: String::new(),
        start: 0,
        end: question.text.chars().count(),
    })
}

/// The source of an emergency that only the words of a question mean.
const FIXED_TEXT: &str = "데스크의 고정 응급 안내";

fn status(state: &PharmacyState) -> AnswerStatus {
    let Draft { urgent, warnings, .. } = &state.draft;
    let is_empty = state.draft.is_empty() && urgent.is_none() && warnings.is_empty();
    match (&state.scope, is_empty) {
        (Scope::Outside { .. }, _) => AnswerStatus::OutOfScope,
        (Scope::Inside, true) => AnswerStatus::Insufficient,
        (Scope::Inside, false) => AnswerStatus::Answered,
    }
}

/// Notice for an answer of which no sentence of a model was supported.
pub(super) const NOTHING_SUPPORTED: &str =
    "채팅 모델이 쓴 문장은 근거 문서에서 확인되지 않아 쓰지 않았습니다. 답변은 규칙이 쓴 것입니다.";

/// Returns what filled each role. For a role with several calls, the last one counts.
pub(super) fn roles(roles: &[ThinkingRole], calls: &[ModelCall]) -> BTreeMap<String, String> {
    let played = |role: ThinkingRole| {
        let last = calls.iter().rev().find(|it| it.role == role);
        let answered = last.filter(|it| it.answer.is_some());
        answered.map_or_else(|| "rules".to_owned(), |it| format!("chat:{}", it.model))
    };
    roles.iter().map(|role| (role.as_str().to_owned(), played(*role))).collect()
}

/// Returns a notice for each role that a chat model should have played and did not.
pub(super) fn unanswered(calls: &[ModelCall]) -> Vec<String> {
    let mut notices: Vec<String> = Vec::new();
    for call in calls.iter().filter(|it| it.answer.is_none()) {
        let notice = format!(
            "채팅 모델이 {}에 쓸 수 있는 답을 하지 않아 규칙의 결과를 씁니다: {}",
            call.role.label(),
            call.problem
        );
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }
    notices
}

/// Notices about roles that a chat model should have played and did not.
fn notices(state: &PharmacyState) -> Vec<String> {
    let mut notices = unanswered(&state.calls);
    let wrote = |it: &ModelCall| it.role == ThinkingRole::Answering && it.answer.is_some();
    if state.calls.iter().any(wrote) && state.draft.by_model.is_empty() {
        notices.push(NOTHING_SUPPORTED.to_owned());
    }
    notices
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn warning(notice: &DurNotice, n: usize) -> DurWarning {
    DurWarning {
        table: notice.table.korean().to_owned(),
        drugs: notice.drugs.clone(),
        says: notice.warning.clone(),
        n: number(n),
    }
}

/// Returns the citations in the order of their numbers. A passage used by several paragraphs is quoted from
/// the first to the last of them.
fn citations(draft: &Draft, passages: &[Passage]) -> Vec<AnswerCitation> {
    let (numbers, of_notices) = draft.numbers();
    let mut found: BTreeMap<usize, AnswerCitation> = BTreeMap::new();
    for (paragraph, n) in draft.paragraphs.iter().zip(numbers) {
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        let quote = draft.quote_of(paragraph.passage).slice(&passage.text).unwrap_or_default();
        found.entry(n).or_insert_with(|| AnswerCitation {
            n: number(n),
            chunk_id: passage.chunk_id.clone(),
            doc_id: passage.document_id.clone(),
            title: passage.title.clone(),
            section: passage.heading.clone(),
            quote: quote.to_owned(),
            digest: passage.digest,
        });
    }
    for (notice, n) in draft.notices.iter().zip(of_notices) {
        found.insert(
            n,
            AnswerCitation {
                n: number(n),
                chunk_id: notice.chunk_id.clone(),
                doc_id: notice.document_id.clone(),
                title: format!("DUR {}", notice.table.korean()),
                section: notice.heading.clone(),
                quote: notice.quote.clone(),
                digest: false,
            },
        );
    }
    found.into_values().collect()
}

fn drugs(question: &Question) -> Vec<QuestionDrug> {
    let to_view = |drug: &simui_pharmacy::query::question::Drug| QuestionDrug {
        written: drug.written.clone(),
        ingredient: drug.korean.clone(),
        corrected: drug.corrected.clone(),
    };
    question.drugs.iter().map(to_view).collect()
}

fn verification(status: AnswerStatus, rounds: &[Round]) -> VerificationView {
    let verdict = |passed: bool| if passed { "PASS" } else { "FAIL" }.to_owned();
    let round = |checked: &Round| VerificationRound {
        verdict: verdict(checked.passed),
        remedy: match checked.remedy {
            Remedy::None => "none",
            Remedy::Correct => "correct",
            Remedy::SearchAgain => "search_again",
            Remedy::Insufficient => "insufficient",
        }
        .to_owned(),
        faults: checked
            .faults
            .iter()
            .map(|unsupported| UnsupportedSentence {
                sentence: unsupported.sentence.clone(),
                why: unsupported.fault.korean().to_owned(),
            })
            .collect(),
    };
    let last = rounds.last().filter(|_| status == AnswerStatus::Answered);
    VerificationView {
        verdict: last.map_or_else(|| "NONE".to_owned(), |it| verdict(it.passed)),
        rounds: rounds.iter().map(round).collect(),
    }
}

fn timings(steps: &[Checkpoint], took: Duration) -> BTreeMap<String, f64> {
    let mut timings = BTreeMap::new();
    for step in steps {
        *timings.entry(step.node.clone()).or_insert(0.0) += step.ms;
    }
    timings.insert("total".to_owned(), took.as_secs_f64() * 1000.0);
    timings
}
