use super::{audited, desk, set};
use crate::types::{ChangeSettings, DoctorState, OnnxSettings, OutboundSettings};

#[tokio::test]
async fn nothing_leaves_unless_an_administrator_says_so() {
    let (_folder, desk) = desk().await;
    let first = desk.outbound_settings().await.unwrap();
    assert_eq!((first.settings, first.revision), (OutboundSettings::default(), 0));
    let open = OutboundSettings {
        enabled: true,
        hosts: vec!["www.law.go.kr".into()],
        ..OutboundSettings::default()
    };
    let ask = |settings: &OutboundSettings, revision, reviewer: &str| {
        let (settings, reviewer) = (settings.clone(), reviewer.into());
        desk.set_outbound_settings(ChangeSettings { settings, revision, reviewer })
    };
    for (reviewer, why) in [("심의", "no administrator"), ("없음", "no reviewer is called")] {
        let error = ask(&open, 0, reviewer).await.unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let changed = ask(&open, 0, "관리").await.unwrap();
    assert_eq!((changed.revision, changed.changed_by.unwrap().name), (1, "관리".into()));
    // Based on an outdated revision: the other administrator's change must not be undone unseen.
    let error = ask(&OutboundSettings::default(), 0, "관리").await.unwrap_err().to_string();
    assert!(error.contains("somebody else changed them"), "{error}");
    assert_eq!(desk.outbound_settings().await.unwrap().settings, open);

    let entries = audited(&desk, "setting_changed").await;
    assert_eq!(entries.len(), 1);
    let (_, subject, details) = &entries[0];
    assert_eq!(subject, "outbound");
    assert!(details["before"].is_null());
    assert_eq!(details["after"]["hosts"][0], "www.law.go.kr");
}

#[tokio::test]
async fn onnx_settings_name_what_is_there() {
    let (_folder, desk) = desk().await;
    let ask = |library: Option<&str>, provider: Option<&str>| {
        let settings = OnnxSettings {
            library: library.map(str::to_owned),
            provider: provider.map(str::to_owned),
        };
        desk.set_onnx_settings(ChangeSettings { settings, revision: 0, reviewer: "관리".into() })
    };
    let error = ask(Some("/nowhere/libonnxruntime.so"), None).await.unwrap_err().to_string();
    assert!(error.contains("no library is"), "{error}");
    let error = ask(None, Some("ROCm")).await.unwrap_err().to_string();
    assert!(error.contains("DirectML"), "{error}");
    let kept = ask(Some(" "), Some("cpu")).await.unwrap().settings;
    assert_eq!(kept, OnnxSettings { library: None, provider: Some("CPU".into()) });
    let runtime = desk.onnx_runtime().await.unwrap();
    match runtime.library {
        // The setting leaves one provider to try.
        Some(_) => assert_eq!(runtime.providers.len(), 1, "{runtime:?}"),
        None => assert!(runtime.problem.contains("fetch.sh"), "{runtime:?}"),
    }
}

#[tokio::test]
async fn the_doctor_says_what_may_leave() {
    let (_folder, desk) = desk().await;
    let check = async |name: &str| {
        let checks = desk.doctor().await.unwrap().checks;
        checks.into_iter().find(|check| check.name == name).expect(name)
    };
    assert!(check("outbound").await.detail.starts_with("off"));
    assert_eq!(check("keyring").await.detail, "works; no key is stored");
    assert_eq!(check("models").await.detail, "none installed");
    for name in ["pdfium", "onnxruntime"] {
        let check = check(name).await;
        assert_eq!(check.state == DoctorState::Ok, check.remedy.is_empty(), "{check:?}");
    }
    set(&desk, |settings| {
        settings.enabled = true;
        settings.hosts = vec!["www.law.go.kr".into()];
        settings.proxy = Some("http://proxy.office.kr:3128".into());
    })
    .await;
    let detail = check("outbound").await.detail;
    assert_eq!(detail, "on: www.law.go.kr, through http://proxy.office.kr:3128");
}
