//! Reasoning, verification and confidence: 다섯 단계, 반대 검증, 확신도.

use simui_domain::ReviewResult;

use super::{aside, column, figures, paragraph};
use crate::report::document::{Block, Section, Shape, Table, Tone};
use crate::report::text::{Phrase, plain};
use crate::report::words;

/// Returns the five steps of the judgement. `changed` adds that a person changed the draft to which they
/// belong.
pub fn steps(result: &ReviewResult, changed: bool) -> Section {
    let title = "판단의 다섯 단계".to_owned();
    if result.reasoning.is_empty() {
        return Section {
            title, blocks: vec![paragraph("기록된 판단 과정이 없습니다.")]
        };
    }
    let steps = result
        .reasoning
        .iter()
        .map(|entry| (words::step(entry.step).to_owned(), plain(&entry.text)))
        .collect();
    let draft = aside("데스크가 초안을 쓸 때의 판단입니다. 심의관이 고친 것은 ‘결정’에 있습니다.");
    let blocks = changed.then_some(draft).into_iter().chain([Block::Steps { steps }]);
    Section { title, blocks: blocks.collect() }
}

/// Returns the checklist of the adversarial verifier.
pub fn checklist(result: &ReviewResult) -> Section {
    let title = "반대 검증".to_owned();
    if result.checklist.is_empty() {
        return Section { title, blocks: vec![paragraph("기록된 검증이 없습니다.")] };
    }
    let passed = result.checklist.iter().filter(|entry| entry.passed).count();
    let count = format!("{}개 항목 중 {passed}개 통과", result.checklist.len());
    let rows = result
        .checklist
        .iter()
        .map(|entry| {
            let (shape, tone, word) = match entry.passed {
                true => (Shape::Check, Tone::Good, "통과"),
                false => (Shape::Triangle, Tone::Care, "지적"),
            };
            vec![
                plain(words::check(entry.item)),
                Phrase::new().shape(shape, tone).toned(word, tone).words(),
                plain(&entry.note),
            ]
        })
        .collect();
    let table = Table {
        caption: format!("반대 검증: {count}"),
        columns: vec![column("항목", 18), column("결과", 12), column("살핀 것", 70)],
        rows,
    };
    Section { title, blocks: vec![aside(&count), Block::Table(table)] }
}

/// Returns the four parts with their weights, which are those of `ConfidenceParts::total`.
pub fn confidence(result: &ReviewResult) -> Section {
    let parts = &result.confidence_parts;
    let mut rows: Vec<_> = [
        ("인용 정확성", 0.30, parts.citation_accuracy),
        ("논리 일관성", 0.25, parts.logic_consistency),
        ("증거 강도", 0.25, parts.evidence_strength),
        ("판례 일치", 0.20, parts.precedent_match),
    ]
    .into_iter()
    .map(|(name, weight, value)| {
        vec![
            plain(name),
            plain(&format!("{:.0}%", weight * 100.0)),
            plain(&format!("{value:.4}")),
            Phrase::new().bar(value).words(),
            plain(&format!("{:.4}", weight * value)),
        ]
    })
    .collect();
    rows.push(vec![
        Phrase::new().strong("확신도").words(),
        Phrase::new().strong("100%").words(),
        Vec::new(),
        Phrase::new().bar(result.confidence.0).words(),
        Phrase::new().strong(&format!("{:.4}", result.confidence.0)).words(),
    ]);
    let table = Table {
        caption: "확신도의 네 항목과 비중".to_owned(),
        columns: vec![
            column("항목", 26),
            figures("비중", 12),
            figures("값", 14),
            column("", 30),
            figures("비중 × 값", 18),
        ],
        rows,
    };
    let meaning = format!(
        "네 항목의 가중 평균입니다. {} — {}.",
        words::confidence(result.confidence.0),
        words::band(result.confidence)
    );
    Section { title: "확신도".to_owned(), blocks: vec![Block::Table(table), aside(&meaning)] }
}
