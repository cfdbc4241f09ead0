//! 심의: intake, queue, decisions and history.

mod affected;
mod approved;
mod batch;
mod compare;
mod decide;
mod desktop_notice;
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
mod second_signature;
mod similar;
mod submit;
mod unfinished;
mod view;
mod watch;
mod work;

pub(crate) use read::read_ads;
