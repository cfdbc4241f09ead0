//! Campaign: the data directory is deleted, moved away or replaced under a running server while
//! decisions arrive. The next process finds every acknowledged decision. Every other decision is
//! refused with a message that names the directory, and is stored nowhere.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::Instant;

use serde_json::json;

use crate::campaign::{Campaign, intact, look_at};
use crate::common::plain_sql::wait;
use crate::common::{Desk, copy_tree};
use crate::server::{Answer, Server};

/// Number of cases that are decided while the directory changes, half of them by each of two
/// clients.
const CASES: usize = 8;

/// A change to the directory.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Change {
    Deleted,
    MovedAway,
    /// Replaced by a copy from before the decisions.
    OlderCopy,
    OtherDesk,
    DatabaseDeleted,
    /// Only the write-ahead log is deleted, which may hold the last decisions.
    LogDeleted,
}

const CHANGES: [Change; 6] = [
    Change::MovedAway,
    Change::OlderCopy,
    Change::Deleted,
    Change::OtherDesk,
    Change::DatabaseDeleted,
    Change::LogDeleted,
];

impl Change {
    /// Carries out the change. `next` takes the place of the directory, `away` is where the old one
    /// goes.
    fn make(self, place: &Path, next: &Path, away: &Path) {
        match self {
            Self::Deleted => remove_while_written(place),
            Self::MovedAway => fs::rename(place, away).unwrap(),
            Self::OlderCopy | Self::OtherDesk => {
                fs::rename(place, away).unwrap();
                fs::rename(next, place).unwrap();
            }
            Self::DatabaseDeleted => fs::remove_file(place.join("simui.db")).unwrap(),
            Self::LogDeleted => fs::remove_file(place.join("simui.db-wal")).unwrap(),
        }
    }

    /// Whether a file still holds the earlier decisions.
    fn keeps_the_old(self) -> bool {
        matches!(self, Self::MovedAway | Self::OlderCopy | Self::OtherDesk)
    }
}

/// Deletes a directory in which a server creates files meanwhile. A file created between the
/// deletion of the entries and of the directory keeps the directory, so both are repeated.
fn remove_while_written(place: &Path) {
    for _ in 0..100 {
        match fs::remove_dir_all(place) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
            other => return other.unwrap(),
        }
    }
    panic!("{} is written faster than it can be deleted", place.display());
}

/// A requested decision with its answer.
struct Attempt {
    case: String,
    began: Instant,
    answer: Answer,
}

impl Attempt {
    fn of(server: &Server, case: &str) -> Self {
        let began = Instant::now();
        let decide = json!({ "case_id": case, "action": "approve", "reviewer": "김심의" });
        Self { case: case.to_owned(), began, answer: server.call("decide", &decide) }
    }

    /// Whether the desk reported the decision as stored. This includes a message that the case
    /// cannot be shown after its decision.
    fn is_acknowledged(&self) -> bool {
        self.answer.is_done() || self.answer.refusal().starts_with("결정은 저장되었습니다")
    }
}

/// Returns the decided cases in the database of a directory; none if there is no readable database.
fn decided_in(dir: &Path) -> BTreeSet<String> {
    if !dir.join("simui.db").exists() {
        return BTreeSet::new();
    }
    wait(look_at(dir, async |connection| {
        let sql = "SELECT case_id FROM decisions";
        let cases = sqlx::query_scalar(sql).fetch_all(connection).await;
        cases.unwrap_or_default().into_iter().collect()
    }))
}

#[test]
fn directory() {
    let mut campaign = Campaign::new("directory");
    let (base, other) = (Desk::new(), Desk::new());
    for desk in [&base, &other] {
        desk.reviewer("김심의");
    }
    let ad = json!({ "text": "국내 유일 줄기세포 치료, 부작용 걱정 없이!" });
    let reviewed = base.review(&vec![ad; CASES + 1]);
    let cases: Vec<&str> = reviewed.iter().map(|it| it["case_id"].as_str().unwrap()).collect();
    let (last, cases) = cases.split_last().unwrap();
    // The files that a server installs at its first start exist before the campaign.
    drop(Server::start(&base));
    let calm = base.copy();
    let server = Server::start(&calm);
    campaign.calm(|| assert!(Attempt::of(&server, last).answer.is_done()));
    for (round, change) in campaign.rounds().zip(CHANGES.into_iter().cycle()) {
        let desk = base.copy();
        let (place, next) = (desk.dir(), desk.dir().with_file_name("next"));
        let away = desk.dir().with_file_name("away");
        match change {
            Change::OlderCopy => copy_tree(base.dir(), &next),
            Change::OtherDesk => copy_tree(other.dir(), &next),
            _ => {}
        }
        let server = Server::start(&desk);
        let moment = campaign.moment(CASES as u32 / 2);
        let (mut attempts, changed) = thread::scope(|scope| {
            let clients: Vec<_> = cases
                .chunks(CASES / 2)
                .map(|cases| {
                    let ask = |case: &&str| Attempt::of(&server, case);
                    scope.spawn(move || cases.iter().map(ask).collect::<Vec<_>>())
                })
                .collect();
            thread::sleep(moment);
            change.make(place, &next, &away);
            let changed = Instant::now();
            let attempts = clients.into_iter().flat_map(|client| client.join().unwrap());
            (attempts.collect::<Vec<_>>(), changed)
        });
        attempts.push(Attempt::of(&server, last));
        let (here, old) = (decided_in(place), decided_in(&away));
        for it in &attempts {
            let (case, answer, later) = (&it.case, &it.answer, it.began > changed);
            let (is_here, is_old) = (here.contains(case), old.contains(case));
            let context =
                format!("round {round}, {change:?}, case {case}, later: {later}: {answer:?}");
            if it.is_acknowledged() {
                campaign.count("acknowledged", 1);
                assert!(is_here || !later, "acknowledged and not in the file: {context}");
                assert!(is_here || is_old || !change.keeps_the_old(), "lost: {context}");
            } else {
                campaign.count("refused", 1);
                assert!(answer.refusal().contains("데이터 폴더"), "no clear refusal: {context}");
                assert!(!answer.refusal().contains("try again"), "{context}");
                assert!(!later || !is_here && !is_old, "refused and kept: {context}");
            }
        }
        if change == Change::MovedAway {
            // Back in its place, the directory accepts decisions again.
            fs::rename(&away, place).unwrap();
            let again = Attempt::of(&server, last);
            assert!(again.answer.is_done(), "round {round}: {:?}", again.answer);
            assert!(decided_in(place).contains(*last));
        }
        drop(server);
        if change.keeps_the_old() {
            intact(&desk);
        }
    }
}
