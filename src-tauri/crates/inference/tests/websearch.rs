use std::time::{Duration, Instant};

use serde_json::{Value, json};
use simui_inference::outbound::{Limits, Secret};
use simui_inference::websearch::{SearchedWeb, WebSearch};

use crate::fixture::{Fixture, Reply, client, quick, reply};

/// The result for a service with this response, and the request that it received.
async fn ask(question: &str, answer: Reply) -> (Result<SearchedWeb, String>, Vec<String>) {
    let server = Fixture::start(move |_, _| answer.clone()).await;
    let limits = Limits { total: Duration::from_secs(1), attempts: 1, ..quick() };
    let (outbound, calls) = client(limits);
    let search = WebSearch::new(outbound, &server.base, Some(Secret::new("tvly-geheim")));
    let found = search.links(question).await.map_err(|it| it.to_string());
    let seen = server.seen();
    assert_eq!(calls.lock().unwrap().len(), seen.len(), "every call is recorded");
    for seen in &seen {
        assert_eq!(
            (seen.target.as_str(), seen.header("authorization")),
            ("/search", Some("Bearer tvly-geheim"))
        );
    }
    (found, seen.into_iter().map(|it| it.body).collect())
}

fn results(results: Value) -> Reply {
    reply(200, json!({ "answer": "먹어도 됩니다", "results": results }).to_string())
}

#[tokio::test]
async fn links_come_back_and_nothing_else() {
    let page = |n: usize| json!({ "title": format!("<b>약</b> {n}"), "url": format!("https://a{n}.example/x"), "content": "본문" });
    let many: Vec<Value> = (0..9).map(page).collect();
    let (found, asked) = ask("타이레놀 최대 용량", results(json!(many))).await;
    let found = found.unwrap();
    let links: Vec<(&str, &str, &str)> = found
        .links
        .iter()
        .map(|it| (it.title.as_str(), it.url.as_str(), it.domain.as_str()))
        .collect();
    assert_eq!(links.len(), 5);
    assert_eq!(links[0], ("약 0", "https://a0.example/x", "a0.example"));
    let body: Value = serde_json::from_str(&asked[0]).unwrap();
    assert_eq!((&body["query"], &body["max_results"]), (&json!("타이레놀 최대 용량"), &json!(5)));
    assert_eq!(
        (&body["include_answer"], &body["include_raw_content"]),
        (&json!(false), &json!(false))
    );
}

#[tokio::test]
async fn addresses_that_are_none_and_repetitions_are_left_out() {
    let (found, _) = ask(
        "타이레놀",
        results(json!([
            { "title": "가", "url": "javascript:alert(1)" },
            { "title": "나", "url": "http://plain.example/" },
            { "title": "다", "url": "https://a.example/" },
            { "title": "라", "url": "https://a.example" },
            { "url": "https://untitled.example/" },
            { "title": "마" },
        ])),
    )
    .await;
    let titles: Vec<String> = found.unwrap().links.into_iter().map(|it| it.title).collect();
    assert_eq!(titles, ["다", "untitled.example"]);
}

#[tokio::test]
async fn no_identifier_is_sent() {
    let question = "홍길동님(010-1234-5678, 900101-1234567)이 타이레놀을 먹어도 되나요?";
    let (found, asked) = ask(question, results(json!([]))).await;
    assert_eq!(found.unwrap().masked.values().sum::<usize>(), 3);
    for gone in ["홍길동", "1234", "900101", "⟦"] {
        assert!(!asked[0].contains(gone), "{gone}: {}", asked[0]);
    }
    assert!(asked[0].contains("타이레놀"), "{}", asked[0]);
    let (found, asked) = ask("010-1234-5678", results(json!([]))).await;
    assert_eq!((found.unwrap().links.len(), asked.len()), (0, 0), "nothing else to ask");
    let (_, asked) = ask(&"약 ".repeat(5000), results(json!([]))).await;
    let body: Value = serde_json::from_str(&asked[0]).unwrap();
    assert!(body["query"].as_str().unwrap().chars().count() <= 400);
}

#[tokio::test]
async fn every_misbehaviour_ends_soon_with_a_reason() {
    let slow = Reply { delay: Duration::from_secs(20), ..results(json!([])) };
    let dripping = Reply {
        dripping: Some((1, Duration::from_millis(400))),
        ..results(json!([{ "title": "가", "url": "https://a.example/" }]))
    };
    let cut = Reply { cut: Some(10), ..results(json!([])) };
    for (name, answer, why) in [
        ("slow", slow, "no whole answer"),
        ("dripping", dripping, "no whole answer"),
        ("cut", cut, "broke off"),
        ("fault", reply(500, "tvly-geheim is wrong"), "HTTP status 500"),
        ("refused", reply(401, "who are you"), "check the key"),
        ("storm", reply(429, "slow down"), "HTTP status 429"),
        ("garbage", reply(200, "no json"), "JSON was expected"),
        ("page", reply(200, "<html>점검 중</html>"), "an HTML page"),
        ("list", reply(200, "[1,2]"), "no list of results"),
        ("other form", reply(200, "{\"results\":\"none\"}"), "no list of results"),
        ("giant", reply(200, vec![b' '; 1 << 20]), "longer than 524288 bytes"),
        (
            "elsewhere",
            reply(307, "").with("Location", "https://evil.example/search"),
            "is not followed",
        ),
    ] {
        let begun = Instant::now();
        let (found, asked) = ask("타이레놀", answer).await;
        let problem = found.expect_err(name);
        assert!(problem.contains(why), "{name}: {problem}");
        assert!(!problem.contains("geheim"), "{name}: {problem}");
        assert_eq!(asked.len(), 1, "{name}: asked once");
        assert!(begun.elapsed() < Duration::from_secs(10), "{name}");
    }
}
