//! 400 turns of 80 patients in random order: no prompt, answer or cached answer has anything of another
//! patient.

use std::collections::BTreeMap;

use simui_consult::answer::Kind;

use super::desk::Desk;
use super::turns::every_sentence_has_its_source;

const PATIENTS: usize = 80;

/// The generator SplitMix64 (Steele, Lea, Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) >> 33).unwrap() % limit
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// A measured value that only this patient has.
fn marker(patient: usize) -> String {
    format!("{}", 101 + patient)
}

/// Five turns: facts with an allergy, an everyday turn, a question and its repetition, and a question about a
/// drug that the patient does not tolerate.
fn turns(patient: usize, random: &mut Random) -> [String; 5] {
    let allergy = ["페니실린", "아스피린"][patient % 2];
    let trap = ["아목시실린", "이부프로펜"][patient % 2];
    let sex = random.of(&["남성", "여성"]);
    let condition = random.of(&["고혈압", "당뇨", "천식", "갑상선기능저하증"]);
    let drug = random.of(&["와파린", "메트포르민", "암로디핀"]);
    let question = random.of(&[
        "아세트아미노펜 하루 최대 용량이 얼마예요?",
        "세티리진은 어디에 쓰는 약이에요?",
        "아세트아미노펜 먹고 술 마셔도 되나요?",
    ]);
    [
        format!(
            "{}세 {sex}이고 {condition}이 있어요. {drug} 먹고 있고 {allergy} 알레르기가 있어요. 공복혈당은 {}이에요.",
            30 + patient % 50,
            marker(patient)
        ),
        random
            .of(&["안녕하세요", "네 감사합니다", "머리가 아파요", "삼성전자 주가 알려줘"])
            .to_owned(),
        question.to_owned(),
        question.to_owned(),
        format!("{trap} 먹어도 되나요?"),
    ]
}

#[test]
fn four_hundred_turns_of_eighty_patients() {
    let mut random = Random(20_261_122);
    let mut waiting: Vec<(usize, std::collections::VecDeque<String>)> = (0..PATIENTS)
        .map(|patient| (patient, turns(patient, &mut random).into_iter().collect()))
        .collect();
    let mut desk = Desk::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut count, mut hits, mut respected) = (0, 0, 0);
    while !waiting.is_empty() {
        let at = random.below(waiting.len());
        let (patient, turns) = &mut waiting[at];
        let (patient, text) = (*patient, turns.pop_front().unwrap());
        let last = turns.is_empty();
        if last {
            waiting.swap_remove(at);
        }
        let state = desk.send(&format!("p{patient}"), &text);
        count += 1;
        *reasons.entry(format!("{:?}", state.stopped_by.unwrap())).or_default() += 1;
        assert!(state.iterations <= 2);
        every_sentence_has_its_source(&state);
        let prompt = state.context.as_ref().map(|it| it.text()).unwrap_or_default();
        let shown = format!("{prompt}\n{}\n{}", state.answer.text(), state.facts.summary);
        for other in (0..PATIENTS).filter(|it| *it != patient) {
            for words in [format!("혈당 {} ", marker(other)), format!("혈당은 {}이", marker(other))]
            {
                assert!(!shown.contains(&words), "p{patient} is told of p{other}: {shown}");
            }
        }
        if let Some(hit) = &state.hit {
            hits += 1;
            let owner = state.key.as_ref().and_then(|it| it.patient.clone());
            assert_eq!(owner, Some(format!("p{patient}")), "{hit:?}");
        }
        if last {
            let first = &state.answer.paragraphs[0];
            let allergy = ["페니실린", "아스피린"][patient % 2];
            assert!(
                first.kind == Kind::Warning && first.text.contains(allergy),
                "p{patient}: {first:?}"
            );
            respected += 1;
        }
    }
    assert_eq!((count, respected), (5 * PATIENTS, PATIENTS));
    assert!(hits >= PATIENTS / 2, "the repeated questions are served: {hits}, {reasons:?}");
    assert_eq!(reasons.get("CacheHit"), Some(&hits));
    assert!(reasons.len() >= 4, "{reasons:?}");
}
