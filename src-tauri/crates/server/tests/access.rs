//! Tests who is answered: the holder of the token, at our own address, from a page of our own.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::common::{Server, TOKEN, bearer};
use serde_json::json;

#[tokio::test]
async fn operations_want_the_token() {
    let server = Server::start().await;
    let port = server.port();
    let head = |name: &str, value: &str| vec![format!("{name}: {value}")];
    let same_length = "x".repeat(TOKEN.len());
    for (head, status) in [
        (vec![], 401),
        (head("Authorization", "Bearer "), 401),
        (head("Authorization", "Bearer 0"), 401),
        (head("Authorization", &format!("Bearer {same_length}")), 401),
        (head("Authorization", &format!("Bearer {TOKEN}0")), 401),
        (head("Authorization", &format!("Basic {TOKEN}")), 401),
        (head("Authorization", "Bearer 토큰"), 401),
        (head("Authorization", &format!("Bearer {TOKEN}")), 200),
        (head("Cookie", &format!("simui-{port}={TOKEN}")), 200),
        (head("Cookie", &format!("a=b; simui-{port}={TOKEN}; c=d")), 200),
        (head("Cookie", &format!("simui={TOKEN}")), 401),
        (head("Cookie", &format!("simui-{port}1={TOKEN}")), 401),
        (head("Cookie", &format!("simui-{port}={same_length}")), 401),
        // A wrong token is refused even if a second header has the right one.
        (vec!["Authorization: Bearer x".to_owned(), format!("Cookie: simui-{port}={TOKEN}")], 401),
    ] {
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let answer = server.ask("POST /api/desk_status", &head, "null").await;
        assert_eq!(answer.status, status, "{head:?}: {answer:?}");
        let events = server.ask("GET /api/nothing", &head, "").await.status;
        assert_ne!(events, 200, "{head:?}");
    }
}

#[tokio::test]
async fn the_opening_page_gives_the_token_as_a_cookie() {
    let server = Server::start().await;
    let opened = server.ask(&format!("GET /?token={TOKEN}"), &[], "").await;
    assert_eq!((opened.status, opened.header("location")), (303, Some("/")));
    let cookie = opened.header("set-cookie").unwrap();
    for part in [TOKEN, "httponly", "samesite=strict", "path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(server.ask("GET /?token=wrong", &[], "").await.status, 401);
    // Without a token the answer is the page or, in a build without pages, an error about that; never a
    // cookie.
    let page = server.ask("GET /", &[], "").await;
    assert!([200, 404].contains(&page.status) && page.header("set-cookie").is_none(), "{page:?}");
}

#[tokio::test]
async fn pages_of_other_origins_are_refused() {
    let server = Server::start().await;
    let (host, port) = (&server.host, server.port());
    let own = [format!("http://{host}"), format!("http://localhost:{port}")];
    let foreign = [
        "http://example.com".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("https://{host}"),
        host.clone(),
        format!("http://http://{host}"),
        format!("http://{host}/"),
        format!("http://{host}.example.com"),
        "http://127.0.0.1:1".to_owned(),
        "http://악성.한국".to_owned(),
        format!("http://{host}\u{e9}"),
    ];
    for (origin, status) in own.iter().map(|it| (it, 200)).chain(foreign.iter().map(|it| (it, 401)))
    {
        let origin = format!("Origin: {origin}");
        let answer = server.ask("POST /api/desk_status", &[&bearer(), &origin], "null").await;
        assert_eq!(answer.status, status, "{origin}: {answer:?}");
    }
    let twice = [&bearer(), &format!("Origin: http://{host}"), "Origin: http://example.com"];
    assert_eq!(server.ask("POST /api/desk_status", &twice, "null").await.status, 401);
}

#[tokio::test]
async fn other_names_of_this_machine_are_refused() {
    let server = Server::start().await;
    let (host, port) = (&server.host, server.port());
    let own = format!("Host: {host}");
    for (head, status) in [
        (own.clone(), 200),
        (format!("Host: localhost:{port}"), 200),
        (format!("Host: example.com:{port}"), 421),
        (format!("Host: {host}.example.com"), 421),
        ("Host: 127.0.0.1".to_owned(), 421),
        ("Host: 127.0.0.1:1".to_owned(), 421),
        (format!("Host: 로컬:{port}"), 421),
        ("Host:".to_owned(), 421),
        ("X: no host".to_owned(), 421),
        (format!("{own}\r\nHost: example.com"), 421),
    ] {
        for target in ["GET /", "POST /api/desk_status"] {
            let request = format!(
                "{target} HTTP/1.1\r\n{head}\r\nConnection: close\r\n{}\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nnull",
                bearer()
            );
            let answer = server.send(request.as_bytes()).await;
            // A header that is no valid HTTP is refused by the library itself.
            let refused = answer.status == 421 || answer.status == 400;
            if status == 200 {
                assert!(!refused, "{head}: {answer:?}");
            } else {
                assert!(refused, "{head}: {answer:?}");
            }
        }
    }
    let absolute =
        format!("GET http://example.com/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(absolute.as_bytes()).await.status, 421);
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused_and_every_answer_is_guarded() {
    let server = Server::start().await;
    let bearer = bearer();
    for (line, body, status) in [
        ("GET /nothing.js", "", 404),
        ("GET /../Cargo.toml", "", 404),
        ("GET /%2e%2e/%2e%2e/Cargo.toml", "", 404),
        ("GET /assets/", "", 404),
        ("POST /", "null", 405),
        ("DELETE /index.html", "", 405),
        ("GET /api/desk_status", "", 405),
        ("PUT /api/desk_status", "null", 405),
        ("GET /api/import_uploads", "", 405),
        ("POST /api/events", "null", 405),
        ("POST /api/no_such_operation", "null", 422),
        ("POST /api/desk_status", "{", 400),
        ("POST /api/case", "{}", 422),
        ("POST /api/desk_status/more", "null", 405),
        ("BREW /", "", 405),
    ] {
        let answer = server.ask(line, &[&bearer], body).await;
        assert_eq!(answer.status, status, "{line}: {answer:?}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{line}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    }
    let words = server.call("no_such_operation", json!(null)).await.json();
    assert!(words["message"].as_str().unwrap().contains("no_such_operation"), "{words}");
    // A body that is not JSON gets an error in JSON, and without a content type nothing is read.
    let head = [bearer.as_str(), "Content-Length: 4"];
    let answer = server.ask("POST /api/desk_status", &head, "").await;
    assert!(answer.status >= 400, "{answer:?}");
}
