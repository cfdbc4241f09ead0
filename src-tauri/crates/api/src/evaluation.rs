//! Evaluations of the desk on its own corpora. They store nothing.

use simui_evaluate::Rehearsal;
use simui_evaluate::consistency::{
    ConsistencyReport, Paraphrases, Seen, families_from, measure, measure_additions,
    shipped_families,
};

use simui_evaluate::patients::{Invented, MemoryReport, Person, measure as measure_memory};

use simui_review::rules::RulePack;

use crate::{ApiError, Desk};

/// Returns the invented patients of a seed, the same each time.
pub fn invented_patients(seed: u64, count: u32) -> Result<Vec<Person>, ApiError> {
    Ok(Invented::shipped()?.people(seed, count))
}

/// Measures how well invented patients are remembered, and whether any are confused. Stores nothing.
pub fn memory_of(people: &[Person]) -> Result<MemoryReport, ApiError> {
    let reader = crate::TextReader::shipped()?;
    // A fixed Monday, so that a seed's report is the same each time.
    let start = jiff::Timestamp::from_second(1_767_571_200).unwrap_or_default();
    Ok(measure_memory(people, reader.extractor(), crate::patients::memory_rules()?, start)?)
}

impl Desk {
    /// Reviews advertisements and variants of each with the same meaning, and counts how often the verdict
    /// stays the same, and how often it follows a sentence of a rule's examples that is added. `ads` is the
    /// name and the text of a file of families (see [`simui_evaluate::consistency::Family`]); without it,
    /// those that come with the program are used.
    /// `progress` gets the number of finished advertisements and of all.
    pub async fn consistency(
        &self,
        ads: Option<(&str, &str)>,
        progress: impl FnMut(usize, usize),
    ) -> Result<ConsistencyReport, ApiError> {
        let families = match ads {
            Some((name, text)) => families_from(name, text)?,
            None => shipped_families()?,
        };
        let book = self.refresh().await?.rules.clone();
        let shelf = self.holdings.shelf.clone();
        let finish = self.work().await?.automatic_finish;
        let rehearsal = Rehearsal::new(
            shelf,
            self.search.for_reviews(),
            self.clock.clone(),
            self.today(),
            finish,
        )?;
        let review = async |ad| Ok(Seen::from(&rehearsal.review(ad).await?));
        let examples = book.builtin().iter().flat_map(RulePack::examples);
        let sentences: Vec<String> =
            examples.filter(|example| example.fires).map(|example| example.text).collect();
        let report = measure(&families, &Paraphrases::shipped()?, review, progress).await?;
        let additions = measure_additions(&families, &sentences, review).await?;
        Ok(ConsistencyReport { additions: Some(additions), ..report })
    }
}
