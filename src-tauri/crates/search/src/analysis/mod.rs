//! Korean analysis: morphemes with exact offsets, and search terms.
//!
//! [`Analyser::morphemes`] serves rules that read a sentence; [`Analyser::terms`] serves the index and its
//! queries, which must use the same analyser. Both work on NFKC (see [`mod@self::normal`]) and report offsets
//! into the original text.

mod analyser;
mod bigram;
mod dictionary;
mod expression;
mod legal;
mod morpheme;
mod normal;
mod script;
mod tag;
mod terms;

pub use analyser::Analyser;
pub use dictionary::Dictionary;
pub use morpheme::Morpheme;
pub use tag::Tag;
pub use terms::Terms;
