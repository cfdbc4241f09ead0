//! Benchmarks: analysis of a sentence, building an index, and latency of queries, over the statutes of the
//! shared corpora (`SIMUI_SHARED`, or `../shared` beside the checkout) or else over generated articles. Run
//! with `cargo bench -p simui-search`.
#![allow(missing_docs, reason = "criterion's macros")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a benchmark fails by panicking")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jiff::Timestamp;
use jiff::civil::date;
use simui_domain::{
    Article, ArticleId, ArticlePart, Chunk, ChunkId, Document, DocumentId, DocumentKind,
    LawStanding,
};
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::index::{Query, SearchIndex};
use simui_store::{Database, ImportedDocument};
use tokio::runtime::Runtime;

/// 60 characters of an advertisement.
const SENTENCE: &str = "저희 병원은 국내 최초로 도입한 레이저 시술로 부작용 없이 100% 완치를 보장해 드리는 곳입니다. 상담";

const QUERIES: [&str; 4] = [
    "환자의 치료경험담을 이용한 의료광고의 금지",
    "비급여 진료비용을 할인하거나 면제하는 내용의 광고",
    "의료법 제56조제2항제8호",
    "객관적인 사실을 과장하는 내용의 광고",
];

fn analysis(c: &mut Criterion) {
    let analyser = analyser();
    let mut group = c.benchmark_group("analysis");
    group.throughput(Throughput::Elements(SENTENCE.chars().count() as u64));
    group.bench_function("morphemes of a 60-character sentence", |b| {
        b.iter(|| analyser.morphemes(black_box(SENTENCE)));
    });
    group.bench_function("terms of a 60-character sentence", |b| {
        b.iter(|| analyser.terms(black_box(SENTENCE)));
    });
    group.finish();
}

fn index(c: &mut Criterion) {
    let analyser = analyser();
    let runtime = Runtime::new().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let database = runtime.block_on(Database::open(dir.path())).unwrap();
    let chunks = runtime.block_on(fill(&database));
    let folder = dir.path().join("index");
    let open = || {
        runtime
            .block_on(SearchIndex::open(&database, &analyser, &|| None, &folder, &mut |_| {}))
            .unwrap()
    };

    let mut group = c.benchmark_group("index");
    group.throughput(Throughput::Elements(chunks as u64));
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    group.bench_function("build", |b| {
        b.iter(|| {
            let _ = std::fs::remove_dir_all(&folder);
            open()
        });
    });
    group.finish();

    let mut group = c.benchmark_group("search");
    group.bench_function("open what is there", |b| b.iter(open));
    let (index, _) = open();
    for text in QUERIES {
        let all = Query { limit: 20, ..Query::new(text) };
        group.bench_function(format!("{text}, everything"), |b| {
            b.iter(|| index.search(black_box(&all)).unwrap());
        });
        let in_force =
            Query { kinds: vec![DocumentKind::Statute], as_of: Some(date(2026, 1, 1)), ..all };
        group.bench_function(format!("{text}, statutes in force"), |b| {
            b.iter(|| index.search(black_box(&in_force)).unwrap());
        });
    }
    group.finish();
}

fn analyser() -> Analyser {
    Dictionary::locate(None).and_then(|it| Analyser::open(&it)).unwrap_or_else(|error| {
        eprintln!("{error}; measuring without it");
        Analyser::without_dictionary()
    })
}

/// Stores the corpus; returns its number of chunks.
async fn fill(database: &Database) -> usize {
    let shared = std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let mut laws = Vec::new();
    statutes(&shared.join("corpora/statutes/kr"), &mut laws);
    if laws.is_empty() {
        eprintln!("no shared corpora; generating articles");
        let article =
            |n: usize| format!("제{n}조 {}", QUERIES[n % QUERIES.len()].repeat(1 + n % 7));
        laws = (0..170).map(|law| (law * 60..law * 60 + 60).map(article).collect()).collect();
    }
    let mut chunks = 0;
    for (number, articles) in laws.iter().enumerate() {
        chunks += articles.len();
        database.save_document(&law(number, articles), Timestamp::UNIX_EPOCH).await.unwrap();
    }
    chunks
}

/// Returns the paragraphs of each statute file, about one article each.
fn statutes(dir: &Path, laws: &mut Vec<Vec<String>>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).into_iter().flatten().flatten().map(|it| it.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            statutes(&path, laws);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let articles = text.split("\n#").filter(|it| it.len() > 40).map(str::to_owned);
            laws.push(articles.collect());
        }
    }
}

fn law(number: usize, articles: &[String]) -> ImportedDocument {
    let id = |article: usize| ArticleId(format!("{number}-{article}"));
    ImportedDocument {
        document: Document {
            id: DocumentId(number.to_string()),
            kind: DocumentKind::Statute,
            title: format!("법률 {number}"),
            source_key: number.to_string(),
            version: "1".into(),
            promulgated_on: None,
            effective_from: Some(date(2020, 1, 1)),
            effective_to: None,
            standing: LawStanding::default(),
            digest: false,
            source_path: "bench".into(),
            sha256: number.to_string(),
            reader: "bench/1".into(),
            body: String::new(),
        },
        articles: (0..articles.len())
            .map(|seq| Article {
                id: id(seq),
                seq,
                part: ArticlePart::Main,
                key: seq.to_string(),
                breadcrumb: Vec::new(),
                title: String::new(),
                start: 0,
                end: 0,
                deleted: false,
                effective_from: None,
                effective_to: None,
                provisions: Vec::new(),
            })
            .collect(),
        chunks: articles
            .iter()
            .enumerate()
            .map(|(seq, text)| Chunk {
                id: ChunkId(format!("c{number}-{seq}")),
                article_id: id(seq),
                label: text.lines().next().unwrap_or_default().to_owned(),
                text: text.clone(),
                start: 0,
                end: 0,
            })
            .collect(),
    }
}

criterion_group!(benches, analysis, index);
criterion_main!(benches);
