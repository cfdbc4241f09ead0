//! Advertisement review: rule packs, seven nodes, the verdict matrix, verified citations.

pub mod assertions;
pub mod cite;
pub mod claims;
mod classify;
mod confidence;
pub mod decision_rule;
mod draft;
pub mod finding;
pub mod graph;
pub mod grounds;
pub mod instructions;
pub mod kinds;
pub mod lexicon;
pub mod library;
pub mod normalise;
pub mod note;
pub mod pattern;
pub mod precedents;
pub mod retrieval;
pub mod roles;
mod rule_error;
pub mod rules;
pub mod rulings;
mod state;
pub mod verdict;
mod verify;
