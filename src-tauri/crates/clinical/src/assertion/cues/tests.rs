//! Checks the table by its own examples. Its effect is checked by `tests/cases/cues.toml`.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::*;
use crate::slots::Item;
use crate::{Course, Extractor};

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

#[test]
fn a_complaint_has_the_course_that_is_said_of_it() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in [
        ("두통이 더 심해졌어요", &["심해짐"][..]),
        ("기침은 나아졌어요. 열은 더 심해졌어요.", &["나아짐", "심해짐"]),
        ("기침은 나아졌는데 열은 더 심해졌어요", &["나아짐", "심해짐"]),
        ("기침은 나아지고 열은 심해졌어요", &["나아짐", "심해짐"]),
        ("기침이 심해지고 열이 나요", &["심해짐", "-"]),
        ("심해진 두통 때문에 왔어요", &["심해짐"]),
        ("머리가 어제보다 더 아파요", &["심해짐"]),
        ("무릎이 덜 아파요", &["나아짐"]),
        ("두통은 어제보다 덜해요", &["나아짐"]),
        ("기침이 차도가 없어요", &["그대로"]),
        ("열이 떨어지지 않아요", &["그대로"]),
        ("고혈압이 악화됐대요", &["심해짐"]),
        ("worsening headache", &["심해짐"]),
        ("두통이 심해진 건 아니에요", &["-"]),
        ("두통이 심해지면 병원에 가야 하나요?", &["-"]),
        ("두통이 나아질까요?", &["-"]),
        ("두통이 있어요", &["-"]),
    ] {
        let slots = extractor.extract(text).unwrap();
        let course = |it: &Item| it.course.map_or("-", Course::korean);
        assert_eq!(slots.items().map(course).collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn an_illness_troubles_where_it_began_or_is_bad_and_not_where_it_is_only_there() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in [
        ("독감에 걸렸어요", "독감"),
        ("무좀이 또 생겼어요", "무좀"),
        ("입병이 났는데요", "구내염"),
        ("생리통이 너무 심해요", "월경곤란증"),
        ("생리통이 심한 편이에요", "월경곤란증"),
        ("여드름이 많이 났어요", "여드름"),
        ("당뇨가 있는데 방광염이 재발했어요", "방광염"),
        ("당뇨가 있어요", ""),
        ("고혈압으로 약 먹어요", ""),
        ("생리통이 심하지 않아요", ""),
        ("감기가 다 났어요", ""),
        ("무좀이 생기면 어떡해요?", ""),
        // A complaint always troubles.
        ("기침이 심해요", ""),
    ] {
        let slots = extractor.extract(text).unwrap();
        let troubling = slots.items().filter(|it| it.troubling).map(|it| it.name.as_str());
        assert_eq!(troubling.collect::<Vec<_>>().join(", "), expected, "{text}");
    }
}
