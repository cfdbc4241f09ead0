use super::Ask;
use super::stopwatch::Stopwatch;
use crate::SearchError;
use crate::analysis::Terms;
use crate::dense::Vectors;
use crate::index::{Companions, SearchIndex};

/// A search by meaning: the query's vector, and the vectors of the corpus by the same model.
pub(super) struct Meaning<'a> {
    query: Vec<f32>,
    vectors: &'a Vectors,
    /// Cosine that unrelated texts have on average.
    baseline: f32,
    /// Whether an encoder made the vectors, not the static embedding.
    pub(super) by_encoder: bool,
}

impl<'a> Meaning<'a> {
    /// Uses the encoder where `ask` has one for this corpus, else the static embedding; `None` where neither
    /// is ready.
    pub(super) fn of(
        ask: &'a Ask<'_>,
        terms: &Terms,
        index: &SearchIndex,
        companions: Option<&'a Companions>,
        stopwatch: &mut Stopwatch,
    ) -> Option<Self> {
        if let Some(asked) = ask.encoded.as_ref().filter(|it| it.vectors.belongs_to(index)) {
            stopwatch.took.embed = asked.took;
            let mut query = asked.query.clone();
            simui_arithmetic::normalise(&mut query);
            let baseline = asked.vectors.baseline(&query);
            return Some(Self {
                query,
                vectors: &asked.vectors.vectors,
                baseline,
                by_encoder: true,
            });
        }
        let companions = companions?;
        let query = companions.embedding().embed(terms);
        stopwatch.took.embed = stopwatch.lap();
        Some(Self { query, vectors: &companions.vectors, baseline: 0.0, by_encoder: false })
    }

    /// Returns a function from a passage's index to its cosine, rescaled so that an encoder's baseline is
    /// zero.
    pub(super) fn nearness(&self) -> impl Fn(usize) -> f32 {
        let score = self.vectors.score(&self.query);
        move |place| self.above_baseline(score(place))
    }

    /// Returns indices and rescaled cosines of the nearest passages that the query's filters admit, best
    /// first.
    ///
    /// # Errors
    /// [`SearchError::Index`] when a file of the index cannot be read.
    pub(super) fn nearest(
        &self,
        index: &SearchIndex,
        ask: &Ask<'_>,
        limit: usize,
    ) -> Result<Vec<(usize, f32)>, SearchError> {
        let admits = |place: &usize| index.admits(&ask.query, *place);
        let near = match index.few_of_kinds(&ask.query)? {
            Some(mut few) => {
                few.sort_unstable();
                let few = few.into_iter().filter(admits);
                self.vectors.nearest_among(&self.query, limit, few)
            }
            None => self.vectors.nearest(&self.query, limit, |place| admits(&place)),
        };
        Ok(near.into_iter().map(|it| (it.index, self.above_baseline(it.score))).collect())
    }

    fn above_baseline(&self, cosine: f32) -> f32 {
        (cosine - self.baseline) / (1.0 - self.baseline)
    }
}
