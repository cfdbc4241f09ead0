//! Search by words, by meaning and by both through the public interface; stored data is verified before use.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::common;
use crate::common::Entry;
use jiff::civil::date;
use simui_domain::DocumentKind;
use simui_search::analysis::Analyser;
use simui_search::dense::Embedding;
use simui_search::dense::train::Next;
use simui_search::fusion::Profiles;
use simui_search::index::Query;
use simui_search::retriever::{
    Ask, Embeddings, FIT_FROM, Fit, Found, Lessons, Mode, Retriever, fit, learn_here,
};
use simui_store::Database;

pub struct Desk {
    dir: tempfile::TempDir,
    pub database: Database,
    analyser: Analyser,
    embeddings: Embeddings,
}

impl Desk {
    pub async fn with(entries: Vec<Entry>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(dir.path()).await.unwrap();
        for entry in entries {
            entry.save(&database).await;
        }
        let analyser = common::analyser().cloned().unwrap_or_else(Analyser::without_dictionary);
        let embeddings = Embeddings::open(&Embedding::locate(None).unwrap()).unwrap();
        Self { dir, database, analyser, embeddings }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("index")
    }

    async fn open(&self) -> Retriever {
        let Self { database, embeddings, analyser, .. } = self;
        let folder = self.folder();
        Retriever::open(database, embeddings, analyser, &folder, &mut |_| {}).await.unwrap().0
    }

    pub async fn ready(&self) -> Retriever {
        let retriever = self.open().await;
        assert!(retriever.ready(&self.database, &mut |_| {}).await.unwrap());
        retriever
    }

    /// Returns the only file whose name starts with a prefix.
    fn file(&self, prefix: &str) -> PathBuf {
        let named = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
        };
        let mut paths = fs::read_dir(self.folder()).unwrap().map(|it| it.unwrap().path());
        paths.find(named).unwrap()
    }
}

pub fn search(retriever: &Retriever, mode: Mode, query: Query) -> Found {
    let profiles = Profiles::shipped().unwrap();
    let profile = profiles.get("search").unwrap();
    let ask = Ask { query, mode, profile, rerank: true, deadline: None, encoded: None };
    retriever.find(&ask).unwrap()
}

pub fn ids(found: &Found) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.chunk_id.as_str()).collect()
}

fn entries() -> Vec<Entry> {
    let statute = |id: &'static str, from, text: &str| Entry {
        kind: DocumentKind::Statute,
        from: Some(from),
        ..Entry::new(id, text)
    };
    vec![
        statute("ads", date(2020, 1, 1), "의료인은 거짓이나 과장된 내용의 의료광고를 하지 못한다."),
        statute("future", date(2030, 1, 1), "의료인은 과장된 의료광고를 하지 못한다."),
        statute("records", date(2020, 1, 1), "의료인은 진료기록부를 갖추어 두고 서명하여야 한다."),
        Entry::new("booking", "예약은 전화로 합니다. 주차장은 지하에 있습니다."),
        Entry {
            digest: true, ..Entry::new("digest", "요지: 과장된 의료광고는 금지된다.")
        },
    ]
}

#[tokio::test]
async fn filters_hold_in_every_mode() {
    let desk = Desk::with(entries()).await;
    let retriever = desk.ready().await;
    let all = || Query::new("과장된 의료광고의 금지");
    let check = |query: Query, wanted: &[&str], unwanted: &[&str]| {
        for mode in [Mode::Bm25, Mode::Dense, Mode::Hybrid] {
            let found = search(&retriever, mode, query.clone());
            let ids = ids(&found);
            assert_eq!(found.mode, mode);
            assert!(wanted.iter().all(|id| ids.contains(id)), "{mode:?} {ids:?}");
            assert!(!unwanted.iter().any(|id| ids.contains(id)), "{mode:?} {ids:?}");
        }
    };
    check(all(), &["ads", "future", "digest"], &[]);
    check(Query { as_of: Some(date(2026, 1, 1)), ..all() }, &["ads", "digest"], &["future"]);
    check(Query { digests: false, ..all() }, &["ads", "future"], &["digest"]);
    let statutes = vec![DocumentKind::Statute];
    check(Query { kinds: statutes, ..all() }, &["ads", "future"], &["digest", "booking"]);
    check(Query { limit: 1, ..all() }, &[], &["records", "booking"]);
}

#[tokio::test]
async fn a_kind_with_few_chunks_is_searched_by_itself() {
    let drug =
        |id: &'static str, text: &str| Entry { kind: DocumentKind::Drug, ..Entry::new(id, text) };
    let digest = drug("digest", "요지: 자몽은 약의 농도를 높인다.");
    let entries = vec![
        drug("grapefruit", "자몽은 이 약의 혈중 농도를 높인다."),
        drug("milk", "우유는 이 약의 흡수를 줄인다."),
        Entry { digest: true, ..digest },
    ];
    let desk = Desk::with(entries).await;
    common::many(&desk.database, 200).await;
    let retriever = desk.ready().await;
    for (digests, expected) in [(true, vec!["digest", "grapefruit"]), (false, vec!["grapefruit"])] {
        for mode in [Mode::Dense, Mode::Hybrid] {
            let kinds = vec![DocumentKind::Drug];
            let query = Query { kinds, digests, ..Query::new("자몽 농도") };
            let found = search(&retriever, mode, query);
            let mut best = ids(&found);
            assert!(
                best.iter().all(|id| ["grapefruit", "milk", "digest"].contains(id)),
                "{best:?}"
            );
            best.truncate(expected.len());
            best.sort_unstable();
            assert_eq!(best, expected, "{mode:?}");
        }
    }
}

#[tokio::test]
async fn each_stage_says_what_it_made_of_a_hit() {
    let desk = Desk::with(entries()).await;
    let retriever = desk.ready().await;
    let found = search(&retriever, Mode::Hybrid, Query::new("과장된 의료광고의 금지"));
    for (at, hit) in found.hits.iter().enumerate() {
        let parts = [hit.bm25, hit.dense];
        let sum: f32 = parts.iter().flatten().map(|part| part.contribution).sum();
        assert!((hit.fused.unwrap().score - sum).abs() < 1e-6, "{hit:?}");
        let again = hit.rerank.unwrap();
        assert_eq!((again.rank, again.score), (at + 1, hit.score));
    }
    let lists = found.lists.unwrap();
    assert_eq!((lists.depth, lists.reranked), ([50, 50], true));
    let profiles = Profiles::shipped().unwrap();
    let profile = profiles.get("search").unwrap();
    for hit in &found.hits {
        let written = profile.computation([hit.bm25, hit.dense], lists.best);
        assert_eq!(written.contains('+'), hit.bm25.is_some() && hit.dense.is_some(), "{written}");
    }
    assert!(found.hits.is_sorted_by(|a, b| a.score >= b.score));
    let mut fused: Vec<usize> = found.hits.iter().map(|hit| hit.fused.unwrap().rank).collect();
    fused.sort_unstable();
    assert_eq!(fused, (1..=found.hits.len()).collect::<Vec<_>>());
    assert!(found.took.total >= found.took.bm25 + found.took.dense + found.took.rerank);
}

#[tokio::test]
async fn without_time_the_fused_order_stands() {
    let desk = Desk::with(entries()).await;
    let retriever = desk.ready().await;
    let profiles = Profiles::shipped().unwrap();
    let profile = profiles.get("search").unwrap();
    let ask = |rerank, deadline| {
        let query = Query::new("과장된 의료광고의 금지");
        let mode = Mode::Hybrid;
        retriever.find(&Ask { query, mode, profile, rerank, deadline, encoded: None }).unwrap()
    };
    let (late, never) = (ask(true, Some(Duration::ZERO)), ask(false, None));
    assert_eq!(ids(&late), ids(&never));
    assert!(late.hits.iter().all(|hit| hit.rerank.is_none()));
    assert!(!late.lists.unwrap().reranked && !never.lists.unwrap().reranked);
    assert!(late.hits.iter().zip(1..).all(|(hit, rank)| hit.fused.unwrap().rank == rank));
}

#[tokio::test]
async fn without_an_embedding_words_are_searched_and_it_is_said() {
    let desk = Desk { embeddings: Embeddings::none(), ..Desk::with(entries()).await };
    let retriever = desk.open().await;
    assert!(!retriever.ready(&desk.database, &mut |_| {}).await.unwrap());
    let found = search(&retriever, Mode::Hybrid, Query::new("의료광고"));
    assert_eq!((found.mode, ids(&found).is_empty()), (Mode::Bm25, false));
    assert_eq!(found.lists, None);
}

#[tokio::test]
async fn files_that_are_missing_or_damaged_are_made_again() {
    let desk = Desk::with(entries()).await;
    let query = || Query::new("진료기록부 서명");
    let expected = search(&desk.ready().await, Mode::Hybrid, query());
    for prefix in ["vectors-", "passages-"] {
        let path = desk.file(prefix);
        let intact = fs::read(&path).unwrap();
        let cut = intact[..intact.len() - 1].to_vec();
        let mut flipped = intact.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damage in [None, Some(cut), Some(flipped), Some(Vec::new())] {
            match &damage {
                None => fs::remove_file(&path).unwrap(),
                Some(bytes) => fs::write(&path, bytes).unwrap(),
            }
            let found = search(&desk.ready().await, Mode::Hybrid, query());
            assert_eq!(found.hits, expected.hits, "{prefix} {damage:?}");
            assert_eq!(fs::read(&path).unwrap(), intact, "{prefix} is as it was");
        }
    }
}

#[tokio::test]
async fn vectors_of_another_corpus_are_never_used() {
    let desk = Desk::with(entries()).await;
    let behind = desk.open().await;
    fs::remove_file(desk.file("vectors-")).unwrap();
    Entry::new("new", "새로 들어온 안내문").save(&desk.database).await;
    assert!(!behind.ready(&desk.database, &mut |_| {}).await.unwrap(), "places have moved");
    assert_eq!(search(&behind, Mode::Dense, Query::new("의료광고")).mode, Mode::Bm25);
    let found = search(&desk.ready().await, Mode::Dense, Query::new("새로 들어온 안내문"));
    assert_eq!(ids(&found)[0], "new");
}

#[tokio::test]
async fn the_embedding_is_fitted_when_it_is_due() {
    let desk = Desk::with(entries()).await;
    let fitted = async |again: bool, next: Next| {
        let chunks = desk.open().await.index().chunks();
        let Desk { database, embeddings, analyser, .. } = &desk;
        let learn = async |lessons: Lessons<'_>| learn_here(lessons, analyser, move |_| next).await;
        let folder = desk.folder();
        fit(database, embeddings, analyser, &folder, (chunks, again), learn).await.unwrap()
    };
    assert_eq!(fitted(true, Next::Finish).await, Fit::NotDue, "too little to learn from");

    common::many(&desk.database, FIT_FROM).await;
    assert_eq!(fitted(false, Next::Cancel).await, Fit::Cancelled);
    assert_eq!(fitted(false, Next::Finish).await, Fit::Fitted);
    assert_eq!(fitted(false, Next::Finish).await, Fit::NotDue);
    let base = desk.embeddings.base_fingerprint().unwrap().to_owned();
    let retriever = desk.ready().await;
    assert_ne!(retriever.embedding().unwrap().fingerprint(), base);
    let query = || Query::new("진료기록부 서명");
    assert_eq!(ids(&search(&retriever, Mode::Dense, query()))[0], "records");

    for name in ["embedding.bin", "embedding.json"] {
        let path = desk.folder().join(name);
        let intact = fs::read(&path).unwrap();
        fs::write(&path, b"{").unwrap();
        let retriever = desk.ready().await;
        assert_eq!(retriever.embedding().unwrap().fingerprint(), base, "{name} is not believed");
        assert_eq!(ids(&search(&retriever, Mode::Dense, query()))[0], "records");
        fs::write(&path, intact).unwrap();
    }
}
