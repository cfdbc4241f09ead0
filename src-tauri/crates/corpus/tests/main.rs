//! What readers, imports and citations promise, through the public API. `fuzz` is a program of its own.

mod any_text;
mod archive;
mod citation_spellings;
mod citations;
mod common;
mod decisions;
mod grounds;
mod import;
mod law_book;
mod law_in_force;
mod lawgokr;
mod lawgokr_any;
mod lawgokr_corpus;
mod lawgokr_findings;
mod links;
mod office;
mod shared_corpora;
mod starter;
mod statute;
mod tables;
mod tables_any_bytes;
mod tables_corpora;
mod tables_traps;
