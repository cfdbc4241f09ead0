//! How much work the rules may do on one advertisement.
//!
//! Time must not depend on how an advertisement is written: whatever looks at words in a loop counts them here, those that do
//! not fit as well as those that do. Where the budget is spent, or a text is cut, the advertisement counts as not read to its
//! end, and a person reads it.

use std::cell::Cell;

/// Words that may still be looked at, and whether everything was.
#[derive(Debug)]
pub struct Budget {
    most: usize,
    left: Cell<usize>,
    cut: Cell<bool>,
}

/// Words of one advertisement that all rules together may look at: hundreds of times what the longest advertisement of people
/// takes, and some seconds of work.
const MOST: usize = 30_000_000;

impl Default for Budget {
    fn default() -> Self {
        Self::of(MOST)
    }
}

impl Budget {
    /// A budget of `most` words.
    pub fn of(most: usize) -> Self {
        Self { most, left: Cell::new(most), cut: Cell::new(false) }
    }

    /// Takes `words` from the budget; `false`, and nothing is left, where it does not hold so many.
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

    /// Notes that something was left out.
    pub fn cut(&self) {
        self.cut.set(true);
    }

    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// The words looked at so far.
    pub fn spent(&self) -> usize {
        self.most - self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn a_budget_that_does_not_suffice_is_said() {
        let budget = Budget::of(5);
        assert!(budget.spend(3) && budget.spend(2));
        assert!(!budget.is_cut(), "all of it was enough");
        assert!(!budget.spend(1));
        assert_eq!((budget.is_cut(), budget.spent()), (true, 5));
    }
}
