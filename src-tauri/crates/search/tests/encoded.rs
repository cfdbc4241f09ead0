//! Vectors of an encoder: made once, stored, and verified before use. The encoder is a function of the test;
//! real encoders are tested in `api`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common;
use crate::common::Entry;
use simui_search::SearchError;
use simui_search::analysis::Analyser;
use simui_search::dense::Embedding;
use simui_search::encoded::{Embedded, Encode, Encoded, Model, Share, embed, forget, survey};
use simui_search::fusion::Profiles;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Embeddings, EncodedQuery, Found, Mode, Retriever};
use simui_store::Database;

struct Desk {
    dir: tempfile::TempDir,
    database: Database,
    embeddings: Embeddings,
    /// Passages that were encoded, in their order.
    seen: Arc<Mutex<Vec<String>>>,
}

fn model() -> Model {
    Model { fingerprint: "animals".to_owned(), dims: 3 }
}

/// A vector of three numbers: cats, dogs, and the length of the text.
fn vector(text: &str) -> Vec<f32> {
    let count = |word: &str| text.matches(word).count() as f32;
    vec![count("고양이"), count("개"), text.chars().count() as f32 / 100.0]
}

impl Desk {
    async fn with(texts: &[(&'static str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(dir.path()).await.unwrap();
        for (id, text) in texts {
            Entry::new(id, text).save(&database).await;
        }
        let embeddings = Embeddings::open(&Embedding::locate(None).unwrap()).unwrap();
        Self { dir, database, embeddings, seen: Arc::default() }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("index")
    }

    async fn open(&self) -> Retriever {
        let analyser = Analyser::without_dictionary();
        let (database, folder) = (&self.database, self.folder());
        Retriever::open(database, &self.embeddings, &analyser, &folder, &mut |_| {})
            .await
            .unwrap()
            .0
    }

    fn encode(&self) -> Encode {
        let seen = self.seen.clone();
        Arc::new(move |texts: &[&str]| {
            seen.lock().unwrap().extend(texts.iter().map(|&text| text.to_owned()));
            Ok(texts.iter().map(|text| vector(text)).collect())
        })
    }

    async fn embed(&self, retriever: &Retriever) -> Encoded {
        match self.embed_until(retriever, |_| true).await.unwrap() {
            Embedded::Complete(encoded) => encoded,
            other => panic!("{other:?}"),
        }
    }

    async fn embed_until(
        &self,
        retriever: &Retriever,
        mut goes_on: impl FnMut(Share) -> bool + Send,
    ) -> Result<Embedded, SearchError> {
        let (index, dir) = (retriever.index(), self.folder());
        embed(&self.database, index, &dir, &model(), self.encode(), &mut goes_on).await
    }

    fn take_seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.folder().join("encoded-animals")
    }

    async fn share(&self, retriever: &Retriever) -> (usize, usize) {
        let dir = self.folder();
        let share = survey(&self.database, retriever.index(), &dir, &model()).await.unwrap();
        (share.done, share.of)
    }
}

fn search(retriever: &Retriever, encoded: &Encoded, mode: Mode, text: &str) -> Found {
    let profiles = Profiles::shipped().unwrap();
    let profile = profiles.get("search").unwrap();
    let asked = EncodedQuery { query: vector(text), vectors: encoded, took: Duration::ZERO };
    let (query, encoded) = (Query::new(text), Some(asked));
    retriever.find(&Ask { query, mode, profile, rerank: true, deadline: None, encoded }).unwrap()
}

fn ids(found: &Found) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.chunk_id.as_str()).collect()
}

const TEXTS: [(&str, &str); 4] = [
    ("cat", "고양이 한 마리"),
    ("dog", "개 두 마리"),
    ("both", "고양이 개"),
    ("law", "의료광고의 심의에 관한 조문은 이 장에서 정하는 바에 따른다."),
];

#[tokio::test]
async fn the_encoders_vectors_are_searched() {
    let desk = Desk::with(&TEXTS).await;
    let retriever = desk.open().await;
    assert_eq!(desk.share(&retriever).await, (0, 4));
    assert!(Encoded::complete(retriever.index(), &desk.folder(), &model()).is_none());
    let made = desk.embed(&retriever).await;
    assert_eq!((made.len(), desk.share(&retriever).await), (4, (4, 4)));
    assert!(desk.take_seen().contains(&"cat\n고양이 한 마리".to_owned()), "heading, then text");
    let read = Encoded::complete(retriever.index(), &desk.folder(), &model()).unwrap();
    for encoded in [made, read] {
        let found = search(&retriever, &encoded, Mode::Dense, "고양이고양이");
        assert!(found.by_encoder);
        assert_eq!(ids(&found)[..2], ["cat", "both"]);
        // This also works without the vectors of the static embedding, which are not prepared here.
        let found = search(&retriever, &encoded, Mode::Hybrid, "고양이고양이");
        assert_eq!((found.mode, ids(&found)[0]), (Mode::Hybrid, "cat"));
        assert!(found.hits.iter().all(|hit| hit.rerank.is_none()));
    }
    assert!(retriever.ready(&desk.database, &mut |_| {}).await.unwrap());
    let encoded = desk.embed(&retriever).await;
    let found = search(&retriever, &encoded, Mode::Hybrid, "고양이 마리");
    assert!(found.by_encoder && found.hits[0].rerank.is_some());
    assert_eq!(ids(&found)[0], "cat");
    assert!(desk.take_seen().is_empty(), "nothing is made twice");
}

#[tokio::test]
async fn an_import_costs_what_is_new() {
    let desk = Desk::with(&TEXTS).await;
    let old = desk.open().await;
    let before = desk.embed(&old).await;
    Entry::new("new", "개 열 마리").save(&desk.database).await;
    // The same words in another document are the same passage.
    Entry { title: "cat", label: "cat", ..Entry::new("twin", "고양이 한 마리") }
        .save(&desk.database)
        .await;
    let retriever = desk.open().await;
    assert!(!before.belongs_to(retriever.index()));
    let found = search(&retriever, &before, Mode::Dense, "개");
    assert!(!found.by_encoder, "places have moved");
    desk.take_seen();
    assert_eq!(desk.share(&retriever).await, (4, 5));
    let encoded = desk.embed(&retriever).await;
    assert_eq!(desk.take_seen(), ["new\n개 열 마리"]);
    let outcome = desk.embed_until(&old, |_| true).await.unwrap();
    assert!(matches!(outcome, Embedded::Behind), "{outcome:?}");
    assert_eq!((encoded.len(), desk.share(&retriever).await), (6, (5, 5)));
    assert_eq!(ids(&search(&retriever, &encoded, Mode::Dense, "고양이"))[..2], ["cat", "twin"]);
}

#[tokio::test]
async fn what_was_made_before_the_end_is_kept() {
    let desk = Desk::with(&[]).await;
    common::many(&desk.database, 100).await;
    let retriever = desk.open().await;
    let heard = AtomicUsize::new(0);
    let some = |share: Share| {
        heard.store(share.done, Ordering::Relaxed);
        share.done < 40
    };
    let outcome = desk.embed_until(&retriever, some).await.unwrap();
    assert!(matches!(outcome, Embedded::Cancelled), "{outcome:?}");
    let done = heard.into_inner();
    assert_eq!(desk.share(&retriever).await, (done, 100));
    assert!(Encoded::complete(retriever.index(), &desk.folder(), &model()).is_none());

    // A kill in the middle of a record.
    let intact = fs::read(desk.file()).unwrap();
    fs::write(desk.file(), &intact[..intact.len() - 5]).unwrap();
    desk.take_seen();
    assert_eq!(desk.embed(&retriever).await.len(), 100);
    assert_eq!(desk.take_seen().len(), 100 - (done - 1));

    // An encoder that fails during a batch.
    forget(&desk.folder(), &model()).unwrap();
    let calls = AtomicUsize::new(0);
    let second: Encode =
        Arc::new(move |texts: &[&str]| match calls.fetch_add(1, Ordering::Relaxed) {
            1 => Err("out of memory".to_owned()),
            _ => Ok(texts.iter().map(|text| vector(text)).collect()),
        });
    let (index, dir) = (retriever.index(), desk.folder());
    let failed = embed(&desk.database, index, &dir, &model(), second, &mut |_| true).await;
    assert!(failed.unwrap_err().to_string().contains("out of memory"));
    assert_eq!(desk.share(&retriever).await, (16, 100));
    let wrong: Encode = Arc::new(|texts: &[&str]| Ok(vec![vec![0.5; 2]; texts.len()]));
    let failed = embed(&desk.database, index, &dir, &model(), wrong, &mut |_| true).await;
    assert!(failed.unwrap_err().to_string().contains("not 3 numbers"));
}

#[tokio::test]
async fn damage_is_mended() {
    let desk = Desk::with(&TEXTS).await;
    let retriever = desk.open().await;
    desk.embed(&retriever).await;
    let intact = fs::read(desk.file()).unwrap();
    let digests = fs::read_dir(desk.folder()).unwrap().map(|it| it.unwrap().path());
    let digests = digests
        .into_iter()
        .find(|path| path.file_name().unwrap().to_string_lossy().starts_with("digests-"))
        .unwrap();
    let flipped = |at: usize| {
        let mut bytes = intact.clone();
        bytes[at] ^= 1;
        bytes
    };
    let last = intact.len() - 1;
    for (path, bytes, again) in [
        (desk.file(), flipped(0), 4),
        (desk.file(), flipped(last), 1),
        (desk.file(), intact[..last].to_vec(), 1),
        (desk.file(), Vec::new(), 4),
        (desk.file(), [intact.as_slice(), b"more"].concat(), 0),
        (digests.clone(), b"nothing".to_vec(), 0),
    ] {
        fs::write(&path, &bytes).unwrap();
        desk.take_seen();
        let encoded = desk.embed(&retriever).await;
        assert_eq!((encoded.len(), desk.take_seen().len()), (4, again), "{path:?} {bytes:?}");
        assert_eq!(ids(&search(&retriever, &encoded, Mode::Dense, "고양이고양이"))[0], "cat");
        assert_eq!(fs::read(desk.file()).unwrap().len(), intact.len());
    }
}

#[tokio::test]
async fn one_process_at_a_time_and_old_passages_go() {
    let desk = Desk::with(&TEXTS).await;
    let retriever = desk.open().await;
    let lock = fs::File::create(desk.folder().join("encoded-animals.lock")).unwrap();
    lock.lock().unwrap();
    let busy = desk.embed_until(&retriever, |_| true).await.unwrap_err();
    assert!(matches!(busy, SearchError::Busy), "{busy}");
    lock.unlock().unwrap();
    desk.embed(&retriever).await;
    let size = fs::metadata(desk.file()).unwrap().len();

    // Every passage has changed: no stored vector can be used.
    for round in 0..3 {
        for (id, _) in TEXTS {
            let text = format!("{id} {round}");
            Entry { law: id, ..Entry::new(id, &text) }.save(&desk.database).await;
        }
        let retriever = desk.open().await;
        desk.embed(&retriever).await;
    }
    let grown = fs::metadata(desk.file()).unwrap().len();
    assert!(grown <= size * 3, "{grown} of {size}");
}
