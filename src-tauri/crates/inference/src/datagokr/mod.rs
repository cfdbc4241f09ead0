//! Client of the drug data of data.go.kr (식품의약품안전처: e약은요, 허가, DUR): fetches the rows of a service page by
//! page into a folder, goes on after an interruption, and hands whole updates to the importer.
//! `services.toml` lists the services, `reasons.toml` the codes with which they refuse.

mod answer;
mod client;
mod node;
mod reason;
mod round;
mod service;
mod update;

pub use client::DataGoKr;
pub use service::{Group, Service};
pub use update::{Fetched, Held, Wanted, files_to_import, mark_imported};
