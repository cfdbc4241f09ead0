//! The budget of work that the rules may do on one advertisement.
//!
//! Time must not depend on how an advertisement is written: every loop over words counts them here, whether
//! they match or not. Where the budget is spent, or a text is cut, the advertisement counts as not read to
//! its end, and a person reads it.

use std::cell::Cell;

/// The number of words that may still be examined, and whether anything was left out.
#[derive(Debug)]
pub struct Budget {
    most: usize,
    left: Cell<usize>,
    cut: Cell<bool>,
}

/// Largest number of words that all rules together may examine in one advertisement: hundreds of times what
/// the longest real advertisement takes, and some seconds of work.
const MAX_WORDS: usize = 30_000_000;

impl Default for Budget {
    fn default() -> Self {
        Self::of(MAX_WORDS)
    }
}

impl Budget {
    /// Creates a budget of `most` words.
    pub fn of(most: usize) -> Self {
        Self { most, left: Cell::new(most), cut: Cell::new(false) }
    }

    /// Takes `words` from the budget. When it holds fewer, the rest is dropped, the budget is marked as cut,
    /// and the result is `false`.
    pub fn spend(&self, words: usize) -> bool {
        match self.left.get().checked_sub(words) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => {
                self.left.set(0);
                self.cut();
                false
            }
        }
    }

    /// Marks that something was left out.
    pub fn cut(&self) {
        self.cut.set(true);
    }

    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Returns the number of words examined so far.
    pub fn spent(&self) -> usize {
        self.most - self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn an_exhausted_budget_is_reported() {
        let budget = Budget::of(5);
        assert!(budget.spend(3) && budget.spend(2));
        assert!(!budget.is_cut(), "all of it was enough");
        assert!(!budget.spend(1));
        assert_eq!((budget.is_cut(), budget.spent()), (true, 5));
    }
}
