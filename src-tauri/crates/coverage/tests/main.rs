//! How documents are read and offers compared, through the crate's public API.

mod company;
mod corpus;
mod csv;
mod generated;
mod kinds;
mod layouts;
mod offers;
mod partial;
mod properties;
mod questions;
mod readings;
mod riders;
mod sections;
mod sets;
mod situations;
mod tables;
