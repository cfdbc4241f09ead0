//! 의약품안전사용서비스(DUR): looks the drugs of a question up in the stored tables. Nothing is inferred beyond them.

mod book;
mod check;
mod product;
mod product_names;
mod row;

pub use book::DurBook;
pub use check::{CHILD_MONTHS, DurNotice, ELDERLY_MONTHS, Person, is_limited_age};
pub use row::{DurEntry, DurTable};
