use jiff::civil::Date;
use simui_domain::{Article, Document, DocumentKind, PartChanges};
use simui_store::Database;

use super::{compare_texts, text};
use crate::CorpusError;
use crate::law_book::Catalogue;
use crate::laws::Versions;
use crate::text::CharIndex;

/// All stored versions of a law, the earliest first.
#[derive(Debug, Clone, PartialEq)]
pub struct LawVersions {
    /// Title of the last version.
    pub title: String,
    /// The versions without bodies. Digests are included only where no official text is stored.
    pub documents: Vec<Document>,
}

impl LawVersions {
    /// Finds the versions of a law by its title (with ministry or number in brackets where two laws share
    /// it), by its 법령ID, or by the id of one of them. `None` when nothing matches.
    ///
    /// # Errors
    /// When the database cannot be read, or several laws in force have that title.
    pub async fn find(database: &Database, law: &str) -> Result<Option<Self>, CorpusError> {
        let catalogue = Catalogue::new(database.documents().await?);
        let Some(name) = catalogue.name(law) else { return Ok(None) };
        let mut laws = catalogue.laws(&name);
        let law_id = law.trim();
        // An id identifies one text, also a digest whose official text is stored.
        let named = |law: &Versions<'_>| law.documents.iter().any(|it| it.id.as_str() == law_id);
        if laws.iter().any(named) {
            laws.retain(named);
        }
        for drop in [Versions::are_digests, Versions::are_over] {
            if laws.iter().any(|law| !drop(law)) {
                laws.retain(|law| !drop(law));
            }
        }
        if laws.len() > 1 {
            let last = laws.iter().filter_map(|law| law.documents.last());
            return Err(CorpusError::SameTitle {
                title: law.to_owned(),
                laws: last.map(|document| catalogue.label(document)).collect(),
            });
        }
        // A law may have been renamed; its 법령ID stays the same.
        let Some(found) = laws.into_iter().next() else { return Ok(None) };
        let documents = catalogue.with_former_titles(&found);
        let title = documents.last().map_or_else(String::new, |last| last.title.clone());
        Ok(Some(Self { title, documents }))
    }

    /// Returns the version in force on a day.
    pub fn on(&self, day: Date) -> Option<&Document> {
        self.versions().on(day)
    }

    /// Compares the wording in force on two days, article by article: main text, 부칙, 별표. `None` where no
    /// version is in force on one of them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn compare(
        &self,
        database: &Database,
        from: Date,
        to: Date,
    ) -> Result<Option<Vec<PartChanges>>, CorpusError> {
        let old = self.text_on(database, from).await?;
        let new = self.text_on(database, to).await?;
        match (old, new) {
            (Some(old), Some(new)) => Ok(Some(compare_texts(old, new).await?)),
            _ => Ok(None),
        }
    }

    fn versions(&self) -> Versions<'_> {
        Versions { documents: self.documents.iter().collect() }
    }

    /// Returns the articles in force on a day and the text that their offsets refer to: the version in force,
    /// followed by articles of earlier versions whose successors have not begun.
    async fn text_on(
        &self,
        database: &Database,
        day: Date,
    ) -> Result<Option<(String, Vec<Article>)>, CorpusError> {
        let Some(current) = self.on(day) else { return Ok(None) };
        let (mut body, all) = text(database, &current.id).await?;
        if current.kind != DocumentKind::Statute {
            return Ok(Some((body, all)));
        }
        let expected = all.len();
        let mut articles: Vec<Article> = all.into_iter().filter(|it| it.is_in_force(day)).collect();
        if articles.len() < expected {
            for earlier in self.versions().until(day).filter(|it| it.id != current.id) {
                let (earlier, of_earlier) = text(database, &earlier.id).await?;
                let earlier = CharIndex::new(earlier);
                for article in of_earlier.into_iter().filter(|it| it.is_in_force(day)) {
                    let moved = append(&mut body, &earlier, article);
                    articles.push(moved);
                }
            }
        }
        for article in &mut articles {
            article.provisions.retain(|provision| provision.has_begun(day));
        }
        Ok(Some((body, articles)))
    }
}

/// Appends the text of an article to `body` and shifts its offsets.
fn append(body: &mut String, from: &CharIndex, mut article: Article) -> Article {
    body.push('\n');
    let start = body.chars().count();
    body.push_str(from.slice(article.start..article.end));
    let first = article.start;
    let moved = |at: usize| start + at.saturating_sub(first);
    for provision in &mut article.provisions {
        (provision.start, provision.end) = (moved(provision.start), moved(provision.end));
    }
    (article.start, article.end) = (moved(article.start), moved(article.end));
    article
}
