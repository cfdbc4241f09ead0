//! 심의: intake, queue, decision, and looking back.

mod affected;
mod approved;
mod compare;
mod decide;
mod graph;
mod handling;
mod history;
mod notice;
mod queue;
mod read;
mod report;
mod rereview;
mod revise;
mod second;
mod submit;
mod view;
mod work;

pub(crate) use read::read_ads;
