use simui_inference::InferenceError;
use simui_inference::keys::{KeyFile, Keyring};
use simui_inference::outbound::Secret;

/// With a writable keyring (`dbus-run-session` with an unlocked gnome-keyring) the key can be read back.
/// Without one the error says so. Which of the two applies depends on the machine.
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
            let printed = format!("{error} {error:?}");
            assert!(printed.contains("keyring") && !printed.contains("gehe"), "{printed}");
            eprintln!("skipped: no keyring on this machine ({error})");
        }
    }
}

#[test]
fn an_empty_key_is_not_stored() {
    let error = Keyring::new("simui-test").set("law.go.kr", &Secret::new(" \n")).unwrap_err();
    assert!(error.to_string().contains("empty"), "{error}");
}

/// Random enough for a test, and different each time.
fn random(bytes: &mut [u8]) {
    use std::sync::atomic::{AtomicU8, Ordering};
    static NEXT: AtomicU8 = AtomicU8::new(1);
    bytes.iter_mut().for_each(|byte| *byte = NEXT.fetch_add(1, Ordering::Relaxed));
}

#[test]
fn a_file_of_keys_opens_with_its_passphrase_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys/api.keys");
    let passphrase = Secret::new("한글로 된 긴 비밀 문구");
    let short = KeyFile::create(&path, &Secret::new("짧은 문구"), random).unwrap_err();
    assert!(short.to_string().contains("12 or more") && !path.exists(), "{short}");
    let file = KeyFile::create(&path, &passphrase, random).unwrap();
    let (key, other) = (Secret::new("gehe/im+7"), Secret::new("zweiter"));
    file.set("law.go.kr", &key).unwrap();
    file.set("chat.local", &other).unwrap();
    assert!(KeyFile::create(&path, &passphrase, random).is_err(), "it is not written over");

    // Decomposed letters are the same passphrase.
    let decomposed: String =
        unicode_normalization::UnicodeNormalization::nfd("한글로 된 긴 비밀 문구").collect();
    let again = KeyFile::open(&path, &Secret::new(&decomposed), random).unwrap();
    assert!(again.get("law.go.kr").unwrap() == key && again.get("chat.local").unwrap() == other);
    again.remove("chat.local").unwrap();
    assert!(matches!(file.get("chat.local"), Err(InferenceError::NoKey { .. })), "both see it");
    assert!(matches!(again.remove("chat.local"), Err(InferenceError::NoKey { .. })));
    assert!(again.set("chat.local", &Secret::new(" ")).is_err());

    let wrong = KeyFile::open(&path, &Secret::new("한글로 된 긴 비밀 문귀"), random).unwrap_err();
    assert!(wrong.to_string().contains("passphrase is wrong"), "{wrong}");
    let text = std::fs::read_to_string(&path).unwrap();
    let printed = format!("{file:?} {wrong} {wrong:?} {text}");
    assert!(
        !printed.contains("gehe") && !printed.contains("law.go.kr") && !printed.contains("비밀"),
        "{printed}"
    );

    // A replaced file is not the one that was opened.
    std::fs::remove_file(&path).unwrap();
    KeyFile::create(&path, &Secret::new("eine andere Losung"), random).unwrap();
    assert!(file.get("law.go.kr").unwrap_err().to_string().contains("made anew"));
}

#[test]
fn a_cut_or_changed_file_opens_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("api.keys");
    let passphrase = Secret::new("eine lange Losung");
    let file = KeyFile::create(&path, &passphrase, random).unwrap();
    file.set("law.go.kr", &Secret::new("gehe/im+7")).unwrap();
    let complete = std::fs::read(&path).unwrap();
    for end in (0..complete.len()).step_by(7) {
        std::fs::write(&path, &complete[..end]).unwrap();
        let error = KeyFile::open(&path, &passphrase, random).unwrap_err();
        assert!(error.to_string().contains("cut off"), "{end}: {error}");
    }
    let text = String::from_utf8(complete).unwrap();
    for (from, to) in [
        ("\"memory_kib\": 65536", "\"memory_kib\": 65535"),
        ("\"memory_kib\": 65536", "\"memory_kib\": 4294967295"),
        ("\"passes\": 3", "\"passes\": 2"),
        ("\"passes\": 3", "\"passes\": 0"),
        ("\"lanes\": 4", "\"lanes\": 1"),
        ("simui-keys-1", "simui-keys-2"),
        ("\"nonce\": \"", "\"nonce\": \"AAAA"),
        ("\"salt\": \"", "\"salt\": \"AAAA"),
        ("\"sealed\": \"", "\"sealed\": \"AAAA"),
        ("\"sealed\": \"", "\"more\": 1, \"sealed\": \""),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let error = KeyFile::open(&path, &passphrase, random).unwrap_err();
        assert!(matches!(error, InferenceError::KeyFile { .. }), "{from}: {error}");
    }
    std::fs::write(&path, &text).unwrap();
    assert!(KeyFile::open(&path, &passphrase, random).is_ok(), "as it was, it opens");
}

#[cfg(unix)]
#[test]
fn others_cannot_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("api.keys");
    let passphrase = Secret::new("eine lange Losung");
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    let file = KeyFile::create(&path, &passphrase, random).unwrap();
    assert_eq!(mode(), 0o600);
    file.set("law.go.kr", &Secret::new("gehe/im+7")).unwrap();
    assert_eq!(mode(), 0o600, "also after a change");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    KeyFile::open(&path, &passphrase, random).unwrap();
    assert_eq!(mode(), 0o600, "what a copy opened to others is closed again");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is left beside it");
}
