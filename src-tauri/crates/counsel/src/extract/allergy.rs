//! Which substances somebody does not tolerate: 페니실린 알레르기, allergic to sulfa, 먹고 두드러기가 났어요.

use super::clauses::Clauses;
use super::lexicon::{Lexicon, Slot};
use super::mention::{Mention, overlapping};
use super::text::Text;

/// What an allergy says of each mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allergy {
    /// Nothing.
    None,
    /// Somebody is allergic to it.
    Said,
    /// It is not taken because of an allergy: 알레르기가 있어서 못 먹어요.
    Avoided,
    /// It was followed by a reaction.
    Reaction,
    /// The word 알레르기 itself, which is told with its substance.
    Word,
}

const WORDS: [&str; 7] =
    ["알레르기", "알러지", "앨러지", "과민", "allergy", "allergies", "allergic"];
/// What may stand between a substance and the word.
const BETWEEN: [&str; 28] = [
    "약",
    "약에",
    "성분",
    "성분에",
    "계열",
    "계열에",
    "항생제",
    "항생제에",
    "등",
    "등에",
    "및",
    "같은",
    "종류",
    "종류에",
    "약물",
    "약물에",
    "제제",
    "and",
    "or",
    "심한",
    "음식",
    "주사",
    "주사에",
    "이나",
    "랑",
    "같은거",
    "먹으면",
    "and/or",
];
/// Stems of what is done with a drug or a food before it is not tolerated: 먹으면, 맞았더니, 닿기만 해도.
const TAKEN: [&str; 13] = [
    "먹", "마시", "마셨", "맞", "바르", "발랐", "복용", "쓰", "썼", "넣", "드시", "causes",
    "caused",
];
/// What is done with things one only touches: 라텍스 장갑을 끼면.
const WORN: [&str; 12] =
    ["끼", "꼈", "장갑", "닿", "만지", "만졌", "차면", "착용", "붙이", "붙였", "접촉", "차고"];
/// What skin and airways do at once. Swelling counts where it is of the face: a calcium channel blocker swells ankles.
const REACTIONS: [&str; 6] =
    ["두드러기", "혈관부종", "아나필락시스", "발진", "약진", "스티븐스-존슨 증후군"];

/// Of what is no drug, these too.
const FOOD_REACTIONS: [&str; 7] =
    ["인후통", "가려움", "부종", "호흡곤란", "홍조", "발적", "인후 가려움"];

pub(crate) fn allergies(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
) -> Vec<Allergy> {
    let mut found = vec![Allergy::None; mentions.len()];
    let substance = |it: &Mention| matches!(it.slot, Slot::Medication | Slot::Allergen);
    let is_word = |it: &Mention| -> bool {
        it.slot == Slot::Condition
            && matches!(
                lexicon.concepts[it.concept].name.as_str(),
                "알레르기" | "음식 알레르기" | "약물 알레르기"
            )
    };
    for (at, _) in mentions.iter().enumerate().filter(|it| substance(it.1)) {
        if let Some(word) =
            follows(text, clauses, mentions, at).or_else(|| precedes(text, clauses, mentions, at))
        {
            found[at] = Allergy::Said;
            let index = mentions.partition_point(|it| it.end <= word);
            if mentions.get(index).is_some_and(|it| it.start <= word && is_word(it)) {
                found[index] = Allergy::Word;
            }
        } else if avoided(text, clauses, mentions, at, is_word) {
            found[at] = Allergy::Avoided;
        } else if reaction(text, clauses, lexicon, mentions, at) {
            found[at] = Allergy::Reaction;
        }
    }
    found
}

fn begins(word: &str) -> bool {
    let word = word.trim_start_matches(['에', '은', '는', '이', '가', '도', '계', '약']);
    WORDS.iter().any(|it| word.starts_with(it))
}

/// The word after the substance, other substances and a few words between: its position.
fn follows(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
    let own = clauses.word_at(mentions[at].end - 1);
    let last = clauses.words[own];
    if mentions[at].end < last.end && begins(text.slice(mentions[at].end, last.end)) {
        return Some(mentions[at].end);
    }
    for index in own + 1..clauses.clause(own).end.min(own + 8) {
        let word = clauses.words[index];
        let string = text.slice(word.start, word.end);
        if WORDS.iter().any(|it| string.starts_with(it)) {
            // 알레르기 비염: another concept, unless it is the word itself.
            let other = overlapping(mentions, word.start, word.end)
                .iter()
                .find(|it| it.start == word.start);
            let names_more = other.is_some_and(|it| {
                !matches!(
                    text.slice(it.start, it.end),
                    "알레르기" | "알러지" | "앨러지" | "allergies" | "allergy"
                )
            });
            return (!names_more).then_some(word.start);
        }
        let listed = overlapping(mentions, word.start, word.end).iter().any(|it| {
            word.start <= it.start
                && it.start < word.end
                && matches!(it.slot, Slot::Medication | Slot::Allergen | Slot::Condition)
        });
        if !listed && !BETWEEN.contains(&string) {
            return None;
        }
        if let Some(it) = overlapping(mentions, word.start, word.end)
            .iter()
            .find(|it| word.start <= it.start && it.end < word.end)
            && begins(text.slice(it.end, word.end))
        {
            return Some(it.end);
        }
        if let Some(it) = overlapping(mentions, word.start, word.end)
            .iter()
            .find(|it| it.start == word.start && it.slot == Slot::Condition)
        {
            let own = text.slice(it.start, it.end);
            if !own.ends_with("알레르기") && !own.ends_with("알러지") {
                return None;
            }
            return Some(it.start);
        }
    }
    None
}

/// `알레르기: 페니실린, 땅콩`, `allergic to sulfa`: the word before, only substances between.
fn precedes(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
    let own = clauses.word_at(mentions[at].start);
    for index in
        clauses.sentence(own).take_while(|it| *it < own).collect::<Vec<_>>().into_iter().rev()
    {
        let word = clauses.words[index];
        let string = text.slice(word.start, word.end);
        if let Some(cue) = WORDS.iter().find(|it| string.starts_with(**it)) {
            let rest = &string[cue.len()..];
            let english = cue.is_ascii();
            let listed = word.mark == Some(':')
                || matches!(rest, "는" | "은" | "력" | "력은" | "원인은" | "약물은");
            let to = text.slice(word.end, clauses.words[index + 1].end).trim_start();
            // 알레르기 검사에서 땅콩에 양성이 나왔어요
            let sentence = clauses.sentence(own);
            let found = sentence.clone().any(|it| {
                let word = clauses.words[it];
                let string = text.slice(word.start, word.end);
                ["양성", "반응", "나왔", "나온", "뜨", "떴"].iter().any(|it| string.starts_with(it))
            });
            let listed = listed || (to.starts_with("검사") && found);
            return (listed || (english && to.starts_with("to"))).then_some(word.start);
        }
        let substance = overlapping(mentions, word.start, word.end).iter().any(|it| {
            word.start <= it.start
                && it.start < word.end
                && matches!(it.slot, Slot::Medication | Slot::Allergen)
        });
        if !substance
            && !["검사", "결과", "테스트"].iter().any(|it| string.starts_with(it))
            && !matches!(string, "to" | "and" | "or" | "및" | "약물" | "약물은" | "원인" | "등")
        {
            return None;
        }
    }
    None
}

/// 알레르기가 있어서 페니실린은 못 먹어요
fn avoided(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    at: usize,
    is_word: impl Fn(&Mention) -> bool,
) -> bool {
    let own = clauses.word_at(mentions[at].start);
    let sentence = clauses.sentence(own);
    let from = clauses.words[sentence.start].start;
    let before = overlapping(mentions, from, mentions[at].start);
    let clause = clauses.clause(own);
    before.iter().any(|it| is_word(it) && !clause.contains(&clauses.word_at(it.start)))
        && clause.into_iter().skip_while(|it| *it < own).any(|it| {
            let word = clauses.words[it];
            text.slice(word.start, word.end).starts_with('못')
        })
}

/// 페니실린 맞고 두드러기가 났어요: taken, and a reaction in the same or the next clause, no other drug between.
fn reaction(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
    at: usize,
) -> bool {
    let own = clauses.word_at(mentions[at].end - 1);
    let sentence = clauses.words[own].sentence;
    let Some(next) = mentions.get(at + 1) else { return false };
    let word = clauses.word_at(next.start);
    let name = lexicon.concepts[next.concept].name.as_str();
    let near = clauses.words[word].sentence == sentence && word <= own + 6;
    // 페니실린은 괜찮은데 …; a rash under the diaper is from what passes there.
    let other = (own..word).any(|it| {
        let string = text.slice(clauses.words[it].start, clauses.words[it].end);
        ["괜찮", "엉덩이", "기저귀"].iter().any(|it| string.starts_with(it))
    });
    let reaction = text.slice(next.start, next.end);
    if other || reaction.starts_with("엉덩이") || reaction.starts_with("기저귀") {
        return false;
    }
    let food = mentions[at].slot == Slot::Allergen;
    let taken = (own..word).any(|it| {
        let string = text.slice(
            clauses.words[it].start.max(mentions[at].end.min(clauses.words[it].end)),
            clauses.words[it].end,
        );
        let verb = string.trim_start_matches(['을', '를', '만', '도', '은', '는']);
        TAKEN.iter().any(|it| verb.starts_with(it))
            || (food && WORN.iter().any(|it| verb.starts_with(it)))
    });
    let words = text.slice(next.start, next.end);
    let face = ["입술", "얼굴", "눈", "혀", "목", "입"].iter().any(|it| words.starts_with(it));
    // Steroids make a face round.
    let own_name = &lexicon.concepts[mentions[at].concept].name;
    let steroid = ["스테로이드", "솔론", "메타손", "코르티"].iter().any(|it| own_name.contains(it));
    // 숨이 막혀서 응급실에 갔어요
    let after = (word..clauses.sentence(word).end.min(word + 8)).any(|it| {
        let string = text.slice(clauses.words[it].start, clauses.words[it].end);
        ["응급실", "실려", "쇼크", "죽을"].iter().any(|it| string.starts_with(it))
    });
    let reacts = REACTIONS.contains(&name)
        || (after && name == "호흡곤란")
        || (name == "부종" && face && !steroid)
        || (food && FOOD_REACTIONS.contains(&name));
    near && taken && reacts && !clauses.questions[sentence]
}
