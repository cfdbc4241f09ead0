//! Operations of administrators, through the program: outbound calls, keys, law updates, models.

use crate::common;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::common::Desk;
use serde_json::{Value, json};

const KEY: &str = "gehe-im7";

/// A copy of law.go.kr's open API on loopback, with a law that has `versions` versions.
struct LawService {
    base: String,
    versions: Arc<AtomicUsize>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl LawService {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/DRF", listener.local_addr().unwrap());
        let (versions, seen) = (Arc::new(AtomicUsize::new(1)), Arc::<Mutex<Vec<_>>>::default());
        let (now, log) = (Arc::clone(&versions), Arc::clone(&seen));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = BufReader::new(stream.try_clone().unwrap()).lines();
                let target = head.next().unwrap().unwrap();
                while head.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                let body = answer(&target, now.load(Ordering::Relaxed));
                log.lock().unwrap().push(target);
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                );
            }
        });
        Self { base, versions, seen }
    }

    fn calls(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

fn answer(target: &str, versions: usize) -> String {
    let days = ["20240101", "20250101"];
    if target.contains("lawSearch.do") {
        let items: String = (0..versions)
            .map(|n| {
                format!(
                    "<law><법령일련번호>{}</법령일련번호><법령명한글>가상광고법</법령명한글>\
                     <법령ID>000999</법령ID><공포일자>{1}</공포일자><시행일자>{1}</시행일자></law>",
                    11 + n,
                    days[n]
                )
            })
            .collect();
        return format!("<LawSearch><totalCnt>{versions}</totalCnt>{items}</LawSearch>");
    }
    let n = usize::from(target.contains("MST=12"));
    format!(
        "<법령><기본정보><법령ID>000999</법령ID><공포일자>{0}</공포일자><공포번호>{n}</공포번호><법종구분>법률</법종구분>\
         <법령명_한글>가상광고법</법령명_한글><시행일자>{0}</시행일자></기본정보><조문><조문단위><조문번호>1</조문번호>\
         <조문여부>조문</조문여부><조문제목>목적</조문제목><조문시행일자>{0}</조문시행일자>\
         <조문내용>제1조(목적) 광고의 뜻을 {n}번 고친다.</조문내용></조문단위></조문></법령>",
        days[n]
    )
}

/// A desk with an administrator and a reviewer.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("심의");
    desk
}

fn audited(desk: &Desk, action: &str) -> Vec<Value> {
    desk.run(&["audit", "verify"]).succeeded();
    let file = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", file.to_str().unwrap()]).succeeded();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(!text.contains(KEY));
    let entries = text.lines().map(|line| serde_json::from_str(line).unwrap());
    entries.filter(|entry: &Value| entry["action"] == action).collect()
}

#[test]
fn nothing_is_sent_until_an_administrator_allows_it() {
    let (desk, service) = (desk(), LawService::start());
    assert_eq!(desk.run(&["outbound", "show"]).succeeded().json()["settings"]["enabled"], false);
    desk.run(&["outbound", "on", "--as", "심의"]).failed_with("is no administrator");
    desk.run(&["outbound", "law-service", &service.base, "--as", "관리"]).succeeded();
    desk.run(&["corpus", "follow", "가상광고법", "--as", "관리"]).succeeded();
    for command in [&["corpus", "update"][..], &["corpus", "update", "--check"]] {
        desk.run(command).failed_with("switched off, nothing was sent");
    }
    desk.run(&["corpus", "find", "광고"]).failed_with("switched off, nothing was sent");
    desk.run(&["models", "download", "bge-m3-ko"]).failed_with("switched off");
    assert_eq!(service.calls(), 0);
    assert!(audited(&desk, "outbound_call").is_empty());
    let checks = desk.run(&["doctor"]).succeeded().json()["checks"].take();
    let outbound = checks.as_array().unwrap().iter().find(|it| it["name"] == "outbound").unwrap();
    assert_eq!(outbound["state"], "ok");
    assert!(outbound["detail"].as_str().unwrap().starts_with("off"), "{outbound}");

    // Outbound calls are on, but this host is not allowed.
    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    desk.run(&["outbound", "law-service", "none", "--as", "관리"]).succeeded();
    desk.run(&["corpus", "update"]).failed_with("calls to this host are not allowed");
    assert!(audited(&desk, "outbound_call").is_empty());
    assert_eq!(audited(&desk, "setting_changed").len(), 4);
}

#[test]
fn hosts_are_allowed_one_by_one() {
    let desk = desk();
    let hosts = |out: common::Finished| out.succeeded().json()["settings"]["hosts"].take();
    desk.run(&["outbound", "allow", "*.go.kr", "--as", "관리"]).failed_with("this is no host");
    let proxy = ["outbound", "proxy", "http://name:word@a.kr", "--as", "관리"];
    desk.run(&proxy).failed_with("without a name and password");
    let allowed = desk.run(&["outbound", "allow", "www.law.go.kr", "--as", "관리"]);
    assert_eq!(hosts(allowed), json!(["www.law.go.kr"]));
    desk.run(&["outbound", "deny", "law.go.kr", "--as", "관리"]).failed_with("www.law.go.kr");
    assert_eq!(hosts(desk.run(&["outbound", "deny", "www.law.go.kr", "--as", "관리"])), json!([]));
}

#[test]
fn a_new_version_stands_beside_the_old_one() {
    let (desk, service) = (desk(), LawService::start());
    desk.run(&["outbound", "law-service", &service.base, "--as", "관리"]).succeeded();
    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    desk.run(&["corpus", "update"]).failed_with("no law is followed");
    desk.run(&["corpus", "follow", "가상광고법", "--as", "관리"]).succeeded();
    let found = desk.run(&["corpus", "find", "광고"]).succeeded().json();
    assert_eq!(found["laws"][0]["title"], "가상광고법");

    let first = desk.run(&["corpus", "update"]).succeeded().json();
    assert_eq!(
        (&first["laws"][0]["state"], &first["imported"]["documents"]),
        (&json!("new"), &json!(1))
    );
    service.versions.store(2, Ordering::Relaxed);
    let check = desk.run(&["corpus", "update", "--check"]).succeeded().json();
    assert_eq!((&check["laws"][0]["new"], &check["laws"][0]["unchanged"]), (&json!(1), &json!(1)));
    assert_eq!(check["imported"], Value::Null);
    let second = desk.run(&["corpus", "update", "가상광고법", "--as", "심의"]).succeeded().json();
    assert_eq!(second["imported"]["documents"], 1);
    let history = desk.run(&["corpus", "history", "가상광고법"]).succeeded().json();
    assert_eq!(history["versions"].as_array().unwrap().len(), 2);
    assert_eq!(history["versions"][0]["effective_to"], "2024-12-31");
    let third = desk.run(&["corpus", "update"]).succeeded().json();
    assert_eq!(third["laws"][0]["state"], "unchanged");

    assert_eq!(audited(&desk, "outbound_call").len(), service.calls());
    assert_eq!(audited(&desk, "laws_updated").len(), 4);
    let unfollow = ["corpus", "unfollow", "가상광고법", "--as", "관리"];
    assert_eq!(desk.run(&unfollow).succeeded().json()["laws"], json!([]));
    desk.run(&unfollow).failed_with("is not followed");
}

/// With a keyring the key is stored under this user's name and removed again; without one the error says so.
/// Which of the two applies depends on the machine.
#[test]
fn a_key_comes_from_standard_input_and_is_never_printed() {
    let desk = desk();
    let set = ["keys", "set", "law.go.kr", "--as", "관리"];
    desk.run_with(&set, b" \n").failed_with("no key came");
    let refused = desk.run_with(&["keys", "set", "law.go.kr", "--as", "심의"], KEY.as_bytes());
    refused.failed_with("is no administrator");
    let misplaced = desk.run_with(&["keys", "set", KEY, "--as", "관리"], KEY.as_bytes());
    assert!(!misplaced.failed_with("the desk uses the keys").err.contains(KEY));
    // A key that the user has in the keyring must not be touched.
    let keys = desk.run(&["keys", "list"]).succeeded().json();
    if keys[0]["state"] != "unknown" {
        eprintln!("skipped: this machine has a keyring of its own ({})", keys[0]["state"]);
        return;
    }
    let missing = desk.run_with(&set, KEY.as_bytes()).failed_with("keyring: ");
    assert!(!format!("{}{}", missing.out, missing.err).contains(KEY));
    assert!(audited(&desk, "key_stored").is_empty());
}

#[test]
fn a_damaged_model_is_reported() {
    let desk = desk();
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../inference/tests/models/tiny-encoder");
    let added = desk.run(&["models", "add", folder.to_str().unwrap()]).succeeded().json();
    assert_eq!(added["model"]["state"], "installed");
    let verified = desk.run(&["models", "verify"]).succeeded().json();
    assert_eq!(
        verified,
        json!([{ "id": "tiny-encoder", "intact": true, "problem": "", "fault": null }])
    );
    let file = desk.dir().join("models/tiny-encoder/tokenizer.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen('{', "[", 1)).unwrap();
    let damaged = desk.run(&["models", "verify", "tiny-encoder"]);
    let damaged = damaged.failed_with("tokenizer.json has changed");
    assert_eq!(damaged.json()[0]["intact"], false);
    desk.run(&["models", "verify", "bge-m3-ko"]).failed_with("is installed");
    desk.run(&["models", "remove", "tiny-encoder"]).succeeded();
    let listed = desk.run(&["models", "list"]).succeeded().json();
    assert!(listed.as_array().unwrap().iter().all(|model| model["state"] == "missing"));
    desk.run(&["models", "runtime", "--provider", "ROCm", "--as", "관리"]).failed_with("CoreML");
}
