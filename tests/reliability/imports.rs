//! Campaign `corpus import`: an acknowledged document is stored, complete and once.

use std::collections::BTreeMap;
use std::fs;

use crate::campaign::{Campaign, intact, look};
use crate::common::Desk;

/// Number of documents of a folder.
const DOCUMENTS: u64 = 4;
/// Number of articles of a document.
const ARTICLES: u64 = 30;

fn title(folder: u64, number: u64) -> String {
    format!("시험용 심의기준 {folder}-{number}")
}

/// Creates a folder of documents that no other folder has.
fn folder(desk: &Desk, folder: u64) -> String {
    let path = desk.dir().join(format!("folder-{folder}"));
    fs::create_dir_all(&path).unwrap();
    for number in 0..DOCUMENTS {
        let mut text = format!("# {}\n\n", title(folder, number));
        for article in 1..=ARTICLES {
            text += &format!(
                "## 제{article}조(시험)\n\n{folder}번 묶음 {number}번 문서의 {article}번째 조문이다.\n\n"
            );
        }
        fs::write(path.join(format!("{number}.md")), text).unwrap();
    }
    path.to_str().unwrap().to_owned()
}

#[test]
fn imports() {
    let mut campaign = Campaign::new("imports");
    let desk = Desk::new();
    let import = |path: &str| ["corpus", "import", path, "--kind", "guideline"].map(str::to_owned);
    let run = |path: &str| desk.run(&import(path).each_ref().map(String::as_str)).succeeded();
    campaign.calm(|| drop(run(&folder(&desk, 0))));
    let stored = || -> BTreeMap<String, Vec<i64>> {
        let rows = look(&desk, async |connection| {
            let sql = "SELECT d.title, (SELECT COUNT(*) FROM articles a WHERE a.document_id = d.id) \
                 FROM documents d WHERE d.title LIKE '시험용%'";
            sqlx::query_as::<_, (String, i64)>(sql).fetch_all(connection).await.unwrap()
        });
        let mut stored: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for (title, articles) in rows {
            stored.entry(title).or_default().push(articles);
        }
        stored
    };
    let complete = stored()[&title(0, 0)].clone();
    let mut acknowledged = vec![0];
    for round in campaign.rounds() {
        let path = folder(&desk, round);
        let killed = campaign.kill(&desk, &import(&path).each_ref().map(String::as_str), "");
        if killed.succeeded {
            acknowledged.push(round);
        }
        let now = stored();
        for (title, articles) in &now {
            assert_eq!(*articles, complete, "{title} is there in part, or twice, in round {round}");
        }
        for (folder, number) in
            acknowledged.iter().flat_map(|it| (0..DOCUMENTS).map(move |at| (it, at)))
        {
            let title = title(*folder, number);
            assert!(now.contains_key(&title), "{title} was acknowledged and is gone");
        }
        intact(&desk);
    }
    // A second import completes those that were cut off.
    for round in campaign.rounds() {
        run(&folder(&desk, round));
    }
    let rounds = *campaign.rounds().end();
    assert_eq!(stored().len() as u64, (rounds + 1) * DOCUMENTS);
    assert!(stored().values().all(|articles| *articles == complete));
    intact(&desk);
}
