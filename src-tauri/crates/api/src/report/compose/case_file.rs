//! 사건 기록: the report, followed by everything else that is stored about the case.

use jiff::Timestamp;
use simui_domain::{ReviewResult, korean_minute};
use simui_store::{AuditEntry, Case, Notice, Paper, PaperKind};

use super::{aside, column, figures, findings, paragraph, subheading, trail};
use crate::report::document::{Block, Document, Section, Table, Words};
use crate::report::text::{grouped, plain};
use crate::report::words;
use crate::types::{CaseEvents, CaseView};

/// Data of a case that only its file shows.
pub(crate) struct Trail {
    /// The case as the screen shows it.
    pub view: CaseView,
    /// The case as it is stored.
    pub case: Case,
    /// The result of each version, oldest first.
    pub results: Vec<(u32, Option<ReviewResult>)>,
    /// Checkpoints of all its runs.
    pub events: CaseEvents,
    /// Every notice.
    pub notices: Vec<Notice>,
    /// The issued letters.
    pub papers: Vec<Paper>,
    /// The audit entries about the case.
    pub entries: Vec<AuditEntry>,
    /// The result of the check of the audit log.
    pub log: String,
}

/// Returns the file of a case.
pub(crate) fn document(of: &Trail, written_at: Timestamp) -> Document {
    let mut document = super::document(&of.view, written_at);
    "사건 기록".clone_into(&mut document.title);
    let about = document.sections.pop();
    // All notices, this one included, follow below.
    let last_notice = trail::notice(&of.view);
    document.sections.retain(|section| last_notice.as_ref() != Some(section));
    let last = of.results.len().saturating_sub(1);
    for (version, result) in of.results.iter().take(last) {
        if let Some(result) = result {
            document.sections.push(earlier(*version, result));
        }
    }
    document.sections.push(runs(of));
    document.sections.push(notices(of));
    document.sections.push(papers(of));
    document.sections.push(log(of));
    document.sections.extend(about);
    document
}

/// Returns the desk's findings about a version that was sent back.
fn earlier(version: u32, result: &ReviewResult) -> Section {
    let verdict = format!(
        "데스크의 초안: {} · 확신도 {}",
        result.verdict,
        words::confidence(result.confidence.0)
    );
    let mut blocks = vec![aside(&verdict)];
    for section in
        [findings::violations(result), findings::citations(result), findings::suggestions(result)]
    {
        blocks.push(subheading(&section.title));
        // Headings inside it have the same level; their words tell them apart.
        blocks.extend(section.blocks);
    }
    Section { title: format!("{version}차 문구의 심의"), blocks }
}

/// Returns every checkpoint of every run.
fn runs(trail: &Trail) -> Section {
    let mut blocks = Vec::new();
    for version in &trail.case.versions {
        blocks.push(subheading(&format!("{}차 문구의 실행 {}", version.version, version.run_id)));
        let node = |name: &str| {
            let nodes = &trail.view.graph.nodes;
            nodes.iter().find(|it| it.name == name).map_or(name.to_owned(), |it| it.label.clone())
        };
        let rows: Vec<Vec<Words>> = trail
            .events
            .checkpoints
            .iter()
            .filter(|it| it.run_id == version.run_id)
            .map(|checkpoint| {
                let what = if checkpoint.answer { "사람의 답" } else { "완료" };
                vec![
                    plain(&checkpoint.seq.to_string()),
                    plain(&node(&checkpoint.node)),
                    plain(what),
                    plain(&korean_minute(checkpoint.at)),
                    plain(&words::milliseconds(checkpoint.ms)),
                    plain(&format!("{} B", grouped(checkpoint.bytes as usize))),
                ]
            })
            .collect();
        blocks.push(Block::Table(Table {
            caption: format!("{}차 문구의 실행 단계", version.version),
            columns: vec![
                figures("번호", 9),
                column("단계", 27),
                column("한 일", 16),
                column("시각", 22),
                figures("걸린 시간", 14),
                figures("기록", 12),
            ],
            rows,
        }));
    }
    Section { title: "실행 기록".to_owned(), blocks }
}

fn notices(trail: &Trail) -> Section {
    let title = "수정요청 통지문".to_owned();
    if trail.notices.is_empty() {
        return Section { title, blocks: vec![paragraph("보낸 수정요청이 없습니다.")] };
    }
    let blocks = trail.notices.iter().enumerate().flat_map(|(at, notice)| {
        [
            subheading(&format!("{}. {} 작성", at + 1, korean_minute(notice.created_at))),
            Block::Wording { words: plain(&notice.text) },
        ]
    });
    Section { title, blocks: blocks.collect() }
}

fn papers(trail: &Trail) -> Section {
    let title = "발급한 문서".to_owned();
    if trail.papers.is_empty() {
        return Section {
            title,
            blocks: vec![paragraph("문서번호를 매겨 발급한 문서가 없습니다.")],
        };
    }
    let rows = trail.papers.iter().map(|paper| {
        let kind = match paper.kind {
            PaperKind::Letter => "심의 결과 통지서",
            PaperKind::Notice => "보완·수정 요청 통지",
        };
        vec![plain(&paper.number_text), plain(kind), plain(&korean_minute(paper.issued_at))]
    });
    let table = Table {
        caption: "발급한 문서".to_owned(),
        columns: vec![column("문서번호", 34), column("문서", 36), column("발급", 30)],
        rows: rows.collect(),
    };
    Section { title, blocks: vec![Block::Table(table)] }
}

fn log(trail: &Trail) -> Section {
    let rows = trail.entries.iter().map(|entry| {
        vec![
            plain(&entry.seq.to_string()),
            plain(&korean_minute(entry.at)),
            plain(&entry.action),
            plain(&entry.actor),
            plain(&entry.mac),
        ]
    });
    let rows: Vec<Vec<Words>> = rows.collect();
    let mut blocks = vec![aside(&trail.log)];
    if rows.is_empty() {
        blocks.push(paragraph("이 사건에 대한 감사 기록이 없습니다."));
    } else {
        blocks.push(Block::Table(Table {
            caption: "이 사건의 감사 기록".to_owned(),
            columns: vec![
                figures("번호", 8),
                column("시각", 18),
                column("한 일", 16),
                column("한 사람", 25),
                column("확인값 (HMAC-SHA-256)", 33),
            ],
            rows,
        }));
    }
    Section { title: "감사 기록".to_owned(), blocks }
}
