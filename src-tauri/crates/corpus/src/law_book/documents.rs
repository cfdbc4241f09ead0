//! Looks up documents by title, by id, or by a name that distinguishes two laws with the same title, as of a
//! given day.

use jiff::civil::Date;
use simui_domain::Document;

use super::LawBook;
use crate::CorpusError;
use crate::laws::Versions;

/// The documents for a name on a given day, without their bodies.
#[derive(Debug, Clone, PartialEq)]
pub enum DocumentLookup {
    /// The version in force first, followed by earlier versions, of which single articles may still be in
    /// force.
    InForce(Vec<Document>),
    /// No version is in force on the day. All versions in order of effective date.
    NotInForce(Vec<Document>),
    /// Several laws with that title are in force. Contains the name of each.
    Several(Vec<String>),
    /// No document with that name is stored.
    Missing,
}

impl LawBook {
    /// Finds the document for a name on a given day.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn find_document(
        &self,
        name: &str,
        as_of: Date,
    ) -> Result<DocumentLookup, CorpusError> {
        let catalogue = self.catalogue().await?;
        let Some(name) = catalogue.name(name) else { return Ok(DocumentLookup::Missing) };
        let applicable = catalogue.applicable(&name, as_of);
        Ok(match applicable.as_slice() {
            [] => match catalogue.nearest(&name, as_of) {
                Some(law) => {
                    DocumentLookup::NotInForce(law.documents.into_iter().cloned().collect())
                }
                None => DocumentLookup::Missing,
            },
            [law] => DocumentLookup::InForce(with_earlier(law, as_of)),
            laws => DocumentLookup::Several(
                laws.iter().filter_map(|law| law.on(as_of)).map(|it| catalogue.label(it)).collect(),
            ),
        })
    }
}

fn with_earlier(law: &Versions<'_>, as_of: Date) -> Vec<Document> {
    let current = law.on(as_of);
    let earlier = law.until(as_of).filter(|it| current.is_none_or(|current| it.id != current.id));
    current.into_iter().chain(earlier).cloned().collect()
}
