//! What crosses the desk's border: requests, responses and errors, in the shapes every transport carries.
//!
//! [`types`] are the requests and responses, [`faults`] what people read about an error. Both are made into
//! TypeScript by `make types`.

pub mod faults;
pub mod types;
