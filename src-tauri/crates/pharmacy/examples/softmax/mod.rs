//! Fits a softmax regression by Adagrad, the same on every machine.

use simui_pharmacy::classifier::{Features, folded};

use crate::made::Random;

/// An example that belongs to one class, or to either of several.
pub struct Example {
    pub features: Features,
    /// Indices of its classes.
    pub names: Vec<usize>,
    pub weight: f32,
}

/// Parameters of the fit.
pub struct Recipe {
    /// Number of cells of the table.
    pub width: usize,
    pub rounds: usize,
    /// Strength of L2 regularisation.
    pub shrink: f32,
}

/// Fits the classes `names`; returns name, bias and weights of each.
pub fn fit(
    names: &[&str],
    examples: &[&Example],
    recipe: &Recipe,
    random: &mut Random,
) -> Vec<(String, f32, Vec<f32>)> {
    let (all, width) = (names.len(), recipe.width);
    // All classes of the first cell, then of the next; the last cell is the bias.
    let mut weights = vec![0.0f32; (width + 1) * all];
    let mut seen = vec![1e-6f32; (width + 1) * all];
    let mean = examples.iter().map(|it| it.weight).sum::<f32>() / examples.len() as f32;
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for _ in 0..recipe.rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at + 1));
        }
        for &at in &order {
            let Example { features, names, weight } = examples[at];
            let on = features.iter().map(|(cell, on)| (folded(*cell, width), *on));
            let on: Vec<(usize, f32)> = on.chain([(width, 1.0)]).collect();
            let mut shares = vec![0.0f32; all];
            for (cell, on) in &on {
                let of_cell = &weights[cell * all..(cell + 1) * all];
                shares.iter_mut().zip(of_cell).for_each(|(sum, it)| *sum += it * on);
            }
            let most = shares.iter().copied().fold(f32::MIN, f32::max);
            shares.iter_mut().for_each(|it| *it = (*it - most).exp());
            let total: f32 = shares.iter().sum();
            shares.iter_mut().for_each(|it| *it *= weight / mean / total);
            // Gradient of the likelihood of any of the example's classes: each counts by its share among
            // them.
            let meant: f32 = names.iter().map(|it| shares[*it]).sum();
            for &name in names {
                shares[name] -= weight / mean * shares[name] / meant.max(f32::MIN_POSITIVE);
            }
            for (cell, on) in &on {
                let place = cell * all..(cell + 1) * all;
                let of_cell = weights[place.clone()].iter_mut().zip(&mut seen[place]);
                for ((it, seen), slope) in of_cell.zip(&shares) {
                    let gradient = slope * on + recipe.shrink * *it;
                    *seen += gradient * gradient;
                    *it -= 0.3 * gradient / seen.sqrt();
                }
            }
        }
    }
    let of_name = |(at, name): (usize, &&str)| {
        let cells = (0..width).map(|cell| weights[cell * all + at]).collect();
        ((*name).to_owned(), weights[width * all + at], cells)
    };
    names.iter().enumerate().map(of_name).collect()
}
