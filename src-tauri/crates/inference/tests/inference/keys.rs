use simui_inference::InferenceError;
use simui_inference::keys::Keyring;
use simui_inference::outbound::Secret;

/// With a keyring that can be written (`dbus-run-session` with an unlocked gnome-keyring) the key comes back; without one the error
/// says so. Which of the two a machine has, only the machine knows.
#[test]
fn a_key_comes_back_or_the_keyring_is_missed() {
    let keyring = Keyring::new("simui-test");
    let key = Secret::new("gehe/im+7");
    match keyring.set("law.go.kr", &key) {
        Ok(()) => {
            assert!(keyring.get("law.go.kr").unwrap() == key);
            keyring.remove("law.go.kr").unwrap();
            let error = keyring.get("law.go.kr").unwrap_err();
            assert!(matches!(error, InferenceError::NoKey { .. }), "{error}");
            eprintln!("a keyring is there: stored, read and removed");
        }
        Err(error) => {
            assert!(matches!(error, InferenceError::Keyring { .. }), "{error}");
            let shown = format!("{error} {error:?}");
            assert!(shown.contains("keyring") && !shown.contains("gehe"), "{shown}");
            eprintln!("skipped: no keyring on this machine ({error})");
        }
    }
}

#[test]
fn an_empty_key_is_not_stored() {
    let error = Keyring::new("simui-test").set("law.go.kr", &Secret::new(" \n")).unwrap_err();
    assert!(error.to_string().contains("empty"), "{error}");
}
