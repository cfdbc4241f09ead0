//! 범위 밖 가드: decides whether a question is answered at all.

use serde::{Deserialize, Serialize};

use super::passage::Passage;
use crate::knowledge::Likeness;
use crate::query::question::{Matter, OUTSIDE, Question};

/// The two conditions: both must hold for a question that names neither drug nor complaint. On the reranker's own scale, so they
/// belong to the reranker (`models/`, calibrated), not to the rule.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Guard {
    /// Least score of the best passage: `OOS_MIN_TOP_SCORE`.
    pub score: f32,
    /// Least share of the question's content words that the best passage has: `OOS_MIN_RELEVANCE`.
    pub relevance: f32,
}

/// How a question is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "decision")]
pub enum Scope {
    /// Answered.
    Inside,
    /// Not answered, and why, in Korean.
    Outside {
        /// What the asker is told.
        says: String,
    },
}

const NOTHING: &str = "질문을 알아볼 수 없습니다. 약 이름이나 증상을 넣어 물어보십시오.";
const INJECTION: &str = "프로그램에 대한 지시는 따르지 않습니다. 약에 대해 물어보십시오.";

/// Before any search.
pub fn at_first(question: &Question) -> Scope {
    let says = match &question.matter {
        Matter::Question | Matter::Emergency { .. } => return Scope::Inside,
        Matter::Outside { says, .. } => says.as_str(),
        Matter::Nothing => NOTHING,
        Matter::Injection => INJECTION,
    };
    Scope::Outside { says: says.to_owned() }
}

/// After the search. A question that names a drug or a complaint is one for this desk, whatever was found; of another one the
/// two conditions must hold, the second also when it asks what people ask of something that they take, or sounds like it.
pub fn after_search(
    question: &Question,
    passages: &[Passage],
    guard: Guard,
    likeness: Likeness,
) -> Scope {
    let urgent = matches!(question.matter, Matter::Emergency { .. });
    if urgent || question.is_of_drugs() {
        return Scope::Inside;
    }
    let best = passages.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let told = |best: &Passage| {
        relevance(question, best) >= guard.relevance
            || question.is_of_taking()
            || question.likeness >= likeness.unnamed
    };
    let inside = best.is_some_and(|best| best.score >= guard.score && told(best));
    match inside {
        true => Scope::Inside,
        false => Scope::Outside { says: OUTSIDE.to_owned() },
    }
}

/// Share of the question's content words that the best passage has.
pub fn relevance(question: &Question, best: &Passage) -> f32 {
    let whole = format!("{} {} {}", best.title, best.heading, best.text);
    let found = question.words.iter().filter(|it| whole.contains(it.as_str())).count();
    match question.words.len() {
        0 => 0.0,
        all => found as f32 / all as f32,
    }
}
