//! Durable graphs.
