//! Errors of wrong usage in Korean. clap has no translations; in an English locale its own words are shown.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use simui_korean::particles::{OBJECT, TOPIC, WITH, with_particle};

use crate::words::{self, LanguageName};

/// Exit code of wrong usage.
const WRONG: i32 = 2;

/// Ends the process with what is wrong with the arguments, or with the help that they ask for.
pub fn exit(error: &Error) -> ! {
    let korean = words::of_arguments(std::env::args_os()) == LanguageName::Ko;
    match explain(error).filter(|_| korean) {
        Some(words) => {
            crate::output::complain(&words);
            std::process::exit(WRONG)
        }
        None => error.exit(),
    }
}

/// Returns the error in Korean; `None` for one that is no mistake, such as the help.
fn explain(error: &Error) -> Option<String> {
    let of = |kind: ContextKind| error.get(kind).map(plain).unwrap_or_default();
    let argument = of(ContextKind::InvalidArg);
    let value = of(ContextKind::InvalidValue);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => {
            format!("{} 없는 선택입니다.", with_particle(&argument, TOPIC))
        }
        ErrorKind::InvalidSubcommand => {
            let command = of(ContextKind::InvalidSubcommand);
            format!("{} 없는 명령입니다.", with_particle(&command, TOPIC))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "명령이 모자랍니다.".to_owned()
        }
        ErrorKind::MissingRequiredArgument => format!("빠진 것이 있습니다: {argument}"),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{argument}에 값이 없습니다.")
        }
        ErrorKind::InvalidValue => {
            format!("{argument}에 {} 쓸 수 없습니다.", with_particle(&value, OBJECT))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|why| format!(" ({why})"));
            format!("{argument}의 값 {value}: 읽을 수 없습니다{}.", why.unwrap_or_default())
        }
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg);
            match argument == other || other.is_empty() {
                true => {
                    format!("{} 한 번만 쓸 수 있습니다.", with_particle(&argument, TOPIC))
                }
                false => format!(
                    "{} {} 함께 쓸 수 없습니다.",
                    with_particle(&argument, TOPIC),
                    with_particle(&other, WITH)
                ),
            }
        }
        ErrorKind::NoEquals => format!("{argument} 뒤에 =과 값을 쓰십시오."),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument}의 값의 수가 맞지 않습니다.")
        }
        ErrorKind::InvalidUtf8 => "인자가 UTF-8이 아닙니다.".to_owned(),
        _ => return None,
    };
    let mut words = what;
    let mut add = |label: &str, kind: ContextKind| {
        let found = of(kind);
        if !found.is_empty() {
            words += &format!(" {label}: {found}.");
        }
    };
    add("쓸 수 있는 값", ContextKind::ValidValue);
    add("쓸 수 있는 명령", ContextKind::ValidSubcommand);
    add("비슷한 선택", ContextKind::SuggestedArg);
    add("비슷한 명령", ContextKind::SuggestedSubcommand);
    add("비슷한 값", ContextKind::SuggestedValue);
    let usage = of(ContextKind::Usage);
    let usage = usage.trim_start_matches("Usage:").trim();
    if !usage.is_empty() {
        words += &format!(" 쓰는 법: {usage}.");
    }
    Some(words + " 자세한 것은 --help를 보십시오.")
}

/// Returns a value of clap as text.
fn plain(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(list) => list.join(", "),
        ContextValue::StyledStrs(list) => {
            list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::None => String::new(),
        other => other.to_string().trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test stops at a surprise")]
    use super::*;

    fn check(arguments: &[&str], expected: &[&str]) {
        let mut command = crate::privileges::command();
        let error = command
            .try_get_matches_from_mut([&["simui"], arguments].concat())
            .expect_err("wrong arguments");
        let words = explain(&error).unwrap_or_default();
        for part in expected {
            assert!(words.contains(part), "{arguments:?}: {words}");
        }
    }

    #[test]
    fn each_mistake_is_said_in_korean_with_the_remedy() {
        check(&["reviw"], &["reviw는 없는 명령입니다", "비슷한 명령: review"]);
        check(&["review"], &["명령이 모자랍니다"]);
        check(
            &["search", "a", "--mod", "bm25"],
            &["--mod는 없는 선택입니다", "비슷한 선택: --mode"],
        );
        check(&["search", "a", "--mode", "fast"], &["값 fast: 읽을 수 없습니다 (use bm25"]);
        check(&["--lang", "de", "doctor"], &["de를 쓸 수 없습니다", "쓸 수 있는 값: ko, en"]);
        check(&["review", "show"], &["빠진 것이 있습니다: <CASE>", "쓰는 법: simui review show"]);
        check(&["search", "a", "--k", "many"], &["--k", "값 many: 읽을 수 없습니다"]);
        check(&["review", "rerun", "a", "--affected"], &["함께 쓸 수 없습니다"]);
        check(&["search", "a", "--mode"], &["--mode", "값이 없습니다"]);
        check(&["search", "a", "--mode", "bm25", "--mode", "bm25"], &["한 번만 쓸 수 있습니다"]);
    }

    #[test]
    fn help_and_version_are_no_mistakes() {
        for asked in ["--help", "--version"] {
            let mut command = crate::privileges::command();
            let found = command.try_get_matches_from_mut(["simui", asked]).expect_err("shown");
            assert_eq!(explain(&found), None);
        }
    }
}
