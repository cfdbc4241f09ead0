//! Chat models beside the rules of a consultation: the answering node, the judge and the rewriting of
//! queries.
//!
//! The rules play every role first, as for a pharmacist's question ([`simui_pharmacy::pipeline::roles`],
//! whose code is used here):
//!
//! | role | kept | and then |
//! |---|---|---|
//! | patient answering | sentences that the document they cite supports, under the stricter rule for what a model writes | in front of the rules' own warnings and of the section that the rules put first; the rest is left out |
//! | patient judging | three scores, each only where it is lower than that of the rules; what is missing | beside the rules' own; a second search |
//! | query rewriting | at most four queries | behind those of the rules, in one search |
//!
//! Warnings, conflicts with the record, DUR notices and gaps are always those of the rules. A model is shown
//! the record of the one patient whose turn it is, and nothing if no document is needed. Its words are shown
//! only after they are checked, so unlike a pharmacist's answer this one does not stream.

mod answering;
mod judging;
mod rewriting;

pub(super) use answering::answer;
pub(super) use judging::judge;
pub(super) use rewriting::{MissingParts, rewrite_queries};
