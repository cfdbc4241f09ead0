//! Tests of the check itself: faults that it must detect.

use simui_corpus::{Finding, Reading, Readings, SourceFile, read};

use super::check::check;
use super::common::{clock, law};

const SIZE: usize = 2_000;

fn sound() -> Readings {
    let text = law("\n##### 제1조 (목적)\n\n**①** 이 법은 다음 각 호를 정한다.\n\n  1\\. 하나\n");
    read(&SourceFile { path: "a.md".to_owned(), bytes: text.into_bytes() }, None, &clock())
}

#[track_caller]
fn noticed(part: &str, spoil: impl Fn(&mut Reading)) {
    let mut readings = sound();
    spoil(&mut readings.readings[0]);
    let fault = check(&readings, SIZE).unwrap_err();
    assert!(fault.contains(part), "{fault}");
}

#[test]
fn sound_readings_pass() {
    check(&sound(), SIZE).unwrap();
}

#[test]
fn spoilt_readings_do_not_pass() {
    let chunk = |it: &mut Reading| it.imported.chunks[0].clone();
    noticed("in no article", |it| it.imported.articles[0].start += 4);
    noticed("after", |it| it.imported.articles[0].end += 99);
    noticed("in no article", |it| it.imported.articles.clear());
    noticed("in no article", |it| it.imported.document.body.push('더'));
    noticed("there twice", |reading| {
        let mut again = reading.imported.articles[0].clone();
        again.start = reading.imported.document.body.chars().count();
        again.end = again.start + 1;
        reading.imported.document.body.push('더');
        reading.imported.articles.push(again);
    });
    noticed("is not in", |it| it.imported.articles[0].provisions[1].text.push('!'));
    noticed("in ..", |it| it.imported.articles[0].provisions[1].end += 9);
    noticed("belongs to no article", |reading| {
        reading.imported.chunks[0].article_id = clock().new_id();
    });
    noticed("the chunk", |it| it.imported.chunks[0].end += 99);
    noticed("the chunk", |it| it.imported.chunks[0].text = "글".repeat(1_201));
    noticed("title", |it| it.imported.document.title = "둘\n줄".to_owned());
    noticed("became", |it| it.imported.chunks = vec![chunk(it); SIZE * 3]);
    noticed("without a reason", |it| it.findings.push(Finding::new("line 1", " ")));
    noticed("a finding of", |it| it.findings.push(Finding::new("", "글".repeat(SIZE * 2))));
}

#[test]
fn nothing_at_all_does_not_pass() {
    check(&Readings::default(), SIZE).unwrap_err();
}
