//! What the lexicon, the extractor and its assertions promise, through the crate's public API.

mod demographics;
mod doses;
mod extraction;
mod properties;
mod utterances;
mod vocabulary;
