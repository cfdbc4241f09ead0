//! 자료 관리: import, list, read, search, verify.

mod import;
mod read;
mod search;
