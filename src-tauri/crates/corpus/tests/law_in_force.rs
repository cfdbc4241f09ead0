//! Tests of effective dates of single articles, through every function of the law book and the links.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeSet;

use jiff::civil::Date;
use simui_corpus::{ImportOptions, LawBook, LawVersions, LinkBook, ProvisionLookup, import};
use simui_domain::{ArticlePart, CitationStatus, LinkStatus};
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

struct Desk {
    dir: TempDir,
    database: Database,
    book: LawBook,
    links: LinkBook,
}

async fn desk(files: &[(&str, String)]) -> Desk {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(&dir.path().join("data")).await.unwrap();
    std::fs::create_dir(dir.path().join("in")).unwrap();
    let (book, links) = (LawBook::new(database.clone()), LinkBook::new(database.clone()));
    let desk = Desk { dir, database, book, links };
    for (name, text) in files {
        desk.take_in(name, text).await;
    }
    desk
}

impl Desk {
    async fn take_in(&self, name: &str, text: &str) {
        let path = self.dir.path().join("in").join(name);
        std::fs::write(&path, text).unwrap();
        let options = ImportOptions::default();
        import(&[path], &options, &self.database, &common::clock(), &|_| {}).await.unwrap();
    }

    async fn words(&self, title: &str, path: &str, on: &str) -> String {
        let found = self.book.find_provision(title, &path.parse().unwrap(), day(on)).await.unwrap();
        // An article begins with its heading.
        let body = |wording: String| match wording.split_once('\n') {
            Some((heading, rest)) if heading.starts_with('제') => rest.to_owned(),
            _ => wording,
        };
        match found {
            ProvisionLookup::Found(found) => body(found.whole),
            ProvisionLookup::NotInForce(found) => format!("not in force: {}", body(found.whole)),
            ProvisionLookup::Deleted(_) => "deleted".to_owned(),
            ProvisionLookup::Ambiguous(found) => format!("{} laws", found.len()),
            ProvisionLookup::NoSuchProvision { .. } => "no provision".to_owned(),
            ProvisionLookup::NoSuchDocument => "no document".to_owned(),
        }
    }
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn law(number: &str, from: &str, text: &str) -> String {
    format!(
        "---\n제목: 시험법\n법령ID: '000001'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n\n{text}"
    )
}

const FIRST: &str = "##### 제1조 (목적)\n\n처음의 목적이다.\n\n##### 제7조 (벌칙)\n\n처음의 벌칙이다.\n\n##### 제8조 (경과)\n\n처음의 경과이다.\n";
const SECOND: &str = "##### 제1조 (목적)\n\n다음의 목적이다.\n\n##### 제7조 (벌칙)\n\n다음의 벌칙이다.\n\n[시행일: 2027. 1. 1.]\n\n##### 제9조 (신고)\n\n**①** 제7조를 따른다.\n\n**②** 새 신고이다.\n\n[시행일: 2027. 1. 1.] 제2항\n\n## [별표 1]\n\n기준표의 말이다.\n\n[시행일: 2026. 7. 1.]\n";

async fn changed_after(desk: &Desk, reference: &str, on: &str) -> Option<Date> {
    desk.book.on(day(on)).await.unwrap().changed_after(reference).await.unwrap()
}

#[tokio::test]
async fn each_article_speaks_on_its_own_days() {
    let desk =
        desk(&[("1.md", law("1", "2020-01-01", FIRST)), ("2.md", law("2", "2024-01-01", SECOND))])
            .await;
    let check = async |path: &str, on: &str, expected: &str| {
        assert_eq!(desk.words("시험법", path, on).await, expected, "{path} on {on}");
    };
    check("제1조", "2023-12-31", "처음의 목적이다.").await;
    check("제1조", "2024-01-01", "다음의 목적이다.").await;
    check("제7조", "2026-12-31", "처음의 벌칙이다.").await;
    check("제7조", "2027-01-01", "다음의 벌칙이다.").await;
    // Removed by the second version, regardless of the first.
    check("제8조", "2024-01-01", "no provision").await;
    check("제9조", "2026-12-31", "① 제7조를 따른다.").await;
    check("제9조제2항", "2026-12-31", "not in force: ② 새 신고이다.").await;
    check("제9조제2항", "2027-01-01", "② 새 신고이다.").await;
    check("제1조", "2019-12-31", "not in force: 처음의 목적이다.").await;
    // A third version removes the article before it takes effect.
    desk.take_in("3.md", &law("3", "2026-01-01", FIRST)).await;
    check("제7조", "2025-12-31", "처음의 벌칙이다.").await;
    check("제7조", "2027-06-01", "처음의 벌칙이다.").await;
    let found = desk.book.find_reference("시험법 제7조", day("2027-06-01")).await.unwrap();
    assert_eq!(found.provision().unwrap().version, "법률 제3호");
}

#[tokio::test]
async fn other_doors_agree() {
    let desk =
        desk(&[("1.md", law("1", "2020-01-01", FIRST)), ("2.md", law("2", "2024-01-01", SECOND))])
            .await;
    // Full-text search.
    let saying = async |words: &str, on: &str| {
        let found = desk.database.provisions_containing(words, day(on), 10).await.unwrap();
        found.iter().map(|it| it.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(saying("처음의 벌칙", "2026-12-31").await, ["제7조"]);
    assert!(saying("처음의 벌칙", "2027-01-01").await.is_empty());
    assert!(saying("다음의 벌칙", "2026-12-31").await.is_empty());
    assert_eq!(saying("다음의 벌칙", "2027-01-01").await, ["제7조"]);
    assert!(saying("새 신고", "2026-12-31").await.is_empty());
    // Links point to the version in force.
    let law = LawVersions::find(&desk.database, "시험법").await.unwrap().unwrap();
    let target = async |on: &str| {
        let links = desk.links.all(day(on)).await.unwrap();
        let link = links.iter().find(|it| it.article_key == "제9조").unwrap().clone();
        assert_eq!(link.status, LinkStatus::Resolved, "{on}");
        link.target_document.unwrap()
    };
    assert_eq!(target("2026-12-31").await, law.documents[0].id);
    assert_eq!(target("2027-01-01").await, law.documents[1].id);
    // 별표 also has a separate effective date.
    let annex = async |on: &str| {
        let check =
            desk.book.verify_quote("기준표의 말이다.", "시험법 별표 1", day(on)).await.unwrap();
        check.status
    };
    assert_eq!(annex("2026-06-30").await, CitationStatus::Unchecked);
    assert_eq!(annex("2026-07-01").await, CitationStatus::Verified);
    // Chunks have the effective dates of their articles.
    let chunks = desk.database.chunks_of_document(&law.documents[0].id).await.unwrap();
    let last = |key: &str| chunks.iter().find(|it| it.article_key == key).unwrap().effective_to;
    assert_eq!(last("제7조"), Some(day("2026-12-31")));
    assert_eq!(last("제1조"), Some(day("2023-12-31")));
    let chunks = desk.database.chunks_of_document(&law.documents[1].id).await.unwrap();
    let first = |key: &str| chunks.iter().find(|it| it.article_key == key).unwrap().effective_from;
    assert_eq!(first("제7조"), Some(day("2027-01-01")));
    assert_eq!(first("별표 1"), Some(day("2026-07-01")));
}

#[tokio::test]
async fn days_are_compared_as_they_stood() {
    let desk =
        desk(&[("1.md", law("1", "2020-01-01", FIRST)), ("2.md", law("2", "2024-01-01", SECOND))])
            .await;
    let law = LawVersions::find(&desk.database, "시험법").await.unwrap().unwrap();
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<BTreeSet<_>>();
    let changed = async |from: &str, to: &str| {
        let parts = law.compare(&desk.database, day(from), day(to)).await.unwrap().unwrap();
        let main = parts.into_iter().find(|part| part.part == ArticlePart::Main).unwrap();
        main.articles.iter().map(|it| it.key.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(changed("2023-01-01", "2025-01-01").await, keys(&["제1조", "제8조", "제9조"]));
    assert_eq!(changed("2025-01-01", "2027-01-01").await, keys(&["제7조", "제9조"]));
    assert!(
        law.compare(&desk.database, day("2019-01-01"), day("2025-01-01")).await.unwrap().is_none()
    );
}

#[tokio::test]
async fn digests_are_compared_with_no_law() {
    let digest = law("1", "2020-01-01", "##### 제1조 (목적)\n\n목적을 우리의 말로 적는다.\n")
        .replace("상태: 시행", "상태: 시행\n요지: true");
    let desk = desk(&[("digest.md", digest), ("2.md", law("2", "2024-01-01", SECOND))]).await;
    let changed = changed_after(&desk, "시험법 제1조", "2022-01-01").await;
    assert_eq!(changed, None);
    let changed = changed_after(&desk, "시험법 제7조", "2024-06-01").await;
    assert_eq!(changed, None, "nothing before it is stored");
}

#[tokio::test]
async fn a_later_text_is_told_by_its_articles_day() {
    let desk =
        desk(&[("1.md", law("1", "2020-01-01", FIRST)), ("2.md", law("2", "2024-01-01", SECOND))])
            .await;
    let changed = async |reference: &str| changed_after(&desk, reference, "2023-06-01").await;
    assert_eq!(changed("시험법 제7조").await, Some(day("2027-01-01")));
    assert_eq!(changed("시험법 제1조").await, Some(day("2024-01-01")));
    assert_eq!(changed("시험법 제8조").await, Some(day("2024-01-01")));
}

#[tokio::test]
async fn a_file_read_by_an_older_reader_is_read_again() {
    let desk = desk(&[]).await;
    let text = law("1", "2020-01-01", SECOND);
    desk.take_in("law.md", &text).await;
    let mut source = desk.database.sources().await.unwrap().remove(0);
    source.readers = vec!["statute-markdown/1".to_owned()];
    let now = common::clock().now();
    desk.database.save_source(&source, now).await.unwrap();
    let path = desk.dir.path().join("in/law.md");
    let options = ImportOptions::default();
    let report =
        import(&[path], &options, &desk.database, &common::clock(), &|_| {}).await.unwrap();
    // The bytes are known but the reader may have changed, so the file is read again and found to be the
    // same.
    assert_eq!((report.unchanged, report.documents), (1, 0));
    let source = desk.database.sources().await.unwrap().remove(0);
    assert_eq!(source.readers, ["statute-markdown/2"]);
}
