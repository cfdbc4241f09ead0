//! Finds the person whom a turn is about if it is not the speaker: 어머니가 일흔둘이신데 당뇨약을 드세요. 같이 드셔도 되나요?
//!
//! Another person is the patient of a turn when the text states of them what needs care (an age, a
//! complaint, a value, and in a question also a drug) and states nothing about the speaker. An illness
//! that only runs in the family (아버지가 위암이셨어요) does not make its person the patient.

use super::{is_quoted, is_respectful};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::{Text, is_hangul};
use crate::text::persons::Person;
use crate::text::words::PEOPLE;

/// A turn whose subject is looked for. Positions are letters.
pub(crate) struct Turn<'a> {
    pub text: &'a Text,
    pub clauses: &'a Clauses,
    pub people: &'a [Option<Person>],
    pub mentions: &'a [Mention],
    /// Positions where values begin.
    pub values: &'a [usize],
    /// Positions where demographic facts begin, with their weights.
    pub facts: &'a [(usize, Weight)],
    /// Positions where illnesses begin from which their person suffers now, and which are not chronic.
    pub troubling: &'a [usize],
}

/// How strongly a statement shows that the turn is about its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// An illness that is only there, or a sex: may be stated of anybody.
    None,
    /// A drug, an allergy or a pregnancy: counts if the turn asks something.
    Asked,
    /// An age, a complaint, a value, or an illness from which somebody suffers now: always counts.
    Cared,
}

/// The person a turn is about, if it is not the speaker.
pub(crate) fn subject(turn: &Turn) -> Option<Person> {
    // A note names its patient by these words.
    let note = ["환자", "환자는", "환자분", "환자가", "환아", "pt", "patient"];
    if (0..turn.clauses.words.len()).any(|it| note.contains(&turn.word(it))) {
        return None;
    }
    if turn.is_about_speaker() {
        return None;
    }
    let errand = turn.errand();
    let mut named: Vec<&Person> = Vec::new();
    for person in turn.people.iter().flatten() {
        if !person.acquaintance
            && !PEOPLE.acquaintances.contains(&person.name)
            && !named.iter().any(|it| same(it, person))
        {
            named.push(person);
        }
    }
    let with_care: Vec<&Person> = named
        .iter()
        .copied()
        .filter(|it| turn.is_cared_for(it, errand) && !turn.has_died(it))
        .collect();
    let most: Vec<&Person> =
        with_care.iter().copied().filter(|it| turn.has_care_statement(it)).collect();
    let subject = match (with_care.as_slice(), named.as_slice()) {
        ([one], _) => one,
        // 장인어른이 여든이신데 …. 장모님은 이뇨제를 드시거든요: the one with an age or a complaint.
        (rest, _) if most.len() == 1 && !rest.iter().all(|it| it.is_child()) => most.first()?,
        ([], [one]) if errand => one,
        // 둘째는 …, 첫째는 지난주에 독감이었는데: of several children the first is meant.
        ([first, rest @ ..], _) if first.is_child() && rest.iter().all(|it| it.is_child()) => first,
        _ => return None,
    };
    // 애기가 구 개월인데 …, 저도 …: a child with an age is the patient, whatever the speaker adds about themselves.
    let aged = subject.is_child() && turn.is_aged_first(subject) && !turn.is_only_aged(subject);
    let own = turn.has_speaker_statement(subject);
    if !errand && !aged && (own || turn.concerns_speaker_too(subject)) {
        return None;
    }
    Some(**subject)
}

/// The persons of the words when `subject` is the patient: `None` for the words of the subject, and a
/// person for those of the speaker.
pub(crate) fn seen_from(turn: &Turn, subject: &Person) -> Vec<Option<Person>> {
    let mut people = Vec::with_capacity(turn.people.len());
    for (index, person) in turn.people.iter().enumerate() {
        people.push(match person {
            Some(person) if same(person, subject) => None,
            Some(person) => Some(*person),
            None if turn.is_speaker(index) => Some(Person::speaker()),
            None => None,
        });
    }
    people
}

/// The persons of the words when `subject` is the patient of a turn, seen from the speaker: `None` for what
/// they state of themselves.
pub(crate) fn seen_from_speaker(turn: &Turn, subject: &Person) -> Vec<Option<Person>> {
    let persons = turn.people.iter().enumerate();
    persons
        .map(|(index, person)| match person {
            None if turn.is_speaker(index) => None,
            person => Some(person.unwrap_or(*subject)),
        })
        .collect()
}

/// Whether two words mean the same person: 어머니, 친정엄마.
pub(crate) fn same(a: &Person, b: &Person) -> bool {
    let key = |relation: &str| {
        let stem =
            relation.trim_start_matches("친정").trim_start_matches('외').trim_start_matches('친');
        match stem {
            "어머니" | "어머님" | "엄마" | "모친" | "mom" => "mother",
            "아버지" | "아버님" | "아빠" | "부친" | "dad" => "father",
            "아이" | "아기" | "애기" | "애" | "아가" | "어린이" => "child",
            "손주" | "손자" => "grandson",
            "시어머니" | "시어머님" => "mother in law",
            "시아버지" | "시아버님" => "father in law",
            "남편" | "신랑" | "애아빠" | "바깥양반" => "husband",
            "아내" | "와이프" | "집사람" | "마누라" | "처" => "wife",
            _ => "",
        }
    };
    let (one, other) = (key(a.name), key(b.name));
    if a.acquaintance != b.acquaintance {
        return false;
    }
    a.name == b.name
        || (!one.is_empty() && one == other)
        || (one == "child" && b.is_child())
        || (other == "child" && a.is_child())
}

impl Turn<'_> {
    fn word(&self, index: usize) -> &str {
        let word = self.clauses.words[index];
        self.text.slice(word.start, word.end)
    }

    /// Whether the speaker asks on behalf of somebody else.
    fn errand(&self) -> bool {
        let not_me = [
            "제가 아니",
            "제가 먹을 건 아니",
            "내가 먹을 건 아니",
            "저 말고",
            "나 말고",
            "내가 아니",
            "저 아니고",
        ];
        let is_mentioned = |cues: &[&str]| contains(&self.text.string, cues);
        // 제가 아니라 형이요. 저는 …: the speaker is also a patient.
        let own = || self.statements().any(|(word, _)| self.is_speaker(word));
        is_mentioned(&PEOPLE.errands) || (is_mentioned(&not_me) && !own())
    }

    /// Whether the speaker says that the turn is about themselves: 당뇨 있는 아버지 말고 제 얘기예요
    fn is_about_speaker(&self) -> bool {
        let own = [
            "제 얘기",
            "제 이야기",
            "내 얘기",
            "내 이야기",
            "제가 먹을",
            "제가 먹으려",
            "말고 제",
            "말고 저",
        ];
        // 아내 얘기예요 has another word in front of it.
        let text = &self.text.string;
        let begins_word = |at: usize| !text[..at].ends_with(is_hangul);
        let is_stated = own.iter().any(|it| text.match_indices(it).any(|(at, _)| begins_word(at)));
        is_stated && !text.contains("제가 아니")
    }

    /// All statements: the word in which each begins, and its weight.
    fn statements(&self) -> impl Iterator<Item = (usize, Weight)> + '_ {
        let weight = |it: &Mention| match it.slot {
            Slot::Condition if self.troubling.contains(&it.start) => Weight::Cared,
            Slot::Condition | Slot::Habit => Weight::None,
            Slot::Symptom => Weight::Cared,
            Slot::Medication | Slot::Allergen => Weight::Asked,
        };
        let mentions = self.mentions.iter().map(move |it| (it.start, weight(it)));
        let values = self.values.iter().map(|it| (*it, Weight::Cared));
        let all = mentions.chain(values).chain(self.facts.iter().copied());
        all.map(|(at, weight)| (self.clauses.word_at(at), weight))
    }

    fn person(&self, word: usize) -> Option<&Person> {
        self.people.get(word).and_then(Option::as_ref)
    }

    /// Whether a statement of sufficient weight is about the person. An age directly before the name (75세
    /// 어머니가) also counts.
    fn is_cared_for(&self, person: &Person, errand: bool) -> bool {
        let asks = errand || person.is_child() || self.clauses.questions.contains(&true);
        let enough = match asks {
            _ if self.is_drug_for_another() => Weight::None,
            // 만일 아이가 열성경련을 하면 어떻게 하죠? In a question about a child any statement counts.
            _ if person.is_child() && self.clauses.questions.contains(&true) => Weight::None,
            true => Weight::Asked,
            false => Weight::Cared,
        };
        let first = (0..self.people.len()).find(|it| self.is_of(*it, person)).unwrap_or(0);
        // 아버지가 …. 연세는 예순아홉이세요: respect refers to the person named before.
        let respected = |word: usize| {
            self.person(word).is_none()
                && word > first
                && !self.is_speaker(word)
                && self.clauses.sentence(word).any(|it| is_respectful(self.word(it)))
        };
        let is_about_person = |word: usize| self.is_of(word, person) || respected(word);
        // 75세 어머니가, 다섯 달 된 아기: the fact precedes the name.
        let before = |word: usize| {
            let sentence = self.clauses.sentence(word);
            self.person(word).is_none()
                && (word + 1..sentence.end.min(word + 4)).any(|it| self.is_of(it, person))
        };
        let facts = self.facts.iter().map(|it| (self.clauses.word_at(it.0), it.1));
        self.statements().any(|(word, weight)| weight >= enough && is_about_person(word))
            || facts.into_iter().any(|(word, weight)| weight >= enough && before(word))
    }

    /// Whether a drug is for somebody else: 엄마가 드실 건데, 드려도 되나요.
    fn is_drug_for_another(&self) -> bool {
        let gives =
            ["드셔도", "드려도", "드실", "드릴", "드리려", "먹여도", "먹일", "먹이려", "잡수셔도"];
        (0..self.clauses.words.len())
            .any(|it| gives.iter().any(|give| self.word(it).starts_with(give)))
    }

    fn is_of(&self, word: usize, person: &Person) -> bool {
        self.person(word).is_some_and(|it| same(it, person))
    }

    /// Whether an age or a value of the person precedes all words of the speaker about themselves.
    fn is_aged_first(&self, person: &Person) -> bool {
        let speaker = (0..self.people.len()).find(|it| self.is_speaker(*it));
        let speaker = speaker.unwrap_or(usize::MAX);
        let cared = self.values.iter().copied().map(|at| (at, Weight::Cared));
        cared
            .chain(self.facts.iter().copied())
            .filter(|it| it.1 == Weight::Cared)
            .map(|it| self.clauses.word_at(it.0))
            .any(|word| word < speaker && self.is_of(word, person))
    }

    /// Whether only an age or a sex is stated of the person: 저는 페니실린 알레르기 있어요. 우리 애는 세 살이에요.
    fn is_only_aged(&self, person: &Person) -> bool {
        let stated = self.mentions.iter().map(|it| it.start).chain(self.values.iter().copied());
        !stated.map(|at| self.clauses.word_at(at)).any(|word| self.is_of(word, person))
    }

    /// Whether an age, a complaint or a value is stated directly of the person.
    fn has_care_statement(&self, person: &Person) -> bool {
        self.statements().any(|(word, weight)| weight == Weight::Cared && self.is_of(word, person))
    }

    fn has_died(&self, person: &Person) -> bool {
        let dead = ["돌아가", "사망", "작고", "세상을"];
        (0..self.people.len())
            .filter(|it| self.is_of(*it, person))
            .any(|it| dead.iter().any(|dead| self.word(it).starts_with(dead)))
    }

    /// Whether a word belongs to a statement of the speaker about themselves: from 저는 to the next person
    /// or the end of the sentence.
    fn is_speaker(&self, word: usize) -> bool {
        let sentence = self.clauses.sentence(word);
        for at in (sentence.start..=word).rev() {
            if self.person(at).is_some() {
                return false;
            }
            // 제 혈당은 95예요: a value with an owner.
            if matches!(self.word(at), "제" | "내")
                && self.values.iter().any(|it| self.clauses.word_at(*it) == at + 1)
            {
                return true;
            }
            if PEOPLE.speaker.contains(&self.word(at)) {
                // 제가 먹을 건 아니고요, 열두 살 딸 거예요: the denial ends with its clause.
                let clause = self.clauses.clause(at);
                return clause.contains(&word)
                    || !clause.clone().any(|it| self.word(it).starts_with("아니"));
            }
        }
        false
    }

    /// Whether a statement is about the speaker: by a word for the speaker, by its place before any other
    /// person, or by the lack of respect after sentences with respect.
    fn has_speaker_statement(&self, subject: &Person) -> bool {
        let first =
            self.people.iter().position(|it| it.as_ref().is_some_and(|it| same(it, subject)));
        let first = first.unwrap_or(0);
        let begins = self.clauses.clause(first).start;
        let last_respect =
            (0..self.clauses.words.len()).rev().find(|it| is_respectful(self.word(*it)));
        let last_respect = last_respect.map(|it| self.clauses.words[it].sentence);
        let elder = !subject.is_child()
            && (first..self.clauses.words.len())
                .any(|it| self.person(it).is_some() && is_respectful(self.word(it)));
        self.statements().any(|(word, _)| {
            if self.person(word).is_some() || self.is_only_compared(word) {
                return false;
            }
            let before = word < begins;
            let quoted = || {
                let words = self.clauses.sentence(word).map(|it| self.word(it));
                is_quoted(&words.collect::<Vec<_>>())
            };
            // 어머니가 새로 받으셨어요. 칼슘은 언제 먹죠? A question has no respect of its own.
            let later = elder
                && !quoted()
                && !self.clauses.questions[self.clauses.words[word].sentence]
                && self.clauses.words[word].sentence > self.clauses.words[first].sentence
                && last_respect.is_some_and(|it| it < self.clauses.words[word].sentence);
            self.is_speaker(word) || before || later
        })
    }

    /// Whether the speaker's own drug is mentioned only for comparison: 내가 먹는 관절약은 이렇지 않던데.
    fn is_only_compared(&self, word: usize) -> bool {
        let is_first_person = |it: usize| matches!(self.word(it), "내가" | "제가" | "나" | "저");
        let takes =
            |it: &str| ["먹는", "먹던", "쓰는", "쓰던", "복용하는", "바르는", "맞는"].contains(&it);
        (2..=self.clauses.words.len()).contains(&word)
            && is_first_person(word - 2)
            && takes(self.word(word - 1))
    }

    /// The words behind one.
    fn words_behind(&self, index: usize) -> impl Iterator<Item = &str> {
        (index + 1..self.clauses.words.len()).map(|it| self.word(it))
    }

    /// Whether the speaker asks for themselves too: 저도 먹어도 되나요?, 제가 먹어도 되나요?
    fn concerns_speaker_too(&self, subject: &Person) -> bool {
        (0..self.clauses.words.len()).any(|index| {
            let word = self.word(index);
            // 임신한 건 동생이고 저는 아니에요. 이부프로펜 먹어도 돼요?
            let denied = matches!(word, "저는" | "나는" | "전")
                && self.words_behind(index).next().is_some_and(|it| it.starts_with("아니"))
                && !self.words_behind(index).any(is_respectful);
            let too =
                denied || matches!(word, "저도" | "나도" | "저한테도" | "나한테도" | "저에게도");
            // 제가 먹을 건 아니고요; 내가 먹는 약은: not about taking it oneself.
            let not_me = self.clauses.clause(index).any(|at| self.word(at).starts_with("아니"));
            let compared = self.is_only_compared(index + 2);
            let takes = PEOPLE.speaker.contains(&word)
                && !not_me
                && !compared
                && self.clauses.clause(index).any(|at| {
                    at > index
                        && ["먹", "복용", "맞아", "맞았", "써도", "썼", "발라", "마셔"]
                            .iter()
                            .any(|verb| self.word(at).starts_with(verb))
                        && !(subject.is_child() && self.word(at).starts_with("먹이"))
                        && !self.word(at).starts_with("먹여")
                });
            too || takes
        })
    }
}
