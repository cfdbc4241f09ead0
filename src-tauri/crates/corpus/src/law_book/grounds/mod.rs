//! Decisions that lost their ground and no longer count as authority.
//!
//! A decision has lost its ground on a day if, by then,
//! - the Constitutional Court has struck down the provision that it applied (`struck`);
//! - a later decision has changed its view (`overruled`);
//! - at least half of the provisions that it applied are deleted, or differ from the stored wording of that
//!   time (`applied`).
//!
//! All three are read from stored documents. Wording that was not imported changes nothing.

mod applied;
mod overruled;
mod struck;

use std::collections::HashMap;

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{DocumentId, DocumentKind, ProvisionPath};

use self::overruled::Overruled;
use self::struck::Struck;
use super::LawBook;
use super::catalogue::Catalogue;
use super::law::Law;
use crate::CorpusError;
use crate::links::case_numbers;

/// Reason why a decision no longer counts on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LostGround {
    /// Description in Korean: what happened, and when.
    pub why: String,
}

/// Decisions that struck down norms or overruled other decisions.
#[derive(Debug, Default)]
pub(super) struct Events {
    struck: Vec<Struck>,
    overruled: Vec<Overruled>,
}

/// Cached data of one decision.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Applied provisions: law and path.
    applied: Vec<(String, ProvisionPath)>,
    lost: HashMap<Date, Option<LostGround>>,
}

impl LawBook {
    /// Returns why a stored decision has lost its ground by a day; `None` if it has not.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn lost_ground(
        &self,
        decision: &DocumentId,
        as_of: Date,
    ) -> Result<Option<LostGround>, CorpusError> {
        self.on(as_of).await?.lost_ground(decision).await
    }

    /// [`LawBook::lost_ground`] by the documents of a catalogue.
    pub(super) async fn lost_in(
        &self,
        catalogue: &Catalogue,
        decision: &DocumentId,
        as_of: Date,
    ) -> Result<Option<LostGround>, CorpusError> {
        let Some(document) = catalogue.document(decision) else { return Ok(None) };
        if document.kind != DocumentKind::Precedent {
            return Ok(None);
        }
        let kept = self.cache().grounds.get(decision).and_then(|it| it.lost.get(&as_of).cloned());
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let Some(decided) = document.effective_from else { return Ok(None) };
        let events = self.events().await?;
        let applied = self.applied(decision).await?;
        let lost = match events.against(&document.title, decided, &applied, as_of) {
            Some(lost) => Some(lost),
            None => applied::changed(self, &applied, decided, as_of).await?,
        };
        let mut cache = self.cache();
        let known = cache.grounds.entry(decision.clone()).or_default();
        known.applied = applied;
        known.lost.insert(as_of, lost.clone());
        Ok(lost)
    }

    async fn applied(
        &self,
        decision: &DocumentId,
    ) -> Result<Vec<(String, ProvisionPath)>, CorpusError> {
        if let Some(known) = self.cache().grounds.get(decision) {
            return Ok(known.applied.clone());
        }
        let law = self.law(decision).await?;
        Ok(applied::provisions(&law, &self.titles().await?))
    }

    /// Returns the events of all decisions; read once for each state of the corpora.
    async fn events(&self) -> Result<std::sync::Arc<Events>, CorpusError> {
        if let Some(events) = self.cache().events.clone() {
            return Ok(events);
        }
        let titles = self.titles().await?;
        let catalogue = self.catalogue().await?;
        let mut events = Events::default();
        let words: Vec<&str> = struck::WORDS.iter().chain(&overruled::WORDS).copied().collect();
        for id in self.database.decisions_containing(&words).await? {
            let Some(document) = catalogue.document(&id) else { continue };
            let Some(day) = document.effective_from else { continue };
            let law: std::sync::Arc<Law> = self.law(&id).await?;
            events.struck.extend(struck::read(&law, &document.title, day, &titles));
            events.overruled.extend(overruled::read(&law, &document.title, day));
        }
        let events = std::sync::Arc::new(events);
        self.cache().events = Some(events.clone());
        Ok(events)
    }
}

impl Events {
    fn against(
        &self,
        title: &str,
        decided: Date,
        applied: &[(String, ProvisionPath)],
        as_of: Date,
    ) -> Option<LostGround> {
        let later = |day: Date| decided < day && day <= as_of;
        let overruled = self
            .overruled
            .iter()
            .find(|it| later(it.day) && case_numbers(title).any(|number| number == it.case_number));
        if let Some(it) = overruled {
            return Some(LostGround {
                why: format!("{}으로 그 견해가 변경되었습니다.", it.by)
            });
        }
        let fell = |law: &str, path: &ProvisionPath| {
            self.struck.iter().find(|it| later(it.day) && it.law == law && it.path.contains(path))
        };
        let struck = applied.iter().find_map(|(law, path)| fell(law, path))?;
        // The decision stands if it also applied another paragraph of the same law that stands.
        let other = applied.iter().any(|(law, path)| {
            *law == struck.law && path.paragraph > 0 && fell(law, path).is_none()
        });
        (!other).then(|| LostGround {
            why: format!(
                "적용한 {} {}이(가) {}으로 효력을 잃었습니다.",
                struck.law, struck.path, struck.by
            ),
        })
    }
}
