//! Reads 판례 and 헌재결정례 as decisions in our Markdown.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::DocumentKind;

use super::notes::Notes;
use super::tree::Node;
use super::words::{escaped, images, no_heading, one_line, plain};
use crate::front_matter::FrontMatter;
use crate::manuscript::Manuscript;
use crate::text::pattern;

/// Identifying fields of a decision; the first name is ours.
const NAMES: [(&str, &[&str]); 6] = [
    ("사건번호", &["사건번호"]),
    ("사건명", &["사건명"]),
    ("법원명", &["법원명"]),
    ("선고일자", &["선고일자", "종국일자"]),
    ("판례일련번호", &["판례정보일련번호", "판례일련번호"]),
    ("헌재결정례일련번호", &["헌재결정례일련번호"]),
];

/// Fields about the case that are no text of the decision.
const FACTS: [&str; 9] = [
    "선고",
    "법원종류코드",
    "사건종류명",
    "사건종류코드",
    "판결유형",
    "재판부구분코드",
    "재판부구분",
    "데이터출처명",
    "판례상세링크",
];

/// Parts of a decision in the order of print.
const PARTS: [&str; 9] = [
    "판시사항",
    "판결요지",
    "결정요지",
    "심판대상조문",
    "참조조문",
    "참조판례",
    "주문",
    "이유",
    "판례내용",
];

static LABEL: LazyLock<Regex> = LazyLock::new(|| pattern(r"【[^【】\n]{1,20}】"));
/// Markup other than images, whose layout is lost.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>"));

pub(super) fn read(mut root: Node, reader: &'static str) -> Manuscript {
    let mut notes = Notes::default();
    let mut front = FrontMatter::default();
    for (ours, theirs) in NAMES {
        front.add(ours, one_line(&root.take_text(theirs, &mut notes.unread)));
    }
    for fact in FACTS {
        front.add(fact, one_line(&root.take_text(&[fact], &mut notes.unread)));
    }
    let mut body = String::new();
    if let Some(name) = front.text(&["사건명"]) {
        body.push_str(&format!("# {}\n", escaped(name)));
    }
    for part in PARTS {
        let names: &[&str] =
            if part == "판례내용" { &["판례내용", "전문"] } else { &[part] };
        let text = plain(&root.take_text(names, &mut notes.unread));
        if text.trim().is_empty() {
            continue;
        }
        notes.images(part.to_owned(), images(&text));
        markup(part, &text, &mut notes);
        body.push_str(&format!("\n## {part}\n\n"));
        for line in
            LABEL.replace_all(&text, "\n$0").split('\n').filter(|line| !line.trim().is_empty())
        {
            body.push_str(&no_heading(line.trim_end()));
            body.push('\n');
        }
    }
    if !body.contains("\n## 판례내용\n") && !body.contains("\n## 주문\n") {
        notes.find(
            "판례내용",
            "결정문의 전문이 없습니다. 요지만 들였으니 전문을 다시 받아 가져오십시오.",
        );
    }
    notes.unread.rest(root);
    let mut manuscript = Manuscript::new(reader, Some(DocumentKind::Precedent));
    manuscript.front = Some(front);
    manuscript.body = body;
    manuscript.findings = notes.into_findings();
    manuscript
}

fn markup(part: &str, text: &str, notes: &mut Notes) {
    let mut names: Vec<String> = MARKUP
        .captures_iter(text)
        .map(|found| found[1].to_lowercase())
        .filter(|name| name != "img" && name != "br")
        .collect();
    names.sort();
    names.dedup();
    if !names.is_empty() {
        notes.find(
            part,
            format!(
                "글에 HTML 태그({})가 남아 있습니다. 표나 서식이 깨지지 않았는지 확인하십시오.",
                names.join(", ")
            ),
        );
    }
}
