//! What `simui search` says of its result: unknown words, suggestions, versions of an article, and why a hit
//! is there.

use serde_json::{Value, json};

use crate::common::Desk;

/// Returns a law as Markdown: its number, first day, state and articles.
fn law(title: &str, id: &str, number: &str, from: &str, more: &str, articles: &[String]) -> String {
    let text: String = articles
        .iter()
        .zip(1..)
        .map(|(text, key)| format!("##### 제{key}조 (보기 {key})\n\n{text}\n\n"))
        .collect();
    format!(
        "---\n제목: {title}\n법령ID: '{id}'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n{more}---\n\n# {title}\n\n{text}"
    )
}

fn desk_with(laws: &[String]) -> Desk {
    let desk = Desk::new();
    let folder = desk.dir().join("in");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, text) in laws.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.md")), text).unwrap();
    }
    desk.run(&["corpus", "import", &folder.display().to_string()]).succeeded();
    desk
}

fn search(desk: &Desk, query: &str, more: &[&str]) -> Value {
    let arguments: Vec<&str> = ["search", query].iter().chain(more).copied().collect();
    desk.run(&arguments).succeeded().json()
}

/// Returns the first day of a hit, and those of the versions below it in order.
fn days(hit: &Value) -> (String, Vec<String>) {
    let day = |hit: &Value| hit["effective_from"].as_str().unwrap().to_owned();
    let mut below: Vec<String> =
        hit["other_versions"].as_array().unwrap().iter().map(day).collect();
    below.sort();
    (day(hit), below)
}

const STATUTE: [&str; 2] = ["--kind", "statute"];

fn three_versions() -> Vec<String> {
    let articles = |fine: &str| {
        (1..=6)
            .map(|at| format!("체온유지기구 {at}호를 파는 자에게 과징금 {fine}원을 부과한다."))
            .collect::<Vec<_>>()
    };
    let version = |number: &str, from: &str, fine: &str| {
        law("시험체온법", "920001", number, from, "상태: 시행\n", &articles(fine))
    };
    vec![
        version("10", "2010-01-01", "백만"),
        version("20", "2015-01-01", "천만"),
        version("30", "2020-01-01", "억"),
    ]
}

#[test]
fn the_version_in_force_stands_above_the_earlier_ones() {
    let desk = desk_with(&three_versions());
    for mode in ["bm25", "dense", "hybrid"] {
        // Each hit of the law: its first day, and those of the versions below.
        let found = |k: usize, more: &[&str]| {
            let k = k.to_string();
            let more: Vec<&str> =
                [&["--kind", "statute", "--mode", mode, "--k", &k], more].concat();
            let response = search(&desk, "체온유지기구 과징금", &more);
            let hits = response["hits"].as_array().unwrap();
            assert!(hits.len() <= k.parse().unwrap());
            let own = hits.iter().filter(|hit| hit["title"] == "시험체온법");
            (hits.len(), own.map(days).collect::<Vec<_>>())
        };
        let (count, few) = found(4, &[]);
        assert_eq!(count, 4, "{mode}: as many as were asked for");
        assert!(!few.is_empty() && few.iter().all(|it| it.0 == "2020-01-01"), "{mode} {few:?}");
        let (_, all) = found(60, &[]);
        let expected = ("2020-01-01".to_owned(), vec!["2010-01-01".into(), "2015-01-01".into()]);
        assert_eq!(all, vec![expected; 6], "{mode}: no version is lost");
        let (_, then) = found(60, &["--as-of", "2012-06-01"]);
        assert_eq!(then, vec![("2010-01-01".to_owned(), Vec::new()); 6], "{mode}");
    }
}

#[test]
fn an_ended_law_says_since_when() {
    let repealed = law(
        "시험폐지법",
        "920002",
        "1",
        "2010-01-01",
        "상태: 폐지\n폐지일자: 2018-05-01\n",
        &["구형온열기를 판 자는 벌한다.".to_owned()],
    );
    let desk = desk_with(&[repealed]);
    let found = search(&desk, "구형온열기", &STATUTE);
    let hit = &found["hits"][0];
    assert_eq!(hit["in_force"], json!(false), "{hit}");
    assert_eq!(hit["ended_since"], json!("2018-05-01"), "{hit}");
}

#[test]
fn noise_finds_nothing_and_says_so() {
    let desk = desk_with(&three_versions());
    for noise in ["zzzzqqq", "ㅁㄴㅇㄹ", "!!!", "qwerty1234"] {
        for mode in ["bm25", "dense", "hybrid"] {
            let found = search(&desk, noise, &["--mode", mode]);
            assert_eq!(found["hits"], json!([]), "{noise} {mode}");
            assert_eq!(found["known"], json!(false), "{noise} {mode}");
            let notice = found["notice"].as_str().unwrap();
            assert!(notice.contains(noise) && notice.contains("맞춤법"), "{notice}");
        }
    }
    let found = search(&desk, "zzzzqqq 체온유지기구", &STATUTE);
    assert_eq!(found["known"], json!(true));
    assert_eq!(found["hits"][0]["title"], json!("시험체온법"));
    assert_eq!(found["notice"], json!(""));
}

#[test]
fn a_misspelt_word_gets_a_suggestion_and_is_searched_as_written() {
    let desk = desk_with(&three_versions());
    let ran = desk.run(&["search", "rhkwldrma"]).succeeded();
    let found = ran.json();
    assert_eq!(found["suggestion"]["query"], json!("과징금"), "{found}");
    assert_eq!(found["suggestion"]["replaced"][0]["written"], json!("rhkwldrma"));
    assert_eq!(found["hits"], json!([]));
    assert!(ran.err.contains("‘과징금’을 찾으셨나요?"), "{}", ran.err);
    assert_eq!(search(&desk, "과징금", &[])["suggestion"], Value::Null);
}

#[test]
fn a_hit_says_which_words_it_has() {
    let desk = desk_with(&three_versions());
    let found = search(&desk, "과징금을 부과하는 시험체온법", &STATUTE);
    let hit = &found["hits"][0];
    assert_eq!(hit["found_by"], json!("words"));
    let marked = |text: &str, spans: &str| -> Vec<String> {
        let letters: Vec<char> = hit[text].as_str().unwrap().chars().collect();
        let place = |span: &Value, end: &str| span[end].as_u64().unwrap() as usize;
        let spans = hit[spans].as_array().unwrap().iter();
        spans.map(|it| letters[place(it, "start")..place(it, "end")].iter().collect()).collect()
    };
    assert!(marked("text", "matches").contains(&"과징금".to_owned()), "{hit}");
    let by_meaning = search(&desk, "zzzzqqq 해열제", &["--mode", "dense"]);
    for hit in by_meaning["hits"].as_array().unwrap() {
        let has_word = hit["text"].as_str().unwrap().contains("해열");
        assert_eq!(hit["found_by"] == json!("meaning"), !has_word, "{hit}");
    }
}
