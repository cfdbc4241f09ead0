//! Campaign `review run`: a printed result is a case, exactly once; an advertisement without one is
//! a case at most once.

use std::collections::BTreeMap;

use serde_json::json;

use crate::campaign::{Campaign, intact, look};
use crate::common::Desk;

#[test]
fn reviews() {
    let mut campaign = Campaign::new("reviews");
    let desk = Desk::new();
    let ad = |number: u64| {
        let text = format!("줄기세포 치료 {number}번 광고, 부작용 걱정 없이!");
        json!({ "id": format!("ad-{number}"), "text": text })
    };
    campaign.calm(|| drop(desk.review(&[ad(0)])));
    // Maps external ids to cases.
    let mut acknowledged: BTreeMap<String, String> = BTreeMap::new();
    for round in campaign.rounds() {
        let input: String = (0..3).map(|at| format!("{}\n", ad(round * 3 + at))).collect();
        let killed = campaign.kill(&desk, &["review", "run", "-", "--jobs", "2"], &input);
        for result in &killed.lines {
            let text = |key: &str| result[key].as_str().unwrap().to_owned();
            acknowledged.insert(text("id"), text("case_id"));
        }
        let stored = look(&desk, async |connection| {
            let sql = "SELECT external_id, id FROM cases WHERE external_id IS NOT NULL";
            sqlx::query_as::<_, (String, String)>(sql).fetch_all(connection).await.unwrap()
        });
        let count = stored.len();
        let stored: BTreeMap<String, String> = stored.into_iter().collect();
        assert_eq!(stored.len(), count, "an advertisement is two cases");
        for (id, case) in &acknowledged {
            assert_eq!(stored.get(id), Some(case), "{id} was acknowledged in round {round}");
        }
        intact(&desk);
    }
    // Every run is finished, and each of its steps was done once.
    let resumed = desk.run(&["review", "resume"]).succeeded().json();
    for run in resumed["runs"].as_array().unwrap() {
        assert_eq!(run["problem"], "", "{run}");
    }
    let (running, twice) = look(&desk, async |connection| {
        let running = "SELECT COUNT(*) FROM runs WHERE status NOT IN ('waiting', 'finished')";
        let running: i64 = sqlx::query_scalar(running).fetch_one(&mut *connection).await.unwrap();
        let twice = "SELECT COUNT(*) FROM (SELECT 1 FROM steps WHERE kind = 'body' \
             GROUP BY run_id, node, visit HAVING COUNT(*) > 1)";
        let twice: i64 = sqlx::query_scalar(twice).fetch_one(connection).await.unwrap();
        (running, twice)
    });
    assert_eq!((running, twice), (0, 0));
    intact(&desk);
}
