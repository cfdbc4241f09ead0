//! What the database promises about cases, the queue, the audit log and patients, through the public API.

mod audit;
mod cases;
mod common;
mod full_disk;
mod patients;
mod processes;
mod queue;
mod records;
