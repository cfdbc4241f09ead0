//! Installed models in searches, through the program: chosen, embedded with, used, and removed.

use std::path::Path;

use crate::common::Desk;
use serde_json::{Value, json};

/// Returns a desk with an administrator, 관리, and the tiny models; `None`, with a message, without ONNX
/// Runtime.
fn desk() -> Option<Desk> {
    let desk = Desk::empty();
    let runtime = desk.run(&["models", "runtime"]).succeeded().json();
    if runtime["library"].is_null() {
        eprintln!("skipped: {}", runtime["problem"]);
        return None;
    }
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    for id in ["tiny-encoder", "tiny-reranker"] {
        let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../inference/tests/models").join(id);
        desk.run(&["models", "add", made.to_str().unwrap()]).succeeded();
    }
    Some(desk)
}

fn import(desk: &Desk, name: &str, words: &str) {
    let file = desk.dir().join(format!("{name}.md"));
    std::fs::write(&file, format!("# {name}\n\n{words}\n")).unwrap();
    let import = ["corpus", "import", file.to_str().unwrap(), "--kind", "guideline"];
    assert_eq!(desk.run(&import).succeeded().json()["documents"], 1);
}

fn check(desk: &Desk, name: &str) -> Value {
    let checks = desk.run(&["doctor"]).succeeded().json()["checks"].take();
    checks.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap().clone()
}

fn titles(response: &Value) -> Vec<&str> {
    let hits = response["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["title"].as_str().unwrap()).collect()
}

#[test]
fn a_chosen_encoder_embeds_searches_and_can_be_removed() {
    let Some(desk) = desk() else { return };
    import(&desk, "표시", "표시 표시 표시 표시");
    let nothing = json!({ "encoder": null, "reranker": null, "offline_minimum": null, "offline_out_of_scope": null });
    assert_eq!(desk.run(&["models", "use"]).succeeded().json()["settings"], nothing);
    assert_eq!(desk.run(&["corpus", "embed"]).succeeded().json()["outcome"], "no_encoder");
    let none = desk.run(&["models", "use", "encoder", "bge-m3-ko", "--as", "관리"]);
    none.failed_with("simui models list");
    let wrong = desk.run(&["models", "use", "encoder", "tiny-reranker", "--as", "관리"]);
    wrong.failed_with("choose an encoder");
    let chosen =
        desk.run(&["models", "use", "encoder", "tiny-encoder", "--as", "관리"]).succeeded();
    assert_eq!(chosen.json()["settings"]["encoder"], "tiny-encoder");
    let listed = desk.run(&["models", "list"]).succeeded().json();
    let used: Vec<&Value> =
        listed.as_array().unwrap().iter().filter(|it| it["used"] == true).collect();
    assert_eq!((used.len(), &used[0]["id"]), (1, &json!("tiny-encoder")));

    let search = ["search", "금지 표시", "--mode", "dense"];
    let early = desk.run(&search).succeeded();
    assert!(early.err.contains("simui corpus embed"), "{}", early.err);
    assert_eq!(early.json()["encoder"], Value::Null);
    assert_eq!(check(&desk, "encoder")["state"], "degraded");

    let embedded = desk.run(&["corpus", "embed"]).succeeded().json();
    assert_eq!((&embedded["outcome"], &embedded["done"]), (&json!("complete"), &embedded["of"]));
    let found = desk.run(&search).succeeded();
    assert_eq!(found.err, "");
    let found = found.json();
    assert_eq!((&found["encoder"], titles(&found)[0]), (&json!("tiny-encoder"), "표시"));
    let encoder = check(&desk, "encoder");
    assert_eq!(encoder["state"], "ok");
    let progress = format!("{0} of {0} passages", embedded["of"]);
    let detail = encoder["detail"].as_str().unwrap();
    assert!(detail.contains(&progress) && detail.contains("computes on"), "{detail}");

    // The files beside the index are derived: without them, the same result.
    std::fs::remove_dir_all(desk.dir().join("index")).unwrap();
    assert_eq!(desk.run(&search).succeeded().json()["encoder"], Value::Null);
    desk.run(&["corpus", "embed"]).succeeded();
    assert_eq!(desk.run(&search).succeeded().json()["hits"], found["hits"]);

    desk.run(&["models", "remove", "tiny-encoder"]).succeeded();
    let without = desk.run(&search).succeeded();
    assert!(without.err.contains("tiny-encoder"), "{}", without.err);
    assert_eq!(without.json()["hits"], early.json()["hits"]);
    desk.run(&["corpus", "embed"]).failed_with("is installed");
    desk.run(&["models", "use", "encoder", "none", "--as", "관리"]).succeeded();
    assert_eq!(desk.run(&search).succeeded().err, "");
}

#[test]
fn a_chosen_reranker_orders_the_best_and_is_calibrated() {
    let Some(desk) = desk() else { return };
    for (name, words) in [("가", "가려움 의료"), ("나", "가려움 표시 표시"), ("다", "가려움 심의")]
    {
        import(&desk, name, words);
    }
    desk.run(&["models", "use", "reranker", "tiny-reranker", "--as", "관리"]).succeeded();
    let found = desk.run(&["search", "가려움"]).succeeded().json();
    assert_eq!((&found["reranker"], titles(&found)[0]), (&json!("tiny-reranker"), "나"));
    let scores: Vec<f64> = found["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["why"]["rerank"]["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0] > scores[1], "{scores:?}");
    let offline = desk.run(&["search", "가려움", "--no-rerank"]).succeeded().json();
    assert_eq!(offline["reranker"], Value::Null);
    assert!(check(&desk, "reranker")["detail"].as_str().unwrap().starts_with("tiny-reranker, "));

    let set = desk.dir().join("set");
    std::fs::create_dir(&set).unwrap();
    for (name, text) in [
        ("corpus", "{\"id\":\"r\",\"text\":\"간 표시 표시\"}\n{\"id\":\"w\",\"text\":\"간 의료\"}"),
        ("queries", "{\"id\":\"q\",\"text\":\"간\"}"),
        ("qrels", "{\"q\":\"q\",\"doc\":\"r\"}"),
    ] {
        std::fs::write(set.join(format!("{name}.jsonl")), text).unwrap();
    }
    let set = set.to_str().unwrap();
    let calibrate = ["models", "calibrate", "tiny-reranker", "--set", set];
    let found = desk.run(&calibrate).succeeded().json();
    let expected = json!({
        "what": "minimum", "id": "tiny-reranker", "queries": 1, "hits": 2, "relevant": 1, "threshold": 4.75,
        "precision": 1.0, "recall": 1.0, "youden_j": 1.0, "saved": false,
    });
    assert_eq!(found, expected);
    let kept = desk.run(&[&calibrate[..], &["--save", "--as", "관리"]].concat()).succeeded();
    assert_eq!(kept.json()["saved"], true);
    // The profile has a least score: only results with at least 4.75 remain.
    let few = desk.run(&["search", "가려움", "--profile", "pharmacy"]).succeeded().json();
    assert_eq!(titles(&few), ["나"]);
    desk.run(&["models", "verify", "tiny-reranker"]).succeeded();
    desk.run(&["models", "calibrate", "offline", "--set", "nowhere"]).failed_with("nowhere");
    desk.run(&["models", "calibrate", "tiny-encoder", "--set", set]).failed_with("reranker");
}

#[test]
fn an_out_of_scope_score_is_found_on_questions() {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    let file = desk.dir().join("scope.jsonl");
    let lines = [
        ("타이레놀 하루 최대 용량", "in"),
        ("와파린 상호작용", "in"),
        ("삼성전자 주가 알려줘", "out"),
        ("오늘 저녁 메뉴", "out"),
    ];
    let lines = lines.map(|(text, scope)| format!("{}\n", json!({ "text": text, "scope": scope })));
    std::fs::write(&file, lines.concat()).unwrap();
    let calibrate = ["models", "calibrate", "offline", "--scope", file.to_str().unwrap()];
    let found = desk.run(&calibrate).succeeded().json();
    assert_eq!(
        (&found["what"], &found["queries"], &found["saved"]),
        (&json!("out_of_scope"), &json!(4), &json!(false))
    );
    desk.run(&[&calibrate[..], &["--save", "--as", "관리"]].concat()).succeeded();
    let kept = desk.run(&["models", "use"]).succeeded().json();
    assert_eq!(kept["settings"]["offline_out_of_scope"], found["threshold"]);
    assert_eq!(kept["settings"]["offline_minimum"], Value::Null);
}
