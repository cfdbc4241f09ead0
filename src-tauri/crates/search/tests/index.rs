//! The index through its public interface: hits, filters, and repair after damage.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a child process tells its parent; a test that skips says so"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common;
use crate::common::Entry;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use simui_domain::DocumentKind;
use simui_search::analysis::Analyser;
use simui_search::index::{BuildReason, Opened, Query, SearchIndex};
use simui_store::Database;

/// A data directory with documents in it.
struct Desk {
    dir: tempfile::TempDir,
    database: Database,
    analyser: Analyser,
}

impl Desk {
    async fn with(entries: Vec<Entry>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(dir.path()).await.unwrap();
        for entry in entries {
            entry.save(&database).await;
        }
        let analyser = common::analyser().cloned().unwrap_or_else(Analyser::without_dictionary);
        Self { dir, database, analyser }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("index")
    }

    async fn open(&self) -> (SearchIndex, Opened) {
        SearchIndex::open(&self.database, &self.analyser, &|| None, &self.folder(), &mut |_| {})
            .await
            .unwrap()
    }

    /// The folder of the one index there is.
    fn index_folder(&self) -> PathBuf {
        let folders: Vec<PathBuf> = fs::read_dir(self.folder())
            .unwrap()
            .map(|it| it.unwrap().path())
            .filter(|it| it.is_dir())
            .collect();
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders[0].clone()
    }
}

fn ids(index: &SearchIndex, query: &Query) -> Vec<String> {
    let hits = index.search(query).unwrap();
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score), "{hits:?}");
    assert!(hits.iter().enumerate().all(|(place, hit)| hit.rank == place + 1), "{hits:?}");
    hits.into_iter().map(|hit| hit.chunk_id.0).collect()
}

fn entries() -> Vec<Entry> {
    vec![
        Entry::new("cure", "완치를 보장하는 표현은 소비자를 현혹할 수 있다."),
        Entry::new("price", "비급여 진료비를 할인하거나 면제하는 광고의 제한"),
        Entry::new("story", "환자의 치료경험담을 광고에 쓰는 것은 금지된다."),
        Entry::new("implant", "임플란트 시술의 부작용과 주의사항"),
        Entry::new("drug", "메트포르민 500mg 복용 시 신장 기능을 확인한다."),
    ]
}

#[tokio::test]
async fn the_right_chunk_comes_first() {
    let desk = Desk::with(entries()).await;
    let (index, _) = desk.open().await;
    for (query, expected) in [
        ("완치 보장", "cure"),
        ("완치", "cure"),
        ("환자가 말하는 치료 경험담", "story"),
        ("할인해 드립니다", "price"),
        ("임플란트를 했어요", "implant"),
        ("500 mg", "drug"),
        ("메트포르민", "drug"),
    ] {
        assert_eq!(ids(&index, &Query::new(query)).first().unwrap(), expected, "{query}");
    }
    assert!(ids(&index, &Query::new("전혀무관한낱말")).is_empty());
}

#[tokio::test]
async fn a_provision_is_found_by_its_number_whatever_the_spacing() {
    let law = |id, label| Entry {
        title: "의료법",
        label,
        kind: DocumentKind::Statute,
        ..Entry::new(id, "의료인은 다음 각 호의 어느 하나에 해당하는 행위를 하지 못한다.")
    };
    let desk = Desk::with(vec![
        law("55", "제55조"),
        law("56", "제56조"),
        law("4-2", "제4조의2"),
        law("4", "제4조"),
    ])
    .await;
    let (index, _) = desk.open().await;
    for (query, expected) in [
        ("의료법 제56조", "56"),
        ("제56조제2항제8호", "56"),
        ("제 56 조 제 2 항", "56"),
        ("제4조의2", "4-2"),
        ("제4조", "4"),
    ] {
        assert_eq!(ids(&index, &Query::new(query)).first().unwrap(), expected, "{query}");
    }
}

#[tokio::test]
async fn kinds_and_dates_are_filtered_inside_the_search() {
    let (statute, guideline) = (DocumentKind::Statute, DocumentKind::Guideline);
    let entry =
        |id, kind, from: Option<Date>| Entry {
            kind, from, ..Entry::new(id, "의료광고의 금지")
        };
    // Three versions of one law: each ends the day before the next begins.
    let version = |id, from| Entry { law: "의료법", ..entry(id, statute, Some(from)) };
    let desk = Desk::with(vec![
        version("old", date(2010, 1, 1)),
        version("present", date(2020, 1, 1)),
        version("future", date(2030, 1, 1)),
        entry("undated", statute, None),
        entry("standard", guideline, None),
        Entry { digest: true, ..entry("digest", statute, Some(date(2000, 1, 1))) },
    ])
    .await;
    let (index, _) = desk.open().await;
    let check = |kinds: &[DocumentKind], as_of, digests, expected: &[&str]| {
        let kinds = kinds.to_vec();
        let query = Query { kinds, as_of, digests, ..Query::new("의료광고 금지") };
        let mut found = ids(&index, &query);
        found.sort();
        assert_eq!(found, expected, "{query:?}");
    };
    check(&[], None, true, &["digest", "future", "old", "present", "standard", "undated"]);
    check(&[], Some(date(2019, 12, 31)), true, &["digest", "old", "standard"]);
    check(&[], Some(date(2020, 1, 1)), true, &["digest", "present", "standard"]);
    check(&[statute], Some(date(2030, 1, 1)), false, &["future"]);
    check(&[guideline], Some(date(1990, 1, 1)), true, &["standard"]);
    check(&[statute, guideline], Some(date(2005, 1, 1)), false, &["standard"]);
    check(&[DocumentKind::Drug], None, true, &[]);
}

#[tokio::test]
async fn a_limit_takes_the_best_of_many() {
    let mut entries = entries();
    for number in 0..50_usize {
        let id: &'static str = Box::leak(format!("n{number:02}").into_boxed_str());
        entries.push(Entry::new(id, "같은 내용의 광고 문서"));
    }
    let desk = Desk::with(entries).await;
    let (index, _) = desk.open().await;
    let found = ids(&index, &Query { limit: 3, ..Query::new("광고 문서") });
    assert_eq!(found, ["n00", "n01", "n02"], "equal scores come in the order of the corpus");
    assert_eq!(ids(&index, &Query { limit: 0, ..Query::new("광고 문서") }).len(), 1);
    assert_eq!(ids(&index, &Query { limit: usize::MAX, ..Query::new("광고 문서") }).len(), 52);
}

#[tokio::test]
async fn an_index_is_built_once_and_again_after_an_import() {
    let desk = Desk::with(entries()).await;
    let mut seen = 0;
    let (index, opened) = SearchIndex::open(
        &desk.database,
        &desk.analyser,
        &|| None,
        &desk.folder(),
        &mut |progress| {
            seen = progress.chunks;
        },
    )
    .await
    .unwrap();
    assert_eq!(opened, Opened::Built { why: BuildReason::Missing, chunks: 5 });
    assert_eq!((seen, index.chunks()), (5, 5));
    assert_eq!(desk.open().await.1, Opened::Found);
    assert!(index.is_current(&desk.database).await.unwrap());

    Entry::new("new", "새로 들어온 안내문").save(&desk.database).await;
    assert!(!index.is_current(&desk.database).await.unwrap());
    let (newer, opened) = desk.open().await;
    assert_eq!(opened, Opened::Built { why: BuildReason::Missing, chunks: 6 });
    assert_eq!(ids(&newer, &Query::new("안내문")), ["new"]);
    desk.index_folder();
    // The index that was opened before keeps working without its files.
    assert!(ids(&index, &Query::new("안내문")).is_empty());
    assert_eq!(ids(&index, &Query::new("완치")), ["cure"]);
}

#[tokio::test]
async fn an_empty_corpus_has_an_empty_index() {
    let desk = Desk::with(Vec::new()).await;
    let (index, opened) = desk.open().await;
    assert_eq!(opened, Opened::Built { why: BuildReason::Missing, chunks: 0 });
    assert!(ids(&index, &Query::new("완치")).is_empty());
    assert_eq!(desk.open().await.1, Opened::Found);
}

#[tokio::test]
async fn another_dictionary_means_another_index() {
    let mut desk = Desk::with(entries()).await;
    desk.open().await;
    if !desk.analyser.has_dictionary() {
        return;
    }
    desk.analyser = Analyser::without_dictionary();
    let (index, opened) = desk.open().await;
    assert_eq!(opened, Opened::Built { why: BuildReason::OtherAnalysis, chunks: 5 });
    assert_eq!(ids(&index, &Query::new("완치"))[0], "cure", "bigrams find a word of two syllables");
}

/// Damages one file after another in several ways; each time the index is rebuilt.
#[tokio::test]
async fn any_damage_is_noticed_and_repaired() {
    let desk = Desk::with(entries()).await;
    let (index, _) = desk.open().await;
    let expected = index.search(&Query::new("치료 광고")).unwrap();
    let folder = desk.index_folder();
    let intact: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_none_or(|extension| extension != "lock"))
        .map(|it| (it.clone(), fs::read(it).unwrap()))
        .collect();
    assert!(intact.len() > 5, "{intact:?}");
    for name in intact.iter().map(|(file, _)| file) {
        for damage in [remove, truncate, garble] {
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir(&folder).unwrap();
            for (file, bytes) in &intact {
                fs::write(file, bytes).unwrap();
            }
            damage(name);
            let (index, opened) = desk.open().await;
            let repaired = matches!(
                opened,
                // A garbled name of a dictionary is the name of another one.
                Opened::Built { why: BuildReason::Damaged(_) | BuildReason::OtherAnalysis, .. }
            );
            // This file lists only what tantivy may delete one day; reading the index does not need it.
            assert!(repaired || name.ends_with(".managed.json"), "{name:?}: {opened:?}");
            assert_eq!(index.search(&Query::new("치료 광고")).unwrap(), expected, "{name:?}");
        }
    }
    fs::remove_dir_all(desk.folder()).unwrap();
    assert_eq!(desk.open().await.0.search(&Query::new("치료 광고")).unwrap(), expected);
}

fn remove(file: &Path) {
    fs::remove_file(file).unwrap();
}

fn truncate(file: &Path) {
    let bytes = fs::read(file).unwrap();
    fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
}

fn garble(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 3;
    for byte in bytes.iter_mut().skip(middle).take(8) {
        *byte = byte.wrapping_add(17);
    }
    fs::write(file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn those_who_open_at_once_share_one_build() {
    let desk = Desk::with(entries()).await;
    let opening = (0..6).map(|_| {
        let (database, analyser, folder) =
            (desk.database.clone(), desk.analyser.clone(), desk.folder());
        tokio::spawn(async move {
            SearchIndex::open(&database, &analyser, &|| None, &folder, &mut |_| {}).await.unwrap()
        })
    });
    let mut built = 0;
    for opened in opening.collect::<Vec<_>>() {
        let (index, opened) = opened.await.unwrap();
        built += usize::from(opened != Opened::Found);
        assert_eq!(ids(&index, &Query::new("완치")), ["cure"]);
    }
    assert_eq!(built, 1);
    desk.index_folder();
}

/// Set for the processes that [`processes_that_open_at_once_share_one_build`] starts.
const CHILD: &str = "SIMUI_TEST_DATA_DIR";

#[tokio::test]
async fn processes_that_open_at_once_share_one_build() {
    let desk = Desk::with(entries()).await;
    let program = std::env::current_exe().unwrap();
    let children: Vec<_> = (0..3)
        .map(|_| {
            Command::new(&program)
                .args(["--exact", "index::one_of_several_processes", "--nocapture"])
                .env(CHILD, desk.dir.path())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut built = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        built += String::from_utf8(output.stdout).unwrap().matches("built the index").count();
    }
    assert_eq!(built, 1);
    assert_eq!(desk.open().await.1, Opened::Found);
}

#[tokio::test]
async fn one_of_several_processes() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let dir = Path::new(&dir);
    let database = Database::open(dir).await.unwrap();
    let analyser = common::analyser().cloned().unwrap_or_else(Analyser::without_dictionary);
    let (index, opened) =
        SearchIndex::open(&database, &analyser, &|| None, &dir.join("index"), &mut |_| {})
            .await
            .unwrap();
    assert_eq!(ids(&index, &Query::new("완치")), ["cure"]);
    if opened != Opened::Found {
        println!("built the index");
    }
}

#[tokio::test]
async fn a_build_that_was_killed_leaves_nothing_behind() {
    let desk = Desk::with(entries()).await;
    let left = desk.folder().join("building-1");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("meta.json"), "half").unwrap();
    desk.open().await;
    assert!(!left.exists());
    desk.index_folder();
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_one_clear_error() {
    let desk = Desk::with(entries()).await;
    fs::write(desk.folder(), "a file where the folder should be").unwrap();
    let error =
        SearchIndex::open(&desk.database, &desk.analyser, &|| None, &desk.folder(), &mut |_| {})
            .await;
    let message = error.unwrap_err().to_string();
    assert!(message.contains("index"), "{message}");
}

/// Needs a small file system of its own: `mount -t tmpfs -o size=4m tmpfs DIR`, `SIMUI_SMALL_DISK=DIR`.
#[tokio::test]
async fn a_full_disk_is_one_clear_error_and_nothing_is_lost() {
    let Some(disk) = std::env::var_os("SIMUI_SMALL_DISK") else {
        eprintln!("SKIPPED: SIMUI_SMALL_DISK names no small file system");
        return;
    };
    let folder = Path::new(&disk).join("index");
    let desk = Desk::with(entries()).await;
    let open = async || {
        SearchIndex::open(&desk.database, &desk.analyser, &|| None, &folder, &mut |_| {}).await
    };
    let (index, _) = open().await.unwrap();
    Entry::new("new", "새로 들어온 안내문").save(&desk.database).await;

    let ballast = Path::new(&disk).join("ballast");
    let mut file = fs::File::create(&ballast).unwrap();
    while file.write(&[0; 512]).is_ok() {}
    let error = open().await.unwrap_err().to_string();
    assert!(error.contains("disk"), "{error}");
    assert_eq!(ids(&index, &Query::new("완치")), ["cure"], "the old index goes on");

    drop(file);
    fs::remove_file(&ballast).unwrap();
    assert_eq!(ids(&open().await.unwrap().0, &Query::new("안내문")), ["new"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn no_query_is_an_instruction() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = runtime.block_on(Desk::with(entries()));
    let (index, _) = runtime.block_on(desk.open());
    for text in [
        "\"완치",
        "완치 AND 보장 OR NOT",
        "morphemes:완치 -보장 +할인",
        "완치^100 ~2 [a TO z] {* }",
        "(((완치)))",
        "완치\0\u{1}\u{7f}\u{200b}",
        "*",
        "' OR 1=1 --",
    ] {
        let expected = usize::from(text.contains("완치"));
        let found = ids(&index, &Query::new(text));
        assert!(found.len() >= expected, "{text}: {found:?}");
        assert!(expected == 0 || found.contains(&"cure".to_owned()), "{text}: {found:?}");
    }
    let long = "완치를 보장하는 ".repeat(80_000);
    assert_eq!(ids(&index, &Query::new(long))[0], "cure");
    let many: String =
        (0..60_000_u32).filter_map(|n| char::from_u32(0xAC00 + n % 11_172)).collect();
    ids(&index, &Query::new(many));

    proptest!(ProptestConfig::with_cases(64), |(text in any::<String>())| {
        ids(&index, &Query::new(text));
    });
}
