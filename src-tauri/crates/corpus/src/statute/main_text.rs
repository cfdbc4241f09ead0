//! Reads the main text (본문): 편·장·절·관, 조, 항, 호, 목.

use simui_domain::{ArticlePart, ProvisionPath};

use super::draft::{Draft, Level};
use super::first_day;
use super::marker::{Marker, division_rank};
use super::outline::Outline;
use super::sequence::{Numbered, follows};
use crate::text::{Line, clean};

/// The state of reading the main text.
#[derive(Debug, Default)]
pub(super) struct MainText {
    /// The 편·장·절·관 that contain the next article, with their ranks.
    divisions: Vec<(usize, String)>,
    /// The number of the last article read.
    last_article: Numbered,
    /// Whether the lines belong to a note `[시행일] …`, which extends to the next unambiguous mark or 조.
    in_note: bool,
}

impl MainText {
    /// A heading that is not 부칙 or 별표.
    pub(super) fn heading(&mut self, text: &str) {
        if let Some(rank) = division_rank(text) {
            self.divisions.retain(|(above, _)| *above < rank);
            self.divisions.push((rank, clean(text)));
        }
    }

    /// A line that is neither blank nor a heading.
    pub(super) fn line(
        &mut self,
        outline: &mut Outline<'_>,
        line: &Line<'_>,
        marker: Option<Marker<'_>>,
    ) {
        if let Some(Marker::Article { number, branch, title, length }) = marker {
            return self.article(outline, line, (number, branch), title, length);
        }
        if outline.draft.is_none() {
            return self.preamble(outline, line);
        }
        let certain = match marker {
            Some(Marker::Paragraph { .. }) => line.trimmed().starts_with("**"),
            Some(Marker::Item { escaped, .. } | Marker::Subitem { escaped, .. }) => escaped,
            _ => false,
        };
        outline.first_day(line);
        self.in_note = (self.in_note && !certain) || first_day::is_note(line.trimmed());
        if self.in_note {
            if let Some(draft) = &mut outline.draft {
                draft.extend_note(line);
            }
            return;
        }
        if !marker.is_some_and(|marker| open_unit(outline, line, &marker)) {
            stray(outline, line);
        }
        if let Some(draft) = &mut outline.draft {
            draft.extend(line);
        }
    }

    fn article(
        &mut self,
        outline: &mut Outline<'_>,
        line: &Line<'_>,
        numbered: Numbered,
        title: &str,
        length: usize,
    ) {
        let path = ProvisionPath::article(numbered.0, numbered.1);
        let key = path.to_string();
        let mut draft = Draft::open(ArticlePart::Main, key.clone(), Some(path), line, length);
        draft.title = clean(title);
        draft.breadcrumb = self.divisions.iter().map(|(_, name)| name.clone()).collect();
        outline.open(draft, line);
        if numbered != self.last_article && !follows(self.last_article, numbered) {
            outline.find_gap(
                line,
                &key,
                "조 번호가 건너뜁니다. 사이의 조가 빠지지 않았는지 확인하십시오.",
            );
        }
        self.last_article = numbered;
        self.in_note = false;
    }

    /// Text before the first article, or between a heading and the next article.
    fn preamble(&self, outline: &mut Outline<'_>, line: &Line<'_>) {
        let first = outline.articles.is_empty();
        let key = match self.divisions.last() {
            Some((_, name)) if !first => format!("전문({name})"),
            _ => "전문".to_owned(),
        };
        let mut draft = Draft::open(ArticlePart::Main, key, None, line, 0);
        draft.title = "전문".to_owned();
        outline.open(draft, line);
        if !first {
            outline.find(
                line,
                "",
                "조에 속하지 않는 글이 있습니다. 어느 조의 글인지 확인하십시오.",
            );
        }
    }
}

/// Starts the 항, 호 or 목 of a marker. Returns `false` if the line only looks like one.
fn open_unit(outline: &mut Outline<'_>, line: &Line<'_>, marker: &Marker<'_>) -> bool {
    let Some(draft) = outline.draft.as_mut().filter(|draft| draft.numbered) else { return false };
    let Some(last) = draft.last().map(|unit| unit.path.clone()) else { return false };
    let mut path = last.whole_article();
    let (level, certain, fits, length) = match *marker {
        Marker::Paragraph { number, length } => {
            path.paragraph = number;
            let bold = line.trimmed().starts_with("**");
            (Level::Paragraph, bold, follows((last.paragraph, 0), (number, 0)), length)
        }
        Marker::Item { number, branch, escaped, length } => {
            path.paragraph = last.paragraph;
            (path.item, path.item_branch) = (number, branch);
            let fits = follows((last.item, last.item_branch), (number, branch));
            (Level::Item, escaped, fits, length)
        }
        Marker::Subitem { number, escaped, length } => {
            path = ProvisionPath { subitem: number, ..last.clone() };
            let fits = follows((last.subitem, 0), (number, 0));
            // Without indentation 가. may begin any sentence. Below a 항 or 호 it is indented.
            (Level::Subitem, escaped, fits && (escaped || line.indent() > 0), length)
        }
        Marker::Article { .. } | Marker::Heading { .. } => return false,
    };
    if !certain && !fits {
        return false;
    }
    let place = path.to_string();
    draft.push(path, level, line, length);
    if !fits {
        outline.find_gap(
            line,
            &place,
            "번호가 건너뛰거나 되풀이됩니다. 사이의 글이 빠지지 않았는지 확인하십시오.",
        );
    }
    true
}

/// Reports unindented text after a 호 or 목, which may belong to the whole 항. It is kept with the preceding
/// text.
fn stray(outline: &mut Outline<'_>, line: &Line<'_>) {
    let Some(unit) = outline.draft.as_ref().and_then(|draft| draft.last()) else { return };
    let words = clean(line.text);
    let drawing = words.starts_with(['|', '│', '┌', '├', '└', '─', '<']);
    if unit.level >= Level::Item && line.indent() == 0 && !words.is_empty() && !drawing {
        let place = unit.path.to_string();
        outline.find(
            line,
            &place,
            "호·목 뒤에 번호 없는 글이 있습니다. 어느 항의 글인지 확인하십시오.",
        );
    }
}
