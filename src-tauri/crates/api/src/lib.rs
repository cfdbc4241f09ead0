//! Every operation.
