//! Rule packs through the program: checked, imported, applied by day, deactivated, recorded and audited.

use crate::common;
use std::path::PathBuf;

use crate::common::Desk;
use serde_json::{Value, json};

fn pack(id: &str, version: &str, from: &str, rule: &str) -> String {
    format!(
        "id = '{id}'\nversion = '{version}'\ntitle = '등잔 광고'\neffective_from = '{from}'\n\n[[rule]]\nid = 'lamp'\n\
         title = '호롱불'\nkind = 'V6'\nlevel = 'standard'\nseverity = 'medium'\narticles = ['의료법 제56조제2항제8호']\n\
         rationale = '{{words:은/는}} 등잔 표현입니다.'\nquery = '과장 광고'\n{rule}"
    )
}

const RULE: &str = "patterns = ['\"호롱불\"']\nexceptions = ['objective_evidence', 'negated']\n[rule.examples]\n\
                    fires = ['호롱불 같은 치료']\nsilent = ['호롱불을 쓰지 않습니다']\n";

/// A desk with an administrator and a reviewer.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("심의");
    desk
}

fn file(desk: &Desk, name: &str, text: &str) -> PathBuf {
    let path = desk.dir().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn import(desk: &Desk, text: &str) -> common::Finished {
    let path = file(desk, "lamp.toml", text);
    desk.run(&["rules", "import", path.to_str().unwrap(), "--as", "관리"])
}

/// Returns the rules that fire on a text published on a day, and the packs recorded with the case.
fn review(desk: &Desk, text: &str, day: &str) -> (Vec<String>, Vec<String>) {
    let result = desk.review(&[json!({ "text": text, "published_on": day })]).remove(0);
    let texts = |list: &Value, of: &dyn Fn(&Value) -> String| -> Vec<String> {
        list.as_array().unwrap().iter().map(of).collect()
    };
    (
        texts(&result["violations"], &|it| it["rule"].as_str().unwrap().to_owned()),
        texts(&result["packs"], &|pack| {
            assert_eq!(pack["sha256"].as_str().unwrap().len(), 64);
            format!("{}@{}", pack["id"].as_str().unwrap(), pack["version"].as_str().unwrap())
        }),
    )
}

#[test]
fn a_pack_applies_from_its_day_and_can_be_deactivated() {
    let desk = desk();
    let fires = |day: &str| review(&desk, "호롱불 같은 치료", day);
    let has = |list: &[String], name: &str| list.iter().any(|it| it == name);
    assert!(!has(&fires("2026-06-01").0, "lamp.lamp@1"));

    let first = pack("lamp", "1", "2026-03-01", RULE);
    let path = file(&desk, "lamp.toml", &first);
    desk.run(&["rules", "import", path.to_str().unwrap(), "--as", "심의"])
        .failed_with("is no administrator");
    assert_eq!(import(&desk, &first).succeeded().json()["unchanged"], false);
    assert_eq!(import(&desk, &first).succeeded().json()["unchanged"], true);
    let (rules, packs) = fires("2026-06-01");
    assert!(has(&rules, "lamp.lamp@1") && has(&packs, "lamp@1"), "{rules:?} {packs:?}");
    let (rules, packs) = fires("2026-02-28");
    assert!(!has(&rules, "lamp.lamp@1") && !has(&packs, "lamp@1"), "{rules:?} {packs:?}");
    assert!(packs.iter().any(|it| it.starts_with("award@")), "{packs:?}");

    // Another text needs another version; both are kept.
    let other = first.replace("등잔 표현", "등불 표현");
    import(&desk, &other).failed_with("give the pack another version");
    let second = pack("lamp", "2", "2026-05-01", RULE);
    import(&desk, &second).succeeded();
    assert!(has(&fires("2026-06-01").0, "lamp.lamp@2"));
    assert!(has(&fires("2026-04-01").0, "lamp.lamp@1"));
    desk.run(&["rules", "deactivate", "lamp", "--as", "관리"]).failed_with("say which one");
    desk.run(&["rules", "deactivate", "lamp", "--version", "2", "--as", "관리"]).succeeded();
    assert!(has(&fires("2026-06-01").0, "lamp.lamp@1"));
    desk.run(&["rules", "activate", "lamp", "--as", "관리"]).succeeded();
    let out = desk.dir().join("out.toml");
    let export = ["rules", "export", "lamp", "--version", "1", "--out", out.to_str().unwrap()];
    desk.run(&export).succeeded();
    assert_eq!(std::fs::read_to_string(&out).unwrap(), first);

    // The history of a case has the packs it was reviewed with, also after they have changed.
    let done = desk.run(&["review", "queue", "--state", "done"]).succeeded().json();
    let open = desk.run(&["review", "queue", "--state", "open"]).succeeded().json();
    let cases = |page: &Value| page["cases"].as_array().unwrap().clone();
    let mut seen = Vec::new();
    for case in cases(&done).iter().chain(&cases(&open)) {
        let events =
            desk.run(&["review", "history", case["case_id"].as_str().unwrap()]).succeeded().json();
        let packs = events["packs"][0]["packs"].as_array().unwrap().clone();
        let lamp = packs.into_iter().find(|pack| pack["id"] == "lamp").unwrap_or_default();
        seen.push(lamp["version"].as_str().unwrap_or_default().to_owned());
    }
    seen.sort_unstable();
    assert_eq!(seen, ["", "", "1", "1", "1", "2"]);

    let list = desk.run(&["rules", "list"]).succeeded().json();
    let lamp = list.as_array().unwrap().iter().find(|it| it["id"] == "lamp").unwrap();
    assert_eq!((&lamp["in_force"], lamp["versions"].as_array().unwrap().len()), (&json!("2"), 2));
    assert_eq!(lamp["versions"][1]["uses"].as_array().unwrap().len(), 2);
    desk.run(&["audit", "verify"]).succeeded();
    let log = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", log.to_str().unwrap()]).succeeded();
    let log = std::fs::read_to_string(log).unwrap();
    for (action, times) in
        [("rule_pack_imported", 2), ("rule_pack_deactivated", 1), ("rule_pack_activated", 1)]
    {
        assert_eq!(log.matches(action).count(), times, "{action}");
    }
}

#[test]
fn an_imported_pack_takes_the_place_of_the_programs_own() {
    let desk = desk();
    let text = "학회 비디오상 받은 집도의";
    let view = desk.run(&["rules", "show", "award"]).succeeded().json();
    let (own, number) = (view["text"].as_str().unwrap(), view["pack"]["version"].as_str().unwrap());
    let rule = |day: &str| {
        let rules = review(&desk, text, day).0;
        rules.into_iter().find(|rule| rule.starts_with("award.award@")).unwrap_or_default()
    };
    let before = format!("award.award@{number}");
    assert_eq!(rule("2026-06-01"), before);
    // Other packs use its phrases and exceptions.
    import(&desk, &pack("common", "2026.9", "2026-03-01", RULE)).failed_with("another pack");
    import(&desk, &own.replacen("title = ", "title  = ", 1)).failed_with("comes with the program");
    let ours = own
        .replacen(&format!("version = \"{number}\""), "version = \"2026.9\"", 1)
        .replacen("effective_from = \"2018-09-28\"", "effective_from = \"2026-03-01\"", 1);
    import(&desk, &ours).succeeded();
    assert_eq!(rule("2026-06-01"), "award.award@2026.9");
    assert_eq!(rule("2026-02-28"), before);
    desk.run(&["rules", "deactivate", "award", "--as", "관리"]).succeeded();
    assert_eq!(rule("2026-06-01"), before);
    desk.run(&["rules", "deactivate", "award", "--as", "관리"]).failed_with("always active");
}

#[test]
fn mistakes_in_a_pack_are_reported_with_their_line() {
    let desk = desk();
    let check = |text: &str, expected: &str| {
        let path = file(&desk, "bad.toml", text);
        desk.run(&["rules", "check", path.to_str().unwrap()]).failed_with(expected);
        let import = ["rules", "import", path.to_str().unwrap(), "--as", "관리"];
        desk.run(&import).failed_with("bad.toml:");
    };
    let good = pack("lamp", "1", "2026-03-01", RULE);
    check(&good.replace("'V6'", "'V99'"), "V99");
    check(&good.replace("title = '등잔 광고'", "titel = '등잔 광고'"), "bad.toml:3: unknown field");
    check(&good.replace("'\"호롱불\"'", "'{없는_말}'"), "bad.toml:15: a class of the lexicon");
    check(&good.replace("'negated'", "'mercy'"), "bad.toml:16: a known exception");
    check(&good.replace("patterns = ['\"호롱불\"']", "procedure = 'magic'"), "a procedure");
    check(&good.replace("의료법 제56조제2항제8호", "의료법 오십육조"), "is no article of a law");
    check(
        &good.replace("의료법 제56조제2항제8호", "의료법 제56조제2항제14호"),
        "V6 does not rest on",
    );
    check(&good.replace("'objective_evidence', ", ""), "must try the exception objective_evidence");
    check(
        &good.replace("'호롱불 같은 치료'", "'등대 같은 치료'"),
        "bad.toml:18: rule lamp.lamp@1 does not fire",
    );
    check(&good.replace("'호롱불을 쓰지 않습니다'", "'호롱불이 최고'"), "bad.toml:19");
    check(
        &good.replace("'호롱불 같은 치료'", "'호롱불을 켜지 않습니다'"),
        "let through by negated",
    );
    check(&good.replace("silent = ['호롱불을 쓰지 않습니다']\n", ""), "at least one example");
    check(&good.replace("version = '1'", "version = '한 번'"), "a version has");
    check(&good.replace("'2026-03-01'", "'언젠가'"), "a date like 2026-03-01");
    let long = format!("'{}'", ["\"호롱불\""; 12].join(" ~2 "));
    check(&good.replace("'\"호롱불\"'", &long), "a pattern of 12 words");
    check(&"#".repeat(400_001), "at most 400000");
}

#[test]
fn a_wording_is_tried_with_the_pack_among_the_rules() {
    let desk = desk();
    let path = file(&desk, "lamp.toml", &pack("lamp", "1", "2026-03-01", RULE));
    let try_out = |ad: &str| {
        let arguments = ["rules", "check", path.to_str().unwrap(), "--ad", ad];
        desk.run(&arguments).succeeded().json()["trial"].take()
    };
    let found = try_out("우리 원장은 호롱불입니다");
    let lamp = |trial: &Value| {
        let all = trial.as_array().unwrap().clone();
        all.into_iter().find(|it| it["rule"] == "lamp.lamp@1").unwrap_or_default()
    };
    assert_eq!(lamp(&found)["fired"], true);
    assert_eq!(lamp(&found)["words"], json!(["호롱불"]));
    assert_eq!(lamp(&found)["spans"], json!([{ "start": 7, "end": 10 }]));
    let denied = try_out("호롱불을 쓰지 않습니다");
    assert_eq!(lamp(&denied)["fired"], false);
    let applied: Vec<Value> = lamp(&denied)["exceptions"].as_array().unwrap().clone();
    assert!(applied.iter().any(|it| it["name"] == "negated" && it["applied"] == true));
    assert_eq!(lamp(&try_out("평범한 안내")), Value::Null);
}
