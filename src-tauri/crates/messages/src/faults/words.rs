use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use simui_korean::particles::{CALLED, DIRECTION, OBJECT, SUBJECT, TOPIC, WITH, fitting};

use super::{ErrorCode, Fault};

/// The files of words, each with a table for every code of its topic.
pub(super) const FILES: [(&str, &str); 9] = [
    ("accounts.toml", include_str!("../../words/accounts.toml")),
    ("cases.toml", include_str!("../../words/cases.toml")),
    ("counsel.toml", include_str!("../../words/counsel.toml")),
    ("coverage.toml", include_str!("../../words/coverage.toml")),
    ("desk.toml", include_str!("../../words/desk.toml")),
    ("files.toml", include_str!("../../words/files.toml")),
    ("law.toml", include_str!("../../words/law.toml")),
    ("models.toml", include_str!("../../words/models.toml")),
    ("outside.toml", include_str!("../../words/outside.toml")),
];

/// The language of words for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// The Korean words.
    Korean,
    /// The English words.
    English,
}

/// Where words are read, which decides what they may advise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The window: pages and buttons.
    Window,
    /// The command line: commands and options.
    Shell,
}

/// The words about one code in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    /// What happened, and to what.
    pub what: String,
    /// What to do, in the window.
    pub todo: String,
    /// What to do on the command line, where that differs.
    pub shell: Option<String>,
}

/// The words about one code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Texts {
    /// Whether the message for engineers follows, because it says what to correct.
    #[serde(default)]
    pub detail: bool,
    pub ko: Text,
    pub en: Text,
}

impl Texts {
    /// Returns the words in a language.
    pub fn of(&self, language: Language) -> &Text {
        match language {
            Language::Korean => &self.ko,
            Language::English => &self.en,
        }
    }
}

/// Returns the words about all codes, by code.
pub(super) fn texts() -> &'static BTreeMap<ErrorCode, Texts> {
    static TEXTS: LazyLock<BTreeMap<ErrorCode, Texts>> = LazyLock::new(|| {
        // A test reads every file; an unreadable one would leave its codes without words.
        let tables = FILES.iter().filter_map(|(_, text)| read(text).ok());
        tables.flatten().collect()
    });
    &TEXTS
}

pub(super) fn read(text: &str) -> Result<BTreeMap<ErrorCode, Texts>, toml::de::Error> {
    toml::from_str(text)
}

/// Returns what happened and what to do about it in words for people. Of a code without words, which no
/// released program has, it is the message for engineers.
pub fn in_words(fault: &Fault, message: &str, language: Language, place: Place) -> String {
    let Some(texts) = texts().get(&fault.code) else { return message.to_owned() };
    let text = texts.of(language);
    let remedy = match place {
        Place::Window => &text.todo,
        Place::Shell => text.shell.as_ref().unwrap_or(&text.todo),
    };
    let words = format!("{} {}", filled(&text.what, fault), filled(remedy, fault));
    match (texts.detail, language) {
        (false, _) => words,
        (true, Language::Korean) => format!("{words} 자세히: {message}"),
        (true, Language::English) => format!("{words} Details: {message}"),
    }
}

/// Puts the parameters into a text: `{name}`, or `{name:을}` with the particle that follows the word.
pub(super) fn filled(text: &str, fault: &Fault) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let (name, particle) = inside.split_once(':').unwrap_or((inside, ""));
        let value = fault.param(name).unwrap_or_default();
        words += before;
        words += value;
        words += following(value, particle);
        rest = after;
    }
    words + rest
}

/// Returns the form of a particle that follows a word. The particle is named by its form after a final
/// consonant; another text is returned as it is.
pub(super) fn following<'a>(word: &str, particle: &'a str) -> &'a str {
    let pairs = [TOPIC, SUBJECT, OBJECT, WITH, DIRECTION, CALLED];
    pairs.into_iter().find(|pair| pair.0 == particle).map_or(particle, |pair| fitting(word, pair))
}
