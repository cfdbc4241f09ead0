//! Finds the person of a mention who is named after it: 독감 걸린 아이랑, 고혈압은 우리 남편이고, 땅콩 알레르기 있는 건 언니고요, 대장암이
//! 아버지한테 있었어요.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::people::closes_in_n;
use crate::text::cue::{begins, contains};
use crate::text::persons::{Person, bare_person, person_with_particle};
use crate::text::words::{PEOPLE, STANDING};

/// Words from a mention on in which the modifier of a cleft sentence stands.
const CLEFT: usize = 4;

impl Context<'_> {
    /// The person named after the mention that belongs to them.
    pub(in crate::assertion) fn owner(&self, mention: &Mention) -> Option<Person> {
        self.modified_person(mention)
            .or_else(|| self.predicate_person(mention))
            .or_else(|| self.cleft_person(self.after_allergy(mention).checked_sub(1)?))
            .or_else(|| self.bearing_person(mention))
    }

    /// The person whom the mention modifies: 독감 걸린 아이랑, 당뇨 있는 남편이, 펜타닐 패치 붙인 아버지.
    fn modified_person(&self, mention: &Mention) -> Option<Person> {
        let own = self.clauses.word_at(mention.end - 1);
        // A form may stand behind the name of a drug.
        let form = begins(self.next(own), &STANDING.drug_for);
        let has = if form { own + 1 } else { own };
        PEOPLE.having.contains(&self.next(has)).then(|| person_with_particle(self.next(has + 1)))?
    }

    /// The person who is the predicate of the mention: 고혈압은 우리 남편이고 나는 저혈압이에요.
    fn predicate_person(&self, mention: &Mention) -> Option<Person> {
        // 땅콩 알레르기는 아빠고요: the allergy is the topic.
        let own = self.after_allergy(mention).checked_sub(1)?;
        let topic = if self.is_allergy(own) {
            self.word(own).ends_with('는')
        } else {
            mention.slot == Slot::Condition && matches!(self.rest(mention), "은" | "는")
        };
        if !topic {
            return None;
        }
        let mut near = (own + 1..self.clauses.clause(own).end).take(2);
        near.find_map(|index| {
            let word = self.word(index);
            // 비염은 아내 거고: the person as owner.
            let owned = begins(self.next(index), &["거", "것", "꺼"]).then_some(word);
            PEOPLE
                .owner_copulas
                .iter()
                .find_map(|end| word.strip_suffix(end))
                .or(owned)
                .and_then(person_with_particle)
        })
    }

    /// The person of a cleft sentence behind the word `from`: 땅콩 알레르기 있는 건 언니고요, 당뇨인 건 남편이고, 임신한 건
    /// 동생이에요.
    pub(crate) fn cleft_person(&self, from: usize) -> Option<Person> {
        let sentence = self.clauses.sentence(from);
        let has = (from..sentence.end.min(from + CLEFT)).find(|index| {
            closes_in_n(self.word(*index)) && PEOPLE.who.contains(&self.next(*index))
        })?;
        // 제가 아니라 동생이에요, 우리 언니고요: a denial of the speaker and an owner are skipped.
        let name_at = self.skip_owner(self.skip_denial(has + 2));
        let word = sentence.contains(&name_at).then(|| self.word(name_at))?;
        PEOPLE
            .owner_copulas
            .iter()
            .find_map(|end| word.strip_suffix(end))
            .and_then(bare_person)
            .or_else(|| bare_person(word.split_once("이시").or(word.split_once("세요"))?.0))
            .or_else(|| bare_person(word))
    }

    /// The person who is subject or dative of the predicate: 고혈압은 형이 있고, 대장암이 아버지하고 큰아버지한테 있었어요, 메트포르민은
    /// 아빠가 드세요.
    fn bearing_person(&self, mention: &Mention) -> Option<Person> {
        let from = self.after_allergy(mention);
        let last = from.checked_sub(1)?;
        let drug = mention.slot == Slot::Medication && !self.is_allergy(last);
        let topic = self.word(last).ends_with(['은', '는', '이', '가', '도'])
            || drug && self.word(last).ends_with(['을', '를']);
        let first = self.skip_owner(self.skip_denial(from));
        let sentence = self.clauses.sentence(last);
        let who = (first..sentence.end.min(first + 3)).find_map(|index| {
            // 엄마 쪽이 많아요: 쪽 may follow.
            let side = begins(self.next(index), &["쪽이", "쪽에", "쪽은", "쪽도"]);
            if let Some(person) = bare_person(self.word(index)).filter(|_| side) {
                return Some((index + 1, person));
            }
            let bearer =
                ["한테", "에게", "께", "이", "가", "께서", "만", "도", "한테만", "한테도", "쪽에"]
                    .iter()
                    .find_map(|end| self.word(index).strip_suffix(end).and_then(bare_person));
            Some((index, bearer?))
        });
        let (at, person) = who.filter(|_| topic && sentence.contains(&first))?;
        // 아버지하고, 친정: before the person there may be only other persons.
        let others = (first..at)
            .all(|it| person_with_particle(self.word(it)).is_some() || self.word(it) == "또");
        let verb = self.next(at);
        // 아빠가 드시던 걸 제가, 엄마가 먹으라고: passed on or ordered, not the person's own.
        let passes = contains(verb, &["던", "라고", "래", "을까", "라는", "어보", "어 보"]);
        let has_it =
            if drug { begins(verb, &PEOPLE.takes) && !passes } else { begins(verb, &PEOPLE.has) };
        (others && has_it).then_some(person)
    }

    /// Index of the word after a mention, or after the word for an allergy that follows it.
    fn after_allergy(&self, mention: &Mention) -> usize {
        let own = self.clauses.word_at(mention.end - 1);
        if self.is_allergy(own + 1) { own + 2 } else { own + 1 }
    }

    fn is_allergy(&self, index: usize) -> bool {
        index < self.clauses.words.len()
            && begins(self.word(index), &["알레르기", "알러지", "앨러지"])
    }

    /// The index after an owner such as 우리 or 제, if one is at `index`.
    fn skip_owner(&self, index: usize) -> usize {
        let owner = |at: &usize| {
            self.clauses.words.get(*at).is_some()
                && ["제", "우리", "저희", "내", "울", "바로"].contains(&self.word(*at))
        };
        if owner(&index) { index + 1 } else { index }
    }

    /// The index after a denial of the speaker such as 제가 아니라, if one is at `index`.
    fn skip_denial(&self, index: usize) -> usize {
        let denial = self.clauses.words.get(index + 1).is_some()
            && PEOPLE.patient.has(self.word(index))
            && ["아니라", "아니고", "말고"].contains(&self.word(index + 1));
        if denial { index + 2 } else { index }
    }
}
