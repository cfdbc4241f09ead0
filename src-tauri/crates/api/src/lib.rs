//! Every operation the application offers, independent of transport.

pub mod types;
pub mod typescript;
