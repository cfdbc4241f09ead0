//! Recognises words that name a person: 어머니가, 옆집 할머니, 아이랑.

use super::boundary::is_particle;
use super::cue::ends;
use super::words::PEOPLE;

/// A person other than the patient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Person {
    /// The word that the text has for the person.
    pub name: &'static str,
    /// A blood relative of an older generation, or a sibling: their illness is the patient's family
    /// history.
    pub family: bool,
    /// Whether the word means a child.
    pub child: bool,
    /// Somebody outside the speaker's family (옆집 할머니, 아는 언니), whom the speaker mentions without coming
    /// for them.
    pub acquaintance: bool,
}

/// The person that a word names as subject, topic or owner.
pub(crate) fn person(word: &str) -> Option<Person> {
    // 집안에 유방암이 많아요: a family as the place of an illness.
    let among = |name: &str, rest: &str| {
        ["집안", "가족", "친척", "외가", "친가", "형제"].contains(&name)
            && ["에", "에서", "에는", "에도", "들에", "분들"].contains(&rest)
    };
    let subject = |name: &&str| {
        let rest = &word[name.len()..];
        rest.is_empty() || is_subject(rest) || among(name, rest)
    };
    let family = PEOPLE.family.beginnings(word).filter(subject).last();
    let other = PEOPLE.others.beginnings(word).filter(subject).last();
    let child = PEOPLE.children.beginnings(word).filter(subject).last();
    let best = [family, other, child].into_iter().flatten().max_by_key(|it| it.len())?;
    Some(Person {
        name: best,
        family: family == Some(best),
        child: child == Some(best) || matches!(best, "baby" | "child" | "kid"),
        acquaintance: false,
    })
}

/// The person that a word names with any particle: 독감 걸린 아이랑.
pub(crate) fn person_with_particle(word: &str) -> Option<Person> {
    let particles =
        ["께서", "께", "한테서", "한테", "에게", "이랑", "랑", "하고", "을", "를", "와", "과"];
    particles.iter().filter_map(|it| word.strip_suffix(it)).chain([word]).find_map(person)
}

/// The person that a word names without a particle: 어머니, 장모님.
pub(crate) fn bare_person(word: &str) -> Option<Person> {
    let person = person(word)?;
    let rest = word.strip_prefix(person.name)?;
    (matches!(rest, "" | "님" | "네" | "분" | "들") && word != "부인").then_some(person)
}

/// Whether `rest` is a particle of a subject, topic or owner. 어머니한테 들었는데 states nothing about her.
pub(crate) fn is_subject(rest: &str) -> bool {
    match rest {
        "께서" | "께서는" | "께서도" | "님" | "님이" | "님은" | "님도" | "네" | "네가" | "'s"
        | "들이" | "들은" | "들도" | "들" | "중에" | "쪽" | "쪽이" | "쪽에" | "분이" | "가요"
        | "께서요" | "는요" | "은요" | "도요" => true,
        "에게" | "한테" | "처럼" | "보다" | "에서" | "부터" | "까지" | "으로" | "로" | "를"
        | "을" | "와" | "과" | "랑" | "이랑" | "하고" | "에" => false,
        rest => is_particle(rest),
    }
}

impl Person {
    /// The speaker, where the turn is about somebody else.
    pub fn speaker() -> Self {
        Self { name: "보호자", family: false, child: false, acquaintance: false }
    }

    /// Whether the word means a child, also a grown one (아들).
    pub fn is_child(&self) -> bool {
        self.child || ends(self.name, &PEOPLE.young)
    }

    /// The relative of a family history that names nobody.
    pub fn of_history() -> Self {
        Self { name: "가족", family: true, child: false, acquaintance: false }
    }
}

/// Whether the word for an experiencer means an animal.
pub fn is_animal(experiencer: &str) -> bool {
    PEOPLE.animals.contains(&experiencer)
}

/// Whether the word for an experiencer means a child who is not grown up: 아이.
pub fn is_young(experiencer: &str) -> bool {
    PEOPLE.children.has(experiencer)
}
