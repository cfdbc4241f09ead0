//! Violations, citations and suggestions: 위반, 인용, 고침 제안.

use simui_domain::{Citation, DocumentKind, Level, ReviewResult, Violation};

use super::{aside, claim_words, column, paragraph};
use crate::report::document::{Block, Role, Section, Table, Words};
use crate::report::text::{Phrase, plain};
use crate::report::words;

/// Returns notices to the reviewer that are no violations.
pub fn notices(result: &ReviewResult) -> Option<Section> {
    let blocks: Vec<Block> = result.notices.iter().map(|notice| paragraph(notice)).collect();
    (!blocks.is_empty()).then(|| Section { title: "알림".to_owned(), blocks })
}

/// Returns the table of violations.
pub fn violations(result: &ReviewResult) -> Section {
    let title = "위반 사항".to_owned();
    if result.violations.is_empty() {
        return Section { title, blocks: vec![paragraph("찾은 위반이 없습니다.")] };
    }
    let statute = result.violations.iter().filter(|v| v.level == Level::Statute).count();
    let standard = result.violations.len() - statute;
    let count = format!("법령 {statute}건, 심의기준 {standard}건");
    let table = Table {
        caption: format!("위반 사항: {count}"),
        columns: vec![
            column("유형", 15),
            column("수준", 9),
            column("심각도", 8),
            column("주장", 21),
            column("조문", 20),
            column("왜", 27),
        ],
        rows: result.violations.iter().map(|violation| row(result, violation)).collect(),
    };
    Section { title, blocks: vec![aside(&count), Block::Table(table)] }
}

fn row(result: &ReviewResult, violation: &Violation) -> Vec<Words> {
    let (severity, tone) = words::severity(violation.severity);
    vec![
        Phrase::new()
            .strong(&violation.kind.to_string())
            .line()
            .plain(violation.kind.label())
            .words(),
        plain(words::level(violation.level)),
        Phrase::new().toned(severity, tone).words(),
        claim_words(result, &violation.claim_id),
        article(result, violation),
        plain(&violation.rationale),
    ]
}

/// Returns the article with the numbers of its citations, or a remark when none is confirmed.
fn article(result: &ReviewResult, violation: &Violation) -> Words {
    let phrase = Phrase::new().plain(&violation.article).line();
    let cited: Vec<(usize, &Citation)> = violation
        .citations
        .iter()
        .filter_map(|at| result.citations.get(*at).map(|citation| (*at, citation)))
        .collect();
    if cited.is_empty() {
        return phrase.small("인용 없음: 확인되지 않은 위반").words();
    }
    let numbers: Vec<String> = cited.iter().map(|(at, _)| format!("[{}]", at + 1)).collect();
    let phrase = phrase.small(&format!("인용 {}", numbers.join(" ")));
    if cited.iter().any(|(_, citation)| citation.status.is_confirmed()) {
        return phrase.words();
    }
    phrase.line().small("대조된 인용 없음").words()
}

/// Returns every citation: place, quote and result of the check.
pub fn citations(result: &ReviewResult) -> Section {
    let title = "인용".to_owned();
    if result.citations.is_empty() {
        return Section { title, blocks: vec![paragraph("인용이 없습니다.")] };
    }
    let blocks =
        result.citations.iter().enumerate().flat_map(|(at, citation)| cited(result, at, citation));
    Section {
        title,
        blocks: [aside(&counted(&result.citations))].into_iter().chain(blocks).collect(),
    }
}

/// Counts the citations confirmed by the official text, confirmed by a digest, and unconfirmed.
fn counted(citations: &[Citation]) -> String {
    let count = |confirmed, digest| {
        let alike = |it: &&Citation| (it.status.is_confirmed(), it.digest) == (confirmed, digest);
        citations.iter().filter(alike).count()
    };
    let (official, digest) = (count(true, false), count(true, true));
    format!(
        "모두 {}건: 원문 대조 {official}건, 요지 대조 {digest}건, 확인되지 않음 {}건",
        citations.len(),
        citations.len() - official - digest
    )
}

fn cited(result: &ReviewResult, at: usize, citation: &Citation) -> Vec<Block> {
    let (word, shape, tone) = words::citation(citation);
    let mut blocks = vec![
        Block::Subheading {
            words: Phrase::new()
                .plain(&format!("[{}] {}  ", at + 1, citation.article))
                .shape(shape, tone)
                .toned(&word, tone)
                .words(),
        },
        Block::Quote { words: plain(&citation.quote), tone },
        aside(&particulars(result, at, citation)),
    ];
    if !citation.note.is_empty() {
        blocks.push(paragraph(&citation.note));
    }
    blocks
}

/// Returns what identifies the version, and which violations cite it.
fn particulars(result: &ReviewResult, at: usize, citation: &Citation) -> String {
    let mut parts = vec![words::source(citation.kind).to_owned()];
    let day = if citation.kind == DocumentKind::Precedent { "선고" } else { "시행" };
    parts.push(match citation.effective_from {
        Some(from) => format!("{day} {from}"),
        None => format!("{day}일 모름"),
    });
    if !citation.version.is_empty() {
        parts.push(citation.version.clone());
    }
    let rests: Vec<String> = result
        .violations
        .iter()
        .filter(|violation| violation.citations.contains(&at))
        .filter_map(|violation| super::claim_of(result, &violation.claim_id))
        .map(|(number, _)| format!("({number})"))
        .collect();
    parts.push(match rests.is_empty() {
        true => "참고".to_owned(),
        false => format!("주장 {}의 근거", unique(rests).join(" ")),
    });
    parts.join(" · ")
}

fn unique(mut list: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    list.retain(|item| seen.insert(item.clone()));
    list
}

/// Returns the suggested wordings, before and after.
pub fn suggestions(result: &ReviewResult) -> Section {
    let title = "고침 제안".to_owned();
    if result.suggestions.is_empty() {
        return Section { title, blocks: vec![paragraph("고침 제안이 없습니다.")] };
    }
    let rows = result
        .suggestions
        .iter()
        .map(|suggestion| {
            let number = super::claim_of(result, &suggestion.claim_id)
                .map_or_else(|| "–".to_owned(), |(number, _)| format!("({number})"));
            let after = match suggestion.after.as_str() {
                "" => Phrase::new().small("이 표현을 지움").words(),
                after => Phrase::new().role(after, Role::Inserted).words(),
            };
            vec![
                plain(&number),
                Phrase::new().role(&suggestion.before, Role::Deleted).words(),
                after,
                plain(&suggestion.why),
            ]
        })
        .collect();
    let table = Table {
        caption: "고침 제안: 지금 문구와 고친 문구".to_owned(),
        columns: vec![
            column("주장", 8),
            column("지금 문구", 28),
            column("고친 문구", 34),
            column("까닭", 30),
        ],
        rows,
    };
    Section { title, blocks: vec![Block::Table(table)] }
}
