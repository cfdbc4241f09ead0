//! `simui corpus digests` and `sign-digest`: our own digests, and who has read them.

use serde_json::{Value, json};

use crate::common::Desk;

/// Returns the digests of drugs that nobody has signed.
fn unread(desk: &Desk) -> Vec<Value> {
    let found = desk.run(&["corpus", "digests", "--kind", "drug", "--unread"]).succeeded().json();
    found.as_array().unwrap().clone()
}

#[test]
fn a_digest_is_unread_until_a_person_signs_it() {
    let desk = Desk::empty();
    desk.reviewer("김약사");
    desk.run(&["demo"]).succeeded();
    let before = unread(&desk);
    assert!(before.len() > 100, "{}", before.len());
    assert!(before.iter().all(|it| it["readings"] == json!([])));
    let id = before[0]["document"]["id"].as_str().unwrap();
    let sign = ["corpus", "sign-digest", id, "--as", "김약사"];

    let refused = desk.run(&[&sign[..], &["--faulty"]].concat());
    refused.failed_with("note");
    assert_eq!(unread(&desk).len(), before.len());
    desk.run(&["corpus", "sign-digest", id, "--as", "아무개"]).failed_with("아무개");
    desk.run(&["corpus", "sign-digest", "no-such-id", "--as", "김약사"]).failed_with("no-such-id");

    let signed = desk.run(&[&sign[..], &["--note", "허가사항과 견줌"]].concat()).succeeded().json();
    assert_eq!(signed["readings"][0]["by"]["name"], "김약사");
    assert_eq!(signed["readings"][0]["verdict"], "confirmed");
    assert_eq!(unread(&desk).len(), before.len() - 1);

    let faulty = ["--faulty", "--note", "최대 용량이 다르다"];
    let again = desk.run(&[&sign[..], &faulty].concat()).succeeded().json();
    assert_eq!(again["readings"].as_array().unwrap().len(), 2, "the first signature stays");
    assert_eq!(again["readings"][1]["verdict"], "faulty");
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().code, Some(0));
}
