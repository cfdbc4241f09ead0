//! Findings for answers without a law: lists, errors, web pages.

use super::tree::{Node, excerpt};
use super::words::one_line;
use crate::reading::Finding;

/// Most entries of a list that a finding names.
const NAMED: usize = 20;

/// For each kind of entry: element, request for it, and the fields with its number and title.
const ENTRIES: [(&str, &str, &[&str], &[&str]); 5] = [
    ("law", "law&MST=", &["법령일련번호"], &["법령명한글", "법령명_한글", "법령명"]),
    ("admrul", "admrul&ID=", &["행정규칙일련번호"], &["행정규칙명"]),
    ("ordin", "ordin&MST=", &["자치법규일련번호"], &["자치법규명"]),
    ("prec", "prec&ID=", &["판례일련번호"], &["사건명"]),
    ("detc", "detc&ID=", &["헌재결정례일련번호"], &["사건명"]),
];

/// Describes a list: its entries and how to fetch them.
pub(super) fn list(root: &Node) -> Finding {
    let total = root.peek(&["totalCnt"]).unwrap_or("0").to_owned();
    let mut calls = Vec::new();
    for child in &root.children {
        let name = child.name.to_lowercase();
        let Some((_, call, numbers, titles)) = ENTRIES.iter().find(|(entry, ..)| *entry == name)
        else {
            continue;
        };
        let (number, title) = (child.peek(numbers), child.peek(titles));
        calls.push(match number {
            Some(number) => format!(
                "{} lawService.do?target={call}{number}",
                one_line(title.unwrap_or("이름 없음"))
            ),
            None => format!("{} (일련번호 없음)", one_line(title.unwrap_or("이름 없음"))),
        });
    }
    if calls.is_empty() {
        return Finding::whole_file(format!(
            "검색 결과가 없는 목록입니다(totalCnt {total}). 검색어를 고쳐 다시 찾으십시오."
        ));
    }
    let more = calls.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" 외 {more}건") } else { String::new() };
    let count = calls.len();
    calls.truncate(NAMED);
    Finding::whole_file(format!(
        "검색 목록이라 법령이나 결정의 글이 없습니다(전체 {total}건 가운데 {count}건). 하나씩 받아 가져오십시오: {}{more}",
        calls.join("; ")
    ))
}

/// Returns the finding of an error: `<result>실패</result><msg>…</msg>`, `<Law>일치하는 법령이 없습니다.</Law>`; `None`
/// for other answers.
pub(super) fn error(root: &Node) -> Option<Finding> {
    let message = [root.peek(&["result"]), root.peek(&["msg", "message"])];
    let message: Vec<&str> = message.into_iter().flatten().collect();
    let message = match (message.is_empty(), root.children.is_empty()) {
        (false, _) => message.join(": "),
        (true, true) => root.text.trim().to_owned(),
        (true, false) => return None,
    };
    Some(Finding::whole_file(format!(
        "law.go.kr이 오류로 답했습니다: {}. 법령 번호와 인증키를 확인하고 다시 받으십시오.",
        excerpt(one_line(&message).trim_end_matches('.'))
    )))
}

/// Returns the finding of an answer that contains neither law nor decision.
pub(super) fn unknown(root: &Node) -> Finding {
    let fields: Vec<&str> =
        root.children.iter().map(|child| child.name.as_str()).take(NAMED).collect();
    Finding::whole_file(format!(
        "law.go.kr의 답이지만 법령도 판례도 아닙니다(<{}>: {}). 법령·행정규칙·자치법규·판례·헌재결정례를 받아 가져오십시오.",
        root.name,
        excerpt(&fields.join(", "))
    ))
}

/// Returns the finding of a web page: law.go.kr sends errors as HTML with status 200.
pub(super) fn web_page(text: &str) -> Option<Finding> {
    let start: String = text.trim_start().chars().take(15).collect::<String>().to_lowercase();
    (start.starts_with("<!doctype html") || start.starts_with("<html")).then(|| {
        Finding::whole_file(
            "XML이나 JSON이 아니라 웹 화면(HTML)입니다. 오류 화면이면 다시 받고, 글이면 이름을 .html로 바꾸어 가져오십시오.",
        )
    })
}
