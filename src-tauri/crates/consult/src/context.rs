//! Assembles the context of a turn in four layers: instructions, patient, documents, and the question with
//! earlier turns. A chat model is shown parts of it; for the rules, it decides which documents the answer may
//! use.

use serde::{Deserialize, Serialize};
use simui_pharmacy::Passage;
use simui_pharmacy::text::sentence::sentences;

use super::budget::{Count, Plan, Taken};
use super::facts::Facts;
use super::truncate::{Line, Section, fit, warns};

/// The context that a turn is answered from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// The instructions.
    pub system: String,
    /// The summary of the patient's record; empty if nothing is known.
    pub profile: String,
    /// The documents, each below its mark `[문서 N]`.
    pub evidence: String,
    /// The last turns, oldest first.
    pub history: String,
    /// The question.
    pub question: String,
    /// Indices of the passages that fit, among those that were found.
    pub passages: Vec<usize>,
    /// The budget of each layer; zero without a budget.
    pub plan: Plan,
    /// The tokens that each layer takes.
    pub taken: Taken,
    /// Number of lines that were cut.
    pub cut: u32,
}

impl Context {
    /// All layers as one text, separated by empty lines.
    pub fn text(&self) -> String {
        let layers = [&self.system, &self.profile, &self.evidence, &self.history, &self.question];
        layers
            .map(String::as_str)
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
    }
}

/// Assembles the layers. Each is cut to its share of `plan`, measured by `count`; without a plan nothing is
/// cut. Tokens that the other layers leave go to the documents.
pub fn assemble(
    system: &str,
    facts: &Facts,
    passages: &[Passage],
    question: &str,
    plan: Option<Plan>,
    count: &Count,
) -> Context {
    let lines = |text: &str| -> Vec<Line> {
        // Lines of the record with allergies and warnings are protected.
        let line = |it: &str| Line { text: it.to_owned(), is_protected: warns(it) };
        text.lines().filter(|it| !it.trim().is_empty()).map(line).collect()
    };
    let limits = plan.unwrap_or(Plan {
        evidence: u32::MAX,
        profile: u32::MAX,
        history: u32::MAX,
        ..Plan::default()
    });
    let mut cut = 0;
    let mut layer = |sections: Vec<Section>, budget: u32| -> (Vec<Section>, u32) {
        let before: usize = sections.iter().map(|it| it.lines.len()).sum();
        let fitted = fit(sections, budget as usize, &|text| count(text));
        cut += before - fitted.iter().map(|it| it.lines.len()).sum::<usize>();
        let size = fitted.iter().map(|it| count(&it.text())).sum::<usize>();
        (fitted, number(size))
    };
    let section = |head: &str, text: &str| match text.trim().is_empty() {
        true => Vec::new(),
        false => vec![Section { head: head.to_owned(), lines: lines(text) }],
    };
    let (profile, profile_size) = layer(section("[환자 기록]", &facts.summary), limits.profile);
    // In reverse, so that the newest turn is cut last.
    let turns: Vec<Section> = facts
        .history
        .iter()
        .rev()
        .map(|it| Section {
            head: String::new(),
            lines: vec![Line { text: it.text.clone(), is_protected: false }],
        })
        .collect();
    let (mut turns, turns_size) = layer(turns, limits.history);
    turns.reverse();
    let system = system.trim().to_owned();
    let question = format!("[질문]\n{}", question.trim());
    let taken = Taken {
        system: number(count(&system)),
        profile: profile_size,
        history: turns_size,
        question: number(count(&question)),
        evidence: 0,
    };
    let plan = plan.map(|it| it.with_leftovers(taken));
    let evidence_budget = plan.map_or(u32::MAX, |it| it.evidence);
    let sections = passages.iter().enumerate().map(section_of).collect();
    let (evidence, evidence_size) = layer(sections, evidence_budget);
    let marks: Vec<String> = evidence.iter().map(|it| mark_of(&it.head)).collect();
    let kept = (0..passages.len()).filter(|at| marks.contains(&mark(*at))).collect();
    let joined = |sections: &[Section]| {
        sections.iter().map(|it| it.text().trim().to_owned()).collect::<Vec<_>>().join("\n")
    };
    Context {
        system,
        profile: joined(&profile),
        evidence: joined(&evidence),
        history: joined(&turns),
        question,
        passages: kept,
        plan: plan.unwrap_or_default(),
        taken: Taken { evidence: evidence_size, ..taken },
        cut: number(cut),
    }
}

/// The mark of the passage at index `at`.
fn mark(at: usize) -> String {
    format!("[문서 {}]", at + 1)
}

/// The mark at the beginning of a section's head.
fn mark_of(head: &str) -> String {
    head.split_inclusive(']').next().unwrap_or_default().to_owned()
}

/// A passage as a section: its mark in the head, its sentences as lines. In a section of warnings all are
/// protected.
fn section_of((at, passage): (usize, &Passage)) -> Section {
    let in_warnings = warns(&passage.heading);
    let lines = sentences(&passage.text).into_iter().filter_map(|it| it.slice(&passage.text));
    Section {
        head: format!("{} {} › {}", mark(at), passage.title, passage.heading),
        lines: lines.map(|it| Line::of_document(it, in_warnings)).collect(),
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use simui_domain::{ChunkId, DocumentId};

    use super::super::facts::TurnBefore;
    use super::*;

    fn passage(at: usize, heading: &str, text: &str) -> Passage {
        Passage {
            chunk_id: ChunkId(format!("c{at}")),
            document_id: DocumentId(format!("d{at}")),
            title: "아세트아미노펜".to_owned(),
            heading: heading.to_owned(),
            text: text.to_owned(),
            digest: true,
            score: 0.5,
        }
    }

    #[test]
    fn the_layers_stand_in_their_order_and_the_budget_cuts_what_is_least() {
        let count: Count = Arc::new(|text: &str| text.split_whitespace().count());
        let facts = Facts {
            summary: "65세 남성\n알레르기: 페니실린\n질환: 고혈압".to_owned(),
            history: ["첫 번째 질문", "두 번째 질문"]
                .map(|it| TurnBefore {
                    text: it.to_owned(),
                    topic: crate::facts::TurnTopic::default(),
                })
                .into(),
            ..Facts::default()
        };
        let passages = [
            passage(0, "용법·용량", "한 번에 한 알 드십시오. 하루 네 번까지 드십시오."),
            passage(1, "경고", "술과 함께 드시지 마십시오. 간이 나쁘면 의사와 상의합니다."),
            passage(2, "성상", "흰색의 둥근 알약입니다. 한쪽에 글자가 있습니다."),
        ];
        let all = assemble("지시", &facts, &passages, "질문?", None, &count);
        let text = all.text();
        let places: Vec<Option<usize>> =
            ["지시", "[환자 기록]", "[문서 1]", "[문서 3]", "첫 번째", "두 번째", "[질문]"]
                .iter()
                .map(|it| text.find(it))
                .collect();
        assert!(places.is_sorted() && places.iter().all(Option::is_some), "{text}");
        assert_eq!((all.passages.clone(), all.cut), (vec![0, 1, 2], 0));
        let small = assemble("지시", &facts, &passages, "질문?", Some(Plan::of(40)), &count);
        assert!(small.evidence.contains("술과 함께 드시지 마십시오"), "{}", small.evidence);
        assert!(small.profile.contains("알레르기: 페니실린"));
        assert!(!small.passages.contains(&2) && small.cut > 0, "{}", small.evidence);
    }
}
