use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::server::{Fixture, reply};
use super::{audited, desk, set};
use crate::Desk;
use crate::types::{AddModel, DeskEvent, ModelRequest, ModelState};

fn made(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../inference/tests/models").join(id)
}

async fn state(desk: &Desk, id: &str) -> Option<ModelState> {
    let models = desk.models().await.unwrap();
    models.into_iter().find(|model| model.id == id).map(|model| model.state)
}

fn named(id: &str) -> ModelRequest {
    ModelRequest { id: id.into(), reviewer: None }
}

#[tokio::test]
async fn a_model_comes_in_is_checked_and_goes() {
    let (_folder, desk) = desk().await;
    let known = desk.models().await.unwrap();
    assert!(known.iter().all(|model| model.known && model.state == ModelState::Missing));
    let mut events = desk.events();
    let request = AddModel {
        folder: made("tiny-encoder").display().to_string(),
        id: None,
        reviewer: Some("심의".into()),
    };
    let added = desk.add_model(request).await.unwrap();
    assert_eq!((added.model.id.as_str(), added.model.known), ("tiny-encoder", false));
    assert!(added.model.size.unwrap() > 0);
    assert!(matches!(events.try_recv().unwrap(), DeskEvent::ModelsChanged));
    assert_eq!(state(&desk, "tiny-encoder").await, Some(ModelState::Installed));
    assert!(desk.verify_model(named("tiny-encoder")).await.unwrap().intact);

    // The length is unchanged, so that only reading the file detects the change.
    let file = desk.data_dir().join("models/tiny-encoder/model.onnx");
    let mut bytes = fs::read(&file).unwrap();
    bytes[10] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_eq!(state(&desk, "tiny-encoder").await, Some(ModelState::Installed));
    let check = desk.verify_model(named("tiny-encoder")).await.unwrap();
    assert!(!check.intact && check.problem.contains("model.onnx has changed"), "{check:?}");
    fs::remove_file(&file).unwrap();
    assert_eq!(state(&desk, "tiny-encoder").await, Some(ModelState::Damaged));
    let doctor = desk.doctor().await.unwrap().checks;
    assert!(doctor.iter().any(|it| it.name == "models" && it.detail.contains("damaged")));

    desk.remove_model(named("tiny-encoder")).await.unwrap();
    assert_eq!(state(&desk, "tiny-encoder").await, None);
    let added = audited(&desk, "model_added").await;
    assert_eq!(added[0].0, desk.database.reviewer("심의").await.unwrap().id.to_string());
    assert_eq!(added[0].2["files"].as_array().unwrap().len(), 2);
    assert_eq!(audited(&desk, "model_removed").await[0].1, "tiny-encoder");
}

#[tokio::test]
async fn what_cannot_be_done_says_why() {
    let (folder, desk) = desk().await;
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let add = |id: Option<&str>, folder: &Path| {
        let (folder, id) = (folder.display().to_string(), id.map(str::to_owned));
        desk.add_model(AddModel { folder, id, reviewer: None })
    };
    for (request, why) in [
        (add(None, &empty).await, "model.toml"),
        (add(None, &folder.path().join("nowhere")).await, "nowhere"),
        (add(Some("bge-m3-ko"), &empty).await, "model.onnx is not in"),
        (add(Some("gone"), &empty).await, "no model \"gone\" is in the list"),
    ] {
        let error = request.unwrap_err().to_string();
        assert!(error.contains(why), "{why:?} is not in {error}");
    }
    let error = desk.verify_model(named("../x")).await.unwrap_err().to_string();
    assert!(error.contains("is installed"), "{error}");
    let error = desk.remove_model(named("bge-m3-ko")).await.unwrap_err().to_string();
    assert!(error.contains("is installed"), "{error}");
    let error = desk.download_model(named("bge-m3-ko")).await.unwrap_err().to_string();
    assert!(error.contains("switched off"), "{error}");
    set(&desk, |it| it.enabled = true).await;
    let error = desk.download_model(named("bge-m3-ko")).await.unwrap_err().to_string();
    assert!(error.contains("no SHA-256"), "{error}");
}

/// Serves the files of a model, the graph slowly the first time, and lists it in the office's own manifest.
async fn offered(desk: &Desk) -> Fixture {
    let server = Fixture::start(|number, seen| {
        let name = seen.target.trim_start_matches('/');
        let mut reply = reply(200, fs::read(made("tiny-encoder").join(name)).unwrap());
        if number == 0 {
            reply.delay = Duration::from_secs(60);
        }
        reply
    })
    .await;
    let mut text = fs::read_to_string(made("tiny-encoder").join("model.toml")).unwrap();
    for name in ["model.onnx", "tokenizer.json"] {
        let path = format!("path = \"{name}\"");
        assert!(text.contains(&path), "{text}");
        let url = format!("{path}\nurl = \"{}/{name}\"", server.base);
        text = text.replace(&path, &url);
    }
    let root = desk.data_dir().join("models");
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("manifest.toml"), text).unwrap();
    server
}

#[tokio::test]
async fn a_listed_model_is_downloaded_where_that_is_allowed() {
    let (_folder, desk) = desk().await;
    let server = offered(&desk).await;
    let listed = desk.models().await.unwrap();
    let ours = listed.iter().find(|model| model.id == "tiny-encoder").unwrap();
    assert!(ours.known && ours.downloadable, "{ours:?}");
    assert_eq!(ours.hosts, [server.base.as_str()]);
    desk.download_model(named("tiny-encoder")).await.unwrap_err();
    assert!(server.seen().is_empty());

    set(&desk, |it| it.enabled = true).await;
    let stopping = async {
        while server.seen().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let second = desk.remove_model(named("tiny-encoder")).await.unwrap_err().to_string();
        assert!(second.contains("another change is running"), "{second}");
        desk.cancel_download();
    };
    let (stopped, ()) = tokio::join!(desk.download_model(named("tiny-encoder")), stopping);
    assert!(stopped.unwrap_err().to_string().contains("it was stopped"));
    let mut events = desk.events();
    let added = desk.download_model(named("tiny-encoder")).await.unwrap();
    assert_eq!((added.model.state, added.unchecked.len()), (ModelState::Installed, 0));
    assert!(matches!(events.try_recv().unwrap(), DeskEvent::ModelDownload { .. }));
    assert!(desk.verify_model(named("tiny-encoder")).await.unwrap().intact);
    assert_eq!(audited(&desk, "outbound_call").await.len(), server.seen().len());
}
