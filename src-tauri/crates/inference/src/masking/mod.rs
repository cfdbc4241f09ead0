//! Personal identifiers: found beside Hangul, split by spaces, in full-width digits, and replaced by placeholders before a
//! text leaves the desk. The 재현 표 (which placeholder stands for what) never leaves: [`Mask`] holds it and puts the
//! identifiers back into what comes in.
//!
//! Found are 주민등록번호 and 외국인등록번호 (also those after 2020, which have no check digit), phone numbers, payment cards,
//! e-mail addresses, account and other long numbers, and names before 님 and 씨 or after 성명. Too much masked costs
//! nothing, since it comes back; too little would cost somebody's privacy.

mod digits;
mod find;
mod mask;
mod names;
mod numbers;
mod skeleton;

pub use find::{Found, Identifier, find};
pub use mask::Mask;
