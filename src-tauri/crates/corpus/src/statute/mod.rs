//! Reads statutes in Markdown: `statute-markdown/2`.
//!
//! A front matter block identifies the law. `##` to `####` headings are 장·절·관 (`#` the title or 편), `#####
//! 제4조의2 (제목)` starts an article, `**①**` a 항, `  1\.` a 호, `    가\.` a 목. Deeper lists are part of the text
//! of their 목. The supplementary provisions of every amendment follow after `## 부칙`. See [`crate::quotable`]
//! for what counts as text.

mod amendment;
mod checks;
mod draft;
mod first_day;
mod identity;
mod main_text;
mod marker;
mod metadata;
mod outline;
mod sequence;
mod standing;
mod supplementary;

pub(crate) use self::amendment::header;
pub(crate) use self::identity::{are_of_one_kind, is_by_name};
pub(crate) use self::marker::{Marker, article, branch, marker};
pub(crate) use self::sequence::{Numbered, follows};

use simui_domain::{Article, ArticlePart, Clock, LawStanding, LawState};
use simui_store::ImportedDocument;

use self::draft::Draft;
use self::main_text::MainText;
use self::outline::Outline;
use self::supplementary::Supplementary;
use crate::chunk;
use crate::front_matter::Split;
use crate::reading::{Finding, Reading, SourceFile};
use crate::text::{CharIndex, clean, lines};

/// The name of this reader in `Document::reader`. The number is increased when the same bytes would be read
/// differently.
pub(crate) const READER: &str = "statute-markdown/2";

/// Reads a law from a split file. `sha256` is that of the bytes of the file.
pub(crate) fn read(
    source: &SourceFile,
    sha256: String,
    split: &Split<'_>,
    clock: &Clock,
) -> Result<Reading, Finding> {
    let mut document = metadata::document(source, sha256, split, clock)?;
    let mut outline = Outline::new(&document.body, document.digest, split.lines_above, clock);
    articles(&mut outline);
    let Outline { articles, headings, mut findings, .. } = outline;
    if !articles.iter().any(|article| !article.provisions.is_empty()) {
        findings.push(Finding::whole_file(
            "조(條)가 하나도 없는 법령입니다. 글 전체를 전문으로 저장했습니다. 파일이 온전한지 확인하십시오.",
        ));
    }
    let words = |article: &Article| {
        clean(CharIndex::new(document.body.clone()).slice(article.start..article.end))
    };
    if let Some(repeals) = standing::repeals(&articles, words) {
        let state = LawState::Repealing;
        document.standing = LawStanding { state, repeals, ..document.standing };
    }
    let front = split.front.as_ref();
    findings.extend(front.and_then(|front| standing::doubt(front, &document.standing)));
    let chunks = chunk::of_law(&document, &articles, clock);
    let imported = ImportedDocument { document, articles, chunks };
    Ok(Reading { imported, findings, headings, technologies: Vec::new() })
}

/// The part of the file that contains a line.
enum Part {
    Main,
    Supplementary,
    Annex,
}

fn articles(outline: &mut Outline<'_>) {
    let (mut main, mut supplementary) = (MainText::default(), Supplementary::default());
    let mut part = Part::Main;
    for line in lines(outline.body) {
        if line.is_blank() {
            continue;
        }
        let marker = marker::marker(line.trimmed());
        if let Some(Marker::Heading { text, .. }) = marker {
            if text.starts_with("부칙") {
                outline.heading(&line);
                supplementary.block(amendment::header(text).unwrap_or_else(|| "부칙".into()), text);
                part = Part::Supplementary;
            } else if ["별표", "[별표", "별지", "[별지"].iter().any(|annex| text.starts_with(annex))
            {
                annex(outline, &line, text);
                part = Part::Annex;
            } else if matches!(part, Part::Main) {
                outline.heading(&line);
                main.heading(text);
            } else {
                // A heading inside a 부칙 or 별표 belongs to it.
                extend(outline, &line);
            }
            continue;
        }
        match part {
            Part::Main => main.line(outline, &line, marker),
            Part::Supplementary => supplementary.line(outline, &line),
            Part::Annex => {
                outline.first_day(&line);
                extend(outline, &line);
            }
        }
    }
    outline.close();
}

fn annex(outline: &mut Outline<'_>, line: &crate::text::Line<'_>, text: &str) {
    let key = text.trim_matches(['[', ']']).to_owned();
    let mut draft = Draft::open(ArticlePart::Annex, key.clone(), None, line, 0);
    draft.title = key;
    outline.open(draft, line);
}

fn extend(outline: &mut Outline<'_>, line: &crate::text::Line<'_>) {
    match &mut outline.draft {
        Some(draft) => draft.extend(line),
        None => outline.heading(line),
    }
}
