//! Measures of retrieval over one half of a set's questions.

use std::collections::HashSet;

/// Sums of the measures over questions.
#[derive(Clone, Copy, Default)]
pub struct Measures {
    pub questions: f64,
    first: f64,
    ten: f64,
    fifty: f64,
    reciprocal: f64,
}

impl Measures {
    /// Adds a question. Recall at k is the share of its relevant documents among the first k; the reciprocal
    /// rank is that of the first relevant one among ten.
    pub fn add(&mut self, found: &[(usize, f32)], right: &HashSet<usize>) {
        let within = |k: usize| {
            let hits = found.iter().take(k).filter(|it| right.contains(&it.0)).count();
            hits as f64 / right.len().max(1) as f64
        };
        self.questions += 1.0;
        self.first += within(1);
        self.ten += within(10);
        self.fifty += within(50);
        let rank = found.iter().take(10).position(|it| right.contains(&it.0));
        self.reciprocal += rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
    }

    pub fn row(&self) -> String {
        let of = |sum: f64| sum / self.questions.max(1.0);
        format!(
            "{:.3}  {:.3}  {:.3}  {:.3}",
            of(self.first),
            of(self.ten),
            of(self.fifty),
            of(self.reciprocal)
        )
    }
}
