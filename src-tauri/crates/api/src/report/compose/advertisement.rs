//! The reviewed wording with its claims marked in place.

use simui_domain::{ReviewResult, Severity};

use super::{aside, claim_words, column, subheading};
use crate::report::document::{Block, Section, Table, Tone};
use crate::report::text::{Mark, count_hidden, grouped, marked, plain};
use crate::report::words;
use crate::types::CaseView;

/// Returns the advertisement, its submitted evidence, and the wording approved before.
pub fn section(case: &CaseView, result: Option<&ReviewResult>) -> Section {
    let text = &case.ad.text;
    let mut blocks = Vec::new();
    let (marks, astray) = result.map(|result| marks(text, result)).unwrap_or_default();
    if text.is_empty() {
        blocks.push(aside("광고 문구가 비어 있습니다."));
    } else {
        blocks.push(Block::Wording { words: marked(text, &marks) });
        blocks.push(aside(&legend(text, marks.len())));
    }
    if let (Some(result), false) = (result, astray.is_empty()) {
        blocks.push(subheading("이 문구에서 찾지 못한 주장"));
        blocks.push(aside(
            "주장의 위치가 지금의 문구와 맞지 않습니다. 문구가 바뀐 뒤 다시 심의하지 않았을 수 있습니다.",
        ));
        blocks.extend(astray.iter().map(|at| Block::Paragraph {
            words: claim_words(result, &result.claims[*at].id),
            aside: false,
        }));
    }
    blocks.extend(evidence(case));
    if let Some(approved) = case.ad.approval.as_ref().and_then(|approval| approval.text.as_ref()) {
        blocks.push(subheading("심의받은 문구"));
        blocks.push(Block::Wording { words: plain(approved) });
    }
    Section { title: "광고 원문".to_owned(), blocks }
}

/// Returns the marks of claims whose words are at their place, and the indexes of the others.
fn marks(text: &str, result: &ReviewResult) -> (Vec<Mark>, Vec<usize>) {
    let length = text.chars().count();
    // `Span::slice` walks through the text. For thousands of claims in a megabyte, that takes minutes.
    let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut marks = Vec::new();
    let mut astray = Vec::new();
    for (at, claim) in result.claims.iter().enumerate() {
        let stands = claim.start < claim.end
            && claim.end <= length
            && text[bounds[claim.start]..bounds[claim.end]] == claim.text;
        if !stands {
            astray.push(at);
            continue;
        }
        let worst = result
            .violations
            .iter()
            .filter(|violation| violation.claim_id == claim.id)
            .map(|violation| violation.severity)
            .max();
        marks.push(Mark { start: claim.start, end: claim.end, tone: tone(worst), number: at + 1 });
    }
    (marks, astray)
}

/// Returns the tone of a claim; neutral without a violation.
fn tone(worst: Option<Severity>) -> Tone {
    worst.map_or(Tone::Calm, |severity| words::severity(severity).1)
}

fn legend(text: &str, claims: usize) -> String {
    let mut legend = format!("모두 {}자.", grouped(text.chars().count()));
    if claims > 0 {
        legend.push_str(&format!(
            " 밑줄 친 곳이 주장 {claims}건이며, 괄호 안의 숫자가 주장 번호입니다."
        ));
    }
    let hidden = count_hidden(text);
    if hidden > 0 {
        legend.push_str(&format!(" 보이지 않는 문자 {}개를 번호로 적었습니다.", grouped(hidden)));
    }
    legend
}

fn evidence(case: &CaseView) -> Vec<Block> {
    if case.ad.evidence.is_empty() {
        return Vec::new();
    }
    let rows = case
        .ad
        .evidence
        .iter()
        .map(|evidence| {
            vec![
                plain(&evidence.title),
                plain(words::evidence_kind(&evidence.kind)),
                plain(if evidence.supports.is_empty() {
                    "밝히지 않음"
                } else {
                    &evidence.supports
                }),
            ]
        })
        .collect();
    vec![
        subheading("제출된 증빙"),
        Block::Table(Table {
            caption: "제출된 증빙".to_owned(),
            columns: vec![column("자료", 40), column("종류", 20), column("뒷받침하는 문구", 40)],
            rows,
        }),
    ]
}
