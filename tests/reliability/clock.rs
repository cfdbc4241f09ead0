//! Campaign: the clock is set back and forth between all records of the desk. The queue, decisions,
//! letters and the audit log keep the order in which they were recorded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use simui_api::{Desk, KeyPlace, OpenDesk};
use simui_domain::Clock;
use uuid::{NoContext, Uuid};

use crate::campaign::{Campaign, intact, look_at};
use crate::common;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Steps of the clock, in seconds. Some cross the turn of a year, after which letters have other
/// numbers.
const STEPS: [i64; 10] =
    [-400 * DAY, -DAY, -9 * HOUR, -HOUR, -1, 0, HOUR, 9 * HOUR, DAY, 400 * DAY];

/// All cases are due on one day, so that only their turn orders them in the queue.
const DUE: &str = "2100-01-01T00:00:00Z";

/// A desk in this process whose clock, including that of ids, is set by hand, with the records that
/// must exist.
struct HandDesk {
    desk: Desk,
    hand: Arc<AtomicI64>,
    /// Cases that wait for a person, in order.
    waiting: Vec<String>,
    /// Decisions of each case.
    decided: BTreeMap<String, Vec<Value>>,
    /// All decisions, in order.
    decisions: Vec<Value>,
    /// Number of letters in each year.
    letters: BTreeMap<i16, u64>,
}

impl HandDesk {
    async fn open(of: &common::Desk) -> Self {
        let start: Timestamp = "2026-11-25T03:00:00Z".parse().unwrap();
        let hand = Arc::new(AtomicI64::new(start.as_second()));
        let read_hand = hand.clone();
        let now = move || Timestamp::from_second(read_hand.load(Ordering::Relaxed)).unwrap();
        let id = |at: Timestamp| {
            let seconds = u64::try_from(at.as_second()).unwrap();
            Uuid::new_v7(uuid::Timestamp::from_unix(NoContext, seconds, 0))
        };
        let opening = OpenDesk {
            data_dir: Some(of.dir().to_owned()),
            clock: Clock::new(now, id),
            audit_key: KeyPlace::File,
            ..OpenDesk::from_environment()
        };
        let desk = Desk::open(opening).await.unwrap();
        Self {
            desk,
            hand,
            waiting: Vec::new(),
            decided: BTreeMap::new(),
            decisions: Vec::new(),
            letters: BTreeMap::new(),
        }
    }

    async fn call(&self, operation: &str, request: Value) -> Value {
        let answer = self.desk.call(operation, request.clone()).await;
        answer.unwrap_or_else(|error| panic!("{operation} {request}: {error}"))
    }

    /// Sets the clock, at most five years away from its first time.
    fn step(&self, campaign: &mut Campaign) {
        let step = STEPS[campaign.below(STEPS.len() as u64) as usize];
        let begun = 1_795_000_000;
        let now = self.hand.load(Ordering::Relaxed);
        let back = (now + step - begun).abs() > 5 * 365 * DAY;
        self.hand.store(if back { now - step } else { now + step }, Ordering::Relaxed);
    }

    /// Returns the present year in Korea.
    fn year(&self) -> i16 {
        let now = Timestamp::from_second(self.hand.load(Ordering::Relaxed)).unwrap();
        now.to_zoned(TimeZone::fixed(Offset::UTC))
            .saturating_add(SignedDuration::from_hours(9))
            .year()
    }

    async fn submit(&mut self, number: u64) {
        let text = format!("국내 최초 100% 완치 보장 줄기세포 치료 {number}");
        let ad = json!({ "text": text, "published_on": "2026-11-01" });
        let case = self.call("submit", json!({ "ad": ad })).await["summary"]["case_id"].clone();
        let due =
            json!({ "case_id": case, "priority": "normal", "due": DUE, "reviewer": "김심의" });
        self.call("prioritise", due).await;
        self.waiting.push(case.as_str().unwrap().to_owned());
    }

    async fn decide(&mut self, at: usize, action: &str, verdict: Option<&str>) -> String {
        let case = self.waiting.remove(at);
        let number = self.decisions.len();
        let decide = json!({
            "case_id": case, "action": action, "reviewer": "김심의", "verdict": verdict,
            "note": format!("{number}번째 결정"),
        });
        let view = self.call("decide", decide).await;
        let decision = view["decisions"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(decision["note"], format!("{number}번째 결정"), "the last one is the last");
        self.decisions.push(decision["id"].clone());
        self.decided.entry(case.clone()).or_default().push(decision["id"].clone());
        match verdict {
            Some(verdict) => assert_eq!(view["summary"]["final_verdict"], verdict, "{view}"),
            None => self.waiting.push(case.clone()),
        }
        case
    }

    /// Checks that the letter states the last decision and has the next number of the year.
    async fn letter(&mut self, case: &str, of: &common::Desk) {
        let year = self.year();
        let letter = json!({ "case_id": case, "kind": "letter", "format": "html" });
        let printed = self.call("paper", letter.clone()).await;
        let number = self.letters.entry(year).or_default();
        *number += 1;
        let subject: Option<String> = look_at(of.dir(), async |connection| {
            let sql = "SELECT subject FROM papers WHERE year = ? AND number = ?";
            let row = sqlx::query_scalar(sql).bind(year).bind(*number as i64);
            row.fetch_optional(connection).await.unwrap()
        })
        .await;
        assert_eq!(json!(subject), *self.decisions.last().unwrap(), "letter {year}-{number}");
        assert_eq!(self.call("paper", letter).await, printed, "printed again");
    }

    /// Checks the queue, the decisions of a case, and the log.
    async fn check(&self, round: u64, case: &str) {
        let page = self.call("queue", json!({ "state": "open", "limit": 10_000 })).await;
        assert_eq!(listed(&page), self.waiting, "round {round}: the queue");
        let view = self.call("case", json!({ "case_id": case })).await;
        let found = view["decisions"].as_array().unwrap().iter().map(|it| it["id"].clone());
        assert_eq!(found.collect::<Vec<_>>(), self.decided[case], "round {round}: {case}");
        let audit = self.call("audit", json!({})).await;
        assert_eq!(audit["intact"], true, "round {round}: {audit}");
    }
}

fn listed(page: &Value) -> Vec<String> {
    let cases = page["cases"].as_array().unwrap().iter();
    cases.map(|case| case["case_id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn clock() {
    let mut campaign = Campaign::new("clock");
    let of = common::Desk::new();
    let mut desk = HandDesk::open(&of).await;
    desk.call("add_reviewer", json!({ "name": "김심의", "role": "reviewer" })).await;
    desk.call("add_reviewer", json!({ "name": "관리", "role": "administrator" })).await;
    let settings =
        json!({ "name": "가나의료광고심의위원회", "numbering": "심의-{year}-{number:4}" });
    let office = json!({ "settings": settings, "revision": 0, "reviewer": "관리" });
    desk.call("set_office", office).await;
    desk.submit(0).await;
    for round in campaign.rounds() {
        desk.step(&mut campaign);
        desk.submit(round).await;
        desk.step(&mut campaign);
        let at = campaign.below(desk.waiting.len() as u64) as usize;
        let case = match campaign.below(3) {
            0 => desk.decide(at, "reject", None).await,
            drawn => {
                let verdict = if drawn == 1 { "불허" } else { "조건부허용" };
                let case = desk.decide(at, "modify", Some(verdict)).await;
                desk.step(&mut campaign);
                desk.letter(&case, &of).await;
                if campaign.below(2) == 0 {
                    desk.step(&mut campaign);
                    let reopen = json!({ "case_id": case, "note": "다시", "reviewer": "김심의" });
                    desk.call("reopen", reopen).await;
                    desk.waiting.push(case.clone());
                }
                case
            }
        };
        desk.check(round, &case).await;
    }
    let log = desk.desk.audit_export().await.unwrap();
    let entries = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let decisions = entries.filter(|entry| entry["action"] == "decision");
    let decisions: Vec<Value> = decisions.map(|it| it["details"]["decision"].clone()).collect();
    assert_eq!(decisions, desk.decisions);
    campaign.count("decisions", decisions.len() as u64);
    campaign.count("letters", desk.letters.values().sum());
    let waiting = desk.waiting.clone();
    drop(desk);
    // Another process checks, with the clock of the machine.
    intact(&of);
    let page = of.run(&["review", "queue"]).succeeded().json();
    assert_eq!(listed(&page), waiting[..waiting.len().min(200)]);
}
