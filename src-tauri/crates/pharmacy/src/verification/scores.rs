//! 성능 평가 by code: scores an answer on exactly the passages that it was written from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_search::analysis::Analyser;

use super::verify::source;
use crate::answer::Draft;
use crate::answer::contest::contests;
use crate::answer::relevancy::relevancy;
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::query::question::Question;

/// Scores of an answer, 0 to 1. `None` is 채점 안 됨: there was nothing to score.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// 신뢰성: share of the answer's sentences that their source supports (Es et al., RAGAS, 2023, section 3;
    /// the comparison is that of the verifier) and that no other document on the same drug contradicts.
    pub faithfulness: Option<f64>,
    /// 답변 관련성: the probability that the answer states what was asked, by `answer/relevancy.rs`.
    pub answer_relevancy: Option<f64>,
    /// What the relevancy was computed from, by name; empty where there is none.
    #[serde(default)]
    pub parts: BTreeMap<String, f64>,
    /// The figures of a judge model, if one was asked.
    #[serde(default)]
    pub judge: Option<Judged>,
}

/// Figures of a judge model, 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Share of the answer's claims that the judge finds supported.
    pub faithfulness: Option<f64>,
    /// Degree to which the judge finds the question answered.
    pub answer_relevancy: Option<f64>,
}

/// Scores a draft by code; [`Scores::judge`] is left empty.
pub fn score(
    question: &Question,
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Scores {
    let (answer_relevancy, parts) = relevancy(question, draft, passages, knowledge).unzip();
    Scores {
        faithfulness: faithfulness(draft, passages, knowledge, analyser),
        answer_relevancy,
        parts: parts.unwrap_or_default(),
        judge: None,
    }
}

/// Share of the sentences, and of the DUR notices, that their source supports; `None` for an empty draft.
fn faithfulness(
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<f64> {
    // A notice is a row of a table, word for word, and so supported.
    let (mut sentences, mut supported) = (draft.notices.len(), draft.notices.len());
    let contested = contests(&draft.paragraphs, passages, knowledge, analyser);
    for paragraph in &draft.paragraphs {
        sentences += paragraph.sentences.len();
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        let source = source(passage, knowledge, analyser);
        let is_supported = |sentence: &&String| {
            source.fault(sentence, analyser, &knowledge.names).is_none()
                && !contested.iter().any(|other| other.sentence == **sentence)
        };
        supported += paragraph.sentences.iter().filter(is_supported).count();
    }
    (sentences > 0).then(|| supported as f64 / sentences as f64)
}
