//! Korean analysis: morphemes with exact offsets, and the terms that search is done with.
//!
//! [`Analyser::morphemes`] is for rules that read a sentence; [`Analyser::terms`] is for the index and
//! its queries, which must always use the same one. Both work on NFKC (see [`mod@self::normal`]) and
//! report places in the text as it was given.

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
