//! Pages of the web that may be worth reading: the Tavily Search API's protocol, asked through [`crate::outbound`]. What comes
//! back is links alone: a title, an address, a domain. Nothing of a page's text is taken.

mod link;
mod tavily;

pub use link::FoundLink;
pub use tavily::{SearchedWeb, WebSearch};
