//! Calibration of the models that searches use, and the computation of the encoder's vectors.

mod calibrate;
mod embedding;
mod judged;
mod scope;
#[cfg(test)]
mod tests;
