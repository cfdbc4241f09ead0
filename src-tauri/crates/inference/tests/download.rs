use std::fs;
use std::sync::{Arc, Mutex};

use simui_inference::Digest;
use simui_inference::InferenceError;
use simui_inference::outbound::{Download, Limits, Outbound, Request};
use tempfile::TempDir;

use crate::fixture::{Fixture, Reply, Seen, client, quick, reply};

const CONTENT: &[u8] = b"0123456789abcdef";

/// The requested remainder, as sent by a server that supports ranges.
fn ranged(seen: &Seen, content: &[u8]) -> Reply {
    let Some(range) = seen.header("range") else { return reply(200, content) };
    let start: usize = range.trim_start_matches("bytes=").trim_end_matches('-').parse().unwrap();
    if start >= content.len() {
        return reply(416, "");
    }
    let range = format!("bytes {start}-{}/{}", content.len() - 1, content.len());
    reply(206, &content[start..]).with("Content-Range", range)
}

struct Case {
    folder: TempDir,
    server: Fixture,
    outbound: Outbound,
    size: Option<u64>,
}

impl Case {
    async fn new(answer: impl Fn(usize, &Seen) -> Reply + Send + Sync + 'static) -> Self {
        let server = Fixture::start(answer).await;
        let (outbound, _) = client(quick());
        Self { folder: TempDir::new().unwrap(), server, outbound, size: None }
    }

    fn begun_with(self, bytes: &[u8]) -> Self {
        fs::write(self.folder.path().join("model.part"), bytes).unwrap();
        self
    }

    /// Downloads. Returns the last progress and the ranges that were requested.
    async fn run(&self) -> (Result<(), InferenceError>, u64, Vec<Option<String>>) {
        let request = Request::get(&format!("{}/model", self.server.base)).unwrap();
        let to = self.folder.path().join("model");
        let download =
            Download { request: &request, to: &to, sha256: Digest::of(CONTENT), size: self.size };
        let mut last = 0;
        let done = self.outbound.download(&download, &mut |it| last = it.received).await;
        let seen = self.server.seen();
        let ranges = seen.iter().map(|it| it.header("range").map(str::to_owned));
        (done, last, ranges.collect())
    }

    fn files(&self) -> Vec<String> {
        let items = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> =
            items.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn assert_complete(&self) {
        assert_eq!(self.files(), ["model"]);
        assert_eq!(fs::read(self.folder.path().join("model")).unwrap(), CONTENT);
    }
}

#[tokio::test]
async fn a_download_goes_on_where_it_broke_off() {
    let case = Case::new(|number, seen| {
        let cut = [Some(5), Some(4), None][number.min(2)];
        Reply { cut, ..ranged(seen, CONTENT) }
    })
    .await;
    let (done, last, ranges) = case.run().await;
    done.unwrap();
    case.assert_complete();
    assert_eq!(last, 16);
    assert_eq!(ranges, [None, Some("bytes=5-".to_owned()), Some("bytes=9-".to_owned())]);
    let (again, _, ranges) = case.run().await;
    again.unwrap();
    assert_eq!(ranges.len(), 3, "what is there is not fetched again");
}

#[tokio::test]
async fn a_later_program_goes_on_too() {
    for (begun, size, requests) in
        [(&CONTENT[..7], None, 1), (CONTENT, None, 1), (CONTENT, Some(16), 0)]
    {
        let mut case = Case::new(|_, seen| ranged(seen, CONTENT)).await.begun_with(begun);
        case.size = size;
        let (done, _, ranges) = case.run().await;
        done.unwrap();
        case.assert_complete();
        assert_eq!(ranges.len(), requests);
        assert!(ranges.iter().all(|range| *range == Some(format!("bytes={}-", begun.len()))));
    }
}

#[tokio::test]
async fn a_server_without_ranges_starts_over() {
    let case = Case::new(|_, _| reply(200, CONTENT)).await.begun_with(b"01234");
    case.run().await.0.unwrap();
    case.assert_complete();
    // A range that was not requested is not a continuation.
    let other = |_: usize, _: &Seen| reply(206, CONTENT).with("Content-Range", "bytes 0-15/16");
    let case = Case::new(other).await.begun_with(b"01234");
    case.run().await.0.unwrap();
    case.assert_complete();
}

#[tokio::test]
async fn another_version_on_the_server_is_fetched_from_the_start() {
    let case = Case::new(|_, seen| ranged(seen, CONTENT)).await.begun_with(b"older");
    let (done, _, ranges) = case.run().await;
    done.unwrap();
    case.assert_complete();
    assert_eq!(ranges, [Some("bytes=5-".to_owned()), None]);
}

#[tokio::test]
async fn a_wrong_checksum_leaves_nothing() {
    let case = Case::new(|_, seen| ranged(seen, b"something else..")).await;
    let (done, _, ranges) = case.run().await;
    let error = done.unwrap_err();
    assert!(matches!(error, InferenceError::Answer { .. }), "{error}");
    assert!(error.to_string().contains("SHA-256"), "{error}");
    assert_eq!((case.files(), ranges.len()), (Vec::<String>::new(), 1));
}

#[tokio::test]
async fn an_error_page_or_too_much_is_no_download() {
    let page = |_: usize, _: &Seen| reply(200, "<html>").with("Content-Type", "text/html");
    let case = Case::new(page).await;
    assert!(matches!(case.run().await.0.unwrap_err(), InferenceError::Answer { .. }));
    assert!(case.files().is_empty());
    let mut case = Case::new(|_, _| reply(200, CONTENT)).await;
    case.size = Some(15);
    let error = case.run().await.0.unwrap_err();
    assert!(error.to_string().contains("longer than 15"), "{error}");
    assert!(!case.files().contains(&"model".to_owned()));
}

#[tokio::test]
async fn what_fails_for_good_keeps_its_beginning() {
    let case = Case::new(|_, seen| Reply { cut: Some(2), ..ranged(seen, CONTENT) }).await;
    let (done, ..) = case.run().await;
    assert!(matches!(done.unwrap_err(), InferenceError::Unreachable { .. }));
    assert_eq!(case.files(), ["model.part"]);
    assert_eq!(fs::read(case.folder.path().join("model.part")).unwrap(), &CONTENT[..6]);
}

#[tokio::test]
async fn a_dropped_download_is_recorded_and_kept() {
    let server = Fixture::start(|_, seen| Reply {
        cut: Some(4),
        delay: std::time::Duration::from_millis(1),
        ..ranged(seen, CONTENT)
    })
    .await;
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("model");
    let limits = Limits {
        backoff: std::time::Duration::from_secs(60),
        longest_wait: std::time::Duration::from_secs(60),
        ..quick()
    };
    let (outbound, calls) = client(limits);
    let request = Request::get(&format!("{}/m", server.base)).unwrap();
    let download = Download { request: &request, to: &to, sha256: Digest::of(CONTENT), size: None };
    let progress = Arc::new(Mutex::new(0));
    let noted = Arc::clone(&progress);
    let mut note =
        move |it: simui_inference::outbound::Progress| *noted.lock().unwrap() = it.received;
    let paused = tokio::time::timeout(
        std::time::Duration::from_millis(400),
        outbound.download(&download, &mut note),
    )
    .await;
    assert!(paused.is_err(), "it was waiting for its second attempt");
    assert_eq!(*progress.lock().unwrap(), 4);
    assert_eq!(calls.lock().unwrap().len(), 1);
    assert_eq!(fs::read(folder.path().join("model.part")).unwrap(), &CONTENT[..4]);
}
