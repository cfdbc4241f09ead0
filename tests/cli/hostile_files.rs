//! Hostile files: each becomes one entry of the quarantine, and the import continues. They are read in
//! processes of their own, which end when they use too much, when nobody waits for them, and when their
//! parent is gone. The tests run on Linux, where all limits apply.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::common::Desk;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A duration beyond this means that something hangs.
const PATIENCE: Duration = Duration::from_secs(240);

/// Returns an invented law.
fn law(id: u32, title: &str) -> String {
    format!(
        "---\n제목: {title}\n법령ID: '{id:06}'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '00123'\n시행일자: 2020-07-01\n상태: 시행\n---\n\n##### 제1조\n\n이 법은 {title}이다.\n"
    )
}

/// Returns a PDF of these objects; the first one is the catalogue.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    file.extend(
        format!("trailer << /Root 1 0 R /Size {size} >>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    file
}

fn stream(head: &str, content: &[u8]) -> Vec<u8> {
    let mut object = format!("<< {head} /Length {} >>\nstream\n", content.len()).into_bytes();
    object.extend(content);
    object.extend(b"\nendstream");
    object
}

/// Returns a PDF with one page of this content and a form `F`.
fn page(content: Vec<u8>, form: Vec<u8>) -> Vec<u8> {
    pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>"
            .to_vec(),
        content,
        form,
    ])
}

/// Returns a PDF with a form that draws itself twice: 2^40 drawings where a library stops at depth 40.
fn drawing_itself() -> Vec<u8> {
    let head =
        "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /F 5 0 R >> >>";
    page(stream("", b"/F Do"), stream(head, b"/F Do /F Do"))
}

/// Returns a PDF of a few kilobytes whose page unpacks to 512 MiB of drawing.
fn unpacking_to_much() -> Vec<u8> {
    let packed = |write: &mut dyn FnMut(&mut ZlibEncoder<Vec<u8>>)| {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        write(&mut encoder);
        encoder.finish().unwrap()
    };
    let piece = b"0 0 m 9 9 l\n".repeat(1 << 16);
    let once = packed(&mut |encoder| {
        (0..(512 << 20) / piece.len()).for_each(|_| encoder.write_all(&piece).unwrap());
    });
    let twice = packed(&mut |encoder| encoder.write_all(&once).unwrap());
    assert!(twice.len() < 100 << 10, "{}", twice.len());
    page(stream("/Filter [/FlateDecode /FlateDecode]", &twice), stream("", b""))
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn put(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), content).unwrap();
}

/// Returns places and reasons of the quarantine entries of a file.
fn reasons<'a>(quarantined: &'a [Value], name: &str) -> Vec<(&'a str, &'a str)> {
    let of_file = quarantined.iter().filter(|it| it["path"].as_str().unwrap().ends_with(name));
    of_file.map(|it| (it["where"].as_str().unwrap(), it["reason"].as_str().unwrap())).collect()
}

#[test]
fn hostile_files_are_quarantined_and_the_import_goes_on() {
    let desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let has_pdf = desk.run(&["doctor"]).json()["checks"]
        .as_array()
        .unwrap()
        .iter()
        .any(|check| check["name"] == "pdfium" && check["state"] == "ok");
    if !has_pdf {
        eprintln!("libpdfium is absent: files that hang it are refused for another reason");
    }
    put(folder, "0.md", law(1, "앞선법"));
    put(folder, "1_draws_itself.pdf", drawing_itself());
    put(folder, "2_unpacks.pdf", unpacking_to_much());
    let attributes: String = (0..300_000).map(|at| format!(" a{at}")).collect();
    put(folder, "3_attributes.html", format!("<html><body><p{attributes}>글</p></body></html>"));
    let zeros = vec![b'0'; 256 << 20];
    put(
        folder,
        "4_bomb.zip",
        zip(&[("a.txt", zeros.as_slice()), ("b.md", law(2, "폭탄속법").as_bytes())]),
    );
    put(folder, "5_deep.xml", format!("<?xml version='1.0'?>{}", "<a>".repeat(300_000)));
    put(folder, "6_deep.json", "[".repeat(1_000_000));
    let mut nested = law(3, "깊은법").into_bytes();
    for _ in 0..6 {
        nested = zip(&[("inner.zip", nested.as_slice())]);
    }
    put(folder, "7_nested.zip", &nested);
    let (before, looping, after) = (law(4, "사이앞법"), drawing_itself(), law(5, "사이뒤법"));
    let around =
        [("a.md", before.as_bytes()), ("b.pdf", looping.as_slice()), ("c.md", after.as_bytes())];
    put(folder, "8_around.zip", zip(&around));
    put(folder, "9.md", law(6, "뒤선법"));

    let report = desk.run(&["corpus", "import", folder.to_str().unwrap()]).succeeded().json();
    let quarantined = report["quarantined"].as_array().unwrap();
    // Which limit is reached first depends on the machine.
    let pdf = if has_pdf { "안에 읽지 못하여|메모리" } else { "pdfium" };
    for (name, place, expected) in [
        ("1_draws_itself.pdf", "", pdf),
        ("2_unpacks.pdf", "", pdf),
        ("3_attributes.html", "", "속성이"),
        ("4_bomb.zip", "a.txt", "풀면 너무 큽니다"),
        ("5_deep.xml", "", ""),
        ("6_deep.json", "", ""),
        ("7_nested.zip", "inner.zip", "두 겹까지"),
        ("8_around.zip", "b.pdf", pdf),
    ] {
        let found = reasons(quarantined, name);
        let matches_any = |reason: &str| expected.split('|').any(|it| reason.contains(it));
        let is_reported =
            found.iter().any(|(at, reason)| at.starts_with(place) && matches_any(reason));
        assert!(is_reported, "{name}: {found:?}");
    }
    for name in ["0.md", "9.md"] {
        assert!(reasons(quarantined, name).is_empty(), "{quarantined:?}");
    }
    let titles: Vec<Value> = desk.run(&["corpus", "list"]).succeeded().lines();
    let titles = serde_json::to_string(&titles).unwrap();
    for (title, stored) in [
        ("앞선법", true),
        ("폭탄속법", true),
        ("깊은법", false),
        ("사이앞법", true),
        ("사이뒤법", true),
        ("뒤선법", true),
    ] {
        assert_eq!(titles.contains(title), stored, "{title}");
    }
}

/// Whether a process runs; a zombie does not.
fn runs(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, behind)| !behind.starts_with('Z'))
}

/// Returns the reader process of a program, once it has begun with its file.
fn reader_of(program: u32) -> u32 {
    within("a reader starts", || {
        let threads = std::fs::read_dir(format!("/proc/{program}/task")).ok()?;
        let children = threads.flatten().flat_map(|thread| {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let ids = children.unwrap_or_default();
            ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        });
        children.last()?.parse().ok()
    })
}

/// Asks repeatedly until there is an answer.
fn within<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a process at the end of the test, even if it fails.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_reader_ends_with_its_parent() {
    let desk = Desk::new();
    put(desk.dir(), "loop.pdf", drawing_itself());
    let file = desk.dir().join("loop.pdf");
    let mut import = Ending(desk.spawn(&["corpus", "import", file.to_str().unwrap()]));
    let reader = reader_of(import.0.id());
    import.0.kill().unwrap();
    import.0.wait().unwrap();
    within("the reader ends", || (!runs(reader)).then_some(()));
}

#[test]
fn an_import_is_cancelled_in_the_middle_of_a_file_and_the_next_one_runs() {
    let desk = Desk::new();
    put(desk.dir(), "loop.pdf", drawing_itself());
    put(desk.dir(), "law.md", law(1, "다음법"));
    let mut server = Ending(desk.spawn(&["serve", "--port", "0"]));
    let mut url = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let url: String = url.trim().trim_matches('"').to_owned();
    let (host, token) = url.strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
    let (host, token) = (host.to_owned(), token.to_owned());
    let call = move |operation: &str, request: Value| -> Value {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(
            stream,
            "POST /api/{operation} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    let import = |name: &str| json!({ "paths": [desk.dir().join(name)], "kind": null, "jobs": 1 });
    let begun = Instant::now();
    // On a busy machine the reader may use up its memory before it is cancelled; then it is tried again.
    let report = (0..5).find_map(|_| {
        let (first, slow) = (call.clone(), import("loop.pdf"));
        let running = std::thread::spawn(move || first("import_paths", slow));
        let reader = reader_of(server.0.id());
        call("cancel_import", json!({}));
        let report = running.join().unwrap();
        within("the reader ends", || (!runs(reader)).then_some(()));
        (report["cancelled"] == json!(true)).then_some(report)
    });
    assert_eq!(report.expect("a cancelled import")["documents"], json!(0));
    assert!(begun.elapsed() < PATIENCE);
    let report = call("import_paths", import("law.md"));
    assert_eq!(
        (&report["cancelled"], &report["documents"]),
        (&json!(false), &json!(1)),
        "{report}"
    );
}
