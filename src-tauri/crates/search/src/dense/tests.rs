#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::Embedding;
use super::train::{Material, Next, Settings, fit, train};
use crate::analysis::Analyser;

const TEXTS: [(&str, &str); 6] = [
    (
        "의료광고의 금지",
        "의료인은 거짓이나 과장된 내용의 의료광고를 하지 못한다.\n치료효과를 보장하는 의료광고도 같다.",
    ),
    (
        "의료광고의 심의",
        "의료광고를 하려는 의료인은 미리 심의를 받아야 한다.\n심의는 자율심의기구가 한다.",
    ),
    (
        "약국의 개설",
        "약국을 개설하려는 약사는 시장에게 등록하여야 한다.\n등록한 약국은 게시하여야 한다.",
    ),
    ("약사의 면허", "약사가 되려는 사람은 국가시험에 합격하여 면허를 받는다.\n면허는 장관이 준다."),
    (
        "보험금의 지급",
        "보험자는 보험사고가 생기면 보험금을 지급하여야 한다.\n보험금은 열흘 안에 지급한다.",
    ),
    (
        "보험료의 환급",
        "보험계약이 무효인 경우 보험료를 환급하여야 한다.\n환급의 청구는 삼 년 안에 한다.",
    ),
];

fn small() -> Settings {
    Settings { dims: 16, buckets: 32, epochs: 8, batch: 4, ..Settings::default() }
}

fn material() -> (Analyser, Material) {
    let analyser = Analyser::without_dictionary();
    let mut material = Material::default();
    let passages = TEXTS.map(|(heading, text)| (heading.to_owned(), text.to_owned()));
    // Twice: a word of one passage only gets no row.
    material.add_passages(&analyser, &passages, 2);
    material.add_passages(&analyser, &passages, 2);
    material.add_link(&analyser, "의료광고 심의는 누가 하나요", 1);
    material.add_link(&analyser, "그런 자리는 없다", 99);
    (analyser, material)
}

fn trained() -> (Analyser, Material, Embedding) {
    let (analyser, material) = material();
    let embedding = train(material.clone(), &small(), &mut |_| Next::Continue).unwrap();
    (analyser, material, embedding)
}

#[test]
fn headings_find_their_texts_and_training_repeats_itself() {
    let (analyser, material, embedding) = trained();
    assert_eq!((material.passages(), material.links()), (12, 1));
    let again = train(material.clone(), &small(), &mut |_| Next::Continue).unwrap();
    assert_eq!(embedding.to_bytes(), again.to_bytes(), "the same input gives the same bits");
    let texts = TEXTS.map(|(_, text)| embedding.embed(&analyser.terms(text)));
    for (place, (heading, _)) in TEXTS.iter().enumerate() {
        let asked = embedding.embed(&analyser.terms(heading));
        let scores = texts.each_ref().map(|text| simui_arithmetic::dot(&asked, text));
        let best = (0..6).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        assert_eq!(best, Some(place), "{heading}: {scores:?}");
    }
}

#[test]
fn a_fit_knows_the_words_of_its_corpus() {
    let (analyser, material, _) = trained();
    let mut other = Material::default();
    let text = (
        "행정의 절차".to_owned(),
        "행정청은 처분을 미리 알린다.\n처분의 이유도 알린다.".to_owned(),
    );
    other.add_passages(&analyser, &[text.clone(), text], 1);
    let base = train(other, &small(), &mut |_| Next::Continue).unwrap();
    let terms = analyser.terms("의료광고");
    assert!(base.embed(&terms).iter().all(|&value| value == 0.0), "nothing of it is known");
    let mut last_done = 0;
    let fitted = fit(&base, material.clone(), &small(), &mut |progress| {
        last_done = progress.done;
        if progress.done < 3 { Next::Continue } else { Next::Finish }
    });
    let fitted = fitted.unwrap();
    assert_eq!((last_done, fitted.dims()), (3, 32));
    assert!(fitted.embed(&terms).iter().any(|&value| value != 0.0));
    assert!(fit(&base, material.clone(), &small(), &mut |_| Next::Cancel).is_none());
}

#[test]
fn nothing_to_learn_from_is_said() {
    assert!(train(Material::default(), &small(), &mut |_| Next::Continue).is_none());
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let (_, _, embedding) = trained();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.bin");
    embedding.save(&file).unwrap();
    let read = Embedding::open(&file).unwrap();
    assert_eq!(read.to_bytes(), embedding.to_bytes());
    assert_eq!(read.fingerprint(), embedding.fingerprint());
    let missing = Embedding::open(&dir.path().join("b.bin")).unwrap_err().to_string();
    assert!(missing.contains("b.bin"), "{missing}");
}

#[test]
fn a_file_that_is_not_right_is_refused() {
    let good = trained().2.to_bytes();
    let check = |change: fn(&mut Vec<u8>), reason: &str| {
        let mut bytes = good.clone();
        change(&mut bytes);
        let found = Embedding::from_bytes(&bytes).err().unwrap_or_default();
        assert!(found.contains(reason), "{found:?} does not say {reason:?}");
    };
    check(|bytes| bytes.clear(), "not an embedding");
    check(|bytes| bytes[0] = b'X', "not an embedding");
    check(|bytes| bytes.truncate(40), "not an embedding");
    check(|bytes| bytes[8] = 9, "version 9");
    check(|bytes| bytes[12..16].fill(0), "0 dimensions");
    check(|bytes| bytes[12..16].fill(255), "4294967295 dimensions");
    check(|bytes| bytes[16..24].fill(255), "bytes instead of");
    check(|bytes| bytes.truncate(bytes.len() - 1), "bytes instead of");
    check(|bytes| bytes.push(0), "bytes instead of");
    check(|bytes| bytes[60] ^= 1, "checksum");
    check(|bytes| *bytes.last_mut().unwrap() ^= 1, "checksum");
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Embedding::from_bytes(&bytes);
        let _ = Embedding::from_bytes(&[b"SIMUIEMB\x01\0\0\0".as_slice(), &bytes].concat());
    }
}
