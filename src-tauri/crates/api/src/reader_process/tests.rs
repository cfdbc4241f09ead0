//! The parent with misbehaving children: shell scripts in the place of readers.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::ops::ControlFlow;
use std::time::Duration;

use simui_corpus::{FilePages, FileToRead, Finding, PagePicture, SourceFile, WantedPicture};

use super::exchange::{Reply, to_frame};
use super::{ReaderPool, ReaderProgram};

/// A shell command that writes a reply. `in_shell` replaces a text in the reply by what the shell makes of an
/// expression of as many characters.
fn write(reply: &Reply, in_shell: Option<(&str, &str)>) -> String {
    let frame = to_frame(reply).unwrap();
    let printf = |bytes: &[u8]| {
        let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
        format!("printf '{octal}'")
    };
    let Some((text, expression)) = in_shell else { return printf(&frame) };
    let at = frame.windows(text.len()).position(|it| it == text.as_bytes()).unwrap();
    let (before, after) = (&frame[..at], &frame[at + text.len()..]);
    format!("{}; printf %s \"{expression}\"; {}", printf(before), printf(after))
}

fn entry(path: &str) -> Reply {
    Reply::Entry { path: path.to_owned(), size: 1 }
}

fn source(path: &str, bytes: &[u8]) -> SourceFile {
    SourceFile { path: path.to_owned(), bytes: bytes.to_vec() }
}

fn pool(script: &str) -> ReaderPool {
    let arguments = vec!["-c".into(), script.into()];
    ReaderPool::new(ReaderProgram { path: "/bin/sh".into(), arguments })
}

/// Reads a file with a pool; returns the outcome and the number of documents.
async fn read(pool: ReaderPool, stop: fn() -> bool) -> (Result<Vec<Finding>, Finding>, usize) {
    let read = tokio::task::spawn_blocking(move || {
        let source = source("a.zip", b"PK of a file");
        let file = FileToRead { source: &source, mapping: None, hint: None, stop: &stop };
        let mut documents = 0;
        let found = pool.read(&file, &mut |_| {
            documents += 1;
            ControlFlow::Continue(())
        });
        (found, documents)
    });
    read.await.unwrap()
}

#[tokio::test]
async fn whatever_a_child_does_is_a_finding_with_its_reason() {
    let pages = FilePages { pages: Vec::new(), findings: Vec::new() };
    let pages = format!("{}; cat > /dev/null", write(&Reply::Pages(Ok(pages)), None));
    for (script, expected) in [
        ("exit 0", "갑자기 끝났습니다"),
        ("read -r request; exit 3", "갑자기 끝났습니다"),
        (r"printf '\002\000\000\000zz'; cat > /dev/null", "갑자기 끝났습니다"),
        (r"printf '\011\000\000\000z'; exit 0", "갑자기 끝났습니다"),
        (r"printf '\011\000'; exit 0", "갑자기 끝났습니다"),
        ("echo nonsense; cat > /dev/null", "너무 커서"),
        (&pages, "갑자기 끝났습니다"),
        ("exit 101", "프로그램 오류"),
        ("kill -SEGV $$", "갑자기 끝났습니다"),
        ("kill -XCPU $$", "10초 안에 읽지 못하여"),
        ("echo memory allocation of 99 bytes failed >&2; kill -ABRT $$", "메모리가 1024 MiB보다"),
    ] {
        let (found, documents) = read(pool(script), || false).await;
        let reason = found.unwrap_err().reason;
        assert!(reason.contains(expected), "{script}: {reason}");
        assert_eq!(documents, 0, "{script}");
    }
    let nothing = ReaderProgram { path: "/nowhere/simui".into(), arguments: Vec::new() };
    let (found, _) = read(ReaderPool::new(nothing), || false).await;
    assert!(found.unwrap_err().reason.contains("시작하지 못했습니다"));
}

#[tokio::test]
async fn a_picture_comes_from_a_child_or_there_is_a_reason() {
    let picture =
        PagePicture { png: vec![1], width: 1, height: 1, text: String::new(), marks: Vec::new() };
    let drawn = format!("{}; cat > /dev/null", write(&Reply::Picture(Ok(picture.clone())), None));
    let pages = FilePages { pages: Vec::new(), findings: Vec::new() };
    let pages = format!("{}; cat > /dev/null", write(&Reply::Pages(Ok(pages)), None));
    let draw = |script: &str| {
        let mut pool = pool(script);
        (pool.limits.cpu_base, pool.limits.cpu_per_mib) = (0, 1);
        tokio::task::spawn_blocking(move || {
            let wanted = WantedPicture { page: 1, width: 400, quote: 0..0 };
            pool.picture(&source("a.pdf", b"%PDF"), &wanted).map_err(|it| it.reason)
        })
    };
    assert_eq!(draw(&drawn).await.unwrap(), Ok(picture));
    for (script, expected) in [
        (pages.as_str(), "갑자기 끝났습니다"),
        ("read -r request; kill -SEGV $$", "갑자기 끝났습니다"),
        ("kill -XCPU $$", "1초 안에 읽지 못하여"),
        ("sleep 1000", "1초 안에 읽지 못하여"),
        ("echo memory allocation of 99 bytes failed >&2; kill -ABRT $$", "메모리가 1024 MiB보다"),
    ] {
        let reason = draw(script).await.unwrap().unwrap_err();
        assert!(reason.contains(expected), "{script}: {reason}");
    }
}

#[tokio::test]
async fn output_without_end_is_cut_off() {
    let mut endless = pool("tr '\\0' a < /dev/zero");
    endless.limits.reply = 1 << 20;
    let (found, _) = read(endless, || false).await;
    assert!(found.unwrap_err().reason.contains("너무 커서"));
}

#[tokio::test]
async fn a_child_that_is_silent_is_not_waited_for() {
    let mut silent = pool("sleep 1000");
    (silent.limits.cpu_base, silent.limits.cpu_per_mib) = (0, 0);
    let (found, _) = read(silent, || false).await;
    assert!(found.unwrap_err().reason.contains("안에 읽지 못하여"));
}

#[tokio::test]
async fn nobody_waits_for_a_cancelled_file() {
    let begun = std::time::Instant::now();
    let (found, documents) = read(pool("sleep 1000"), || true).await;
    assert_eq!((found.unwrap(), documents), (Vec::new(), 0));
    // The child would sleep for a quarter of an hour.
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn the_file_of_an_archive_that_breaks_a_reader_is_left_out() {
    // Fails at b.pdf unless the request lists it among the files to skip.
    let read_a = write(&entry("a.zip/a.md"), None);
    let read_b = write(&entry("a.zip/b.pdf"), None);
    let finding = Finding::new("a.md", "글이 없습니다.");
    let end = write(&Reply::Read(vec![finding]), None);
    let script = format!(
        r#"read -r request
        {read_a}
        case "$request" in
            *'"a.zip/b.pdf"'*) ;;
            *) {read_b}; kill -SEGV $$ ;;
        esac
        {end}"#
    );
    let (found, _) = read(pool(&script), || false).await;
    let found = found.unwrap();
    let places: Vec<&str> = found.iter().map(|it| it.place.as_str()).collect();
    assert_eq!(places, ["b.pdf", "a.md"], "{found:?}");
    assert!(found[0].reason.contains("갑자기 끝났습니다"), "{found:?}");
    // Fails at every entry: the rest of the archive is skipped, and everything is named.
    let number = r#"$(echo "$request" | tr -cd '/' | wc -c | tr -d ' ')"#;
    let next = write(&entry("a.zip/N.pdf"), Some(("N", number)));
    let script = format!("read -r request; {next}; kill -SEGV $$");
    let (found, _) = read(pool(&script), || false).await;
    let finding = found.unwrap_err();
    assert!(finding.place.ends_with(".pdf"), "{finding:?}");
    assert_eq!(finding.reason.matches("도 읽지 못했습니다").count(), 5, "{finding:?}");
}

#[tokio::test]
async fn children_of_text_serve_again_and_those_of_containers_do_not() {
    // Answers with its process id, as often as it is asked.
    let page = FilePages { pages: vec!["PROCESS_ID".to_owned()], findings: Vec::new() };
    let id = "$(printf %010d $$)";
    let answer = write(&Reply::Pages(Ok(page)), Some(("PROCESS_ID", id)));
    let pool = pool(&format!("while read -r request; do head -c 4 > /dev/null; {answer}; done"));
    let check = tokio::task::spawn_blocking(move || {
        let page = |name: &str, bytes: &[u8]| {
            pool.pages(&source(name, bytes), &|| false).unwrap().pages.remove(0)
        };
        let first = page("a.txt", b"text");
        assert_eq!(page("b.txt", b"more"), first);
        assert_eq!(page("c.pdf", b"%PDF"), first, "a clean child may read it");
        assert_ne!(page("d.txt", b"text"), first, "and is clean no more");
    });
    check.await.unwrap();
}
