//! Measured values: with a name, without one, in a sentence of their own, in place of an earlier one.

pub(crate) mod blood_pressure;
pub(crate) mod comparator;
mod feet;
pub(crate) mod first_person;
pub(crate) mod isolated;
pub(crate) mod kidney;
pub(crate) mod meals;
pub(crate) mod measures;
pub(crate) mod nameless;
mod reading;
pub(crate) mod superseded;
