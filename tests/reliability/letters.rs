//! Campaign `review letter`: numbers have no gaps and no repeats, and an acknowledged letter is
//! printed again unchanged.

use std::fs;

use serde_json::json;

use crate::campaign::{Campaign, intact, look};
use crate::common::Desk;

pub const OFFICE: [&str; 8] = [
    "office",
    "set",
    "--name",
    "가나의료광고심의위원회",
    "--numbering",
    "심의-{year}-{number:4}",
    "--as",
    "관리",
];

#[test]
fn letters() {
    let mut campaign = Campaign::new("letters");
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk.run(&OFFICE).succeeded();
    let rounds = usize::try_from(*campaign.rounds().end()).unwrap();
    let ad = json!({ "text": "국내 유일 줄기세포 치료, 부작용 걱정 없이!" });
    let results = desk.review(&vec![ad; rounds + 1]);
    let cases: Vec<&str> = results.iter().map(|it| it["case_id"].as_str().unwrap()).collect();
    for case in &cases {
        let decide = ["review", "decide", case, "--action", "approve", "--as", "김심의"];
        desk.run(&decide).succeeded();
    }
    let out = desk.dir().join("letter.html");
    let letter = |case: &str| {
        ["review", "letter", case, "--format", "html", "--out", out.to_str().unwrap()]
            .map(str::to_owned)
    };
    let print = |case: &str| {
        let arguments = letter(case);
        desk.run(&arguments.each_ref().map(String::as_str)).succeeded();
        fs::read_to_string(&out).unwrap()
    };
    campaign.calm(|| drop(print(cases[0])));
    for (round, case) in campaign.rounds().zip(&cases[1..]) {
        let _ = fs::remove_file(&out);
        let arguments = letter(case);
        let killed = campaign.kill(&desk, &arguments.each_ref().map(String::as_str), "");
        let first = killed.succeeded.then(|| fs::read_to_string(&out).unwrap());
        let papers = || {
            look(&desk, async |connection| {
                let sql = "SELECT number, case_id FROM papers ORDER BY number";
                sqlx::query_as::<_, (i64, String)>(sql).fetch_all(connection).await.unwrap()
            })
        };
        let again = print(case);
        assert!(first.is_none_or(|first| first == again), "round {round}: another letter");
        let issued = papers();
        let numbers: Vec<i64> = issued.iter().map(|(number, _)| *number).collect();
        let expected: Vec<i64> = (1..=i64::try_from(round).unwrap() + 1).collect();
        assert_eq!(numbers, expected, "round {round}");
        assert_eq!(issued.last().map(|it| it.1.as_str()), Some(*case), "round {round}");
        intact(&desk);
    }
}
