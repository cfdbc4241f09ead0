use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::server::{Fixture, Reply, Seen, reply};
use super::{audited, desk, law, set};
use crate::Desk;
use crate::types::{
    DeskEvent, FindLaws, ImportRequest, KeyText, LawHistoryRequest, SetKey, UpdateLaws,
    UpdateObstacle, UpdateState,
};

/// A law with one article, in force from a day (`YYYYMMDD`).
fn text(title: &str, number: &str, from: &str, words: &str) -> String {
    format!(
        "<법령><기본정보><법령ID>000999</법령ID><공포일자>{from}</공포일자><공포번호>{number}</공포번호>\
         <법종구분>법률</법종구분><법령명_한글>{title}</법령명_한글><시행일자>{from}</시행일자></기본정보>\
         <조문><조문단위><조문번호>1</조문번호><조문여부>조문</조문여부><조문제목>목적</조문제목>\
         <조문시행일자>{from}</조문시행일자><조문내용>제1조(목적) {words}</조문내용></조문단위></조문></법령>"
    )
}

fn list(versions: &[(&str, &str, &str)]) -> String {
    let items: String = versions
        .iter()
        .map(|(serial, title, from)| {
            format!(
                "<law><법령일련번호>{serial}</법령일련번호><법령명한글>{title}</법령명한글>\
                 <법령ID>000999</법령ID><공포일자>{from}</공포일자><시행일자>{from}</시행일자></law>"
            )
        })
        .collect();
    format!("<LawSearch><totalCnt>{}</totalCnt>{items}</LawSearch>", versions.len())
}

/// Answers with one law in `known` versions, and another law whose page is broken.
fn service(seen: &Seen, known: usize) -> Reply {
    let versions = [("11", "가상광고법", "20240101"), ("12", "가상광고법", "20250101")];
    // The query arrives percent-encoded.
    let broken = seen.parameter("query").starts_with("%EA%B3%A0%EC%9E%A5");
    match (seen.target.contains("lawSearch"), seen.parameter("MST")) {
        (true, _) if broken => reply(200, "<!DOCTYPE html><html>점검 중입니다</html>"),
        (true, _) => reply(200, list(&versions[..known])),
        (false, "11") => reply(200, text("가상광고법", "1", "20240101", "처음 뜻을 정한다.")),
        (false, "12") => reply(200, text("가상광고법", "2", "20250101", "새로운 뜻을 정한다.")),
        (false, _) => reply(200, "<Law>일치하는 법령이 없습니다.</Law>"),
    }
}

async fn follow(desk: &Desk, server: &Fixture, titles: &[&str]) {
    let laws = titles.iter().map(|title| law(title)).collect();
    let base = format!("{}/DRF", server.base);
    set(desk, |settings| {
        settings.enabled = true;
        settings.law_service = Some(base);
        settings.laws = laws;
    })
    .await;
}

#[tokio::test]
async fn off_nothing_is_sent() {
    let server = Fixture::start(|_, seen| service(seen, 1)).await;
    let (_folder, desk) = desk().await;
    follow(&desk, &server, &["가상광고법"]).await;
    set(&desk, |it| it.enabled = false).await;
    let obstacles = desk.law_updates().await.unwrap().obstacles;
    assert_eq!(obstacles, [UpdateObstacle::Off]);
    let find = FindLaws { collection: Default::default(), words: "광고".into(), page: None };
    let errors = [
        desk.update_laws(UpdateLaws::default()).await.unwrap_err().to_string(),
        desk.update_laws(UpdateLaws { check: true, ..UpdateLaws::default() })
            .await
            .unwrap_err()
            .to_string(),
        desk.find_laws(find).await.unwrap_err().to_string(),
    ];
    for error in errors {
        assert!(error.contains("switched off, nothing was sent"), "{error}");
    }
    assert!(server.seen().is_empty());
    assert!(audited(&desk, "outbound_call").await.is_empty());
}

#[tokio::test]
async fn a_host_must_be_allowed_and_a_key_be_stored() {
    let (_folder, desk) = desk().await;
    set(&desk, |settings| {
        settings.enabled = true;
        settings.laws = vec![law("의료법")];
    })
    .await;
    let updates = desk.law_updates().await.unwrap();
    assert_eq!(updates.host, "www.law.go.kr");
    assert_eq!(updates.obstacles, [UpdateObstacle::Host, UpdateObstacle::Key]);
    let error = desk.update_laws(UpdateLaws::default()).await.unwrap_err().to_string();
    assert!(error.starts_with("www.law.go.kr: calls to this host are not allowed"), "{error}");
    set(&desk, |it| it.hosts = vec!["www.law.go.kr".into()]).await;
    let error = desk.update_laws(UpdateLaws::default()).await.unwrap_err().to_string();
    assert!(error.contains("no key \"law.go.kr\""), "{error}");
    assert!(audited(&desk, "outbound_call").await.is_empty());
}

#[tokio::test]
async fn a_new_version_stands_beside_the_old_one() {
    let known = Arc::new(AtomicUsize::new(1));
    let now = Arc::clone(&known);
    let server = Fixture::start(move |_, seen| service(seen, now.load(Ordering::Relaxed))).await;
    let (_folder, desk) = desk().await;
    follow(&desk, &server, &["가상광고법", "고장 난 법"]).await;
    let key = KeyText::new("gehe-im7".into());
    let request = SetKey { name: "law.go.kr".into(), value: key, reviewer: "관리".into() };
    desk.set_key(request).await.unwrap();
    let states = async |request: UpdateLaws| {
        let report = desk.update_laws(request).await.unwrap();
        let laws: Vec<_> = report.laws.iter().map(|it| (it.state, it.new, it.unchanged)).collect();
        (laws, report)
    };
    use UpdateState::{Failed, New, Unchanged};

    let (laws, report) = states(UpdateLaws { check: true, ..UpdateLaws::default() }).await;
    assert_eq!(laws, [(New, 1, 0), (Failed, 0, 0)]);
    assert_eq!(report.imported, None, "a look takes nothing in");
    let (laws, report) = states(UpdateLaws::default()).await;
    assert_eq!(laws, [(New, 1, 0), (Failed, 0, 0)]);
    assert!(report.laws[1].problem.contains("HTML"), "{}", report.laws[1].problem);
    assert_eq!(report.imported.unwrap().documents, 1);

    known.store(2, Ordering::Relaxed);
    let (laws, _) = states(UpdateLaws { check: true, ..UpdateLaws::default() }).await;
    assert_eq!(laws[0], (New, 1, 1));
    let only = || UpdateLaws { laws: vec!["가상광고법".into()], ..UpdateLaws::default() };
    let (laws, report) = states(only()).await;
    assert_eq!(laws, [(New, 1, 1)]);
    assert_eq!(report.imported.unwrap().documents, 1);
    let request = LawHistoryRequest { law: "가상광고법".into() };
    let versions = desk.law_history(request).await.unwrap().versions;
    let days: Vec<_> = versions.iter().map(|it| it.effective_from.unwrap().to_string()).collect();
    assert_eq!(days, ["2024-01-01", "2025-01-01"]);

    let (laws, report) = states(only()).await;
    assert_eq!(laws, [(Unchanged, 0, 2)]);
    assert_eq!(report.imported.unwrap().documents, 0);
    let followed = desk.law_updates().await.unwrap();
    assert_eq!(followed.laws[0].versions, 2);
    assert_eq!(followed.laws[0].newest.unwrap().to_string(), "2025-01-01");
    assert!(!followed.running);

    // Every call is in the audit log, and the mirror never saw the key.
    let calls = audited(&desk, "outbound_call").await;
    assert_eq!(calls.len(), server.seen().len());
    assert!(calls.iter().all(|(who, host, _)| who == "system" && host.starts_with("127.0.0.1:")));
    assert_eq!(calls[0].2["status"], 200);
    for seen in server.seen() {
        assert_eq!(seen.parameter("OC"), "");
    }
    assert!(!desk.audit_export().await.unwrap().contains("gehe-im7"));
    let error =
        desk.update_laws(UpdateLaws { laws: vec!["민법".into()], ..UpdateLaws::default() });
    assert!(error.await.unwrap_err().to_string().contains("corpus follow"));
}

#[tokio::test]
async fn a_version_that_came_by_hand_is_not_new() {
    let server = Fixture::start(|_, seen| service(seen, 2)).await;
    let (folder, desk) = desk().await;
    follow(&desk, &server, &["가상광고법"]).await;
    let file = folder.path().join("by-hand.xml");
    std::fs::write(&file, text("가상광고법", "2", "20250101", "새로운 뜻을 정한다.")).unwrap();
    let paths = vec![file.display().to_string()];
    desk.import_paths(ImportRequest { paths, ..ImportRequest::default() }).await.unwrap();
    let check = UpdateLaws { check: true, ..UpdateLaws::default() };
    let report = desk.update_laws(check).await.unwrap();
    assert_eq!((report.laws[0].new, report.laws[0].unchanged), (1, 1));
}

#[tokio::test]
async fn a_stopped_update_goes_on_later() {
    let server = Fixture::start(|number, seen| {
        let mut reply = service(seen, 2);
        // The first time, the list and the first version arrive and the second version hangs.
        if number == 2 {
            reply.delay = Duration::from_secs(60);
        }
        reply
    })
    .await;
    let (_folder, desk) = desk().await;
    follow(&desk, &server, &["가상광고법"]).await;
    let mut events = desk.events();
    let update = desk.update_laws(UpdateLaws::default());
    let stopping = async {
        while server.seen().len() < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let second = desk.update_laws(UpdateLaws::default()).await.unwrap_err().to_string();
        assert!(second.contains("running already"), "{second}");
        desk.cancel_update();
    };
    let (report, ()) = tokio::join!(update, stopping);
    let report = report.unwrap();
    assert!(report.cancelled && report.imported.is_none(), "{report:?}");
    assert!(matches!(events.try_recv().unwrap(), DeskEvent::LawUpdate { .. }));
    let report = desk.update_laws(UpdateLaws::default()).await.unwrap();
    assert_eq!((report.laws[0].new, report.laws[0].unchanged), (1, 1), "{report:?}");
    // The version that was fetched before the stop is imported as well.
    assert_eq!(report.imported.unwrap().documents, 2);
}
