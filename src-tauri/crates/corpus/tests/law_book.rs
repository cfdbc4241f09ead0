//! Tests of lookups and citations in a small law, the starter corpus and the real 의료법.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a failed unwrap is a failed test")]

use std::path::PathBuf;
use std::time::Instant;

use jiff::civil::Date;
use proptest::prelude::*;
use simui_corpus::{ImportOptions, LawBook, LawVersions, ProvisionLookup, import, install_starter};
use simui_domain::CitationStatus;
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

const LAW: &str = "\n##### 제1조 (목적)\n\n이 법은 시험을 위하여 만든 법이다.\n\n##### 제2조 (금지)\n\n**①** 누구든지 다음 각 호의 광고를 하지 못한다. 다만, 허가를 받은 경우에는 그러하지 아니하다. <개정 2019.1.1>\n\n  1\\. 객관적인 사실을 부풀린 광고\n  2\\. 비급여 진료비용을 100분의 15 넘게 깎는 광고\n\n**②** 제1항을 위반한 자는 3년 이하의 징역이나 1,000만원 이하의 벌금에 처한다.\n\n##### 제3조\n\n삭제 <2019.1.1>\n\n##### 제4조 (광고의 자유)\n\n제2조의 금지에 들지 않는 광고는 자유롭게 할 수 있다.\n\n## 부칙\n\n부칙 <제123호,2020.1.1>\n\n제1조(시행일) 이 법은 공포 후 6개월이 지난 날부터 시행한다.\n";

const STANDARD: &str = "---\n자료종류: guideline\n제목: 시험 기준\n시행일자: 2020-01-01\n---\n\n# 시험 기준\n\n## 비교 광고\n\n다른 곳과 견주어 우수하다고 하지 않는다.\n";

struct Desk {
    _dir: TempDir,
    database: Database,
    book: LawBook,
}

async fn desk(files: &[(&str, String)]) -> Desk {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(&dir.path().join("data")).await.unwrap();
    let folder = dir.path().join("in");
    std::fs::create_dir(&folder).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    take_in(&database, folder).await;
    Desk { book: LawBook::new(database.clone()), database, _dir: dir }
}

async fn take_in(database: &Database, path: PathBuf) {
    let options = ImportOptions { jobs: 2, ..ImportOptions::default() };
    import(&[path], &options, database, &common::clock(), &|_| {}).await.unwrap();
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn now() -> Date {
    day("2026-11-21")
}

async fn small() -> Desk {
    desk(&[("law.md", common::law(LAW)), ("standard.md", STANDARD.to_owned())]).await
}

#[tokio::test]
async fn provisions_by_title_and_number() {
    let desk = small().await;
    let find = async |path: &str, on: Date| {
        desk.book.find_provision("시험법", &path.parse().unwrap(), on).await.unwrap()
    };
    let ProvisionLookup::Found(found) = find("제2조제1항제1호", now()).await else {
        unreachable!()
    };
    assert_eq!(found.text, "객관적인 사실을 부풀린 광고");
    assert_eq!(found.reference, "시험법 제2조제1항제1호");
    assert_eq!((found.version.as_str(), found.article_title.as_str()), ("법률 제123호", "금지"));
    let chunk = desk.database.chunks(&[found.chunk_id.clone().unwrap()]).await.unwrap();
    assert!(chunk[0].chunk.text.contains("객관적인 사실을 부풀린 광고"));
    assert!(
        matches!(find("제2조제1항", now()).await, ProvisionLookup::Found(f) if f.whole.contains("1. 객관적인"))
    );
    assert!(matches!(find("제3조", now()).await, ProvisionLookup::Deleted(_)));
    assert!(matches!(find("제9조", now()).await, ProvisionLookup::NoSuchProvision { .. }));
    assert!(matches!(find("제2조제3항", now()).await, ProvisionLookup::NoSuchProvision { .. }));
    assert!(matches!(find("제2조제1항", day("2020-06-30")).await, ProvisionLookup::NotInForce(_)));
    assert!(matches!(find("제2조제1항", day("2020-07-01")).await, ProvisionLookup::Found(_)));
    let missing =
        desk.book.find_provision("없는법", &"제1조".parse().unwrap(), now()).await.unwrap();
    assert_eq!(missing, ProvisionLookup::NoSuchDocument);
}

#[tokio::test]
async fn an_import_is_seen_at_once() {
    let desk = desk(&[]).await;
    let path = "제1조".parse().unwrap();
    let before = desk.book.find_provision("시험법", &path, now()).await.unwrap();
    assert_eq!(before, ProvisionLookup::NoSuchDocument);
    let file = desk._dir.path().join("in/law.md");
    std::fs::write(&file, common::law(LAW)).unwrap();
    take_in(&desk.database, file).await;
    let after = desk.book.find_provision("시험법", &path, now()).await.unwrap();
    assert!(matches!(after, ProvisionLookup::Found(_)));
}

#[tokio::test]
async fn quotes_against_the_law() {
    use CitationStatus::*;
    let desk = small().await;
    let check = async |quote: &str, article: &str, expected: CitationStatus, at: Option<&str>| {
        let check = desk.book.verify_quote(quote, article, now()).await.unwrap();
        assert_eq!(check.status, expected, "{quote:?} at {article}: {check:?}");
        let found = check.found.map(|found| found.reference);
        assert_eq!(found.as_deref(), at, "{quote:?} at {article}");
        assert_eq!(check.note.is_empty(), expected == Verified, "{quote:?} at {article}");
    };
    let first = "시험법 제2조제1항제1호";
    let text = "객관적인 사실을 부풀린 광고";
    check(text, first, Verified, Some(first)).await;
    check("1. 객관적인 사실을 부풀린 광고", first, Verified, Some(first)).await;
    // Lower levels count as part of the provision above.
    check(text, "시험법 제2조", Verified, Some("시험법 제2조")).await;
    check(text, "「시험법」 제2조(금지) 제1항 제1호", Verified, Some(first)).await;
    check("객관적인  사실을 부풀린\n광고.", first, Repaired, Some(first)).await;
    check("**객관적인** 사실을 “부풀린” 광고", first, Repaired, Some(first)).await;
    check(text, "시험법 제4조", Misattributed, Some(first)).await;
    check(text, "시험법 제77조", Misattributed, Some(first)).await;
    check(text, "없는법 제1조", Misattributed, Some(first)).await;
    check("주관적인 사실을 부풀린 광고", first, NotFound, Some(first)).await;
    check("아무도 하지 않은 말이다", "시험법 제77조", NotFound, None).await;
    check("아무도 하지 않은 말이다", "없는법 제1조", Unchecked, None).await;
    check("아무도 하지 않은 말이다", "읽을 수 없는 것", Unchecked, None).await;
    check(text, "시험법 제2조(광고의 자유)제1항제1호", TitleMismatch, Some(first)).await;
    check("이 조는 사라졌다", "시험법 제3조", Repealed, Some("시험법 제3조")).await;
    check("", first, Unchecked, None).await;
    check("광고를", first, Unchecked, None).await;
    check(". , ( ) ! 광고", first, Unchecked, None).await;
    // Cut off inside a number, before a negation, or after a negating prefix.
    check("년 이하의 징역이나 1,000만원", "시험법 제2조제2항", Verified, Some("시험법 제2조제2항"))
        .await;
    check("000만원 이하의 벌금에", "시험법 제2조제2항", NotFound, Some("시험법 제2조제2항")).await;
    check("다음 각 호의 광고를 하지", "시험법 제2조제1항", NotFound, Some("시험법 제2조제1항"))
        .await;
    check(
        "급여 진료비용을 100분의 15 넘게",
        "시험법 제2조제1항제2호",
        NotFound,
        Some("시험법 제2조제1항제2호"),
    )
    .await;
    // The exception may not be left out of the middle.
    check(
        "누구든지 다음 각 호의 광고를 하지 못한다. 1. 객관적인 사실을 부풀린 광고",
        "시험법 제2조제1항",
        NotFound,
        Some("시험법 제2조제1항"),
    )
    .await;
    let before = desk.book.verify_quote(text, first, day("2020-01-01")).await.unwrap();
    assert_eq!(before.status, Unchecked, "{}", before.note);
    assert!(before.note.contains("2020-07-01"), "{}", before.note);
}

#[tokio::test]
async fn quotes_from_standards_and_supplementary_provisions() {
    let desk = small().await;
    let status = async |quote: &str, article: &str| {
        desk.book.verify_quote(quote, article, now()).await.unwrap().status
    };
    let quote_text = "다른 곳과 견주어 우수하다고 하지 않는다.";
    assert_eq!(status(quote_text, "시험 기준 비교 광고").await, CitationStatus::Verified);
    assert_eq!(status(quote_text, "시험 기준").await, CitationStatus::Verified);
    assert_eq!(
        status("다른 곳과 견주어 우수하다고 한다.", "시험 기준 비교 광고").await,
        CitationStatus::NotFound
    );
    let block = "시험법 부칙(2020. 1. 1. 제123호) 제1조";
    assert_eq!(
        status("이 법은 공포 후 6개월이 지난 날부터 시행한다.", block).await,
        CitationStatus::Verified
    );
}

#[tokio::test]
async fn digests_speak_until_the_law_is_there() {
    let desk = desk(&[]).await;
    install_starter(&desk.database, &common::clock()).await.unwrap();
    let path = "제56조제2항제8호".parse().unwrap();
    let ProvisionLookup::Found(found) =
        desk.book.find_provision("의료법", &path, now()).await.unwrap()
    else {
        unreachable!()
    };
    assert!(found.digest);
    let check = desk.book.verify_quote(&found.text, &found.reference, now()).await.unwrap();
    assert_eq!(check.status, CitationStatus::Verified);
    // Text missing from the digest may still be in the law.
    let check = desk
        .book
        .verify_quote("의료업을 정지시킬 수 있다", "의료법 제64조제1항", now())
        .await
        .unwrap();
    assert_eq!(check.status, CitationStatus::Unchecked);
    let check = desk
        .book
        .verify_quote("의료광고도 표현이므로 사전검열 금지가 적용된다.", "2015헌바75 판단", now())
        .await;
    assert_eq!(check.unwrap().status, CitationStatus::Verified);

    let Some(corpora) = common::corpora() else { return };
    take_in(&desk.database, corpora.join("statutes/kr/의료법")).await;
    let ProvisionLookup::Found(found) =
        desk.book.find_provision("의료법", &path, now()).await.unwrap()
    else {
        unreachable!()
    };
    assert_eq!(
        (found.digest, found.text.as_str()),
        (false, "객관적인 사실을 과장하는 내용의 광고")
    );
    assert_eq!(found.version, "법률 제21524호");
    // Before the imported version took effect, only the digest gives the law.
    let early = desk.book.find_provision("의료법", &path, day("2020-01-01")).await.unwrap();
    assert!(matches!(early, ProvisionLookup::Found(found) if found.digest));
}

/// The review checks five to ten quotes per advertisement.
#[tokio::test]
async fn checks_are_quick() {
    let Some(corpora) = common::corpora() else { return };
    let desk = desk(&[]).await;
    take_in(&desk.database, corpora.join("statutes/kr")).await;
    let quote = "객관적인 사실을 과장하는 내용의 광고";
    let verify = async |article: &str| desk.book.verify_quote(quote, article, now()).await.unwrap();
    assert_eq!(verify("의료법 제56조제2항제8호").await.status, CitationStatus::Verified);
    let start = Instant::now();
    for _ in 0..100 {
        verify("의료법 제56조제2항제8호").await;
    }
    eprintln!("verified: {:?} a quote", start.elapsed() / 100);
    let start = Instant::now();
    let wrong = verify("의료법 제1조").await;
    eprintln!("misattributed: {:?}", start.elapsed());
    assert_eq!(wrong.status, CitationStatus::Misattributed);
    assert_eq!(wrong.found.unwrap().reference, "의료법 제56조제2항제8호");
}

/// Mutations that change the meaning of a quote.
fn mutated(text: &str, way: u8, at: prop::sample::Index) -> Option<String> {
    let pick = |places: Vec<usize>| (!places.is_empty()).then(|| places[at.index(places.len())]);
    let replace = |from: &str, to: &str| {
        let place = pick(text.match_indices(from).map(|(place, _)| place).collect())?;
        Some(format!("{}{to}{}", &text[..place], &text[place + from.len()..]))
    };
    match way {
        0 => {
            let place =
                pick(text.match_indices(|c: char| c.is_ascii_digit()).map(|(p, _)| p).collect())?;
            let digit = text.as_bytes()[place];
            let other = char::from(b'0' + (digit - b'0' + 1) % 10);
            Some(format!("{}{other}{}", &text[..place], &text[place + 1..]))
        }
        1 => replace("하지 못한다", "한다"),
        2 => replace("아니하", "하"),
        3 => replace("없", "있"),
        4 => replace("할 수 있다", "하여야 한다"),
        5 => {
            let start = pick(text.match_indices('(').map(|(place, _)| place).collect())?;
            let end = start + text[start..].find(')')? + 1;
            let inside = text[start..end].chars().filter(|c| c.is_alphanumeric()).count();
            let kept = format!("{}{}", &text[..start], &text[end..]);
            (inside > 0 && start > 0 && end < text.len()).then_some(kept)
        }
        6 => {
            let start = pick(text.match_indices(" 다만, ").map(|(place, _)| place).collect())?;
            let end = start + text[start..].find(". ")? + 1;
            (start > 0).then(|| format!("{}{}", &text[..start], &text[end..]))
        }
        // A number cut off at its start: 15 → 5.
        _ => {
            let cuts =
                text.char_indices().zip(text.chars().skip(1)).filter_map(|((place, c), next)| {
                    (c.is_ascii_digit() && next.is_ascii_digit()).then_some(place + 1)
                });
            pick(cuts.collect()).map(|place| text[place..].to_owned())
        }
    }
}

/// Every provision of the main text of a stored law, as reference and text.
async fn quotable_provisions(desk: &Desk, title: &str) -> Vec<(String, String)> {
    let law = LawVersions::find(&desk.database, title).await.unwrap().unwrap();
    let document = law.on(now()).unwrap().clone();
    let articles = desk.database.articles(&document.id).await.unwrap();
    articles
        .iter()
        .filter(|article| article.part == simui_domain::ArticlePart::Main)
        .flat_map(|article| &article.provisions)
        .filter(|provision| !provision.deleted && provision.text.chars().count() >= 12)
        .map(|provision| (format!("{title} {}", provision.path), provision.text.clone()))
        .collect()
}

#[test]
fn mutated_quotes_are_never_verified() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (desk, provisions) = runtime.block_on(async {
        let desk = small().await;
        let mut provisions = quotable_provisions(&desk, "시험법").await;
        match common::corpora() {
            Some(corpora) => {
                take_in(&desk.database, corpora.join("statutes/kr/의료법")).await;
                assert!(provisions.len() < 10);
                provisions.extend(quotable_provisions(&desk, "의료법").await);
                provisions.extend(quotable_provisions(&desk, "의료법 시행령").await);
                assert!(provisions.len() > 800);
            }
            None => {
                install_starter(&desk.database, &common::clock()).await.unwrap();
                provisions.extend(quotable_provisions(&desk, "의료법").await);
            }
        }
        (desk, provisions)
    });
    let config =
        ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let strategy = (any::<prop::sample::Index>(), 0u8..8, any::<prop::sample::Index>());
    runner
        .run(&strategy, |(which, way, at)| {
            let (reference, text) = &provisions[which.index(provisions.len())];
            let verify =
                |quote: &str| runtime.block_on(desk.book.verify_quote(quote, reference, now()));
            prop_assert_eq!(
                verify(text).unwrap().status,
                CitationStatus::Verified,
                "{}",
                reference
            );
            if let Some(quote) = mutated(text, way, at) {
                let check = verify(&quote).unwrap();
                prop_assert!(
                    !check.status.is_confirmed(),
                    "{} {:?} {:?}",
                    reference,
                    quote,
                    check.status
                );
            }
            Ok(())
        })
        .unwrap();
}
