//! What the index, the analyser and the retriever promise, through the crate's public API.

mod common;
mod dictionary;
mod encoded;
mod index;
mod lexicon;
mod morphemes;
mod retriever;
mod spelling;
mod spellings;
mod terms;
mod unknown_words;
