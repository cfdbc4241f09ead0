use simui_arithmetic::{add, dot, normalise};

use super::lessons::Course;
use super::lists::Lists;
use super::material::Material;
use super::start::Texts;
use super::table::Table;
use super::{Next, Preparation, Progress, Settings, directions, learn, vocabulary};
use crate::dense::Embedding;
use crate::dense::lexicon::Lexicon;

/// Share of a passage's squared length that is the corpus' own part when [`fit`] starts.
const OWN_SHARE: f32 = 0.5;

/// Continues training an embedding with the material of one corpus.
///
/// A row of the result is the base's row followed by `settings.dims` new numbers, which start as latent
/// semantic analysis of the corpus: the inner product of two texts is the sum of both parts. Words that the
/// base does not know get rows of their own; their base part starts as the mean of the passages in which they
/// occur. `None` when cancelled, or when the material has nothing to learn from.
pub fn fit(
    base: &Embedding,
    material: Material,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Embedding> {
    let known = &base.lexicon;
    let unknown = |key| known.row(key).is_none();
    let new = vocabulary(&material, settings.vocabulary, unknown);
    let keys: Vec<u64> = base.keys.iter().chain(&new).copied().collect();
    let lexicon = Lexicon::new(known.buckets, &keys);
    let course = Course::new(material, &lexicon);
    let Preparation { passages, neighbours, weights } = Preparation::new(&course, lexicon.len());
    let texts = Texts::new(&passages, &weights);

    let general = General::new(base, &texts, &passages, &weights);
    let dims = settings.dims;
    let own = directions(&course, &texts, &lexicon, dims, settings.seed);
    let own_row = |row: usize| &own[row * dims..(row + 1) * dims];
    let share =
        |dims, share, add: &dyn Fn(u32, f32, &mut [f32])| balance(&passages, dims, share, add);
    let of_general = share(base.dims, 1.0 - OWN_SHARE, &|row, count, sum| {
        general.add(row, count, sum);
    });
    let of_own = share(dims, OWN_SHARE, &|row, count, sum| {
        add(sum, count * weights[row as usize], own_row(row as usize));
    });
    drop(passages);
    let mut table = Table::new(base.dims + dims, lexicon.len(), |row, values| {
        let (first, second) = values.split_at_mut(base.dims);
        general.add(row as u32, of_general, first);
        add(second, of_own * weights[row], own_row(row));
        normalise(values).max(1e-4).ln()
    });
    drop((general, own));
    table.settled = base.dims;
    let table = learn(table, &course, &neighbours, settings, progress)?;
    Some(Embedding::quantise(base.dims + dims, known.buckets, keys, table.weighted()))
}

/// Every row in the space of the base: its own rows unchanged, and for each new token the mean of the
/// passages in which it occurs, scaled by the token's rarity.
struct General<'a> {
    base: &'a Embedding,
    /// Vectors of the rows after the base's.
    new: Vec<f32>,
}

impl<'a> General<'a> {
    fn new(
        base: &'a Embedding,
        texts: &Texts<'_>,
        passages: &Lists<(u32, f32)>,
        weights: &[f32],
    ) -> Self {
        let (dims, old) = (base.dims, base.rows());
        let mut vectors = vec![0.0; passages.len() * dims];
        for (bag, vector) in passages.iter().zip(vectors.chunks_exact_mut(dims)) {
            let known = bag.iter().filter(|it| (it.0 as usize) < old);
            known.for_each(|&(row, count)| base.add(row, count, vector));
            normalise(vector);
        }
        let mut new = texts.spread(&vectors, old, weights.len(), dims);
        let unit = unit(base, weights);
        for (values, weight) in new.chunks_exact_mut(dims).zip(&weights[old..]) {
            normalise(values);
            values.iter_mut().for_each(|value| *value *= weight * unit);
        }
        Self { base, new }
    }

    /// `sum += count * row`.
    fn add(&self, row: u32, count: f32, sum: &mut [f32]) {
        match (row as usize).checked_sub(self.base.rows()) {
            None => self.base.add(row, count, sum),
            Some(at) => {
                let dims = self.base.dims;
                add(sum, count, &self.new[at * dims..(at + 1) * dims]);
            }
        }
    }
}

/// Returns the mean ratio of the base's row lengths to their rarity, over the rows that occur in the corpus.
fn unit(base: &Embedding, weights: &[f32]) -> f32 {
    let (mut lengths, mut rarities) = (0.0, 0.0);
    for (row, &weight) in weights.iter().enumerate().take(base.rows()) {
        if weight > 1.0 {
            let mut values = vec![0.0; base.dims];
            base.add(row as u32, 1.0, &mut values);
            lengths += normalise(&mut values);
            rarities += weight;
        }
    }
    if rarities > 0.0 { lengths / rarities } else { 1.0 }
}

/// Returns the factor for rows that makes the mean squared length of a passage `share`; `add` adds a row to a
/// sum.
fn balance(
    passages: &Lists<(u32, f32)>,
    dims: usize,
    share: f32,
    add: &dyn Fn(u32, f32, &mut [f32]),
) -> f32 {
    let mut total = 0.0;
    let mut sum = vec![0.0; dims];
    for bag in passages.iter() {
        sum.fill(0.0);
        bag.iter().for_each(|&(row, count)| add(row, count, &mut sum));
        total += dot(&sum, &sum);
    }
    if total > 0.0 { (share * passages.len() as f32 / total).sqrt() } else { 1.0 }
}
