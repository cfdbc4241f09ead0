//! The `simui` program from outside: one process a command, on a data directory of its own. A module a topic,
//! in one binary, because linking takes longer than most of the tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips or measures"
)]

mod common;

mod acceptance;
mod accounts;
mod administration;
mod answers;
mod answers_context;
mod answers_short;
mod ask;
mod ask_chat;
mod ask_history;
mod audit;
mod bad_input;
mod chat;
mod check_list;
mod citations;
mod consult;
mod consult_chat;
mod consult_course;
mod consult_persons;
mod coverage;
mod coverage_facts;
mod coverage_page;
mod coverage_rules;
mod decision;
mod digests;
mod drug_data;
mod drug_products;
mod encodings;
mod errors;
mod eval;
mod extract;
mod fail_closed;
mod gguf;
#[cfg(target_os = "linux")]
mod hostile_files;
mod law_changes;
mod law_in_force;
mod lexicon;
mod long_text;
mod models;
mod papers;
mod patient;
mod pharmacy_sets;
mod prompts;
mod queue;
mod quotes;
mod records;
mod recovery;
mod rereview;
mod rule_packs;
mod search;
mod web_links;
