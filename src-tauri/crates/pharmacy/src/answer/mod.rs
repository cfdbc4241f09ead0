//! 답변 생성 by rules: sentences of the passages, chosen and put in order. Nothing is said that no passage says.

pub(crate) mod choice;
mod gaps;
mod unknown;
mod urgent;

use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_search::analysis::Analyser;

use self::urgent::is_of_suicide;
use super::dur::DurNotice;
use super::knowledge::{Intent, Knowledge};
use crate::query::question::{Matter, Question};
use crate::query::subject::Subject;
use crate::retrieval::passage::Passage;

/// What every answer ends with.
pub const CLOSING: &str = "이 답변은 등록된 문서에서 찾은 내용이며 전문가의 진료나 상담을 대신하지 않습니다. 복용하기 전에 의사·약사와 꼭 상담하세요.";

/// Stands where a citation would, at the end of what is said first in an emergency: fixed words of the desk, the same whatever
/// documents there are, so that nothing that is found or not found can change them.
pub const OWN_NOTICE: &str = "[응급 안내 · 데스크의 고정 문구]";

/// What is said where a digest of ours is among the sources.
pub const DIGEST: &str = "요지 문서가 포함되어 있으므로 제품의 허가사항을 함께 확인하십시오.";

/// Said where the documents do not have what was asked.
pub const INSUFFICIENT: &str = "등록된 문서에서 이 질문에 답할 만한 내용을 찾지 못했습니다(정보 부족). 허가사항을 확인하거나 의사·약사에게 물어보십시오.";

/// An answer before it is checked, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Said before everything else, where life is in danger.
    pub urgent: Option<String>,
    /// The first sentence: what the answer is about. It claims nothing.
    pub lead: String,
    /// What the DUR tables say.
    pub notices: Vec<DurNotice>,
    /// One ingredient in several of the products named, by the dictionary of names.
    pub overlaps: Vec<String>,
    /// In order; each ends with its source.
    pub paragraphs: Vec<Paragraph>,
    /// What was asked and is not in the documents: silence is not safety.
    pub gaps: Vec<String>,
    /// The sentences that a chat model wrote.
    #[serde(default)]
    pub by_model: Vec<String>,
}

/// Sentences with one source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Paragraph {
    /// Its sentences.
    pub sentences: Vec<String>,
    /// Which of the passages they are from.
    pub passage: usize,
    /// The part of the passage that the first to the last of them take up.
    pub quote: Span,
}

/// Writes the draft: safety first, then what was asked, then the rest.
pub fn write(
    question: &Question,
    passages: &[Passage],
    notices: Vec<DurNotice>,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Draft {
    let urgent = match &question.matter {
        Matter::Emergency { says, .. } => Some(says.clone()),
        _ => None,
    };
    let asked: Vec<&Intent> =
        question.intents.iter().filter_map(|it| knowledge.intent(it)).collect();
    if urgent.is_none()
        && let Some(name) = unknown::alone(question, passages, knowledge, analyser)
    {
        let gaps = vec![gaps::not_found(&name)];
        return Draft { notices, gaps, ..Draft::default() };
    }
    let paragraphs = choice::paragraphs(question, &asked, passages, knowledge, analyser);
    let mut gaps = gaps::gaps(question, &asked, &paragraphs, &notices, passages, knowledge);
    let strangers = unknown::beside(question, passages, knowledge);
    gaps.extend(strangers.iter().map(|it| gaps::not_found(it)));
    let subjects = Subject::of(question, knowledge);
    gaps.extend(gaps::unpaired(question, &subjects, &paragraphs, passages));
    let overlaps = gaps::overlaps(question);
    let first = paragraphs.first().and_then(|it| passages.get(it.passage));
    let lead = lead(question, &subjects, &asked, first);
    if urgent.is_some() {
        // Nothing beside what is said first but what documents say of such an emergency.
        let notices = if is_of_suicide(question) { Vec::new() } else { notices };
        return Draft { urgent, lead, notices, paragraphs, ..Draft::default() };
    }
    Draft { urgent, lead, notices, overlaps, paragraphs, gaps, by_model: Vec::new() }
}

/// The same draft with other paragraphs, and what is missing in them.
pub(crate) fn with_paragraphs(
    draft: Draft,
    paragraphs: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Draft {
    let asked: Vec<&Intent> =
        question.intents.iter().filter_map(|it| knowledge.intent(it)).collect();
    let gaps = gaps::gaps(question, &asked, &paragraphs, &draft.notices, passages, knowledge);
    Draft { paragraphs, gaps, ..draft }
}

/// `타이레놀(아세트아미노펜)의 상호작용에 대해 등록된 문서에서 찾은 내용입니다.`
fn lead(
    question: &Question,
    subjects: &[Subject],
    asked: &[&Intent],
    first: Option<&Passage>,
) -> String {
    let mut products: Vec<(&str, Vec<&str>)> = Vec::new();
    for drug in &question.drugs {
        let written = drug.corrected.as_ref().unwrap_or(&drug.written).as_str();
        match products.iter_mut().find(|(it, _)| *it == written) {
            Some((_, ingredients)) if ingredients.contains(&drug.korean.as_str()) => {}
            Some((_, ingredients)) => ingredients.push(&drug.korean),
            None => products.push((written, vec![&drug.korean])),
        }
    }
    let mut about: Vec<String> = products
        .iter()
        .map(|(written, ingredients)| match ingredients.as_slice() {
            [one] if one == written => (*written).to_owned(),
            ingredients => format!("{written}({})", ingredients.join("·")),
        })
        .collect();
    // 혈압약, and not the class that the rules took it for.
    if about.is_empty() {
        about.extend(subjects.iter().take(2).map(|it| it.written.clone()));
    }
    if about.is_empty() {
        about.extend(first.map(|it| it.title.clone()));
    }
    let mut wanted: Vec<&str> = asked.iter().take(2).map(|it| it.korean.as_str()).collect();
    if question.person.pregnant && !wanted.contains(&"임부") {
        wanted.push("임부");
    }
    let about = about.join(", ");
    match wanted.is_empty() {
        true => format!("{about}에 대해 등록된 문서에서 찾은 내용입니다."),
        false => format!("{about} — {}에 대해 등록된 문서에서 찾은 내용입니다.", wanted.join("·")),
    }
}

impl Draft {
    /// Nothing that a document says.
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty() && self.notices.is_empty()
    }

    /// The numbers of the documents in the order in which the answer uses them: `(number, passage)` for paragraphs, and the
    /// numbers of the notices after them.
    pub fn numbers(&self) -> (Vec<usize>, Vec<usize>) {
        let mut order: Vec<usize> = Vec::new();
        let numbers = self
            .paragraphs
            .iter()
            .map(|it| match order.iter().position(|seen| *seen == it.passage) {
                Some(at) => at + 1,
                None => {
                    order.push(it.passage);
                    order.len()
                }
            })
            .collect();
        (numbers, (0..self.notices.len()).map(|at| order.len() + at + 1).collect())
    }

    /// The answer as it is read: paragraphs end with `[문서 N]`.
    pub fn text(&self, digest: bool) -> String {
        let (numbers, of_notices) = self.numbers();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.urgent.as_ref().map(|it| format!("{it} {OWN_NOTICE}")));
        if !self.is_empty() {
            parts.push(self.lead.clone());
        }
        for (notice, number) in self.notices.iter().zip(&of_notices) {
            let drugs = notice.drugs.join(" + ");
            parts.push(format!(
                "[{}] {drugs}: {} [문서 {number}]",
                notice.table.korean(),
                notice.says
            ));
        }
        parts.extend(self.overlaps.clone());
        for (paragraph, number) in self.paragraphs.iter().zip(&numbers) {
            parts.push(format!("{} [문서 {number}]", paragraph.sentences.join(" ")));
        }
        if self.is_empty() && self.urgent.is_none() {
            parts.push(INSUFFICIENT.to_owned());
        }
        if !self.gaps.is_empty() {
            parts.push(self.gaps.join(" "));
        }
        if digest && !self.paragraphs.is_empty() {
            parts.push(DIGEST.to_owned());
        }
        parts.push(CLOSING.to_owned());
        parts.join("\n\n")
    }
}
