use std::time::Duration;

use super::server::{Fixture, Reply, Seen, reply};
use super::{audited, desk, set};
use crate::Desk;
use crate::types::{
    DeskEvent, InterruptedUpdate, KeyText, SetKey, UpdateDrugs, UpdateLaws, UpdateObstacle,
    UpdateState,
};

/// A list of 150 labels.
fn service(seen: &Seen) -> Reply {
    let page: usize = seen.parameter("pageNo").parse().unwrap();
    let size: usize = seen.parameter("numOfRows").parse().unwrap();
    let rows: Vec<String> = (0..150)
        .skip((page - 1) * size)
        .take(size)
        .map(|n| {
            format!(
                "{{\"itemSeq\":\"2026{n:05}\",\"itemName\":\"가상{n}호정\",\"efcyQesitm\":\"두통에 사용합니다.\"}}"
            )
        })
        .collect();
    reply(
        200,
        format!(
            "{{\"header\":{{\"resultCode\":\"00\"}},\"body\":{{\"totalCount\":150,\"items\":[{}]}}}}",
            rows.join(",")
        ),
    )
}

async fn follow(desk: &Desk, server: &Fixture) {
    let base = server.base.clone();
    set(desk, |settings| {
        settings.enabled = true;
        settings.drug_service = Some(base);
        settings.drug_data = vec!["label".into()];
    })
    .await;
}

#[tokio::test]
async fn a_host_must_be_allowed_and_a_key_be_stored() {
    let (_folder, desk) = desk().await;
    let updates = desk.drug_updates().await.unwrap();
    use UpdateObstacle::{Host, Key, Off, Services};
    assert_eq!(updates.obstacles, [Off, Host, Key, Services]);
    assert_eq!(updates.host, "apis.data.go.kr");
    set(&desk, |settings| {
        settings.enabled = true;
        settings.drug_data = vec!["label".into()];
    })
    .await;
    let error = desk.update_drugs(UpdateDrugs::default()).await.unwrap_err().to_string();
    assert!(error.starts_with("apis.data.go.kr: calls to this host are not allowed"), "{error}");
    set(&desk, |it| it.hosts = vec!["apis.data.go.kr".into()]).await;
    let error = desk.update_drugs(UpdateDrugs::default()).await.unwrap_err().to_string();
    assert!(error.contains("no key \"data.go.kr\""), "{error}");
    let value = KeyText::new("gehe%2Fim7".into());
    let request = SetKey { name: "data.go.kr".into(), value, reviewer: "관리".into() };
    desk.set_key(request).await.unwrap();
    assert!(desk.drug_updates().await.unwrap().obstacles.is_empty());
    assert!(audited(&desk, "outbound_call").await.is_empty());
    let one = UpdateDrugs { services: vec!["permit".into()], ..UpdateDrugs::default() };
    let error = desk.update_drugs(one).await.unwrap_err().to_string();
    assert!(error.contains("\"permit\" is not followed"), "{error}");
}

#[tokio::test]
async fn a_stopped_update_goes_on_later() {
    let server = Fixture::start(|number, seen| {
        let mut reply = service(seen);
        // The first time, the second page hangs.
        if number == 1 {
            reply.delay = Duration::from_secs(60);
        }
        reply
    })
    .await;
    let (_folder, desk) = desk().await;
    follow(&desk, &server).await;
    let mut events = desk.events();
    let update = desk.update_drugs(UpdateDrugs::default());
    let stopping = async {
        while server.seen().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // One update runs, of laws or drug data.
        let second = desk.update_drugs(UpdateDrugs::default()).await.unwrap_err().to_string();
        assert!(second.contains("running already"), "{second}");
        let laws = desk.update_laws(UpdateLaws::default()).await.unwrap_err().to_string();
        assert!(laws.contains("running already"), "{laws}");
        assert!(desk.drug_updates().await.unwrap().running);
        desk.cancel_update();
    };
    let (report, ()) = tokio::join!(update, stopping);
    let report = report.unwrap();
    assert!(report.cancelled && report.imported.is_none(), "{report:?}");
    let DeskEvent::DrugUpdate { progress } = events.try_recv().unwrap() else {
        panic!("no progress")
    };
    assert_eq!((progress.title.as_str(), progress.done), ("e약은요", 0));
    let label = desk.drug_updates().await.unwrap().services.remove(0);
    assert_eq!(label.interrupted, Some(InterruptedUpdate { done: 1, total: 2 }));
    assert_eq!((label.complete, label.rows), (None, None));

    let report = desk.update_drugs(UpdateDrugs::default()).await.unwrap();
    let update = &report.services[0];
    assert_eq!((update.state, update.new_pages, update.unchanged_pages), (UpdateState::New, 1, 1));
    assert_eq!(report.imported.unwrap().documents, 150);
    let label = desk.drug_updates().await.unwrap().services.remove(0);
    assert_eq!((label.interrupted, label.rows), (None, Some(150)));
    assert!(label.complete.is_some());
    assert_eq!(audited(&desk, "drug_data_updated").await.len(), 2);
}

#[tokio::test]
async fn a_list_that_was_fetched_and_not_imported_is_imported_next_time() {
    let server = Fixture::start(|_, seen| service(seen)).await;
    let (_folder, desk) = desk().await;
    follow(&desk, &server).await;
    let mut events = desk.events();
    let update = desk.update_drugs(UpdateDrugs::default());
    let stopping = async {
        // The import begins when both pages are there.
        while !matches!(events.recv().await.unwrap(), DeskEvent::DrugUpdate { progress } if progress.done == 2)
        {
        }
        desk.cancel_update();
    };
    let (report, ()) = tokio::join!(update, stopping);
    let report = report.unwrap();
    assert!(report.cancelled && report.imported.is_none(), "{report:?}");
    let calls = server.seen().len();
    let report = desk.update_drugs(UpdateDrugs::default()).await.unwrap();
    assert_eq!(server.seen().len(), calls, "the pages are there");
    let imported = report.imported.unwrap();
    assert!(imported.documents + imported.unchanged > 0, "{imported:?}");
    let documents = desk.database.documents().await.unwrap();
    assert_eq!(documents.iter().filter(|it| it.title.starts_with("가상")).count(), 150);
}
