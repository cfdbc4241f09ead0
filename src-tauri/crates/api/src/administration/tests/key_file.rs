use serde_json::json;
use simui_domain::Clock;
use uuid::Uuid;

use super::{audited, desk, desk_at};
use crate::Desk;
use crate::types::{
    CreateKeyFile, DeleteKeyFile, DoctorState, KeyState, KeyText, OpenKeyFile, PasswordText, SetKey,
};

const KEY: &str = "gehe-im7";
const PASSPHRASE: &str = "eine lange Losung";

fn passphrase(text: &str) -> PasswordText {
    PasswordText::new(text.into())
}

async fn create(desk: &Desk, text: &str, reviewer: &str) -> Result<(), String> {
    let request = CreateKeyFile { passphrase: passphrase(text), reviewer: reviewer.into() };
    desk.create_key_file(request).await.map(|_| ()).map_err(|error| error.to_string())
}

async fn set(desk: &Desk) -> Result<(), String> {
    let value = KeyText::new(KEY.into());
    let request = SetKey { name: "law.go.kr".into(), value, reviewer: "관리".into() };
    desk.set_key(request).await.map(|_| ()).map_err(|error| error.to_string())
}

#[tokio::test]
async fn keys_are_in_the_file_once_an_administrator_asked_for_it() {
    let (_folder, desk) = desk().await;
    set(&desk).await.unwrap();
    let view = desk.key_file().await.unwrap();
    assert!(!view.exists && !view.open && view.keyring.is_empty(), "{view:?}");
    assert!(create(&desk, PASSPHRASE, "심의").await.unwrap_err().contains("no administrator"));
    assert!(create(&desk, "kurz", "관리").await.unwrap_err().contains("12 or more"));
    create(&desk, PASSPHRASE, "관리").await.unwrap();
    assert!(create(&desk, PASSPHRASE, "관리").await.unwrap_err().contains("there already"));
    // A key in the keyring is not used any more.
    assert_eq!(desk.keys().await.unwrap()[0].state, KeyState::Absent);
    set(&desk).await.unwrap();
    assert_eq!(desk.keys().await.unwrap()[0].state, KeyState::Stored);

    // A locked file gives no key and says what to do; later checks see the same keys.
    desk.close_key_file().await.unwrap();
    let locked = desk.keys().await.unwrap().remove(0);
    assert_eq!(locked.state, KeyState::Unknown);
    assert!(locked.problem.contains("it is locked"), "{locked:?}");
    assert!(set(&desk).await.unwrap_err().contains("--keys-stdin"));
    let doctor = desk.doctor().await.unwrap();
    let check = doctor.checks.iter().find(|it| it.name == "keyring").unwrap();
    assert_eq!(
        (check.state, check.detail.as_str()),
        (DoctorState::Degraded, "keys are in a file, locked")
    );
    let wrong =
        desk.open_key_file(OpenKeyFile { passphrase: passphrase("eine andere Losung") }).await;
    assert!(wrong.unwrap_err().to_string().contains("passphrase is wrong"));
    let opened =
        desk.open_key_file(OpenKeyFile { passphrase: passphrase(PASSPHRASE) }).await.unwrap();
    assert!(opened.exists && opened.open);
    assert_eq!(desk.keys().await.unwrap()[0].state, KeyState::Stored);

    let file = std::fs::read_to_string(desk.data_dir().join("keys/api.keys")).unwrap();
    let printed = format!("{file} {opened:?} {} {:?}", desk.audit_export().await.unwrap(), doctor);
    assert!(!printed.contains(KEY) && !printed.contains("Losung"), "{printed}");
    assert_eq!(audited(&desk, "key_file_created").await.len(), 1);
    assert_eq!(audited(&desk, "key_file_refused").await.len(), 1);

    let delete = DeleteKeyFile { reviewer: "심의".into() };
    assert!(desk.delete_key_file(delete).await.is_err());
    let gone = desk.delete_key_file(DeleteKeyFile { reviewer: "관리".into() }).await.unwrap();
    assert!(!gone.exists);
    assert_eq!(
        desk.keys().await.unwrap()[0].state,
        KeyState::Stored,
        "the keyring's is still there"
    );
}

#[tokio::test]
async fn what_is_refused_does_not_repeat_the_passphrase() {
    let (_folder, desk) = desk().await;
    for (operation, request) in [
        ("create_key_file", json!(PASSPHRASE)),
        ("create_key_file", json!({ "passphrase": PASSPHRASE })),
        ("open_key_file", json!({ "passphrase": { "x": PASSPHRASE } })),
        ("open_key_file", json!({ "passphrase": PASSPHRASE })),
    ] {
        let error = desk.call(operation, request).await.unwrap_err().to_string();
        assert!(!error.contains("Losung"), "{error}");
    }
    assert!(
        !format!("{:?}", OpenKeyFile { passphrase: passphrase(PASSPHRASE) }).contains("Losung")
    );
}

#[tokio::test]
async fn wrong_passphrases_make_the_next_one_wait_and_do_not_fill_the_log() {
    let stopped = Clock::new(|| "2026-11-25T09:00:00Z".parse().unwrap(), |_| Uuid::now_v7());
    let (_folder, desk) = desk_at(stopped).await;
    create(&desk, PASSPHRASE, "관리").await.unwrap();
    desk.close_key_file().await.unwrap();
    let open = async |text: &str| {
        let opened = desk.open_key_file(OpenKeyFile { passphrase: passphrase(text) }).await;
        opened.map(|_| ()).map_err(|error| error.to_string())
    };
    let mut waits = Vec::new();
    for _ in 0..12 {
        let refused = open("eine andere Losung").await.unwrap_err();
        waits.push(refused.contains("too many wrong"));
    }
    // Three attempts are free, and the clock stands still.
    assert_eq!(waits, [[false; 3].as_slice(), &[true; 9]].concat());
    assert_eq!(audited(&desk, "key_file_refused").await.len(), 2, "the first and the second");
    // The right passphrase waits, too.
    assert!(open(PASSPHRASE).await.is_err_and(|error| error.contains("too many wrong")));
}
