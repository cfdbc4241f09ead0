//! Decides which sentences may follow the fixed text of an emergency: none that distracts from it, and none
//! about drugs if the asker may want to die.

use crate::knowledge::Knowledge;
use crate::query::question::{Matter, Question};

/// Whether a sentence may be part of the answer; true for every question that is not an emergency.
pub(crate) fn may_follow(question: &Question, sentence: &str, knowledge: &Knowledge) -> bool {
    let Matter::Emergency { id, .. } = &question.matter else { return true };
    let contains_any = |words: &[String]| words.iter().any(|it| sentence.contains(it.as_str()));
    match knowledge.follow(id) {
        Some(follow) => contains_any(&follow.words),
        // 니트로글리세린 한 알을 쓰고 5분이 지나도 낫지 않으면 119 of the drug that is taken.
        None => {
            contains_any(&knowledge.help)
                && question.drugs.iter().any(|it| sentence.contains(it.korean.as_str()))
                && !mentions_suicide(question)
        }
    }
}

/// Whether the question is an emergency in which the asker may want to die.
pub(crate) fn mentions_suicide(question: &Question) -> bool {
    matches!(&question.matter, Matter::Emergency { id, .. } if is_suicide(id))
}

/// Whether an emergency is one in which somebody may want to die.
pub fn is_suicide(emergency: &str) -> bool {
    emergency.starts_with("suicide")
}
