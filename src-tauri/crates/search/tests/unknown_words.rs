//! A query that shares no word with the corpus finds nothing in any mode.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use simui_search::index::Query;
use simui_search::retriever::Mode;

use crate::common::Entry;
use crate::retriever::{Desk, ids, search};

const MODES: [Mode; 3] = [Mode::Bm25, Mode::Dense, Mode::Hybrid];

async fn desk() -> Desk {
    Desk::with(vec![
        Entry::new("ads", "의료인은 과장된 내용의 의료광고를 하지 못한다. 고시 제1234호"),
        Entry::new("booking", "예약은 전화로 합니다. 주차장은 지하에 있습니다."),
        Entry::new("drug", "aspirin 100mg은 하루에 한 번 복용한다. 과징금 1234 원"),
    ])
    .await
}

#[tokio::test]
async fn noise_finds_nothing_in_any_mode() {
    let desk = desk().await;
    let retriever = desk.ready().await;
    for text in ["zzzzqqq", "ㅁㄴㅇㄹ", "!!!", "qwerty1234", "뷁뙗", "ㅋㅋㅋ", "", "…", "🙂🙂"]
    {
        for mode in MODES {
            let found = search(&retriever, mode, Query::new(text));
            assert_eq!((ids(&found), found.known), (vec![], false), "{text:?} {mode:?}");
        }
    }
}

#[tokio::test]
async fn one_known_word_is_enough() {
    let desk = desk().await;
    let retriever = desk.ready().await;
    let check = |text: &str, expected: &str| {
        for mode in MODES {
            let found = search(&retriever, mode, Query::new(text));
            assert!(found.known, "{text} {mode:?}");
            assert_eq!(ids(&found).first(), Some(&expected), "{text} {mode:?}");
        }
    };
    check("zzzzqqq 의료광고", "ads");
    check("의료광고 ㅁㄴㅇㄹ", "ads");
    check("qwerty aspirin", "drug");
    check("주차장", "booking");
    check("1234", "drug");
}

#[tokio::test]
async fn a_word_of_the_embedding_finds_by_meaning() {
    let desk = desk().await;
    let retriever = desk.ready().await;
    let found = search(&retriever, Mode::Dense, Query::new("해열제"));
    assert!(found.known && !found.hits.is_empty());
    assert!(found.hits.iter().all(|hit| hit.bm25.is_none()));
    assert!(!search(&retriever, Mode::Bm25, Query::new("해열제")).known);
}
