//! Leaves out of a sentence the drugs by which it says for whom it is: 항응고제를 먹거나 임신 중이면 아세트아미노펜을 먼저
//! 고려합니다. What is left are the drugs that it speaks of.

/// Beginnings of verbs of using a drug.
const USES: [&str; 8] = ["먹", "쓰", "복용", "맞", "드시", "바르", "사용", "투여"];
/// Endings with which such a verb describes the noun behind it.
const DESCRIBING: [&str; 5] = ["는", "은", "던", "한", "있는"];
/// Nouns for whom a sentence is.
const PERSONS: [&str; 4] = ["사람", "환자", "분", "이는"];
/// Endings with which such a verb is one of several conditions.
const ONE_OF_SEVERAL: [&str; 4] = ["거나", "거나,", "면서", "면서,"];
/// Endings of a state that closes conditions. An act (먹거나 닦으면) may be recommended.
const STATES: [&str; 6] = ["있으면", "있으면,", "중이면", "중이면,", "나쁘면", "없으면"];
/// Endings and words that join the drugs of one object.
const JOINS: [&str; 9] = ["나", "와", "과", "랑", "및", "또는", "같은", "등", "든"];
/// Particles of an object.
const OBJECTS: [char; 2] = ['을', '를'];

/// The sentence without the objects of verbs that only say for whom it is.
pub(super) fn without_conditions(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut is_kept = vec![true; words.len()];
    for at in (1..words.len()).filter(|it| is_condition(&words, *it)) {
        let object = at - 1;
        if !words[object].ends_with(OBJECTS) && !words[object].ends_with("약") {
            continue;
        }
        is_kept[object] = false;
        let joined = |at: &usize| {
            let word = words[*at].trim_end_matches(',');
            !word.ends_with("거나") && JOINS.iter().any(|end| word.ends_with(end))
        };
        (0..object).rev().take_while(joined).for_each(|it| is_kept[it] = false);
    }
    let kept = words.iter().zip(is_kept).filter(|it| it.1).map(|it| *it.0);
    kept.collect::<Vec<_>>().join(" ")
}

/// Whether the word at `at` is a verb of use that says for whom the sentence is: 먹는 사람은, 복용 중이면, 먹거나 임신
/// 중이면.
fn is_condition(words: &[&str], at: usize) -> bool {
    let (verb, next) = (words[at], words.get(at + 1).copied().unwrap_or_default());
    let ends = |word: &str, endings: &[&str]| endings.iter().any(|it| word.ends_with(it));
    let is_person = |word: &str| PERSONS.iter().any(|it| word.starts_with(it));
    let uses = USES.iter().any(|it| verb.starts_with(it));
    let describes = ends(verb, &DESCRIBING) && is_person(next);
    let goes_on =
        verb.ends_with('고') && next.starts_with("있") || verb == "복용" && next.starts_with('중');
    let goes_on =
        goes_on && (ends(next, &STATES) || words.get(at + 2).is_some_and(|it| is_person(it)));
    let is_one = ends(verb, &ONE_OF_SEVERAL)
        && words[at + 1..].iter().any(|it| ends(it, &STATES) || is_person(it));
    uses && (describes || goes_on || is_one)
}

#[cfg(test)]
mod tests {
    use super::without_conditions;

    #[test]
    fn a_drug_that_says_for_whom_a_sentence_is_is_left_out() {
        for (sentence, left) in [
            (
                "위궤양이 있거나, 항응고제를 먹거나, 임신 중이면 아세트아미노펜을 씁니다.",
                "위궤양이 있거나, 먹거나, 임신 중이면 아세트아미노펜을 씁니다.",
            ),
            ("와파린이나 아스피린을 먹는 사람은 파스를 씁니다.", "먹는 사람은 파스를 씁니다."),
            (
                "혈압약을 먹고 있으면 아세트아미노펜을 씁니다.",
                "먹고 있으면 아세트아미노펜을 씁니다.",
            ),
            (
                "인슐린을 쓰면서 식은땀이 있으면 당을 먹습니다.",
                "쓰면서 식은땀이 있으면 당을 먹습니다.",
            ),
            // What helps is recommended, whatever the form of its verb.
            (
                "해열제를 먹거나 물로 닦으면 열이 내립니다.",
                "해열제를 먹거나 물로 닦으면 열이 내립니다.",
            ),
            ("이부프로펜을 먹고 쉽니다.", "이부프로펜을 먹고 쉽니다."),
            (
                "아세트아미노펜을 먹을 때는 물과 먹습니다.",
                "아세트아미노펜을 먹을 때는 물과 먹습니다.",
            ),
        ] {
            assert_eq!(without_conditions(sentence), left);
        }
    }
}
