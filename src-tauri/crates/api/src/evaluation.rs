//! Measures of the desk over its own corpora; nothing of them is stored.

use simui_evaluate::Rehearsal;
use simui_evaluate::consistency::{
    ConsistencyReport, Paraphrases, Seen, families_from, measure, shipped_families,
};

use simui_evaluate::patients::{Invented, MemoryReport, Person, measure as measure_memory};

use crate::{ApiError, Desk};

/// Invented patients of a seed: the same every time.
pub fn invented_patients(seed: u64, count: u32) -> Result<Vec<Person>, ApiError> {
    Ok(Invented::shipped()?.people(seed, count))
}

/// How well invented patients are remembered, and whether any is mixed up with another. Nothing of them is stored.
pub fn memory_of(people: &[Person]) -> Result<MemoryReport, ApiError> {
    let reader = crate::TextReader::shipped()?;
    // A Monday, so that a seed's report is the same every time.
    let start = jiff::Timestamp::from_second(1_767_571_200).unwrap_or_default();
    Ok(measure_memory(people, reader.extractor(), crate::patients::memory_rules()?, start)?)
}

impl Desk {
    /// Reviews advertisements and variants of each that say the same, and counts how often the verdict holds. `ads` is the name and the
    /// text of a file of families (see [`simui_evaluate::consistency::Family`]); without it, those that come with the program. `progress`
    /// hears how many advertisements of how many are done.
    pub async fn consistency(
        &self,
        ads: Option<(&str, &str)>,
        progress: impl FnMut(usize, usize),
    ) -> Result<ConsistencyReport, ApiError> {
        let families = match ads {
            Some((name, text)) => families_from(name, text)?,
            None => shipped_families()?,
        };
        self.refresh().await?;
        let shelf = self.holdings.shelf.clone();
        let finish = self.work().await?.automatic_finish;
        let rehearsal = Rehearsal::new(shelf, self.clock.clone(), self.today(), finish)?;
        let review = async |ad| Ok(Seen::from(&rehearsal.review(ad).await?));
        Ok(measure(&families, &Paraphrases::shipped()?, review, progress).await?)
    }
}
