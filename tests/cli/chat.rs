//! Chat models beside the rules of a review, through the program: a model server on loopback that behaves,
//! and one that misbehaves.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::Desk;
use crate::common::http::request;
use serde_json::{Value, json};

/// The behaviour of the server.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mood {
    /// Answers with an opinion of its own.
    Good,
    /// Answers like the rules, without an opinion of its own.
    Content,
    /// Gives answers that fit the schema but mean nothing.
    Nonsense,
    /// Gives answers that do not fit the schema.
    Form,
    Fault,
    Storm,
    Half,
    Giant,
    Closed,
    Slow,
    Elsewhere,
    Html,
}

struct ModelServer {
    address: String,
    mood: Arc<Mutex<Mood>>,
    bodies: Arc<Mutex<Vec<String>>>,
}

impl ModelServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let (mood, bodies) = (Arc::new(Mutex::new(Mood::Good)), Arc::<Mutex<Vec<_>>>::default());
        let (now, log) = (Arc::clone(&mood), Arc::clone(&bodies));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (now, log) = (Arc::clone(&now), Arc::clone(&log));
                std::thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let (target, body) = request(&mut stream);
                    log.lock().unwrap().push(body.clone());
                    let mood = *now.lock().unwrap();
                    // The client may have closed the connection.
                    let _ = respond(&mut stream, mood, &target, &body);
                });
            }
        });
        Self { address, mood, bodies }
    }

    fn be(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
        self.bodies.lock().unwrap().clear();
    }

    fn bodies(&self) -> Vec<String> {
        self.bodies.lock().unwrap().clone()
    }
}

fn respond(stream: &mut TcpStream, mood: Mood, target: &str, body: &str) -> std::io::Result<()> {
    if target.ends_with("/models") {
        let list = json!({ "data": [{ "id": "small", "max_model_len": 4096 }] }).to_string();
        return send(stream, "200 OK", "application/json", list.as_bytes());
    }
    let asked: Value = serde_json::from_str(body).unwrap_or_default();
    let role = asked["response_format"]["json_schema"]["name"].as_str().unwrap_or_default();
    let answer = match mood {
        Mood::Good => opinion(role).to_string(),
        Mood::Content => content(role, body).to_string(),
        Mood::Nonsense => nonsense(role).to_string(),
        Mood::Form => "판정: 허용, 확신도 1.0".to_owned(),
        _ => opinion(role).to_string(),
    };
    let reply = streamed(&answer);
    match mood {
        Mood::Fault => send(stream, "500 x", "text/plain", b"out of memory"),
        Mood::Storm => send(stream, "429 x", "text/plain", b"slow down"),
        Mood::Html => send(stream, "200 OK", "text/html", "<html>점검 중</html>".as_bytes()),
        Mood::Closed => Ok(()),
        Mood::Half => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            )?;
            stream.write_all(&reply.as_bytes()[..40])
        }
        Mood::Giant => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            )?;
            let piece = streamed(&"가".repeat(2000)).replace("data: [DONE]\n\n", "");
            // Longer than the client waits.
            for _ in 0..4000 {
                stream.write_all(piece.as_bytes())?;
            }
            Ok(())
        }
        Mood::Slow => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            )?;
            for byte in reply.bytes().take(60) {
                stream.write_all(&[byte])?;
                std::thread::sleep(Duration::from_millis(200));
            }
            Ok(())
        }
        Mood::Elsewhere => write!(
            stream,
            "HTTP/1.1 307 x\r\nLocation: http://localhost:1/v1/chat/completions\r\nContent-Length: 0\r\n\r\n"
        ),
        _ => send(stream, "200 OK", "text/event-stream", reply.as_bytes()),
    }
}

fn send(stream: &mut TcpStream, status: &str, form: &str, body: &[u8]) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {form}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)
}

fn streamed(answer: &str) -> String {
    let piece = json!({ "choices": [{ "delta": { "content": answer }, "finish_reason": "stop" }] });
    let usage =
        json!({ "choices": [], "usage": { "prompt_tokens": 100, "completion_tokens": 20 } });
    format!("data: {piece}\n\ndata: {usage}\n\ndata: [DONE]\n\n")
}

fn opinion(role: &str) -> Value {
    match role {
        "claim_extraction" => {
            json!({ "claims": [{ "text": "재방문율" }, { "text": "광고에 없는 말" }] })
        }
        "classification" => json!({
            "judgements": [{ "claim": "c1", "kinds": ["V13"], "why": "추천을 내세움" }],
            "instructions": [],
        }),
        "drafting" => json!({ "wordings": [
            { "claim": "c1", "after": "임플란트 상담을 합니다", "why": "사실만 적음" },
        ] }),
        "verification" => {
            json!({ "objections": [{ "about": "balance", "why": "증빙을 묻지 않음" }] })
        }
        _ => json!({ "ready": true }),
    }
}

/// Returns every claim with the kinds that the rules find: none is denied, none is suspected.
fn content(role: &str, _: &str) -> Value {
    match role {
        "claim_extraction" => json!({ "claims": [] }),
        "classification" => json!({ "judgements": [], "instructions": [] }),
        "drafting" => json!({ "wordings": [] }),
        _ => json!({ "objections": [] }),
    }
}

fn nonsense(role: &str) -> Value {
    match role {
        "claim_extraction" => json!({ "claims": [{ "text": "" }, { "text": "세계 정복" }] }),
        "classification" => json!({
            "judgements": [{ "claim": "c999", "kinds": ["V1", "V2"], "why": "" }],
            "instructions": ["여기 없는 말"],
        }),
        "drafting" => json!({ "wordings": [
            { "claim": "c999", "after": "허용", "why": "" },
            { "claim": "c1", "after": "국내 유일 100% 완치", "why": "더 좋음" },
            { "claim": "c1", "after": "", "why": "" },
        ] }),
        _ => json!({ "objections": [{ "about": "violations", "why": " " }] }),
    }
}

const AD: &str = "국내 유일 100% 완치 임플란트! 재방문율 1위. 홍길동님(010-1234-5678)의 후기";

fn desk(server: &ModelServer) -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    let address = ["--address", server.address.as_str()];
    let endpoint = ["models", "chat", "endpoint", "local", "--preset", "custom", "--as", "관리"];
    desk.run(&[&endpoint[..], &address].concat()).succeeded();
    let role = [
        "models",
        "chat",
        "role",
        "all",
        "--endpoint",
        "local",
        "--model",
        "small",
        "--timeout",
        "3",
        "--as",
        "관리",
    ];
    desk.run(&role).succeeded();
    desk
}

fn review(desk: &Desk, engine: &str, text: &str) -> Value {
    let line = json!({ "text": text, "published_on": "2026-01-05" }).to_string();
    let arguments = ["--engine", engine, "review", "run", "-"];
    desk.run_with(&arguments, line.as_bytes()).succeeded().json()
}

/// Checks that the results of the rules are the same in both.
fn same_but_for_the_opinion(rules: &Value, chat: &Value) {
    for field in [
        "verdict",
        "confidence",
        "confidence_parts",
        "claims",
        "violations",
        "citations",
        "reasoning",
        "decisions",
        "checklist",
        "suggestions",
        "iterations",
        "packs",
    ] {
        assert_eq!(rules[field], chat[field], "{field}");
    }
}

fn audited(desk: &Desk, action: &str) -> Vec<Value> {
    desk.run(&["audit", "verify"]).succeeded();
    let file = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", file.to_str().unwrap()]).succeeded();
    let text = std::fs::read_to_string(file).unwrap();
    let entries = text.lines().map(|line| serde_json::from_str(line).unwrap());
    entries.filter(|entry: &Value| entry["action"] == action).collect()
}

#[test]
fn a_person_sees_the_rules_and_the_opinion_of_a_model() {
    let server = ModelServer::start();
    let desk = desk(&server);
    let rules = review(&desk, "rules", AD);
    assert!(server.bodies().is_empty() && rules["opinion"].is_null());
    let chat = review(&desk, "chat", AD);
    same_but_for_the_opinion(&rules, &chat);
    for role in ["claim_extraction", "classification", "drafting", "verification"] {
        assert_eq!(rules["engine"][role], "rules");
        assert_eq!(chat["engine"][role], "chat:small", "{chat}");
    }
    let opinion = &chat["opinion"];
    assert_eq!(opinion["suspicions"][0]["kind"], "V13", "{opinion}");
    assert_eq!(opinion["objections"][0]["about"], "balance");
    assert_eq!(opinion["wordings"][0]["after"], "임플란트 상담을 합니다");
    assert!(opinion["claims"].as_array().unwrap().iter().all(|it| it["text"] != "광고에 없는 말"));
    assert_eq!(chat["status"], "awaiting_review");
    let reasons = chat["interrupt"]["reasons"].to_string();
    assert!(reasons.contains("chat_disagrees"), "{reasons}");

    // No identifier was sent, and every request is in the log.
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 4);
    for body in &bodies {
        assert!(!body.contains("홍길동") && !body.contains("1234-5678"), "{body}");
        assert!(body.contains("⟦이름1⟧님"), "{body}");
    }
    let calls = audited(&desk, "chat_call");
    assert_eq!((calls.len(), audited(&desk, "outbound_call").len()), (4, 4));
    let case = chat["case_id"].as_str().unwrap();
    assert_eq!(calls[0]["subject"], case);
    let details = &calls[1]["details"];
    assert_eq!((&details["role"], &details["model"]), (&json!("classification"), &json!("small")));
    assert_eq!(details["masked"], json!({ "name": 1, "phone": 1 }));
    assert_eq!(details["tokens"], 120);
    assert!(details["sent"].as_u64().unwrap() > 100);
    let log = desk.run(&["outbound", "log", "--limit", "2"]).succeeded().json();
    let actions: Vec<&str> =
        log.as_array().unwrap().iter().map(|it| it["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["chat_call", "outbound_call"], "the newest first");
    assert_eq!(log[0]["details"]["role"], "verification");

    // The run stores every call; showing its history makes none.
    let history = desk.run(&["review", "history", case]).succeeded().json();
    let kept = history["model_calls"].as_array().unwrap();
    assert_eq!(kept.len(), 4);
    assert_eq!(kept[0]["role"], "claim_extraction");
    assert_eq!(kept[1]["request_sha256"].as_str().unwrap().len(), 64);
    assert!(kept[1]["response"].as_str().unwrap().contains("V13"));
    assert_eq!(kept[1]["prompt"]["name"], "classification");
    let replay = desk.run(&["review", "replay", case]).succeeded().json();
    assert_eq!(replay["consistent"], true);
    assert_eq!(server.bodies().len(), 4, "a replay asks nobody");
    let show = desk.run(&["models", "chat", "show"]).succeeded().json();
    assert_eq!(show["state"]["used_today"].as_array().unwrap().len(), 4);
    assert_eq!(show["state"]["used_today"][0]["tokens"], 120);

    // A person decides as without a model.
    let decide = ["review", "decide", case, "--action", "approve", "--as", "관리"];
    let decided = desk.run(&decide).succeeded().json();
    assert_eq!(decided["summary"]["final_verdict"], rules["verdict"]);
    assert_eq!(server.bodies().len(), 4, "the end of a run asks nobody");
}

#[test]
fn a_model_without_an_opinion_changes_nothing() {
    let server = ModelServer::start();
    let desk = desk(&server);
    for text in [AD, "매주 화요일 저녁 8시까지 진료합니다. 주차장이 있습니다."]
    {
        let rules = review(&desk, "rules", text);
        for mood in [Mood::Content, Mood::Nonsense] {
            server.be(mood);
            let chat = review(&desk, "chat", text);
            same_but_for_the_opinion(&rules, &chat);
            for field in ["status", "interrupt", "notices"] {
                assert_eq!(rules[field], chat[field], "{mood:?} {text}");
            }
        }
    }
}

#[test]
fn every_misbehaviour_ends_with_the_rules_result_and_a_notice() {
    let server = ModelServer::start();
    let desk = desk(&server);
    let rules = review(&desk, "rules", AD);
    for (mood, why) in [
        (Mood::Form, "not of the form"),
        (Mood::Fault, "HTTP status 500"),
        (Mood::Storm, "HTTP status 429"),
        (Mood::Half, "broke off"),
        (Mood::Giant, "longer than 2097152 bytes"),
        (Mood::Closed, "127.0.0.1"),
        (Mood::Slow, "no answer in 3 s"),
        (Mood::Elsewhere, "is not followed"),
        (Mood::Html, "broke off"),
    ] {
        server.be(mood);
        let begun = Instant::now();
        let chat = review(&desk, "chat", AD);
        let took = begun.elapsed();
        same_but_for_the_opinion(&rules, &chat);
        assert_eq!((&rules["status"], &rules["interrupt"]), (&chat["status"], &chat["interrupt"]));
        assert_eq!(chat["engine"]["classification"], "rules", "{mood:?}");
        let problem = chat["opinion"]["played"][1]["problem"].as_str().unwrap();
        assert!(problem.contains(why), "{mood:?}: {problem}");
        let notices = chat["notices"].to_string();
        assert!(notices.contains("채팅 모델이 분류에 쓸 수 있는 답을 하지 않아"), "{notices}");
        // Four roles take three seconds each, plus the start of the program.
        assert!(took < Duration::from_secs(40), "{mood:?}: {took:?}");
        assert!(server.bodies().len() <= 12, "{mood:?}: {}", server.bodies().len());
    }
}

#[test]
fn no_model_is_asked_without_permission_budget_or_role() {
    let server = ModelServer::start();
    let desk = desk(&server);
    let rules = review(&desk, "rules", AD);

    // The token budget does not suffice.
    let limits = ["models", "chat", "limits", "--tokens-per-day", "100", "--as", "관리"];
    desk.run(&limits).succeeded();
    let chat = review(&desk, "chat", AD);
    same_but_for_the_opinion(&rules, &chat);
    let problem = chat["opinion"]["played"][0]["problem"].as_str().unwrap();
    assert!(problem.contains("are spent, nothing was sent"), "{problem}");

    // A host outside this machine, first with outbound calls off, then with the host not allowed.
    desk.run(&["models", "chat", "limits", "--tokens-per-day", "0", "--as", "관리"]).succeeded();
    let away = [
        "models",
        "chat",
        "endpoint",
        "local",
        "--preset",
        "vllm",
        "--address",
        "https://models.office.kr/v1",
        "--as",
        "관리",
    ];
    let view = desk.run(&away).succeeded().json();
    assert_eq!(view["state"]["endpoints"][0]["local"], false);
    let problem =
        |chat: &Value| chat["opinion"]["played"][0]["problem"].as_str().unwrap().to_owned();
    let off = problem(&review(&desk, "chat", AD));
    assert!(off.contains("switched off, nothing was sent"), "{off}");
    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    let closed = problem(&review(&desk, "chat", AD));
    assert!(closed.contains("calls to this host are not allowed"), "{closed}");
    desk.run(&["models", "chat", "test", "local"])
        .failed_with("calls to this host are not allowed");
    let checks = desk.run(&["doctor"]).succeeded().json()["checks"].take();
    let chat = checks.as_array().unwrap().iter().find(|it| it["name"] == "chat").unwrap();
    assert_eq!(chat["state"], "degraded");
    assert!(chat["remedy"].as_str().unwrap().contains("its host is not allowed"), "{chat}");
    assert!(server.bodies().is_empty(), "nothing was ever sent");

    // Without a role the review fails; it does not silently use rules alone.
    desk.run(&["models", "chat", "role", "all", "--off", "--as", "관리"]).succeeded();
    let line = json!({ "text": AD }).to_string();
    let refused = desk.run_with(&["--engine", "chat", "review", "run", "-"], line.as_bytes());
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("no role is played by a chat model"), "{}", refused.err);
}

#[test]
fn administrators_set_endpoints_and_roles() {
    let server = ModelServer::start();
    let desk = desk(&server);
    desk.reviewer("심의");
    let refused = |arguments: &[&str], why: &str| {
        desk.run(arguments).failed_with(why);
    };
    refused(
        &["models", "chat", "endpoint", "x", "--preset", "ollama", "--as", "심의"],
        "is no administrator",
    );
    refused(
        &["models", "chat", "endpoint", "x", "--preset", "custom", "--as", "관리"],
        "needs --address",
    );
    refused(
        &["models", "chat", "role", "drafting", "--endpoint", "y", "--model", "m", "--as", "관리"],
        "no endpoint \"y\"",
    );
    refused(&["models", "chat", "remove", "y", "--as", "관리"], "there is no chat endpoint");
    let ollama =
        ["models", "chat", "endpoint", "spare", "--preset", "ollama", "--key", "--as", "관리"];
    let view = desk.run(&ollama).succeeded().json();
    assert_eq!(view["set"]["settings"]["endpoints"][1]["address"], "http://127.0.0.1:11434/v1");
    let keys = desk.run(&["keys", "list"]).succeeded().json();
    assert_eq!(keys[2]["name"], "chat.spare");
    let role = [
        "models",
        "chat",
        "role",
        "drafting",
        "--endpoint",
        "spare",
        "--model",
        "org/large",
        "--fallback",
        "local/small",
        "--tokens-per-day",
        "50000",
        "--temperature",
        "default",
        "--as",
        "관리",
    ];
    let view = desk.run(&role).succeeded().json();
    let roles = view["set"]["settings"]["roles"].as_array().unwrap().clone();
    assert_eq!(roles.len(), 12);
    let drafting = roles.iter().find(|it| it["role"] == "drafting").unwrap();
    assert_eq!(drafting["fallback"], json!({ "endpoint": "local", "model": "small" }));
    assert_eq!((&drafting["model"], &drafting["temperature"]), (&json!("org/large"), &Value::Null));

    let tested = desk.run(&["models", "chat", "test", "local"]).succeeded().json();
    assert_eq!((&tested["model"], &tested["context_tokens"]), (&json!("small"), &json!(4096)));
    assert_eq!(
        (&tested["structured"]["works"], &tested["models"][0]),
        (&json!(true), &json!("small"))
    );
    let prompts = desk.run(&["models", "chat", "prompts"]).succeeded().json();
    let names: Vec<&str> =
        prompts.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"classification"), "{names:?}");
    let prompt = desk.run(&["models", "chat", "prompts", "drafting"]).succeeded().json();
    assert!(prompt["text"].as_str().unwrap().starts_with("---\nname: drafting\n"), "{prompt}");
    desk.run(&["models", "chat", "prompts", "none"]).failed_with("there is no prompt");
    let removed =
        desk.run(&["models", "chat", "remove", "spare", "--as", "관리"]).succeeded().json();
    assert_eq!(removed["set"]["settings"]["roles"].as_array().unwrap().len(), 11);
    assert_eq!(audited(&desk, "setting_changed").len(), 5);
}
