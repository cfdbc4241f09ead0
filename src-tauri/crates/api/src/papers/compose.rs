//! Converts the fields of a letter to a document.

use minijinja::value::{Serde, Value};

use super::content::PaperContent;
use super::template::Template;
use crate::ApiError;
use crate::report::document::{Document, Letter, Words};
use crate::report::text::{one_line, plain};

/// Notice on a paper without a number.
const DRAFT: &str = "초안 — 보내지 마십시오. 설정에서 기관 정보를 정하면 문서번호가 매겨집니다.";

/// Returns the letter as a document that can be drawn.
pub fn document(content: &PaperContent) -> Result<Document, ApiError> {
    let fields = Value::from(Serde(content));
    let filled = Template::of(content.kind)?.fill(&fields)?;
    let number = content.number.as_deref();
    let subject = one_line(&plain(&filled.subject), 120);
    Ok(Document {
        subject: format!("{} · {subject}", number.unwrap_or("초안")),
        running: number.unwrap_or("초안").to_owned(),
        written: content.issued_on.clone(),
        written_at: content.issued_at,
        letter: Some(letter(content, &subject)),
        banner: None,
        title: filled.title,
        front: filled.front,
        sections: filled.sections,
    })
}

fn letter(content: &PaperContent, subject: &str) -> Letter {
    let office = &content.office;
    let recipient = match &content.recipient {
        Some(name) => format!("{} 귀하", one_line(&plain(name), 80)),
        None => "광고주 귀하".to_owned(),
    };
    let row = |name: &str, value: &str| (name.to_owned(), plain(value));
    let contact: Vec<(String, Words)> = [
        ("담당부서", &office.department),
        ("주소", &office.address),
        ("전화", &office.telephone),
        ("전자우편", &office.email),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(name, value)| row(name, value))
    .collect();
    let name =
        |text: &str| if text.is_empty() { "(기관명)".to_owned() } else { text.to_owned() };
    Letter {
        office: name(&office.name),
        rows: vec![
            row("문서번호", content.number.as_deref().unwrap_or("(미정)")),
            row("시행일", &content.issued_on),
            row("수신", &recipient),
            row("제목", subject),
        ],
        draft: if content.number.is_none() { DRAFT.to_owned() } else { String::new() },
        day: content.issued_on.clone(),
        signer: name(if office.signer.is_empty() { &office.name } else { &office.signer }),
        contact,
    }
}
