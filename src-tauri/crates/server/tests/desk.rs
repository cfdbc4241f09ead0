//! Tests requests that reach the desk: sessions, uploads, events.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::common;
use crate::common::{Server, bearer};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const PASSWORD: &str = "올바른 말 전지";

/// An invented law.
const LAW: &str = "---\n제목: 올린법\n법령ID: '000009'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '00123'\n시행일자: 2020-07-01\n상태: 시행\n---\n\n##### 제1조\n\n올린 법이다.\n";

fn left_of_uploads(server: &Server) -> usize {
    std::fs::read_dir(server.folder.path().join("data/uploads")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn a_session_is_one_persons_and_ends() {
    let server = Server::start().await;
    let call = |operation: &'static str, request: Value| server.call(operation, request);
    let add = json!({ "name": "관리", "role": "administrator" });
    assert_eq!(call("add_reviewer", add).await.status, 200);
    let set = json!({ "account": "관리", "password": PASSWORD });
    assert_eq!(call("set_password", set).await.status, 200);
    let view = call("work_settings", json!(null)).await.json();
    let change = |session: Option<&str>| {
        json!({
            "settings": view["settings"], "revision": view["revision"],
            "reviewer": "관리", "session": session,
        })
    };
    let refused = call("set_work_settings", change(None)).await;
    assert_eq!((refused.status, &refused.json()["code"]), (422, &json!("sign_in")), "{refused:?}");
    assert_eq!(call("set_work_settings", change(Some("0"))).await.status, 422);
    let wrong = call("sign_in", json!({ "reviewer": "관리", "password": "틀린 말" })).await;
    assert_eq!(wrong.status, 422);
    assert!(!wrong.body.contains("틀린 말"), "{}", wrong.body);
    let signed = call("sign_in", json!({ "reviewer": "관리", "password": PASSWORD })).await;
    assert_eq!(signed.status, 200, "{signed:?}");
    let signed = signed.json();
    let session = signed["session"].as_str();
    assert_eq!(call("set_work_settings", change(session)).await.status, 200);
    assert_eq!(call("sign_out", json!({ "session": session })).await.status, 200);
    assert_eq!(call("set_work_settings", change(session)).await.status, 422);
}

#[tokio::test]
async fn uploads_pass_through_the_data_directory() {
    let server = Server::start().await;
    let file = |name: &str, text: &str| json!({ "name": name, "base64": STANDARD.encode(text) });
    let two = json!({ "files": [file("법/올린법.md", LAW), file("b.exe", "MZ")], "kind": null });
    let answer = server.call("import_uploads", two).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let report = answer.json();
    assert_eq!(report["documents"], 1, "{report}");
    let quarantined = report["quarantined"].as_array().unwrap();
    assert!(quarantined.iter().any(|it| it["path"].as_str().unwrap().ends_with("b.exe")));
    assert_eq!(left_of_uploads(&server), 0);
    for request in [
        json!({ "files": [file("../올린법.md", LAW)], "kind": null }),
        json!({ "files": [{ "name": "a.md", "base64": "아님" }], "kind": null }),
        json!({ "files": [{ "name": "a.md" }], "kind": null }),
        json!({ "files": [file("a.md", LAW)], "kind": "없는 종류" }),
        json!({ "files": "a.md" }),
        json!([]),
    ] {
        let answer = server.call("import_uploads", request.clone()).await;
        assert_eq!(answer.status, 422, "{request}: {answer:?}");
        assert_eq!(left_of_uploads(&server), 0, "{request}");
        assert!(!server.folder.path().join("data/올린법.md").exists());
    }
    // No request can choose the folder that is imported.
    let folder = server.folder.path().join("data/uploads").join("0".repeat(32));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("law.md"), LAW.replace("올린", "남의")).unwrap();
    let borrowed = json!({ "upload": "0".repeat(32), "kind": null, "files": [] });
    let report = server.call("import_uploads", borrowed).await.json();
    assert_eq!(report["documents"], 0, "{report}");
}

#[tokio::test]
async fn events_come_as_they_happen() {
    let server = Server::start().await;
    let mut listening = server.connect().await;
    let request =
        format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n{}\r\n\r\n", server.host, bearer());
    listening.write_all(request.as_bytes()).await.unwrap();
    let mut lines = BufReader::new(listening).lines();
    while lines.next_line().await.unwrap().is_some_and(|line| !line.is_empty()) {}
    let file = json!({ "name": "law.md", "base64": STANDARD.encode(LAW) });
    server.call("import_uploads", json!({ "files": [file], "kind": null })).await;
    let event = async {
        loop {
            let line = lines.next_line().await.unwrap().unwrap();
            if line.starts_with("data: ") {
                return line;
            }
        }
    };
    let event = tokio::time::timeout(common::TIMEOUT, event).await.unwrap();
    let event: Value = serde_json::from_str(event.strip_prefix("data: ").unwrap()).unwrap();
    assert!(event.is_object(), "{event}");
}
