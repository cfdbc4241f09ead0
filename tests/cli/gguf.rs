//! A chat model from a GGUF file, through the program: named in the settings, with the same guarantees as a
//! server. Tests that run a model read the file that `SIMUI_GGUF` names, in a program with the feature
//! `gguf`; otherwise they are skipped with a message.

use crate::common;
use std::path::Path;

use crate::common::Desk;
use serde_json::{Value, json};

const AD: &str = "국내 유일 100% 완치 임플란트! 홍길동님(010-1234-5678)의 후기";
const BUILT_IN: bool = cfg!(feature = "gguf");

fn desk() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk
}

fn endpoint(desk: &Desk, address: &str) -> common::Finished {
    let named = ["models", "chat", "endpoint", "here", "--preset", "gguf", "--address", address];
    desk.run(&[&named[..], &["--as", "관리"]].concat())
}

fn play(desk: &Desk, more: &[&str]) {
    let role = ["models", "chat", "role", "all", "--endpoint", "here", "--model", "in-process"];
    desk.run(&[&role[..], more, &["--as", "관리"]].concat()).succeeded();
}

fn review(desk: &Desk, engine: &str) -> Value {
    let line = json!({ "text": AD, "published_on": "2026-01-05" }).to_string();
    let arguments = ["--engine", engine, "review", "run", "-"];
    desk.run_with(&arguments, line.as_bytes()).succeeded().json()
}

fn rules_part(result: &Value) -> Value {
    let fields =
        ["verdict", "confidence", "claims", "violations", "citations", "checklist", "packs"];
    fields.iter().map(|field| (field.to_string(), result[field].clone())).collect()
}

fn doctor(desk: &Desk) -> Value {
    let checks = desk.run(&["doctor"]).succeeded().json()["checks"].take();
    checks.as_array().unwrap().iter().find(|it| it["name"] == "chat").unwrap().clone()
}

#[test]
fn an_unusable_file_is_reported_and_the_rules_continue() {
    let desk = desk();
    for address in ["model.gguf", "model:../x", "http://127.0.0.1/model.gguf"] {
        endpoint(&desk, address).failed_with("write the whole path");
    }
    let absent = desk.dir().join("absent.gguf");
    let view = endpoint(&desk, absent.to_str().unwrap()).succeeded().json();
    assert_eq!(view["state"]["endpoints"][0]["local"], true);
    play(&desk, &[]);
    let why = if BUILT_IN { "absent.gguf" } else { "built without models in its own process" };
    let check = doctor(&desk);
    assert_eq!(check["state"], "degraded");
    assert!(check["remedy"].as_str().unwrap().contains(why), "{check}");
    desk.run(&["models", "chat", "test", "here"]).failed_with(why);
    let (rules, chat) = (review(&desk, "rules"), review(&desk, "chat"));
    assert_eq!(rules_part(&rules), rules_part(&chat));
    let played = &chat["opinion"]["played"][0];
    assert_eq!(played["engine"], "rules");
    assert!(played["problem"].as_str().unwrap().contains(why), "{played}");
}

#[test]
fn an_installed_model_is_named_by_its_id() {
    let desk = desk();
    let folder = desk.dir().join("small");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("small.gguf"), b"GGUF").unwrap();
    let description = "version = 1\n[[model]]\nid = \"small\"\nname = \"Small\"\nrole = \"chat\"\n\
        licence = \"Apache-2.0\"\nsource = \"https://example.com\"\nmax_length = 2048\ngraph = \"small.gguf\"\n\
        [[model.files]]\npath = \"small.gguf\"\n";
    std::fs::write(folder.join("model.toml"), description).unwrap();
    desk.run(&["models", "add", folder.to_str().unwrap()]).succeeded();
    endpoint(&desk, "model:small").succeeded();
    let listed = desk.run(&["models", "list"]).succeeded().json();
    let small = listed.as_array().unwrap().iter().find(|it| it["id"] == "small").unwrap();
    assert_eq!((&small["role"], &small["used"]), (&json!("chat"), &json!(true)));
    desk.run(&["models", "use", "encoder", "small", "--as", "관리"])
        .failed_with("it is a chat model; choose an encoder");
    play(&desk, &[]);
    assert_eq!(doctor(&desk)["state"], if BUILT_IN { "ok" } else { "degraded" });
    if BUILT_IN {
        // Damage is noticed before llama.cpp reads the file.
        std::fs::write(desk.dir().join("models/small/small.gguf"), b"GGUX").unwrap();
        desk.run(&["models", "chat", "test", "here"]).failed_with("small.gguf has changed");
    }
    endpoint(&desk, "model:nothing").succeeded();
    let remedy = doctor(&desk)["remedy"].as_str().unwrap().to_owned();
    assert!(!BUILT_IN || remedy.contains("no model \"nothing\" is installed"), "{remedy}");
}

/// Returns a desk on which the file of `SIMUI_GGUF` plays every role; `None`, with a message, where there is
/// none.
fn desk_with_a_real_model() -> Option<Desk> {
    let Some(file) = std::env::var_os("SIMUI_GGUF").filter(|_| BUILT_IN) else {
        eprintln!(
            "skipped: SIMUI_GGUF names no GGUF file, or the program was built without the feature `gguf`"
        );
        return None;
    };
    let desk = desk();
    endpoint(&desk, Path::new(&file).to_str().unwrap()).succeeded();
    play(&desk, &["--timeout", "150", "--most-tokens", "1200"]);
    assert_eq!(doctor(&desk)["state"], "ok");
    Some(desk)
}

/// Checks that each call to a real model has a result, and returns how many were answered.
fn answered(calls: &[Value]) -> usize {
    for call in calls {
        eprintln!(
            "{}: {} ms, {} + {} tokens, {}",
            call["role"],
            call["ms"],
            call["prompt_tokens"],
            call["completion_tokens"],
            call["problem"]
        );
        assert_eq!(call["sent"], 0, "nothing left the process");
        if call["answer"].is_null() {
            assert!(!call["problem"].as_str().unwrap().is_empty(), "{call}");
            continue;
        }
        assert_eq!(call["request_sha256"].as_str().unwrap().len(), 64);
        assert_eq!(call["estimated"], false, "its own tokenizer counts");
        assert!(call["completion_tokens"].as_u64().unwrap() > 0);
        assert!(!call["response"].as_str().unwrap().contains("홍길동"));
    }
    calls.iter().filter(|it| !it["answer"].is_null()).count()
}

fn nothing_left(desk: &Desk) {
    let log = desk.run(&["outbound", "log"]).succeeded().json();
    let left = log.as_array().unwrap().iter().filter(|it| it["action"] == "outbound_call");
    assert_eq!(left.count(), 0);
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn a_real_model_reviews_beside_the_rules_and_the_run_stores_its_answers() {
    let Some(desk) = desk_with_a_real_model() else { return };
    let tested = desk.run(&["models", "chat", "test", "here", "--model", "it"]).succeeded().json();
    assert_eq!(
        (&tested["streaming"]["works"], &tested["structured"]["works"]),
        (&json!(true), &json!(true))
    );
    assert!(tested["context_tokens"].as_u64().unwrap() >= 512, "{tested}");

    let (rules, chat) = (review(&desk, "rules"), review(&desk, "chat"));
    assert_eq!(rules_part(&rules), rules_part(&chat), "whatever it says");
    let case = chat["case_id"].as_str().unwrap();
    let history = desk.run(&["review", "history", case]).succeeded().json();
    let calls = history["model_calls"].as_array().unwrap();
    assert_eq!(calls.len(), 4, "{calls:?}");
    assert!(answered(calls) > 0, "{calls:?}");
    let replay = desk.run(&["review", "replay", case]).succeeded().json();
    assert_eq!(replay["consistent"], true);
    nothing_left(&desk);
}

/// Whatever the model writes, every sentence of the answer is in a document or is one of the rules', and the
/// model's text is stored.
#[test]
fn a_real_model_streams_an_answer_and_the_question_stores_it() {
    let Some(desk) = desk_with_a_real_model() else { return };
    let question = "홍길동님(010-1234-5678)이 타이레놀을 하루 최대 몇 알까지 먹나요?";
    let ran = desk.run(&["--engine", "chat", "ask", question, "--stream"]);
    let events: Vec<Value> =
        ran.err.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let tokens = events.iter().filter(|it| it["token"].is_string()).count();
    let chat = ran.succeeded().json();
    eprintln!("{tokens} pieces were streamed; {}; {}", chat["engine"], chat["verification"]);
    assert_eq!(
        (&chat["status"], &chat["verification"]["verdict"]),
        (&json!("answered"), &json!("PASS"))
    );
    let text = chat["answer"].as_str().unwrap();
    assert!(text.contains("4,000mg") && text.contains("[문서 1]"), "{text}");
    assert!(text.contains("전문가의 진료나 상담을 대신하지 않습니다"), "{text}");

    let kept = desk.run(&["ask", "--history"]).succeeded().json();
    let id = kept["questions"][0]["id"].as_str().unwrap();
    let view = desk.run(&["ask", "--show", id]).succeeded().json();
    let calls = view["model_calls"].as_array().unwrap();
    assert!(answered(calls) > 0, "{calls:?}");
    let wrote = calls.iter().any(|it| it["role"] == "answering" && !it["answer"].is_null());
    assert!(tokens > 0 || !wrote, "what it wrote was told as it came");
    nothing_left(&desk);
}
