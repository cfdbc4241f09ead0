//! Prompts for chat models: one Markdown file for each under `prompts/`, built into the program.
//!
//! A file has front matter (`name`, `version`, `inputs`) and two parts: the instructions under `## 지시`, and
//! the material under `## 자료`. Both are minijinja templates with strict variables. Every value that a
//! template prints is untrusted and quoted: it appears under a label, between two lines with a mark that the
//! text does not contain. So nothing in it can pass for an instruction or close its own quotation. A template
//! cannot print a value in any other way.
//!
//! An office may replace a prompt by its own text ([`Prompts::own_words`]), under the same rules.

mod book;
mod front_matter;
mod own_words;
mod quotation;
mod template;

pub use book::Prompts;
pub use template::{Prompt, PromptUse, Rendered};
