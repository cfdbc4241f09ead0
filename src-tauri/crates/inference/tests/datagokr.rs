use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use jiff::civil::{Date, date};
use simui_inference::datagokr::{
    DataGoKr, Fetched, Held, Service, Wanted, files_to_import, mark_imported,
};
use simui_inference::outbound::Secret;
use simui_inference::{DataFault, InferenceError};
use tempfile::TempDir;

use crate::fixture::{Fixture, Reply, Seen, client, quick, reply};

/// A key as the portal shows it, percent-encoded and not.
const KEY: &str = "gehe/im+7==";
const ENCODED: &str = "gehe%2Fim%2B7%3D%3D";
const TODAY: Date = date(2026, 11, 20);

fn desk(server: &Fixture, key: &str) -> DataGoKr {
    DataGoKr::at(client(quick()).0, &Secret::new(key), &format!("{}/", server.base))
}

fn service(name: &str) -> &'static Service {
    Service::named(name).unwrap()
}

/// Rows `from` to `to` of a list of `total`, in the shape of e약은요, each with the edition `text`.
fn rows(page: u64, from: u64, to: u64, total: u64, text: &str) -> String {
    let items: Vec<String> = (from..to)
        .map(|n| {
            format!(
                "{{\"itemName\":\"가나{n}정\",\"itemSeq\":\"{n}\",\"ITEM_SEQ\":\"{n}\",\"ITEM_NAME\":\"가나{n}정\",\
                 \"efcyQesitm\":\"{text}\"}}"
            )
        })
        .collect();
    format!(
        "{{\"header\":{{\"resultCode\":\"00\",\"resultMsg\":\"NORMAL SERVICE.\"}},\"body\":{{\"pageNo\":{page},\
         \"totalCount\":{total},\"numOfRows\":100,\"items\":[{}]}}}}",
        items.join(",")
    )
}

/// Answers with the asked page of a list of `total` rows.
fn list(seen: &Seen, total: u64) -> Reply {
    let page: u64 = seen.parameter("pageNo").parse().unwrap();
    let size: u64 = seen.parameter("numOfRows").parse().unwrap();
    let from = ((page - 1) * size).min(total);
    reply(200, rows(page, from, (from + size).min(total), total, "두통에 씁니다."))
}

async fn update(desk: &DataGoKr, name: &str, folder: &Path) -> Result<Fetched, InferenceError> {
    update_on(desk, name, folder, TODAY, false).await
}

async fn update_on(
    desk: &DataGoKr,
    name: &str,
    folder: &Path,
    today: Date,
    everything: bool,
) -> Result<Fetched, InferenceError> {
    let wanted = Wanted { today, everything };
    desk.update(service(name), folder, wanted, &mut |_| {}).await
}

fn pages(server: &Fixture) -> Vec<String> {
    server.seen().iter().map(|seen| seen.parameter("pageNo").to_owned()).collect()
}

fn names(files: &[PathBuf]) -> Vec<&str> {
    files.iter().map(|it| it.file_name().unwrap().to_str().unwrap()).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

#[tokio::test]
async fn a_list_is_fetched_page_by_page() {
    let server = Fixture::start(|_, seen| list(seen, 230)).await;
    let folder = TempDir::new().unwrap();
    let mut steps = Vec::new();
    let wanted = Wanted { today: TODAY, everything: false };
    let fetched = desk(&server, KEY)
        .update(service("label"), folder.path(), wanted, &mut |step| {
            steps.push((step.title.to_owned(), step.done, step.total));
        })
        .await
        .unwrap();
    assert_eq!((fetched.rows, fetched.new, fetched.unchanged, fetched.gone), (230, 3, 0, 0));
    assert_eq!(pages(&server), ["1", "2", "3"]);
    let seen = &server.seen()[0];
    assert!(seen.target.starts_with("/1471000/DrbEasyDrugInfoService/getDrbEasyDrugList?"));
    assert_eq!((seen.parameter("numOfRows"), seen.parameter("type")), ("100", "json"));
    let files = files_to_import(service("label"), folder.path()).unwrap();
    assert_eq!(names(&files), ["label-00001.json", "label-00002.json", "label-00003.json"]);
    let last: serde_json::Value = serde_json::from_slice(&fs::read(&files[2]).unwrap()).unwrap();
    assert_eq!(last.as_array().unwrap().len(), 30);
    assert_eq!(steps[0], ("e약은요".to_owned(), 0, 1));
    assert_eq!(steps.last(), Some(&("e약은요".to_owned(), 3, 3)));
    let held = Held::read(service("label"), folder.path()).unwrap();
    assert_eq!((held.complete, held.rows, held.interrupted), (Some(TODAY), Some(230), None));
    mark_imported(folder.path()).unwrap();
    assert!(files_to_import(service("label"), folder.path()).unwrap().is_empty());
}

#[tokio::test]
async fn a_key_is_sent_once_encoded_from_either_form_and_shown_nowhere() {
    for stored in [KEY, ENCODED, "gehe%2fim%2b7%3d%3d"] {
        let server = Fixture::start(|number, seen| match number {
            0 => list(seen, 130),
            // The gateway repeats the key.
            _ => reply(200, format!(
                "<OpenAPI_ServiceResponse><cmmMsgHeader><returnAuthMsg>{KEY} {ENCODED}</returnAuthMsg>\
                 <returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>"
            )),
        })
        .await;
        let (outbound, calls) = client(quick());
        let desk = DataGoKr::at(outbound, &Secret::new(stored), &server.base);
        let folder = TempDir::new().unwrap();
        let error = update(&desk, "label", folder.path()).await.unwrap_err();
        assert_eq!(server.seen()[0].parameter("serviceKey"), ENCODED);
        let mut printed = format!("{error} {error:?} {:?}", calls.lock().unwrap());
        for file in files(folder.path()) {
            printed += &fs::read_to_string(file).unwrap();
        }
        assert!(!printed.contains("gehe"), "{printed}");
        assert!(printed.contains("**** ****"), "{printed}");
        assert!(
            printed.contains("serviceKey"),
            "the name of the parameter is no secret: {printed}"
        );
    }
}

#[tokio::test]
async fn an_interrupted_update_goes_on_with_the_next_page() {
    let down = Arc::new(AtomicUsize::new(3));
    let limit = Arc::clone(&down);
    let server = Fixture::start(move |number, seen| {
        if number < limit.load(Ordering::Relaxed) {
            return list(seen, 530);
        }
        reply(200, "{\"header\":{\"resultCode\":\"22\",\"resultMsg\":\"LIMITED\"}}")
    })
    .await;
    let desk = desk(&server, KEY);
    let folder = TempDir::new().unwrap();
    let error = update(&desk, "label", folder.path()).await.unwrap_err();
    let InferenceError::DataGoKr { fault: DataFault::Calls, what, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(what, "page 4");
    assert!(
        error.to_string().starts_with("data.go.kr e약은요, page 4: refused: 22 LIMITED;"),
        "{error}"
    );
    // Nothing is imported of a list that is not complete.
    assert!(files_to_import(service("label"), folder.path()).unwrap().is_empty());
    let held = Held::read(service("label"), folder.path()).unwrap();
    assert_eq!((held.complete, held.interrupted), (None, Some((3, 6))));

    down.store(usize::MAX, Ordering::Relaxed);
    let fetched = update(&desk, "label", folder.path()).await.unwrap();
    assert_eq!((fetched.new, fetched.unchanged), (3, 3));
    assert_eq!(pages(&server), ["1", "2", "3", "4", "4", "5", "6"]);
    // A list that was fetched and not imported is not fetched again.
    let again = update(&desk, "label", folder.path()).await.unwrap();
    assert_eq!((again.rows, again.new, again.unchanged, server.seen().len()), (530, 0, 6, 7));
    let files = files_to_import(service("label"), folder.path()).unwrap();
    assert_eq!(files.len(), 6);
    // A page that was deleted before the import is fetched again, with the others.
    fs::remove_file(&files[4]).unwrap();
    let again = update(&desk, "label", folder.path()).await.unwrap();
    assert_eq!((again.new, again.unchanged, files[4].is_file()), (1, 5, true));
}

#[tokio::test]
async fn a_lost_page_is_fetched_again_and_an_old_round_begins_again() {
    let server =
        Fixture::start(|number, seen| if number == 2 { reply(500, "") } else { list(seen, 250) })
            .await;
    let desk = DataGoKr::at(
        client(simui_inference::outbound::Limits { attempts: 1, ..quick() }).0,
        &Secret::new(KEY),
        &server.base,
    );
    let folder = TempDir::new().unwrap();
    update(&desk, "label", folder.path()).await.unwrap_err();
    let first = folder.path().join("all/0000/label-00001.json");
    fs::write(&first, "[]").unwrap();
    let fetched = update(&desk, "label", folder.path()).await.unwrap();
    assert_eq!((fetched.new, fetched.unchanged), (2, 1));
    assert_eq!(pages(&server), ["1", "2", "3", "1", "3"]);

    let folder = TempDir::new().unwrap();
    let server =
        Fixture::start(
            |number, seen| {
                if number == 1 { reply(403, "Forbidden") } else { list(seen, 250) }
            },
        )
        .await;
    let desk = self::desk(&server, KEY);
    update(&desk, "label", folder.path()).await.unwrap_err();
    update_on(&desk, "label", folder.path(), date(2026, 12, 1), false).await.unwrap();
    assert_eq!(pages(&server), ["1", "2", "1", "2", "3"]);
}

#[tokio::test]
async fn a_finished_list_is_fetched_again_and_its_changes_alone_where_the_service_tells_them() {
    let total = Arc::new(AtomicU64::new(250));
    let now = Arc::clone(&total);
    let server = Fixture::start(move |_, seen| {
        if seen.parameter("start_change_date").is_empty() {
            return list(seen, now.load(Ordering::Relaxed));
        }
        reply(200, rows(1, 7, 9, 2, "바뀌었습니다."))
    })
    .await;
    let desk = desk(&server, KEY);
    let folder = TempDir::new().unwrap();
    update(&desk, "label", folder.path()).await.unwrap();
    mark_imported(folder.path()).unwrap();
    // One page fewer, and the last but one shorter.
    total.store(150, Ordering::Relaxed);
    assert_eq!(desk.count(service("label"), folder.path()).await.unwrap(), (150, None));
    let fetched = update(&desk, "label", folder.path()).await.unwrap();
    assert_eq!((fetched.new, fetched.unchanged, fetched.gone), (1, 1, 1));
    let files = files_to_import(service("label"), folder.path()).unwrap();
    assert_eq!(names(&files), ["label-00001.json", "label-00002.json"]);
    assert!(!folder.path().join("all/0000/label-00003.json").exists());

    let folder = TempDir::new().unwrap();
    update(&desk, "permit", folder.path()).await.unwrap();
    mark_imported(folder.path()).unwrap();
    let before = server.seen().len();
    assert_eq!(desk.count(service("permit"), folder.path()).await.unwrap(), (2, Some(TODAY)));
    let later = date(2026, 12, 24);
    let fetched = update_on(&desk, "permit", folder.path(), later, false).await.unwrap();
    assert_eq!((fetched.rows, fetched.new, fetched.since), (2, 1, Some(TODAY)));
    assert_eq!(server.seen()[before + 1].parameter("start_change_date"), "20261120");
    let files = files_to_import(service("permit"), folder.path()).unwrap();
    assert_eq!(names(&files), ["permit-since-20261120-00001.json"]);
    let held = Held::read(service("permit"), folder.path()).unwrap();
    assert_eq!((held.complete, held.rows), (Some(later), Some(150)));
    let fetched = update_on(&desk, "permit", folder.path(), later, true).await.unwrap();
    assert_eq!((fetched.rows, fetched.since), (150, None));
}

#[tokio::test]
async fn a_list_that_changes_its_length_is_fetched_from_the_beginning() {
    // The list grows once, while its second page is fetched.
    let server =
        Fixture::start(|number, seen| list(seen, if number == 0 { 150 } else { 151 })).await;
    let folder = TempDir::new().unwrap();
    let fetched = update(&desk(&server, KEY), "label", folder.path()).await.unwrap();
    assert_eq!((fetched.rows, pages(&server).join(" ")), (151, "1 2 1 2".to_owned()));
    // It never stands still.
    let server = Fixture::start(|number, seen| list(seen, 150 + number as u64)).await;
    let folder = TempDir::new().unwrap();
    let error = update(&desk(&server, KEY), "label", folder.path()).await.unwrap_err().to_string();
    assert!(error.contains("changes its length"), "{error}");
    assert_eq!(pages(&server).join(" "), "1 2 1 2 1 2");
}

/// What a service answers to its second page, and what the error says.
async fn check(reply_to: fn(&Seen) -> Reply, fault: DataFault, part: &str) {
    let server = Fixture::start(move |_, seen| {
        if seen.parameter("pageNo") == "2" { reply_to(seen) } else { list(seen, 250) }
    })
    .await;
    let folder = TempDir::new().unwrap();
    let error = update(&desk(&server, KEY), "label", folder.path()).await.unwrap_err();
    let InferenceError::DataGoKr { fault: found, what, .. } = &error else { panic!("{error}") };
    assert_eq!((*found, what.as_str()), (fault, "page 2"), "{error}");
    assert!(error.to_string().contains(part), "{error}");
    let held = Held::read(service("label"), folder.path()).unwrap();
    assert_eq!(held.interrupted, Some((1, 3)), "{error}");
}

#[tokio::test]
async fn answers_that_are_no_page_say_so() {
    use DataFault::{Answer, Calls, Key, Refused};
    check(|_| reply(200, rows(1, 0, 100, 250, "두통에 씁니다.")), Answer, "another page came, 1")
        .await;
    let repeated = |_: &Seen| reply(200, rows(2, 0, 100, 250, "두통에 씁니다."));
    check(repeated, Answer, "repeats the page before").await;
    check(|_| reply(200, rows(2, 100, 110, 250, "")), Answer, "10 rows instead of 100, of 250")
        .await;
    check(|_| reply(200, ""), Answer, "it is empty").await;
    check(
        |_| reply(200, "{\"header\":{\"resultCode\":\"00\"},\"body\":{\"items\":["),
        Answer,
        "breaks off",
    )
    .await;
    check(|_| reply(200, "<!doctype html><html></html>"), Answer, "an HTML page came").await;
    check(|_| reply(401, "Unauthorized"), Key, "check the key").await;
    check(|_| reply(403, "Forbidden"), Key, "활용신청").await;
    check(|_| reply(429, "API rate limit exceeded"), Calls, "HTTP status 429").await;
    check(
        |_| reply(200, "{\"header\":{\"resultCode\":\"12\",\"resultMsg\":\"NO\"}}"),
        Refused,
        "new address",
    )
    .await;
}

#[tokio::test]
async fn a_passing_fault_is_asked_again() {
    let server = Fixture::start(|number, seen| match number {
        1 => reply(200, "{\"header\":{\"resultCode\":\"01\",\"resultMsg\":\"APPLICATION_ERROR\"}}"),
        2 => reply(200, "{\"header\":"),
        _ => list(seen, 150),
    })
    .await;
    let folder = TempDir::new().unwrap();
    update(&desk(&server, KEY), "label", folder.path()).await.unwrap();
    assert_eq!(pages(&server), ["1", "2", "2", "2"]);
}

#[tokio::test]
async fn an_empty_list_changes_nothing() {
    let server = Fixture::start(|_, seen| list(seen, 0)).await;
    let folder = TempDir::new().unwrap();
    let error = update(&desk(&server, KEY), "label", folder.path()).await.unwrap_err().to_string();
    assert!(error.contains("no rows at all"), "{error}");
    assert_eq!(Held::read(service("label"), folder.path()).unwrap(), Held::default());
    // No changes are an answer.
    let server = Fixture::start(|_, seen| {
        list(seen, if seen.parameter("start_change_date").is_empty() { 3 } else { 0 })
    })
    .await;
    let desk = desk(&server, KEY);
    update(&desk, "permit", folder.path()).await.unwrap();
    mark_imported(folder.path()).unwrap();
    let fetched = update(&desk, "permit", folder.path()).await.unwrap();
    assert_eq!((fetched.rows, fetched.new, fetched.unchanged), (0, 0, 0));
    assert!(files_to_import(service("permit"), folder.path()).unwrap().is_empty());
}

#[tokio::test]
async fn a_closed_policy_ends_the_update() {
    let (outbound, calls) = client(quick());
    let desk = DataGoKr::new(outbound, &Secret::new(KEY));
    let folder = TempDir::new().unwrap();
    let error = update(&desk, "label", folder.path()).await.unwrap_err();
    assert!(matches!(error, InferenceError::Refused { .. }), "{error}");
    assert!(error.to_string().starts_with(Service::host()), "{error}");
    assert!(calls.lock().unwrap().is_empty());
}
