//! The words that chat models are asked in: one Markdown file a prompt under `prompts/`, built into the program.
//!
//! A file is front matter (`name`, `version`, `inputs`), then two parts: under `## 지시` what the model is to do, under
//! `## 자료` what it is to work on. Both are minijinja templates with strict variables. Whatever a template prints is
//! untrusted: it comes out between two lines with a mark that the text does not contain, under a label that says what it
//! is, so that nothing in it can pass for an instruction or end its own quotation. A template cannot print it otherwise.
//!
//! An office may put its own words in a prompt's place ([`Prompts::own_words`]); they are under the same rules.

mod book;
mod front_matter;
mod own_words;
mod quotation;
mod template;

pub use book::Prompts;
pub use template::{Prompt, PromptUse, Rendered};
