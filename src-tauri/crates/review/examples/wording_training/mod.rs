//! Fits the wording model: one logistic regression for each kind by Adagrad, with the same result on every
//! machine.

use simui_domain::ViolationKind;
use simui_review::rules::wording::{CELLS, Features, Weights};

/// An advertisement with its labels and features.
pub struct Example {
    pub features: Features,
    pub must: Vec<ViolationKind>,
    pub may: Vec<ViolationKind>,
    /// The features of its sentences.
    pub sentences: Vec<Features>,
}

pub const KINDS: [ViolationKind; 14] = ViolationKind::ALL;
const ROUNDS: usize = 120;
/// Weight of the examples against small weights, like `C` of a support vector machine.
const TRUST: f32 = 10.0;

/// Fits the model to examples.
pub fn fit(examples: &[&Example]) -> Weights {
    // The labels do not say which sentence is the violation: a first model, fitted on whole advertisements,
    // chooses it, and the second is fitted on these sentences.
    let whole = fit_all(examples, None);
    fit_all(examples, Some(&whole))
}

fn fit_all(examples: &[&Example], first: Option<&Weights>) -> Weights {
    let models: Vec<_> = KINDS.iter().map(|&kind| fit_kind(examples, kind, first)).collect();
    Weights::quantised(&models)
}

/// Returns the sentence of an advertisement that is most like the kind.
fn likeliest<'e>(
    example: &'e Example,
    kind: ViolationKind,
    first: Option<&Weights>,
) -> &'e Features {
    let Some(first) = first else { return &example.features };
    let of = |features: &Features| first.probability(kind, features);
    let best = example.sentences.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
    best.unwrap_or(&example.features)
}

/// Returns bias and weights for one kind.
fn fit_kind(
    examples: &[&Example],
    kind: ViolationKind,
    first: Option<&Weights>,
) -> (f32, Vec<f32>) {
    let mut rows: Vec<(&Features, f32)> = Vec::new();
    for example in examples {
        if example.must.contains(&kind) {
            rows.push((likeliest(example, kind, first), 1.0));
        } else if !example.may.contains(&kind) {
            rows.push((&example.features, -1.0));
            // Every sentence of an advertisement without violations is without violations.
            if example.must.is_empty() && example.may.is_empty() && example.sentences.len() > 1 {
                rows.extend(example.sentences.iter().map(|sentence| (sentence, -1.0)));
            }
        }
    }
    let positive = rows.iter().filter(|(_, label)| *label > 0.0).count() as f32;
    let total = rows.len() as f32;
    if positive == 0.0 {
        return (-9.0, vec![0.0; CELLS]);
    }
    // Positive and negative examples have the same total weight.
    let weight = |label: f32| {
        if label > 0.0 { total / (2.0 * positive) } else { total / (2.0 * (total - positive)) }
    };
    let shrink = 1.0 / (TRUST * total);
    let (mut bias, mut weights) = (0.0f32, vec![0.0f32; CELLS]);
    let (mut bias_seen, mut seen) = (1e-8f32, vec![1e-8f32; CELLS]);
    let mut random = 0x2545_F491u32;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    for _ in 0..ROUNDS {
        for at in (1..order.len()).rev() {
            // xorshift: the same order on every machine.
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            order.swap(at, random as usize % (at + 1));
        }
        for &at in &order {
            let (features, label) = rows[at];
            let sum: f32 =
                features.iter().map(|(cell, value)| weights[usize::from(*cell)] * value).sum();
            let slope = -label * weight(label) / (1.0 + (label * (sum + bias)).exp());
            bias_seen += slope * slope;
            bias -= 0.1 * slope / bias_seen.sqrt();
            for (cell, value) in features {
                let cell = usize::from(*cell);
                // Only active cells are shrunk, by a larger step that makes up for the inactive ones.
                let gradient = slope * value + shrink * weights[cell] * 20.0;
                seen[cell] += gradient * gradient;
                weights[cell] -= 0.5 * gradient / seen[cell].sqrt();
            }
        }
    }
    (bias, weights)
}
