//! The cited texts of an audit pack.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::{Value, json};
use simui_corpus::{FoundProvision, ProvisionLookup};
use simui_domain::{Citation, DocumentId};

use super::archive::Files;
use crate::audit::sha256;
use crate::{ApiError, Desk};

/// Cited documents with their cited provisions, in the order of the first citation.
#[derive(Default)]
pub struct Sources {
    documents: BTreeMap<DocumentId, Cited>,
}

struct Cited {
    number: usize,
    provisions: Vec<FoundProvision>,
}

impl Sources {
    /// Returns the place of a citation's quote: document, provision, and start and end in Unicode scalar
    /// values. `null` when the provision is not stored or does not contain the words.
    pub async fn place(
        &mut self,
        desk: &Desk,
        citation: &Citation,
        as_of: Option<Date>,
    ) -> Result<Value, ApiError> {
        let day = citation.effective_from.or(as_of).unwrap_or_else(|| desk.today());
        let library = desk.refresh().await?;
        let lookup = library.law.find_reference(&citation.article, day).await?;
        let ProvisionLookup::Found(found) = lookup else { return Ok(Value::Null) };
        let Some((start, end)) = locate(&citation.quote, &found.whole) else {
            return Ok(Value::Null);
        };
        let number = self.documents.len() + 1;
        let cited = self
            .documents
            .entry(found.document_id.clone())
            .or_insert_with(|| Cited { number, provisions: Vec::new() });
        let same = |it: &FoundProvision| (it.start, it.end) == (found.start, found.end);
        let at = cited.provisions.iter().position(same).unwrap_or_else(|| {
            cited.provisions.push(found.clone());
            cited.provisions.len() - 1
        });
        let folder = folder(cited.number);
        Ok(json!({
            "provision": provision(&folder, at), "start": start, "end": end,
            "body": format!("{folder}/body.txt"), "body_start": found.start, "body_end": found.end,
        }))
    }

    /// Writes each document once: its body, its origin and its cited provisions.
    pub async fn write(&self, desk: &Desk, files: &mut Files) -> Result<(), ApiError> {
        for (id, cited) in &self.documents {
            let folder = folder(cited.number);
            let document = desk.database.document(id).await?.ok_or_else(|| ApiError::Missing {
                what: "document",
                id: id.to_string(),
                remedy: "it was removed meanwhile; try again",
            })?;
            // Only the file name is written, because folders may name the user of the machine.
            let file = document.source_path.rsplit(['/', '\\']).next().unwrap_or_default();
            let provenance = json!({
                "id": document.id, "kind": document.kind, "title": document.title,
                "source_key": document.source_key, "version": document.version,
                "promulgated_on": document.promulgated_on, "effective_from": document.effective_from,
                "effective_to": document.effective_to, "digest": document.digest,
                "standing": document.standing,
                "file": file, "file_sha256": document.sha256, "reader": document.reader,
                "body_sha256": sha256(document.body.as_bytes()),
            });
            files.add_json(&format!("{folder}/document.json"), &provenance)?;
            files.add(&format!("{folder}/body.txt"), document.body.into_bytes())?;
            for (at, found) in cited.provisions.iter().enumerate() {
                files.add(&provision(&folder, at), found.whole.clone().into_bytes())?;
            }
        }
        Ok(())
    }
}

fn folder(number: usize) -> String {
    format!("sources/{number:03}")
}

fn provision(folder: &str, at: usize) -> String {
    format!("{folder}/provision-{:03}.txt", at + 1)
}

/// Returns start and end of a quote in a text, in scalar values: an exact match, or else one that ignores
/// white space and punctuation.
fn locate(quote: &str, text: &str) -> Option<(usize, usize)> {
    if let Some(byte) = text.find(quote) {
        let start = text[..byte].chars().count();
        return Some((start, start + quote.chars().count()));
    }
    let wanted: Vec<char> = quote.chars().filter(|c| c.is_alphanumeric()).collect();
    let letters: Vec<(usize, char)> =
        text.chars().enumerate().filter(|(_, c)| c.is_alphanumeric()).collect();
    let fits = |window: &&[(usize, char)]| window.iter().map(|(_, c)| c).eq(&wanted);
    let window = letters.windows(wanted.len().max(1)).find(fits)?;
    Some((window.first()?.0, window.last()?.0 + 1))
}

#[cfg(test)]
mod tests {
    use super::locate;

    #[test]
    fn quotes_are_found_by_scalar_value() {
        for (quote, text, place) in [
            ("나다", "가나다", Some((1, 3))),
            ("나 다.", "😀 나다, 라", Some((2, 4))),
            ("나", "가", None),
            ("…", "가나", None),
            ("", "가", Some((0, 0))),
        ] {
            assert_eq!(locate(quote, text), place, "{quote:?} in {text:?}");
        }
    }
}
