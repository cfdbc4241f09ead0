//! Changes of a law: its history, its differences, links to it, and the cases and rules that depend on it;
//! and quarantine entries that a person resolves.

use crate::common::Desk;
use serde_json::{Value, json};

fn law(number: &str, from: &str, body: &str) -> String {
    format!(
        "---\n제목: 의료법\n법령ID: '001788'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n{body}"
    )
}

const OLD: &str = "\n##### 제1조 (목적)\n\n이 법은 의료를 정한다.\n\n##### 제56조 (의료광고의 금지 등)\n\n**①** 의료인이 아닌 자는 의료에 관한 광고를 하지 못한다.\n\n**②** 의료인등은 다음 각 호의 어느 하나에 해당하는 의료광고를 하지 못한다.\n\n  1\\. 제53조에 따른 평가를 받지 아니한 신의료기술에 관한 광고\n\n##### 제89조 (벌칙)\n\n제56조제2항을 위반한 자는 1천만원 이하의 벌금에 처한다.\n";

const DECREE: &str = "---\n제목: 의료법 시행령\n법령ID: '003200'\n법령구분: 대통령령\n공포일자: 2020-01-01\n공포번호: '100'\n시행일자: 2020-01-01\n상태: 시행\n---\n\n##### 제1조 (기준)\n\n법 제56조제2항제1호에 따른 광고의 기준은 별표와 같다.\n";

fn imported(desk: &Desk, name: &str, text: &str) -> String {
    let path = desk.dir().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    desk.run(&["corpus", "import", &path]).succeeded();
    path
}

fn two_versions() -> Desk {
    let desk = Desk::new();
    imported(&desk, "old.md", &law("1", "2026-01-01", OLD));
    imported(&desk, "new.md", &law("2", "2026-06-01", &OLD.replace("1천만원", "3천만원")));
    imported(&desk, "decree.md", DECREE);
    desk
}

#[test]
fn an_article_has_its_part_and_its_notes() {
    let desk = Desk::new();
    let text = OLD.replace("정한다.\n", "정한다. <개정 2018. 3. 27., 2020. 1. 1.>\n");
    imported(&desk, "law.md", &law("1", "2026-01-01", &text));
    let view = desk.run(&["corpus", "show", "의료법", "--article", "제1조"]).succeeded().json();
    let article = &view["articles"][0];
    assert_eq!(article["part"], "main");
    let note = &article["notes"][0];
    assert_eq!(note["kind"], "amended");
    assert_eq!(note["days"], json!(["2018-03-27", "2020-01-01"]));
    assert_eq!(note["text"], "개정 2018. 3. 27., 2020. 1. 1.");
    assert!(!article["text"].as_str().unwrap().contains("개정"));
    let place = |name: &str| usize::try_from(note[name].as_u64().unwrap()).unwrap();
    let body = text.chars().collect::<Vec<_>>();
    let stored: String = body[place("start")..place("end")].iter().collect();
    assert_eq!(stored, "<개정 2018. 3. 27., 2020. 1. 1.>");
}

#[test]
fn history_and_diff_by_day() {
    let desk = two_versions();
    let history = desk.run(&["corpus", "history", "의료법"]).succeeded().json();
    let versions = history["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0]["effective_to"], "2026-05-31");
    assert_eq!(versions[0]["changes"], Value::Null);
    assert_eq!(versions[1]["changes"]["changed"], 1);

    let diff = ["corpus", "diff", "의료법", "--from", "2026-05-31", "--to", "2026-06-01"];
    let diff = desk.run(&diff).succeeded().json();
    let main = &diff["parts"][0];
    assert_eq!(
        main["counts"],
        json!({ "added": 0, "removed": 0, "changed": 1, "renumbered": 0, "unchanged": 2 })
    );
    let article = &main["articles"][0];
    assert_eq!((&article["kind"], &article["key"]), (&json!("changed"), &json!("제89조")));
    let words = article["provisions"][0]["words"].as_array().unwrap();
    let of = |side: &str| {
        words
            .iter()
            .filter(|it| it["side"] == side)
            .map(|it| it["text"].as_str().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!((of("old"), of("new")), (vec!["1"], vec!["3"]));

    let same = ["corpus", "diff", "의료법", "--from", "2026-06-01", "--to", "2026-07-01"];
    let same = desk.run(&same).succeeded().json();
    assert_eq!(same["parts"][0]["articles"], json!([]));

    let early = ["corpus", "diff", "의료법", "--from", "1990-01-01", "--to", "2026-06-01"];
    desk.run(&early).failed_with("no stored version is in force on 1990-01-01");
    let turned = ["corpus", "diff", "의료법", "--from", "2026-06-01", "--to", "2026-01-01"];
    desk.run(&turned).failed_with("earlier day first");
    desk.run(&["corpus", "history", "없는 법"]).failed_with("does not exist");
}

#[test]
fn links_both_ways() {
    let desk = two_versions();
    let out = desk.run(&["corpus", "links", "의료법 시행령"]).succeeded().json();
    assert_eq!(out["total"], 1);
    assert_eq!(out["links"][0]["link"]["words"], "법 제56조제2항제1호");
    assert_eq!(out["links"][0]["status"], "resolved");

    let incoming = ["corpus", "links", "의료법", "--article", "제56조제2항", "--incoming"];
    let incoming = desk.run(&incoming).succeeded().json();
    let from: Vec<&str> = incoming["links"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect();
    assert_eq!(from, ["의료법", "의료법 시행령"]);

    let broken = desk.run(&["corpus", "links", "의료법", "--broken"]).succeeded().json();
    assert_eq!(broken["total"], 1);
    assert_eq!(broken["links"][0]["link"]["target"]["path"], "제53조");
    let all = desk.run(&["corpus", "broken-links"]).succeeded().json();
    assert!(all["total"].as_u64().unwrap() >= 1);
    desk.run(&["corpus", "links", "의료법", "--article", "제99조"]).failed_with("제99조");
}

#[test]
fn the_impact_of_a_change_lists_cases_rules_and_articles() {
    let desk = Desk::new();
    imported(&desk, "old.md", &law("1", "2026-01-01", OLD));
    imported(&desk, "decree.md", DECREE);
    // The violation is critical, so the case stays open.
    let ad = json!({ "id": "a-1", "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" });
    let result = desk.review(&[ad]).remove(0);
    assert_eq!(result["status"], "awaiting_review", "{result}");
    imported(
        &desk,
        "new.md",
        &law("2", "2026-06-01", &OLD.replace("제53조에 따른", "제53조제1항에 따른")),
    );

    let impact = ["corpus", "impact", "의료법", "--from", "2026-01-01", "--to", "2026-06-01"];
    let impact = desk.run(&impact).succeeded().json();
    let articles = impact["articles"].as_array().unwrap();
    assert_eq!(articles.len(), 1, "{impact}");
    let article = &articles[0];
    assert_eq!(article["change"]["key"], "제56조");
    assert_eq!(article["cases"][0]["case_id"], result["case_id"]);
    assert!(
        article["rules"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["article"] == "의료법 제56조제2항제1호" && it["touched"] == true)
    );
    assert!(article["rules"].as_array().unwrap().iter().any(|it| it["touched"] == false));
    let links = article["links"].as_array().unwrap();
    assert!(links.iter().any(|it| it["title"] == "의료법 시행령"));
    assert!(links.iter().any(|it| it["article_key"] == "제89조"));
}

#[test]
fn a_person_resolves_a_quarantine_entry() {
    let desk = Desk::new();
    desk.reviewer("김관리");
    let lost =
        OLD.replace("  1\\. 제53조에 따른 평가를 받지 아니한 신의료기술에 관한 광고\n\n", "");
    let path = imported(&desk, "lost.md", &law("1", "2026-01-01", &lost));
    let open = |all: bool| {
        let mut arguments = vec!["corpus", "quarantine"];
        arguments.extend(all.then_some("--all"));
        let listed = desk.run(&arguments).succeeded().json();
        listed.as_array().unwrap().iter().filter(|it| it["path"] == path.as_str()).count()
    };
    let found = open(false);
    assert!(found > 0);

    let resolve =
        |by: &str, note: &str| desk.run(&["corpus", "resolve", &path, "--as", by, "--note", note]);
    resolve("아무개", "확인").failed_with("아무개");
    resolve("김관리", " ").failed_with("note");
    let records = resolve("김관리", "원문도 이와 같음").succeeded().json();
    assert_eq!(records[0]["resolution"]["by"]["name"], "김관리");
    assert_eq!(records[0]["resolution"]["note"], "원문도 이와 같음");
    assert_eq!((open(false), open(true)), (0, found));
    resolve("김관리", "또").failed_with("does not exist");
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().code, Some(0));

    // The same bytes change nothing; other bytes reopen the entry.
    desk.run(&["corpus", "import", &path]).succeeded();
    assert_eq!(open(false), 0);
    imported(&desk, "lost.md", &law("1", "2026-01-01", &lost.replace("1천만원", "2천만원")));
    assert_eq!(open(false), found);
}
