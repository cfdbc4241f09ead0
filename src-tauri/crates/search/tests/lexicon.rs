//! The words of `models/dictionary/user.csv` and common words of the field are one noun each, with attached
//! particles split off.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

/// Words of the field that the dictionary itself must know.
const KNOWN: &str = "라식 라섹 필러 보톡스 리프팅 교정 줄기세포 쌍꺼풀 백내장 여드름 체험담 원장 간호사 치과 피부과 산부인과 \
     부작용 후유증 무통 특가 반값 특허 백신 아스피린 인슐린 콜라겐 항생제 진통제 당뇨병 고혈압";

#[test]
fn words_come_out_as_one_noun() {
    let Some(analyser) = common::analyser() else { return };
    let lexicon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../models/dictionary/user.csv");
    let lexicon = std::fs::read_to_string(lexicon).unwrap();
    let ours = lexicon.lines().filter(|line| !line.starts_with('#'));
    let ours: Vec<&str> = ours.filter_map(|line| line.split(',').next()).collect();
    assert!(ours.len() >= 150, "{} words", ours.len());

    let mut wrong = Vec::new();
    for word in ours.iter().copied().chain(KNOWN.split_whitespace()) {
        for sentence in sentences(word) {
            let found = analyser.morphemes(&sentence);
            if !found.iter().any(|it| it.surface == word && it.tag.is_noun()) {
                let cut: Vec<&str> = found.iter().map(|it| &*it.surface).collect();
                wrong.push(format!("{word}: {}", cut.join("|")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} sentences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the word with the particles that fit its last sound, between other words.
fn sentences(word: &str) -> Vec<String> {
    let last = word.chars().next_back().map_or(0, |c| (u32::from(c) - u32::from('가')) % 28);
    let closed = last != 0;
    let pick = |with: &'static str, without: &'static str| if closed { with } else { without };
    let instrument = if last == 8 { "로" } else { pick("으로", "로") };
    vec![
        format!("{word}{} 받은 환자", pick("을", "를")),
        format!("{word}{} 안전합니다", pick("은", "는")),
        format!("{word}{} 필요하다", pick("이", "가")),
        format!("저희 병원의 {word}{} 비교", pick("과", "와")),
        format!("{word}{instrument} 개선"),
        format!("{word}의 효과"),
        format!("국내 최초 {word}!"),
        format!("{word}도 가능"),
        format!("부작용 없는 {word}"),
    ]
}
