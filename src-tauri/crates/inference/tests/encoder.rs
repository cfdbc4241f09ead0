use std::fs;

use simui_inference::InferenceError;
use simui_inference::onnx::{Choice, Computation, CrossEncoder, Encoder, Provider, Side};

use crate::models::{installed, runtime};

/// An encoder, its input texts, and the vectors calculated by hand from the embedding in models/onnx/make.py:
/// [CLS] = 1 0 0 0, [SEP] = 0 1 0 0, 의료 = 1 1 1 -1, 광고 = 2 2 1 -2, 심의 = 3 0 1 -3.
fn check(id: &str, edits: &[(&str, &str)], side: Side, cases: &[(&str, [f32; 4])]) {
    let Some(runtime) = runtime() else { return };
    let (_data, model) = installed(id, edits);
    let encoder = Encoder::open(&runtime, &model, Computation::default()).unwrap();
    assert_eq!(encoder.dims(), 4);
    let texts: Vec<&str> = cases.iter().map(|(text, _)| *text).collect();
    let vectors = encoder.encode(&texts, side).unwrap();
    assert_eq!(vectors.len(), cases.len());
    for ((text, expected), found) in cases.iter().zip(vectors) {
        assert_close(&found, expected, text);
    }
}

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(found.len() == expected.len() && close, "{what}: {found:?} instead of {expected:?}");
}

const MEAN: &[(&str, [f32; 4])] = &[
    ("의료 광고", [1.0, 1.0, 0.5, -0.75]),
    ("의료", [2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0, -1.0 / 3.0]),
    ("", [0.5, 0.5, 0.0, 0.0]),
    // Not in the vocabulary: 0 0 0 1.
    ("사과", [1.0 / 3.0, 1.0 / 3.0, 0.0, 1.0 / 3.0]),
    // At most eight tokens: [CLS], six times 의료, [SEP].
    ("의료 의료 의료 의료 의료 의료 의료 의료 의료", [7.0 / 8.0, 7.0 / 8.0, 6.0 / 8.0, -6.0 / 8.0]),
];

#[test]
fn the_mean_leaves_padding_out() {
    check("tiny-encoder", &[], Side::Passage, MEAN);
}

#[test]
fn a_graph_that_pools_in_half_precision_gives_the_same() {
    check("tiny-encoder-half", &[], Side::Passage, &MEAN[..1]);
    check("tiny-encoder-half", &[], Side::Passage, &[MEAN[2], MEAN[4], MEAN[0]]);
}

#[test]
fn cls_is_the_first_token() {
    let edits = [("pooling = \"mean\"", "pooling = \"cls\"")];
    check(
        "tiny-encoder",
        &edits,
        Side::Query,
        &[("의료 광고", [1.0, 0.0, 0.0, 0.0]), ("", [1.0, 0.0, 0.0, 0.0])],
    );
}

#[test]
fn vectors_are_scaled_to_length_one() {
    let length = 2.8125_f32.sqrt();
    let expected = [1.0 / length, 1.0 / length, 0.5 / length, -0.75 / length];
    let edits = [("normalise = false", "normalise = true")];
    check("tiny-encoder", &edits, Side::Passage, &[("의료 광고", expected)]);
}

#[test]
fn each_side_has_its_prefix() {
    let edits = [(
        "normalise = false",
        "normalise = false\nquery_prefix = \"심의 \"\npassage_prefix = \"광고 \"",
    )];
    check(
        "tiny-encoder",
        &edits,
        Side::Query,
        &[("의료 광고", [7.0 / 5.0, 4.0 / 5.0, 3.0 / 5.0, -6.0 / 5.0])],
    );
    check("tiny-encoder", &edits, Side::Passage, &[("의료", [1.0, 1.0, 0.5, -0.75])]);
}

/// Texts of 0 to 30 words, the same on every run.
fn texts(count: u32) -> Vec<String> {
    let words =
        ["의료", "광고", "심의", "환자", "약", "복용", "간", "질환", "부작용", "효과", "사과"];
    let mut state = 7_u32;
    let mut next = |most: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % most
    };
    let text = |_| (0..next(31)).map(|_| words[next(words.len())]).collect::<Vec<_>>().join(" ");
    (0..count).map(text).collect()
}

#[test]
fn a_batch_gives_what_each_text_gives_alone() {
    let Some(runtime) = runtime() else { return };
    let (_data, model) = installed("tiny-encoder", &[("max_length = 8", "max_length = 24")]);
    let encoder =
        Encoder::open(&runtime, &model, Computation { threads: 1, ..Computation::default() })
            .unwrap();
    let texts = texts(300);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = encoder.encode(&texts, Side::Passage).unwrap();
    // Two threads share the encoder.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (texts, together, encoder) = (&texts, &together, &encoder);
            scope.spawn(move || {
                for at in (half..texts.len()).step_by(2) {
                    let alone = encoder.encode(&texts[at..=at], Side::Passage).unwrap();
                    assert_close(&alone[0], &together[at], texts[at]);
                }
            });
        }
    });
    assert!(encoder.encode(&[], Side::Query).unwrap().is_empty());
}

#[test]
fn what_does_not_fit_is_an_error() {
    let Some(runtime) = runtime() else { return };
    let encode = |edits: &[(&str, &str)]| {
        let (_data, model) = installed("tiny-encoder", edits);
        Encoder::open(&runtime, &model, Computation::default())
            .and_then(|encoder| encoder.encode(&["의료"], Side::Query))
    };
    assert!(encode(&[]).is_ok());
    let error = encode(&[("dims = 4", "dims = 5")]).unwrap_err();
    assert!(error.to_string().contains("[1, 3, 4]"), "{error}");
    let (_data, reranker) = installed("tiny-reranker", &[]);
    assert!(Encoder::open(&runtime, &reranker, Computation::default()).is_err());
    let (_data, encoder) = installed("tiny-encoder", &[]);
    assert!(CrossEncoder::open(&runtime, &encoder, Computation::default()).is_err());
}

#[test]
fn damaged_files_are_errors() {
    let Some(runtime) = runtime() else { return };
    let graph_bytes = fs::read(crate::models::made("tiny-encoder").join("model.onnx")).unwrap();
    let half = &graph_bytes[..graph_bytes.len() / 2];
    for (file, content) in [
        ("model.onnx", b"no graph at all".as_slice()),
        ("model.onnx", b"".as_slice()),
        ("model.onnx", half),
        ("tokenizer.json", b"{}".as_slice()),
        ("tokenizer.json", b"".as_slice()),
    ] {
        let (_data, model) = installed("tiny-encoder", &[]);
        // Verified and then damaged.
        let place = if file == "model.onnx" { model.graph() } else { model.tokenizer() };
        fs::write(place, content).unwrap();
        let error = Encoder::open(&runtime, &model, Computation::default()).err();
        assert!(matches!(error, Some(InferenceError::Inference { .. })), "{file}: {error:?}");
    }
}

#[test]
fn the_cpu_is_the_last_resort_and_says_why() {
    let Some(runtime) = runtime() else { return };
    for (choice, tried) in [
        (Choice::Automatic, 5),
        (Choice::Prefer(Provider::Cuda), 2),
        (Choice::Prefer(Provider::Cpu), 1),
    ] {
        let trials = runtime.providers(choice).unwrap();
        let last = trials.last().unwrap();
        // A machine with a GPU may stop earlier.
        assert!(last.taken && trials.len() <= tried, "{trials:?}");
        assert!(trials.iter().filter(|trial| trial.taken).count() == 1, "{trials:?}");
        assert!(trials.iter().all(|trial| !trial.reason.is_empty()), "{trials:?}");
        let (_data, model) = installed("tiny-encoder", &[]);
        let encoder = Encoder::open(&runtime, &model, Computation { choice, threads: 1 }).unwrap();
        assert_eq!(encoder.providers(), trials);
        eprintln!("{choice:?}: {trials:?}");
    }
    assert!(runtime.build_information().contains("ORT Build Info"));
    assert_eq!(Provider::named("directml"), Some(Provider::DirectMl));
}

/// A real encoder, if one is available: `SIMUI_TEST_ENCODER` names a folder with `model.toml`, the model's
/// files and `expected.json`, a list of [text, vector] calculated elsewhere.
#[test]
fn a_real_encoder_agrees_with_its_reference() {
    let (Some(runtime), Some(folder)) = (runtime(), std::env::var_os("SIMUI_TEST_ENCODER")) else {
        eprintln!("skipped: SIMUI_TEST_ENCODER names no encoder");
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    let data = tempfile::TempDir::new().unwrap();
    let models = simui_inference::registry::ModelDirectory::new(data.path());
    let id = models.add_described(&folder).unwrap().entry.id;
    let model = models.verify(id.as_str()).unwrap();
    let encoder = Encoder::open(&runtime, &model, Computation::default()).unwrap();
    let expected = fs::read(folder.join("expected.json")).unwrap();
    let expected: Vec<(String, Vec<f32>)> = serde_json::from_slice(&expected).unwrap();
    let texts: Vec<&str> = expected.iter().map(|(text, _)| text.as_str()).collect();
    let begun = std::time::Instant::now();
    let found = encoder.encode(&texts, Side::Passage).unwrap();
    eprintln!("{id}: {} texts in {:?}", texts.len(), begun.elapsed());
    for ((text, expected), found) in expected.iter().zip(found) {
        let far = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(found.len() == expected.len() && far < 1e-4, "{text:?} is off by {far}");
    }
}
