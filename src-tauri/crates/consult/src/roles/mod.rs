//! Chat models beside the rules of a consultation: the answering node, the judge and the rewriting of queries.
//!
//! The rules play every role first, as they do for a pharmacist's question ([`simui_pharmacy::pipeline::roles`], whose code this uses):
//!
//! | role | kept | and then |
//! |---|---|---|
//! | patient answering | sentences that stand on the document they cite, under the stricter rule for what a model writes | in front of the rules' own warnings and of the section that the rules put first; the rest is left out |
//! | patient judging | three scores, each only where it is lower than that of the rules; what is missing | beside the rules' own; a second search |
//! | query rewriting | at most four queries | behind those of the rules, in one search |
//!
//! What is dangerous, what the record forbids, DUR notices and what is said to be missing are no model's: they are put in front of,
//! or behind, whatever it writes. A model is shown the record of the one patient whose turn it is, and nothing where no document
//! is needed. Its words reach nobody before they are checked: unlike a pharmacist's answer this one does not stream.

mod answering;
mod judging;
mod rewriting;

pub(super) use answering::answered;
pub(super) use judging::judged;
pub(super) use rewriting::{Lacking, rewritten};
