#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use simui_domain::{DocumentKind, Role};
use simui_inference::onnx::LibrarySearch;
use tempfile::TempDir;

use crate::desk::onnx_models::MINIMUM;
use crate::types::{
    AddModel, ChangeSettings, DeskEvent, DoctorState, EmbedOutcome, ImportRequest, ModelRequest,
    NewReviewer, SearchMode, SearchModels, SearchRequest, SearchResponse,
};
use crate::{Desk, OpenDesk};

/// A desk with an administrator, 관리, and the tiny models of `inference/tests/models`.
struct Fixture {
    folder: TempDir,
    desk: Desk,
}

/// Returns `None`, with a message on standard error, on a machine without ONNX Runtime.
async fn fixture(resident: bool) -> Option<Fixture> {
    let folder = tempfile::tempdir().unwrap();
    if let Err(error) = LibrarySearch::usual(None, folder.path()).find() {
        eprintln!("skipped: {error}");
        return None;
    }
    let desk = open(&folder, resident).await;
    desk.add_reviewer(NewReviewer { name: "관리".into(), role: Role::Administrator })
        .await
        .unwrap();
    for id in ["tiny-encoder", "tiny-reranker", "tiny-reranker-slow"] {
        let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../inference/tests/models").join(id);
        let folder = made.display().to_string();
        desk.add_model(AddModel { folder, id: None, reviewer: None }).await.unwrap();
    }
    Some(Fixture { folder, desk })
}

async fn open(folder: &TempDir, resident: bool) -> Desk {
    let data_dir = Some(folder.path().join("desk"));
    let audit_key = crate::KeyPlace::File;
    let opening = OpenDesk { data_dir, resident, audit_key, ..OpenDesk::from_environment() };
    Desk::open(opening).await.unwrap()
}

impl Fixture {
    async fn choose(&self, encoder: Option<&str>, reranker: Option<&str>) -> Result<(), String> {
        let revision = self.desk.search_models().await.unwrap().revision;
        let settings = SearchModels {
            encoder: encoder.map(str::to_owned),
            reranker: reranker.map(str::to_owned),
            offline_minimum: None,
            offline_out_of_scope: None,
        };
        let change = ChangeSettings { settings, revision, reviewer: "관리".into() };
        let changed = self.desk.set_search_models(change).await;
        changed.map(drop).map_err(|error| error.to_string())
    }

    /// Imports one document with this text.
    async fn import(&self, name: &str, words: &str) {
        let file = self.folder.path().join(format!("{name}.md"));
        fs::write(&file, format!("# {name}\n\n{words}\n")).unwrap();
        let paths = vec![file.display().to_string()];
        let kind = Some(DocumentKind::Guideline);
        let request = ImportRequest { paths, kind, ..ImportRequest::default() };
        let report = self.desk.import_paths(request).await.unwrap();
        assert_eq!(report.documents, 1, "{report:?}");
    }

    async fn embed(&self) -> (u32, u32) {
        let mut first = None;
        let report = self.desk.embed(|done, _| first = first.or(Some(done))).await.unwrap();
        assert_eq!(report.outcome, EmbedOutcome::Complete);
        assert_eq!(report.done, report.of);
        (first.unwrap(), report.of)
    }

    fn encoded(&self) -> Option<PathBuf> {
        let files = fs::read_dir(self.desk.data_dir().join("index")).unwrap();
        files.map(|it| it.unwrap().path()).find(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("encoded-") && !name.ends_with(".lock")
        })
    }
}

async fn search(desk: &Desk, query: &str, mode: SearchMode) -> SearchResponse {
    let request = SearchRequest { query: query.into(), mode, ..SearchRequest::default() };
    desk.search(request).await.unwrap()
}

fn titles(response: &SearchResponse) -> Vec<&str> {
    response.hits.iter().map(|hit| hit.title.as_str()).collect()
}

async fn check(desk: &Desk, name: &str) -> (DoctorState, String) {
    let checks = desk.doctor().await.unwrap().checks;
    let check = checks.into_iter().find(|it| it.name == name).unwrap();
    (check.state, check.detail)
}

#[tokio::test]
async fn the_chosen_encoder_is_searched_with_once_its_vectors_are_there() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    fixture.import("표시", "표시 표시 표시 표시").await;
    let without = search(desk, "표시", SearchMode::Dense).await;
    assert_eq!((without.encoder, without.notice.as_str()), (None, ""));
    assert_eq!(desk.embed(|_, _| {}).await.unwrap().outcome, EmbedOutcome::NoEncoder);

    fixture.choose(Some("tiny-encoder"), None).await.unwrap();
    assert!(desk.models().await.unwrap().iter().any(|it| it.id == "tiny-encoder" && it.used));
    let before = search(desk, "표시", SearchMode::Dense).await;
    assert_eq!(before.encoder, None);
    assert!(before.notice.contains("simui corpus embed"), "{}", before.notice);
    assert!(!before.hits.is_empty(), "the static embedding searches");
    let (state, detail) = check(desk, "encoder").await;
    assert!(state == DoctorState::Degraded && detail.contains(" 0 of "), "{detail}");

    let (first, of) = fixture.embed().await;
    assert!(first == 0 && of > 1, "{first} of {of}");
    for mode in [SearchMode::Dense, SearchMode::Hybrid] {
        let found = search(desk, "금지 표시", mode).await;
        assert_eq!(found.encoder.as_deref(), Some("tiny-encoder"));
        assert_eq!((found.mode, found.notice.as_str()), (mode, ""));
        assert_eq!(titles(&found)[0], "표시");
        assert!(found.took_ms["embed"] > 0.0);
    }
    assert_eq!(search(desk, "표시", SearchMode::Bm25).await.encoder, None);
    let (state, detail) = check(desk, "encoder").await;
    assert!(state == DoctorState::Ok, "{detail}");
    assert!(detail.starts_with("tiny-encoder, computes on "), "{detail}");
    assert!(detail.contains(&format!("{of} of {of} passages")), "{detail}");

    fixture.import("부작용", "부작용 효과 부작용 효과").await;
    assert_eq!(search(desk, "부작용", SearchMode::Dense).await.encoder, None);
    assert_eq!(fixture.embed().await, (of, of + 1), "only what is new");
    let found = search(desk, "효과 부작용", SearchMode::Dense).await;
    assert_eq!(found.encoder.as_deref(), Some("tiny-encoder"));
    assert!(titles(&found)[..2].contains(&"부작용"), "{:?}", titles(&found));
}

#[tokio::test]
async fn without_the_encoder_the_static_embedding_searches() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    fixture.import("표시", "표시 표시 표시 표시").await;
    let plain = search(desk, "의료광고의 표시", SearchMode::Hybrid).await;
    fixture.choose(Some("tiny-encoder"), Some("tiny-reranker")).await.unwrap();
    fixture.embed().await;
    assert!(fixture.encoded().is_some());

    // The file is damaged before a desk is opened: nothing of it is run.
    let file = desk.data_dir().join("models/tiny-encoder/model.onnx");
    let intact = fs::read(&file).unwrap();
    let mut damaged = intact.clone();
    damaged[20] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let reopened = open(&fixture.folder, false).await;
    let found = search(&reopened, "의료광고의 표시", SearchMode::Dense).await;
    assert_eq!(found.encoder, None);
    assert!(found.notice.contains("has changed"), "{}", found.notice);
    assert_eq!(check(&reopened, "encoder").await.0, DoctorState::Degraded);
    assert!(reopened.embed(|_, _| {}).await.unwrap_err().to_string().contains("has changed"));
    fs::write(&file, intact).unwrap();

    for id in ["tiny-encoder", "tiny-reranker"] {
        let request = ModelRequest { id: id.into(), reviewer: None };
        desk.remove_model(request).await.unwrap();
    }
    assert_eq!(fixture.encoded(), None, "its vectors went with it");
    let found = search(desk, "의료광고의 표시", SearchMode::Hybrid).await;
    assert_eq!((found.encoder, found.reranker), (None, None));
    assert_eq!(found.hits, plain.hits);
    for role in ["인코더 tiny-encoder", "순위 모델 tiny-reranker"] {
        assert!(found.notice.contains(role), "{}", found.notice);
    }
    // The choice can be undone even when the models are gone.
    fixture.choose(Some("tiny-encoder"), None).await.unwrap();
    fixture.choose(None, None).await.unwrap();
    assert_eq!(search(desk, "표시", SearchMode::Hybrid).await.notice, "");
}

#[tokio::test]
async fn a_restart_goes_on_where_it_stopped() {
    let Some(fixture) = fixture(false).await else { return };
    for number in 0..40 {
        fixture.import(&format!("문서{number}"), &format!("표시 {number}")).await;
    }
    fixture.choose(Some("tiny-encoder"), None).await.unwrap();
    let desk = &fixture.desk;
    let report = desk
        .embed(|done, _| {
            if done >= 20 {
                desk.cancel_embed();
            }
        })
        .await
        .unwrap();
    assert_eq!(report.outcome, EmbedOutcome::Cancelled);
    assert!(report.done >= 20 && report.done < report.of, "{report:?}");
    // As if the process was killed in the middle of a record.
    let file = fixture.encoded().unwrap();
    let intact = fs::read(&file).unwrap();
    fs::write(&file, &intact[..intact.len() - 3]).unwrap();

    let reopened = open(&fixture.folder, false).await;
    assert!(search(&reopened, "표시", SearchMode::Dense).await.encoder.is_none());
    let mut heard = Vec::new();
    let again = reopened.embed(|done, _| heard.push(done)).await.unwrap();
    assert_eq!(again.outcome, EmbedOutcome::Complete);
    assert_eq!((heard[0], heard.last().copied()), (report.done - 1, Some(report.of)));
    assert!(search(&reopened, "표시", SearchMode::Dense).await.encoder.is_some());

    // A desk that is opened later reads the vectors; a flipped bit costs one vector.
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let third = open(&fixture.folder, false).await;
    assert!(search(&third, "표시", SearchMode::Dense).await.encoder.is_none());
    let mut heard = Vec::new();
    third.embed(|done, _| heard.push(done)).await.unwrap();
    assert_eq!(heard, [report.of - 1, report.of]);
    assert!(search(&third, "표시", SearchMode::Dense).await.encoder.is_some());
}

#[tokio::test]
async fn a_process_that_stays_makes_them_in_the_background() {
    let Some(fixture) = fixture(true).await else { return };
    let desk = &fixture.desk;
    let mut events = desk.events();
    fixture.choose(Some("tiny-encoder"), None).await.unwrap();
    let complete = async {
        loop {
            match events.recv().await.unwrap() {
                DeskEvent::Embedding { done, of } if done == of => break,
                _ => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), complete).await.unwrap();
    for name in ["부작용", "효과"] {
        let begun = Instant::now();
        while search(desk, "표시", SearchMode::Hybrid).await.encoder.is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        fixture.import(name, "부작용 효과").await;
    }
}

#[tokio::test]
async fn a_cross_encoder_has_the_last_word_in_time() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    // The score of a passage is a quarter of the sum of its words' positions in the vocabulary.
    for (name, words) in [
        ("가", "가려움 의료"),
        ("나", "가려움 의료 광고"),
        ("다", "가려움 의료 표시 표시"),
        ("라", "가려움 의료 심의"),
    ] {
        fixture.import(name, words).await;
    }
    let ask = |profile: Option<&str>| SearchRequest {
        query: "가려움".into(),
        profile: profile.map(str::to_owned),
        ..SearchRequest::default()
    };
    let offline = desk.search(ask(None)).await.unwrap();
    assert_eq!(offline.reranker, None);

    fixture.choose(None, Some("tiny-reranker")).await.unwrap();
    let found = desk.search(ask(None)).await.unwrap();
    assert_eq!((found.reranker.as_deref(), found.notice.as_str()), (Some("tiny-reranker"), ""));
    assert_eq!(titles(&found)[0], "다");
    assert!(found.hits.is_sorted_by(|a, b| a.score >= b.score), "{:?}", found.hits);
    for (hit, rank) in found.hits.iter().zip(1..) {
        assert_eq!((hit.ranks.rerank, hit.why.rerank.unwrap().score), (Some(rank), hit.score));
    }
    assert!(found.hits.len() > 1 && found.hits.iter().any(|hit| hit.score < 0.5));
    let some = desk.search(ask(Some("pharmacy"))).await.unwrap();
    assert!(!some.hits.is_empty() && some.hits.iter().all(|hit| hit.score >= 0.5), "{some:?}");
    let (state, detail) = check(desk, "reranker").await;
    assert!(state == DoctorState::Ok && detail.contains("tiny-reranker, computes on"), "{detail}");

    fixture.choose(None, Some("tiny-reranker-slow")).await.unwrap();
    let begun = Instant::now();
    let late = desk.search(ask(None)).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!((late.reranker, &late.hits), (None, &offline.hits));
    assert!(late.notice.contains("2초"), "{}", late.notice);
}

#[tokio::test]
async fn only_what_is_installed_is_chosen_and_only_by_an_administrator() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    for (encoder, reranker, why) in [
        (Some("nothing"), None, "does not exist"),
        (Some("bge-m3-ko"), None, "does not exist"),
        (Some("tiny-reranker"), None, "it is a reranker"),
        (None, Some("tiny-encoder"), "it is an encoder"),
    ] {
        let error = fixture.choose(encoder, reranker).await.unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    desk.add_reviewer(NewReviewer { name: "심의".into(), role: Role::Reviewer }).await.unwrap();
    let settings = SearchModels { encoder: Some("tiny-encoder".into()), ..SearchModels::default() };
    let change = ChangeSettings { settings, revision: 0, reviewer: "심의".into() };
    assert!(
        desk.set_search_models(change).await.unwrap_err().to_string().contains("administrator")
    );
    assert_eq!(desk.search_models().await.unwrap().revision, 0);
}

/// A set whose right documents get higher scores from the tiny reranker than the wrong ones.
fn set(folder: &Path) -> PathBuf {
    let set = folder.join("set");
    fs::create_dir_all(&set).unwrap();
    let corpus = [("r", "간 표시 표시"), ("s", "간 금지 금지"), ("w", "간 의료"), ("x", "간")];
    let lines = |lines: Vec<String>| lines.join("\n");
    let corpus = corpus.map(|(id, text)| format!(r#"{{"id": "{id}", "text": "{text}"}}"#));
    fs::write(set.join("corpus.jsonl"), lines(corpus.to_vec())).unwrap();
    let query = r#"{"id": "q", "text": "간"}"#;
    fs::write(set.join("queries.jsonl"), query).unwrap();
    let right = ["r", "s"].map(|id| format!(r#"{{"q": "q", "doc": "{id}"}}"#));
    fs::write(set.join("qrels.jsonl"), lines(right.to_vec())).unwrap();
    set
}

#[tokio::test]
async fn a_threshold_is_found_and_kept() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    let set = set(fixture.folder.path());
    let found = desk.calibrate("tiny-reranker", &set, |_, _| true).await.unwrap();
    assert_eq!((found.queries, found.hits, found.relevant), (1, 4, 2));
    assert_eq!((found.precision, found.recall, found.youden_j), (1.0, 1.0, 1.0));
    // 간 has weight 1.75: half of it for the query and the whole once in the passage, less 1, gives 1.625. 의료
    // adds 0.25, 금지 금지 5.5.
    assert_eq!(found.threshold, (1.875 + 7.125) / 2.0);
    assert!(!desk.data_dir().join("calibration").read_dir().unwrap().any(|_| true));
    let thresholds = async || {
        let chosen = desk.onnx.reranker_called("tiny-reranker").await.unwrap();
        chosen.entry.score.unwrap().thresholds
    };
    assert_eq!(thresholds().await[MINIMUM], 0.5);
    let kept = desk.keep_threshold(found.clone(), "관리".into()).await.unwrap();
    assert!(kept.saved);
    assert_eq!(thresholds().await[MINIMUM], found.threshold);
    let id = "tiny-reranker".to_owned();
    assert!(desk.verify_model(ModelRequest { id, reviewer: None }).await.unwrap().intact);
    assert!(desk.keep_threshold(found, "모르는 이".into()).await.is_err());

    let found = desk.calibrate("offline", &set, |_, _| true).await.unwrap();
    assert!((0.0..=1.0).contains(&found.threshold), "{found:?}");
    desk.keep_threshold(found.clone(), "관리".into()).await.unwrap();
    let minimum = desk.search_models().await.unwrap().settings.offline_minimum;
    assert_eq!(minimum, Some(found.threshold));

    let stopped = desk.calibrate("offline", &set, |_, _| false).await.unwrap_err();
    assert!(stopped.to_string().contains("stopped"), "{stopped}");
    fs::write(set.join("qrels.jsonl"), "{\"q\": \"q\"}").unwrap();
    let wrong = desk.calibrate("offline", &set, |_, _| true).await.unwrap_err();
    assert!(wrong.to_string().contains("qrels.jsonl line 1"), "{wrong}");
    fs::write(set.join("qrels.jsonl"), "").unwrap();
    let empty = desk.calibrate("offline", &set, |_, _| true).await.unwrap_err();
    assert!(empty.to_string().contains("not enough"), "{empty}");
    assert!(desk.calibrate("tiny-encoder", &set, |_, _| true).await.is_err());
}

#[tokio::test]
async fn an_out_of_scope_score_belongs_to_its_reranker() {
    let Some(fixture) = fixture(false).await else { return };
    let desk = &fixture.desk;
    let file = fixture.folder.path().join("scope.jsonl");
    let line = |text: &str, scope: &str| format!("{{\"text\":\"{text}\",\"scope\":\"{scope}\"}}\n");
    let inside = ["타이레놀 하루 최대 용량", "와파린 상호작용", "이부프로펜 부작용"];
    let outside = ["삼성전자 주가 알려줘", "오늘 저녁 메뉴", "축구 경기 결과"];
    let lines = inside.map(|it| line(it, "in")).into_iter();
    fs::write(&file, lines.chain(outside.map(|it| line(it, "out"))).collect::<String>()).unwrap();
    let calibrated = async |id: &str| {
        let found = desk.calibrate_scope(id, &file, |_, _| true).await.unwrap();
        assert_eq!((found.what.as_str(), found.queries, found.relevant), ("out_of_scope", 6, 3));
        desk.keep_threshold(found, "관리".into()).await.unwrap().threshold
    };
    let guard = async || desk.guard().await.unwrap().score;

    let minimum = desk.search.plan().await.unwrap().profile("pharmacy").unwrap().minimum.unwrap();
    assert_eq!(guard().await, minimum, "the profile's, while nothing is known");
    let offline = calibrated("offline").await;
    assert_eq!(guard().await, offline);
    // Another reranker has a scale of its own: its least score counts until it is calibrated.
    fixture.choose(None, Some("tiny-reranker")).await.unwrap();
    assert_eq!(guard().await, 0.5);
    let tiny = calibrated("tiny-reranker").await;
    assert_eq!(guard().await, tiny);
    let stopped = desk.calibrate_scope("offline", &file, |_, _| false).await;
    assert!(stopped.unwrap_err().to_string().contains("stopped"));
    fs::write(&file, "{\"text\":\"가\"}\n").unwrap();
    let wrong = desk.calibrate_scope("offline", &file, |_, _| true).await.unwrap_err();
    assert!(wrong.to_string().contains("line 1"), "{wrong}");
}
