//! Measured values: with their name, without it, beside it, in place of an earlier one.

pub(crate) mod alone;
pub(crate) mod blood_pressure;
mod feet;
pub(crate) mod kidney;
pub(crate) mod meals;
pub(crate) mod measures;
pub(crate) mod mine;
pub(crate) mod nameless;
pub(crate) mod newer;
mod reading;
