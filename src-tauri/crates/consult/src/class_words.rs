//! Resolves a class of drugs to the drugs of the record that a turn means: 당뇨약은 끊었어요, 혈압약이랑 자몽주스.

use simui_clinical::{Item, Slots, Status};
use simui_patient::{Profile, ProfileSlot, Standing};
use simui_pharmacy::knowledge::Knowledge;

/// The drugs of `taken` that belong to a class whose drugs are taken day by day: metformin to 당뇨약, but
/// naproxen not to 진통제.
fn members<'t>(class: &str, taken: &[&'t str], knowledge: &Knowledge) -> Vec<&'t str> {
    let taken = taken.iter().filter(|_| knowledge.is_long_term(class));
    taken.copied().filter(|drug| knowledge.is_of_class(drug, class)).collect()
}

/// The drugs among `taken` that the classes of a turn mean.
pub(super) fn meant_by_classes<'t>(
    slots: &Slots,
    taken: &[&'t str],
    knowledge: &Knowledge,
) -> Vec<&'t str> {
    let is_meant = |it: &&Item| matches!(it.status, Status::Active | Status::Asked);
    let drugs_of = |it: &Item| -> Vec<&'t str> {
        // An item that is resolved already has words that are not the name of its drug.
        let is_resolved =
            |drug: &&str| *drug == it.name && knowledge.names.find(&it.text).is_empty();
        let resolved = taken.iter().copied().filter(is_resolved);
        resolved.chain(members(&it.name, taken, knowledge)).collect()
    };
    slots.medications.iter().filter(is_meant).flat_map(drugs_of).collect()
}

/// Leaves out the classes that only describe a drug of the same text: 수면제 졸피뎀, 수면제로 졸피뎀 받았는데, 진통제
/// 먹어도 돼요? 탁센이요. One that is asked about beside a drug that is taken, or joined to it (수면제랑 졸피뎀), is
/// another drug.
pub fn leave_out_described(text: &str, slots: &mut Slots, knowledge: &Knowledge) {
    let letters: Vec<char> = text.chars().collect();
    let stated = slots.medications.clone();
    slots.medications.retain(|class| {
        let behind: String = letters.iter().skip(class.end).take(3).collect();
        let is_joined = JOINING.iter().any(|it| behind.starts_with(it));
        let names = |drug: &Item| {
            let is_of = knowledge.is_of_class(&drug.name, &class.name);
            drug.name != class.name
                && drug.experiencer == class.experiencer
                && (is_of && (drug.status == class.status || stands_alone(&letters, drug, &stated))
                    || (has_role_of(&letters, class, drug)
                        || is_apposed(&letters, class, drug)
                            && !knowledge.is_long_term(&class.name))
                        && !is_drug(&class.name, knowledge))
        };
        is_joined || !stated.iter().any(names)
    });
}

/// Whether a drug stands directly behind a class: 감기약 타이레놀. Of what is taken day by day (혈압약 졸피뎀) it may be
/// another one.
fn is_apposed(letters: &[char], class: &Item, drug: &Item) -> bool {
    letters.get(class.end..drug.start) == Some(&[' '])
}

/// Whether a name is that of a drug rather than of a class.
fn is_drug(name: &str, knowledge: &Knowledge) -> bool {
    !knowledge.names.find(name).is_empty()
}

/// Whether a drug directly behind a class is what is taken as one of it (감기약으로 판콜), or what the product of
/// the class contains (감기약에 클로르페니라민 들어있는데).
fn has_role_of(letters: &[char], class: &Item, drug: &Item) -> bool {
    let Some(between) = letters.get(class.end..drug.start) else { return false };
    let between: String = between.iter().collect();
    let behind: String = letters.iter().skip(drug.end).take(LONGEST_CONTAINED).collect();
    let behind = behind.trim_start_matches(['이', '가', '도', '은', '는']).trim_start();
    let contains = CONTAINED.iter().any(|it| behind.starts_with(it));
    AS.contains(&between.trim()) || IN.contains(&between.trim()) && contains
}

/// Whether the sentence of a drug has nothing but drugs and a copula, so that it says which drug the sentence
/// before it means: 진통제 두 가지 먹어도 돼요? 이지엔6랑 탁센이요.
fn stands_alone(letters: &[char], drug: &Item, all: &[Item]) -> bool {
    let ends = |it: &char| matches!(it, '.' | '?' | '!' | '\n');
    let from = letters.iter().take(drug.start).rposition(ends).map_or(0, |it| it + 1);
    let to = letters.iter().skip(drug.end).position(ends);
    let to = to.map_or(letters.len(), |it| drug.end + it);
    let is_named = |at: usize| all.iter().any(|it| (it.start..it.end).contains(&at));
    let rest = (from..to).map(|at| if is_named(at) { ' ' } else { letters[at] });
    let rest: String = rest.collect();
    from > 0 && rest.split([' ', ',']).all(|it| it.is_empty() || ALONE.contains(&it))
}

/// Particles behind a class that give its role to the drug behind them.
const AS: [&str; 2] = ["로", "으로"];
/// Particles behind a class whose product contains the drug behind them.
const IN: [&str; 4] = ["에", "에는", "엔", "속에"];
/// Verbs of containing.
const CONTAINED: [&str; 5] = ["들어", "든", "들었", "포함", "함유"];
/// Letters behind a drug in which a verb of containing begins.
const LONGEST_CONTAINED: usize = 5;
/// Words beside the drugs of a sentence that only names them.
const ALONE: [&str; 17] = [
    "요",
    "이요",
    "예요",
    "이에요",
    "입니다",
    "인데요",
    "랑",
    "이랑",
    "하고",
    "과",
    "와",
    "그리고",
    "네",
    "아",
    "둘",
    "다",
    "둘다",
];

/// Particles and words behind a class that join it to another drug.
const JOINING: [&str; 10] =
    ["랑", "이랑", "하고", "와", "과", "도", "이나", "나 ", " 말고", " 또는"];

/// Resolves the classes that a turn states of the patient's drugs. One that is taken is the drugs that the
/// same turn names (수면제 졸피뎀), else those of the record; to one that is ended or denied the only drug of
/// the record is added. Which of several was ended is for a person to ask.
pub(super) fn resolve_classes(slots: &mut Slots, profile: &Profile, knowledge: &Knowledge) {
    if slots.subject.is_some() {
        return;
    }
    let taken = profile.of(ProfileSlot::Medications);
    let taken = taken.iter().map(|it| &it.fact).filter(|it| it.standing == Standing::Active);
    let taken: Vec<&str> = taken.map(|it| it.concept.name.as_str()).collect();
    let stated = std::mem::take(&mut slots.medications);
    for class in &stated {
        let is_named = |medication: &&Item| {
            medication.status == Status::Active
                && medication.name != class.name
                && knowledge.is_of_class(&medication.name, &class.name)
        };
        if class.status == Status::Active && stated.iter().any(|it| is_named(&it)) {
            continue;
        }
        let drugs = members(&class.name, &taken, knowledge);
        let is_ended = matches!(class.status, Status::Stopped | Status::Negated);
        let is_taken = class.status == Status::Active && !drugs.is_empty();
        if !is_taken {
            slots.medications.push(class.clone());
        }
        if is_taken || (is_ended && drugs.len() == 1) {
            let new = drugs.iter().filter(|drug| !stated.iter().any(|it| it.name == **drug));
            slots.medications.extend(new.map(|drug| Item {
                name: (*drug).to_owned(),
                code: None,
                cui: None,
                ..class.clone()
            }));
        }
        if let [drug] = drugs[..] {
            let of_class = slots.reactions.iter_mut().filter(|it| it.drug == class.name);
            of_class.for_each(|it| drug.clone_into(&mut it.drug));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::Extractor;
    use simui_patient::{MemoryRules, TurnTime};

    use super::*;

    #[test]
    fn a_class_that_describes_a_drug_is_no_other_drug() {
        let (extractor, knowledge) = (Extractor::shipped().unwrap(), Knowledge::shipped().unwrap());
        for (text, expected) in [
            ("수면제 졸피뎀 한 달 넘게 먹어도 되나요?", &["졸피뎀"][..]),
            ("당뇨약으로 포시가 먹어요", &["다파글리플로진"]),
            ("항히스타민제 지르텍 먹고 졸려요", &["세티리진"]),
            ("수면제랑 졸피뎀 같이 먹어도 되나요?", &["수면제", "졸피뎀"]),
            ("졸피뎀 먹는데 수면제 먹어도 되나요?", &["졸피뎀", "수면제"]),
            ("혈압약 졸피뎀 먹어요", &["혈압약", "졸피뎀"]),
            ("수면제 먹는데 졸피뎀 먹어도 되나요?", &["수면제", "졸피뎀"]),
            ("수면제로 졸피뎀 받았는데 우유랑 먹어도 돼요?", &["졸피뎀"]),
            ("감기약으로 판콜 샀는데 하루 몇 번 먹어요?", &["판콜"]),
            ("감기약에 클로르페니라민 들어있는데 먹어도 되나요?", &["클로르페니라민"]),
            ("감기약에 클로르페니라민 더 먹어도 되나요?", &["감기약", "클로르페니라민"]),
            ("아스피린으로 안 들어서 나프록센 먹어도 되나요?", &["아스피린", "나프록센"]),
            ("진통제 두 알 먹어도 돼요? 탁센이요", &["나프록센"]),
            ("진통제 두 가지 같이 먹어도 돼요? 이지엔6랑 탁센이요", &["이부프로펜", "나프록센"]),
            ("진통제 먹어도 돼요? 탁센 먹었어요", &["진통제", "나프록센"]),
        ] {
            let mut slots = extractor.extract(text).unwrap();
            leave_out_described(text, &mut slots, knowledge);
            let names: Vec<&str> = slots.medications.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, expected, "{text}");
        }
    }

    #[test]
    fn a_class_is_the_only_such_drug_of_the_record() {
        let (extractor, knowledge) = (Extractor::shipped().unwrap(), Knowledge::shipped().unwrap());
        let memory = MemoryRules::shipped().unwrap();
        let at = "2026-03-02T09:00:00Z".parse().unwrap();
        let check = |record: &str, turn: &str, expected: &[&str]| {
            let mut profile = Profile::new();
            let known = extractor.extract(record).unwrap();
            profile.absorb(&known, TurnTime { turn: 1, at }, &memory);
            let mut slots = extractor.extract(turn).unwrap();
            resolve_classes(&mut slots, &profile, knowledge);
            let names: Vec<&str> = slots.medications.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, expected, "{record} / {turn}");
        };
        check("메트포르민 먹어요", "당뇨약은 끊었어요", &["당뇨약", "메트포르민"]);
        check("메트포르민 먹어요", "당뇨약은 이제 안 먹어요", &["당뇨약", "메트포르민"]);
        check("메트포르민이랑 글리메피리드 먹어요", "당뇨약은 끊었어요", &["당뇨약"]);
        check("메트포르민 먹어요", "혈압약은 끊었어요", &["혈압약"]);
        check("메트포르민 먹어요", "당뇨약 계속 먹어요", &["메트포르민"]);
        check(
            "메트포르민이랑 글리메피리드 먹어요",
            "당뇨약 계속 먹어요",
            &["글리메피리드", "메트포르민"],
        );
        check("메트포르민 먹어요", "당뇨약 메트포르민은 끊었어요", &["당뇨약", "메트포르민"]);
        check("메트포르민 먹어요", "어머니는 당뇨약을 끊었어요", &["당뇨약"]);
        check("나프록센 먹어요", "진통제 먹었는데 또 아파요", &["진통제"]);
        check("고혈압 있어요", "혈압약도 먹어요. 로사르탄이에요", &["로사르탄"]);
        check("고혈압 있어요", "수면제 졸피뎀 받았어요", &["졸피뎀"]);
        check("레보티록신 먹어요", "철분제도 먹기 시작했어요", &["철분제"]);
        check("철분제 먹어요", "철분제가 아니고 칼슘제였어요", &["철분제", "칼슘제"]);
    }
}
