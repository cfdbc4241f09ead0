//! Checks the mechanical part of STYLE in CONTRIBUTING.md: names of modules and of what code binds, one-word
//! doc comments, and the length of comment lines.

use std::path::Path;

use regex::Regex;

use crate::tree::{self, Source, assert_caught, assert_clean, assert_holds};

/// Words that do not say what a module holds: verbs of speaking, pronouns, and words without content.
const FORBIDDEN_IN_MODULES: [&str; 24] = [
    "asked", "mine", "ours", "said", "saying", "says", "shown", "speaking", "speaks", "spoken",
    "tell", "telling", "tells", "theirs", "thing", "things", "told", "what", "which", "whole",
    "whom", "whose", "worth", "yours",
];

/// Comments, literals, and names that do not say what is bound to them. Comments and literals are matched to
/// be passed over; `dots` and `label` are what stands before and behind a name.
const CODE: [&str; 7] = [
    r"//[^\n]*|/\*.*?\*/",
    r###"\b[bc]?r##".*?"##"###,
    r##"\b[bc]?r#".*?"#"##,
    r#"\b[bc]?r"[^"]*""#,
    r#""(?:[^"\\]|\\.)*""#,
    r"'(?:[^'\\\n]|\\[^\n][^'\n]*)'",
    r"(?P<dots>\.*)\b(?P<name>told|says|said|mine|thing|worth)\b(?P<label>:{0,2})",
];

/// Fields that keep such a name, with the files that declare or fill them: fields of messages and of TOML
/// files.
const FIELDS: [(&str, &str); 8] = [
    ("src-tauri/crates/api/src/counsel/answer_view.rs", "says"),
    ("src-tauri/crates/api/src/counsel/consult_ablation.rs", "worth"),
    ("src-tauri/crates/api/src/reviews/queue.rs", "mine"),
    ("src-tauri/crates/evaluate/src/patients/wording.rs", "says"),
    ("src-tauri/crates/messages/src/types/ask.rs", "says"),
    ("src-tauri/crates/messages/src/types/case.rs", "mine"),
    ("src-tauri/crates/messages/src/types/consult_ablation.rs", "worth"),
    ("src-tauri/crates/store/src/queue.rs", "mine"),
];

/// Largest number of characters in a line that holds only a comment, indentation included.
const MAX_COMMENT_LINE: usize = 110;

/// All Rust files; the rule holds for each.
fn checked_sources(root: &Path) -> Vec<Source> {
    let mut sources = tree::sources(root);
    sources.retain(Source::is_rust);
    sources
}

/// Finds modules whose name has a forbidden word.
fn module_names(root: &Path) -> Vec<String> {
    let module =
        Regex::new(r"(?m)^\s*(?:pub(?:\([a-z]+\))?\s+)?mod\s+(\w+)").expect("a valid pattern");
    let mut broken = Vec::new();
    for source in checked_sources(root) {
        for found in module.captures_iter(&source.text) {
            let name = &found[1];
            if name.split('_').any(|word| FORBIDDEN_IN_MODULES.contains(&word)) {
                let start = found.get(1).map_or(0, |name| name.start());
                broken.push(format!(
                    "{}: name module `{name}` after what it holds",
                    source.at(start)
                ));
            }
        }
    }
    broken
}

/// Finds names that do not say what is bound to them, and parameters `it` of closures over several lines.
fn bound_names(root: &Path) -> Vec<String> {
    let code = Regex::new(&format!("(?s){}", CODE.join("|"))).expect("a valid pattern");
    let closure = Regex::new(r"(?m)\|[^|\n]*\bit\b[^|\n]*\| \{$").expect("a valid pattern");
    let mut broken = Vec::new();
    for source in checked_sources(root) {
        for found in code.captures_iter(&source.text) {
            let Some(name) = found.name("name") else { continue };
            let is_field = matches!(&found["dots"], ".");
            let is_kept = matches!(&found["label"], ":")
                && FIELDS.contains(&(source.path.as_str(), name.as_str()));
            if !is_field && !is_kept {
                broken.push(format!(
                    "{}: name `{}` after what it holds",
                    source.at(name.start()),
                    name.as_str()
                ));
            }
        }
        for found in closure.find_iter(&source.text) {
            broken.push(format!(
                "{}: name the parameter `it` after what it holds",
                source.at(found.start())
            ));
        }
    }
    broken
}

/// Finds doc comments of one word. A Korean term of the field may stand alone: it names the item.
fn one_word_docs(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for source in checked_sources(root) {
        let docs: Vec<Option<&str>> = source.text.lines().map(doc_text).collect();
        for (at, doc) in docs.iter().enumerate() {
            let Some(text) = doc else { continue };
            let has_neighbour = docs.get(at + 1).is_some_and(Option::is_some)
                || at.checked_sub(1).is_some_and(|before| docs[before].is_some());
            if !has_neighbour && is_one_word(text) {
                let line = at + 1;
                broken
                    .push(format!("{}:{line}: write a sentence instead of {text:?}", source.path));
            }
        }
    }
    broken
}

/// The text of a line that is a doc comment.
fn doc_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
    Some(text.trim())
}

fn is_one_word(text: &str) -> bool {
    let is_hangul = |c: char| ('가'..='힣').contains(&c);
    !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains(is_hangul)
}

/// Finds comment lines that are too long. The row of a table cannot be wrapped.
fn long_comments(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for source in checked_sources(root) {
        for (at, line) in source.text.lines().enumerate() {
            let length = line.chars().count();
            let row = doc_text(line).is_some_and(|text| text.starts_with('|'));
            if line.trim_start().starts_with("//") && !row && length > MAX_COMMENT_LINE {
                let (path, line) = (&source.path, at + 1);
                broken.push(format!("{path}:{line}: wrap the comment, it has {length} characters"));
            }
        }
    }
    broken
}

#[test]
fn modules_are_named_after_what_they_hold() {
    assert_holds(module_names);
    let file = "src-tauri/crates/flow/src/lib.rs";
    for text in ["mod told;", "pub mod what_is_said;", "    pub(crate) mod worth {}", "mod mine;"] {
        assert_caught(module_names, &[(file, text)], "lib.rs:1");
    }
    assert_clean(
        module_names,
        &[(file, "mod retold;\nmod wholesale;\n// mod told;\nfn told() {}")],
    );
}

#[test]
fn bound_names_say_what_they_hold() {
    assert_holds(bound_names);
    let file = "src-tauri/crates/flow/src/lib.rs";
    for text in [
        "let told = 1;",
        "fn says(text: &str) {}",
        "fn check(text: &str, said: &str) {}",
        "struct Row { worth: f32 }",
        "let mine = '\"'; // \"",
        "for thing in rows {}",
        "rows.map(|it| {\n    it.text\n});",
        "let last = |(at, it): (usize, &Row)| {\n    it.text\n};",
    ] {
        assert_caught(bound_names, &[(file, text)], "lib.rs:1");
    }
    for text in [
        "/// `told`\nlet findings = 1; // said",
        "let text = \"a \\\"thing\\\" worth\";",
        "let text = r#\"what \"he\" said\"#;",
        "let retold = told_by(row.says);",
        "rows.map(|it| it.text).filter(|row| {\n    row.is_last\n});",
    ] {
        assert_clean(bound_names, &[(file, text)]);
    }
    for (file, name) in FIELDS {
        assert_clean(bound_names, &[(file, &format!("pub {name}: String,"))]);
        assert_caught(bound_names, &[(file, &format!("let {name} = 1;"))], name);
    }
}

#[test]
fn doc_comments_are_sentences() {
    assert_holds(one_word_docs);
    let file = "src-tauri/crates/flow/src/lib.rs";
    for text in ["/// It.", "//! Cases.", "    /// `word`", "/// Which."] {
        assert_caught(one_word_docs, &[(file, text)], "lib.rs:1");
    }
    for text in [
        "/// Id of the run.",
        "/// 심의관.",
        "/// Removes what is no longer in\n/// force.",
        "// Killed.",
        "///",
    ] {
        assert_clean(one_word_docs, &[(file, text)]);
    }
}

#[test]
fn comment_lines_are_short() {
    assert_holds(long_comments);
    let file = "src-tauri/crates/flow/src/lib.rs";
    let comment = |characters: usize| format!("    // {}", "가".repeat(characters - 7));
    assert_clean(long_comments, &[(file, &comment(MAX_COMMENT_LINE))]);
    assert_caught(long_comments, &[(file, &comment(MAX_COMMENT_LINE + 1))], "111 characters");
    let code = format!("const TEXT: &str = \"{}\";", "a".repeat(200));
    assert_clean(long_comments, &[(file, &code)]);
}
