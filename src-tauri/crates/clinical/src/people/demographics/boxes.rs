//! Reads sex, pregnancy and breast-feeding from boxes and fields of a form: 임신 □ 수유 ■, 성별: □남 ■여, 임신 여부 ■예
//! □아니오, 수유: 무.

use super::{Fact, overlaps};
use crate::slots::demographic::Kind;
use crate::text::boxes::{Ticked, ticked};
use crate::text::letters::Text;
use crate::text::words::PEOPLE;

/// Greatest length, in letters, of the words of an empty box that state nothing, whatever they are.
const LONGEST_OPTION: usize = 12;

/// Replaces the facts that stand at boxes by those that the boxes state. An empty box denies its words only
/// where another one is full: else nobody filled in the form.
pub(super) fn apply(text: &Text, facts: &mut Vec<Fact>) {
    let boxes = ticked(text);
    let is_filled = boxes.iter().any(|it| it.is_full);
    let (mut read, mut replaced) = (Vec::new(), Vec::new());
    for it in &boxes {
        let answer = answer(text.slice(it.start, it.end));
        let (start, end) = if answer.is_some() { it.field } else { (it.start, it.end) };
        let label = Label::of(text.slice(start, end));
        if label.is_none() && (answer.is_some() || !is_silent(it, is_filled)) {
            continue;
        }
        replaced.push((start, end));
        let stated = match answer {
            Some(yes) => it.is_full.then_some(yes),
            None => (it.is_full || is_filled).then_some(it.is_full),
        };
        let kind = label.zip(stated).and_then(|(label, yes)| label.kind(yes));
        read.extend(kind.map(|kind| Fact { start, end, kind }));
    }
    let fields = fields(text);
    replaced.extend(fields.iter().map(|it| (it.start, it.end)));
    replaced.sort_unstable();
    // A field may stand in the words of a box.
    replaced.dedup_by(|later, earlier| {
        let joins = later.0 < earlier.1;
        earlier.1 = if joins { earlier.1.max(later.1) } else { earlier.1 };
        joins
    });
    facts.retain(|it| it.kind.is_age() || !overlaps(&replaced, it.start, it.end));
    facts.extend(read);
    facts.extend(fields);
}

/// The facts of fields with an answer behind a mark: 임신: 무, 수유여부: 예, 임신(-).
fn fields(text: &Text) -> Vec<Fact> {
    let mut found = Vec::new();
    for name in PEOPLE.form_pregnant.iter().chain(PEOPLE.form_nursing.iter()) {
        for (at, _) in text.string.match_indices(name) {
            let (before, after) = (&text.string[..at], &text.string[at + name.len()..]);
            if before.ends_with(char::is_alphanumeric) {
                continue;
            }
            let tail = PEOPLE.form_tails.iter().find_map(|it| after.strip_prefix(it));
            let after = tail.unwrap_or(after).trim_start().trim_start_matches("여부").trim_start();
            let Some(rest) = after.strip_prefix([':', '=', '(']) else { continue };
            let word = rest.trim_start().split(BORDERS).next().unwrap_or_default();
            let (start, end) = (text.at_byte(at), text.at_byte(at + name.len()));
            let kind = Label::of(name).zip(answer(word.trim_end())).and_then(|it| it.0.kind(it.1));
            found.extend(kind.map(|kind| Fact { start, end, kind }));
        }
    }
    found
}

/// Marks after which the answer of a field ends.
const BORDERS: [char; 8] = ['/', ',', ';', '\n', ')', '.', '|', ' '];

/// Whether the words of a box state nothing, because it is empty.
fn is_silent(it: &Ticked, is_filled: bool) -> bool {
    !it.is_full && (is_filled || it.end - it.start <= LONGEST_OPTION)
}

/// Whether the words of a box are a yes or a no.
fn answer(words: &str) -> Option<bool> {
    match words.trim_end_matches([')', '.']) {
        it if PEOPLE.form_yes.contains(&it) => Some(true),
        it if PEOPLE.form_no.contains(&it) => Some(false),
        _ => None,
    }
}

/// What the words at a box are about.
#[derive(Debug, Clone, Copy)]
enum Label {
    Pregnant,
    Nursing,
    Male,
    Female,
}

impl Label {
    fn of(words: &str) -> Option<Self> {
        let mut words = words;
        for head in PEOPLE.form_heads.iter() {
            words = words.strip_prefix(head).unwrap_or(words);
        }
        let words = words.trim_matches([' ', ':', '(', ')', '.', '[', ']']);
        let words = PEOPLE.form_tails.iter().find_map(|it| words.strip_suffix(it)).unwrap_or(words);
        match words.trim_end() {
            it if PEOPLE.form_pregnant.contains(&it) => Some(Self::Pregnant),
            it if PEOPLE.form_nursing.contains(&it) => Some(Self::Nursing),
            it if PEOPLE.form_male.contains(&it) => Some(Self::Male),
            it if PEOPLE.form_female.contains(&it) => Some(Self::Female),
            _ => None,
        }
    }

    /// The fact of a full box, or of an empty one; a sex that is not ticked states nothing.
    fn kind(self, yes: bool) -> Option<Kind> {
        match self {
            Self::Pregnant if yes => Some(Kind::Pregnant { weeks: None }),
            Self::Pregnant => Some(Kind::NotPregnant),
            Self::Nursing => Some(Kind::Lactating(yes)),
            Self::Male => yes.then_some(Kind::Male),
            Self::Female => yes.then_some(Kind::Female),
        }
    }
}
