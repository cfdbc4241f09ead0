//! Articles and provisions in readable form: their text, with the editors' notes beside it.

use jiff::civil::Date;
use simui_corpus::{editor_notes, quotable};
use simui_domain::{
    Article, ArticlePart, Document, DocumentKind, EditorNote, NoteKind, ProvisionPath,
};

use crate::types::{ArticleNote, ArticleView};

/// The body of a document, editors' notes included, as of a day.
pub(super) struct StoredText {
    body: String,
    notes: Vec<EditorNote>,
    /// Whether articles have days in force of their own, as those of a law do.
    is_law: bool,
    day: Date,
}

impl StoredText {
    /// Takes the body out of the document.
    pub(super) fn new(document: &mut Document, day: Date) -> Self {
        let body = std::mem::take(&mut document.body);
        let (notes, is_law) = (editor_notes(&body), document.kind == DocumentKind::Statute);
        Self { body, notes, is_law, day }
    }

    pub(super) fn whole_article(&self, article: &Article) -> ArticleView {
        let span = (article.start, article.end);
        self.view(article, span, article.key.clone(), article.deleted, None)
    }

    /// Returns the article with this key, or its provision with this path.
    pub(super) fn part_of(&self, article: &Article, wanted: &str) -> Option<ArticleView> {
        if article.key == wanted {
            return Some(self.whole_article(article));
        }
        if article.part != ArticlePart::Main {
            return None;
        }
        let path = wanted.parse::<ProvisionPath>().ok()?;
        let provision = article.provisions.iter().find(|provision| provision.path == path)?;
        let span = (provision.start, provision.end);
        let begins = provision.effective_from;
        Some(self.view(article, span, path.to_string(), provision.deleted, begins))
    }

    fn view(
        &self,
        article: &Article,
        (start, end): (usize, usize),
        key: String,
        deleted: bool,
        begins: Option<Date>,
    ) -> ArticleView {
        let effective_from = article.effective_from.max(begins);
        let in_force = !self.is_law
            || (article.is_in_force(self.day) && begins.is_none_or(|from| from <= self.day));
        ArticleView {
            key,
            title: article.title.clone(),
            part: article.part,
            breadcrumb: article.breadcrumb.clone(),
            text: quotable(&self.body, start, end),
            notes: self.notes_in(article, start, end),
            deleted,
            effective_from,
            in_force,
            start,
            end,
        }
    }

    fn notes_in(&self, article: &Article, start: usize, end: usize) -> Vec<ArticleNote> {
        let first = self.notes.partition_point(|note| note.start < start);
        let inside = self.notes.iter().skip(first).take_while(|note| note.end <= end);
        let note = |note: &EditorNote| ArticleNote {
            provision: provision_of(article, note),
            note: note.clone(),
        };
        inside.map(note).collect()
    }
}

/// Returns the smallest provision that contains a note; `None` for a note about the whole article, such as
/// `[전문개정 …]`, even though it follows the last provision.
fn provision_of(article: &Article, note: &EditorNote) -> Option<String> {
    use NoteKind::{Added, Amended, Deleted};
    let below = article.provisions.iter().rev();
    let mut holding = below.filter(|it| it.start <= note.start && note.end <= it.end);
    let inner = holding.find(|it| it.path != it.path.whole_article())?;
    let own = matches!(note.kind, Added | Amended | Deleted) && !note.text.starts_with("본조");
    own.then(|| inner.path.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_corpus::{SourceFile, read};

    use super::*;

    const LAW: &str = "---\n제목: 시험법\n법령ID: '1'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '1'\n시행일자: 2020-01-01\n상태: 시행\n---\n
##### 제1조 (목적)\n\n**①** 이 법은 정한다. <개정 2018.3.27>\n\n**②** 다음 각 호와 같다.\n\n  1\\. 하나 <신설 2021. 7. 27.>\n  2\\. 삭제 <2019.1.1>\n\n[전문개정 2010.7.23]\n
##### 제2조 삭제 <2014.5.20>\n\n## 부칙 <제1호,2020.1.1>\n\n이 법은 시행한다.\n";

    fn views(wanted: Option<&str>) -> Vec<ArticleView> {
        let clock = crate::clock::system_clock();
        let file = SourceFile { path: "a.md".to_owned(), bytes: LAW.as_bytes().to_vec() };
        let imported = read(&file, None, &clock).into_only().unwrap().imported;
        let mut document = imported.document;
        let text = StoredText::new(&mut document, Date::constant(2026, 1, 1));
        let articles = imported.articles.iter();
        match wanted {
            None => articles.map(|it| text.whole_article(it)).collect(),
            Some(wanted) => articles.filter_map(|it| text.part_of(it, wanted)).collect(),
        }
    }

    /// Formats a view as `part article | provision: note | …`.
    fn describe(view: &ArticleView) -> String {
        let note = |note: &ArticleNote| {
            format!(" | {}: {}", note.provision.as_deref().unwrap_or("-"), note.note.text)
        };
        format!(
            "{} {}{}",
            view.part.as_str(),
            view.key,
            view.notes.iter().map(note).collect::<String>()
        )
    }

    #[test]
    fn articles_tell_their_part_and_their_notes() {
        let all: Vec<String> = views(None).iter().map(describe).collect();
        assert_eq!(
            all,
            [
                "main 제1조 | 제1조제1항: 개정 2018.3.27 | 제1조제2항제1호: 신설 2021. 7. 27. | 제1조제2항제2호: 2019.1.1 | -: 전문개정 2010.7.23",
                "main 제2조 | -: 2014.5.20",
                "supplementary 부칙(2020. 1. 1. 제1호)",
            ]
        );
    }

    #[test]
    fn a_provision_tells_its_own() {
        let one: Vec<String> = views(Some("제1조제2항제1호")).iter().map(describe).collect();
        assert_eq!(one, ["main 제1조제2항제1호 | 제1조제2항제1호: 신설 2021. 7. 27."]);
    }
}
