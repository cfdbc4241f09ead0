//! 자료 관리: import, list, read, search, verify, compare versions, follow links.

mod changes;
mod citations;
mod digests;
mod hits;
mod impact;
mod import;
mod links;
mod quarantine;
mod read;
mod search;
mod stored_text;
mod uploads;

pub use uploads::ReceivedUpload;
