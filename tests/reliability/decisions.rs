//! Campaign `review decide`: an acknowledged decision is stored, a second one is refused, and there
//! is never more than one.

use serde_json::json;

use crate::campaign::{Campaign, intact, look};
use crate::common::Desk;

#[test]
fn decisions() {
    let mut campaign = Campaign::new("decisions");
    let desk = Desk::new();
    desk.reviewer("김심의");
    let rounds = usize::try_from(*campaign.rounds().end()).unwrap();
    let ad = json!({ "text": "국내 유일 줄기세포 치료, 부작용 걱정 없이!" });
    let results = desk.review(&vec![ad; rounds + 1]);
    let cases: Vec<&str> = results.iter().map(|it| it["case_id"].as_str().unwrap()).collect();
    let decide = |case: &str| {
        ["review", "decide", case, "--action", "approve", "--as", "김심의"].map(str::to_owned)
    };
    let run = |case: &str| {
        let arguments = decide(case);
        desk.run(&arguments.each_ref().map(String::as_str))
    };
    campaign.calm(|| drop(run(cases[0]).succeeded()));
    for (round, case) in campaign.rounds().zip(&cases[1..]) {
        let arguments = decide(case);
        let killed = campaign.kill(&desk, &arguments.each_ref().map(String::as_str), "");
        let decided = |status: &str| {
            let (decisions, now) = look(&desk, async |connection| {
                let sql = "SELECT (SELECT COUNT(*) FROM decisions WHERE case_id = c.id), c.status \
                     FROM cases c WHERE c.id = ?";
                let row = sqlx::query_as::<_, (i64, String)>(sql).bind(*case);
                row.fetch_one(connection).await.unwrap()
            });
            assert!(decisions <= 1, "{case} was decided {decisions} times in round {round}");
            decisions == 1 && (status.is_empty() || now == status)
        };
        if killed.succeeded {
            assert!(decided("completed"), "{case} was acknowledged in round {round}");
        }
        // A second decision is refused if the first is stored, otherwise carried out.
        let stood = decided("");
        let again = run(case);
        assert_eq!(again.code, Some(i32::from(stood)), "{}{}", again.out, again.err);
        assert!(decided("completed"), "{case} in round {round}: {}", again.err);
        intact(&desk);
    }
}
