//! The evaluation corpus and its runner. The end-to-end, contract, crash and browser tests are in the folders
//! beside this one.

pub mod corpora;
