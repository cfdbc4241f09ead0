//! 범위 밖 가드: decides whether a question is answered at all.

use serde::{Deserialize, Serialize};

use crate::knowledge::Likeness;
use crate::passage::Passage;
use crate::query::question::{Matter, OUTSIDE, Question};

/// Thresholds for questions that name neither drug nor complaint; both must be met. They are on the scale of
/// the reranker and are calibrated for each one (`models/`).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Guard {
    /// Least score of the best passage: `OOS_MIN_TOP_SCORE`.
    pub score: f32,
    /// Least share of the question's content words that the best passage has: `OOS_MIN_RELEVANCE`.
    pub relevance: f32,
}

/// Whether a question is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "decision")]
pub enum Scope {
    /// The question is answered.
    Inside,
    /// The question is refused.
    Outside {
        /// The refusal that the asker reads, in Korean.
        #[serde(alias = "says")]
        refusal: String,
    },
}

/// Refusal of filler.
const NOTHING: &str = "질문을 알아볼 수 없습니다. 약 이름이나 증상을 넣어 물어보십시오.";
/// Refusal of an instruction to the program.
const INJECTION: &str = "프로그램에 대한 지시는 따르지 않습니다. 약에 대해 물어보십시오.";

/// The decision before any search, by rules and the likeness model.
pub fn before_search(question: &Question) -> Scope {
    let refusal = match &question.matter {
        Matter::Question | Matter::Emergency { .. } => return Scope::Inside,
        Matter::Outside { refusal: text, .. } => text.as_str(),
        Matter::Nothing => NOTHING,
        Matter::Injection => INJECTION,
    };
    Scope::Outside { refusal: refusal.to_owned() }
}

/// The decision after the search.
///
/// A question that names a drug or a complaint is answered, whatever was found. Any other must meet both
/// thresholds of `guard`; a question about taking something, or one that the likeness model finds likely
/// enough, need not meet that of relevance.
pub fn after_search(
    question: &Question,
    passages: &[Passage],
    guard: Guard,
    likeness: Likeness,
) -> Scope {
    let urgent = matches!(question.matter, Matter::Emergency { .. });
    if urgent || question.names_drug_or_complaint() {
        return Scope::Inside;
    }
    let best = passages.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let is_relevant = |best: &Passage| {
        relevance(question, best) >= guard.relevance
            || question.asks_about_taking()
            || question.likeness >= likeness.unnamed
    };
    let inside = best.is_some_and(|best| best.score >= guard.score && is_relevant(best));
    match inside {
        true => Scope::Inside,
        false => Scope::Outside { refusal: OUTSIDE.to_owned() },
    }
}

/// Share, 0 to 1, of the question's content words that the best passage has.
pub fn relevance(question: &Question, best: &Passage) -> f32 {
    let text = format!("{} {} {}", best.title, best.heading, best.text);
    let found = question.words.iter().filter(|it| text.contains(it.as_str())).count();
    match question.words.len() {
        0 => 0.0,
        all => found as f32 / all as f32,
    }
}
