use serde_json::json;

use super::{audited, desk};
use crate::types::{KeyState, KeyText, RemoveKey, SetKey};

const KEY: &str = "gehe-im7";

fn request(name: &str, reviewer: &str) -> SetKey {
    SetKey { name: name.into(), value: KeyText::new(KEY.into()), reviewer: reviewer.into() }
}

#[tokio::test]
async fn a_key_is_stored_and_never_shown() {
    let (_folder, desk) = desk().await;
    assert_eq!(desk.keys().await.unwrap()[0].state, KeyState::Absent);
    assert!(!format!("{:?}", request("law.go.kr", "관리")).contains(KEY));
    let stored = desk.set_key(request("law.go.kr", "관리")).await.unwrap();
    assert_eq!(stored.state, KeyState::Stored);
    assert_eq!(desk.has_key("law.go.kr").await.unwrap().state, KeyState::Stored);
    let doctor = desk.doctor().await.unwrap();
    let printed = format!("{stored:?} {:?} {doctor:?}", desk.keys().await.unwrap());
    assert!(!printed.contains(KEY), "{printed}");
    assert!(!desk.audit_export().await.unwrap().contains(KEY));

    let remove = || RemoveKey { name: "law.go.kr".into(), reviewer: "관리".into() };
    assert_eq!(desk.remove_key(remove()).await.unwrap().state, KeyState::Absent);
    let error = desk.remove_key(remove()).await.unwrap_err().to_string();
    assert!(error.contains("no key"), "{error}");
    let entries = [audited(&desk, "key_stored").await, audited(&desk, "key_removed").await];
    let administrator = desk.database.reviewer("관리").await.unwrap().id.to_string();
    for entries in entries {
        assert_eq!(entries, [(administrator.clone(), "law.go.kr".into(), json!({}))]);
    }
}

#[tokio::test]
async fn what_is_refused_does_not_repeat_the_key() {
    let (_folder, desk) = desk().await;
    let refused = [
        (request("law.go.kr", "심의"), "no administrator"),
        (request("law.go.kr", "없음"), "no reviewer"),
        // The key given in the place of its name.
        (request(KEY, "관리"), "the desk uses the keys"),
    ];
    for (request, why) in refused {
        let error = desk.set_key(request).await.unwrap_err().to_string();
        assert!(error.contains(why) && !error.contains(KEY), "{error}");
    }
    for request in [
        json!(KEY),
        json!({ "name": "law.go.kr", "value": KEY }),
        json!({ "name": { "x": KEY }, "value": KEY, "reviewer": "관리" }),
    ] {
        let error = desk.call("set_key", request).await.unwrap_err().to_string();
        assert!(error.contains("not in its form") && !error.contains(KEY), "{error}");
    }
    assert_eq!(desk.keys().await.unwrap()[0].state, KeyState::Absent);
}
