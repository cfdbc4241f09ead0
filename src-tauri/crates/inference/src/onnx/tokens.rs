use std::path::Path;

use tokenizers::{EncodeInput, Tokenizer, TruncationParams};

use super::batch::Tokenised;
use crate::InferenceError;

/// A model's tokenizer that truncates long inputs and leaves padding to [`super::batch::Batch`].
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    id: String,
    pad: i64,
}

impl Tokens {
    /// Reads a `tokenizer.json`; inputs are truncated to `max_length` tokens, special ones included.
    pub(super) fn open(id: &str, path: &Path, max_length: usize) -> Result<Self, InferenceError> {
        let mut tokenizer = Tokenizer::from_file(path)
            .map_err(InferenceError::inference(id, "reading its tokenizer"))?;
        let named = ["[PAD]", "<pad>"].iter().find_map(|name| tokenizer.token_to_id(name));
        let pad = tokenizer.get_padding().map(|it| it.pad_id).or(named).unwrap_or(0);
        tokenizer.with_padding(None);
        // The longer part of a pair is truncated, normally the passage.
        let truncation = TruncationParams { max_length, ..TruncationParams::default() };
        tokenizer
            .with_truncation(Some(truncation))
            .map_err(InferenceError::inference(id, "setting the tokenizer's length"))?;
        Ok(Self { tokenizer, id: id.to_owned(), pad: i64::from(pad) })
    }

    /// Returns the id of the padding token.
    pub(super) fn pad(&self) -> i64 {
        self.pad
    }

    /// Tokenises texts or pairs in order.
    pub(super) fn encode<'s, I: Into<EncodeInput<'s>> + Send>(
        &self,
        inputs: Vec<I>,
    ) -> Result<Vec<Tokenised>, InferenceError> {
        let encodings = self
            .tokenizer
            .encode_batch(inputs, true)
            .map_err(InferenceError::inference(&self.id, "tokenising"))?;
        let wide = |values: &[u32]| values.iter().map(|&value| i64::from(value)).collect();
        let tokenised = encodings.iter().map(|encoding| match encoding.get_ids() {
            // A text without any token becomes one masked padding token.
            [] => Tokenised { ids: vec![self.pad], types: vec![0], mask: vec![0] },
            ids => Tokenised {
                ids: wide(ids),
                types: wide(encoding.get_type_ids()),
                mask: wide(encoding.get_attention_mask()),
            },
        });
        Ok(tokenised.collect())
    }
}
