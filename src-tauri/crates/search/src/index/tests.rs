//! An index that imports extended finds what one of the whole corpus finds.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
    LawStanding,
};
use simui_store::{Database, ImportedDocument};

use super::folder::Folder;
use super::update::update;
use super::{Companions, Query, SearchIndex};
use crate::analysis::Analyser;
use crate::dense::Embedding;

/// Documents of the corpus before anything changes.
const DOCUMENTS: usize = 40;

struct Desk {
    dir: tempfile::TempDir,
    database: Database,
    analyser: Analyser,
    embedding: Arc<Embedding>,
}

fn text(number: usize) -> String {
    let who = ["의사", "약사", "간호사", "환자", "병원"][number % 5];
    let what = ["처방전", "진단서", "의약품", "광고"][number % 4];
    format!("{who}는 {what}을 {}일 안에 신고한다. 번호{number}", number % 30 + 1)
}

/// Stores a document of two chunks; an `edition` replaces the one before.
async fn save(database: &Database, name: usize, edition: usize) {
    let body = [text(name + edition * 7), text(name * 3 + edition)];
    let article = ArticleId(format!("a-{name}-{edition}"));
    let chunk = |at: usize| Chunk {
        id: ChunkId(format!("{name}-{edition}-{at}")),
        article_id: article.clone(),
        label: format!("제{name}조"),
        text: body[at].clone(),
        start: 0,
        end: body[at].chars().count(),
    };
    let imported = ImportedDocument {
        document: Document {
            id: DocumentId(format!("d-{name}")),
            kind: DocumentKind::Guideline,
            title: format!("기준 {name}"),
            source_key: name.to_string(),
            version: "1".to_owned(),
            promulgated_on: None,
            effective_from: None,
            effective_to: None,
            standing: LawStanding::default(),
            digest: false,
            source_path: "test".to_owned(),
            sha256: format!("{name}-{edition}"),
            reader: "test/1".to_owned(),
            body: body.join("\n"),
        },
        articles: vec![Article {
            id: article.clone(),
            seq: 0,
            part: ArticlePart::Main,
            key: format!("제{name}조"),
            breadcrumb: Vec::new(),
            title: String::new(),
            start: 0,
            end: body[0].chars().count(),
            deleted: false,
            effective_from: None,
            effective_to: None,
            provisions: Vec::new(),
        }],
        chunks: vec![chunk(0), chunk(1)],
    };
    database.save_document(&imported, Timestamp::UNIX_EPOCH).await.unwrap();
}

impl Desk {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(dir.path()).await.unwrap();
        for name in 0..DOCUMENTS {
            save(&database, name, 0).await;
        }
        let embedding = Embedding::open(&Embedding::locate(None).unwrap()).unwrap();
        let (analyser, embedding) = (Analyser::without_dictionary(), Arc::new(embedding));
        Self { dir, database, analyser, embedding }
    }

    /// Opens the index in a folder, which is built where it is missing.
    async fn open(&self, folder: &Path) -> (SearchIndex, Companions) {
        let embedding = self.embedding.clone();
        let embeddings = move || Some(embedding.clone());
        let (database, analyser) = (&self.database, &self.analyser);
        let (index, _) =
            SearchIndex::open(database, analyser, &embeddings, folder, &mut |_| {}).await.unwrap();
        let companions = index.companions(&self.embedding).unwrap();
        (index, companions)
    }

    /// Brings the index up to date; `None` when it should be built instead.
    async fn update(&self, folder: &Path) -> Option<usize> {
        self.update_from(folder, 0).await
    }

    /// Brings the index up to date, as one of a single segment below `least` chunks.
    async fn update_from(&self, folder: &Path, least: usize) -> Option<usize> {
        let generation = self.database.corpus_generation().await.unwrap();
        let folder = Folder::new(folder, generation);
        let embedding = Some(self.embedding.clone());
        let (database, analyser) = (&self.database, &self.analyser);
        update(database, analyser, embedding, &folder, least, &mut |_| {}).await.unwrap()
    }

    /// Returns for each chunk that a query finds its cosine, its words and whether words find it.
    fn found(
        &self,
        (index, companions): &(SearchIndex, Companions),
        query: &str,
    ) -> BTreeMap<String, (f32, Vec<u64>, bool)> {
        let query = Query { limit: 1_000, ..Query::new(query) };
        let terms = query.terms(&self.analyser);
        let by_words = index.places(&terms, &query).unwrap();
        let admits = |place| index.admits(&query, place);
        let near = companions.vectors.nearest(&self.embedding.embed(&terms), 1_000, admits);
        let found = near.into_iter().map(|near| {
            let id = index.chunk_id(near.index).unwrap().0;
            let words = by_words.iter().any(|it| it.0 == near.index);
            (id, (near.score, companions.passages.keys_of(near.index), words))
        });
        found.collect()
    }
}

#[tokio::test]
async fn an_extended_index_finds_what_one_of_the_whole_corpus_finds() {
    let desk = Desk::new().await;
    let extended = desk.dir.path().join("extended");
    desk.open(&extended).await;
    for step in 1..=12 {
        // A new document, a new edition of an old one, and of one that was added a moment ago.
        save(&desk.database, DOCUMENTS + step, 0).await;
        save(&desk.database, step * 3 % DOCUMENTS, step).await;
        save(&desk.database, DOCUMENTS + step / 2, step).await;
        let updated = desk.update(&extended).await;
        let built = desk.dir.path().join(format!("built-{step}"));
        let (of_update, of_build) = (desk.open(&extended).await, desk.open(&built).await);
        assert_eq!(of_update.0.chunks(), of_build.0.chunks(), "step {step}");
        if step < 6 {
            assert_eq!(updated, Some(of_update.0.chunks()), "step {step}");
            assert!(of_update.0.places_count() > of_update.0.chunks());
        }
        for query in ["의사 처방전 신고", "약사는 의약품을 3일 안에", "기준 7"] {
            assert_eq!(desk.found(&of_update, query), desk.found(&of_build, query), "{query}");
        }
    }
}

#[tokio::test]
async fn much_change_and_another_analysis_are_a_reason_to_build() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    assert_eq!(desk.update(&folder).await, None, "there is nothing to bring up to date");
    desk.open(&folder).await;
    for name in 0..DOCUMENTS / 2 {
        save(&desk.database, name, 1).await;
    }
    assert_eq!(desk.update(&folder).await, None);
    desk.open(&folder).await;
    save(&desk.database, 3, 2).await;
    assert_eq!(desk.update(&folder).await, Some(DOCUMENTS * 2));
}

#[tokio::test]
async fn a_small_index_is_equal_to_one_of_the_whole_corpus() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    let small = usize::MAX;
    desk.open(&folder).await;
    // New documents, and new editions: of an old one, of the first, of new ones.
    let steps = [(DOCUMENTS, 0), (3, 1), (DOCUMENTS + 1, 0), (0, 1), (DOCUMENTS, 1), (3, 2)];
    for (step, (name, edition)) in steps.into_iter().enumerate() {
        save(&desk.database, name, edition).await;
        let chunks = (DOCUMENTS + 1 + usize::from(step > 1)) * 2;
        assert_eq!(desk.update_from(&folder, small).await, Some(chunks), "step {step}");
        let built = desk.dir.path().join(format!("built-{step}"));
        let (of_update, of_build) = (desk.open(&folder).await, desk.open(&built).await);
        for text in ["의사 처방전 신고", "약사는 의약품을 3일 안에", "기준 7"] {
            assert_eq!(desk.found(&of_update, text), desk.found(&of_build, text), "{text}");
            let query = Query::new(text);
            let terms = query.terms(&desk.analyser);
            let scores = |of: &SearchIndex| of.places(&terms, &query).unwrap();
            assert_eq!(scores(&of_update.0), scores(&of_build.0), "step {step}: {text}");
            for word in &terms.morphemes {
                let rarity = |of: &Companions| of.passages.rarity(&of.passages.ids(word));
                assert_eq!(rarity(&of_update.1), rarity(&of_build.1), "step {step}: {word}");
            }
        }
        assert_eq!(of_update.0.places_count(), chunks, "no removed chunk keeps its place");
    }
}

#[tokio::test]
async fn a_small_index_without_companions_is_built() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    desk.open(&folder).await;
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|it| it.file_name().unwrap().to_str().unwrap().starts_with("vectors-"))
    {
        std::fs::remove_file(file).unwrap();
    }
    save(&desk.database, DOCUMENTS, 0).await;
    assert_eq!(desk.update_from(&folder, usize::MAX).await, None);
    let (index, companions) = desk.open(&folder).await;
    assert_eq!(index.chunks(), companions.vectors.len());
}

#[tokio::test]
async fn lost_companions_of_an_extended_index_are_computed_again() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    desk.open(&folder).await;
    save(&desk.database, 5, 1).await;
    desk.update(&folder).await.unwrap();
    let intact = desk.open(&folder).await;
    let expected = desk.found(&intact, "의사 처방전");
    let lost = |name: &str| name.starts_with("vectors-") || name.starts_with("passages-");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let lost: Vec<_> = files.filter(|it| lost(it.file_name().unwrap().to_str().unwrap())).collect();
    assert_eq!(lost.len(), 4, "two of each segment");
    lost.iter().for_each(|file| std::fs::remove_file(file).unwrap());
    assert!(intact.0.companions(&desk.embedding).is_err());
    let made = intact.0.make_companions(&desk.database, &desk.embedding, &mut |_| {}).await;
    let made = made.unwrap().unwrap();
    assert_eq!(desk.found(&(intact.0.clone(), made), "의사 처방전"), expected);
    assert_eq!(desk.found(&desk.open(&folder).await, "의사 처방전"), expected);
}

#[tokio::test]
async fn a_document_stored_during_the_build_is_not_there_twice() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    let (index, _) = desk.open(&folder).await;
    // As if the document had been stored after the digests were read and before its chunks were.
    let manifest = index.inner.folder.as_ref().join("simui-index.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let mut described: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(described["documents"].as_object_mut().unwrap().remove("d-5").is_some());
    std::fs::write(&manifest, described.to_string()).unwrap();
    save(&desk.database, DOCUMENTS, 0).await;
    assert_eq!(desk.update(&folder).await, Some((DOCUMENTS + 1) * 2));
}

#[tokio::test]
async fn a_damaged_earlier_index_is_built_anew() {
    let desk = Desk::new().await;
    let folder = desk.dir.path().join("index");
    let (index, _) = desk.open(&folder).await;
    let files = std::fs::read_dir(index.inner.folder.as_ref()).unwrap();
    let mut files = files.map(|entry| entry.unwrap().path());
    let terms = files.find(|it| it.extension().is_some_and(|it| it == "term")).unwrap();
    let mut bytes = std::fs::read(&terms).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&terms, bytes).unwrap();
    drop(index);
    save(&desk.database, 5, 1).await;
    let embeddings = || Some(desk.embedding.clone());
    let (database, analyser) = (&desk.database, &desk.analyser);
    let opening = SearchIndex::open_extending;
    let (index, opened) =
        opening(database, analyser, &embeddings, &folder, 0, &mut |_| {}).await.unwrap();
    assert_eq!(index.chunks(), DOCUMENTS * 2);
    assert!(matches!(opened, super::Opened::Built { .. }));
    assert_eq!(index.places_count(), index.chunks(), "one segment of the whole corpus");
}
