//! Operations of administrators on chat models: their settings, their prompts and tests of endpoints.

#[cfg(test)]
mod injected_documents;
mod operations;
mod own_prompts;
mod settings;
#[cfg(test)]
mod tests;
