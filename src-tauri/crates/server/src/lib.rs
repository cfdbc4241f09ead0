//! Loopback HTTP.
