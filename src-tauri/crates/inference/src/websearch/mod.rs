//! Web search by the protocol of the Tavily Search API, through [`crate::outbound`]. Results are links only
//! (title, address, domain); no text of a page is used.

mod link;
mod tavily;

pub use link::FoundLink;
pub use tavily::{SearchedWeb, WebSearch};
