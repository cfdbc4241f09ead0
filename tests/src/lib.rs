//! End-to-end, contract, crash and browser tests live beside this file.
