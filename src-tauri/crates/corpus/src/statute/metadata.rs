use simui_domain::{Clock, Document, DocumentKind};

use super::READER;
use super::identity::key_by_name;
use super::standing::standing;
use crate::front_matter::{FrontMatter, Split};
use crate::reading::{Finding, SourceFile};

/// The law described by a front matter block. A law without a name, a kind, a number or dates cannot be
/// cited, so it is rejected. A law without a 법령ID, such as one saved from law.go.kr, is identified by its
/// name and kind.
pub(super) fn document(
    source: &SourceFile,
    sha256: String,
    split: &Split<'_>,
    clock: &Clock,
) -> Result<Document, Finding> {
    let missing = || {
        Finding::whole_file(
            "머리말(---)이 없어 어느 법령인지 알 수 없습니다. 제목·법령구분·공포번호·공포일자·시행일자를 적어 주십시오.",
        )
    };
    let front = split.front.as_ref().ok_or_else(missing)?;
    if split.body.trim().is_empty() {
        return Err(Finding::whole_file(
            "머리말만 있고 본문이 없습니다. 온전한 파일로 다시 가져오십시오.",
        ));
    }
    let effective_from = front.required_date(&["시행일자"])?;
    Ok(Document {
        id: clock.new_id(),
        kind: DocumentKind::Statute,
        title: front.required(&["제목"])?.to_owned(),
        source_key: source_key(front)?,
        version: version(front)?,
        promulgated_on: Some(front.required_date(&["공포일자"])?),
        effective_from: Some(effective_from),
        effective_to: None,
        standing: standing(front, effective_from)?,
        digest: front.is_set("요지"),
        source_path: source.path.clone(),
        sha256,
        reader: READER.to_owned(),
        body: split.body.to_owned(),
    })
}

fn source_key(front: &FrontMatter) -> Result<String, Finding> {
    if let Some(id) = front.text(&["법령ID"]) {
        return Ok(id.to_owned());
    }
    let (title, kind) = (front.required(&["제목"])?, front.required(&["법령구분"])?);
    Ok(key_by_name(title, kind, front.text(&["소관부처", "소관부처명"])))
}

/// The version: `법률 제21524호`. The source pads 공포번호 with zeros.
fn version(front: &FrontMatter) -> Result<String, Finding> {
    let kind = front.required(&["법령구분"])?;
    let number = front.required(&["공포번호"])?.trim_start_matches('0');
    Ok(format!("{kind} 제{number}호"))
}
