//! Answers to drug questions and the drug utilisation tables, through the crate's public API.

mod drug_names;
mod dur_tables;
mod pharmacy;
