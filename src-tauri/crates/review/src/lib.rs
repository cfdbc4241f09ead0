//! Advertisement review.
