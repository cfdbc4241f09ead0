//! Checks of the desk's records through the command line: damage is named, damaged records do not leave the
//! desk, a replaced directory accepts no decision, and a read-only directory is read.

use crate::common;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::Desk;
use crate::common::plain_sql::tamper;
use serde_json::{Value, json};

const AD: &str = "국내 최초 100% 완치 보장 줄기세포 치료";

/// Creates a desk with an office, a decided case and its letter.
fn made() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    let office = ["office", "set", "--name", "심의위원회", "--as", "관리"];
    desk.run(&office).succeeded();
    let id =
        desk.review(&[json!({ "text": AD, "published_on": "2026-11-01" })])[0]["case_id"].clone();
    let decide = ["review", "decide", id.as_str().unwrap(), "--action", "modify", "--as", "김심의"];
    let verdict = ["--verdict", "불허", "--note", "고침"];
    let decided = desk.run(&[decide.as_slice(), &verdict].concat());
    decided.succeeded();
    desk
}

/// Returns a copy of that desk, with the id of its case.
fn desk() -> (Desk, String) {
    static MADE: LazyLock<Desk> = LazyLock::new(made);
    let copy = MADE.copy();
    let done = copy.run(&["review", "queue", "--state", "done"]).succeeded().lines();
    let cases = if done[0]["cases"].is_array() { done[0]["cases"].clone() } else { json!(done) };
    let case = cases[0]["case_id"].as_str().unwrap().to_owned();
    (copy, case)
}

fn verify(desk: &Desk, options: &[&str]) -> (Value, bool, String) {
    let finished = desk.run(&[&["audit", "verify"], options].concat());
    (finished.json(), finished.code == Some(0), finished.err)
}

fn letter(desk: &Desk, case: &str) -> common::Finished {
    let out = desk.dir().join("letter.html");
    desk.run(&["review", "letter", case, "--format", "html", "--out", out.to_str().unwrap()])
}

#[test]
fn changed_records_are_named_and_do_not_leave_the_desk() {
    for (sql, kind, named) in [
        ("UPDATE cases SET final_verdict = '허용'", "record_changed", "case "),
        ("UPDATE ad_versions SET text = text || ' 허용됨'", "record_changed", "ad_versions"),
        (
            "UPDATE reviewers SET role = 'administrator' WHERE name = '김심의'",
            "record_changed",
            "reviewers",
        ),
        ("UPDATE documents SET body = replace(body, '거짓', '참')", "record_changed", "documents"),
        (
            "CREATE TRIGGER t AFTER INSERT ON decisions BEGIN UPDATE cases SET final_verdict = '허용'; END",
            "layout_changed",
            "trigger t",
        ),
    ] {
        let (desk, case) = desk();
        let (report, succeeded, _) = verify(&desk, &[]);
        assert!(succeeded && report["bound"].as_u64().unwrap() > 30, "{report}");
        assert_eq!(report["bound_since"], 0);
        tamper(desk.dir(), sql);
        let (report, succeeded, stderr) = verify(&desk, &[]);
        assert_eq!((&report["kind"], succeeded), (&json!(kind), false), "{sql}: {report}");
        assert!(stderr.contains(named) && stderr.contains("restore"), "{sql}: {stderr}");
        assert!(report["limits"].as_str().unwrap().contains("--head"));
        let of_the_case = !named.starts_with("documents") && !named.starts_with("trigger");
        if of_the_case {
            letter(&desk, &case).failed_with("감사 기록과 맞지 않아");
            let out = desk.dir().join("out.zip");
            let pack = ["audit", "pack", &case, "--out", out.to_str().unwrap()];
            desk.run(&pack).failed_with("감사 기록과 맞지 않아");
            for what in ["casefile", "report"] {
                let out = desk.dir().join("out.html");
                let file =
                    ["review", what, &case, "--format", "html", "--out", out.to_str().unwrap()];
                desk.run(&file).failed_with("감사 기록과 맞지 않아");
            }
        }
        if named.starts_with("trigger") {
            desk.run(&["reviewer", "add", "최심의"]).failed_with("trigger t");
        }
    }
}

#[test]
fn the_quick_check_begins_where_the_last_one_ended() {
    let (desk, case) = desk();
    letter(&desk, &case).succeeded();
    let first = verify(&desk, &["--new"]).0;
    assert_eq!((&first["intact"], &first["checked_from"]), (&json!(true), &json!(0)));
    desk.reviewer("이심의");
    let second = verify(&desk, &["--new"]).0;
    assert_eq!((&second["intact"], &second["checked_from"]), (&json!(true), &first["entries"]));
    tamper(desk.dir(), "DELETE FROM papers");
    assert!(!verify(&desk, &["--new"]).1);
}

/// A pack with another verdict than the signed one is refused by its checker, whatever the desk shows.
#[test]
fn a_pack_shows_the_verdict_that_was_signed() {
    let (desk, case) = desk();
    let out = desk.dir().join("pack.zip");
    desk.run(&["audit", "pack", &case, "--out", out.to_str().unwrap()]).succeeded();
    let outcome = simui_packcheck::check(&std::fs::read(&out).unwrap(), None);
    assert_eq!(outcome.failures, Vec::<String>::new());
}

#[test]
#[cfg(unix)]
fn a_directory_that_may_only_be_read_is_read_and_verified() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let (desk, case) = desk();
    // All data in one file, as after a clean end; and an index.
    desk.run(&["search", "치료"]).succeeded();
    let modes = |dir: &Path, of_dirs: u32, of_files: u32| {
        let mut folders = vec![dir.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    std::fs::set_permissions(&path, PermissionsExt::from_mode(of_files)).unwrap();
                }
            }
            std::fs::set_permissions(&folder, PermissionsExt::from_mode(of_dirs)).unwrap();
        }
    };
    modes(desk.dir(), 0o555, 0o444);
    // Root may write anywhere: another user runs the command.
    let root = std::fs::metadata("/proc/self")
        .is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
    let ask = |arguments: &[&str]| {
        let mut command = desk.command(arguments);
        if root {
            command.uid(65534).gid(65534).env("HOME", "/nonexistent");
        }
        command.output()
    };
    let asked = ask(&["audit", "verify"]);
    let Ok(verified) = asked else {
        eprintln!("skipped: the program cannot be started as another user here");
        return modes(desk.dir(), 0o755, 0o644);
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let stderr = text(&verified.stderr);
    assert_eq!(verified.status.code(), Some(0), "{stderr}");
    let report: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(report["intact"], true, "{report}");
    for arguments in [["review", "show", &case].as_slice(), &["review", "queue", "--state", "done"]]
    {
        let output = ask(arguments).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(&case));
    }
    let refused = ask(&["reviewer", "add", "최심의"]).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let stderr = text(&refused.stderr);
    assert!(stderr.contains("쓸 수 없어 읽기만 합니다"), "{stderr}");
    modes(desk.dir(), 0o755, 0o644);
}

/// The decision is committed, but the head outside the database cannot be written: this is reported without
/// asking for the decision again.
#[test]
fn an_error_after_a_stored_decision_says_that_it_is_stored() {
    let (desk, _) = desk();
    let id =
        desk.review(&[json!({ "text": AD, "published_on": "2026-11-01" })])[0]["case_id"].clone();
    let case = id.as_str().unwrap();
    // The new head is written here first.
    let in_the_way = desk.dir().join("audit.head.new");
    std::fs::create_dir(&in_the_way).unwrap();
    let decide = [
        "review",
        "decide",
        case,
        "--action",
        "request_revision",
        "--as",
        "김심의",
        "--note",
        "고침",
    ];
    let decided = desk.run(&decide).succeeded();
    assert!(decided.err.contains("저장되었습니다"), "{}", decided.err);
    assert!(!decided.err.contains("try again"), "{}", decided.err);
    assert!(decided.json()["warnings"][0].as_str().unwrap().contains("audit.head"));
    std::fs::remove_dir(&in_the_way).unwrap();
    let (report, succeeded, _) = verify(&desk, &[]);
    assert!(succeeded, "{report}");
    assert_eq!(report["anchored"], report["entries"], "the next process anchors it");
}
