//! 심의: intake, queue, decision, and looking back.

mod affected;
mod approved;
mod batch;
mod compare;
mod decide;
mod graph;
mod handling;
mod history;
mod notice;
mod quality;
mod queue;
mod read;
mod report;
mod rereview;
mod revise;
mod second;
mod submit;
mod unfinished;
mod view;
mod waiting;
mod watch;
mod work;

pub(crate) use batch::Intake;
pub(crate) use read::read_ads;
