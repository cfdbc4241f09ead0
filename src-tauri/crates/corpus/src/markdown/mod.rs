//! Reads Markdown other than statutes: decisions, guidelines, policies (`markdown/1`).
//!
//! Every heading starts a section, which is stored as an article with the heading as its key. The document
//! title does not start a section. Decisions have 사건번호, 법원명 and 선고일자 in their front matter. Their long texts
//! are also split at 【주문】 and 【이유】, and their holdings at `[1]`, `[2]`.

mod decision;
mod decision_text;
mod sections;

use simui_domain::{Clock, Document, DocumentKind, LawStanding};
use simui_store::ImportedDocument;

use crate::chunk;
use crate::front_matter::{FrontMatter, Split};
use crate::reading::{Finding, Reading, SourceFile};

/// The name of this reader in `Document::reader`.
pub(crate) const READER: &str = "markdown/1";

/// Reads a text whose kind is given by the user or the front matter.
pub(crate) fn read(
    source: &SourceFile,
    sha256: String,
    split: &Split<'_>,
    kind: DocumentKind,
    clock: &Clock,
) -> Result<Reading, Finding> {
    if split.body.trim().is_empty() {
        return Err(Finding::whole_file(
            "머리말만 있고 본문이 없습니다. 온전한 파일로 다시 가져오십시오.",
        ));
    }
    let none = FrontMatter::default();
    let front = split.front.as_ref().unwrap_or(&none);
    let names = match kind {
        DocumentKind::Precedent => decision::names(front)?,
        _ => names(source, front, split.body)?,
    };
    let document = Document {
        id: clock.new_id(),
        kind,
        title: names.title,
        source_key: names.source_key,
        version: names.version,
        promulgated_on: names.promulgated_on,
        effective_from: names.effective_from,
        effective_to: None,
        standing: LawStanding::default(),
        digest: front.is_set("요지"),
        source_path: source.path.clone(),
        sha256,
        reader: READER.to_owned(),
        body: split.body.to_owned(),
    };
    let cuts = match kind {
        DocumentKind::Precedent => sections::Cuts::Decision,
        _ => sections::Cuts::Headings,
    };
    let found = sections::sections(&document.body, cuts, clock);
    let chunks = chunk::of_sections(&document, &found.articles, clock);
    let imported = ImportedDocument { document, articles: found.articles, chunks };
    Ok(Reading {
        imported,
        findings: Vec::new(),
        headings: found.headings,
        technologies: Vec::new(),
    })
}

/// The names and dates of a document.
struct Names {
    title: String,
    source_key: String,
    version: String,
    promulgated_on: Option<jiff::civil::Date>,
    effective_from: Option<jiff::civil::Date>,
}

/// The names of a guideline or policy. The title is taken from the front matter, the first heading or the
/// file name.
fn names(source: &SourceFile, front: &FrontMatter, body: &str) -> Result<Names, Finding> {
    let heading = || body.lines().find_map(|line| line.trim().strip_prefix("# ")).map(str::trim);
    let title = front
        .text(&["제목", "title"])
        .or_else(heading)
        .filter(|title| !title.is_empty())
        .map_or_else(|| file_stem(&source.path), str::to_owned);
    Ok(Names {
        source_key: front.text(&["식별자"]).unwrap_or(&title).to_owned(),
        version: front.text(&["판", "version"]).unwrap_or_default().to_owned(),
        promulgated_on: front.optional_date(&["발행일자", "발행일", "공포일자"])?,
        effective_from: front.optional_date(&["시행일자", "시행일"])?,
        title,
    })
}

/// The file name without its extension, on one line. Names inside a ZIP file may contain line breaks.
pub(crate) fn file_stem(path: &str) -> String {
    let in_line = |name: &str| {
        let words = name.split(|c: char| c.is_whitespace() || c.is_control());
        words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let stem = std::path::Path::new(path).file_stem();
    let stem = stem.map(|it| in_line(&it.to_string_lossy())).unwrap_or_default();
    let names = [stem, in_line(path)];
    names.into_iter().find(|it| !it.is_empty()).unwrap_or_else(|| "이름 없는 파일".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_plain_name_has_one_in_one_line() {
        for (path, name) in [
            ("자료/광고 지침.md", "광고 지침"),
            ("두\n줄\u{1}이름.txt", "두 줄 이름"),
            ("a/\n.md", "a/ .md"),
            ("\n", "이름 없는 파일"),
        ] {
            assert_eq!(file_stem(path), name, "{path:?}");
        }
    }
}
