use ndarray::Array2;

/// A tokenised text or pair.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tokenised {
    /// Token ids; never empty.
    pub ids: Vec<i64>,
    /// 0 for a text and the first part of a pair, 1 for the second part.
    pub types: Vec<i64>,
    /// 1 for a token, 0 for padding.
    pub mask: Vec<i64>,
}

/// Texts of similar length, padded to the longest, as a tensor of batch × sequence.
pub(super) struct Batch {
    pub ids: Array2<i64>,
    pub types: Array2<i64>,
    pub mask: Array2<i64>,
}

impl Batch {
    /// Pads on the right with the token `pad`, which is masked.
    pub(super) fn of(texts: &[&Tokenised], pad: i64) -> Self {
        let longest = texts.iter().map(|text| text.ids.len()).max().unwrap_or(0);
        let shape = (texts.len(), longest);
        let padded = |values: fn(&Tokenised) -> &[i64], fill: i64| {
            Array2::from_shape_fn(shape, |(row, column)| {
                values(texts[row]).get(column).copied().unwrap_or(fill)
            })
        };
        Self {
            ids: padded(|text| &text.ids, pad),
            types: padded(|text| &text.types, 0),
            mask: padded(|text| &text.mask, 0),
        }
    }
}

/// Most padded tokens of a batch; bounds memory.
const MOST_TOKENS: usize = 16_384;
/// Most texts of a batch; larger batches are not faster.
const MOST_TEXTS: usize = 64;

/// Returns the positions of `texts` sorted by length and split into batches, which keeps padding small.
pub(super) fn by_length(texts: &[Tokenised]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&at| texts[at].ids.len());
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for at in order {
        // Texts are in ascending order, so the batch is padded to the length of this one.
        let fits = |batch: &Vec<usize>| {
            batch.len() < MOST_TEXTS && (batch.len() + 1) * texts[at].ids.len() <= MOST_TOKENS
        };
        match batches.last_mut().filter(|batch| fits(batch)) {
            Some(batch) => batch.push(at),
            None => batches.push(vec![at]),
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Tokenised {
        Tokenised { ids: vec![7; length], types: vec![1; length], mask: vec![1; length] }
    }

    #[test]
    fn padding_is_masked() {
        let batch = Batch::of(&[&text(1), &text(3)], 9);
        assert_eq!(batch.ids, ndarray::array![[7, 9, 9], [7, 7, 7]]);
        assert_eq!(batch.mask, ndarray::array![[1, 0, 0], [1, 1, 1]]);
        assert_eq!(batch.types, ndarray::array![[1, 0, 0], [1, 1, 1]]);
    }

    proptest::proptest! {
        #[test]
        fn batches_hold_every_text_once_and_are_bounded(
            lengths in proptest::collection::vec(1_usize..9_000, 0..300)
        ) {
            let texts: Vec<Tokenised> = lengths.iter().map(|&length| text(length)).collect();
            let batches = by_length(&texts);
            let mut seen: Vec<usize> = batches.iter().flatten().copied().collect();
            seen.sort_unstable();
            proptest::prop_assert_eq!(seen, (0..texts.len()).collect::<Vec<_>>());
            for batch in &batches {
                let longest = batch.iter().map(|&at| lengths[at]).max().unwrap_or(0);
                proptest::prop_assert!(batch.len() <= MOST_TEXTS);
                proptest::prop_assert!(batch.len() == 1 || batch.len() * longest <= MOST_TOKENS);
            }
        }
    }
}
