//! Finds substances that somebody does not tolerate: 페니실린 알레르기, allergic to sulfa, 먹고 두드러기가 났어요.

pub(crate) mod answer;

use self::answer::{answered_question, denied_after};
use crate::lexicon::{Lexicon, Slot};
use crate::mentions::afterthought::{PrecedingStatement, preceding_statement};
use crate::mentions::mention::{Mention, overlapping};
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains};
use crate::text::letters::Text;
use crate::text::words::{ALLERGY, STANDING};

/// The allergy that a mention is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allergy {
    /// No allergy.
    None,
    /// A substance that is stated to cause an allergy.
    Stated,
    /// A substance that is avoided because of an allergy: 알레르기가 있어서 못 먹어요.
    Avoided,
    /// A substance that was followed by an allergic reaction.
    Reaction,
    /// The word 알레르기 itself, which is reported with its substance.
    Word,
}

/// Word for the gravest reaction, which is also a complaint.
const SHOCK: &str = "쇼크";

/// The allergy of each mention, in the order of `mentions`.
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
                "알레르기" | "음식 알레르기" | "약물 알레르기" | "쇼크"
            )
    };
    for (at, _) in mentions.iter().enumerate().filter(|it| substance(it.1)) {
        if let Some(word) = cue_after(text, clauses, mentions, at)
            .or_else(|| cue_before(text, clauses, mentions, at))
            .or_else(|| cue_after_effect(text, clauses, mentions, at))
        {
            found[at] = Allergy::Stated;
            let index = mentions.partition_point(|it| it.end <= word);
            if mentions.get(index).is_some_and(|it| it.start <= word && is_word(it)) {
                found[index] = Allergy::Word;
            }
        } else if let Some(asked) = answered_question(text, clauses, mentions, at) {
            found[at] = Allergy::Stated;
            let of_question = |it: &Mention| asked.contains(&clauses.word_at(it.start));
            let words = mentions.iter().enumerate().filter(|it| is_word(it.1) && of_question(it.1));
            for (index, _) in words.collect::<Vec<_>>() {
                found[index] = Allergy::Word;
            }
        } else if avoided(text, clauses, mentions, at, is_word) {
            found[at] = Allergy::Avoided;
        } else if (reaction(text, clauses, lexicon, mentions, at)
            || reaction_before(text, clauses, lexicon, mentions, at)
            || had_shock(text, clauses, mentions, at))
            && !denied_after(text, clauses, mentions, at)
        {
            found[at] = Allergy::Reaction;
        }
    }
    for at in 1..mentions.len() {
        if found[at] == Allergy::None && puts_right(text, clauses, mentions, &found[..at], at) {
            (found[at - 1], found[at]) = (Allergy::Stated, Allergy::Stated);
        }
    }
    found
}

/// Whether a substance stands in the place of the one before it, which was stated to cause an allergy: 아스피린
/// 알레르기예요. 아 아스피린 말고 설파제요.
fn puts_right(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    known: &[Allergy],
    at: usize,
) -> bool {
    let (wrong, right) = (&mentions[at - 1], &mentions[at]);
    let denied = clauses.word_at(wrong.end - 1) + 1;
    let own = clauses.word_at(right.start);
    let word = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    let is_substance = |it: &Mention| matches!(it.slot, Slot::Medication | Slot::Allergen);
    // 아스피린 말고 타이레놀 먹어요: taken instead.
    let last = clauses.sentence(own).end == clauses.word_at(right.end - 1) + 1;
    let was_stated = |(mention, allergy): (&Mention, &Allergy)| {
        mention.concept == wrong.concept && matches!(allergy, Allergy::Stated | Allergy::Reaction)
    };
    is_substance(wrong)
        && is_substance(right)
        && denied + 1 == own
        && STANDING.denies_other.contains(&word(denied))
        && last
        && mentions.iter().zip(known).any(was_stated)
}

/// Whether the rest of a word, after particles, begins with a word for an allergy.
fn is_cued(word: &str, allergen: bool) -> bool {
    let word = word.trim_start_matches(['에', '은', '는', '이', '가', '도', '계', '약']);
    is_cue(word, allergen)
}

/// Whether a word begins with a word for an allergy; for an `allergen` 민감, 예민 and 취약 count too.
fn is_cue(word: &str, allergen: bool) -> bool {
    begins(word, &ALLERGY.words) || (allergen && begins(word, &ALLERGY.sensitive))
}

/// Position of the word for an allergy that follows a substance; other substances and a few words may
/// stand between.
fn cue_after(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
    let own = clauses.word_at(mentions[at].end - 1);
    let last = clauses.words[own];
    let allergen = mentions[at].slot == Slot::Allergen;
    if mentions[at].end < last.end && is_cued(text.slice(mentions[at].end, last.end), allergen) {
        return Some(mentions[at].end);
    }
    for index in own + 1..clauses.clause(own).end.min(own + 8) {
        let word = clauses.words[index];
        let string = text.slice(word.start, word.end);
        if is_cue(string, allergen) {
            // 알레르기 비염 is another concept, unless only the word itself is mentioned.
            let other = overlapping(mentions, word.start, word.end)
                .iter()
                .find(|it| it.start == word.start);
            // 쇼크 온 적 is the complaint itself; that of too little sugar (인슐린 쇼크) is none of an allergy.
            let names_more = other.is_some_and(|mention| {
                let named = text.slice(mention.start, mention.end);
                !matches!(named, "알레르기" | "알러지" | "앨러지" | "allergies" | "allergy")
                    && !named.starts_with(SHOCK)
            });
            let substance = text.slice(mentions[at].start, mentions[at].end);
            let of_sugar = string.starts_with(SHOCK) && begins(substance, &ALLERGY.of_sugar);
            return (!names_more && !of_sugar).then_some(word.start);
        }
        let listed = overlapping(mentions, word.start, word.end).iter().any(|mention| {
            word.start <= mention.start
                && mention.start < word.end
                && matches!(mention.slot, Slot::Medication | Slot::Allergen | Slot::Condition)
        });
        if !listed && !ALLERGY.between.contains(&string) {
            return None;
        }
        if let Some(it) = overlapping(mentions, word.start, word.end)
            .iter()
            .find(|it| word.start <= it.start && it.end < word.end)
            && is_cued(text.slice(it.end, word.end), allergen)
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

/// Position of the word for an allergy whose effect is described first: 아스피린 먹으면 숨이 차는 알레르기가 있어요.
fn cue_after_effect(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    at: usize,
) -> Option<usize> {
    let own = clauses.word_at(mentions[at].end - 1);
    let string = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    let next = own + 1;
    let sentence = clauses.sentence(own);
    let taken = sentence.contains(&next)
        && string(next).ends_with('면')
        && begins(string(next), &ALLERGY.taken);
    let word = (next + 1..sentence.end.min(next + 6)).find(|it| is_cue(string(*it), false))?;
    let drug = |it: &&Mention| matches!(it.slot, Slot::Medication | Slot::Allergen);
    let other =
        overlapping(mentions, mentions[at].end, clauses.words[word].start).iter().find(drug);
    let has = (word..sentence.end.min(word + 2)).any(|it| string(it).contains('있'));
    (taken && has && other.is_none()).then_some(clauses.words[word].start)
}

/// Position of the word for an allergy that precedes a substance, with only substances between: `알레르기:
/// 페니실린, 땅콩`, `allergic to sulfa`.
fn cue_before(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
    let own = clauses.word_at(mentions[at].start);
    for index in
        clauses.sentence(own).take_while(|it| *it < own).collect::<Vec<_>>().into_iter().rev()
    {
        let word = clauses.words[index];
        let string = text.slice(word.start, word.end);
        if let Some(cue) = ALLERGY.words.iter().find(|it| string.starts_with(**it)) {
            let rest = &string[cue.len()..];
            let english = cue.is_ascii();
            let listed = word.mark == Some(':')
                || matches!(
                    rest,
                    "는" | "은" | "력" | "력은" | "원인은" | "약물은" | "요" | "는요" | "라면" | "가"
                )
                // 알레르기 있어요, 복숭아요: a statement before a comma.
                || (index + 2 == own && is_stated(text, clauses, index + 1))
                // 알레르기 있는 건 복숭아예요: a cleft sentence.
                || (index + 1..own).any(|between| {
                    let word = clauses.words[between];
                    matches!(text.slice(word.start, word.end), "건" | "것은" | "거는" | "게" | "음식은")
                });
            let to = text.slice(word.end, clauses.words[index + 1].end).trim_start();
            // 알레르기 검사에서 땅콩에 양성이 나왔어요: a positive test.
            let sentence = clauses.sentence(own);
            let found = sentence.clone().any(|word_index| {
                let word = clauses.words[word_index];
                let string = text.slice(word.start, word.end);
                begins(string, &["양성", "반응", "나왔", "나온", "뜨", "떴"])
            });
            let listed = listed || (to.starts_with("검사") && found);
            return (listed || (english && to.starts_with("to"))).then_some(word.start);
        }
        // contrast media(urticaria), sulfa: the reaction is in brackets.
        let bracketed = word.opened;
        let substance = bracketed
            || overlapping(mentions, word.start, word.end)
                .iter()
                .any(|it| matches!(it.slot, Slot::Medication | Slot::Allergen));
        if !substance
            && !ALLERGY.has.contains(&string)
            // 알레르기가 페니실린 아니고 설파제예요: denied for the right one.
            && !STANDING.denies_other.contains(&string)
            && !begins(string, &["검사", "결과", "테스트"])
            && !matches!(
                string,
                "to" | "and"
                    | "or"
                    | "및"
                    | "약물"
                    | "약물은"
                    | "원인"
                    | "등"
                    | "있는"
                    | "건"
                    | "것은"
                    | "거는"
                    | "게"
                    | "음식은"
                    | "하나"
                    | "그"
                    | "저는"
                    | "전"
            )
        {
            return None;
        }
    }
    None
}

/// Whether the word states an allergy before a comma: 있어요,
fn is_stated(text: &Text, clauses: &Clauses, at: usize) -> bool {
    let word = clauses.words[at];
    word.mark == Some(',') && ALLERGY.has.contains(&text.slice(word.start, word.end))
}

/// Whether a substance is avoided because of an allergy named before: 알레르기가 있어서 페니실린은 못 먹어요.
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
        && clause.into_iter().skip_while(|it| *it < own).any(|index| {
            let word = clauses.words[index];
            text.slice(word.start, word.end).starts_with('못')
        })
}

/// Whether a substance was taken and a reaction follows in the same or the next clause, with no other
/// drug between: 페니실린 맞고 두드러기가 났어요.
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
    // 페니실린은 괜찮은데 …: tolerated. A rash under the diaper has another cause.
    let other = (own..word).any(|index| {
        let string = text.slice(clauses.words[index].start, clauses.words[index].end);
        begins(string, &["괜찮", "엉덩이", "기저귀"])
    });
    let reaction = text.slice(next.start, next.end);
    if other || reaction.starts_with("엉덩이") || reaction.starts_with("기저귀") {
        return false;
    }
    let food = mentions[at].slot == Slot::Allergen;
    let taken = (own..word).any(|index| {
        let string = text.slice(
            clauses.words[index].start.max(mentions[at].end.min(clauses.words[index].end)),
            clauses.words[index].end,
        );
        // Only the substance's own word has a particle to be cut off; 만지기만 begins like one.
        let particles: &[char] =
            if index == own { &['을', '를', '만', '도', '은', '는'] } else { &[] };
        let verb = string.trim_start_matches(particles);
        begins(verb, &ALLERGY.taken)
            // 만지면 begins like a particle, so the uncut word is compared too.
            || (food && ALLERGY.worn.iter().any(|it| verb.starts_with(it) || string.starts_with(it)))
    });
    // 설파제에 두드러기가 났었어요: the particle stands for the taking.
    let rest = text.slice(mentions[at].end, clauses.words[own].end.max(mentions[at].end));
    let directly = matches!(rest, "에" | "에는" | "에만" | "에도" | "에선") && word == own + 1;
    let taken = taken || directly;
    let words = text.slice(next.start, next.end);
    let face = begins(words, &["입술", "얼굴", "눈", "혀", "목", "입"]);
    // Steroids swell the face without an allergy.
    let own_name = &lexicon.concepts[mentions[at].concept].name;
    let steroid = contains(own_name, &["스테로이드", "솔론", "메타손", "코르티"]);
    let in_danger = (word..clauses.sentence(word).end.min(word + 8)).any(|index| {
        let string = text.slice(clauses.words[index].start, clauses.words[index].end);
        begins(string, &ALLERGY.in_danger)
    });
    // What is put on the skin peels or blisters it without an allergy.
    let put_on = (own..word).any(|index| {
        let string = text.slice(clauses.words[index].start, clauses.words[index].end);
        contains(string, &["바르", "발랐", "발라", "붙이", "붙였"])
    });
    let happened = || {
        let of_sentence = |mention: &&Mention| {
            let word = clauses.words[clauses.word_at(mention.start)];
            word.sentence == sentence && matches!(mention.slot, Slot::Symptom | Slot::Condition)
        };
        let rest = mentions[at + 1..].iter().take_while(of_sentence);
        rest.map(|it| lexicon.concepts[it.concept].name.as_str())
    };
    let mucocutaneous = happened().any(|it| ALLERGY.skin_reactions.contains(&it))
        && happened().any(|it| ALLERGY.mucosal_reactions.contains(&it));
    let grave = in_danger && ALLERGY.grave_reactions.contains(&name);
    let reacts = ALLERGY.reactions.contains(&name)
        || is_faint_after_shot(name, own_name)
        || (!put_on && (grave || mucocutaneous))
        || (name == "부종" && face && !steroid)
        || (food && ALLERGY.food_reactions.contains(&name));
    // Amox → rash (+): an arrow stands for the taking.
    let between = text.slice(mentions[at].end, next.start.max(mentions[at].end));
    // 세파클러에 두드러기가 났었어요: directly before the reaction.
    let is_adjacent = ["는", "은", "만"].contains(&between.trim()) && word == own + 1;
    let arrow = ["→", "->", "=>", "에"].contains(&between.trim()) || is_adjacent;
    near && (taken || arrow)
        && (reacts || is_habitual(text, clauses, lexicon, mentions, at))
        && !clauses.questions[sentence]
}

/// Whether the words before a drug that is named afterwards tell of a reaction to it, as in 약 먹고 두드러기
/// 났어요. 부루펜이요, or 두드러기가 났었어요. 부루펜 먹고요.
fn reaction_before(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
    at: usize,
) -> bool {
    let Some(statement) = preceding_statement(text, clauses, lexicon, mentions, &mentions[at])
    else {
        return false;
    };
    let PrecedingStatement { words: statement, as_cause } = statement;
    let (first, last) =
        (clauses.words[statement.start].start, clauses.words[statement.end - 1].end);
    let own = &lexicon.concepts[mentions[at].concept].name;
    let reacts = |mention: &&Mention| {
        let name = lexicon.concepts[mention.concept].name.as_str();
        (ALLERGY.reactions.contains(&name) || is_faint_after_shot(name, own)) && !mention.negated
    };
    let Some(reaction) = overlapping(mentions, first, last).iter().find(reacts) else {
        return false;
    };
    let after_taking = || {
        statement.take_while(|it| clauses.words[*it].start < reaction.start).any(|index| {
            let word = text.slice(clauses.words[index].start, clauses.words[index].end);
            begins(word, &ALLERGY.taken) && word.ends_with(['고', '니', '데', '서', '후', '뒤'])
        })
    };
    as_cause || after_taking()
}

/// Whether a reaction is a faint after a drug that is injected, which counts as an allergic one.
fn is_faint_after_shot(reaction: &str, drug: &str) -> bool {
    let shots = ["페니실린", "조영제", "마취", "항생제", "세파", "세팔로", "세프", "실린", "백신"];
    reaction == "실신" && contains(drug, &shots)
}

/// Whether a substance was taken and 쇼크 happened, which is not a complaint of the lexicon: 마취제 맞고 쇼크 온 적
/// 있어요.
fn had_shock(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> bool {
    let own = clauses.word_at(mentions[at].end - 1);
    let sentence = clauses.sentence(own);
    let words: Vec<&str> = (own + 1..sentence.end.min(own + 4))
        .map(|it| text.slice(clauses.words[it].start, clauses.words[it].end))
        .collect();
    let Some(verb) = words.first() else { return false };
    let taken = begins(verb, &ALLERGY.taken) && verb.ends_with(['고', '니', '데', '서']);
    let happened = ["왔", "온", "와서", "와가", "왔었", "났", "빠졌", "먹었"];
    let shock = words
        .windows(2)
        .any(|it| it[0].starts_with("쇼크") && happened.iter().any(|end| it[1].starts_with(end)));
    taken && shock && !clauses.questions[clauses.words[own].sentence]
}

/// Whether complaints come each time a substance is taken: 우유 먹으면 토해요, 이부프로펜만 먹으면 숨이 차고 쌕쌕거려요.
fn is_habitual(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
    at: usize,
) -> bool {
    let own = clauses.word_at(mentions[at].end - 1);
    let sentence = clauses.words[own].sentence;
    let of_sentence = |it: &&Mention| clauses.words[clauses.word_at(it.start)].sentence == sentence;
    let next: Vec<&str> = mentions[at + 1..]
        .iter()
        .take_while(of_sentence)
        .take(2)
        .map(|it| lexicon.concepts[it.concept].name.as_str())
        .collect();
    let first = mentions.get(at + 1).map_or(own, |it| clauses.word_at(it.start));
    let whenever = (own..first.max(own + 1)).any(|index| {
        let word = clauses.words[index];
        let string = text.slice(word.start, word.end);
        let verb = string.ends_with('면') || string.ends_with("때마다");
        verb && ALLERGY.taken.iter().any(|taken| string.contains(taken))
    });
    let food = mentions[at].slot == Slot::Allergen;
    let bowels = ["구토", "설사", "복통", "구역"];
    whenever
        && ((food && next.first().is_some_and(|it| bowels.contains(it)))
            || next.first() == Some(&"천식")
            || (next.contains(&"호흡곤란") && next.contains(&"천명")))
}
