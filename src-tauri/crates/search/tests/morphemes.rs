//! Segmentation into morphemes, and the exactness of every offset.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use simui_search::analysis::{Analyser, Morpheme, Tag};

use crate::common;

/// `surface/lemma/TAG`, or `surface/TAG` where the lemma is the surface.
fn printed(morphemes: &[Morpheme]) -> Vec<String> {
    let show = |morpheme: &Morpheme| {
        if morpheme.lemma == morpheme.surface {
            format!("{}/{}", morpheme.surface, morpheme.tag)
        } else {
            format!("{}/{}/{}", morpheme.surface, morpheme.lemma, morpheme.tag)
        }
    };
    morphemes.iter().map(show).collect()
}

fn check(text: &str, expected: &str) {
    let Some(analyser) = common::analyser() else { return };
    let found = printed(&analyser.morphemes(text));
    assert_eq!(found, expected.split(' ').collect::<Vec<_>>(), "{text}");
}

#[test]
fn particles_and_endings_are_split_off() {
    check("부작용이 없습니다", "부작용/NNG 이/JKS 없/VA 습니다/EF");
    check(
        "완치를 보장할 수 없습니다.",
        "완치/NNG 를/JKO 보장/NNG 할/하/XSV 할/ㄹ/ETM 수/NNG 없/VA 습니다/EF ./SF",
    );
    check(
        "저희 병원의 의료진이 함께합니다",
        "저희/NP 병원/NNG 의/JKG 의료진/NNG 이/JKS 함께/MAG 합니다/하/VV 합니다/ㅂ니다/EC",
    );
}

#[test]
fn verbs_come_out_as_dictionary_stems() {
    check("복용했어요", "복용/NNG 했/하/XSV 했/았/EP 어요/EC");
    check("아름다워졌어요", "아름다워/아름답/VA 아름다워/어/EC 졌/지/VX 졌/었/EP 어요/EC");
    check("통증이 사라졌다", "통증/NNG 이/JKS 사라졌/사라지/VV 사라졌/었/EP 다/EC");
    check("도와드립니다", "도와/돕/VV 도와/아/EC 드립니다/드리/VX 드립니다/ㅂ니다/EC");
}

#[test]
fn writing_variants_are_read_as_the_same_words() {
    check("１００％　완치", "１００/100/SN ％/%/SY 완치/NNG");
    check("완치 ㎎ ①", "완치/NNG ㎎/mg/SL ①/1/SN");
    // 완치 in conjoining letters.
    check(
        "\u{110B}\u{116A}\u{11AB}\u{110E}\u{1175}를",
        "\u{110B}\u{116A}\u{11AB}\u{110E}\u{1175}/완치/NNG 를/JKO",
    );
    check("BEST 병원", "BEST/best/SL 병원/NNG");
    check("最高의 병원", "最高/최고/NNG 의/JKG 병원/NNG");
}

#[test]
fn compounds_stay_whole_and_list_their_parts() {
    let Some(analyser) = common::analyser() else { return };
    let found = analyser.morphemes("새로운 줄기세포를");
    let compound = found.iter().find(|it| it.surface == "줄기세포").expect("one word");
    assert_eq!((compound.start, compound.end, compound.tag), (4, 8, Tag::NNG));
    assert_eq!(printed(&compound.parts), ["줄기/NNG", "세포/NNG"]);
    assert_eq!((compound.parts[1].start, compound.parts[1].end), (6, 8));
}

#[test]
fn without_a_dictionary_runs_of_one_script_are_given() {
    let found = Analyser::without_dictionary().morphemes("임플란트 100% OK, 最高!");
    assert_eq!(
        printed(&found),
        ["임플란트/UNKNOWN", "100/SN", "%/SY", "OK/ok/SL", ",/SY", "最高/SH", "!/SY"]
    );
}

/// Every surface is the text at its offsets, offsets never go back, and no letter or digit is lost.
fn offsets_hold(analyser: &Analyser, text: &str) {
    let chars: Vec<char> = text.chars().collect();
    let mut covered = vec![false; chars.len()];
    let mut last = 0;
    for morpheme in analyser.morphemes(text) {
        assert!(morpheme.start < morpheme.end && morpheme.end <= chars.len(), "{morpheme:?}");
        assert!(last <= morpheme.start, "{morpheme:?} goes back before {last}");
        last = morpheme.start;
        let slice = |it: &Morpheme| chars[it.start..it.end].iter().collect::<String>();
        assert_eq!(morpheme.surface, slice(&morpheme));
        for part in &morpheme.parts {
            assert_eq!(part.surface, slice(part));
            assert!(morpheme.start <= part.start && part.end <= morpheme.end, "{morpheme:?}");
        }
        covered[morpheme.start..morpheme.end].fill(true);
    }
    for (c, covered) in chars.iter().zip(covered) {
        assert!(covered || !c.is_alphanumeric(), "{c:?} is in no morpheme of {text:?}");
    }
}

/// Text for rare paths: Hangul in both forms, compatibility forms, marks, control characters.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        "[가-힣]{1,6}(을|를|은|는|이|가|에서|했어요|합니다|였다)",
        "[\u{1100}-\u{1112}][\u{1161}-\u{1175}][\u{11A8}-\u{11C2}]?",
        "[ㄱ-ㅣ]{1,4}",
        "[0-9０-９]{1,4}[%％㎎㎍a-zＡ-Ｚ]",
        "[\u{0300}-\u{036F}]{1,40}",
        "[ \t\r\n\u{0000}-\u{001F}\u{00A0}\u{200B}\u{3000}]{1,3}",
        "[一-龥]{1,3}",
        Just("㈜ﬁ½…ㆍ".to_owned()),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn offsets_hold_for_any_text(text in text()) {
        if let Some(analyser) = common::analyser() {
            offsets_hold(analyser, &text);
        }
        offsets_hold(&Analyser::without_dictionary(), &text);
    }
}

#[test]
fn hostile_text_is_only_text() {
    let Some(analyser) = common::analyser() else { return };
    for piece in ["가", "a", "1", "\u{0301}", "ㅋ", "(", "완치를 보장합니다! ", "\n", "\u{1100}"]
    {
        let text = piece.repeat(100_000 / piece.len());
        offsets_hold(analyser, &text);
        analyser.terms(&text);
    }
    offsets_hold(analyser, "");
}

#[test]
fn one_analyser_serves_many_threads() {
    let Some(analyser) = common::analyser() else { return };
    let expected = analyser.morphemes("완치를 보장합니다");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let analyser = analyser.clone();
            let expected = &expected;
            scope.spawn(move || {
                for _ in 0..50 {
                    assert_eq!(&analyser.morphemes("완치를 보장합니다"), expected);
                    analyser.morphemes("다른 문장을 사이에 넣어 봅니다");
                }
            });
        }
    });
}
