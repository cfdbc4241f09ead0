//! The language of errors: `--lang`, else the locale. English ones are the errors' own texts, which scripts
//! rely on; Korean ones are in the folder `words` of `simui-api`.

use std::ffi::OsString;
use std::sync::OnceLock;

use clap::ValueEnum;
use simui_api::{ApiError, Fault, Language, Place, in_words};

use crate::error::CliError;

/// Languages by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LanguageName {
    /// The Korean words.
    Ko,
    /// The English words.
    En,
}

/// The language, and whether the person named it.
static LANGUAGE: OnceLock<(LanguageName, bool)> = OnceLock::new();

/// Chooses the language of errors for this process.
pub fn choose(named: Option<LanguageName>) {
    let language = named.unwrap_or_else(|| of_locale(|name| std::env::var(name).ok()));
    // A second choice would be ignored; there is only one.
    let _ = LANGUAGE.set((language, named.is_some()));
}

/// Returns the language for arguments that could not be parsed: what follows `--lang`, else the locale's.
pub fn of_arguments(arguments: impl Iterator<Item = OsString>) -> LanguageName {
    let arguments: Vec<String> = arguments.map(|it| it.to_string_lossy().into_owned()).collect();
    let named = arguments.iter().enumerate().find_map(|(at, argument)| {
        let value = match argument.strip_prefix("--lang")? {
            "" => arguments.get(at + 1)?,
            value => value.strip_prefix('=')?,
        };
        LanguageName::from_str(value, true).ok()
    });
    named.unwrap_or_else(|| of_locale(|name| std::env::var(name).ok()))
}

/// Returns the language of the locale for messages; English where it is not Korean.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> LanguageName {
    let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let locale = set.find(|value| !value.is_empty()).unwrap_or_default();
    let language = locale.split(['_', '.', '@']).next().unwrap_or_default();
    if language.eq_ignore_ascii_case("ko") { LanguageName::Ko } else { LanguageName::En }
}

/// Returns what to tell the person about an error.
pub fn of(error: &CliError) -> String {
    in_language(&error.fault(), error.to_string())
}

/// Returns what to tell the person about an error of the desk.
pub fn of_desk(error: &ApiError) -> String {
    in_language(&error.fault(), error.to_string())
}

fn in_language(fault: &Fault, message: String) -> String {
    match LANGUAGE.get() {
        Some((LanguageName::Ko, _)) => in_words(fault, &message, Language::Korean, Place::Shell),
        // Some texts of the store are Korean in every locale, and stay so unless English is named.
        Some((LanguageName::En, true)) if is_korean(&message) => {
            in_words(fault, &message, Language::English, Place::Shell)
        }
        Some((LanguageName::En, _)) | None => message,
    }
}

/// Whether a message is a Korean sentence. An English one may begin with a Korean name, but not end so.
fn is_korean(message: &str) -> bool {
    let last = message.chars().rfind(|c| c.is_alphabetic());
    last.is_some_and(|c| ('가'..='힣').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_arguments_name_their_language_too() {
        let of = |words: &[&str]| of_arguments(words.iter().map(Into::into));
        assert_eq!(of(&["simui", "--lang", "ko", "reviw"]), LanguageName::Ko);
        assert_eq!(of(&["simui", "reviw", "--lang=en"]), LanguageName::En);
    }

    fn check(set: &[(&str, &str)], expected: LanguageName) {
        let variable = |name: &str| set.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        assert_eq!(of_locale(variable), expected, "{set:?}");
    }

    #[test]
    fn a_korean_sentence_ends_in_korean() {
        assert!(is_korean("데이터 폴더 /desk에는 쓸 수 없습니다; 복사해서 여십시오."));
        assert!(!is_korean("없는 폴더: no such file or folder; check the path and try again"));
        assert!(!is_korean(""));
    }

    #[test]
    fn the_locale_for_messages_decides() {
        check(&[], LanguageName::En);
        check(&[("LANG", "ko_KR.UTF-8")], LanguageName::Ko);
        check(&[("LANG", "ko_KR.UTF-8"), ("LC_ALL", "C")], LanguageName::En);
        check(&[("LANG", "ko_KR.UTF-8"), ("LC_ALL", "")], LanguageName::Ko);
        check(&[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "ko")], LanguageName::Ko);
        check(&[("LANG", "kok_IN")], LanguageName::En);
    }
}
