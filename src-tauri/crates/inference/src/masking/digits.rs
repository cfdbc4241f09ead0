use super::skeleton::Skeleton;

/// Digits with at most [`GAP`] separators between two of them.
pub(super) struct Run {
    /// 0 to 9.
    pub digits: Vec<u8>,
    /// Where each stands in the skeleton.
    pub at: Vec<usize>,
}

/// Separators between two digits of one number.
const GAP: usize = 8;

impl Run {
    /// All runs of a text.
    pub fn all(skeleton: &Skeleton) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (index, c) in skeleton.chars.iter().enumerate() {
            let Some(digit) = c.to_digit(10).and_then(|it| u8::try_from(it).ok()) else { continue };
            let continues = runs.last().and_then(|run| run.at.last()).is_some_and(|&last| {
                let between = skeleton.chars.get(last + 1..index).unwrap_or_default();
                between.len() <= GAP && between.iter().all(|&c| is_separator(c))
            });
            match runs.last_mut() {
                Some(run) if continues => {
                    run.digits.push(digit);
                    run.at.push(index);
                }
                _ => runs.push(Run { digits: vec![digit], at: vec![index] }),
            }
        }
        runs
    }

    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// Whether something stands before digit `index`, or nothing does.
    pub fn breaks_before(&self, index: usize) -> bool {
        match (index.checked_sub(1).and_then(|it| self.at.get(it)), self.at.get(index)) {
            (Some(before), Some(here)) => here - before > 1,
            _ => true,
        }
    }

    /// The lengths of the unbroken groups of digits `from..to`.
    pub fn groups(&self, from: usize, to: usize) -> Vec<usize> {
        let mut groups: Vec<usize> = Vec::new();
        for index in from..to {
            match groups.last_mut() {
                Some(length) if !self.breaks_before(index) => *length += 1,
                _ => groups.push(1),
            }
        }
        groups
    }

    /// Whether every break in digits `from..to` has a hyphen in it.
    pub fn hyphenated(&self, from: usize, to: usize, skeleton: &Skeleton) -> bool {
        (from + 1..to).filter(|&index| self.breaks_before(index)).all(|index| {
            let (before, here) = (self.at[index - 1], self.at[index]);
            skeleton.chars[before + 1..here].contains(&'-')
        })
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '_' | '/' | '·' | ')' | '(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_something_else_begins() {
        let skeleton = Skeleton::of("12-3 4번 56, 7");
        let runs = Run::all(&skeleton);
        let digits: Vec<Vec<u8>> = runs.iter().map(|run| run.digits.clone()).collect();
        assert_eq!(digits, [vec![1, 2, 3, 4], vec![5, 6], vec![7]]);
        assert_eq!(runs[0].groups(0, 4), [2, 1, 1]);
        assert!(!runs[0].hyphenated(0, 4, &skeleton) && runs[0].hyphenated(0, 3, &skeleton));
    }
}
