//! Every operation the application offers, independent of transport.
//!
//! [`Desk`] is an open data directory. Its methods are the operations; [`Desk::call`] is the same by name and
//! JSON, for the window and the loopback server.

mod call;
mod clock;
mod corpora;
mod desk;
mod error;
mod housekeeping;
pub mod report { //TEMP
    use jiff::Timestamp; use crate::types::CaseView;
    pub struct Fonts; impl Fonts { pub fn locate(_: Option<&std::path::Path>) -> Result<Self, String> { Err("later".into()) } pub fn describe(&self) -> String { String::new() } }
    pub fn html(_: &CaseView, _: Timestamp) -> Result<String, String> { Err("later".into()) }
    pub fn pdf(_: &CaseView, _: Timestamp, _: &Fonts) -> Result<Vec<u8>, String> { Err("later".into()) }
} //TEMP
mod reviews;
pub mod types;
pub mod typescript;

pub use desk::{Desk, OpenDesk};
pub use error::ApiError;
