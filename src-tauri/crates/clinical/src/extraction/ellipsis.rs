//! Joins sentences that leave out what they are about to the one before them, which names it: 와파린 먹어요. 지난달에
//! 끊었어요. 두통이 있어요. 3일 됐어요. They are then read as its last clause. Finds the later clauses of a sentence that
//! leave out its drug, too: 인슐린 맞는데 깜빡하고 두 번 맞았어요.

use std::ops::Range;

use crate::assertion::cues::states_course;
use crate::events::doses::{dose, frequency};
use crate::events::times::{Time, times};
use crate::lexicon::Slot;
use crate::mentions::mention::{Mention, overlapping};
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains, ends};
use crate::text::letters::Text;
use crate::text::persons::person;
use crate::text::words::{ALLERGY, GRAMMAR, PEOPLE, STANDING};
use simui_korean::hangul::final_consonant;

/// Most words of a sentence that leaves out what it is about.
const LONGEST: usize = 8;

/// A text with its mentions and times, and ranges with a meaning of their own (ages, pregnancies, values).
pub(crate) struct AnnotatedText<'a> {
    pub text: &'a Text,
    pub original: &'a [char],
    pub mentions: &'a [Mention],
    pub times: &'a [Time],
    pub taken: &'a [(usize, usize)],
}

impl AnnotatedText<'_> {
    /// Joins each elliptical sentence to the one before it, and marks the clauses that leave out the drug of
    /// their sentence. Questions neither join nor are joined.
    pub fn join(&self, clauses: &mut Clauses) {
        clauses.resumed = self.resumed(clauses);
        let mut at = 0;
        while at < clauses.words.len() {
            let own = clauses.sentence(at);
            if own.start > 0
                && self.continues(clauses, clauses.sentence(own.start - 1), own.clone())
            {
                clauses.join(own.start);
            }
            at = own.end;
        }
    }

    /// The first words behind the clause of each drug where the clauses up to the next mention, or to the end
    /// of the sentence, are about it.
    fn resumed(&self, clauses: &Clauses) -> Vec<usize> {
        let drugs = self.mentions.iter().enumerate().filter(|it| it.1.slot == Slot::Medication);
        let begins = drugs.filter_map(|(at, drug)| {
            let word = clauses.word_at(drug.end - 1);
            let start = clauses.clause(word).end;
            let sentence = clauses.sentence(word).end;
            let end = match self.mentions.get(at + 1).map(|it| clauses.word_at(it.start)) {
                Some(next) if next < sentence => clauses.clause(next).start,
                _ => sentence,
            };
            let is_about_drug = start < end && self.names_nothing(clauses, start..end, drug.slot);
            is_about_drug.then_some(start)
        });
        begins.collect()
    }

    /// Whether the sentence `own` is about the last mention of the sentence `before`.
    fn continues(&self, clauses: &Clauses, before: Range<usize>, own: Range<usize>) -> bool {
        let is_question = |it: &Range<usize>| clauses.questions[clauses.words[it.start].sentence];
        let (start, end) = (clauses.words[own.start].start, clauses.words[own.end - 1].end);
        let (first, last) = (clauses.words[before.start].start, clauses.words[before.end - 1].end);
        let parted = self.text.slice(last, start).contains('\n');
        if own.len() > LONGEST || parted || is_question(&before) || is_question(&own) {
            return false;
        }
        let Some(named) = overlapping(self.mentions, first, last).last() else { return false };
        // 앓았어요, 결핵을: the predicate stands before what it is about.
        let begins = first.min(named.start);
        let predicate = self.text.slice(begins, named.start).trim_end_matches([' ', ',']);
        let is_inverted = predicate.ends_with(['요', '다', '죠', '네']);
        if is_inverted {
            return false;
        }
        let own_mentions = overlapping(self.mentions, start, end);
        let Some(last) = own_mentions.last() else {
            return self.names_nothing(clauses, own, named.slot);
        };
        if named.slot == Slot::Medication {
            return own_mentions.iter().all(|it| it.slot != Slot::Medication)
                && !self.is_of_another(clauses, own.clone())
                && begins_after_taking(&self.words(clauses, own));
        }
        own_mentions.iter().all(|it| it.slot == Slot::Medication)
            && self.states_effect(clauses, clauses.word_at(last.end - 1)..own.end, named.slot)
    }

    /// Whether the words behind the taking of a drug say what became of an illness: 타이레놀 먹었더니 내렸어요. The first
    /// word is the drug.
    fn states_effect(&self, clauses: &Clauses, words: Range<usize>, slot: Slot) -> bool {
        let word = |it: usize| self.text.slice(clauses.words[it].start, clauses.words[it].end);
        let taken = words.clone().find(|it| begins(word(*it), &STANDING.take));
        taken.is_some_and(|verb| {
            verb + 1 < words.end && self.names_nothing(clauses, verb + 1..words.end, slot)
        })
    }

    fn words(&self, clauses: &Clauses, own: Range<usize>) -> Vec<&str> {
        own.map(|it| self.text.slice(clauses.words[it].start, clauses.words[it].end)).collect()
    }

    /// Whether words are about somebody else, or are something with a meaning of its own.
    fn is_of_another(&self, clauses: &Clauses, own: Range<usize>) -> bool {
        let (start, end) = (clauses.words[own.start].start, clauses.words[own.end - 1].end);
        let speaks_of_another = |it: &str| PEOPLE.speaker.contains(&it) || person(it).is_some();
        self.taken.iter().any(|it| it.0 < end && start < it.1)
            || self.words(clauses, own).into_iter().any(speaks_of_another)
    }

    /// Whether words without a mention say something that fits a mention of `slot` and have no other topic.
    fn names_nothing(&self, clauses: &Clauses, own: Range<usize>, slot: Slot) -> bool {
        let range = (clauses.words[own.start].start, clauses.words[own.end - 1].end);
        let words = self.words(clauses, own.clone());
        own.len() <= LONGEST
            && !self.is_of_another(clauses, own)
            && !words.iter().any(|it| has_topic_of_its_own(it, slot))
            && self.speaks_of(slot, &words, range)
    }

    /// Whether a sentence without a mention has a predicate, a dose or a time that fits a mention of `slot`.
    fn speaks_of(&self, slot: Slot, words: &[&str], (start, end): (usize, usize)) -> bool {
        let has = |cues: &[&str]| words.iter().any(|it| contains(it, cues));
        let lasts = self.is_only_when(words, start, end);
        match slot {
            Slot::Medication => {
                lasts
                    || has(&STANDING.stop)
                    || words.iter().any(|it| begins(it, &STANDING.take))
                    || dose(self.text, self.original, start, end).is_some()
            }
            Slot::Habit => has(&STANDING.stop),
            Slot::Condition | Slot::Symptom => {
                // 오늘 약 먹는 걸 깜빡했어요 says when a drug was not taken.
                let takes = words.iter().any(|it| begins(it, &STANDING.take));
                lasts && !takes || has(&STANDING.over) || states_course(&words.join(" "))
            }
            Slot::Allergen => false,
        }
    }

    /// Whether a sentence says when, how long or how often, and has no number of something else, as in
    /// 오늘 아침은 145 나왔어요.
    fn is_only_when(&self, words: &[&str], start: usize, end: usize) -> bool {
        let digits = |it: &str| it.chars().filter(char::is_ascii_digit).count();
        let of_sentence = |it: &&Time| start <= it.start && it.end <= end;
        let times = self.times.iter().filter(of_sentence);
        let times = times.map(|it| self.text.slice(it.start, it.end).to_owned());
        let often = frequency(self.text, self.original, start, end).map(|it| it.text);
        let found: Vec<String> = times.chain(often).collect();
        let known: usize = found.iter().map(|it| digits(it)).sum();
        !found.is_empty() && known >= words.iter().map(|it| digits(it)).sum()
    }
}

/// Whether a text, whose words name no drug, states that one was taken: 네 먹었어요. 어제 두 알 먹었어요. Of what
/// somebody ate (밥 먹었어요) it is none, nor is a question or an intention.
pub(super) fn states_taking(text: &Text, original: &[char]) -> bool {
    let clauses = Clauses::new(text, &[]);
    let times = times(text, &[]);
    let annotated = AnnotatedText { text, original, mentions: &[], times: &times, taken: &[] };
    let count = clauses.words.len();
    if count == 0 || clauses.questions.contains(&true) {
        return false;
    }
    let words = annotated.words(&clauses, 0..count);
    let taking = words.iter().position(|it| begins(it, &STANDING.take) && is_past(it));
    let is_of_drug = |verb: usize| {
        let Some(before) = verb.checked_sub(1) else { return true };
        let (start, end) = (clauses.words[before].start, clauses.words[before].end);
        let is_time = times.iter().any(|it| it.start < end && start < it.end);
        let has_amount = dose(text, original, 0, clauses.words[verb].start).is_some()
            || frequency(text, original, 0, clauses.words[verb].start).is_some();
        let filler = |word: &str| {
            GRAMMAR.adverbs.has(word)
                || GRAMMAR.stand_ins.contains(&word)
                || PEOPLE.exclamations.contains(&word)
                || STANDING.recent.contains(&word)
                || NEGATIONS.contains(&word)
        };
        // 10시에, 자기 전에, 식사하고: the word is no noun that stands for what was eaten.
        let is_adverbial = ends(words[before], &["에", "쯤", "고", "서", "로", "씩", "만", "때"]);
        is_time || has_amount || is_adverbial || filler(words[before])
    };
    taking.is_some_and(is_of_drug) && annotated.names_nothing(&clauses, 0..count, Slot::Medication)
}

/// Negations in front of a verb.
const NEGATIONS: [&str; 2] = ["안", "못"];

/// Number of the final consonant ㅆ.
const DOUBLE_SIOS: u32 = 20;

/// Whether a verb is in the past: 먹었어요, 썼는데. 있다 and 하겠다 end in the same consonant.
fn is_past(verb: &str) -> bool {
    verb.chars().any(|it| !matches!(it, '있' | '겠') && final_consonant(it) == Some(DOUBLE_SIOS))
}

/// Whether the words begin with the taking of a drug that they do not name: 먹고 두드러기가 났어요.
fn begins_after_taking(words: &[&str]) -> bool {
    let filler = |it: &&&str| GRAMMAR.stand_ins.contains(*it) || GRAMMAR.adverbs.has(it);
    let verb = words.iter().find(|it| !filler(it));
    verb.is_some_and(|verb| {
        begins(verb, &ALLERGY.taken)
            && ends(verb, &["고", "니", "데", "서", "고서", "다가", "자마자"])
    })
}

/// Whether a word is the topic or object of a sentence and names something else: 기분은, 운동을. A drug may be
/// the object of somebody: 의사가 끊으라고 했어요.
fn has_topic_of_its_own(word: &str, slot: Slot) -> bool {
    let is_topic = word.ends_with(['은', '는', '을', '를'])
        || (slot != Slot::Medication && word.ends_with(['이', '가']));
    let predicates = [&*STANDING.stop, &*STANDING.take, &*STANDING.over];
    is_topic
        && !GRAMMAR.stand_ins.contains(&word)
        && !GRAMMAR.times_as_topics.contains(&word)
        && !predicates.iter().any(|it| contains(word, it))
        && !states_course(word)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use crate::text::letters::Text;
    use crate::{Extractor, Item};

    /// Compares the items of a text with `expected`: name and status, `extra` where more was taken than
    /// meant, the course in Korean, and behind `|` the words of dose, frequency, duration and date.
    fn check(text: &str, expected: &[&str]) {
        let slots = Extractor::shipped().unwrap().extract(text).unwrap();
        let written = |item: &Item| {
            let dose = item.dose.as_ref().map(|it| it.text.clone());
            let frequency = item.frequency.as_ref().map(|it| it.text.clone());
            let parts = [dose, frequency, item.duration.clone(), item.date.clone()];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            let joint = if parts.is_empty() { "" } else { " | " };
            let extra = if item.extra_dose { " extra" } else { "" };
            let course = item.course.map(|it| format!(" {}", it.korean())).unwrap_or_default();
            let status = item.status.as_str();
            format!("{} {status}{extra}{course}{joint}{}", item.name, parts.join(", "))
        };
        assert_eq!(slots.items().map(written).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn a_sentence_that_names_nothing_is_about_what_was_named_last() {
        for (text, expected) in [
            ("와파린 먹어요. 지난달에 끊었어요.", &["와파린 stopped | 지난달"][..]),
            ("감기약 먹어요. 의사가 끊으라고 해서 끊었어요.", &["감기약 stopped"]),
            ("와파린 먹었어요. 지금은 안 먹어요.", &["와파린 stopped"]),
            (
                "메트포르민 먹어요. 500mg이요. 하루 두 번이요.",
                &["메트포르민 active | 500mg, 하루 두 번"],
            ),
            ("타이레놀 먹었어요. 여덟 알이요.", &["아세트아미노펜 active | 여덟 알"]),
            ("와파린 5mg 먹어요. 아니, 2mg이요.", &["와파린 active | 2mg"]),
            ("두통이 있어요. 3일 됐어요.", &["두통 active | 3일"]),
            ("열이 나요. 어제부터요.", &["발열 active | 어제"]),
            ("고혈압 있어요. 다 나았어요.", &["고혈압 past"]),
            ("두통이 있어요. 오늘 약 먹는 걸 깜빡했어요.", &["두통 active"]),
            ("두통이 있어요. 점점 심해져요.", &["두통 active 심해짐"]),
            ("두통이 있어요. 증상이 더 심해지는 것 같아요.", &["두통 active 심해짐"]),
            ("기침이 나요. 이제 좀 나아졌어요.", &["기침 active 나아짐"]),
            (
                "혈압약 먹는데 어지러워요. 계속 그래요.",
                &["어지럼증 active 그대로", "혈압약 active"],
            ),
            ("기침이 나았어요", &["기침 past"]),
            // A complaint that begins in the sentence before.
            ("잠이요? 못 자요. 3일 됐어요.", &["불면 active | 3일"]),
            ("열이 나요. 안 떨어져요.", &["발열 active 그대로"]),
            ("열이 나요. 타이레놀 먹었더니 내렸어요.", &["발열 past", "아세트아미노펜 active"]),
            ("열이 났는데 타이레놀 먹었더니 내렸어요", &["발열 past", "아세트아미노펜 active"]),
            (
                "열이 나요. 타이레놀 먹어도 안 떨어져요.",
                &["발열 active 그대로", "아세트아미노펜 active"],
            ),
            ("담배 피웠어요. 작년에 끊었어요.", &["흡연 past | 작년"]),
            (
                "아목시실린 처방받았어요. 먹었더니 온몸에 발진이 생겼어요.",
                &["발진 active", "아목시실린 allergy"],
            ),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn the_taking_of_a_drug_that_is_not_named_is_told_from_a_meal() {
        for (text, expected) in [
            ("네 먹었어요", true),
            ("먹었어요", true),
            ("어제 두 알 먹었어요", true),
            ("네, 아까 아홉 알 먹었어요", true),
            ("아까 10시에 먹었어요", true),
            ("오늘 스무 알 먹었어요", true),
            ("깜빡하고 또 먹었어요", true),
            ("약 먹었어요", true),
            ("아니요, 안 먹었어요", true),
            ("자기 전에 발랐어요", true),
            ("밥 먹었어요", false),
            ("점심을 먹었어요", false),
            ("먹을게요", false),
            ("먹어도 돼요?", false),
            ("먹었는데 또 먹어도 되나요?", false),
            ("남편이 먹었어요", false),
            ("알겠어요", false),
            ("감사합니다", false),
        ] {
            let letters: Vec<char> = text.chars().collect();
            assert_eq!(super::states_taking(&Text::new(text), &letters), expected, "{text}");
        }
    }

    #[test]
    fn an_amount_in_a_later_clause_is_of_the_drug_that_was_named() {
        for (text, expected) in [
            ("인슐린 맞는데 깜빡하고 두 번 맞았어요", &["인슐린 active extra"][..]),
            ("혈압약 먹는데 방금 깜빡하고 또 먹었어요", &["혈압약 active extra"]),
            ("인슐린 맞는데 하루 두 번 맞아요", &["인슐린 active | 하루 두 번"]),
            (
                "혈압약은 먹는데 영양제를 두 번 먹었어요",
                &["혈압약 active", "건강기능식품 active extra"],
            ),
            ("혈압약은 먹는데 밥을 두 번 먹었어요", &["혈압약 active"]),
            ("와파린 먹는데 뭐 먹어요?", &["와파린 active"]),
            ("타이레놀 500mg 말고 650mg 먹어요", &["아세트아미노펜 active | 650mg"]),
            ("와파린 두 알 말고 한 알만 먹어요", &["와파린 active | 한 알"]),
            (
                "타이레놀 500mg 말고 이부프로펜 먹어요",
                &["아세트아미노펜 negated | 500mg", "이부프로펜 active"],
            ),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn a_sentence_about_something_else_changes_nothing() {
        for (text, expected) in [
            ("와파린 먹어요. 커피는 끊었어요.", &["와파린 active"][..]),
            ("와파린 먹어요. 운동을 그만뒀어요.", &["와파린 active"]),
            ("아빠가 와파린 드세요. 저는 끊었어요.", &["와파린 family"]),
            ("와파린 먹어도 되나요? 지난달에 끊었어요.", &["와파린 asked"]),
            ("와파린 먹어요. 지난달에 끊었나요?", &["와파린 active"]),
            ("앓았어요, 결핵을. 20년 전에요.", &["폐결핵 past"]),
            ("당뇨약을 먹는데요. 오늘 아침은 145 나왔어요", &["당뇨약 active"]),
            ("와파린 먹어요\n지난달에 끊었어요", &["와파린 active"]),
            ("고혈압 있어요. 지금은 시간이 없어요.", &["고혈압 active"]),
            ("우리 애가 열이 나요. 3개월 됐어요.", &["발열 active"]),
            ("술 먹고 필름이 끊겼는데 속이 울렁거려요", &["구역 active", "음주 active"]),
            ("두드러기가 났어요. 지르텍 먹었어요.", &["두드러기 active", "세티리진 active"]),
            ("두통이 있어요. 더 심해지면 어떡하죠?", &["두통 active"]),
            ("두통이 있어요. 남편도 심해졌어요.", &["두통 active"]),
            (
                "두통이 있어요. 타이레놀 먹었더니 속이 나아졌어요.",
                &["두통 active", "아세트아미노펜 active"],
            ),
            (
                "두통이 있는데 타이레놀 먹었더니 효과가 없어졌어요",
                &["두통 active", "아세트아미노펜 active"],
            ),
            ("두통이 있어요. 날씨가 좋아졌어요.", &["두통 active"]),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn a_drug_that_is_named_after_its_effect_is_the_cause() {
        for (text, expected) in [
            ("두드러기가 났었어요. 세파클러 먹고요.", &["두드러기 past", "세파클러 allergy"][..]),
            ("두드러기가 났었어요. 세파클러 때문에요.", &["두드러기 past", "세파클러 allergy"]),
            ("주사 맞고 쓰러졌어요. 페니실린이었어요.", &["실신 active", "페니실린 allergy"]),
        ] {
            check(text, expected);
        }
    }
}
