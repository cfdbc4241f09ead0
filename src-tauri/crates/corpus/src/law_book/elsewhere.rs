//! Where words stand that do not stand where a reference says.

use jiff::civil::Date;
use simui_domain::{CitationStatus, Document, ProvisionPath};

use super::compare::{Exceptions, Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::reference::{Catalogue, Target};
use super::verify::CitationCheck;
use super::{LawBook, choice};
use crate::CorpusError;

/// Provisions of other laws looked at when a quote is not where the reference says.
const ELSEWHERE: u32 = 20;

/// The same where only its letters are looked for, which stand in many places one after the other.
const RESEMBLING: u32 = 200;

impl LawBook {
    /// Looks for the words in the rest of the law named, then in all statutes in force, first verbatim, then up to white
    /// space and punctuation; when nobody says them, the check as it is.
    pub(super) async fn elsewhere(
        &self,
        words: &Words,
        quote: &str,
        as_of: Date,
        title: Option<&str>,
        check: CitationCheck,
    ) -> Result<CitationCheck, CorpusError> {
        let catalogue = self.catalogue().await?;
        let same = match title {
            Some(title) => self.in_same(&catalogue, words, title, as_of).await?,
            None => None,
        };
        let found = match same {
            Some(found) => Some(found),
            None => self.in_others(&catalogue, words, quote, as_of).await?,
        };
        Ok(match found {
            Some(found) => {
                let note = format!("이 말은 {}에 있습니다.", found.reference);
                CitationCheck::new(CitationStatus::Misattributed, Some(found), note)
            }
            None => check,
        })
    }

    /// The smallest place of the same document that says it.
    async fn in_same(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        title: &str,
        as_of: Date,
    ) -> Result<Option<FoundProvision>, CorpusError> {
        let chosen = choice::choose(catalogue, title, as_of).filter(|choice| choice.in_force);
        let Some(choice) = chosen else { return Ok(None) };
        let law = self.law(&choice.document.id).await?;
        let says = |text: &str| stands(words, text);
        let Some(place) = law.place_where(says) else { return Ok(None) };
        let found = FoundProvision::new(choice.document, &law, place);
        Ok((!found.deleted).then_some(found))
    }

    async fn in_others(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        quote: &str,
        as_of: Date,
    ) -> Result<Option<FoundProvision>, CorpusError> {
        // The longest line of the quote stands in one provision; the whole quote is compared after.
        let line = quote.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or_default();
        let mut places = self.database.provisions_saying(line, as_of, ELSEWHERE).await?;
        if places.is_empty() {
            let letters = Words::new(line);
            places = self.database.provisions_spelling(letters.bare(), as_of, RESEMBLING).await?;
        }
        for place in places {
            let chosen = choice::choose(catalogue, &place.title, as_of);
            if chosen.is_none_or(|choice| choice.document.id != place.document_id) {
                continue;
            }
            // A quote of several lines begins in one provision and ends in another: the article holds both.
            for path in [place.path.clone(), place.path.whole_article()] {
                let found = self.says(catalogue, words, &place.title, path, as_of).await?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    async fn says(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        title: &str,
        path: ProvisionPath,
        as_of: Date,
    ) -> Result<Option<FoundProvision>, CorpusError> {
        let target = Target::Provision { path, article_title: None };
        Ok(match self.look_up(catalogue, title, &target, as_of).await? {
            ProvisionLookup::Found(found) if stands(words, &found.whole) => Some(found),
            _ => None,
        })
    }

    /// The day from which the place that a reference names reads otherwise than on a day, where a later version that is stored
    /// changes or drops it.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn changed_after(
        &self,
        reference: &str,
        as_of: Date,
    ) -> Result<Option<Date>, CorpusError> {
        let catalogue = self.catalogue().await?;
        let Some((title, target)) = super::reference::resolve(reference, &catalogue) else {
            return Ok(None);
        };
        let squeezed = super::squeezed(&title);
        let from = |document: &Document| document.effective_from.filter(|from| *from > as_of);
        let mut later: Vec<(Date, &Document)> = catalogue
            .named(&squeezed)
            .filter(|document| !document.digest)
            .filter_map(|document| Some((from(document)?, document)))
            .collect();
        if later.is_empty() {
            return Ok(None);
        }
        later.sort_by_key(|(from, _)| *from);
        let ProvisionLookup::Found(now) = self.look_up(&catalogue, &title, &target, as_of).await?
        else {
            return Ok(None);
        };
        let words = Words::new(&now.whole);
        for (from, document) in later {
            let law = self.law(&document.id).await?;
            let same = law.place(&target).is_some_and(|place| {
                let (_, whole) = law.words(place);
                Words::new(&whole).bare() == words.bare()
            });
            if !same {
                return Ok(Some(from));
            }
        }
        Ok(None)
    }

    /// Whether a version that is not in force yet says it at that place.
    pub(super) async fn later(
        &self,
        catalogue: &Catalogue,
        words: &Words,
        title: &Option<String>,
        target: &Target,
        as_of: Date,
    ) -> Result<Option<CitationCheck>, CorpusError> {
        let Some(title) = title else { return Ok(None) };
        let title = super::squeezed(title);
        for document in catalogue.named(&title) {
            let Some(from) = document.effective_from.filter(|from| *from > as_of) else { continue };
            let law = self.law(&document.id).await?;
            let Some(place) = law.place(target) else { continue };
            let found = FoundProvision::new(document, &law, place);
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
