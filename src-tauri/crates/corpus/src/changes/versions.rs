use jiff::civil::Date;
use simui_domain::Document;
use simui_store::Database;

use crate::CorpusError;
use crate::law_book::{in_force, squeezed};

/// Every stored version of one law, the earliest first.
#[derive(Debug, Clone, PartialEq)]
pub struct LawVersions {
    /// The title of the last one.
    pub title: String,
    /// They, without bodies. Digests are among them only where there is nothing else.
    pub documents: Vec<Document>,
}

impl LawVersions {
    /// The versions of a law by its title, or by the id of one of them. `None` when nothing of that name is stored.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn find(database: &Database, law: &str) -> Result<Option<Self>, CorpusError> {
        let all = database.documents().await?;
        let wanted = squeezed(law);
        let named = |it: &&Document| it.id.as_str() == law || squeezed(&it.title) == wanted;
        // A law may have changed its name; its 법령ID stays. Of two laws of one name the later one is meant.
        let Some(one) = all.iter().filter(named).max_by_key(|it| (!it.digest, it.effective_from))
        else {
            return Ok(None);
        };
        let same = |it: &&Document| {
            it.kind == one.kind
                && it.digest == one.digest
                && (it.id == one.id
                    || (!one.source_key.is_empty() && it.source_key == one.source_key))
        };
        let mut documents: Vec<Document> = all.iter().filter(same).cloned().collect();
        documents.sort_by_key(|it| (it.effective_from, it.promulgated_on));
        let title = documents.last().map_or_else(String::new, |last| last.title.clone());
        Ok(Some(Self { title, documents }))
    }

    /// The version in force on a day.
    pub fn on(&self, day: Date) -> Option<&Document> {
        self.documents.iter().rfind(|document| in_force(document, day))
    }
}
