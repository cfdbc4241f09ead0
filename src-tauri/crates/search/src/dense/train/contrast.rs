//! Contrastive loss: InfoNCE with in-batch and hard negatives (van den Oord et al., 2018; Karpukhin et al.,
//! 2020).

use std::thread;

use simui_arithmetic::{add, dot};

use super::table::{Encoded, SHARDS};

/// The mean loss, and its gradients by the vectors before normalisation.
pub(super) struct Contrast {
    pub(super) questions: Vec<f32>,
    pub(super) passages: Vec<f32>,
    pub(super) loss: f32,
}

/// Computes loss and gradients. Question i belongs to passage i; all other passages are its negatives, also
/// those after the questions' own. `places` identifies the passages: a passage is never a negative of itself.
pub(super) fn contrast(
    dims: usize,
    temperature: f32,
    questions: &Encoded,
    passages: &Encoded,
    places: &[usize],
) -> Contrast {
    let asked = questions.lengths.len();
    let offered = passages.lengths.len();
    let mut pull = vec![0.0_f32; asked * offered];
    let share = asked.div_ceil(SHARDS).max(1);
    let loss = thread::scope(|scope| {
        let parts: Vec<_> = pull
            .chunks_mut(share * offered)
            .enumerate()
            .map(|(part, pull)| {
                scope.spawn(move || {
                    let first = part * share;
                    let mut loss = 0.0;
                    for (row, pull) in pull.chunks_exact_mut(offered).enumerate() {
                        let asked = first + row;
                        let question = &questions.vectors[asked * dims..(asked + 1) * dims];
                        let vectors = passages.vectors.chunks_exact(dims);
                        for (offered, (value, passage)) in pull.iter_mut().zip(vectors).enumerate()
                        {
                            let same = offered != asked && places[offered] == places[asked];
                            *value = if same {
                                f32::NEG_INFINITY
                            } else {
                                dot(question, passage) / temperature
                            };
                        }
                        loss += softmax(pull, asked);
                    }
                    loss
                })
            })
            .collect();
        parts.into_iter().filter_map(|part| part.join().ok()).sum::<f32>()
    });
    let scale = 1.0 / (temperature * asked.max(1) as f32);
    let by_question = gather(dims, scale, asked, questions, passages, |i, j| pull[i * offered + j]);
    let by_passage =
        gather(dims, scale, offered, passages, questions, |j, i| pull[i * offered + j]);
    Contrast { questions: by_question, passages: by_passage, loss: loss / asked.max(1) as f32 }
}

/// Replaces similarities by probabilities, minus 1 for the right passage; returns −ln of the right one's
/// probability.
fn softmax(values: &mut [f32], right: usize) -> f32 {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let wanted = values[right] - largest;
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = (*value - largest).exp();
        sum += *value;
    }
    values.iter_mut().for_each(|value| *value /= sum);
    values[right] -= 1.0;
    sum.ln() - wanted
}

/// Returns a gradient for each vector of `own`: the sum of the vectors of `others`, weighted by `pull`,
/// passed back through the normalisation. The gradient g by a unit vector e becomes (g − (g·e) e) / length.
fn gather(
    dims: usize,
    scale: f32,
    count: usize,
    own: &Encoded,
    others: &Encoded,
    pull: impl Fn(usize, usize) -> f32 + Sync,
) -> Vec<f32> {
    let mut gradients = vec![0.0; count * dims];
    let share = count.div_ceil(SHARDS).max(1);
    let pull = &pull;
    thread::scope(|scope| {
        for (part, gradients) in gradients.chunks_mut(share * dims).enumerate() {
            scope.spawn(move || {
                for (row, gradient) in gradients.chunks_exact_mut(dims).enumerate() {
                    let place = part * share + row;
                    for (other, vector) in others.vectors.chunks_exact(dims).enumerate() {
                        let strength = pull(place, other);
                        if strength.abs() > 1e-6 {
                            add(gradient, strength * scale, vector);
                        }
                    }
                    let unit = &own.vectors[place * dims..(place + 1) * dims];
                    let along = dot(gradient, unit);
                    add(gradient, -along, unit);
                    let length = own.lengths[place];
                    let by = if length > 0.0 { 1.0 / length } else { 0.0 };
                    gradient.iter_mut().for_each(|value| *value *= by);
                }
            });
        }
    });
    gradients
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(questions: &[f32], passages: &[f32], places: &[usize]) -> Contrast {
        let encode = |raw: &[f32]| {
            let mut vectors = raw.to_vec();
            let lengths = vectors.chunks_exact_mut(3).map(simui_arithmetic::normalise).collect();
            Encoded { vectors, lengths }
        };
        contrast(3, 0.5, &encode(questions), &encode(passages), places)
    }

    #[test]
    fn gradients_are_those_of_the_loss() {
        let questions = [0.3, -0.2, 0.9, 0.5, 0.5, 0.1];
        let passages = [0.1, 0.8, 0.2, -0.4, 0.3, 0.3, 0.7, 0.1, -0.6];
        let places = [4, 7, 9];
        let exact = loss(&questions, &passages, &places);
        let step = 1e-3;
        for at in 0..questions.len() {
            let (mut more, mut less) = (questions, questions);
            more[at] += step;
            less[at] -= step;
            let slope = (loss(&more, &passages, &places).loss
                - loss(&less, &passages, &places).loss)
                / (2.0 * step);
            assert!((slope - exact.questions[at]).abs() < 2e-3, "question number {at}");
        }
        for at in 0..passages.len() {
            let (mut more, mut less) = (passages, passages);
            more[at] += step;
            less[at] -= step;
            let slope = (loss(&questions, &more, &places).loss
                - loss(&questions, &less, &places).loss)
                / (2.0 * step);
            assert!((slope - exact.passages[at]).abs() < 2e-3, "passage number {at}");
        }
    }

    #[test]
    fn a_passage_is_no_negative_for_itself() {
        let twice = [0.1, 0.8, 0.2, 0.1, 0.8, 0.2];
        let same = loss(&[0.3, -0.2, 0.9], &twice, &[4, 4]);
        let other = loss(&[0.3, -0.2, 0.9], &twice, &[4, 5]);
        assert!(same.loss.abs() < 1e-6);
        assert!((other.loss - 2.0_f32.ln()).abs() < 1e-5);
    }
}
