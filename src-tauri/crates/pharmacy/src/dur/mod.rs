//! 의약품안전사용서비스(DUR): looks the drugs of a question up in the stored tables. Nothing is inferred beyond them.

mod book;
mod check;
mod product;
mod product_names;
mod row;

pub use book::DurBook;
pub use check::{DurNotice, Person};
pub use row::{DurEntry, DurTable};
