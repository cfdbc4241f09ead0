//! Measures of the desk over its own corpora; nothing of them is stored.

use simui_evaluate::Rehearsal;
use simui_evaluate::consistency::{
    ConsistencyReport, Paraphrases, Seen, families_from, measure, shipped_families,
};

use crate::{ApiError, Desk};

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
        let rehearsal = Rehearsal::new(shelf, self.clock.clone(), self.today())?;
        let review = async |ad| Ok(Seen::from(&rehearsal.review(ad).await?));
        Ok(measure(&families, &Paraphrases::shipped()?, review, progress).await?)
    }
}
