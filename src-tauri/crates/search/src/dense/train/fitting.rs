use super::lessons::Course;
use super::material::Material;
use super::table::Table;
use super::{
    Next, Progress, Settings, frequencies, learn, say, spell, start, vocabulary, weigh, weights,
};
use crate::dense::Embedding;
use crate::dense::lexicon::{Bag, Lexicon, damp};
use crate::dense::numbers;

/// Goes on learning from an embedding with the material of one corpus.
///
/// A row of the result is the base's row beside `settings.dims` new numbers, which start as the corpus' own latent
/// semantic analysis: the inner product of two texts is the sum of both views. Words of the corpus that the base does not
/// know get rows of their own, whose part in the base's space starts as the mean of the passages they occur in. `None` when
/// cancelled, or when the material has nothing to learn from.
pub fn fit(
    base: &Embedding,
    material: &Material,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Embedding> {
    let frequencies = frequencies(material);
    let known = &base.lexicon;
    let new = vocabulary(&frequencies, settings.vocabulary, |key| known.row(key).is_none());
    let keys: Vec<u64> = base.keys.iter().chain(&new).copied().collect();
    let lexicon = Lexicon::new(known.buckets, &keys);
    let course = Course::new(material, &lexicon);
    let passages = course.passages();
    let weights = weights(&passages, lexicon.len());
    let texts: Vec<Bag> = passages.iter().map(|bag| weigh(bag, &weights)).collect();

    let mut general = widen(base, &texts, &passages, &weights, lexicon.len());
    let mut own = start::directions(&texts, lexicon.len(), settings.dims, settings.seed);
    say(course.manner(), settings.dims, &mut own);
    spell(material, &lexicon, settings.dims, &mut own);
    for (row, weight) in own.chunks_exact_mut(settings.dims).zip(&weights) {
        row.iter_mut().for_each(|value| *value *= weight);
    }
    balance(&mut general, base.dims, &passages, 1.0 - OWN_SHARE);
    balance(&mut own, settings.dims, &passages, OWN_SHARE);
    let dims = base.dims + settings.dims;
    let mut rows = Vec::with_capacity(lexicon.len() * dims);
    let mut logs = Vec::with_capacity(lexicon.len());
    for (general, own) in general.chunks_exact(base.dims).zip(own.chunks_exact(settings.dims)) {
        let from = rows.len();
        rows.extend(general.iter().chain(own));
        logs.push(numbers::normalise(&mut rows[from..]).max(1e-4).ln());
    }
    // Tables of a large vocabulary: none is held longer than it is needed.
    drop((general, own, texts));
    let mut table = Table::new(dims, &rows, &logs);
    drop(rows);
    table.settled = base.dims;
    let table = learn(table, &course, &passages, settings, progress)?;
    Some(Embedding::quantise(dims, known.buckets, keys, &table.weighted(lexicon.len())))
}

/// How much of a passage's vector is the corpus' own view when [`fit`] starts, as a share of its squared length.
const OWN_SHARE: f32 = 0.5;

/// The base's rows, and for each new token the mean of the passages it occurs in, as long as its rarity says.
fn widen(
    base: &Embedding,
    texts: &[Bag],
    passages: &[Bag],
    weights: &[f32],
    rows: usize,
) -> Vec<f32> {
    let (dims, old) = (base.dims, base.rows());
    let vectors: Vec<f32> = passages
        .iter()
        .flat_map(|bag| {
            let mut known: Bag =
                bag.iter().copied().filter(|&(row, _)| (row as usize) < old).collect();
            damp(&mut known);
            base.embed_bag(&known)
        })
        .collect();
    let mut wide = start::spread(texts, &vectors, rows, dims);
    let (mut lengths, mut rarities) = (0.0, 0.0);
    for (row, values) in wide.chunks_exact_mut(dims).enumerate().take(old) {
        values.copy_from_slice(&base.row(row as u32));
        if weights[row] > 1.0 {
            lengths += numbers::dot(values, values).sqrt();
            rarities += weights[row];
        }
    }
    let unit = if rarities > 0.0 { lengths / rarities } else { 1.0 };
    for (values, weight) in wide.chunks_exact_mut(dims).zip(weights).skip(old) {
        numbers::normalise(values);
        values.iter_mut().for_each(|value| *value *= weight * unit);
    }
    wide
}

/// Scales rows so that the mean squared length of a passage's sum is `share`.
fn balance(rows: &mut [f32], dims: usize, passages: &[Bag], share: f32) {
    let mut total = 0.0;
    for bag in passages {
        let mut sum = vec![0.0; dims];
        let mut bag = bag.clone();
        damp(&mut bag);
        for (row, count) in bag {
            numbers::add(&mut sum, count, &rows[row as usize * dims..(row as usize + 1) * dims]);
        }
        total += numbers::dot(&sum, &sum);
    }
    if total > 0.0 {
        let factor = (share * passages.len() as f32 / total).sqrt();
        rows.iter_mut().for_each(|value| *value *= factor);
    }
}
