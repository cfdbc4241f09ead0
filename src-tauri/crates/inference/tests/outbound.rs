use std::time::{Duration, Instant};

use simui_inference::InferenceError;
use simui_inference::outbound::{Expect, Limits, Outbound, Policy, Request, Secret};

use crate::fixture::{Fixture, Reply, client, quick, reply};

/// Serves `replies` in turn, repeating the last one. Returns the result of one request, the number of
/// attempts, and the time taken.
async fn check(
    replies: Vec<Reply>,
    request: impl Fn(&str) -> Request,
) -> (Result<Vec<u8>, InferenceError>, usize, Duration) {
    let server =
        Fixture::start(move |number, _| replies[number.min(replies.len() - 1)].clone()).await;
    let (outbound, calls) = client(quick());
    let begun = Instant::now();
    let answer = outbound.fetch(&request(&server.base)).await.map(|it| it.body);
    let tries = server.seen().len();
    assert_eq!(calls.lock().unwrap().len(), tries, "every call is recorded");
    (answer, tries, begun.elapsed())
}

fn get(base: &str) -> Request {
    Request::get(&format!("{base}/a")).unwrap()
}

#[tokio::test]
async fn a_fault_is_tried_again() {
    for status in [500, 502, 503, 504, 408, 429] {
        let (answer, tries, _) = check(vec![reply(status, "x"), reply(200, "ok")], get).await;
        assert_eq!((answer.unwrap(), tries), (b"ok".to_vec(), 2), "{status}");
    }
}

#[tokio::test]
async fn a_refusal_is_not_tried_again_and_a_lasting_fault_ends() {
    for (status, tries) in [(400, 1), (401, 1), (403, 1), (404, 1), (500, 3)] {
        let (answer, tried, _) = check(vec![reply(status, "<p>이유</p>")], get).await;
        let error = answer.unwrap_err();
        assert!(
            matches!(error, InferenceError::Status { status: s, .. } if s == status),
            "{error}"
        );
        assert!(error.to_string().contains("이유"), "{error}");
        assert_eq!(tried, tries, "{status}");
    }
}

#[tokio::test]
async fn retry_after_is_waited_for_or_given_up() {
    let busy = |seconds: u32| reply(429, "busy").with("Retry-After", seconds);
    let (answer, tries, took) = check(vec![busy(1), reply(200, "ok")], get).await;
    assert_eq!((answer.unwrap(), tries), (b"ok".to_vec(), 2));
    assert!(took >= Duration::from_secs(1), "{took:?}");
    let (answer, tries, took) = check(vec![busy(3600), reply(200, "ok")], get).await;
    assert!(matches!(answer.unwrap_err(), InferenceError::Status { status: 429, .. }));
    assert_eq!(tries, 1);
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn a_truncated_answer_is_never_taken_for_whole() {
    let cut = Reply { cut: Some(3), ..reply(200, "0123456789") };
    let (answer, tries, _) = check(vec![cut.clone(), reply(200, "0123456789")], get).await;
    assert_eq!((answer.unwrap(), tries), (b"0123456789".to_vec(), 2));
    let (answer, tries, _) = check(vec![cut], get).await;
    assert!(matches!(answer.unwrap_err(), InferenceError::Unreachable { .. }));
    assert_eq!(tries, 3);
}

#[tokio::test]
async fn what_was_sent_is_not_sent_twice() {
    let post = |base: &str| Request::post_json(&format!("{base}/a"), b"{}".to_vec()).unwrap();
    for (first, tries) in [
        (reply(500, ""), 1),
        (Reply { cut: Some(1), ..reply(200, "{\"a\":1}") }, 1),
        (reply(503, ""), 2),
        (reply(429, ""), 2),
        (reply(307, "").with("Location", "/b"), 1),
    ] {
        let status = first.status;
        let (answer, tried, _) = check(vec![first, reply(200, "{}")], post).await;
        assert_eq!((answer.is_ok(), tried), (tries == 2, tries), "{status}");
    }
}

#[tokio::test]
async fn html_is_not_taken_for_xml_or_json() {
    let page = "\u{feff}\n<!DOCTYPE html><html><body><h1>점검 중</h1></body></html>";
    let typed = reply(200, "error").with("Content-Type", "text/html; charset=utf-8");
    for (sent, expect, taken) in [
        (reply(200, page), Expect::Xml, false),
        (reply(200, page), Expect::Json, false),
        (reply(200, page), Expect::NoHtml, false),
        (reply(200, page), Expect::Anything, true),
        (typed, Expect::Xml, false),
        (reply(200, "<?xml version=\"1.0\"?><html/>"), Expect::Xml, false),
        (reply(200, " <a/>"), Expect::Xml, true),
        (reply(200, "{}"), Expect::Xml, false),
        (reply(200, " {\"a\": 1}"), Expect::Json, true),
        (reply(200, "<a/>"), Expect::Json, false),
        (reply(200, ""), Expect::Json, false),
    ] {
        let body = String::from_utf8_lossy(&sent.body).into_owned();
        let (answer, tries, _) = check(vec![sent], |base| get(base).expecting(expect)).await;
        assert_eq!((answer.is_ok(), tries), (taken, 1), "{body:?} as {expect:?}");
        if let Err(error) = answer {
            assert!(matches!(error, InferenceError::Answer { .. }), "{error}");
            assert!(!body.contains("점검") || error.to_string().contains("점검 중"), "{error}");
        }
    }
}

#[tokio::test]
async fn an_answer_is_bounded() {
    let unknown = Reply { unknown_length: true, ..reply(200, "0123456789") };
    for (sent, most, taken) in [
        (reply(200, "0123456789"), 9, false),
        (reply(200, "0123456789"), 10, true),
        (unknown.clone(), 9, false),
        (unknown, 10, true),
    ] {
        let (answer, ..) = check(vec![sent], |base| get(base).at_most(most)).await;
        assert_eq!(answer.is_ok(), taken, "{most}");
    }
}

#[tokio::test]
async fn a_silent_service_is_given_up() {
    let silent = Reply { delay: Duration::from_secs(30), ..reply(200, "late") };
    let server = Fixture::start(move |_, _| silent.clone()).await;
    let limits = Limits { total: Duration::from_millis(150), attempts: 2, ..quick() };
    let (outbound, calls) = client(limits);
    let begun = Instant::now();
    let error = outbound.fetch(&get(&server.base)).await.unwrap_err();
    assert!(matches!(error, InferenceError::Unreachable { .. }), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(calls.lock().unwrap().len(), 2, "a call that was dropped is recorded too");
}

#[tokio::test]
async fn redirects_stay_on_the_host() {
    let server = Fixture::start(|_, seen| match seen.target.as_str() {
        "/a" => reply(302, "").with("Location", "/b"),
        "/b" => reply(200, "ok"),
        "/loop" => reply(302, "").with("Location", "/loop"),
        "/nowhere" => reply(302, ""),
        _ => {
            // This is also loopback and therefore allowed by the policy: the rule is about the host.
            let port = seen.header("host").unwrap().rsplit(':').next().unwrap().to_owned();
            reply(302, "").with("Location", format!("http://localhost:{port}/b"))
        }
    })
    .await;
    let (outbound, _) = client(quick());
    let fetch = async |path: &str| {
        outbound.fetch(&Request::get(&format!("{}{path}", server.base)).unwrap()).await
    };
    assert_eq!(fetch("/a").await.unwrap().body, b"ok");
    for path in ["/elsewhere", "/loop", "/nowhere"] {
        let error = fetch(path).await.unwrap_err();
        assert!(matches!(error, InferenceError::Answer { .. }), "{path}: {error}");
    }
    let error = fetch("/elsewhere").await.unwrap_err().to_string();
    assert!(error.contains(&format!("localhost:{}", server.port)), "{error}");
    assert_eq!(server.seen().iter().filter(|seen| seen.target == "/b").count(), 1);
}

#[tokio::test]
async fn a_closed_policy_keeps_everything_in() {
    let (outbound, calls) = client(quick());
    let (open, _) = (Policy::allowing(["www.law.go.kr"]).unwrap(), ());
    assert!(open.is_open() && !Policy::default().is_open());
    for url in ["https://www.law.go.kr/DRF/lawSearch.do?OC=geheim", "http://192.0.2.1/?k=geheim"] {
        let error = outbound.fetch(&Request::get(url).unwrap()).await.unwrap_err();
        assert!(matches!(error, InferenceError::Refused { .. }), "{error}");
        assert!(!error.to_string().contains("geheim"), "{error}");
    }
    assert!(calls.lock().unwrap().is_empty(), "nothing was tried");
    let allowed = Outbound::new(open, quick(), || 0.0, |_| {}).unwrap();
    assert!(allowed.check(&Request::get("https://www.law.go.kr/x").unwrap()).is_ok());
    assert!(
        Request::get("no address?key=geheim").is_err_and(|it| !it.to_string().contains("geheim"))
    );
}

#[tokio::test]
async fn a_key_reaches_the_service_and_nothing_else() {
    let echo = |_: usize, seen: &crate::fixture::Seen| {
        reply(403, format!("no such key: {} {}", seen.target, seen.headers))
    };
    let server = Fixture::start(echo).await;
    let (outbound, calls) = client(Limits { attempts: 1, ..quick() });
    let key = Secret::new("gehe/im+7");
    let request = |base: &str| {
        let request = Request::get(&format!("{base}/gehe/im+7/x")).unwrap().query("q", "세부");
        request.secret_query("OC", &key).bearer(&key)
    };
    let refused = outbound.fetch(&request(&server.base)).await.unwrap_err();
    let unreachable = outbound.fetch(&request("http://127.0.0.1:1")).await.unwrap_err();
    assert!(matches!(unreachable, InferenceError::Unreachable { .. }), "{unreachable}");
    let printed = format!(
        "{refused} {refused:?} {unreachable} {unreachable:?} {:?} {:?}",
        calls.lock().unwrap(),
        request(&server.base)
    );
    for secret in ["gehe/im+7", "gehe%2Fim%2B7", "gehe%2fim%2b7"] {
        assert!(!printed.contains(secret), "{printed}");
    }
    assert!(printed.contains("no such key"), "{printed}");
    assert!(
        !format!("{:?}", calls.lock().unwrap()).contains("%EC"),
        "values of a query are not recorded"
    );
    let seen = &server.seen()[0];
    assert_eq!(seen.parameter("OC"), "gehe%2Fim%2B7");
    assert_eq!(seen.header("authorization"), Some("Bearer gehe/im+7"));
    let call = &calls.lock().unwrap()[0];
    assert_eq!((call.path.as_str(), call.status), ("/****/x?q&OC", Some(403)));
    assert_eq!(call.problem, Some("refused by the service"));
    assert_eq!(call.host, format!("127.0.0.1:{}", server.port));
}
