//! Tests of the import: folders, faults, repairs, versions, cancellation.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use simui_corpus::{
    CorpusError, ImportOptions, ImportProgress, ImportReport, import, import_beir,
    install_drug_digests, install_starter,
};
use simui_domain::{DocumentId, DocumentKind, TechnologyStanding};
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

struct Desk {
    dir: TempDir,
    database: Database,
}

impl Desk {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        std::fs::create_dir(dir.path().join("in")).unwrap();
        Self { dir, database }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("in")
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.folder().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    async fn import(&self) -> ImportReport {
        self.import_as(None).await
    }

    async fn import_as(&self, kind: Option<DocumentKind>) -> ImportReport {
        let options = ImportOptions { kind, jobs: 2, ..ImportOptions::default() };
        import(&[self.folder()], &options, &self.database, &common::clock(), &|_| {}).await.unwrap()
    }
}

fn counts(report: &ImportReport) -> (usize, usize, usize) {
    (report.documents, report.unchanged, report.quarantined.len())
}

#[tokio::test]
async fn the_same_bytes_again_change_nothing() {
    let desk = Desk::new().await;
    desk.write("가/시험법.md", common::law("\n##### 제1조\n\n가.\n\n##### 제2조\n\n나.\n"));
    desk.write(".hidden.md", "x");
    let first = desk.import().await;
    assert_eq!((first.documents, first.articles, first.chunks), (1, 2, 2));
    let generation = desk.database.corpus_generation().await.unwrap();
    let again = desk.import().await;
    assert_eq!((again.documents, again.unchanged, again.articles), (0, 1, 0));
    assert_eq!(desk.database.corpus_generation().await.unwrap(), generation);
}

#[tokio::test]
async fn faulty_files_are_quarantined_and_the_rest_goes_on() {
    let desk = Desk::new().await;
    desk.write("a_empty.md", "");
    desk.write("b_binary.md", [0u8, 1, 2, 3]);
    desk.write("c_cp949.md", [0xb0u8, 0xa1, 0xb3, 0xaa]);
    desk.write("d_program.exe", "MZ");
    desk.write("e_unknown.md", "# 그냥 글\n\n내용\n");
    desk.write("f_nofront.md", "##### 제1조\n\n가.\n");
    desk.write("g_good.md", common::law("\n##### 제1조\n\n가.\n"));
    let huge = std::fs::File::create(desk.folder().join("h_huge.md")).unwrap();
    huge.set_len(65 * 1024 * 1024).unwrap();
    std::os::unix::fs::symlink(desk.folder().join("g_good.md"), desk.folder().join("i_link.md"))
        .unwrap();
    let report = desk.import().await;
    assert_eq!(counts(&report), (1, 0, 8));
    let reasons: Vec<(String, &str)> = report
        .quarantined
        .iter()
        .map(|entry| {
            let name = Path::new(&entry.path).file_name().unwrap().to_string_lossy().into_owned();
            (name, entry.reason.as_str())
        })
        .collect();
    for (name, words) in [
        ("a_empty.md", "빈 파일"),
        ("b_binary.md", "이진"),
        ("c_cp949.md", "--kind"),
        ("d_program.exe", "no reader for .exe"),
        ("e_unknown.md", "--kind"),
        ("f_nofront.md", "--kind"),
        ("h_huge.md", "너무 큽니다"),
        ("i_link.md", "링크"),
    ] {
        assert!(reasons.iter().any(|(n, r)| n == name && r.contains(words)), "{name}: {reasons:?}");
    }
    assert_eq!(desk.database.quarantine(true).await.unwrap().len(), 8);
}

#[tokio::test]
async fn a_repaired_file_clears_its_quarantine() {
    let desk = Desk::new().await;
    let lost = "\n##### 제1조\n\n다음 각 호와 같다.\n";
    desk.write("a.md", common::law(lost));
    let report = desk.import().await;
    assert_eq!(counts(&report), (1, 0, 1));
    assert_eq!(report.quarantined[0].place, "제1조");
    // Unchanged files still report their open quarantine entries.
    assert_eq!(counts(&desk.import().await), (0, 1, 1));
    desk.write("a.md", common::law(&format!("{lost}\n  1\\. 하나\n")));
    assert_eq!(counts(&desk.import().await), (1, 0, 0));
    assert!(desk.database.quarantine(true).await.unwrap().is_empty());
    // The same promulgation from different bytes replaced the old one.
    assert_eq!(desk.database.documents().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_new_version_stands_beside_the_old_one() {
    let desk = Desk::new().await;
    let old = common::law("\n##### 제1조\n\n가.\n");
    desk.write("old.md", &old);
    desk.write("new.md", old.replace("00123", "00456").replace("2020-07-01", "2026-12-24"));
    assert_eq!(counts(&desk.import().await), (2, 0, 0));
    let documents = desk.database.documents().await.unwrap();
    let dates: Vec<(String, Option<String>)> = documents
        .iter()
        .map(|d| (d.effective_from.unwrap().to_string(), d.effective_to.map(|d| d.to_string())))
        .collect();
    assert_eq!(
        dates,
        [("2020-07-01".into(), Some("2026-12-23".into())), ("2026-12-24".into(), None)]
    );
}

#[tokio::test]
async fn an_import_can_be_stopped() {
    let desk = Desk::new().await;
    for number in 0..40 {
        let text = common::law("\n##### 제1조\n\n가.\n").replace("000001", &format!("{number:06}"));
        desk.write(&format!("{number:02}.md"), text);
    }
    let options = ImportOptions { jobs: 1, ..ImportOptions::default() };
    let cancel = options.cancel.clone();
    let seen = Mutex::new(Vec::new());
    let report =
        import(&[desk.folder()], &options, &desk.database, &common::clock(), &|progress| {
            seen.lock().unwrap().push((progress.files, progress.total));
            cancel.store(true, Ordering::Relaxed);
        })
        .await
        .unwrap();
    assert!(report.cancelled && report.documents >= 1 && report.documents < 40, "{report:?}");
    assert_eq!(seen.lock().unwrap()[0], (0, 40), "stored, not at its end");
    assert_eq!(desk.database.documents().await.unwrap().len(), report.documents);
    let rest = desk.import().await;
    assert_eq!(rest.documents + report.documents, 40);
    assert!(!rest.cancelled);
}

#[tokio::test]
async fn a_file_left_in_the_middle_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let line = |n: usize| {
        format!(
            r#"{{"사건번호":"2020도{n}","법원명":"대법원","선고일자":"2020-01-02","판시사항":"쟁점 {n}"}}"#
        )
    };
    let lines: Vec<String> = (1..=200).map(line).collect();
    std::fs::write(folder.path().join("판례.jsonl"), lines.join("\n")).unwrap();
    let database = Database::open(&folder.path().join("data")).await.unwrap();
    let paths = [folder.path().join("판례.jsonl")];
    let options = ImportOptions::default();
    let cancel = options.cancel.clone();
    let stop = |_: &ImportProgress| cancel.store(true, Ordering::Relaxed);
    let report = import(&paths, &options, &database, &common::clock(), &stop).await.unwrap();
    assert!(report.cancelled && report.documents >= 1 && report.documents < 200, "{report:?}");
    assert!(database.sources().await.unwrap().is_empty());

    let options = ImportOptions::default();
    let rest = import(&paths, &options, &database, &common::clock(), &|_| {}).await.unwrap();
    assert_eq!((rest.documents + report.documents, rest.cancelled), (200, false));
    assert_eq!(database.sources().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_missing_path_is_an_error() {
    let desk = Desk::new().await;
    let missing = desk.folder().join("없는 것");
    let result = import(
        std::slice::from_ref(&missing),
        &ImportOptions::default(),
        &desk.database,
        &common::clock(),
        &|_| {},
    )
    .await;
    assert!(
        matches!(result, Err(CorpusError::NoSuchPath { path }) if path == missing.display().to_string())
    );
}

#[tokio::test]
async fn technologies_come_from_csv_and_json_lines() {
    let desk = Desk::new().await;
    desk.write(
        "list.csv",
        "# 시험용 목록\n기술명,고시번호,고시일,다른이름,사용대상,평가결과\n\"가상 시술, 하나\",제2024-1호,2024-03-01,하나술|Hana,무릎 환자,평가 유예\n,제2호,2024-01-01,\n둘째 시술,제3호,언젠가,\n셋째 시술,,,\n다섯째 시술,,,,,아마도\n",
    );
    let report = desk.import().await;
    assert_eq!(counts(&report), (1, 0, 3));
    desk.write("more.jsonl", "{\"name\": \"넷째 시술\", \"aliases\": [\"Net\"], \"evaluated_on\": \"2025-01-02\"}\n{nope}\n");
    assert_eq!(counts(&desk.import_as(Some(DocumentKind::TechRegistry)).await), (1, 1, 4));
    let technologies = desk.database.technologies().await.unwrap();
    let names: Vec<&str> = technologies.iter().map(|technology| technology.name.as_str()).collect();
    assert_eq!(names.len(), 3);
    let first =
        technologies.iter().find(|technology| technology.name == "가상 시술, 하나").unwrap();
    assert_eq!(first.aliases, ["하나술", "Hana"]);
    assert_eq!(first.evaluated_on.unwrap().to_string(), "2024-03-01");
    let stands = (first.indication.as_str(), first.standing);
    assert_eq!(stands, ("무릎 환자", TechnologyStanding::Deferred));
    let others = technologies.iter().filter(|it| it.name != first.name);
    assert!(others.into_iter().all(|it| it.standing == TechnologyStanding::Recognised));
    assert_eq!(desk.import().await.unchanged, 2);
}

#[tokio::test]
async fn benchmarks_keep_their_ids() {
    let desk = Desk::new().await;
    desk.write("corpus.jsonl", "{\"id\": \"d1\", \"title\": \"제목\", \"text\": \"첫 글\"}\n\n{\"id\": \"d2\", \"text\": \"# 둘째 글\"}\n");
    let clock = common::clock();
    let report = import_beir(&desk.folder(), &desk.database, &clock).await.unwrap();
    assert_eq!((report.documents, report.articles, report.chunks), (2, 2, 2));
    let document = desk.database.document(&DocumentId::from("d2")).await.unwrap().unwrap();
    assert_eq!((document.kind, document.body.as_str()), (DocumentKind::Bench, "# 둘째 글"));
    let chunks = desk.database.chunks_after(0, 10).await.unwrap();
    let texts: Vec<&str> = chunks.iter().map(|(_, row)| row.chunk.text.as_str()).collect();
    assert_eq!(texts, ["첫 글", "# 둘째 글"]);
    assert_eq!(import_beir(&desk.folder(), &desk.database, &clock).await.unwrap().unchanged, 2);

    let check = |line: &str, words: &str| {
        let message =
            desk.write("corpus.jsonl", format!("{{\"id\": \"d1\", \"text\": \"a\"}}\n{line}\n"));
        (message, words.to_owned())
    };
    for (line, words) in [
        ("{\"id\": 3}", "line 2"),
        ("nope", "line 2"),
        ("{\"id\": \"d1\", \"text\": \"b\"}", "used twice"),
    ] {
        let (path, words) = check(line, words);
        let error =
            import_beir(&desk.folder(), &desk.database, &clock).await.unwrap_err().to_string();
        assert!(error.contains(&path) && error.contains(&words), "{error}");
    }
}

#[tokio::test]
async fn the_digests_of_drugs_are_stored_once() {
    let desk = Desk::new().await;
    let clock = common::clock();
    assert!(install_drug_digests(&desk.database, &clock).await.unwrap() >= 300);
    assert_eq!(install_drug_digests(&desk.database, &clock).await.unwrap(), 0);
}

#[tokio::test]
async fn the_starter_corpus_gives_way_to_official_texts() {
    let desk = Desk::new().await;
    let clock = common::clock();
    let installed = install_starter(&desk.database, &clock).await.unwrap();
    assert_eq!(installed, 32);
    assert_eq!(install_starter(&desk.database, &clock).await.unwrap(), 0);
    let starter = desk.database.technologies().await.unwrap();
    assert!(starter.iter().all(|it| it.evaluated_on.is_some() && it.notice.contains("고시 제")));
    let before = desk.database.chunks_after(0, 10_000).await.unwrap();
    assert!(before.iter().any(|(_, row)| row.title == "의료법" && row.digest));
    desk.write("의료법.md", common::law("\n##### 제1조\n\n가.\n").replace("시험법", "의료법"));
    desk.import().await;
    let after = desk.database.chunks_after(0, 10_000).await.unwrap();
    assert!(!after.iter().any(|(_, row)| row.title == "의료법" && row.digest));
    // A later start does not restore the digest.
    assert_eq!(install_starter(&desk.database, &clock).await.unwrap(), 0);
    let again = desk.database.chunks_after(0, 10_000).await.unwrap();
    assert_eq!(again.len(), after.len());
}

/// A law as sent by the service of law.go.kr, and as saved from the site by a user.
fn sent(number: u32, from: &str) -> String {
    format!(
        "---\n제목: 시험법\n법령ID: '000777'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number:05}'\n시행일자: {from}\n---\n\n##### 제1조 (목적)\n\n이 법은 시험한다.\n"
    )
}

fn saved(number: u32, day: &str) -> String {
    format!(
        "시험법\n[시행 {day}] [법률 제{number}호, {day}, 일부개정]\n제1조(목적) 이 법은 시험한다.\n"
    )
}

/// The stored versions: key, version, effective from and to.
async fn versions(desk: &Desk) -> Vec<String> {
    let documents = desk.database.documents().await.unwrap();
    let day = |day: Option<jiff::civil::Date>| day.map(|it| it.to_string()).unwrap_or_default();
    let lines = documents.iter().map(|document| {
        let (from, to) = (day(document.effective_from), day(document.effective_to));
        format!("{} {} {from}~{to}", document.source_key, document.version)
    });
    lines.collect()
}

#[tokio::test]
async fn a_saved_law_and_a_sent_one_are_one_law() {
    let joined = ["000777 법률 제1호 2020-01-01~2020-12-31", "000777 법률 제2호 2021-01-01~"];
    // Saved file first: it gets the 법령ID that is imported later, and the same version is stored only once.
    let desk = Desk::new().await;
    desk.write("a.txt", saved(1, "2020. 1. 1."));
    assert_eq!(counts(&desk.import().await), (1, 0, 0));
    assert_eq!(versions(&desk).await, ["이름:시험법/법률 법률 제1호 2020-01-01~"]);
    desk.write("b.md", sent(2, "2021-01-01"));
    assert_eq!(counts(&desk.import().await), (1, 1, 0));
    assert_eq!(versions(&desk).await, joined);
    desk.write("c.md", sent(1, "2020-01-01"));
    desk.import().await;
    assert_eq!(versions(&desk).await, joined);
    // Service file first: the saved file becomes another version of the same law, and what is already stored
    // is kept.
    let desk = Desk::new().await;
    desk.write("a.md", sent(1, "2020-01-01"));
    assert_eq!(counts(&desk.import().await), (1, 0, 0));
    desk.write("b.txt", saved(2, "2021. 1. 1."));
    desk.write("c.txt", saved(1, "2020. 1. 1."));
    assert_eq!(counts(&desk.import().await), (1, 2, 0));
    assert_eq!(versions(&desk).await, joined);
    assert_eq!(stored(&desk, "2020-01-01").await.reader, "statute-markdown/2");
}

/// The version of 시험법 that takes effect on a given day, with its body.
async fn stored(desk: &Desk, from: &str) -> simui_domain::Document {
    let from = from.parse().ok();
    let all = desk.database.documents().await.unwrap();
    let version = all.iter().find(|it| it.title == "시험법" && it.effective_from == from).unwrap();
    desk.database.document(&version.id).await.unwrap().unwrap()
}

#[tokio::test]
async fn notices_of_two_ministries_stay_two() {
    let notice = |ministry: &str, number: &str| {
        format!(
            "심의 기준\n[시행 2020. 1. 1.] [{ministry}고시 제{number}호, 2020. 1. 1., 제정]\n제1조(목적) 글\n"
        )
    };
    let desk = Desk::new().await;
    desk.write("a.txt", notice("보건복지부", "2020-1"));
    desk.write("b.txt", notice("식품의약품안전처", "2020-2"));
    desk.write(
        "c.md",
        "---\n제목: 심의 기준\n법령ID: 행정규칙 9\n법령구분: 고시\n공포일자: 2020-01-01\n공포번호: 2020-2\n시행일자: 2020-01-01\n---\n\n##### 제1조 (목적)\n\n글\n",
    );
    desk.import().await;
    assert_eq!(
        versions(&desk).await,
        [
            "이름:심의기준/고시/보건복지부 고시 제2020-1호 2020-01-01~",
            "행정규칙 9 고시 제2020-2호 2020-01-01~",
        ]
    );
}

#[tokio::test]
async fn a_text_in_single_letters_is_stored_put_together() {
    use unicode_normalization::UnicodeNormalization;
    let text = "---\n제목: 시험법\n법령ID: '000777'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '00001'\n시행일자: 2020-01-01\n---\n\n##### 제1조 (목적)\n\n이 법은 각각을 시험한다.\n";
    let desk = Desk::new().await;
    let name: String = "시험법.md".nfd().collect();
    desk.write(&name, text.nfd().collect::<String>());
    assert_eq!(counts(&desk.import().await), (1, 0, 0));
    let document = stored(&desk, "2020-01-01").await;
    assert!(document.body.contains("이 법은 각각을 시험한다."));
    assert!(document.source_path.ends_with("/시험법.md"), "{}", document.source_path);
    let article = &desk.database.articles(&document.id).await.unwrap()[0];
    let letters: Vec<char> = document.body.chars().collect();
    let words: String = letters[article.start..article.end].iter().collect();
    assert_eq!(words, "##### 제1조 (목적)\n\n이 법은 각각을 시험한다.");
}

#[tokio::test]
async fn a_sheet_that_was_saved_as_text_is_a_table() {
    let table =
        "성분명1\t성분코드1\t성분명2\t성분코드2\t금기사유\n가상신\tG001\t나상신\tN001\t부정맥\n";
    let utf16: Vec<u8> =
        [0xFEFF].into_iter().chain(table.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for kind in [Some(DocumentKind::Dur), None] {
        let desk = Desk::new().await;
        desk.write("병용금기.txt", &utf16);
        let report = desk.import_as(kind).await;
        assert_eq!(counts(&report), (1, 0, 0), "{kind:?} {:?}", report.quarantined);
        let document = &desk.database.documents().await.unwrap()[0];
        assert_eq!((document.kind, document.reader.as_str()), (DocumentKind::Dur, "dur-table/2"));
    }
}
