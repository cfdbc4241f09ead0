//! Reads web pages (`html/2`): headings, lists with their numbers, tables row by row.
//!
//! Left out with a finding: hidden elements, menus, page footers. Scripts and styles are ignored. An error
//! page is refused.

mod in_text;
mod lists_and_tables;
mod page;
mod visibility;

use std::sync::LazyLock;

use dom_query::Document;
use regex::Regex;
use simui_domain::is_hidden;

pub(crate) use self::in_text::with_rows;
use self::page::Page;
use self::visibility::Visibility;
use super::transcript::{Block, Transcript};
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};
use crate::text::pattern;

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "html/2";

/// Longest error page in characters.
const LONGEST_ERROR: usize = 1_500;

/// Error messages that servers send instead of a document, with status 200.
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:40[0-9]|50[0-9])\b.{0,30}(?:error|not found|forbidden|unavailable|오류)|(?:error|not found|forbidden|unavailable|access denied|오류).{0,20}\b(?:40[0-9]|50[0-9])\b|페이지를 찾을 수 없|요청하신 (?:페이지|자료|정보)|(?:오류|에러)가 발생|접근이? ?(?:거부|제한)|미신청된 (?:목록|본문)|인증(?:키|에 실패)|사용자 정보 검증에 실패|일치하는 (?:법령|자료|판례).{0,6}없|시스템 점검|서비스 점검|(?i:service unavailable|internal server error|access denied|page not found)",
    )
});

/// Deepest nesting of elements; parsing takes quadratic time.
const DEEPEST: usize = 1_000;

/// Most attributes of a tag; parsing compares each with the previous ones in quadratic time.
const MOST_ATTRIBUTES: usize = 2_000;

static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,30})"));

/// Void elements, and those that are closed by the next of their kind.
const WITHOUT_DEPTH: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody", "tfoot", "colgroup",
    "option", "optgroup", "rb", "rt", "rp", "html", "head", "body",
];

/// Reads a page.
pub(crate) fn read(text: &str, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    if depth(text) > DEEPEST {
        return Err(Finding::whole_file(format!(
            "요소가 {DEEPEST}겹보다 깊이 들어 있습니다. 글만 따로 저장하여 가져오십시오."
        )));
    }
    if most_attributes(text) > MOST_ATTRIBUTES {
        return Err(Finding::whole_file(format!(
            "태그 하나에 속성이 {MOST_ATTRIBUTES}개보다 많습니다. 글만 따로 저장하여 가져오십시오."
        )));
    }
    let document = Document::from(text);
    let visibility = Visibility::of(&document);
    let mut page = Page::new(&visibility);
    page.read(&document.root());
    let mut transcript = page.finish();
    let title = document.select_single("head > title").text().trim().to_owned();
    if let Some(message) = error(&transcript, &title) {
        return Err(Finding::whole_file(format!(
            "자료가 아니라 오류 화면입니다({message}). 원문을 다시 받아 가져오십시오."
        )));
    }
    transcript.title = Some(title);
    // Hidden characters in the file itself were reported before.
    if !text.contains(is_hidden) {
        transcript.find_hidden_characters();
    }
    transcript.manuscripts(READER, hint)
}

/// Returns the deepest nesting of elements.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0usize, 0usize);
    for tag in TAG.captures_iter(text) {
        if WITHOUT_DEPTH.contains(&tag[2].to_lowercase().as_str()) {
            continue;
        }
        open = if tag[1].is_empty() { open + 1 } else { open.saturating_sub(1) };
        deepest = deepest.max(open);
    }
    deepest
}

/// Returns an upper bound of the attributes of a tag in one pass: `a = b` counts twice, and scripts and
/// comments may count as tags.
fn most_attributes(text: &str) -> usize {
    let mut most = 0;
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte == b'<') {
        rest = rest.get(at + 1..).unwrap_or_default();
        if rest.first().is_some_and(u8::is_ascii_alphabetic) {
            let (attributes, behind) = tag(rest);
            most = most.max(attributes);
            rest = behind;
        }
    }
    most
}

/// Counts the attributes of the tag whose name `text` begins with; also returns the text after it.
fn tag(text: &[u8]) -> (usize, &[u8]) {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
    let (mut attributes, mut between, mut at) = (0, false, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte {
            b'>' => break,
            b'=' => {
                attributes += usize::from(between);
                between = false;
                at += text.iter().skip(at).take_while(|it| it.is_ascii_whitespace()).count();
                if let Some(quote @ (b'"' | b'\'')) = text.get(at) {
                    at += 2 + text.iter().skip(at + 1).take_while(|it| *it != quote).count();
                    between = true;
                } else {
                    let is_value = |it: &&u8| !it.is_ascii_whitespace() && **it != b'>';
                    at += text.iter().skip(at).take_while(is_value).count();
                }
            }
            byte if is_between(byte) => between = true,
            _ if between => {
                attributes += 1;
                between = false;
            }
            _ => {}
        }
    }
    (attributes, text.get(at..).unwrap_or_default())
}

fn error(transcript: &Transcript, title: &str) -> Option<String> {
    let mut message = transcript.blocks.iter().map(Block::words).collect::<Vec<_>>().join(" ");
    if message.chars().count() > LONGEST_ERROR {
        return None;
    }
    message = format!("{title} {message}");
    let found = ERROR.find(&message)?;
    Some(found.as_str().split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::{MOST_ATTRIBUTES, most_attributes, read};

    #[test]
    fn no_attribute_is_missed() {
        for (text, expected) in [
            ("<p>글 a b c</p>", 0),
            ("<p a b=c d='e f > g' h>i j</p>", 4),
            ("<p a=\"1\"b='2'c=3 / d>", 4),
            ("<p a = 'b c' d= e f =g>", 5),
            ("<p\na\tb/c><q d>", 3),
            ("<p a='열린 채 끝남 <q b c d e>", 1),
            ("1 < 2 a b <3 c d>", 0),
            ("<", 0),
            ("<p", 0),
        ] {
            assert_eq!(most_attributes(text), expected, "{text}");
        }
    }
    #[test]
    fn a_tag_of_too_many_attributes_is_refused() {
        let page = |count: usize| {
            let attributes: String = (0..count).map(|at| format!(" a{at}")).collect();
            read(&format!("<html><body><p{attributes}>글</p></body></html>"), None)
        };
        assert!(page(MOST_ATTRIBUTES).is_ok());
        assert!(page(MOST_ATTRIBUTES + 1).is_err_and(|it| it.reason.contains("속성이")));
    }
}
