//! Composes the document of a case: what it contains, in which order.

mod advertisement;
pub(crate) mod case_file;
mod findings;
mod front;
mod precedents;
mod reasoning;
mod trail;

use jiff::Timestamp;
use simui_domain::{Claim, ClaimId, ReviewResult, korean_minute};

use super::document::{Block, Column, Document, Section, Tone, Words};
use super::text::{Phrase, excerpt, plain};
use crate::types::CaseView;

/// Returns the report of a case. A person's changes replace the desk's draft.
pub fn document(case: &CaseView, written_at: Timestamp) -> Document {
    let result = case.final_result.as_ref().or(case.result.as_ref());
    let mut sections = vec![advertisement::section(case, result)];
    if let Some(result) = result {
        sections.extend(findings::notices(result));
        sections.push(findings::violations(result));
        sections.push(findings::citations(result));
        sections.extend(precedents::section(result));
        sections.push(findings::suggestions(result));
        sections.push(reasoning::steps(result, case.final_result.is_some()));
        sections.push(reasoning::checklist(result));
        sections.push(reasoning::confidence(result));
    }
    sections.push(trail::decisions(case));
    sections.push(trail::versions(case));
    sections.extend(trail::notice(case));
    sections.push(trail::making(case, result));
    sections.push(about());
    let state = if is_final(case) { "확정" } else { "초안" };
    Document {
        title: "심의 결과 보고서".to_owned(),
        letter: None,
        subject: front::subject(case),
        running: format!("{state} · {}", front::number(case)),
        written: korean_minute(written_at),
        written_at: written_at.as_second(),
        banner: Some(front::banner(case, result)),
        front: front::facts(case),
        sections,
    }
}

/// Whether the verdict is final.
fn is_final(case: &CaseView) -> bool {
    case.summary.final_verdict.is_some() || case.finalized_at.is_some()
}

/// Returns the section on what the report is and is not.
fn about() -> Section {
    let blocks = [
        "심의 데스크의 초안은 저장된 법령·심의기준·판례와 규칙으로 만든 검토 자료이며, 심의관의 판단을 대신하지 \
         않습니다. 판정은 심의관이 서명하거나 정해진 결정 규칙을 모두 채웠을 때만 확정됩니다.",
        "‘원문 일치’는 인용한 글이 기준일에 시행 중인 저장 원문과 글자까지 같음을 프로그램이 대조했다는 뜻입니다. \
         ‘요지 대조’는 공식 원문이 아니라 요지와 대조했다는 뜻이므로, 확정하기 전에 원문을 확인해야 합니다.",
        "둥근 괄호의 숫자 (1)은 주장, 대괄호의 숫자 [1]은 인용의 번호입니다. 글자 위치는 광고 원문의 처음부터 센 \
         글자 수이고 끝 위치의 글자는 들어가지 않습니다. 보이지 않는 문자는 [U+200B]처럼 번호로 적었습니다. \
         시각은 모두 한국 표준시입니다.",
    ];
    Section { title: "이 보고서에 대하여".to_owned(), blocks: blocks.map(paragraph).into() }
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph { words: plain(text), aside: false }
}

fn aside(text: &str) -> Block {
    Block::Paragraph { words: plain(text), aside: true }
}

fn subheading(text: &str) -> Block {
    Block::Subheading { words: plain(text) }
}

fn column(title: &'static str, share: u8) -> Column {
    Column { title, share, figures: false }
}

fn figures(title: &'static str, share: u8) -> Column {
    Column { title, share, figures: true }
}

/// Returns a claim with its number, from 1, as the advertisement prints it.
fn claim_of<'a>(result: &'a ReviewResult, id: &ClaimId) -> Option<(usize, &'a Claim)> {
    let at = result.claims.iter().position(|claim| claim.id == *id)?;
    Some((at + 1, &result.claims[at]))
}

/// Returns `“국내 유일” (1)` and its place. Long claims are cut; the advertisement has them in full.
fn claim_words(result: &ReviewResult, id: &ClaimId) -> Words {
    match claim_of(result, id) {
        Some((number, claim)) => Phrase::new()
            .plain(&format!("“{}”", excerpt(&claim.text, 200)))
            .toned(&format!("({number})"), Tone::Calm)
            .line()
            .small(&format!("글자 {}–{}", claim.start, claim.end))
            .words(),
        None => Phrase::new().small("주장을 찾을 수 없음").words(),
    }
}
