//! Reads a question: drugs, complaints and intents by the rules, its subjects, the features of the models,
//! and the query.

pub mod complaints;
mod features;
mod heed;
pub mod matter;
pub mod optimise;
mod phrases;
pub mod question;
pub(crate) mod subject;
mod taken;
