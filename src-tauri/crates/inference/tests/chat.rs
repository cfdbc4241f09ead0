//! Tests the chat client against a server that misbehaves in every way: each call ends with an answer or a
//! clear error, with limited time, bytes and attempts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use simui_inference::InferenceError;
use simui_inference::chat::{
    ChatClient, ChatLimits, Completion, Endpoint, Message, Preset, Schema, Speaker, Structured,
};
use simui_inference::outbound::{Limits, Secret};
use simui_inference::prompts::Prompts;
use tokio::sync::Semaphore;

use crate::fixture::{Fixture, Reply, Seen, client, quick, reply};

fn at(server: &Fixture, limits: Limits) -> ChatClient {
    let endpoint = Endpoint {
        preset: Preset::Custom,
        address: format!("{}/v1", server.base),
        key: Some(Secret::new("gehe-im7")),
    };
    let bounds = ChatLimits { most_bytes: 64 << 10, most_characters: 10_000 };
    ChatClient::new(client(limits).0, endpoint, bounds, Arc::new(Semaphore::new(2)))
}

fn question(words: &str) -> Completion {
    Completion {
        model: "small".to_owned(),
        messages: vec![
            Message::new(Speaker::System, "심의를 돕습니다."),
            Message::new(Speaker::User, words),
        ],
        temperature: Some(0.0),
        most_tokens: 200,
    }
}

fn schema() -> Schema {
    let of = json!({
        "type": "object", "required": ["claims"], "additionalProperties": false,
        "properties": { "claims": { "type": "array", "items": { "type": "string" } } },
    });
    Schema::new("claims", of).unwrap()
}

/// A streamed answer in two chunks.
fn streamed(text: &str) -> Reply {
    let half = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    let (first, second) = text.split_at(half);
    let piece = |words: &str, finish: Value| {
        let choice = json!({ "delta": { "content": words }, "finish_reason": finish });
        format!("data: {}\n\n", json!({ "choices": [choice] }))
    };
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 11, "completion_tokens": 5 } });
    let body = piece(first, Value::Null)
        + &piece(second, json!("stop"))
        + &format!("data: {usage}\n\ndata: [DONE]\n\n");
    reply(200, body).with("Content-Type", "text/event-stream")
}

async fn ask(replies: Vec<Reply>) -> (Result<Structured, InferenceError>, Vec<Seen>, Duration) {
    let server =
        Fixture::start(move |number, _| replies[number.min(replies.len() - 1)].clone()).await;
    let begun = Instant::now();
    let prompts = Prompts::built_in().unwrap();
    let asked = at(&server, Limits { total: Duration::from_millis(1500), ..quick() })
        .structured(&question("광고"), &schema(), &prompts, &mut |_| {})
        .await;
    (asked, server.seen(), begun.elapsed())
}

#[tokio::test]
async fn an_answer_comes_in_pieces_and_is_counted() {
    let server = Fixture::start(|_, _| streamed("{\"claims\":[\"완치\"]}")).await;
    let mut pieces = Vec::new();
    let prompts = Prompts::built_in().unwrap();
    let answer = at(&server, quick())
        .structured(&question("광고"), &schema(), &prompts, &mut |piece| {
            pieces.push(piece.to_owned());
        })
        .await
        .unwrap();
    assert_eq!(answer.value, json!({ "claims": ["완치"] }));
    assert_eq!((pieces.len(), answer.rounds, answer.native), (2, 1, true));
    let usage = answer.spoken.usage;
    assert_eq!((usage.prompt_tokens, usage.completion_tokens, usage.estimated), (11, 5, false));
    let seen = &server.seen()[0];
    assert_eq!(seen.target, "/v1/chat/completions");
    assert_eq!(seen.header("authorization"), Some("Bearer gehe-im7"));
    let body: Value = serde_json::from_str(&seen.body).unwrap();
    assert_eq!((&body["model"], &body["stream"]), (&json!("small"), &json!(true)));
    assert_eq!(body["response_format"]["json_schema"]["name"], "claims");
    assert_eq!(body["max_tokens"], 200);
}

#[tokio::test]
async fn every_misbehaviour_ends_with_an_answer_or_a_reason() {
    let good = || streamed("{\"claims\":[\"완치\"]}");
    let half = Reply { cut: Some(60), unknown_length: true, ..good() };
    let silent = Reply { delay: Duration::from_secs(30), ..good() };
    let dripping = Reply { dripping: Some((1, Duration::from_millis(50))), ..good() };
    let giant = reply(200, vec![b'x'; 1 << 20]).with("Content-Type", "text/event-stream");
    let endless = Reply { unknown_length: true, ..giant.clone() };
    let elsewhere = reply(307, "").with("Location", "http://localhost:9/v1/chat/completions");
    let busy = reply(429, "slow down").with("Retry-After", 0);
    let much_later = reply(429, "slow down").with("Retry-After", 3600);
    /// A description of the case, the responses in turn, the rounds or the error, and the number of attempts.
    type Case = (&'static str, Vec<Reply>, Result<u32, &'static str>, usize);
    let cases: Vec<Case> = vec![
        ("a fault, then well", vec![reply(500, "x"), good()], Ok(1), 2),
        ("half a stream, then well", vec![half.clone(), good()], Ok(1), 2),
        ("half a stream for ever", vec![half], Err("broke off"), 3),
        ("a closed connection", vec![Reply { cut: Some(0), ..good() }], Err("127.0.0.1"), 3),
        ("silence", vec![silent], Err("no whole answer in"), 3),
        ("too slow", vec![dripping], Err("no whole answer in"), 3),
        ("429 and then well", vec![busy.clone(), good()], Ok(1), 2),
        ("a storm of 429", vec![busy], Err("HTTP status 429"), 3),
        ("429 for an hour", vec![much_later], Err("HTTP status 429"), 1),
        ("no key", vec![reply(401, "who are you, gehe-im7?")], Err("check the key"), 1),
        ("giant", vec![giant], Err("longer than 65536 bytes"), 1),
        ("giant without a length", vec![endless], Err("longer than 65536 bytes"), 1),
        ("another host", vec![elsewhere], Err("is not followed"), 1),
        ("HTML", vec![reply(200, "<html>점검 중</html>")], Err("broke off"), 3),
        ("no JSON in it", vec![streamed("예, 알겠습니다")], Err("no JSON object"), 2),
        ("JSON of another form", vec![streamed("{\"claim\":1}")], Err("/required"), 2),
        ("a wrong type, then well", vec![streamed("{\"claims\":[1]}"), good()], Ok(2), 2),
        ("in a fence", vec![streamed("```json\n{\"claims\":[\"완치\",]}\n```")], Ok(1), 1),
        (
            "a server without schemas",
            vec![reply(400, "response_format is not supported"), good()],
            Ok(1),
            2,
        ),
    ];
    for (what, replies, expected, tries) in cases {
        let (outcome, seen, took) = ask(replies).await;
        match (&outcome, expected) {
            (Ok(answer), Ok(rounds)) => {
                assert_eq!(answer.value, json!({ "claims": ["완치"] }), "{what}");
                assert_eq!(answer.rounds, rounds, "{what}");
            }
            (Err(error), Err(why)) => {
                let message = error.to_string();
                assert!(message.contains(why), "{what}: {message}");
                assert!(!message.contains("gehe-im7"), "{what}: {message}");
            }
            _ => panic!("{what}: {outcome:?}"),
        }
        assert_eq!(seen.len(), tries, "{what}");
        assert!(took < Duration::from_secs(15), "{what}: {took:?}");
    }
}

#[tokio::test]
async fn refusals_and_answers_cut_off_are_none() {
    let finished = |reason: &str| {
        let choice =
            json!({ "message": { "content": "{\"claims\":[]}" }, "finish_reason": reason });
        reply(200, json!({ "choices": [choice] }).to_string())
            .with("Content-Type", "application/json")
    };
    for (reason, why) in [("content_filter", "refuses"), ("length", "cut off at 200 tokens")] {
        let (outcome, seen, _) = ask(vec![finished(reason)]).await;
        let error = outcome.unwrap_err().to_string();
        assert!(error.contains(why) && seen.len() == 1, "{error}");
    }
    let (outcome, ..) = ask(vec![finished("stop")]).await;
    let answer = outcome.unwrap();
    assert!(answer.spoken.usage.estimated && answer.spoken.usage.prompt_tokens > 0);
}

#[tokio::test]
async fn identifiers_do_not_reach_the_wire_and_come_back() {
    let server = Fixture::start(|_, seen| {
        let words = seen.body.split('⟦').nth(1).and_then(|it| it.split('⟧').next()).unwrap_or("");
        streamed(&json!({ "claims": [format!("⟦{words}⟧님 완치")] }).to_string())
    })
    .await;
    let prompts = Prompts::built_in().unwrap();
    let asked = question("홍길동님(900101-1234567, 010-1234-5678) 완치 후기");
    let answer =
        at(&server, quick()).structured(&asked, &schema(), &prompts, &mut |_| {}).await.unwrap();
    assert_eq!(answer.value, json!({ "claims": ["홍길동님 완치"] }));
    let body = &server.seen()[0].body;
    for identifier in ["홍길동", "900101", "1234567", "010-1234"] {
        assert!(!body.contains(identifier), "{body}");
    }
    let masked: Vec<usize> = answer.spoken.masked.values().copied().collect();
    assert_eq!(masked, [1, 1, 1]);
}

#[tokio::test]
async fn a_request_that_is_too_long_or_not_allowed_is_not_sent() {
    let server = Fixture::start(|_, _| streamed("{}")).await;
    let chat = at(&server, quick());
    let long = "가".repeat(10_001);
    let error = chat.complete(&question(&long), &mut |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("nothing was sent"), "{error}");
    let away = Endpoint {
        preset: Preset::OpenAi,
        address: "https://api.openai.com/v1".to_owned(),
        key: None,
    };
    let places = Arc::new(Semaphore::new(1));
    let away = ChatClient::new(client(quick()).0, away, ChatLimits::default(), places);
    let error = away.complete(&question("광고"), &mut |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("calls to this host are not allowed"), "{error}");
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_and_only_so_many_run() {
    let slow = |_: usize, _: &Seen| Reply { delay: Duration::from_millis(300), ..streamed("예") };
    let server = Fixture::start(slow).await;
    let chat = at(&server, quick());
    let asked = question("광고");
    let (mut a, mut b, mut c) = (|_: &str| {}, |_: &str| {}, |_: &str| {});
    let begun = Instant::now();
    let three = async {
        tokio::join!(
            chat.complete(&asked, &mut a),
            chat.complete(&asked, &mut b),
            chat.complete(&asked, &mut c)
        )
    };
    let three = three.await;
    assert!(three.0.is_ok() && three.1.is_ok() && three.2.is_ok());
    assert!(begun.elapsed() >= Duration::from_millis(600), "two places, three calls");
    let mut unheard = |_: &str| {};
    let dropped =
        tokio::time::timeout(Duration::from_millis(50), chat.complete(&asked, &mut unheard));
    assert!(dropped.await.is_err());
    // Its slot is free again.
    assert!(chat.complete(&asked, &mut |_| {}).await.is_ok());
}

#[tokio::test]
async fn a_test_of_the_connection_says_what_works() {
    let server = Fixture::start(|_, seen| match seen.target.as_str() {
        "/v1/models" => {
            let entry = json!({ "id": "small", "max_model_len": 8192 });
            reply(200, json!({ "data": [entry, { "id": "large" }] }).to_string())
        }
        _ if seen.body.contains("response_format") => reply(400, "no schemas here"),
        _ if seen.body.contains("ready") => streamed("{\"ready\": true}"),
        _ => streamed("하나 둘 셋 넷 다섯"),
    })
    .await;
    let prompts = Prompts::built_in().unwrap();
    let probe = at(&server, quick()).probe("small", &prompts).await.unwrap();
    assert_eq!(probe.models, ["small", "large"]);
    assert_eq!(probe.context_tokens, Some(8192));
    assert!(probe.latency_ms.is_some() && probe.streaming.works, "{probe:?}");
    assert!(probe.structured.works && probe.structured.detail.contains("in words"), "{probe:?}");

    let mute = Fixture::start(|_, seen| match seen.target.as_str() {
        "/v1/models" => reply(404, ""),
        _ => reply(500, "no model is loaded"),
    })
    .await;
    let probe = at(&mute, quick()).probe("small", &prompts).await.unwrap();
    assert!(!probe.streaming.works && probe.streaming.detail.contains("no model is loaded"));
    assert!(!probe.structured.works && probe.context_tokens.is_none() && probe.models.is_empty());
    let refused = Fixture::start(|_, _| reply(401, "")).await;
    assert!(at(&refused, quick()).probe("small", &prompts).await.is_err());
}
