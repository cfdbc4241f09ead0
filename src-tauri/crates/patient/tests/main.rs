//! What patient memory and records promise, through the crate's public API.

mod patient_memory;
mod patient_record;
