#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::words::{FILES, Text, Texts, filled, following, read, texts};
use super::{ErrorCode as Code, Fault, Language, Place, in_words};

const LANGUAGES: [Language; 2] = [Language::Korean, Language::English];

/// Particles that a text may ask for.
const PARTICLES: [&str; 6] = ["이", "은", "을", "과", "으로", "이라는"];

/// What people can do nothing with.
const UNREADABLE: [&str; 6] = ["serde", "DBus", "D-Bus", "sqlx", "std::", "Err("];

/// Characters of an id between its dashes.
const ID_PARTS: [usize; 5] = [8, 4, 4, 4, 12];

fn has_hangul(text: &str) -> bool {
    text.chars().any(|c| ('가'..='힣').contains(&c))
}

/// The parameters that a text names, with their particles.
fn named(text: &str) -> Vec<(String, Option<String>)> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    inside
        .map(|(inside, _)| match inside.split_once(':') {
            Some((name, particle)) => (name.to_owned(), Some(particle.to_owned())),
            None => (inside.to_owned(), None),
        })
        .collect()
}

/// A fault of this code with a name for every parameter.
fn example(code: Code) -> Fault {
    let value: &dyn std::fmt::Display = &"김심의";
    let params: Vec<_> = code.params().iter().map(|name| (*name, value)).collect();
    Fault::new(code, &params)
}

fn check_text(code: Code, text: &str, is_korean: bool) {
    let name = code.as_str();
    assert!(text.trim() == text && !text.is_empty(), "{name}: {text:?}");
    assert!(text.ends_with(['.', '}']), "{name}: a text is a sentence: {text}");
    assert_eq!(has_hangul(text), is_korean, "{name}: {text}");
    for (param, particle) in named(text) {
        assert!(code.params().contains(&param.as_str()), "{name} has no parameter {param}");
        if let Some(particle) = particle {
            assert!(is_korean && PARTICLES.contains(&particle.as_str()), "{name}: {text}");
        }
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_id = |word: &str| word.split('-').map(str::len).eq(ID_PARTS);
    assert!(!words.into_iter().any(is_id), "{name}: an id says nothing to people: {text}");
    for word in UNREADABLE {
        assert!(!text.contains(word), "{name}: {word} says nothing to people: {text}");
    }
}

#[test]
fn every_code_has_words_in_both_languages_that_people_can_act_on() {
    for (file, text) in FILES {
        read(text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    for code in Code::ALL {
        let Some(Texts { ko, en, .. }) = texts().get(code) else {
            panic!("{}: no words; write them in a file of the folder `words`", code.as_str());
        };
        for (Text { what, todo, shell }, is_korean) in [(ko, true), (en, false)] {
            check_text(*code, what, is_korean);
            check_text(*code, todo, is_korean);
            shell.iter().for_each(|text| check_text(*code, text, is_korean));
            assert!(!format!("{what} {todo}").contains("simui "), "{}: {todo}", code.as_str());
        }
    }
}

#[test]
fn no_words_are_of_a_code_that_does_not_exist() {
    let count: usize = FILES.iter().map(|(_, text)| read(text).unwrap().len()).sum();
    assert_eq!(count, Code::ALL.len(), "a code has words in two files");
}

/// The Rust sources below a folder, without the tests of this module and the list of codes.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if !path.ends_with("faults/code.rs") && !path.ends_with("faults/tests.rs") {
            *text += &fs::read_to_string(&path).unwrap_or_default();
        }
    }
}

#[test]
fn every_code_is_returned_and_every_missing_kind_has_one() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for name in ["api", "cli", "messages", "server"] {
        sources(&crates.join(name).join("src"), &mut text);
    }
    let returned: BTreeSet<&str> = text
        .split("Code::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
        .collect();
    for code in Code::ALL {
        let variant = format!("{code:?}");
        assert!(returned.contains(variant.as_str()), "nothing returns {variant}");
    }
    for rest in text.split("what: \"").skip(1) {
        let (kind, _) = rest.split_once('"').unwrap();
        let code = super::of_missing(kind, "x").code;
        assert_ne!(code, Code::NotFound, "a missing {kind} has no code of its own");
    }
}

#[test]
fn a_code_is_sent_by_its_name() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    for code in Code::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
    }
}

#[test]
fn every_parameter_is_shown_in_korean() {
    for code in Code::ALL {
        for place in [Place::Window, Place::Shell] {
            for language in LANGUAGES {
                let text = in_words(&example(*code), "reason", language, place);
                assert!(!text.contains(['{', '}']), "{text}");
                assert_eq!(text.contains("김심의"), !code.params().is_empty(), "{text}");
            }
        }
    }
}

#[test]
fn particles_follow_the_word() {
    for (word, particle, expected) in [
        ("김심의", "이", "가"),
        ("박서준", "이", "이"),
        ("불허", "으로", "로"),
        ("승인", "으로", "으로"),
        ("서울", "으로", "로"),
        ("의료법 제56조", "은", "는"),
        ("약", "을", "을"),
        ("ads.jsonl", "을", "을"),
        ("insurers.csv", "을", "를"),
        ("2026-03-01", "이", "이"),
        ("2026-03-02", "이", "가"),
        ("의료법(법률)", "과", "과"),
        ("‘광고’", "이라는", "라는"),
        ("", "을", "를"),
    ] {
        assert_eq!(following(word, particle), expected, "{word}");
    }
    let decomposed: String = unicode_normalization::UnicodeNormalization::nfd("약").collect();
    assert_eq!(following(&decomposed, "으로"), "으로");
}

#[test]
fn a_text_is_filled_with_its_parameters() {
    let fault = Fault::new(Code::SignedInAsOther, &[("name", &"김심의"), ("signer", &"박관")]);
    assert_eq!(filled("{name:이} {signer:으로} {", &fault), "김심의가 박관으로 {");
    let text = in_words(&fault, "", Language::Korean, Place::Window);
    assert!(text.starts_with("김심의가 로그인해 있어서 박관으로 서명할 수 없습니다."), "{text}");
}

#[test]
fn who_wrote_a_file_reads_what_to_correct() {
    let fault = Fault::new(Code::RulePackFaulty, &[("file", &"v06.toml"), ("line", &12)]);
    let text = in_words(&fault, "`when` expected", Language::Korean, Place::Window);
    assert!(text.ends_with("자세히: `when` expected"), "{text}");
    let fault = Fault::from(Code::AdEmpty);
    assert!(!in_words(&fault, "empty", Language::Korean, Place::Window).contains("empty"));
}

#[test]
fn ids_of_the_program_are_not_shown() {
    let id = "0192f0c1-7d3a-7b1e-9c55-2f1d0c9b8a77";
    let fault = Fault::new(Code::FileUnreadable, &[("path", &format!("/자료/{id}/법.md"))]);
    assert_eq!(fault.param("path"), Some("/자료/…/법.md"));
    assert_eq!(super::of_missing("document", id).code, Code::DocumentGone);
}

#[test]
fn the_words_of_a_command_line_may_name_a_command() {
    let fault = Fault::from(Code::CaseNotFound);
    let text = |place| in_words(&fault, "", Language::Korean, place);
    assert!(text(Place::Shell).contains("`simui review queue`"));
    assert!(!text(Place::Window).contains("simui"));
}
