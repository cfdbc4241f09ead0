//! Decides which text applies at a place on a day, for citations, reviews and quote searches.

use jiff::civil::Date;
use simui_domain::{Document, DocumentKind};

use super::LawBook;
use super::catalogue::{Catalogue, Name};
use super::found::{self, FoundProvision, ProvisionLookup};
use super::law::Validity;
use super::reference::Target;
use crate::CorpusError;
use crate::laws::Versions;

impl LawBook {
    /// Looks up a place below a name as of a day.
    pub(super) async fn look_up(
        &self,
        catalogue: &Catalogue,
        name: &Name,
        target: &Target,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let mut lookups = self.look_up_each(catalogue, name, target, as_of).await?;
        let mut found: Vec<FoundProvision> = Vec::new();
        for lookup in &lookups {
            if let ProvisionLookup::Found(it) = lookup {
                found.push(it.clone());
            }
        }
        if found.len() > 1 {
            return Ok(ProvisionLookup::Ambiguous(found));
        }
        lookups.sort_by_key(|lookup| match lookup {
            ProvisionLookup::Found(_) | ProvisionLookup::Ambiguous(_) => 0,
            ProvisionLookup::Deleted(_) => 1,
            ProvisionLookup::NotInForce(_) => 2,
            ProvisionLookup::NoSuchProvision { .. } => 3,
            ProvisionLookup::NoSuchDocument => 4,
        });
        Ok(lookups.into_iter().next().unwrap_or(ProvisionLookup::NoSuchDocument))
    }

    /// Looks up a place in each law of that name that is in force on the day; in the nearest one if none is.
    pub(super) async fn look_up_each(
        &self,
        catalogue: &Catalogue,
        name: &Name,
        target: &Target,
        as_of: Date,
    ) -> Result<Vec<ProvisionLookup>, CorpusError> {
        let mut lookups = Vec::new();
        for law in catalogue.applicable(name, as_of) {
            lookups.push(self.in_force(catalogue, &law, target, as_of).await?);
        }
        if lookups.is_empty()
            && let Some(law) = catalogue.nearest(name, as_of)
        {
            lookups.push(self.not_in_force(catalogue, &law, target, as_of).await?);
        }
        for lookup in &mut lookups {
            if let ProvisionLookup::Found(found)
            | ProvisionLookup::Deleted(found)
            | ProvisionLookup::NotInForce(found) = lookup
                && let Some(article) = &found.article_id
            {
                found.chunk_id = found::chunk_of(&self.chunks(article).await?, found);
            }
        }
        Ok(lookups)
    }

    /// Looks up a place in the version that applies. If the current version's text begins later, the previous
    /// version still applies.
    async fn in_force(
        &self,
        catalogue: &Catalogue,
        law: &Versions<'_>,
        target: &Target,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let mut later = None;
        let mut by_provision = false;
        let current = law.on(as_of);
        let other = |it: &&Document| current.is_some_and(|current| it.id != current.id);
        for document in law.until(as_of).skip_while(other) {
            let text = self.law(&document.id).await?;
            let Some(place) = text.place(target) else { break };
            let found = |place| {
                FoundProvision::new(document, &catalogue.label(document), &text, place, as_of)
            };
            match place.force(document, as_of) {
                Validity::InForce => return Ok(found_or_deleted(found(place))),
                // The article of this version has ended, but the provision's successor has not begun.
                Validity::Over if by_provision => return Ok(found_or_deleted(found(place))),
                Validity::Over => break,
                Validity::ArticleBeginsLater => {
                    later.get_or_insert_with(|| found(place));
                }
                Validity::ProvisionBeginsLater => {
                    by_provision = true;
                    later.get_or_insert_with(|| found(place));
                }
            }
            if document.kind != DocumentKind::Statute {
                break;
            }
        }
        Ok(match (later, current) {
            (Some(later), _) => ProvisionLookup::NotInForce(later),
            (None, Some(document)) => {
                ProvisionLookup::NoSuchProvision { document: document.clone() }
            }
            (None, None) => ProvisionLookup::NoSuchDocument,
        })
    }

    /// Looks up a place in the nearest version that has it: the first before the law began, the last after it
    /// ended.
    async fn not_in_force(
        &self,
        catalogue: &Catalogue,
        law: &Versions<'_>,
        target: &Target,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let begun: Vec<&Document> = law.until(as_of).collect();
        let to_come = law.documents.iter().copied().filter(|it| !begun.contains(it));
        let nearest: Vec<&Document> = begun.iter().copied().chain(to_come).collect();
        for document in &nearest {
            let text = self.law(&document.id).await?;
            if let Some(place) = text.place(target) {
                let label = catalogue.label(document);
                let found = FoundProvision::new(document, &label, &text, place, as_of);
                return Ok(ProvisionLookup::NotInForce(found));
            }
        }
        Ok(match nearest.first() {
            Some(document) => {
                ProvisionLookup::NoSuchProvision { document: Document::clone(document) }
            }
            None => ProvisionLookup::NoSuchDocument,
        })
    }
}

fn found_or_deleted(found: FoundProvision) -> ProvisionLookup {
    if found.deleted { ProvisionLookup::Deleted(found) } else { ProvisionLookup::Found(found) }
}
