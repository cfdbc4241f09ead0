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
    import(&desk, laws);
    desk
}

fn import(desk: &Desk, laws: &[String]) {
    let folder = desk.dir().join("in");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, text) in laws.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.md")), text).unwrap();
    }
    desk.run(&["corpus", "import", &folder.display().to_string()]).succeeded();
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

#[test]
fn profiles_are_shown_changed_by_an_administrator_and_restored() {
    let desk = desk_with(&three_versions());
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    let profiles = |more: &[&str]| {
        let arguments = [&["search", "profiles"], more].concat();
        desk.run(&arguments).succeeded().json()["settings"].take()
    };
    let named = |settings: &Value, id: &str| {
        let profiles = settings["profiles"].as_array().unwrap();
        profiles.iter().find(|it| it["id"] == id).unwrap().clone()
    };
    let shipped = profiles(&[]);
    let expected = json!({
        "id": "review", "lexical": 20, "dense": 20, "fusion": "reciprocal_rank", "k": 60.0,
        "weights": [1.0, 1.0], "rerank": 15, "results": [5], "minimum": null,
    });
    assert_eq!(named(&shipped, "review"), expected);
    assert_eq!(named(&shipped, "pharmacy")["weights"], json!([0.8, 0.2]));
    assert_eq!(named(&shipped, "counsel")["results"], json!([0, 3, 8, 15]));

    let change = ["review", "--lexical", "30", "--k", "40", "--weights", "1,0.5", "--results", "4"];
    let refused = [&["search", "profiles"][..], &change, &["--as", "김심의"]].concat();
    desk.run(&refused).failed_with("no administrator");
    profiles(&[&change[..], &["--as", "관리"]].concat());
    let more = ["--profile", "review", "--kind", "statute"];
    let found = search(&desk, "체온유지기구 과징금", &more);
    assert_eq!(
        found["profile"],
        json!({
            "id": "review", "lexical": 30, "dense": 20, "fusion": "reciprocal_rank", "k": 40.0,
            "weights": [1.0, 0.5], "rerank": 15, "minimum": null,
        })
    );
    let computation = found["hits"][0]["why"]["computation"].as_str().unwrap();
    assert!(computation.contains("1/(40+") || computation.contains("0.5/(40+"), "{computation}");
    assert!(found["hits"].as_array().unwrap().len() <= 4);

    for (option, value, why) in [
        ("--lexical", "2000", "at most 1000"),
        ("--k", "-1", "zero or more"),
        ("--fusion", "weighted-scores", ""),
        ("--k", "60", "weighted-scores has no k"),
        ("--weights", "0,0", "not both zero"),
        ("--results", "0,3", "1 to 1000"),
        ("--minimum", "2", "between 0 and 1"),
    ] {
        let value = format!("{option}={value}");
        let ran = desk.run(&["search", "profiles", "review", &value, "--as", "관리"]);
        match why {
            "" => drop(ran.succeeded()),
            why => drop(ran.failed_with(why)),
        }
    }
    desk.run(&["search", "profiles", "nobody", "--k", "1", "--as", "관리"])
        .failed_with("use one of");
    let back = profiles(&["review", "--shipped", "--as", "관리"]);
    assert_eq!(back, shipped);
    let off = profiles(&["--routing", "off", "--as", "관리"]);
    assert_eq!((&off["routing"], &off["profiles"]), (&json!(false), &shipped["profiles"]));
    // The word itself is searched after `--`.
    assert!(search(&desk, "--", &["profiles"])["hits"].is_array());
}

#[test]
fn the_trace_of_a_hit_names_the_profile_and_the_computation() {
    let desk = desk_with(&three_versions());
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_simui"))
        .arg("--data-dir")
        .arg(desk.dir())
        .args(["search", "체온유지기구 과징금", "--profile", "review", "--why"])
        .env("SIMUI_AUDIT_KEY", "file")
        .output()
        .unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    let first = "프로필 review: 낱말 20건, 의미 20건, 역순위 합 k=60, 가중치 1:1, 재정렬 15건, 최저 점수 없음";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("    합침 = 1/(60+"), "{text}");
}

/// The same notice in several documents is one hit with the others below it; laws stay apart.
#[test]
fn copies_stand_below_the_best_of_them() {
    let desk = Desk::new();
    let notice =
        "체온유지기구를 광고할 때에는 사용 전 주의사항을 읽으라는 문구를 눈에 띄게 적어야 한다.";
    let import = |name: &str, text: &str, kind: &str| {
        let path = desk.dir().join(format!("{name}.md"));
        std::fs::write(&path, format!("# {name}\n\n## 제1조(광고)\n\n{text}\n")).unwrap();
        desk.run(&["corpus", "import", path.to_str().unwrap(), "--kind", kind]).succeeded();
    };
    for name in ["가지침", "나지침", "다지침"] {
        import(name, notice, "guideline");
    }
    import("라지침", "체온유지기구의 광고 문구는 심의를 받는다.", "guideline");
    let found = search(&desk, "체온유지기구 광고 주의사항 문구", &["--kind", "guideline"]);
    let hits = found["hits"].as_array().unwrap();
    let of_notice =
        hits.iter().find(|hit| hit["text"].as_str().unwrap().contains("눈에 띄게")).unwrap();
    assert_eq!(of_notice["copies"].as_array().unwrap().len(), 2, "{found}");
    let count = hits.iter().filter(|hit| hit["text"].as_str().unwrap().contains("체온유지기구"));
    assert_eq!(count.count(), 2);
}

/// The fit runs in a child process, whose file is gone when it is done.
#[test]
fn the_embedding_is_fitted_to_the_corpora() {
    // One law with as many articles as a fit needs: the digests of a desk take half a minute.
    let desk = Desk::empty();
    let articles: Vec<String> =
        (1..=400).map(|at| format!("치료 경험담 {at}호를 광고하지 못한다.")).collect();
    import(&desk, &[law("시험광고법", "920009", "1", "2020-01-01", "상태: 시행\n", &articles)]);
    assert_eq!(desk.run(&["corpus", "fit"]).succeeded().json()["outcome"], "fitted");
    let index = desk.dir().join("index");
    assert!(index.join("embedding.bin").exists() && !index.join("embedding.learned").exists());
    let dense = ["search", "치료 경험담 광고", "--mode", "dense"];
    assert!(!desk.run(&dense).succeeded().json()["hits"].as_array().unwrap().is_empty());
}
