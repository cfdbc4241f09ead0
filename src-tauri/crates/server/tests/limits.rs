//! Tests slow, large and many clients: they are refused or wait, and others are answered.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::time::Duration;

use crate::common::{Server, TIMEOUT, answer, bearer};
use serde_json::json;
use simui_server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

const SOON: Duration = Duration::from_secs(1);

#[tokio::test]
async fn heads_that_never_end_are_hung_up_on() {
    let server = Server::with(Limits { head_time: SOON, ..Limits::default() }).await;
    for begun in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = server.connect().await;
        stream.write_all(begun.as_bytes()).await.unwrap();
        let answer = answer(stream).await;
        assert!([0, 408].contains(&answer.status), "{begun:?}: {answer:?}");
    }
    // One letter at a time counts as no progress.
    let mut slow = server.connect().await;
    let (mut reading, mut writing) = slow.split();
    let drip = async {
        while writing.write_all(b"x").await.is_ok() {
            sleep(SOON / 10).await;
        }
    };
    let mut rest = Vec::new();
    let ended = async {
        let _ = reading.read_to_end(&mut rest).await;
    };
    let hung_up = async {
        tokio::select! { () = drip => {}, () = ended => {} }
    };
    timeout(TIMEOUT, hung_up).await.unwrap();
    assert_eq!(server.call("desk_status", json!(null)).await.status, 200);
}

#[tokio::test]
async fn bodies_that_pause_too_long_are_refused() {
    let server = Server::with(Limits { body_pause: SOON, ..Limits::default() }).await;
    for operation in ["desk_status", "import_uploads"] {
        let mut stream = server.connect().await;
        let head = format!(
            "POST /api/{operation} HTTP/1.1\r\nHost: {}\r\n{}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
            server.host,
            bearer()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = answer(stream).await;
        assert!((400..500).contains(&answer.status), "{operation}: {answer:?}");
    }
    let left = server.folder.path().join("data/uploads");
    let left = std::fs::read_dir(left).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing stays of an upload that broke off");
}

#[tokio::test]
async fn large_heads_and_bodies_are_refused() {
    let limits =
        Limits { body_size: 1_000, record_size: 3_000, upload_size: 2_000, ..Limits::default() };
    let server = Server::with(limits).await;
    let long = "x".repeat(200_000);
    let many: Vec<String> = (0..200).map(|at| format!("X-{at}: y")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    // Bytes sent after a refusal may destroy the answer.
    let refused = server.ask("GET /", &[&format!("X: {long}")], "").await.status;
    assert!([0, 431].contains(&refused), "{refused}");
    assert_eq!(server.ask("GET /", &many, "").await.status, 431);
    let of = |length: usize| json!({ "more": "x".repeat(length) });
    assert_ne!(server.call("desk_status", of(900)).await.status, 413);
    assert_eq!(server.call("desk_status", of(1_100)).await.status, 413);
    assert_ne!(server.call("import_patient", of(1_100)).await.status, 413);
    assert_eq!(server.call("import_patient", of(3_100)).await.status, 413);
    // Another spelling of the operation has the same limit.
    assert_eq!(server.call("import%5Fuploads", of(1_100)).await.status, 413);
    let upload = |length: usize| json!({ "kind": null, "files": [{ "name": "a.bin", "base64": "A".repeat(length) }] });
    assert_eq!(server.call("import_uploads", upload(1_200)).await.status, 200);
    assert_eq!(server.call("import_uploads", upload(4_000)).await.status, 422);
    // Chunked bodies have the same limit.
    let mut chunked = format!(
        "POST /api/desk_status HTTP/1.1\r\nHost: {}\r\n{}\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.host,
        bearer()
    );
    (0..30).for_each(|_| chunked += &format!("64\r\n{}\r\n", " ".repeat(100)));
    chunked += "0\r\n\r\n";
    assert_eq!(server.send(chunked.as_bytes()).await.status, 413);
}

#[tokio::test]
async fn connections_are_counted_and_come_back() {
    let limits = Limits { connections: 3, head_time: 3 * SOON, ..Limits::default() };
    let server = Server::with(limits).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(server.connect().await);
    }
    // All connections are taken by silent clients; a fourth waits until the server closes one.
    let waiting = server.call("desk_status", json!(null));
    assert_eq!(timeout(TIMEOUT, waiting).await.unwrap().status, 200);
    drop(idle);
    let mut together = Vec::new();
    for _ in 0..12 {
        together.push(server.call("desk_status", json!(null)));
    }
    for answer in futures::future::join_all(together).await {
        assert_eq!(answer.status, 200);
    }
}

#[tokio::test]
async fn a_server_stops_also_while_a_page_listens() {
    let limits = Limits { shutdown_time: SOON, ..Limits::default() };
    let server = Server::with(limits).await;
    let mut listening = server.connect().await;
    let request =
        format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n{}\r\n\r\n", server.host, bearer());
    listening.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 15];
    listening.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200 OK");
    server.stop().await;
}
