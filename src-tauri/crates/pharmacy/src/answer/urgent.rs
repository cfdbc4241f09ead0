//! What may be said behind the fixed words of an emergency: nothing that leads away from them, and to somebody who wants to die
//! nothing about drugs.

use crate::query::question::{Matter, Question};

/// Emergencies of too much of something; what documents say of that may follow.
const OF_TOO_MUCH: [&str; 5] =
    ["overdose", "child_poison", "sedatives_all", "child_others_drug", "narrow_drugs"];

/// Words of sentences about too much of a drug.
const TOO_MUCH: [&str; 9] =
    ["과량", "과다", "많이 먹", "최대 용량", "넘게 먹", "해독", "중독", "치명", "응급실"];

/// The emergency of too little sugar, and its word.
const HYPOGLYCAEMIA: (&str, &str) = ("hypoglycaemia", "저혈당");

/// Whether a sentence may follow what is said first.
pub(crate) fn may_follow(question: &Question, sentence: &str) -> bool {
    let Matter::Emergency { id, .. } = &question.matter else { return true };
    let says = |words: &[&str]| words.iter().any(|it| sentence.contains(it));
    match id.as_str() {
        id if OF_TOO_MUCH.contains(&id) => says(&TOO_MUCH),
        id if id == HYPOGLYCAEMIA.0 => says(&[HYPOGLYCAEMIA.1]),
        _ => false,
    }
}

/// Whether somebody may want to die.
pub(crate) fn is_of_suicide(question: &Question) -> bool {
    matches!(&question.matter, Matter::Emergency { id, .. } if id.starts_with("suicide"))
}
