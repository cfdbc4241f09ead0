//! 성능 평가 by code: scores an answer on exactly the passages that it was written from.

use serde::{Deserialize, Serialize};
use simui_search::analysis::Analyser;

use super::verify::source;
use crate::answer::Draft;
use crate::knowledge::Knowledge;
use crate::query::question::Question;
use crate::retrieval::passage::Passage;

/// Scores of an answer, 0 to 1. `None` is 채점 안 됨: there was nothing to score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// 신뢰성: share of the answer's sentences that their source supports (Es et al., RAGAS, 2023, section 3;
    /// the comparison is that of the verifier).
    pub faithfulness: Option<f64>,
    /// 답변 관련성: share of what was asked (drugs, intents, complaints) that the answer mentions.
    pub answer_relevancy: Option<f64>,
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
    Scores {
        faithfulness: faithfulness(draft, passages, knowledge, analyser),
        answer_relevancy: relevancy(question, draft, passages, knowledge),
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
    for paragraph in &draft.paragraphs {
        sentences += paragraph.sentences.len();
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        let source = source(passage, knowledge, analyser);
        let is_supported = |it: &&String| source.fault(it, analyser, &knowledge.names).is_none();
        supported += paragraph.sentences.iter().filter(is_supported).count();
    }
    (sentences > 0).then(|| supported as f64 / sentences as f64)
}

/// Share of the drugs, intents and complaints of the question that the answer mentions; `None` for an empty
/// draft, or if the question has none of these.
fn relevancy(
    question: &Question,
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Option<f64> {
    if draft.is_empty() {
        return None;
    }
    let mut text: String = draft.paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    draft
        .notices
        .iter()
        .for_each(|it| text.push_str(&format!("{} {}", it.drugs.join(" "), it.says)));
    let used = draft.paragraphs.iter().filter_map(|it| passages.get(it.passage));
    let heads: String = used.map(|it| format!("{} {} ", it.title, it.heading)).collect();
    let all = format!("{heads}{text}");
    let mut answered: Vec<bool> = Vec::new();
    let mentioned = question.drugs_in(&all, &knowledge.names);
    answered.extend(question.ingredients().iter().map(|it| mentioned.contains(it)));
    for intent in question.intents.iter().filter_map(|it| knowledge.intent(it)).take(3) {
        let has_cue = intent.telling.iter().any(|it| text.contains(it.as_str()));
        answered.push(has_cue || intent.headings.iter().any(|it| heads.contains(it.as_str())));
    }
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        let occurs = |it: &String| all.contains(it.as_str());
        answered.push(all.contains(&symptom.name) || symptom.expand.iter().any(occurs));
    }
    let met = answered.iter().filter(|it| **it).count();
    (!answered.is_empty()).then(|| met as f64 / answered.len() as f64)
}
