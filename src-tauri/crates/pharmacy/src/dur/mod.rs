//! 의약품안전사용서비스(DUR): what its tables say of the drugs that a question names, looked up and never guessed.

mod book;
mod check;
mod product;
mod row;

pub use book::DurBook;
pub use check::{DurNotice, Person};
pub use row::{DurEntry, DurTable};
