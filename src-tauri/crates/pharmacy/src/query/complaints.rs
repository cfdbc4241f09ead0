//! The complaints and classes of drugs that a question names.

use serde::{Deserialize, Serialize};
use simui_clinical::{Course, Item, Slots, Status};

use crate::knowledge::{Knowledge, Symptom};
use crate::text::wording::Wording;

/// The complaints of a text, as its clinical reading finds them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaints {
    /// Names of the complaints that somebody has, in reading order.
    pub present: Vec<String>,
    /// The words of complaints and illnesses that are denied: 열은 없고.
    pub denied: Vec<String>,
    /// Names of the complaints and illnesses that get better or are over, and that nobody has besides:
    /// 기침은 나아졌는데.
    #[serde(default)]
    pub waning: Vec<String>,
    /// The age of the person in months.
    #[serde(default)]
    pub age_months: Option<u32>,
    /// Whether there was a reading: else the age is that of the words.
    #[serde(default)]
    pub is_read: bool,
    /// Whether the text denies a pregnancy of the person (이제 임신 아니에요), or names only drugs of others, which
    /// it does not concern.
    #[serde(default)]
    pub not_pregnant: bool,
}

impl Complaints {
    /// The complaints of a reading.
    pub fn of(slots: &Slots) -> Self {
        let has = |item: &&Item| {
            let present = [Status::Active, Status::Asked, Status::Family, Status::OtherPerson];
            !item.negated && present.contains(&item.status)
        };
        let all = || slots.symptoms.iter().chain(&slots.conditions);
        let is_said_too = |text: &str| all().filter(has).any(|it| it.text.contains(text));
        // The words of what only an earlier text names are those of a whole turn.
        let named = || all().filter(|it| !it.named_before);
        let denied = named().filter(|it| it.negated || it.status == Status::Negated);
        let is_over = |it: &&Item| it.status == Status::Past && !it.negated;
        let wanes = |it: &&Item| it.course == Some(Course::Better) || is_over(it);
        let lasts = |it: &Item| has(&it) && !wanes(&it);
        let is_gone = |it: &&Item| !all().any(|other| other.name == it.name && lasts(other));
        let waning = all().filter(wanes).filter(is_gone);
        let who = &slots.demographics;
        let pregnant = who.is_pregnant;
        Self {
            age_months: who.age_months.or(who.age.map(|it| 12 * it)),
            is_read: true,
            present: slots.symptoms.iter().filter(has).map(|it| it.name.clone()).collect(),
            waning: waning.map(|it| it.name.clone()).collect(),
            denied: denied.map(|it| it.text.clone()).filter(|it| !is_said_too(it)).collect(),
            not_pregnant: slots.subject.is_none() && pregnant == Some(false)
                || slots.names_only_drugs_of_others(),
        }
    }
}

/// Names of the complaints and classes of a question: those of its words that the clinical reading `heard`
/// does not deny, and where it names no drug, those that only the reading finds (열이 38.5도인데 has no word for
/// 발열). A class is left out if its words occur only within longer words of other classes: 사후피임약 is not
/// 피임약. A complaint that gets better or is over is left out beside one that does not.
pub(super) fn complaints(
    wording: &Wording,
    heard: &Complaints,
    names_drug: bool,
    knowledge: &Knowledge,
) -> Vec<String> {
    let mut named: Vec<(&Symptom, Vec<&str>)> = Vec::new();
    for symptom in &knowledge.symptoms {
        let words = symptom.words.iter().chain([&symptom.name]).map(String::as_str);
        let words: Vec<&str> = words.filter(|it| wording.has(it)).collect();
        let is_denied = |word: &&str| heard.denied.iter().any(|denied| denied.contains(*word));
        if !words.is_empty() && (symptom.class || !words.iter().all(is_denied)) {
            named.push((symptom, words));
        }
    }
    let classes = || named.iter().filter(|(it, _)| it.class).flat_map(|(_, words)| words);
    let within = |word: &str| classes().any(|it| it.len() > word.len() && it.contains(word));
    let own =
        |(it, words): &&(&Symptom, Vec<&str>)| !it.class || words.iter().any(|it| !within(it));
    let mut all: Vec<String> = named.iter().filter(own).map(|(it, _)| it.name.clone()).collect();
    let only_heard = heard.present.iter().filter(|_| !names_drug);
    for complaint in only_heard.filter(|it| knowledge.has_complaint(it)) {
        if !all.contains(complaint) {
            all.push(complaint.clone());
        }
    }
    let wanes = |it: &String| heard.waning.contains(it);
    // Also one that no document names: 감기가 다 나았는데 입맛이 없어요 is not about the cold.
    if all.iter().chain(&heard.present).any(|it| !wanes(it)) {
        all.retain(|it| !wanes(it));
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::Extractor;
    use simui_search::analysis::Analyser;

    use super::*;
    use crate::dur::DurBook;
    use crate::query::question::Question;

    #[test]
    fn complaints_are_those_of_the_words_and_of_the_reading() {
        let (knowledge, extractor) = (Knowledge::shipped().unwrap(), Extractor::shipped().unwrap());
        for (text, expected) in [
            ("열이 38.5도인데 뭐 먹여요?", "발열"),
            ("배에 설사 기운이 있어요", "설사"),
            ("설사 없이 변비만 있어요", "변비"),
            ("천식은 아니래요. 기침이 심해요", "기침"),
            ("기침이 나요. 어제는 기침이 없었어요", "기침"),
            ("기침은 나아졌는데 열은 더 심해졌어요", "발열"),
            ("기침이 나아졌어요", "기침"),
            ("설사는 멎었는데 배가 계속 아파요", "복통"),
            ("감기가 다 나았는데 입맛이 없어요", ""),
            ("머리가 어제보다 더 아파요", "두통"),
            // A class stays, whatever is denied.
            ("설사는 없는데 지사제 먹어도 돼요?", "설사, 설사약(지사제)"),
            ("고혈압도 없고 당뇨도 없습니다", ""),
        ] {
            let heard = Complaints::of(&extractor.extract(text).unwrap());
            let wording = Wording::new(&knowledge.with_meanings(text));
            let found = complaints(&wording, &heard, false, knowledge);
            assert_eq!(found.join(", "), expected, "{text}: {heard:?}");
        }
        // What a drug is said to have done is not asked about as a complaint of its own.
        let text = "타이레놀 먹고 열이 38.5도예요";
        let heard = Complaints::of(&extractor.extract(text).unwrap());
        let wording = Wording::new(&knowledge.with_meanings(text));
        assert_eq!(complaints(&wording, &heard, true, knowledge), Vec::<String>::new());
    }

    #[test]
    fn an_illness_is_found_by_the_name_under_which_it_is_recorded() {
        let (knowledge, extractor) = (Knowledge::shipped().unwrap(), Extractor::shipped().unwrap());
        for symptom in &knowledge.symptoms {
            for word in symptom.words.iter().chain([&symptom.name]) {
                let recorded = extractor.extract(word).unwrap().conditions;
                for illness in recorded.iter().filter(|it| it.text == *word) {
                    let wording = Wording::new(&illness.name);
                    let found = complaints(&wording, &Complaints::default(), false, knowledge);
                    assert!(found.contains(&symptom.name), "{word} -> {}: {found:?}", illness.name);
                }
            }
        }
    }

    #[test]
    fn a_denied_pregnancy_is_none() {
        let (knowledge, extractor) = (Knowledge::shipped().unwrap(), Extractor::shipped().unwrap());
        let dur = DurBook::new(Vec::new(), &knowledge.names);
        let analyser = Analyser::without_dictionary();
        for (text, pregnant) in [
            ("임신 중인데 수마트립탄 먹어도 되나요", true),
            ("유산됐어요. 이제 임신 아니에요. 수마트립탄 먹어도 되나요", false),
        ] {
            let heard = Complaints::of(&extractor.extract(text).unwrap());
            let read = Question::read_as_heard(text, &heard, knowledge, &dur, &analyser);
            assert_eq!(read.person.pregnant, pregnant, "{text}");
            assert_eq!(read.asks("pregnancy"), pregnant, "{text}");
        }
    }
}
