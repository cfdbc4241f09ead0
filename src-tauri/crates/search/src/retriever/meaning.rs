use super::Ask;
use super::watch::Watch;
use crate::analysis::Terms;
use crate::dense::{Vectors, numbers};
use crate::index::{Companions, SearchIndex};

/// What is searched by meaning: the query's vector, and those of the corpus by the same model.
pub(super) struct Meaning<'a> {
    query: Vec<f32>,
    vectors: &'a Vectors,
    /// Cosines up to this say nothing.
    usual: f32,
    /// Whether an encoder has made them, not the static embedding.
    pub(super) by_encoder: bool,
}

impl<'a> Meaning<'a> {
    /// By the encoder where the ask has one for this corpus, else by the static embedding; `None` where neither is ready.
    pub(super) fn of(
        ask: &'a Ask<'_>,
        terms: &Terms,
        index: &SearchIndex,
        companions: Option<&'a Companions>,
        watch: &mut Watch,
    ) -> Option<Self> {
        if let Some(asked) = ask.encoded.as_ref().filter(|it| it.vectors.belongs_to(index)) {
            watch.took.embed = asked.took;
            let mut query = asked.query.clone();
            numbers::normalise(&mut query);
            let usual = asked.vectors.usual(&query);
            return Some(Self { query, vectors: &asked.vectors.vectors, usual, by_encoder: true });
        }
        let companions = companions?;
        let query = companions.embedding().embed(terms);
        watch.took.embed = watch.lap();
        Some(Self { query, vectors: &companions.vectors, usual: 0.0, by_encoder: false })
    }

    /// How near a passage is: its cosine, an encoder's as far as it is above the usual one.
    pub(super) fn nearness(&self) -> impl Fn(usize) -> f32 {
        let score = self.vectors.score(&self.query);
        move |place| self.above_usual(score(place))
    }

    /// The nearest passages that the filters of the query admit: place and nearness, best first.
    pub(super) fn nearest(
        &self,
        index: &SearchIndex,
        ask: &Ask<'_>,
        limit: usize,
    ) -> Vec<(usize, f32)> {
        let admits = |place| index.admits(&ask.query, place);
        let near = self.vectors.nearest(&self.query, limit, admits);
        near.into_iter().map(|it| (it.index, self.above_usual(it.score))).collect()
    }

    fn above_usual(&self, cosine: f32) -> f32 {
        (cosine - self.usual) / (1.0 - self.usual)
    }
}
