use std::fs;
use std::path::Path;

use simui_inference::InferenceError;
use simui_inference::registry::{Manifest, ModelDirectory, ModelId, Role, State};
use tempfile::TempDir;

use crate::fixture::{Fixture, client, quick, reply};
use crate::models::{copied, edit, made};

fn id(name: &str) -> ModelId {
    ModelId::try_from(name.to_owned()).unwrap()
}

/// The files of a model left in the directory, including hidden folders.
fn left(root: &Path) -> Vec<String> {
    let Ok(items) = fs::read_dir(root) else { return Vec::new() };
    items.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_built_in_manifest_has_both_roles_and_makes_no_checksum_up() {
    let manifest = Manifest::built_in().unwrap();
    let roles: Vec<&str> = manifest.models.iter().map(|entry| entry.role.name()).collect();
    assert!(roles.contains(&"encoder") && roles.contains(&"reranker"), "{roles:?}");
    for entry in &manifest.models {
        assert!(entry.source.starts_with("https://") && !entry.licence.is_empty(), "{}", entry.id);
        assert!(
            entry.files.iter().all(|file| file.sha256.is_some() || file.url.is_none()),
            "{}",
            entry.id
        );
    }
    let Role::Encoder(encoding) = &manifest.find("bge-m3-ko").unwrap().role else {
        panic!("an encoder")
    };
    assert_eq!(encoding.dims, 1024);
    assert!(matches!(manifest.find("nothing"), Err(InferenceError::UnknownModel { .. })));
}

#[test]
fn a_wrong_manifest_is_told_with_its_line() {
    let right = fs::read_to_string(made("tiny-encoder").join("model.toml")).unwrap();
    assert!(Manifest::parse(&right, "m").is_ok());
    let line_of = |part: &str| 1 + right[..right.find(part).unwrap()].matches('\n').count();
    for (from, to, at, reason) in [
        ("id = \"tiny", "id = \"../tiny", "id = ", "no model name"),
        ("id = \"tiny-encoder\"", "id = \"\"", "id = ", "no model name"),
        ("pooling = \"mean\"", "pooling = \"max\"", "pooling", "max"),
        ("dims = 4", "dims = 0", "id = ", "dims"),
        ("dims = 4", "dimensions = 4", "dims", "dimensions"),
        ("dims = 4", "dims = -4", "dims", "-4"),
        ("max_length = 8", "max_length = 1", "id = ", "max_length"),
        ("role = \"encoder\"", "role = \"judge\"", "role", "judge"),
        ("role = \"encoder\"", "role = \"reranker\"", "id = ", "encoders"),
        (
            "path = \"tokenizer.json\"",
            "path = \"../tokenizer.json\"",
            "path = \"tokenizer",
            "no path inside",
        ),
        (
            "path = \"tokenizer.json\"",
            "path = \"/etc/passwd\"",
            "path = \"tokenizer",
            "no path inside",
        ),
        ("path = \"tokenizer.json\"", "path = \"a\\\\b\"", "path = \"tokenizer", "no path inside"),
        (
            "path = \"tokenizer.json\"",
            "path = \"model.toml\"",
            "path = \"tokenizer",
            "describes the model",
        ),
        ("path = \"tokenizer.json\"", "path = \"other.json\"", "id = ", "not among its files"),
        ("path = \"tokenizer.json\"", "path = \"model.onnx\"", "id = ", "twice"),
        ("sha256 = \"", "sha256 = \"x", "sha256", "SHA-256"),
        ("version = 1", "version = 2", "#", "version 2"),
        ("licence = \"Apache-2.0\"", "licence = ", "licence", ""),
    ] {
        let error = Manifest::parse(&right.replace(from, to), "m.toml").unwrap_err().to_string();
        let place = format!("m.toml:{}:", line_of(at));
        assert!(
            error.starts_with(&place) && error.contains(reason),
            "{to}: {error}, expected {place} {reason}"
        );
    }
    let twice = format!("{right}{}", right.replace("version = 1", ""));
    assert!(Manifest::parse(&twice, "m").unwrap_err().to_string().contains("described twice"));
    let reranker = fs::read_to_string(made("tiny-reranker").join("model.toml")).unwrap();
    for (from, to) in [("logit", "cosine"), ("score = ", "# score = "), ("0.5", "nan")] {
        assert!(Manifest::parse(&reranker.replace(from, to), "m").is_err(), "{to}");
    }
}

#[test]
fn a_model_is_added_listed_verified_and_removed() {
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path().join("models"));
    let manifest = Manifest::read(&made("tiny-encoder").join("model.toml")).unwrap();
    assert_eq!(models.list(&manifest).unwrap()[0].state, State::Missing);
    assert!(matches!(models.verify("tiny-encoder"), Err(InferenceError::UnknownModel { .. })));
    let intake = models.add(&manifest.models[0], &made("tiny-encoder")).unwrap();
    assert!(intake.unchecked.is_empty());
    assert_eq!(intake.entry, manifest.models[0]);
    // Over itself, and next to another file that is not in the manifest.
    models.add(&manifest.models[0], &made("tiny-encoder")).unwrap();
    models.add_described(&made("tiny-reranker")).unwrap();
    let listed = models.list(&manifest).unwrap();
    let states: Vec<_> =
        listed.iter().map(|it| (it.entry.id.as_str(), it.known, &it.state)).collect();
    assert_eq!(
        states,
        [("tiny-encoder", true, &State::Installed), ("tiny-reranker", false, &State::Installed)]
    );
    let model = models.verify("tiny-encoder").unwrap();
    assert_eq!(model.entry(), &manifest.models[0]);

    // The same size with different contents, which is only detected by reading.
    let mut graph = fs::read(model.graph()).unwrap();
    *graph.last_mut().unwrap() ^= 1;
    fs::write(model.graph(), &graph).unwrap();
    assert_eq!(models.list(&manifest).unwrap()[0].state, State::Installed);
    let error = models.verify("tiny-encoder").unwrap_err().to_string();
    assert!(error.contains("model.onnx has changed"), "{error}");
    fs::write(model.graph(), &graph[1..]).unwrap();
    assert!(
        matches!(&models.list(&manifest).unwrap()[0].state, State::Damaged(it) if it.len() == 1)
    );
    fs::remove_file(model.graph()).unwrap();
    let State::Damaged(problems) = &models.list(&manifest).unwrap()[0].state else {
        panic!("damaged")
    };
    assert_eq!(problems, &["model.onnx is missing"]);
    fs::write(model.graph().with_file_name("model.toml"), "version = ").unwrap();
    assert!(matches!(&models.list(&manifest).unwrap()[0].state, State::Damaged(_)));
    assert!(matches!(models.verify("tiny-encoder"), Err(InferenceError::Manifest { .. })));

    models.remove(&id("tiny-encoder")).unwrap();
    assert!(matches!(models.remove(&id("tiny-encoder")), Err(InferenceError::UnknownModel { .. })));
    assert_eq!(left(&data.path().join("models")), ["tiny-reranker"]);
}

#[test]
fn a_threshold_is_set_and_nothing_else_changes() {
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path().join("models"));
    for name in ["tiny-reranker", "tiny-encoder"] {
        models.add_described(&made(name)).unwrap();
    }
    let before = models.installed_entry(&id("tiny-reranker")).unwrap();
    models.set_threshold(&id("tiny-reranker"), "minimum", 1.25).unwrap();
    let mut after = models.installed_entry(&id("tiny-reranker")).unwrap();
    let thresholds = &mut after.score.as_mut().unwrap().thresholds;
    assert_eq!(thresholds.insert("minimum".to_owned(), 0.5), Some(1.25));
    assert_eq!(after, before);
    models.verify("tiny-reranker").unwrap();
    assert!(models.set_threshold(&id("tiny-encoder"), "minimum", 1.0).is_err());
    let missing = models.set_threshold(&id("nothing"), "minimum", 1.0).unwrap_err();
    assert!(matches!(missing, InferenceError::UnknownModel { .. }), "{missing}");
}

#[test]
fn a_fingerprint_tells_encoders_apart_by_what_passages_get() {
    let text = fs::read_to_string(made("tiny-encoder").join("model.toml")).unwrap();
    let fingerprint = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let manifest = Manifest::parse(&text.replacen(from, to, 1), "m").unwrap();
        manifest.models[0].fingerprint()
    };
    let same = fingerprint("dims", "dims");
    assert_eq!(fingerprint("Test model", "Another name"), same);
    assert_eq!(fingerprint("dims = 4", "dims = 4\nquery_prefix = \"q: \""), same);
    for (from, to) in [
        ("dims = 4", "dims = 5"),
        ("dims = 4", "dims = 4\npassage_prefix = \"p: \""),
        ("max_length = 8", "max_length = 9"),
        ("pooling = \"mean\"", "pooling = \"cls\""),
        ("normalise = false", "normalise = true"),
        ("sha256 = \"", "sha256 = \"\" # "),
    ] {
        assert_ne!(fingerprint(from, to), same, "{from} {to}");
    }
}

#[test]
fn what_is_wrong_with_a_folder_leaves_nothing_behind() {
    let check = |spoil: &dyn Fn(&Path), reason: &str| {
        let folder = copied("tiny-encoder");
        spoil(folder.path());
        let data = TempDir::new().unwrap();
        let models = ModelDirectory::new(data.path().join("models"));
        let error = models.add_described(folder.path()).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason:?} is not in {error}");
        assert!(left(&data.path().join("models")).is_empty());
    };
    let changed = |name: &'static str| {
        move |folder: &Path| {
            let path = folder.join(name);
            let mut bytes = fs::read(&path).unwrap();
            bytes[0] ^= 1;
            fs::write(path, bytes).unwrap();
        }
    };
    check(&changed("model.onnx"), "model.onnx has SHA-256");
    check(&changed("tokenizer.json"), "tokenizer.json has SHA-256");
    check(&|folder| fs::remove_file(folder.join("model.onnx")).unwrap(), "model.onnx is not in");
    check(&|folder| fs::write(folder.join("model.onnx"), "").unwrap(), "0 bytes where");
    check(&|folder| fs::remove_file(folder.join("model.toml")).unwrap(), "model.toml");
    check(
        &|folder| {
            fs::remove_file(folder.join("model.onnx")).unwrap();
            fs::create_dir(folder.join("model.onnx")).unwrap();
        },
        "not a file",
    );
    #[cfg(unix)]
    check(
        &|folder| {
            fs::remove_file(folder.join("model.onnx")).unwrap();
            std::os::unix::fs::symlink(
                made("tiny-encoder").join("model.onnx"),
                folder.join("model.onnx"),
            )
            .unwrap();
        },
        "leads out of the folder",
    );
}

#[test]
fn a_failed_add_keeps_the_model_that_is_there() {
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path());
    models.add_described(&made("tiny-encoder")).unwrap();
    let folder = copied("tiny-encoder");
    fs::write(folder.path().join("tokenizer.json"), "x").unwrap();
    assert!(models.add_described(folder.path()).is_err());
    models.verify("tiny-encoder").unwrap();
    // Files left behind by a killed program are not an obstacle.
    fs::create_dir_all(data.path().join(".adding-tiny-encoder/old")).unwrap();
    models.add_described(&made("tiny-encoder")).unwrap();
    assert_eq!(left(data.path()), ["tiny-encoder"]);
}

#[test]
fn an_unknown_checksum_is_written_down_and_kept_to() {
    let folder = copied("tiny-encoder");
    let text = fs::read_to_string(folder.path().join("model.toml")).unwrap();
    for line in text.lines().filter(|line| line.starts_with("sha256") || line.starts_with("size")) {
        edit(folder.path(), line, if line.starts_with("size") { "" } else { "sha256 = \"\"" });
    }
    let optional = "[[model.files]]\npath = \"model.onnx_data\"\noptional = true\n\n[[model.files]]\npath = \"model.onnx\"";
    edit(folder.path(), "[[model.files]]\npath = \"model.onnx\"", optional);
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path());
    let intake = models.add_described(folder.path()).unwrap();
    assert_eq!(intake.unchecked.len(), 2);
    assert_eq!(intake.entry.files.len(), 2, "an optional file that is not there is left out");
    let manifest = Manifest::read(&made("tiny-encoder").join("model.toml")).unwrap();
    let model = models.verify("tiny-encoder").unwrap();
    assert_eq!(model.entry().files, manifest.models[0].files);
    fs::write(model.tokenizer(), "{}").unwrap();
    assert!(models.verify("tiny-encoder").is_err());
}

#[tokio::test]
async fn a_download_needs_checksums_and_takes_only_the_right_file() {
    let server = Fixture::start(|_, seen| {
        let name = seen.target.trim_start_matches('/').to_owned();
        reply(200, fs::read(made("tiny-reranker").join(name)).unwrap())
    })
    .await;
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path());
    let (outbound, calls) = client(quick());
    let mut entry =
        Manifest::read(&made("tiny-reranker").join("model.toml")).unwrap().models.remove(0);
    let error = models.download(&entry, &outbound, &mut |_, _| {}).await.unwrap_err();
    assert!(error.to_string().contains("no address"), "{error}");
    for file in &mut entry.files {
        file.url = Some(format!("{}/{}", server.base, file.path));
    }
    let mut files = Vec::new();
    models.download(&entry, &outbound, &mut |file, _| files.push(file.to_owned())).await.unwrap();
    assert_eq!(files, ["model.onnx", "tokenizer.json"]);
    assert_eq!(calls.lock().unwrap().len(), 2);
    models.verify("tiny-reranker").unwrap();
    assert_eq!(left(data.path()), ["tiny-reranker"]);

    entry.files[0].url = Some(format!("{}/tokenizer.json", server.base));
    entry.files[0].size = None;
    models.remove(&entry.id).unwrap();
    let error = models.download(&entry, &outbound, &mut |_, _| {}).await.unwrap_err();
    assert!(error.to_string().contains("SHA-256"), "{error}");
    assert!(models.verify("tiny-reranker").is_err());
}
