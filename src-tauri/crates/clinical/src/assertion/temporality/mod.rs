//! Finds what is past or over: taken earlier, given up, stopped in a later clause, ended with a side
//! effect.

pub(in crate::assertion) mod doubled;
mod given_up;
mod habits;
mod later;
mod once;
mod resumed;
mod side_effect;
mod switched;
