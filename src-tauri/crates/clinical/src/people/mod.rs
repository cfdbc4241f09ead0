//! Finds the person each word of a text is about.

pub(crate) mod demographics;
mod introduced;
pub(crate) mod subject;

use simui_korean::hangul::is_syllable;

use self::introduced::introduce;
pub(crate) use self::introduced::{closes_in_n, denial_of_speaker, pointed_back};
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains, ends};
use crate::text::letters::Text;
use crate::text::persons::{Person, bare_person, is_subject, person, person_with_particle};
use crate::text::words::PEOPLE;

/// For each word the person it is about; `None` is the patient.
pub(crate) fn people(text: &Text, clauses: &Clauses) -> Vec<Option<Person>> {
    let words: Vec<&str> = clauses.words.iter().map(|it| text.slice(it.start, it.end)).collect();
    let mut people = Vec::with_capacity(words.len());
    let mut now: Option<Person> = None;
    for (index, word) in clauses.words.iter().enumerate() {
        let new_sentence = index > 0 && clauses.words[index - 1].sentence != word.sentence;
        if new_sentence && !continues(now.as_ref(), &words[clauses.sentence(index)]) {
            now = None;
        }
        // 며느리 본인은: the person named directly before.
        let oneself = words[index].starts_with("본인")
            && index.checked_sub(1).is_some_and(|it| person(words[it]).is_some());
        if oneself {
            now = person(words[index - 1]);
        } else if is_left_over(&words, index, clauses.sentence(index))
            || PEOPLE.patient.has(words[index])
            || is_of_speaker(&words, index)
            || begins_speaker_clause(clauses, &words, index)
        {
            now = None;
        } else if let Some(person) = person(words[index])
            .or_else(|| neighbour(&words, index))
            .or_else(|| recipient(words[index], &words[clauses.clause(index)]))
            .filter(|_| {
                // 흉통 부인 denies; it is not a wife.
                words[index] != "부인"
                && !is_carried(&words, index)
                && !is_speaker_named(&words, index, clauses.sentence(index))
                && !is_professional(&words, index)
                && !only_gives(&words, index)
                && !only_speaks(&words, index)
                && !is_old_patient(&words, index)
                && !is_nursing(&words, index)
                // Child-Pugh B, LC Child B
                && !(words[index] == "child" && words.get(index + 1).is_some_and(|next| {
                    matches!(*next, "a" | "b" | "c" | "pugh" | "class")
                }))
            })
        {
            let sentence = &words[clauses.sentence(index)];
            let person = of_outsider(&words, index, person, &people);
            now = if person.child && is_patient(&words, index, sentence) {
                None
            } else {
                Some(person)
            };
        }
        people.push(now);
    }
    introduce(&words, clauses, &mut people);
    people
}

/// A person named by a general word after an owner: 앞집 아저씨, 아는 이모님.
fn neighbour(words: &[&str], index: usize) -> Option<Person> {
    let names = ["아저씨", "아주머니", "아줌마", "어르신", "총각", "아가씨", "분"];
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let name = names.into_iter().find(|name| {
        words[index].strip_prefix(*name).is_some_and(|rest| rest.is_empty() || is_subject(rest))
    })?;
    PEOPLE.outsiders.has(before).then_some(Person {
        name,
        family: false,
        child: false,
        acquaintance: true,
    })
}

/// The person to whom a drug is given in its clause: 애한테 부루펜 먹였어요.
fn recipient(word: &str, clause: &[&str]) -> Option<Person> {
    let given = clause.iter().any(|it| begins(it, &PEOPLE.gives));
    let dative = ["한테", "에게"].into_iter().find_map(|it| bare_person(word.strip_suffix(it)?));
    dative.filter(|_| given)
}

/// Marks somebody outside the family (옆집 할머니, 아는 언니), also where they are named again.
fn of_outsider(words: &[&str], index: usize, person: Person, named: &[Option<Person>]) -> Person {
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let again = named.iter().flatten().any(|it| it.acquaintance && it.name == person.name);
    let own = ["우리", "저희", "제", "울"].contains(&before);
    if PEOPLE.outsiders.has(before.trim_end_matches('의')) || (again && !own) {
        Person { family: false, acquaintance: true, ..person }
    } else {
        person
    }
}

/// Whether the words name something of the speaker that is not a person: 제 혈당은, 내 거는.
fn is_of_speaker(words: &[&str], index: usize) -> bool {
    if begins(words[index], &["제건", "제꺼", "제껀", "제거", "내건", "내꺼", "내껀"])
    {
        return true;
    }
    let is_possessive = ["제", "내"].contains(&words[index]);
    is_possessive
        && words.get(index + 1).is_some_and(|next| {
            person_with_particle(next).is_none() && !PEOPLE.possessive.contains(next)
        })
        && words.get(index + 2).is_none_or(|it| person_with_particle(it).is_none())
}

/// Whether a sentence without a person continues about the person of the one before.
fn continues(person: Option<&Person>, sentence: &[&str]) -> bool {
    let Some(person) = person else { return false };
    person.is_child()
        || sentence.iter().any(|word| is_respectful(word))
        || is_quoted(sentence)
        || is_fragment(person, sentence)
}

/// Whether a sentence quotes somebody who is not a professional: 저혈당은 없었다고 해요.
pub(crate) fn is_quoted(sentence: &[&str]) -> bool {
    let reporting_verbs =
        ["해요", "합니다", "하네", "하더", "그래요", "그러네", "그럽니다", "하시", "그러세"];
    let is_reported = sentence.windows(2).any(|pair| {
        pair[0].ends_with("다고") && reporting_verbs.iter().any(|verb| pair[1].starts_with(verb))
    });
    // 170에 100이래요, 약을 드신대요: the contraction of the same.
    let is_contracted = sentence.last().is_some_and(|it| ends(it, &["래요", "대요"]));
    let others = ["의사", "병원", "약사", "검사", "검진", "결과", "선생", "약국", "보건소"];
    (is_reported || is_contracted)
        && !sentence.iter().any(|it| others.iter().any(|other| it.starts_with(other)))
        && !sentence.iter().any(|it| PEOPLE.patient.has(it))
}

/// Whether a sentence of one word only adds to the one before: 약 드세요, 아빠는. 고혈압약이요; 아내가 임신 중이에요. 12주예요;
/// 엄마가 타이레놀 드셔도 되나요? 이부프로펜은요? An elder's age would be given with respect.
fn is_fragment(person: &Person, sentence: &[&str]) -> bool {
    let [word] = sentence else { return false };
    let counted = word.chars().any(|it| it.is_ascii_digit());
    let topic = word.strip_suffix('요').unwrap_or(word);
    let added = ends(word, &["이요", "약요", "예요", "이에요", "은요", "는요"])
        && !PEOPLE.patient.has(topic);
    let close = !person.acquaintance && (!person.family || !counted);
    added && close && bare_person(word.trim_end_matches('요').trim_end_matches('이')).is_none()
}

/// Whether the word is not a person of the turn: an unborn child (둘째 임신 중), a number of children, or an
/// animal (고양이 알레르기).
fn is_carried(words: &[&str], index: usize) -> bool {
    let carried = [
        "임신", "출산", "낳", "가졌", "가진", "유산", "때", "밴", "준비", "계획", "가질", "갖",
        "생길",
    ];
    let child = ["쌍둥이", "첫째", "둘째", "셋째", "넷째", "아이", "아기", "애기", "애"];
    let pet = begins(words[index], &["고양이", "강아지"]);
    let kept =
        ["알레", "알러", "털", "키우", "키워", "길러", "기르", "만지", "만졌", "안으", "카페"];
    if pet && words.get(index + 1).is_some_and(|it| kept.iter().any(|kept| it.starts_with(kept))) {
        return true;
    }
    // 애 둘 낳았고, 아이가 셋이에요: a number of children.
    let counts = ["하나", "둘", "셋", "넷"];
    let counted = |it: &&str| counts.iter().any(|count| it.starts_with(count));
    begins(words[index], &child)
        && words.get(index + 1).is_some_and(|next| begins(next, &carried) || counted(next))
}

/// Whether the word means somebody who treats patients: 의사 선생님이.
fn is_professional(words: &[&str], index: usize) -> bool {
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let treats =
        ["의사", "약사", "한의사", "원장", "간호사", "담당", "주치의", "치과", "내과", "병원"];
    begins(words[index], &["선생님", "교수님"])
        && (begins(before, &treats) || index == 0 || words[index].starts_with("교수님"))
}

/// Whether the person only gave or recommended a drug: 사위가 사다 준 글루코사민, 약사인 친구가 권한 약.
fn only_gives(words: &[&str], index: usize) -> bool {
    let gives = [
        "준",
        "주신",
        "사준",
        "사주신",
        "보내준",
        "보내주신",
        "챙겨준",
        "갖다준",
        "권한",
        "추천한",
        "권해서",
        "추천해서",
        "추천해준",
        "선물한",
        "사다준",
        "줘서",
        "주셔서",
        "줬는데",
        "주셨는데",
        "줬어요",
        "사줘서",
        "보내줘서",
        "권하길래",
        "추천하길래",
    ];
    words[index + 1..].iter().take(3).any(|it| gives.contains(it))
}

/// Whether the person only comes or speaks in the patient's place: 엄마가 대신 상담, 딸이 대신 왔어요.
fn only_speaks(words: &[&str], index: usize) -> bool {
    let subject = ends(words[index], &["이", "가", "께서", "님"]);
    let instead = (index + 1..words.len().min(index + 3)).find(|it| words[*it] == "대신");
    let act = instead.and_then(|it| words.get(it + 1)).copied().unwrap_or_default();
    subject && begins(act, &PEOPLE.instead)
}

/// Whether the word means an old patient whose age is given and who has no owner: 72세 할머니 환자분, 80대 할아버지.
fn is_old_patient(words: &[&str], index: usize) -> bool {
    let old = begins(words[index], &["할머니", "할아버지"]);
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let aged = ends(before, &["세", "살", "대"]);
    let next = words.get(index + 1).copied().unwrap_or_default();
    let rest = words[index].trim_start_matches("할머니").trim_start_matches("할아버지");
    let copula = ["인데", "입니다", "예요", "이고", "이에요", "신데", "로", "이며", "(", ","];
    let alone = rest.is_empty() || begins(rest, &copula);
    let patient = next.starts_with("환자");
    let owned =
        words[index.saturating_sub(3)..index].iter().any(|it| PEOPLE.possessive.contains(it));
    old && ((aged && alone) || patient) && !owned
}

/// Whether a clause begins with the speaker's own: 비염은 아내 거고 제 약은 위염약이에요.
fn begins_speaker_clause(clauses: &Clauses, words: &[&str], index: usize) -> bool {
    matches!(words[index], "제" | "내" | "저희")
        && index > 0
        && clauses.words[index - 1].clause != clauses.words[index].clause
        && words.get(index + 1).is_some_and(|it| person(it).is_none())
}

/// Whether a mother is the patient of a note: breastfeeding mom, pregnant mother.
fn is_nursing(words: &[&str], index: usize) -> bool {
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let nursing =
        ["breastfeeding", "breast-feeding", "nursing", "lactating", "pregnant", "feeding"];
    ["mom", "mother", "moms"].contains(&words[index]) && nursing.contains(&before)
}

/// Whether a word stands behind 아내가 먹던 or the like, in a text whose speaker asks to take the drug:
/// 남편이 먹다 남긴 낙센이 있는데 먹을까요? 남편이 먹는 와파린을 제가 먹어도 돼요?
pub(crate) fn is_left_over(words: &[&str], index: usize, sentence: std::ops::Range<usize>) -> bool {
    let before = index.checked_sub(1).filter(|it| sentence.contains(it)).map(|it| words[it]);
    let rest = &words[index..sentence.end];
    let takes = rest.iter().any(|it| PEOPLE.speaker.contains(it));
    let is_used = |it: &str| takes && PEOPLE.used_by.contains(&it);
    // 언니가 먹던 로아큐탄이 있는데요. 먹어도 될까요? The question may be a sentence of its own.
    let asked = || {
        let later = &words[sentence.end..];
        let names_another = later.iter().any(|it| person(it).is_some());
        rest.iter()
            .chain(later.iter().filter(|_| !names_another))
            .any(|it| begins(it, &PEOPLE.tries))
    };
    before.is_some_and(|it| PEOPLE.left_over.contains(&it) || is_used(it))
        && asked()
        && !rest.iter().any(|it| is_respectful(it))
        && !is_quoted(&words[sentence])
}

/// Whether a child is the patient: its age is given, or a note's word is used, and it has no owner.
fn is_patient(words: &[&str], index: usize, sentence: &[&str]) -> bool {
    let owned =
        words[index.saturating_sub(2)..index].iter().any(|it| PEOPLE.possessive.contains(it));
    let clinical = begins(words[index], &PEOPLE.clinical);
    let ages = ["개월", "생후", "month", "week", "year", "-old"];
    let days = sentence.windows(2).any(|pair| {
        pair[0].starts_with(|c: char| c.is_ascii_digit())
            && pair[0].ends_with(['일', '주', '달'])
            && pair[1].starts_with(['된', '됐', '되'])
    });
    let is_age = |it: &&&str| ages.iter().any(|age| it.contains(age)) || counts_years(it);
    let aged = days || sentence.iter().any(|it| is_age(&it));
    !owned && (clinical || aged && !is_given_to(words) && !names_parent(words))
}

/// Whether a text speaks of a parent who tells of themselves: 6주 된 아기 엄마예요, 제가 열이 나요.
fn names_parent(words: &[&str]) -> bool {
    let is_parent = |it: &str| bare_of_copula(it).is_some_and(|it| PEOPLE.parents.contains(&it));
    words.iter().any(|it| PEOPLE.speaker.contains(it) || is_parent(it))
}

/// Whether a person noun is what the speaker is: 모유 먹이는 엄마예요. 아픈 건 엄마예요 says who somebody is.
fn is_speaker_named(words: &[&str], index: usize, sentence: std::ops::Range<usize>) -> bool {
    let Some(person) = bare_of_copula(words[index]).and_then(bare_person) else { return false };
    let modified = index > sentence.start
        && words[sentence.start..index]
            .iter()
            .all(|it| bare_person(it).is_some() || !ends(it, &PEOPLE.ends_a_topic));
    PEOPLE.parents.contains(&person.name)
        && modified
        && !PEOPLE.possessive.contains(&words[index - 1])
        && index + 1 == sentence.end
}

/// A word without the copula of a statement behind it: 엄마 of 엄마예요.
fn bare_of_copula(word: &str) -> Option<&str> {
    PEOPLE.stating.iter().find_map(|it| word.strip_suffix(it))
}

/// Whether a word counts years of age: 4살, 다섯살, 살이에요, 돌쟁이; 아세트아미노펜 and 세파클러 do not.
fn counts_years(word: &str) -> bool {
    let numbers = ["한", "두", "세", "네", "섯", "곱", "덟", "홉", "열", "첫", "무", "쯤"];
    ["살", "세", "돌"].iter().any(|unit| {
        word.match_indices(unit).any(|(at, _)| match at {
            0 => *unit != "세" && word.chars().count() <= LONGEST_UNIT,
            _ => {
                word[..at].ends_with(|it: char| it.is_ascii_digit()) || ends(&word[..at], &numbers)
            }
        })
    })
}

/// Most letters of a word that begins with the unit of an age: 살입니다.
const LONGEST_UNIT: usize = 4;

/// Whether somebody gives a drug to a child, who is not the speaker then: 세 살 아이 지르텍 먹여도 되나요. Milk is no
/// drug: 모유 먹이고.
fn is_given_to(words: &[&str]) -> bool {
    let milk = |it: &&str| begins(it, &PEOPLE.fed_on);
    let gives = |at: usize| {
        begins(words[at], &PEOPLE.gives) && !at.checked_sub(1).is_some_and(|it| milk(&words[it]))
    };
    (0..words.len()).any(gives)
}

/// Whether a word has an ending of respect.
pub(crate) fn is_respectful(word: &str) -> bool {
    contains(word, &PEOPLE.respect)
        || begins(word, &PEOPLE.benefactive)
        || has_honorific_ending(word)
}

/// Whether a word has the honorific syllable behind a stem and in front of an ending: 코피가 나세요, 88세이신데, 못
/// 보신대요. 마시다 and 쑤시다 end in the same syllable, 알려 주세요 asks the listener, and 다시 is an adverb.
fn has_honorific_ending(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).enumerate().any(|(at, pair)| {
        let rest: String = letters[at + 2..].iter().collect();
        let mut endings = PEOPLE.honorific.get(&pair[1]).into_iter().flat_map(|it| it.iter());
        let is_stem = is_syllable(pair[0]) && !PEOPLE.no_honorific.contains(&pair[0]);
        is_stem && endings.any(|it| rest.starts_with(it))
    })
}
