//! Decides which sentences may follow the fixed text of an emergency: none that distracts from it, and none
//! about drugs if the asker may want to die.

use crate::query::question::{Matter, Question};

/// Words of sentences on overdoses.
const OVERDOSE_WORDS: [&str; 9] =
    ["과량", "과다", "많이 먹", "최대 용량", "넘게 먹", "해독", "중독", "치명", "응급실"];

/// Words of sentences on where help is found.
const HELP_WORDS: [&str; 2] = ["119", "응급실"];

/// The emergency of low blood sugar, and the word of sentences that may follow.
const HYPOGLYCAEMIA: (&str, &str) = ("hypoglycaemia", "저혈당");

/// Whether a sentence may be part of the answer; true for every question that is not an emergency.
pub(crate) fn may_follow(question: &Question, sentence: &str) -> bool {
    let Matter::Emergency { id, .. } = &question.matter else { return true };
    let contains_any = |words: &[&str]| words.iter().any(|it| sentence.contains(it));
    match id.as_str() {
        _ if question.is_overdose() => contains_any(&OVERDOSE_WORDS),
        id if id == HYPOGLYCAEMIA.0 => contains_any(&[HYPOGLYCAEMIA.1]),
        // 니트로글리세린 한 알을 쓰고 5분이 지나도 낫지 않으면 119 of the drug that is taken.
        _ => {
            contains_any(&HELP_WORDS)
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
