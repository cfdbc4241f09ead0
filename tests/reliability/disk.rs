//! Campaign: the disk becomes full in the middle of decisions, letters, imports and reviews. What
//! was acknowledged is stored; no message asks to repeat what is stored; and once there is room, the
//! same server continues.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::campaign::{Campaign, intact, look};
use crate::common::Desk;
use crate::letters::OFFICE;
use crate::server::Server;

/// Largest numbers of bytes left, in turn: for the middle of a first commit, of the writes behind
/// it, and of building an index.
const LEFT: [u64; 3] = [128 << 10, 1 << 20, 8 << 20];

/// A small file system, unmounted when dropped.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Mounts the file system. `None`, with a message, if mounting is not allowed.
    fn mount(at: &'a Path, size: &str) -> Option<Self> {
        let options = format!("size={size}");
        let status =
            Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at).status();
        let mounted = status.is_ok_and(|status| status.success());
        if !mounted {
            eprintln!("skipped: mounting a tmpfs is not allowed here");
        }
        mounted.then_some(Self(at))
    }

    fn grow(&self, size: &str) {
        let options = format!("remount,size={size}");
        let status = Command::new("mount").args(["-o", &options]).arg(self.0).status().unwrap();
        assert!(status.success());
    }

    /// Fills the file system except for `left` bytes.
    fn fill(&self, left: u64) {
        let mut filler = File::create(self.0.join("filler")).unwrap();
        for piece in [1 << 20, 4 << 10] {
            while filler.write_all(&vec![0; piece]).is_ok() {}
        }
        let length = filler.metadata().unwrap().len();
        filler.set_len(length.saturating_sub(left)).unwrap();
    }

    fn empty(&self) {
        fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

/// An operation whose result must be stored.
#[derive(Debug)]
enum Work {
    /// The decision of a case.
    Decision(String),
    /// The letter of a decided case.
    Letter(String),
    /// The import of a folder with one document: path of the folder, and title of the document.
    Import(String, String),
    /// The review of an advertisement with this id of its sender.
    Review(String),
}

impl Work {
    /// Runs the operation by the server or by a command. Returns whether it was acknowledged, and
    /// its messages.
    fn ask(&self, desk: &Desk, server: Option<&Server>) -> (bool, String) {
        let (operation, request, arguments) = match self {
            Work::Decision(case) => (
                "decide",
                json!({ "case_id": case, "action": "approve", "reviewer": "김심의" }),
                vec!["review", "decide", case, "--action", "approve", "--as", "김심의"],
            ),
            Work::Letter(case) => (
                "paper",
                json!({ "case_id": case, "kind": "letter", "format": "html" }),
                vec!["review", "letter", case, "--format", "html", "--out", "/dev/null"],
            ),
            Work::Import(folder, _) => (
                "import_paths",
                json!({ "paths": [folder], "kind": "guideline" }),
                vec!["corpus", "import", folder, "--kind", "guideline"],
            ),
            Work::Review(id) => ("submit", json!({ "ad": ad(id) }), vec!["review", "run", "-"]),
        };
        if let Some(server) = server {
            let answer = server.call(operation, &request);
            let messages = format!("{} {}", answer.refusal(), answer.body["warnings"]);
            return (answer.is_done(), messages);
        }
        let input = match self {
            Work::Review(id) => ad(id).to_string(),
            _ => String::new(),
        };
        let finished = desk.run_with(&arguments, input.as_bytes());
        assert!(!finished.err.contains("panicked at"), "{self:?}: {}", finished.err);
        assert!(matches!(finished.code, Some(0 | 1)), "{self:?}: {:?}", finished.code);
        // Warnings about another run and log lines do not belong to this operation.
        let messages = finished.err.lines().filter(|line| line.starts_with("error: "));
        (finished.code == Some(0), messages.collect::<Vec<_>>().join("\n"))
    }

    /// Returns how often the result is in the database.
    fn kept(&self, desk: &Desk) -> i64 {
        let (sql, name) = match self {
            Work::Decision(case) => ("SELECT COUNT(*) FROM decisions WHERE case_id = ?", case),
            Work::Letter(case) => ("SELECT COUNT(*) FROM papers WHERE case_id = ?", case),
            Work::Import(_, title) => ("SELECT COUNT(*) FROM documents WHERE title = ?", title),
            Work::Review(id) => ("SELECT COUNT(*) FROM cases WHERE external_id = ?", id),
        };
        look(desk, async |connection| {
            sqlx::query_scalar(sql).bind(name).fetch_one(connection).await.unwrap()
        })
    }
}

fn ad(id: &str) -> Value {
    json!({ "id": id, "text": "국내 유일 줄기세포 치료, 부작용 걱정 없이!" })
}

/// Creates a folder with a document that no other folder has.
fn document(elsewhere: &Path, number: u64) -> Work {
    let title = format!("시험용 심의기준 {number}");
    let folder = elsewhere.join(&title);
    fs::create_dir_all(&folder).unwrap();
    let articles: String = (1..=20)
        .map(|at| format!("## 제{at}조(시험)\n\n{number}번째 것의 {at}조이다.\n\n"))
        .collect();
    fs::write(folder.join("a.md"), format!("# {title}\n\n{articles}")).unwrap();
    Work::Import(folder.to_str().unwrap().to_owned(), title)
}

/// Waits until the server has finished all runs that were left unfinished, some of which it may be
/// running already.
fn come_to_rest(desk: &Desk, server: &Server) {
    let running = || {
        look(desk, async |connection| {
            let sql = "SELECT COUNT(*) FROM runs WHERE status = 'running'";
            sqlx::query_scalar::<_, i64>(sql).fetch_one(connection).await.unwrap()
        })
    };
    for _ in 0..300 {
        server.done("resume_runs", &json!({}));
        if running() == 0 {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("{} runs are not finished", running());
}

#[test]
fn disk() {
    let (desk, elsewhere) = (Desk::new(), tempfile::tempdir().unwrap());
    let Some(small) = SmallDisk::mount(desk.dir(), "96m") else { return };
    let mut campaign = Campaign::new("disk");
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk.run(&OFFICE).succeeded();
    let rounds = usize::try_from(*campaign.rounds().end()).unwrap();
    let ads: Vec<Value> = (0..=rounds).map(|at| ad(&format!("A-{at}"))).collect();
    let reviewed = desk.review(&ads);
    let cases: Vec<&str> = reviewed.iter().map(|it| it["case_id"].as_str().unwrap()).collect();
    let server = Server::start(&desk);
    assert!(Work::Decision(cases[0].to_owned()).ask(&desk, Some(&server)).0);
    for (round, case) in campaign.rounds().zip(cases.windows(2)) {
        let by = (round % 2 == 0).then_some(&server);
        let left = (round % 3) as usize;
        // The letter of a case decided in the previous round.
        let letter = Work::Letter(case[0].to_owned());
        let review = Work::Review(format!("B-{round}"));
        let mut works = vec![Work::Decision(case[1].to_owned()), letter, review];
        // Building an index takes seconds, so documents are imported only in these rounds.
        works.extend((left == 2).then(|| document(elsewhere.path(), round)));
        // The first operation has the most room.
        let first = campaign.below(works.len() as u64) as usize;
        works.rotate_left(first);
        small.fill(campaign.below(LEFT[left] / 4096) * 4096);
        let messages: Vec<_> = works.iter().map(|work| work.ask(&desk, by)).collect();
        small.empty();
        for (work, (done, messages)) in works.iter().zip(messages) {
            let context = format!("round {round}, {work:?}: {messages}");
            let kept = work.kept(&desk);
            assert!(kept <= 1, "it is there {kept} times: {context}");
            assert!(kept == 1 || !done, "acknowledged and gone: {context}");
            assert!(kept == 0 || !messages.contains("again"), "it stands already: {context}");
            let outcome = if done { "acknowledged" } else { "refused" };
            campaign.count(outcome, 1);
            campaign.count("kept and refused", u64::from(kept == 1 && !done));
            if kept == 0 {
                let (done, messages) = work.ask(&desk, by);
                assert!(done && work.kept(&desk) == 1, "there is room: {context}; now {messages}");
            }
        }
        come_to_rest(&desk, &server);
        intact(&desk);
    }
    let numbers = look(&desk, async |connection| {
        let sql = "SELECT number FROM papers ORDER BY number";
        sqlx::query_scalar::<_, i64>(sql).fetch_all(connection).await.unwrap()
    });
    assert_eq!(numbers, (1..=rounds as i64).collect::<Vec<_>>());
}

#[test]
fn every_line_of_a_review_is_answered_on_a_full_disk() {
    let desk = Desk::new();
    let Some(disk) = SmallDisk::mount(desk.dir(), "4m") else { return };
    desk.reviewer("김심의");
    let text = "평일 9시부터 18시까지 진료합니다. ".repeat(60);
    let ads: String =
        (0..400).map(|n| format!("{}\n", json!({ "id": format!("m{n}"), "text": text }))).collect();
    let finished = desk.run_with(&["review", "run", "-"], ads.as_bytes()).failed_with("disk");
    let lines = finished.lines();
    assert_eq!(lines.len(), 400, "every line is answered");
    let stored: Vec<&Value> = lines.iter().filter(|line| line["status"] != "failed").collect();
    assert!(!stored.is_empty() && stored.len() < 400, "{} of 400 were stored", stored.len());

    disk.grow("64m");
    for result in stored {
        let case = result["case_id"].as_str().unwrap();
        let view = desk.run(&["review", "show", case]).succeeded().json();
        assert_eq!(view["summary"]["status"], result["status"]);
    }
    let again = desk.review(&[json!({ "id": "later", "text": text })]);
    assert_eq!(again[0]["status"], "completed");
}
