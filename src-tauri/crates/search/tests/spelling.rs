//! Suggestions for misspelt words come from the words of the corpus.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use simui_search::analysis::Analyser;
use simui_search::index::SearchIndex;
use simui_search::spelling::suggest;
use simui_store::Database;

use crate::common::{self, Entry};

async fn index(analyser: &Analyser, texts: &[&'static str]) -> (tempfile::TempDir, SearchIndex) {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(dir.path()).await.unwrap();
    for text in texts {
        Entry::new(text, text).save(&database).await;
    }
    let folder = dir.path().join("index");
    let opened = SearchIndex::open(&database, analyser, &|| None, &folder, &mut |_| {}).await;
    (dir, opened.unwrap().0)
}

const TEXTS: [&str; 8] = [
    "의료법은 과대광고를 금지한다.",
    "의료법에 따른 의료광고의 심의",
    "의료인의 광고 심의위원회",
    "임플란트와 라식 수술의 부작용",
    "부작용을 알리지 아니한 광고",
    "aspirin과 ibuprofen을 함께 복용하지 않는다.",
    "mri 검사와 ct 검사",
    "과태료와 과징금을 부과한다.",
];

#[tokio::test]
async fn a_near_word_of_the_corpus_is_suggested() {
    let Some(analyser) = common::analyser() else { return };
    let (_dir, index) = index(analyser, &TEXTS).await;
    let check = |query: &str, expected: Option<&str>| {
        let suggestion = suggest(&index, query).unwrap();
        assert_eq!(suggestion.as_ref().map(|it| it.query.as_str()), expected, "{query}");
    };
    check("의료볍", Some("의료법"));
    check("의룝법", Some("의료법"));
    check("의료볍의 과대광고를", Some("의료법의 과대광고를"));
    check("임플란드", Some("임플란트"));
    check("임플란드를 한 뒤", Some("임플란트를 한 뒤"));
    check("부자굥", Some("부작용"));
    check("과대꽝고", Some("과대광고"));
    check("과대광거", Some("과대광고"));
    check("과대광거를", Some("과대광고를"));
    check("의료광거", Some("의료광고"));
    check("심의위원외", Some("심의위원회"));
    check("과테료 부과", Some("과태료 부과"));
    check("asprin 복용", Some("aspirin 복용"));
    check("Ibuprofne", Some("ibuprofen"));
    // Known words, and words of the language that the corpus lacks.
    check("의료법", None);
    check("의료법에 따른 광고", None);
    check("자동차", None);
    check("mra", None);
    check("전혀다른말", None);
    check("알립니다", None);
    check("광고하는데", None);
    check("훼로바", None);
    check("의료볍 과대꽝고 임플란드", None);
    check("제56조 500mg", None);
    check("", None);
    check(&"의료볍 ".repeat(100), None);
}

#[tokio::test]
async fn the_more_frequent_of_two_near_words_is_suggested() {
    let Some(analyser) = common::analyser() else { return };
    let texts = ["가로등", "세로등 가로수", "세로등", "세로등의 광고"];
    let (_dir, index) = index(analyser, &texts).await;
    let suggestion = suggest(&index, "페로등").unwrap();
    assert!(suggestion.is_none_or(|it| it.query == "세로등"));
}

#[tokio::test]
async fn the_other_keyboard_layout_is_suggested() {
    let check = async |analyser: &Analyser| {
        let (_dir, index) = index(analyser, &TEXTS).await;
        for (query, expected) in [
            ("dmlfyqjq", Some("의료법")),
            ("dmlfyrhkdrh tladml", Some("의료광고 심의")),
            ("ㅡ갸 검사", Some("mri 검사")),
            ("ㅁ네ㅑ갸ㅜ", Some("aspirin")),
            ("aspirin", None),
            ("zzzzqqq", None),
            ("ㅁㄴㅇㄹ", None),
        ] {
            let suggestion = suggest(&index, query).unwrap();
            assert_eq!(suggestion.map(|it| it.query).as_deref(), expected, "{query}");
        }
    };
    check(&Analyser::without_dictionary()).await;
    if let Some(analyser) = common::analyser() {
        check(analyser).await;
    }
}

#[tokio::test]
async fn replaced_words_have_their_places() {
    let Some(analyser) = common::analyser() else { return };
    let (_dir, index) = index(analyser, &TEXTS).await;
    let suggestion = suggest(&index, "🙂 의료볍과 asprin").unwrap().unwrap();
    assert_eq!(suggestion.query, "🙂 의료법과 aspirin");
    let places: Vec<(usize, usize, &str)> = suggestion
        .replaced
        .iter()
        .map(|it| (it.span.start, it.span.end, it.word.as_str()))
        .collect();
    assert_eq!(places, [(2, 5, "의료법"), (7, 13, "aspirin")]);
}
