//! Searches a quote outside the provision that its reference names.

use jiff::civil::Date;
use simui_domain::CitationStatus;

use super::LawBook;
use super::catalogue::{Catalogue, Name};
use super::compare::{Exceptions, Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::law::Place;
use super::reference::Target;
use super::verify::CitationCheck;
use crate::CorpusError;

/// Most provisions of other laws that are compared with a quote.
const ELSEWHERE: u32 = 20;

/// Most provisions that are compared when only the letters of the quote match, which is less selective.
const RESEMBLING: u32 = 200;

impl LawBook {
    /// Searches the quote in the rest of the named law, then in all statutes in force, first verbatim, then
    /// ignoring white space and punctuation. Returns `check` unchanged when it is found nowhere.
    pub(super) async fn elsewhere(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        quote: &str,
        as_of: Date,
        name: Option<&Name>,
        check: CitationCheck,
    ) -> Result<CitationCheck, CorpusError> {
        let same = match name {
            Some(name) => self.in_same(catalogue, words, name, as_of).await?,
            None => None,
        };
        let found = match same {
            Some(found) => Some(found),
            None => self.in_others(catalogue, words, quote, as_of).await?,
        };
        Ok(match found {
            Some(found) => {
                let note = format!("이 말은 {}에 있습니다.", found.reference);
                CitationCheck::new(CitationStatus::Misattributed, Some(found), note)
            }
            None => check,
        })
    }

    /// Returns the smallest place of the same document that contains the quote.
    async fn in_same(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        name: &Name,
        as_of: Date,
    ) -> Result<Option<FoundProvision>, CorpusError> {
        let contains_words = |text: &str| stands(words, text);
        for law in catalogue.applicable(name, as_of) {
            let Some(document) = law.on(as_of) else { continue };
            let text = self.law(&document.id).await?;
            let Some(place) = text.place_where(document, as_of, contains_words) else { continue };
            let label = catalogue.label(document);
            let found = FoundProvision::new(document, &label, &text, place, as_of);
            if !found.deleted {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    async fn in_others(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        quote: &str,
        as_of: Date,
    ) -> Result<Option<FoundProvision>, CorpusError> {
        // The longest line lies within one provision; the whole quote is compared afterwards.
        let line = quote.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or_default();
        let mut places = self.database.provisions_containing(line, as_of, ELSEWHERE).await?;
        if places.is_empty() {
            let letters = Words::new(line);
            places =
                self.database.provisions_with_letters(letters.bare(), as_of, RESEMBLING).await?;
        }
        for place in places {
            let Some(document) = catalogue.document(&place.document_id) else { continue };
            let name = catalogue.law_of(document);
            // A quote of several lines may span provisions of an article.
            for path in [place.path.clone(), place.path.whole_article()] {
                let target = Target::Provision { path, article_title: None };
                let lookup = self.look_up(catalogue, &name, &target, as_of).await?;
                if let ProvisionLookup::Found(found) = lookup
                    && found.document_id == place.document_id
                    && stands(words, &found.whole)
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// See [`LawOnDay::changed_after`](super::LawOnDay::changed_after).
    pub(super) async fn changed_in(
        &self,
        catalogue: &Catalogue,
        reference: &str,
        as_of: Date,
    ) -> Result<Option<Date>, CorpusError> {
        let Some((name, target)) = super::reference::resolve(reference, catalogue) else {
            return Ok(None);
        };
        let ProvisionLookup::Found(now) = self.look_up(catalogue, &name, &target, as_of).await?
        else {
            return Ok(None);
        };
        let Some(document) = catalogue.document(&now.document_id).filter(|it| !it.digest) else {
            return Ok(None);
        };
        let words = Words::new(&now.whole);
        let mut changes = Vec::new();
        for law in catalogue.laws(&catalogue.law_of(document)) {
            for version in law.documents.iter().filter(|it| !it.digest) {
                let text = self.law(&version.id).await?;
                let place = text.place(&target);
                let begins = place.map_or(version.effective_from, |it| it.days(version).0);
                let Some(from) = begins.filter(|from| *from > as_of) else { continue };
                let same = place.is_some_and(|place| {
                    Words::new(&text.words(place, from).1).bare() == words.bare()
                });
                if !same {
                    changes.push(from);
                }
            }
        }
        Ok(changes.into_iter().min())
    }

    /// Returns a check if a text that is not in force yet contains the quote at that place.
    pub(super) async fn later(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        name: &Name,
        target: &Target,
        as_of: Date,
    ) -> Result<Option<CitationCheck>, CorpusError> {
        for document in catalogue.laws(name).into_iter().flat_map(|law| law.documents) {
            let text = self.law(&document.id).await?;
            let Some(place) = text.place(target) else { continue };
            // A provision inside may begin later than the place itself.
            let inside = match place {
                Place::Provision(article, _) => {
                    article.provisions.iter().filter_map(|it| it.effective_from).max()
                }
                _ => None,
            };
            let begins = place.days(document).0.max(inside);
            let Some(from) = begins.filter(|from| *from > as_of) else { continue };
            let label = catalogue.label(document);
            let found = FoundProvision::new(document, &label, &text, place, from);
            if stands(words, &found.whole) {
                let note =
                    format!("{from}부터 시행되는 조문의 말입니다. {as_of}에는 아직 시행 전입니다.");
                return Ok(Some(CitationCheck::new(CitationStatus::Unchecked, Some(found), note)));
            }
        }
        Ok(None)
    }
}

fn stands(words: &Words, text: &str) -> bool {
    let found = words.within(&Words::new(text), Exceptions::MayBeLeftOut);
    matches!(found, Match::Verbatim | Match::Repaired)
}
