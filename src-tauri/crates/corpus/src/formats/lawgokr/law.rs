//! Reads 법령, 행정규칙 and 자치법규 as a law in our Markdown.

use simui_domain::DocumentKind;

use super::articles::Articles;
use super::back::{annex, supplementary};
use super::basics::{BASICS, front};
use super::body::Body;
use super::notes::Notes;
use super::rule;
use super::tree::{Node, excerpt};
use super::words::plain;
use crate::manuscript::Manuscript;

/// Elements beside a law that are no text of it.
const ABOUT: [&str; 4] = ["개정문", "제개정이유", "개정이유", "첨부파일"];

pub(super) fn read(mut root: Node, reader: &'static str) -> Manuscript {
    let (mut body, mut notes) = (Body::default(), Notes::default());
    let mut front = front(&root.take(&BASICS));
    root.take(&["법령키"]);
    body.title(front.text(&["제목"]).unwrap_or_default());
    let in_force = front.text(&["시행일자"]).unwrap_or_default().to_owned();
    let mut texts = Vec::new();
    let mut articles = Articles::new(&mut body, &mut notes, in_force.clone());
    for mut part in root.take(&["조문", "조문단위", "조", "조문내용"]) {
        match part.name.as_str() {
            "조문" => {
                part.take(&["조문키"]);
                for row in part.take(&["조문단위", "조", "조문내용"]) {
                    match row.name.as_str() {
                        "조문내용" => texts.push(row),
                        _ => articles.row(row),
                    }
                }
                articles.notes.unread.rest(part);
            }
            "조문내용" => texts.push(part),
            _ => articles.row(part),
        }
    }
    let mut lines = Vec::new();
    for mut text in texts {
        lines.push(plain(&std::mem::take(&mut text.text)));
        notes.unread.rest(text);
    }
    rule::write(&lines, &mut body, &mut notes);
    let provisions = body.provisions;
    for part in root.take(&["부칙"]) {
        supplementary(part, &mut body, &mut notes);
    }
    let mut annexes = Vec::new();
    for mut part in root.take(&["별표", "별표단위"]) {
        if part.name == "별표단위" {
            annexes.push(part);
            continue;
        }
        annexes.extend(part.take(&["별표단위"]));
        notes.unread.rest(part);
    }
    for part in annexes {
        annex(part, &in_force, &mut front, &mut body, &mut notes);
    }
    for name in ABOUT {
        let texts: Vec<String> = root.take(&[name]).iter().map(Node::all_text).collect();
        let text = texts.join(" ");
        if !text.trim().is_empty() {
            let count = text.chars().count();
            notes.find(name, format!("{name}({count}자)은 법령의 글이 아니어서 본문에 넣지 않았습니다. 원본 파일에 남아 있습니다: {}", excerpt(&text)));
        }
    }
    notes.unread.rest(root);
    let mut manuscript = Manuscript::new(reader, Some(DocumentKind::Statute));
    manuscript.front = Some(front);
    manuscript.body = body.into_text();
    manuscript.provisions = Some(provisions);
    manuscript.findings = notes.into_findings();
    manuscript
}
