//! Which substances somebody does not tolerate: 페니실린 알레르기, allergic to sulfa, 먹고 두드러기가 났어요.

pub(crate) mod answer;

use self::answer::{answers, denied_after};
use crate::lexicon::{Lexicon, Slot};
use crate::mentions::mention::{Mention, overlapping};
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains};
use crate::text::letters::Text;
use crate::text::words::ALLERGY;

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
        if let Some(word) = follows(text, clauses, mentions, at)
            .or_else(|| precedes(text, clauses, mentions, at))
            .or_else(|| causes(text, clauses, mentions, at))
        {
            found[at] = Allergy::Said;
            let index = mentions.partition_point(|it| it.end <= word);
            if mentions.get(index).is_some_and(|it| it.start <= word && is_word(it)) {
                found[index] = Allergy::Word;
            }
        } else if let Some(asked) = answers(text, clauses, mentions, at) {
            found[at] = Allergy::Said;
            let of_question = |it: &Mention| asked.contains(&clauses.word_at(it.start));
            let words = mentions.iter().enumerate().filter(|it| is_word(it.1) && of_question(it.1));
            for (index, _) in words.collect::<Vec<_>>() {
                found[index] = Allergy::Word;
            }
        } else if avoided(text, clauses, mentions, at, is_word) {
            found[at] = Allergy::Avoided;
        } else if (reaction(text, clauses, lexicon, mentions, at)
            || shocked(text, clauses, mentions, at))
            && !denied_after(text, clauses, mentions, at)
        {
            found[at] = Allergy::Reaction;
        }
    }
    found
}

fn is_cued(word: &str, allergen: bool) -> bool {
    let word = word.trim_start_matches(['에', '은', '는', '이', '가', '도', '계', '약']);
    is_cue(word, allergen)
}

fn is_cue(word: &str, allergen: bool) -> bool {
    begins(word, &ALLERGY.words) || (allergen && begins(word, &ALLERGY.sensitive))
}

/// The word after the substance, other substances and a few words between: its position.
fn follows(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
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
            // 알레르기 비염: another concept, unless it is the word itself.
            let other = overlapping(mentions, word.start, word.end)
                .iter()
                .find(|it| it.start == word.start);
            let names_more = other.is_some_and(|it| {
                !matches!(
                    text.slice(it.start, it.end),
                    "알레르기" | "알러지" | "앨러지" | "쇼크" | "allergies" | "allergy"
                )
            });
            return (!names_more).then_some(word.start);
        }
        let listed = overlapping(mentions, word.start, word.end).iter().any(|it| {
            word.start <= it.start
                && it.start < word.end
                && matches!(it.slot, Slot::Medication | Slot::Allergen | Slot::Condition)
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

/// 아스피린 먹으면 숨이 차는 알레르기가 있어요: what is described between is the allergy's. The position of the word.
fn causes(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
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

/// `알레르기: 페니실린, 땅콩`, `allergic to sulfa`: the word before, only substances between.
fn precedes(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> Option<usize> {
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
                // 알레르기 있어요, 복숭아요
                || (index + 2 == own && is_told(text, clauses, index + 1))
                // 알레르기 있는 건 복숭아예요
                || (index + 1..own).any(|it| {
                    let word = clauses.words[it];
                    matches!(text.slice(word.start, word.end), "건" | "것은" | "거는" | "게" | "음식은")
                });
            let to = text.slice(word.end, clauses.words[index + 1].end).trim_start();
            // 알레르기 검사에서 땅콩에 양성이 나왔어요
            let sentence = clauses.sentence(own);
            let found = sentence.clone().any(|it| {
                let word = clauses.words[it];
                let string = text.slice(word.start, word.end);
                begins(string, &["양성", "반응", "나왔", "나온", "뜨", "떴"])
            });
            let listed = listed || (to.starts_with("검사") && found);
            return (listed || (english && to.starts_with("to"))).then_some(word.start);
        }
        // contrast media(urticaria), sulfa: what it did stands in brackets.
        let bracketed = word.opened;
        let substance = bracketed
            || overlapping(mentions, word.start, word.end)
                .iter()
                .any(|it| matches!(it.slot, Slot::Medication | Slot::Allergen));
        if !substance
            && !ALLERGY.has.contains(&string)
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

/// 있어요, before a comma.
fn is_told(text: &Text, clauses: &Clauses, at: usize) -> bool {
    let word = clauses.words[at];
    word.mark == Some(',') && ALLERGY.has.contains(&text.slice(word.start, word.end))
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
        begins(string, &["괜찮", "엉덩이", "기저귀"])
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
        // A particle of the substance's own word; 만지기만 begins like one.
        let particles: &[char] =
            if it == own { &['을', '를', '만', '도', '은', '는'] } else { &[] };
        let verb = string.trim_start_matches(particles);
        begins(verb, &ALLERGY.taken)
            // 만지면 begins like a particle.
            || (food && ALLERGY.worn.iter().any(|it| verb.starts_with(it) || string.starts_with(it)))
    });
    // 설파제에 두드러기가 났었어요
    let rest = text.slice(mentions[at].end, clauses.words[own].end.max(mentions[at].end));
    let directly = matches!(rest, "에" | "에는" | "에만" | "에도" | "에선") && word == own + 1;
    let taken = taken || directly;
    let words = text.slice(next.start, next.end);
    let face = begins(words, &["입술", "얼굴", "눈", "혀", "목", "입"]);
    // Steroids make a face round.
    let own_name = &lexicon.concepts[mentions[at].concept].name;
    let steroid = contains(own_name, &["스테로이드", "솔론", "메타손", "코르티"]);
    // 숨이 막혀서 응급실에 갔어요
    let after = (word..clauses.sentence(word).end.min(word + 8)).any(|it| {
        let string = text.slice(clauses.words[it].start, clauses.words[it].end);
        begins(string, &["응급실", "실려", "쇼크", "죽을", "뻔"])
    });
    // Whoever falls after a shot of these did not tolerate it.
    let shots = ["페니실린", "조영제", "마취", "항생제", "세파", "세팔로", "세프", "실린", "백신"];
    let falls = name == "실신" && contains(own_name, &shots);
    let reacts = ALLERGY.reactions.contains(&name)
        || falls
        || (after && name == "호흡곤란")
        || (name == "부종" && face && !steroid)
        || (food && ALLERGY.food_reactions.contains(&name));
    // Amox → rash (+)
    let between = text.slice(mentions[at].end, next.start.max(mentions[at].end));
    // 세파클러에 두드러기가 났었어요
    let told = ["는", "은", "만"].contains(&between.trim()) && word == own + 1;
    let arrow = ["→", "->", "=>", "에"].contains(&between.trim()) || told;
    near && (taken || arrow)
        && (reacts || habitual(text, clauses, lexicon, mentions, at))
        && !clauses.questions[sentence]
}

/// 마취제 맞고 쇼크 온 적 있어요: what no complaint is a name of.
fn shocked(text: &Text, clauses: &Clauses, mentions: &[Mention], at: usize) -> bool {
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

/// 우유 먹으면 토해요, 이부프로펜만 먹으면 숨이 차고 쌕쌕거려요: what comes whenever it is taken.
fn habitual(
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
    let whenever = (own..first.max(own + 1)).any(|it| {
        let word = clauses.words[it];
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
