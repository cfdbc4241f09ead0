//! Tests of references between stored texts when the texts change.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::time::Instant;

use jiff::civil::Date;
use simui_corpus::{ImportOptions, LawVersions, LinkBook, compare_stored, import, path_in};
use simui_domain::{ChangeKind, LinkRelation, LinkStatus, ResolvedLink};
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

fn law(title: &str, id: &str, number: &str, from: &str, body: &str) -> String {
    format!(
        "---\n제목: {title}\n법령ID: '{id}'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n{body}"
    )
}

const ACT: &str = "\n##### 제1조 (목적)\n\n이 법은 시험을 정한다.\n\n##### 제2조 (신고)\n\n**①** 누구든지 신고하여야 한다.\n\n**②** 제1항의 신고는 제5조부터 제7조까지의 규정에 따른다. <개정 2019.1.1>\n\n##### 제3조\n\n삭제 <2019.1.1>\n\n##### 제4조 (준용)\n\n신고에 관하여는 「없는 법」 제3조 및 제2조제1항을 준용한다.\n";

const DECREE: &str = "\n##### 제1조 (목적)\n\n이 영은 「신고법」에서 위임된 사항을 정한다.\n\n##### 제2조 (신고의 방법)\n\n**①** 법 제2조제1항 및 제2항에 따른 신고는 다음 각 호와 같다.\n\n  1\\. 법 제3조에 따른 신고\n  2\\. 법 제2조제3항에 따른 신고\n\n**②** 제1항제1호의 신고는 같은 항 제2호의 신고로 본다.\n";

const NEW_ACT: &str = "\n##### 제1조 (목적)\n\n이 법은 시험을 정한다.\n\n##### 제2조 (신고)\n\n**①** 누구든지 7일 안에 신고하여야 한다.\n\n**②** 제1항의 신고는 제5조부터 제7조까지의 규정에 따른다.\n\n##### 제3조\n\n삭제 <2019.1.1>\n\n##### 제5조 (준용)\n\n신고에 관하여는 「없는 법」 제3조 및 제2조제1항을 준용한다.\n";

struct Desk {
    dir: TempDir,
    database: Database,
    links: LinkBook,
}

async fn desk() -> Desk {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(&dir.path().join("data")).await.unwrap();
    std::fs::create_dir(dir.path().join("in")).unwrap();
    Desk { dir, links: LinkBook::new(database.clone()), database }
}

impl Desk {
    async fn take_in(&self, name: &str, text: &str) {
        let path = self.dir.path().join("in").join(name);
        std::fs::write(&path, text).unwrap();
        let options = ImportOptions::default();
        import(&[path], &options, &self.database, &common::clock(), &|_| {}).await.unwrap();
    }

    async fn laws(&self) {
        self.take_in("act.md", &law("신고법", "000011", "1", "2020-01-01", ACT)).await;
        let decree = law("신고법 시행령", "000012", "2", "2020-01-01", DECREE);
        self.take_in("decree.md", &decree).await;
    }
}

fn today() -> Date {
    "2026-11-22".parse().unwrap()
}

fn printed(links: &[ResolvedLink]) -> Vec<String> {
    let one = |resolved: &ResolvedLink| {
        let within =
            resolved.link.within.as_ref().map_or(resolved.article_key.clone(), ToString::to_string);
        let target = &resolved.link.target;
        let path = target.path.as_ref().map_or(String::new(), |path| format!(" {path}"));
        let until = target.until.as_ref().map_or(String::new(), |until| format!("~{until}"));
        let status = format!("{:?}", resolved.status);
        let applies = if resolved.link.relation == LinkRelation::Applies { " 준용" } else { "" };
        format!("{within}: {}{path}{until} {status}{applies}", target.title)
    };
    links.iter().map(one).collect()
}

/// The last stored version of a law.
async fn stored(desk: &Desk, title: &str) -> simui_domain::Document {
    let law = LawVersions::find(&desk.database, title).await.unwrap().unwrap();
    desk.database.document(&law.documents.last().unwrap().id).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_decree_and_its_act() {
    let desk = desk().await;
    desk.laws().await;
    let decree = stored(&desk, "신고법 시행령").await;
    let out = desk.links.outgoing(&decree.id, None, today()).await.unwrap();
    assert_eq!(
        printed(&out),
        [
            "제1조: 신고법 Resolved",
            "제2조제1항: 신고법 제2조제1항 Resolved",
            "제2조제1항: 신고법 제2조제2항 Resolved",
            "제2조제1항제1호: 신고법 제3조 Repealed",
            "제2조제1항제2호: 신고법 제2조제3항 NoProvision",
            "제2조제2항: 신고법 시행령 제2조제1항제1호 Resolved",
            "제2조제2항: 신고법 시행령 제2조제1항제2호 Resolved",
        ]
    );
    for it in &out {
        let words: String =
            decree.body.chars().skip(it.link.start).take(it.link.end - it.link.start).collect();
        assert_eq!(words, it.link.words);
    }

    let act = stored(&desk, "신고법").await;
    let out = desk.links.outgoing(&act.id, Some("제4조"), today()).await.unwrap();
    // A 조 after a 조 of another law belongs to that law.
    assert_eq!(
        printed(&out),
        ["제4조: 없는 법 제3조 NoDocument 준용", "제4조: 없는 법 제2조제1항 NoDocument 준용"]
    );
    let to = |path: &str| path.parse().unwrap();
    let into = desk.links.incoming(&act, Some(&to("제2조제1항")), today()).await.unwrap();
    let citing: Vec<&str> = into.iter().map(|it| it.article_key.as_str()).collect();
    assert_eq!(citing, ["제2조", "제2조"]);
    assert_eq!(into.iter().filter(|it| it.document_id == decree.id).count(), 1);
    // A range contains the provisions inside it.
    let into = desk.links.incoming(&act, Some(&to("제6조")), today()).await.unwrap();
    assert_eq!(printed(&into), ["제2조제2항: 신고법 제5조~제7조 NoProvision"]);

    let broken = desk.links.broken(today()).await.unwrap();
    assert_eq!(broken.len(), 5, "{:?}", printed(&broken));
}

#[tokio::test]
async fn what_comes_in_later_mends_links() {
    let desk = desk().await;
    let decree = law("신고법 시행령", "000012", "2", "2020-01-01", DECREE);
    desk.take_in("decree.md", &decree).await;
    let broken = desk.links.broken(today()).await.unwrap();
    assert!(broken.iter().all(|it| it.status == LinkStatus::NoDocument), "{:?}", printed(&broken));
    assert_eq!(broken.len(), 5);
    desk.laws().await;
    let broken = desk.links.broken(today()).await.unwrap();
    assert!(
        broken.iter().all(|it| it.title != "신고법 시행령" || it.status != LinkStatus::NoDocument)
    );
    assert_eq!(desk.links.refresh().await.unwrap(), 0, "each document is read once");
}

#[tokio::test]
async fn versions_by_day_and_what_changed() {
    let desk = desk().await;
    desk.laws().await;
    desk.take_in("new.md", &law("신고법", "000011", "9", "2024-03-01", NEW_ACT)).await;
    let law = LawVersions::find(&desk.database, "신고법").await.unwrap().unwrap();
    let on = |day: &str| law.on(day.parse().unwrap()).map(|it| it.version.clone());
    assert_eq!(on("2019-12-31"), None);
    assert_ne!(on("2024-02-29"), on("2024-03-01"));
    let [old, new] = law.documents.as_slice() else { panic!("two versions") };
    let parts = compare_stored(&desk.database, old, new).await.unwrap();
    let main = parts.first().unwrap();
    let changes: Vec<(ChangeKind, &str, Option<&str>)> =
        main.articles.iter().map(|it| (it.kind, it.key.as_str(), it.old_key.as_deref())).collect();
    assert_eq!(
        changes,
        [(ChangeKind::Changed, "제2조", None), (ChangeKind::Renumbered, "제5조", Some("제4조")),]
    );
    assert_eq!(main.counts.unchanged, 1);
    // The note <개정 …> of the second 항 is not part of the text.
    let provisions = &main.articles.first().unwrap().provisions;
    assert_eq!(provisions.len(), 1);
    assert_eq!(provisions.first().unwrap().path.as_ref().unwrap().to_string(), "제2조제1항");
    // The citing texts depend on the version in force on the day.
    let act = stored(&desk, "신고법").await;
    let path = "제4조".parse().unwrap();
    assert!(desk.links.incoming(&act, Some(&path), today()).await.unwrap().is_empty());
}

#[test]
fn paths_in_citations() {
    let check = |reference: &str, expected: Option<&str>| {
        let path = path_in("의료법", reference).map(|path| path.to_string());
        assert_eq!(path.as_deref(), expected, "{reference}");
    };
    check("의료법 제56조제2항제8호", Some("제56조제2항제8호"));
    check("의료법 제27조제3항 본문", Some("제27조제3항"));
    check("의료법 시행령 제23조", None);
    check("의료기기법 제24조", None);
    check("의료법", None);
}

/// Prints counts and times for the real statutes, and a sample of links to be checked by eye
/// (`SIMUI_SHOW_LINKS=60`).
#[tokio::test]
async fn real_statutes() {
    let Some(corpora) = common::corpora() else { return };
    let desk = desk().await;
    let options = ImportOptions { jobs: 2, ..ImportOptions::default() };
    let paths = [corpora.join("statutes")];
    import(&paths, &options, &desk.database, &common::clock(), &|_| {}).await.unwrap();
    let begun = Instant::now();
    let documents = desk.links.refresh().await.unwrap();
    let read = begun.elapsed();
    let begun = Instant::now();
    let all = desk.links.all(today()).await.unwrap();
    let first = begun.elapsed();
    let begun = Instant::now();
    desk.links.all(today()).await.unwrap();
    let again = begun.elapsed();
    let act = stored(&desk, "의료법").await;
    let begun = Instant::now();
    let path = "제27조".parse().unwrap();
    let into = desk.links.incoming(&act, Some(&path), today()).await.unwrap();
    let one = begun.elapsed();
    let count = |status| all.iter().filter(|it| it.status == status).count();
    let own = all.iter().filter(|it| it.title == it.link.target.title).count();
    let articled = all.iter().filter(|it| it.link.target.path.is_some()).count();
    let resolved = count(LinkStatus::Resolved);
    eprintln!(
        "{documents} documents in {read:?}; {} links in force ({articled} to a provision, {own} to their own law), resolved {resolved}, \
         no document {}, no provision {}, repealed {}; all {first:?} then {again:?}; 의료법 제27조 cited by {} in {one:?}",
        all.len(),
        count(LinkStatus::NoDocument),
        count(LinkStatus::NoProvision),
        count(LinkStatus::Repealed),
        into.len(),
    );
    show(&desk, &all).await;
    assert!(all.len() > 10_000);
    let missing = count(LinkStatus::NoProvision);
    assert!(
        missing * 50 < all.len(),
        "{missing} of {} name a provision that is not there",
        all.len()
    );
    for it in into {
        let document = desk.database.document(&it.document_id).await.unwrap().unwrap();
        let link = it.link;
        let words: String =
            document.body.chars().skip(link.start).take(link.end - link.start).collect();
        assert_eq!(words, link.words);
    }
}

async fn show(desk: &Desk, all: &[ResolvedLink]) {
    let wanted = std::env::var("SIMUI_SHOW_LINKS").ok().and_then(|n| n.parse::<usize>().ok());
    let only = std::env::var("SIMUI_SHOW_STATUS").unwrap_or_default();
    let Some(wanted) = wanted else { return };
    let all: Vec<_> = all.iter().filter(|it| format!("{:?}", it.status).contains(&only)).collect();
    // A fixed sample: multiples of the golden ratio cover a list evenly and in no particular order.
    for n in 1..=wanted {
        let at = ((n as f64 * 0.618_033_988_75).fract() * all.len() as f64) as usize;
        let Some(it) = all.get(at) else { continue };
        let document = desk.database.document(&it.document_id).await.unwrap().unwrap();
        let from = it.link.start.saturating_sub(90);
        let before: String = document.body.chars().skip(from).take(it.link.start - from).collect();
        let after: String = document.body.chars().skip(it.link.end).take(50).collect();
        let line = format!("{before}⟦{}⟧{after}", it.link.words).replace('\n', " ");
        eprintln!("{n}. {} {}\n     {line}", it.title, printed(&[(*it).clone()]).concat());
    }
}
