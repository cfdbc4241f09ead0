//! Tests of citations in whole texts, checked against stored law: statuses, notes, and what must never be
//! verified.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it measures and skips"
)]

use std::path::PathBuf;
use std::time::Instant;

use jiff::civil::Date;
use proptest::prelude::*;
use simui_corpus::{CheckedReference, ImportOptions, LawBook, import, install_starter};
use simui_domain::CitationStatus::{self, *};
use simui_domain::DocumentKind;
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

const ACT: &str = "\n##### 제1조 (목적)\n\n이 법은 시험을 위하여 만든 법이다.\n\n##### 제2조 (금지)\n\n**①** 누구든지 다음 각 호의 광고를 하지 못한다. 다만, 허가를 받은 경우에는 그러하지 아니하다.\n\n  1\\. 객관적인 사실을 부풀린 광고\n  2\\. 비급여 진료비용을 100분의 15 넘게 깎는 광고\n  3\\. 의사ㆍ치과의사를 견주는 광고\n\n**②** 제1항을 위반한 자는 3년 이하의 징역에 처한다.\n\n##### 제3조\n\n삭제 <2019.1.1>\n\n##### 제4조의2 (광고의 자유)\n\n금지에 들지 않는 광고는 자유롭게 할 수 있다.\n";

const LATER: &str = "\n##### 제1조 (목적)\n\n이 법은 시험을 위하여 만든 법이다.\n\n##### 제2조 (금지)\n\n**①** 누구든지 겁을 주는 광고를 하여서는 아니 된다.\n";

const OTHER: &str = "\n##### 제1조 (목적)\n\n이 법은 다른 것을 정한다.\n\n##### 제2조 (신고)\n\n신고는 열흘 안에 서면으로 하여야 한다.\n";

fn law(title: &str, id: &str, number: &str, from: &str, body: &str) -> String {
    format!(
        "---\n제목: {title}\n법령ID: '{id}'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n{body}"
    )
}

struct Desk {
    dir: TempDir,
    database: Database,
    book: LawBook,
}

impl Desk {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        Self { book: LawBook::new(database.clone()), database, dir }
    }

    async fn small() -> Self {
        let desk = Self::new().await;
        for (name, text) in [
            ("act.md", law("시험법", "000001", "123", "2020-07-01", ACT)),
            ("later.md", law("시험법", "000001", "456", "2030-01-01", LATER)),
            ("other.md", law("신고법", "000002", "789", "2020-01-01", OTHER)),
        ] {
            let path = desk.dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            desk.take_in(path).await;
        }
        desk
    }

    async fn take_in(&self, path: PathBuf) {
        let options = ImportOptions { jobs: 2, ..ImportOptions::default() };
        import(&[path], &options, &self.database, &common::clock(), &|_| {}).await.unwrap();
    }

    async fn check(&self, text: &str) -> Vec<CheckedReference> {
        self.book.check_citations(text, today()).await.unwrap()
    }
}

fn today() -> Date {
    "2026-11-21".parse().unwrap()
}

#[tokio::test]
async fn what_a_citation_comes_to() {
    let desk = Desk::small().await;
    let check = async |text: &str, status: CitationStatus, article: Option<&str>, note: &str| {
        let found = desk.check(text).await;
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].status, status, "{text}: {found:?}");
        assert_eq!(found[0].article.as_deref(), article, "{text}");
        assert!(found[0].note.contains(note), "{text}: {}", found[0].note);
        assert_eq!(found[0].note.is_empty(), status == Verified, "{text}");
    };
    let first = Some("시험법 제2조제1항제1호");
    check(
        "시험법 제2조 제1항 제1호는 “객관적인 사실을 부풀린 광고”를 막는다.",
        Verified,
        first,
        "",
    )
    .await;
    check("“객관적인 사실을 부풀린 광고”(「시험법」 제2조(금지) 제1항 제1호)", Verified, first, "")
        .await;
    check("시험법 제2조제1항제1호 내지 제3호는 “객관적인 사실을 부풀린 광고”", Verified, first, "")
        .await;
    check(
        "시험법 제2조제1항제1호부터 제3호까지는 “의사ㆍ치과의사를 견주는 광고”",
        Verified,
        Some("시험법 제2조제1항제3호"),
        "",
    )
    .await;
    check("시험법 제4조의2: “자유롭게 할 수 있다”", Verified, Some("시험법 제4조의2"), "").await;
    check(
        "시험법 제2조제1항제3호: “의사, 치과의사를  견주는 광고”",
        Repaired,
        Some("시험법 제2조제1항제3호"),
        "띄어쓰기",
    )
    .await;
    // A paraphrase is never verified.
    check(
        "시험법 제2조제1항제1호는 “객관적 사실을 과하게 부풀린 광고”",
        NotFound,
        first,
        "없는 말",
    )
    .await;
    check(
        "시험법 제2조제1항은 누구든지 광고를 하지 못한다고 규정하고 있다.",
        NotFound,
        Some("시험법 제2조제1항"),
        "",
    )
    .await;
    check(
        "시험법 제1조는 “객관적인 사실을 부풀린 광고”",
        Misattributed,
        first,
        "시험법 제2조제1항제1호에 있습니다",
    )
    .await;
    check(
        "시험법 제1조는 “객관적인  사실을, 부풀린 광고”",
        Misattributed,
        first,
        "시험법 제2조제1항제1호에 있습니다",
    )
    .await;
    check(
        "신고법 제2조: “객관적인사실을 부풀린 광고”",
        Misattributed,
        first,
        "시험법 제2조제1항제1호",
    )
    .await;
    check(
        "시험법 제4조: “자유롭게 할 수 있다”",
        Misattributed,
        Some("시험법 제4조의2"),
        "제4조의2",
    )
    .await;
    check(
        "없는법 제4조: “자유롭게 할 수 있다”",
        Misattributed,
        Some("시험법 제4조의2"),
        "제4조의2",
    )
    .await;
    // An exception belongs to the sentence it limits, unless the reference says 본문.
    let main = "누구든지 다음 각 호의 광고를 하지 못한다.";
    let text = format!("시험법 제2조제1항: “{main}”");
    check(&text, Repaired, Some("시험법 제2조제1항"), "단서").await;
    let with_exception = format!("{main} 다만, 허가를 받은 경우에는 그러하지 아니하다.");
    assert_eq!(desk.check(&text).await[0].stored.as_deref(), Some(with_exception.as_str()));
    check(&format!("시험법 제2조제1항 본문: “{main}”"), Verified, Some("시험법 제2조제1항"), "")
        .await;
    check("시험법 제3조: “삭제된 조문의 말”", Repealed, Some("시험법 제3조"), "삭제").await;
    check("시험법 제3조에 따라", Repealed, Some("시험법 제3조"), "삭제").await;
    check("시험법 제9조에 따라", NotFound, None, "그런 조문이 없습니다").await;
    check("시험법 제2조(광고의 자유)에 따라", TitleMismatch, Some("시험법 제2조"), "금지").await;
    check(
        "시험법 제2조제1항: “겁을 주는 광고를 하여서는 아니 된다”",
        Unchecked,
        Some("시험법 제2조제1항"),
        "2030-01-01부터",
    )
    .await;
    check("시험법 제2조에 따라", Unchecked, Some("시험법 제2조"), "인용문이 없습니다").await;
    check("시험법 제2조제1항제1호부터 제9호까지", NotFound, None, "그런 조문이 없습니다").await;
    check("시험법 제2조는 “광고를”", Unchecked, None, "너무 짧아").await;
    check("없는법 제1조: “아무도 하지 않은 말이다”", Unchecked, None, "저장되어 있지").await;
    check("제1조: “이 법은 시험을 위하여 만든 법이다.”", Unchecked, None, "어느 법령").await;
    check("구 시험법 제1조: “이 법은 시험을 위하여 만든 법이다.”", Unchecked, None, "언제의 것")
        .await;
    check("시험법 제2조제2항의2: “3년 이하의 징역에 처한다”", Unchecked, None, "가지번호").await;
    check("대법원 2099. 1. 2. 선고 2098도1 판결", Unchecked, None, "저장되어 있지").await;
    let repaired = desk.check("시험법 제2조제1항제3호: “의사·치과의사를 견주는 광고”").await;
    assert_eq!(repaired[0].stored.as_deref(), Some("의사ㆍ치과의사를 견주는 광고"));
    let before =
        desk.book.check_citations("시험법 제1조", "2019-01-01".parse().unwrap()).await.unwrap();
    assert_eq!(before[0].status, Unchecked, "not in force yet");
}

#[tokio::test]
async fn decisions_by_number_court_and_day() {
    let desk = Desk::new().await;
    install_starter(&desk.database, &common::clock()).await.unwrap();
    let check = async |text: &str, status: CitationStatus| {
        let found = desk.check(text).await;
        assert_eq!((found.len(), found[0].status), (1, status), "{text}: {found:?}");
    };
    let quote = "의료광고도 표현이므로 사전검열 금지가 적용된다.";
    check(&format!("헌재 2015. 12. 23. 2015헌바75 결정은 “{quote}”고 하였다."), Verified).await;
    check(&format!("2015헌바75: “{quote}”"), Verified).await;
    check(&format!("헌재 2015. 12. 24. 2015헌바75: “{quote}”"), TitleMismatch).await;
    check(&format!("대법원 2015. 12. 23. 선고 2015헌바75: “{quote}”"), TitleMismatch).await;
    check("헌재 2015. 12. 23. 2015헌바75: “의료광고는 표현이 아니므로 검열할 수 있다”", NotFound)
        .await;
    check("헌재 2015. 12. 23. 2015헌바75", Unchecked).await;
}

/// Every quotable provision of the main text of the stored statutes in force, as reference and text.
async fn quotable_provisions(desk: &Desk) -> Vec<(String, String)> {
    let mut provisions = Vec::new();
    for document in desk.database.documents().await.unwrap() {
        let begun = document.effective_from.is_some_and(|from| from <= today());
        if document.kind != DocumentKind::Statute || !begun {
            continue;
        }
        let articles = desk.database.articles(&document.id).await.unwrap();
        let main = articles.iter().filter(|it| it.part == simui_domain::ArticlePart::Main);
        for provision in main.filter(|it| !it.deleted).flat_map(|article| &article.provisions) {
            let text = provision.text.trim();
            // One line, without marks that would end the quotation.
            let plain = !text.contains(['\n', '“', '”', '"', '‘', '’', '\'']);
            if plain && !provision.deleted && text.chars().count() >= 15 {
                provisions
                    .push((format!("{} {}", document.title, provision.path), text.to_owned()));
            }
        }
    }
    provisions
}

/// Mutations that make a citation wrong. `None` if the mutation cannot be applied.
fn mutated(
    (reference, text): &(String, String),
    way: u8,
    at: prop::sample::Index,
    other: &(String, String),
) -> Option<(String, String)> {
    let pick = |places: Vec<usize>| (!places.is_empty()).then(|| places[at.index(places.len())]);
    let swap = |from: &str, to: &str| {
        let place = pick(text.match_indices(from).map(|(place, _)| place).collect())?;
        let words = format!("{}{to}{}", &text[..place], &text[place + from.len()..]);
        Some((reference.clone(), words))
    };
    match way {
        // A digit.
        0 => {
            let digits = text.match_indices(|c: char| c.is_ascii_digit()).map(|(place, _)| place);
            let place = pick(digits.collect())?;
            let digit = (text.as_bytes()[place] - b'0' + 1) % 10;
            Some((reference.clone(), format!("{}{digit}{}", &text[..place], &text[place + 1..])))
        }
        // A negation added or removed.
        1 => swap("하지 못한다", "한다").or_else(|| swap("할 수 있다", "할 수 없다")),
        2 => swap("아니하", "하").or_else(|| swap("하여야 한다", "하지 아니하여도 된다")),
        3 => swap("없", "있").or_else(|| swap("있", "없")),
        4 => swap("아니 된다", "된다").or_else(|| swap("한다", "하지 아니한다")),
        // A different article or law.
        5 | 6 => Some((other.0.clone(), text.clone())),
        // The exception removed, in the middle or at the end.
        _ => {
            let start = pick(text.match_indices(" 다만, ").map(|(place, _)| place).collect())?;
            let end = text[start..].find(". ").map_or(text.len(), |end| start + end + 1);
            let kept = format!("{}{}", &text[..start], &text[end..]);
            Some((reference.clone(), kept))
        }
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Correct quotes of sixty provisions are verified, and their mutations never are.
fn mutations_are_never_verified(desk: &Desk, runtime: &tokio::runtime::Runtime, cases: u32) {
    let provisions = runtime.block_on(quotable_provisions(desk));
    let cite = |(reference, quote): &(String, String)| {
        let text = format!("심의 의견: {reference}: “{quote}” 따라서 그렇다.");
        let mut found = runtime.block_on(desk.check(&text));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.remove(0)
    };
    let every = (provisions.len() / 60).max(1);
    for (at, provision) in provisions.iter().step_by(every).take(60).enumerate() {
        let check = cite(provision);
        assert!(check.status.is_confirmed(), "{at} {provision:?}: {check:?}");
    }

    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        max_global_rejects: cases * 40,
        ..ProptestConfig::default()
    };
    let index = any::<prop::sample::Index>;
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let ways = std::cell::RefCell::new([0u32; 8]);
    let strategy = (index(), index(), 0u8..8, index());
    let tried = runner.run(&strategy, |(which, other, way, at)| {
        let provision = &provisions[which.index(provisions.len())];
        let other = &provisions[other.index(provisions.len())];
        let wrong = mutated(provision, way, at, other);
        // A mutation that happens to be a correct citation does not count: its text occurs in the provision
        // or below it.
        let stands = |wrong: &(String, String)| {
            let below = provisions.iter().filter(|it| it.0.starts_with(&wrong.0));
            let (wrong_letters, swapped) = (letters(&wrong.1), matches!(way, 5 | 6));
            below.into_iter().any(|nested| {
                nested.1.contains(&wrong.1)
                    || (swapped && letters(&nested.1).contains(&wrong_letters))
            })
        };
        let Some(wrong) = wrong.filter(|it| it != provision && (way == 7 || !stands(it))) else {
            return Err(TestCaseError::reject("cannot be mutated so"));
        };
        let check = cite(&wrong);
        // Text left out after a quote is restored. It is then displayed, and the quote differs from the one
        // given.
        let put_back = way == 7
            && check.status == Repaired
            && check.stored.as_ref().is_some_and(|it| it.contains("다만"));
        prop_assert!(!check.status.is_confirmed() || put_back, "{} {:?}: {:?}", way, wrong, check);
        ways.borrow_mut()[way as usize] += 1;
        Ok(())
    });
    tried.unwrap();
    let ways = ways.into_inner();
    eprintln!("{} provisions; mutations by kind: {ways:?}", provisions.len());
    assert!(ways.iter().sum::<u32>() >= cases);
}

#[test]
fn mutations_over_the_starter_corpus() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = runtime.block_on(async {
        let desk = Desk::small().await;
        install_starter(&desk.database, &common::clock()).await.unwrap();
        desk
    });
    mutations_are_never_verified(&desk, &runtime, 1000);
}

#[test]
fn mutations_over_the_shared_statutes() {
    let Some(corpora) = common::corpora() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = runtime.block_on(async {
        let desk = Desk::new().await;
        for name in ["의료법", "약사법", "의료기기법", "화장품법"] {
            desk.take_in(corpora.join("statutes/kr").join(name)).await;
        }
        desk
    });
    mutations_are_never_verified(&desk, &runtime, 400);

    // An opinion with 10,000 characters.
    let line = "의료법 제56조 제2항 제8호는 “객관적인 사실을 과장하는 내용의 광고”를 금지하고, 같은 법 시행령 제23조가 이를 정한다. ";
    let opinion = line.repeat(10_000 / line.chars().count());
    let start = Instant::now();
    let found = runtime.block_on(desk.check(&opinion));
    eprintln!("{} citations in 10,000 characters: {:?}", found.len(), start.elapsed());
    assert!(found.iter().filter(|it| it.status == Verified).count() * 2 >= found.len());
}
