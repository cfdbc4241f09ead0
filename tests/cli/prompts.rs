//! Prompts in an office's own words, the key file, and the outbound log, through the program.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use crate::common::{Desk, Finished};
use serde_json::{Value, json};

/// Starts a model server that finds nothing and stores its requests.
fn server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let log = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (mut bytes, mut piece) = (Vec::new(), [0; 8192]);
            let body = loop {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Some((head, body)) = text.split_once("\r\n\r\n") {
                    let length = head.to_lowercase();
                    let length = length.lines().find_map(|it| it.strip_prefix("content-length: "));
                    if body.len() >= length.map_or(0, |it| it.parse().unwrap()) {
                        break body.to_owned();
                    }
                }
                let read = stream.read(&mut piece).unwrap();
                bytes.extend_from_slice(&piece[..read]);
            };
            log.lock().unwrap().push(body);
            let reply = json!({ "choices": [{ "message": { "content": "{\"claims\":[]}" }, "finish_reason": "stop" }] });
            let reply = reply.to_string();
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
            let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{reply}", reply.len());
        }
    });
    (address, asked)
}

fn desk() -> (Desk, Arc<Mutex<Vec<String>>>) {
    let (address, asked) = server();
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("심의");
    let endpoint = ["models", "chat", "endpoint", "local", "--preset", "custom", "--address"];
    desk.run(&[&endpoint[..], &[&address, "--as", "관리"]].concat()).succeeded();
    let role = ["models", "chat", "role", "claim_extraction", "--endpoint", "local"];
    desk.run(&[&role[..], &["--model", "small", "--as", "관리"]].concat()).succeeded();
    (desk, asked)
}

fn prompt(desk: &Desk, arguments: &[&str]) -> Finished {
    desk.run(&[&["models", "prompt"], arguments].concat())
}

fn review(desk: &Desk) -> Value {
    let line =
        json!({ "text": "국내 유일! 홍길동님의 후기", "published_on": "2026-01-05" }).to_string();
    let arguments = ["--engine", "chat", "review", "run", "-"];
    desk.run_with(&arguments, line.as_bytes()).succeeded().json()
}

fn audited(desk: &Desk, action: &str) -> Vec<Value> {
    let file = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", file.to_str().unwrap()]).succeeded();
    let text = std::fs::read_to_string(file).unwrap();
    let entries = text.lines().map(|line| serde_json::from_str(line).unwrap());
    entries.filter(|entry: &Value| entry["action"] == action).collect()
}

#[test]
fn own_prompts_are_tried_stored_recorded_and_reset() {
    let (desk, asked) = desk();
    let name = "claim_extraction";
    let list = prompt(&desk, &["list"]).succeeded().json();
    assert!(list.as_array().unwrap().iter().all(|it| it["own"] == false && it["left_out"] == ""));
    let shipped = prompt(&desk, &["show", name]).succeeded().json();
    let text = shipped["text"].as_str().unwrap();

    // A prompt that breaks a rule is refused with its line, when tried and when stored.
    let file = desk.dir().join("own.md");
    let path = file.to_str().unwrap();
    for (from, to, why) in [
        ("{{ ad | of(\"광고 원문\") }}", "{{ ad | safe }}", "claim_extraction.md:"),
        ("{{ ad |", "{{ advert |", "claim_extraction.md:"),
        ("of(\"광고 원문\")", "of(ad)", "printed outside of a quotation"),
        ("`<<`와 `>>` 사이의", "아래", "no longer says"),
        ("inputs: [ad]", "inputs: [ad, law]", "must stay [ad]"),
    ] {
        std::fs::write(&file, text.replace(from, to)).unwrap();
        prompt(&desk, &["try", name, path]).failed_with(why);
        prompt(&desk, &["set", name, path, "--as", "관리"]).failed_with(why);
    }
    let own = text
        .replace("version: 1", "version: 2")
        .replace("당신은 의료광고", "꼼꼼한 당신은 의료광고");
    std::fs::write(&file, own.replace('\n', "\r\n")).unwrap();
    prompt(&desk, &["set", name, path, "--as", "심의"]).failed_with("is no administrator");
    prompt(&desk, &["set", "nothing", path, "--as", "관리"]).failed_with("prompt");

    // The prompt is tried without a model, and with the model of its role.
    let tried = prompt(&desk, &["try", name, path]).succeeded().json();
    assert!(tried["system"].as_str().unwrap().contains("꼼꼼한 당신은"), "{tried}");
    assert!(
        tried["user"].as_str().unwrap().contains("[광고 원문] <<") && tried["answer"].is_null()
    );
    let changed = tried["changes"].as_array().unwrap().iter().filter(|it| it["kind"] == "added");
    assert_eq!(changed.count(), 2, "two lines differ");
    assert!(asked.lock().unwrap().is_empty());
    let answered = prompt(&desk, &["try", name, path, "--ask"]).succeeded().json();
    assert_eq!(answered["answer"]["response"], "{\"claims\":[]}");
    assert!(asked.lock().unwrap().last().unwrap().contains("꼼꼼한 당신은"));
    prompt(&desk, &["try", "drafting", "--ask"]).failed_with("no model plays its role");

    // After storing, the next run uses this prompt, and its record shows which one.
    let kept = prompt(&desk, &["set", name, path, "--as", "관리"]).succeeded().json();
    assert_eq!((&kept["own"], &kept["version"]), (&json!(true), &json!(2)));
    assert_ne!(kept["sha256"], shipped["sha256"]);
    assert_eq!(kept["shipped_sha256"], shipped["sha256"]);
    let case = review(&desk)["case_id"].as_str().unwrap().to_owned();
    assert!(asked.lock().unwrap().last().unwrap().contains("꼼꼼한 당신은"));
    let history = desk.run(&["review", "history", &case]).succeeded().json();
    let used = &history["model_calls"][0]["prompt"];
    assert_eq!((&used["version"], &used["sha256"]), (&json!(2), &kept["sha256"]));

    // Reset to the program's prompt.
    prompt(&desk, &["reset", name, "--as", "심의"]).failed_with("is no administrator");
    let back = prompt(&desk, &["reset", name, "--as", "관리"]).succeeded().json();
    assert_eq!((&back["own"], &back["sha256"]), (&json!(false), &shipped["sha256"]));
    review(&desk);
    assert!(!asked.lock().unwrap().last().unwrap().contains("꼼꼼한"));
    let (set, reset) = (audited(&desk, "prompt_set"), audited(&desk, "prompt_reset"));
    assert_eq!((set.len(), reset.len()), (1, 1));
    assert_eq!((&set[0]["subject"], &set[0]["details"]["sha256"]), (&json!(name), &kept["sha256"]));
    assert_eq!(set[0]["details"]["sha256_before"], shipped["sha256"]);
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn the_outbound_log_has_time_host_role_size_and_masked_kinds() {
    let (desk, asked) = desk();
    let case = review(&desk)["case_id"].as_str().unwrap().to_owned();
    assert!(!asked.lock().unwrap()[0].contains("홍길동"));
    let log = |more: &[&str]| {
        let found = desk.run(&[&["outbound", "log"], more].concat()).succeeded().json();
        found.as_array().unwrap().clone()
    };
    let all = log(&[]);
    assert_eq!(all.len(), 2);
    let (question, call) = (&all[0], &all[1]);
    assert_eq!((&question["kind"], &call["kind"]), (&json!("question"), &json!("call")));
    for entry in [question, call] {
        assert_eq!(entry["role"], "claim_extraction", "{entry}");
        assert_eq!(entry["masked"], json!({ "name": 1 }), "{entry}");
        assert_eq!(entry["sha256"].as_str().unwrap().len(), 64);
        assert!(entry["sent"].as_u64().unwrap() > 100 && entry["worked"] == true, "{entry}");
        assert!(entry["at"].as_str().unwrap().starts_with("20"));
        assert!(!entry.to_string().contains("홍길동") && !entry.to_string().contains("국내 유일"));
    }
    assert_eq!(question["sha256"], call["sha256"], "the same bytes");
    assert_eq!((&question["subject"], &question["place"]), (&json!(case), &json!("local small")));
    assert!(call["place"].as_str().unwrap().ends_with("/v1/chat/completions"));

    let numbers =
        |found: Vec<Value>| found.iter().map(|it| it["seq"].as_u64().unwrap()).collect::<Vec<_>>();
    let (newest, oldest) = (question["seq"].as_u64().unwrap(), call["seq"].as_u64().unwrap());
    assert_eq!(numbers(log(&["--kind", "call"])), [oldest]);
    assert_eq!(numbers(log(&["--words", "LOCAL SMALL"])), [newest]);
    assert_eq!(numbers(log(&["--words", "127.0.0.1"])), [oldest]);
    assert_eq!(numbers(log(&["--before", &newest.to_string()])), [oldest]);
    assert_eq!(numbers(log(&["--limit", "1"])), [newest]);
    assert!(log(&["--failed"]).is_empty());
    assert!(log(&["--words", "no such host"]).is_empty());
    let plain = desk.command(&["outbound", "log"]).output().unwrap();
    assert!(plain.status.success());
}

#[test]
fn keys_are_kept_in_a_file_that_a_passphrase_opens() {
    const KEY: &str = "gehe/im-7";
    const PASSPHRASE: &str = "eine lange Losung";
    let (desk, _) = desk();
    assert_eq!(desk.run(&["keys", "file", "show"]).succeeded().json()["exists"], false);
    desk.run_with(&["keys", "file", "create", "--as", "관리"], b"kurz\n").failed_with("12 or more");
    desk.run_with(
        &["keys", "file", "create", "--as", "심의"],
        format!("{PASSPHRASE}\n").as_bytes(),
    )
    .failed_with("is no administrator");
    desk.run_with(&["--keys-stdin", "keys", "list"], b"irgendwas\n").failed_with("there is none");
    let made = ["keys", "file", "create", "--as", "관리"];
    let made = desk.run_with(&made, format!("{PASSPHRASE}\n").as_bytes()).succeeded().json();
    assert_eq!((&made["exists"], &made["open"]), (&json!(true), &json!(true)));

    // Each process opens the file itself.
    let locked = desk.run(&["keys", "list"]).succeeded().json();
    assert!(locked[0]["problem"].as_str().unwrap().contains("it is locked"), "{locked}");
    let both = format!("{PASSPHRASE}\n{KEY}\n");
    let set = desk
        .run_with(&["--keys-stdin", "keys", "set", "law.go.kr", "--as", "관리"], both.as_bytes());
    let set_output = format!("{}{}", set.out, set.err);
    set.succeeded();
    let list =
        desk.run_with(&["--keys-stdin", "keys", "list"], format!("{PASSPHRASE}\n").as_bytes());
    assert_eq!(list.succeeded().json()[0]["state"], "stored");
    let wrong = desk.run_with(&["--keys-stdin", "keys", "list"], b"eine andere Losung\n");
    let wrong = wrong.failed_with("the passphrase is wrong");
    let file = desk.dir().join("keys/api.keys");
    let text = std::fs::read_to_string(&file).unwrap();
    let printed = format!("{set_output}{}{}{text}", wrong.out, wrong.err);
    assert!(!printed.contains(KEY) && !printed.contains("Losung"), "{printed}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    desk.run_with(&["--keys-stdin", "keys", "list"], format!("{PASSPHRASE}\n").as_bytes())
        .failed_with("it is cut off");
    desk.run(&["keys", "file", "delete", "--as", "관리"]).succeeded();
    assert!(!file.exists());
    let entries =
        audited(&desk, "key_file_created").len() + audited(&desk, "key_file_deleted").len();
    assert_eq!(entries, 2);
}
