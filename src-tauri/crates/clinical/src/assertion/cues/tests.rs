//! Checks the table by its own examples. Its effect is checked by `tests/cases/cues.toml`.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::*;

#[test]
fn every_cue_is_found_in_its_example() {
    for cue in CUES.rows() {
        let text = Text::new(&cue.example);
        let found = Cues::find_by(&CUES, &text, &[]).found;
        assert!(found.iter().any(|it| it.cue.id == cue.id), "{}: {found:?}", cue.id);
    }
}

#[test]
fn a_wrong_row_is_named_by_its_line() {
    let check = |text: &str, expected: &str| {
        let error = CueTable::read("cues.toml", text).err().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    let row = "{ id = \"a\", pattern = \"no\", category = \"negated\", example = \"no\" }";
    check(&format!("cue = [\n{row},\n{row}]"), "cues.toml:3: \"a\" is the id of an earlier row");
    check(&format!("cue = [\n{}]", row.replace("negated", "negative")), "cues.toml:2: ");
    let named = row.replace("\"no\", category", "\"@none\", category");
    check(&format!("cue = [\n{named}]"), "cues.toml:2: \"a\" uses unknown words \"none\"");
    let far = row.replace("\"no\" }", "\"no\", max_scope = 61 }");
    check(&format!("cue = [\n{far}]"), "cues.toml:2: \"a\" reaches over more than 60 tokens");
}
