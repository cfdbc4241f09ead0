//! Decisions, versions, and how the draft was made.

use std::collections::BTreeSet;

use simui_domain::{Decision, ReviewResult, korean_minute};

use super::{aside, column, figures, paragraph, subheading};
use crate::report::document::{Block, Look, Role, Section, Table, Tone, Words};
use crate::report::text::{Phrase, grouped, plain};
use crate::report::words;
use crate::types::CaseView;

/// Returns the decisions, oldest first, each with person, time, note and changes.
pub fn decisions(case: &CaseView) -> Section {
    let title = "결정".to_owned();
    if case.decisions.is_empty() {
        let none = match super::is_final(case) {
            true => "사람이 내린 결정이 없습니다. 결정 규칙에 따라 확정되었습니다.",
            false => "아직 사람이 내린 결정이 없습니다.",
        };
        return Section { title, blocks: vec![paragraph(none)] };
    }
    let blocks = case.decisions.iter().enumerate().flat_map(|(at, it)| decision(at + 1, it));
    Section { title, blocks: blocks.collect() }
}

fn decision(number: usize, decision: &Decision) -> Vec<Block> {
    let verdict = decision.verdict.map(|verdict| format!(" → {verdict}")).unwrap_or_default();
    let mut blocks = vec![
        subheading(&format!("{number}. {}{verdict}", words::action(decision.action))),
        aside(&format!(
            "{} · {} {}",
            korean_minute(decision.decided_at),
            words::role(decision.reviewer.role),
            decision.reviewer.name
        )),
    ];
    if !decision.note.is_empty() {
        blocks.push(Block::Quote { words: plain(&decision.note), tone: Tone::Calm });
    }
    if !decision.diff.is_empty() {
        blocks.push(aside("고치기 전(−)과 고친 뒤(+)의 차이"));
        let lines = decision.diff.lines().map(difference).collect();
        blocks.push(Block::Difference { lines });
    }
    blocks
}

/// Returns one line of a unified diff. The colour repeats the meaning of the sign.
fn difference(line: &str) -> Words {
    let toned = |tone| Look { tone: Some(tone), ..Look::default() };
    let look = match line.get(..3) {
        Some("---" | "+++") => Look { small: true, ..Look::default() },
        _ if line.starts_with('@') => Look { small: true, ..Look::default() },
        _ if line.starts_with('+') => toned(Tone::Good),
        _ if line.starts_with('-') => toned(Tone::Bad),
        _ => Look::default(),
    };
    Phrase::new().look(line, look).words()
}

/// Returns the versions of the advertisement, and the changes of claims between the last two.
pub fn versions(case: &CaseView) -> Section {
    let latest = case.versions.iter().map(|version| version.version).max();
    let rows = case
        .versions
        .iter()
        .map(|version| {
            let last =
                if Some(version.version) == latest { "지금 심의하는 문구" } else { "" };
            vec![
                plain(&format!("{}차", version.version)),
                plain(&korean_minute(version.submitted_at)),
                plain(&format!("{}자", grouped(version.ad.text.chars().count()))),
                plain(last),
            ]
        })
        .collect();
    let mut blocks = vec![Block::Table(Table {
        caption: "광고의 버전".to_owned(),
        columns: vec![column("버전", 14), column("접수", 32), figures("길이", 18), column("", 36)],
        rows,
    })];
    if !case.changes.is_empty() {
        blocks.push(subheading("앞 버전과 견준 주장"));
        blocks.push(changes(case));
    }
    for version in case.versions.iter().filter(|version| Some(version.version) != latest) {
        blocks.push(subheading(&format!("{}차 문구", version.version)));
        blocks.push(Block::Wording { words: plain(&version.ad.text) });
    }
    Section { title: "버전과 달라진 점".to_owned(), blocks }
}

fn changes(case: &CaseView) -> Block {
    use crate::types::ClaimChangeKind::{Added, Kept, Removed};
    let rows = case
        .changes
        .iter()
        .map(|change| {
            let role = match change.change {
                Kept => Role::Plain,
                Removed => Role::Deleted,
                Added => Role::Inserted,
            };
            vec![
                plain(words::change(change.change)),
                Phrase::new().role(&change.text, role).words(),
                plain(&change.kinds.join(", ")),
            ]
        })
        .collect();
    Block::Table(Table {
        caption: "앞 버전과 견준 주장".to_owned(),
        columns: vec![column("달라진 점", 16), column("주장", 64), column("위반 유형", 20)],
        rows,
    })
}

/// Returns the 수정요청 통지, when there is one.
pub fn notice(case: &CaseView) -> Option<Section> {
    let notice = case.notice.as_ref()?;
    Some(Section {
        title: "수정요청 통지문".to_owned(),
        blocks: vec![
            aside(&format!("{} 작성", korean_minute(notice.created_at))),
            Block::Wording { words: plain(&notice.text) },
        ],
    })
}

/// Returns program, rules, rounds and duration of the draft.
pub fn making(case: &CaseView, result: Option<&ReviewResult>) -> Section {
    let mut rows: Vec<(&str, Words)> = Vec::new();
    if let Some(result) = result {
        rows.push(("엔진", plain(&engines(result))));
        rows.push(("초안", plain(&format!("{}회 작성", result.iterations))));
        let rules: BTreeSet<&str> = result
            .violations
            .iter()
            .map(|violation| violation.rule.as_str())
            .filter(|rule| !rule.is_empty())
            .collect();
        if !rules.is_empty() {
            rows.push(("적용한 규칙", plain(&Vec::from_iter(rules).join(", "))));
        }
        if !result.packs.is_empty() {
            rows.push(("규칙 묶음", plain(&packs(result))));
        }
    }
    if let Some(run) = &case.run_id {
        rows.push(("실행 번호", plain(run.as_str())));
    }
    rows.push(("프로그램", plain(concat!("심의 데스크 ", env!("CARGO_PKG_VERSION")))));
    let rows = rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut blocks = vec![Block::Facts { rows }];
    blocks.extend(result.and_then(|result| timings(case, result)));
    Section { title: "작성 방법".to_owned(), blocks }
}

/// Lists packs by version: `award, award_form 2026.3`.
fn packs(result: &ReviewResult) -> String {
    let mut versions: Vec<(&str, Vec<&str>)> = Vec::new();
    for pack in &result.packs {
        match versions.iter_mut().find(|(version, _)| *version == pack.version) {
            Some((_, ids)) => ids.push(&pack.id),
            None => versions.push((&pack.version, vec![&pack.id])),
        }
    }
    let named = versions.iter().map(|(version, ids)| format!("{version}판 {}", ids.join(", ")));
    named.collect::<Vec<_>>().join("; ")
}

/// Lists the engines of the roles; one engine of all roles is named once.
fn engines(result: &ReviewResult) -> String {
    let engines: BTreeSet<&String> = result.engine.values().collect();
    match (engines.len(), engines.first()) {
        (1, Some(only)) => words::engine(only),
        _ => {
            let each = result.engine.iter().map(|(role, name)| {
                format!("{}: {}", words::engine_role(role), words::engine(name))
            });
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns the times of the nodes in the order of the graph; unknown nodes come last.
fn timings(case: &CaseView, result: &ReviewResult) -> Option<Block> {
    let place = |name: &str| case.graph.nodes.iter().position(|node| node.name == name);
    let mut nodes: Vec<(&String, f64)> = result
        .timings_ms
        .iter()
        .filter(|(name, _)| *name != "total")
        .map(|(name, ms)| (name, *ms))
        .collect();
    nodes.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    let mut rows: Vec<Vec<Words>> = nodes
        .into_iter()
        .map(|(name, ms)| {
            let node = place(name).map(|at| &case.graph.nodes[at]);
            vec![
                plain(node.map_or(name, |node| &node.label)),
                plain(&node.map(|node| format!("{}회", node.visits)).unwrap_or_default()),
                plain(&words::milliseconds(ms)),
            ]
        })
        .collect();
    if let Some(total) = result.timings_ms.get("total") {
        rows.push(vec![
            Phrase::new().strong("합계").words(),
            Vec::new(),
            Phrase::new().strong(&words::milliseconds(*total)).words(),
        ]);
    }
    (!rows.is_empty()).then(|| {
        Block::Table(Table {
            caption: "단계별 걸린 시간".to_owned(),
            columns: vec![column("단계", 50), figures("횟수", 20), figures("걸린 시간", 30)],
            rows,
        })
    })
}
