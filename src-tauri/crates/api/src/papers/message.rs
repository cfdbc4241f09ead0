//! Writes a letter as a message that a mail program opens and sends. Nothing is sent here.

use mail_builder::MessageBuilder;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::{BodyPart, MimePart};
use simui_store::PaperKind;

use super::content::PaperContent;
use super::office::is_address;
use crate::ApiError;
use crate::faults::ErrorCode;
use crate::report::text::{one_line, plain};

/// Returns the message (RFC 5322, MIME) with the PDF attached.
pub fn message_bytes(
    content: &PaperContent,
    to: Option<&str>,
    pdf: impl FnOnce() -> Result<Vec<u8>, ApiError>,
) -> Result<Vec<u8>, ApiError> {
    let office = &content.office;
    let Some(number) = content.number.as_deref().filter(|_| is_address(&office.email)) else {
        return Err(ApiError::invalid(
            ErrorCode::OfficeIncomplete,
            &[],
            "office: a message needs the office's name and email; an administrator sets them in the settings or with \
            `simui office set --as NAME`"
            .to_owned(),
        ));
    };
    let to = to.map(str::trim).filter(|it| !it.is_empty());
    if let Some(bad) = to.filter(|it| !is_address(it)) {
        return Err(ApiError::invalid(
            ErrorCode::RecipientMalformed,
            &[("recipient", &bad)],
            format!(
                "recipient {:?}: give one address such as name@clinic.kr",
                bad.chars().take(80).collect::<String>()
            ),
        ));
    }
    let title = match content.kind {
        PaperKind::Letter => "의료광고 심의 결과 통지",
        PaperKind::Notice => "의료광고 보완·수정 요청",
    };
    let host = office.email.split_once('@').map_or("localhost", |(_, host)| host);
    let text = body(content, title, number);
    let name = format!("{title} {}.pdf", file_name(number));
    let parts = vec![
        MimePart::new("text/plain", BodyPart::Text(text.into())),
        MimePart::new("application/pdf", BodyPart::Binary(pdf()?.into())).attachment(name),
    ];
    // The boundary is the paper's id, so that the same letter gives the same message, byte for byte.
    let mixed =
        ContentType::new("multipart/mixed").attribute("boundary", format!("=_{}", content.id));
    let mut message = MessageBuilder::new()
        .from((office.name.as_str(), office.email.as_str()))
        .subject(format!("[{number}] {title}"))
        .date(content.issued_at)
        .message_id(format!("{}@{host}", content.id))
        // Outlook and Thunderbird open the message as a draft.
        .header("X-Unsent", Raw::new("1"));
    if let Some(to) = to {
        message = message.to(to);
    }
    let message = message.body(MimePart::new(mixed, BodyPart::Multipart(parts)));
    message.write_to_vec().map_err(|error| {
        ApiError::invalid(
            ErrorCode::ReportFailed,
            &[],
            format!("report: message: {error}; report this"),
        )
    })
}

fn body(content: &PaperContent, title: &str, number: &str) -> String {
    let office = &content.office;
    let recipient = content.recipient.as_deref().unwrap_or("광고주");
    let mut text = format!(
        "{} 귀하\n\n{title}를 붙임과 같이 보냅니다.\n\n문서번호: {number}\n사건 번호: {}\n",
        one_line(&plain(recipient), 80),
        content.case_number
    );
    if let Some(ad) = &content.ad_number {
        text += &format!("접수 번호: {}\n", one_line(&plain(ad), 80));
    }
    text += "\n붙임: 통지서 1부 (PDF)\n\n";
    for line in [&office.name, &office.department, &office.address, &office.telephone] {
        if !line.is_empty() {
            text += &format!("{line}\n");
        }
    }
    text
}

/// Removes characters that file systems refuse.
fn file_name(number: &str) -> String {
    number.chars().map(|c| if "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect()
}
