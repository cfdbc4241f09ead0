//! 성능 평가 without a judge model, on exactly the passages that the answer was written from.

use serde::{Deserialize, Serialize};
use simui_search::analysis::Analyser;

use super::verify::source;
use crate::answer::Draft;
use crate::knowledge::Knowledge;
use crate::query::question::Question;
use crate::retrieval::passage::Passage;

/// Both 0..=1; `None` is 채점 안 됨: there was nothing to score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// 신뢰성: share of the answer's sentences that their source supports (Es et al., RAGAS, 2023, section 3, with our own comparison).
    pub faithfulness: Option<f64>,
    /// 답변 관련성: share of what was asked (drugs, intents, complaints) that the answer speaks of.
    pub answer_relevancy: Option<f64>,
    /// What a judge model makes of the same, where one was asked.
    #[serde(default)]
    pub judge: Option<Judged>,
}

/// Both 0..=1, by a chat model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Share of the claims it sees that it finds supported.
    pub faithfulness: Option<f64>,
    /// How much of what was asked it finds answered.
    pub answer_relevancy: Option<f64>,
}

/// Scores a draft.
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

fn faithfulness(
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<f64> {
    // A notice is a row of a table, word for word.
    let (mut said, mut supported) = (draft.notices.len(), draft.notices.len());
    for paragraph in &draft.paragraphs {
        said += paragraph.sentences.len();
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        let source = source(passage, knowledge, analyser);
        let stands = |it: &&String| source.fault(it, analyser, &knowledge.names).is_none();
        supported += paragraph.sentences.iter().filter(stands).count();
    }
    (said > 0).then(|| supported as f64 / said as f64)
}

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
    let mut asked: Vec<bool> = Vec::new();
    let spoken = question.drugs_in(&all, &knowledge.names);
    asked.extend(question.ingredients().iter().map(|it| spoken.contains(it)));
    for intent in question.intents.iter().filter_map(|it| knowledge.intent(it)).take(3) {
        let telling = intent.telling.iter().any(|it| text.contains(it.as_str()));
        asked.push(telling || intent.headings.iter().any(|it| heads.contains(it.as_str())));
    }
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        let spoken = |it: &String| all.contains(it.as_str());
        asked.push(all.contains(&symptom.name) || symptom.expand.iter().any(spoken));
    }
    let met = asked.iter().filter(|it| **it).count();
    (!asked.is_empty()).then(|| met as f64 / asked.len() as f64)
}
