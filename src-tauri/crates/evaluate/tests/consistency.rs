//! Measures consistency through the public API, with reviewers whose answers are known.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use simui_domain::{Ad, Verdict, ViolationKind};
use simui_evaluate::consistency::{
    Change, ConsistencyReport, Paraphrases, Seen, families_from, measure, measure_additions,
};

async fn report_of(text: &str, verdict: impl Fn(&str) -> Verdict) -> ConsistencyReport {
    let families = families_from("f.jsonl", text).unwrap();
    let paraphrases = Paraphrases::shipped().unwrap();
    let review = async |ad: Ad| Ok(Seen { verdict: verdict(&ad.text), kinds: [].into() });
    measure(&families, &paraphrases, review, |_, _| {}).await.unwrap()
}

const ADS: &str = concat!(
    r#"{"id":"a","text":"가장 좋은 병원입니다. 오세요.","rewritten":["제일 좋습니다."]}"#,
    "\n",
    r#"{"id":"b","text":"일요일은 쉽니다."}"#
);

#[tokio::test]
async fn a_steady_reviewer_is_steady() {
    let report = report_of(ADS, |_| Verdict::Allowed).await;
    assert_eq!(report.ads, 2);
    assert_eq!(report.verdict.share, Some(1.0));
    assert_eq!(report.steady_ads.share, Some(1.0));
    assert!(report.changed.is_empty());
    assert!(report.by_change.iter().any(|it| it.change == Change::Rewritten));
}

#[tokio::test]
async fn a_reviewer_who_minds_one_word_is_caught() {
    let by_word = |text: &str| {
        if text.contains("가장") { Verdict::Denied } else { Verdict::Allowed }
    };
    let report = report_of(ADS, by_word).await;
    let changes: Vec<_> = report.changed.iter().map(|it| (it.id.as_str(), it.change)).collect();
    assert_eq!(changes, [("a", Change::Synonyms), ("a", Change::Rewritten)]);
    assert_eq!(report.verdict.of - report.verdict.held, 2);
    assert_eq!((report.steady_ads.held, report.steady_ads.of), (1, 2));
}

#[tokio::test]
async fn a_reviewer_who_reads_only_the_beginning_misses_what_is_added_at_the_end() {
    let seen = |found: bool| Seen {
        verdict: if found { Verdict::Denied } else { Verdict::Allowed },
        kinds: found.then_some(ViolationKind::V6).into_iter().collect(),
    };
    let families = families_from("f.jsonl", "{\"text\":\"일요일은 쉽니다.\"}").unwrap();
    let sentences = ["국내 최고 의원".to_owned()];
    let reads_all = async |ad: Ad| Ok(seen(ad.text.contains("최고")));
    let found = measure_additions(&families, &sentences, reads_all).await.unwrap();
    assert_eq!((found.ads, found.verdict.held, found.verdict.of), (1, 4, 4));
    assert_eq!((found.taken_out.share, found.missed.len()), (Some(1.0), 0));
    let beginning = async |ad: Ad| Ok(seen(ad.text.starts_with("국내 최고")));
    let found = measure_additions(&families, &sentences, beginning).await.unwrap();
    assert_eq!((found.kinds.held, found.kinds.of, found.missed.len()), (2, 4, 2));
}
