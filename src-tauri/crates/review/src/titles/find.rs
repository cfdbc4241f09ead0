//! Finds titles whose field is in a closed list, and titles whose field is in none.

use simui_korean::hangul;

use super::before::{noun_before, word_before};
use super::table::{Head, TitleTable};
use crate::entities::{Entity, EntityKind, Placed};
use crate::lexicon::{ClassId, ClassNames, Hit};
use crate::normalise::Letter;

/// The classes of words before which a field is read, and of what is found there.
#[derive(Debug, Clone)]
pub(crate) struct TitleClasses {
    /// 전문의.
    specialist: ClassId,
    /// Other words for a specialist: specialist, surgeon, board certified.
    specialist_foreign: ClassId,
    /// 전문병원.
    hospital: ClassId,
    /// 전문클리닉, 전문센터.
    unit: ClassId,
    /// Fields of treatment, which no name of a clinic or person consists of.
    field: ClassId,
    /// A specialist of a field that no list has: 코성형 전문의.
    unlisted_specialist: ClassId,
    /// A specialist of a subspecialty: 소화기내과 분과전문의.
    subspecialist: ClassId,
    /// A 전문병원 of a field for which there is a designation.
    designated_field: ClassId,
    /// A 전문병원 of any other field.
    undesignated_field: ClassId,
    /// A 전문클리닉 of any field.
    specialised_field: ClassId,
}

impl TitleClasses {
    /// Gives the classes their numbers; the lexicon defines those that consist of words.
    pub fn intern(names: &mut ClassNames) -> Self {
        let mut id = |name: &str| names.intern(name);
        Self {
            specialist: id("specialist"),
            specialist_foreign: id("specialist_foreign"),
            hospital: id("specialised_hospital"),
            unit: id("specialised_unit"),
            field: id("body_condition"),
            unlisted_specialist: id("unlisted_specialist"),
            subspecialist: id("subspecialist"),
            designated_field: id("designated_field"),
            undesignated_field: id("undesignated_field"),
            specialised_field: id("specialised_field"),
        }
    }
}

/// An advertisement as far as it has been read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    /// The letters.
    pub letters: &'a [Letter],
    /// The morphemes of the dictionary, in order, none without one.
    pub morphemes: &'a [Placed<'a>],
    /// The names and tokens.
    pub entities: &'a [Entity],
    /// The words of the lexicon, in any order.
    pub hits: &'a [Hit],
}

/// Returns titles with their field, each with its class, from the field to the end of the title.
pub(crate) fn find(text: &Text<'_>, table: &TitleTable, classes: &TitleClasses) -> Vec<Hit> {
    let mut fields: Vec<(usize, usize)> = Vec::new();
    fields.extend(
        text.hits.iter().filter(|hit| hit.class == classes.field).map(|hit| (hit.start, hit.end)),
    );
    fields.sort_unstable();
    let of_head = |hit: &Hit| match hit.class {
        class if class == classes.hospital => Some(Head::Hospital),
        class if class == classes.unit => Some(Head::Unit),
        class if class == classes.specialist => Some(Head::Doctor),
        class if class == classes.specialist_foreign => Some(Head::Doctor),
        _ => None,
    };
    let mut found = Vec::new();
    for (head, hit) in text.hits.iter().filter_map(|hit| Some((of_head(hit)?, hit))) {
        let Some(((start, end), is_sub)) = field_before(text, &fields, hit.start) else { continue };
        let title = Title { text, table, fields: &fields, head, start, end, is_sub };
        if let Some(class) = title.class(classes) {
            found.push(Hit { class, start, end: hit.end, value: 0.0 });
        }
    }
    found
}

/// Words between a field and 전문의 that change nothing about the field: 소화기내과 분과전문의.
const TRANSPARENT: &[&str] = &["세부", "분과", "세부분과"];

/// Returns the letters of the noun before a title at letter `head`, and whether 세부 or 분과 stands between.
fn field_before(
    text: &Text<'_>,
    fields: &[(usize, usize)],
    head: usize,
) -> Option<((usize, usize), bool)> {
    // The dictionary may read a field as something else: 비만 as a prefix and a particle.
    let known = || {
        let start = word_before(text.letters, head)?;
        let first = fields.partition_point(|field| field.0 < start);
        fields[first..].iter().take_while(|field| field.0 < head).copied().find(|it| it.1 == head)
    };
    let found = noun_before(text.letters, text.morphemes, head).or_else(known)?;
    match TRANSPARENT.contains(&written(text, found).as_str()) {
        true => noun_before(text.letters, text.morphemes, found.0).map(|before| (before, true)),
        false => Some((found, false)),
    }
}

fn written(text: &Text<'_>, (start, end): (usize, usize)) -> String {
    text.letters[start..end].iter().map(|letter| letter.ch).collect()
}

/// A title with the noun before it, at letters `start..end`.
struct Title<'a> {
    text: &'a Text<'a>,
    table: &'a TitleTable,
    /// Fields of treatment in the text, in order.
    fields: &'a [(usize, usize)],
    head: Head,
    start: usize,
    end: usize,
    /// Whether it is called 세부 or 분과.
    is_sub: bool,
}

impl Title<'_> {
    /// Returns the class of the title; `None` where it is one of the law, or the noun tells no field.
    fn class(&self, classes: &TitleClasses) -> Option<ClassId> {
        let noun = written(self.text, (self.start, self.end));
        let morphemes = self.text.morphemes;
        let last = morphemes[..morphemes.partition_point(|it| it.from < self.end)].last();
        let last = last.map_or(noun.as_str(), |it| it.morpheme.surface.as_str());
        // A field inside a compound tells one whatever the compound is called: 탈모센터.
        let is_neutral_compound = !self.has_field() && self.table.is_neutral_end(self.head, last);
        if self.table.is_neutral(self.head, &noun) || is_neutral_compound {
            return None;
        }
        if self.table.is_neutral_behind_verb(&noun) && self.follows_verb() {
            return None;
        }
        // The dictionary may divide a name that it does not know: 통합치의학과.
        let start = word_before(self.text.letters, self.end).unwrap_or(self.start);
        let word = written(self.text, (start, self.end));
        let is_lawful = self.is_lawful(&noun) || self.is_lawful(&word);
        match self.head {
            Head::Doctor if is_lawful => None,
            Head::Doctor if self.is_subspecialty(&noun) || self.is_subspecialty(&word) => {
                Some(classes.subspecialist)
            }
            Head::Hospital if self.table.is_of_fields(&noun) => Some(classes.designated_field),
            _ if self.is_name() => None,
            Head::Doctor => Some(classes.unlisted_specialist),
            Head::Hospital => Some(classes.undesignated_field),
            Head::Unit => Some(classes.specialised_field),
        }
    }

    /// Whether a noun is a specialty of the law: alone, behind a neutral word (담당피부과), or as the last of two
    /// or three words that make its name (소아 청소년과).
    fn is_lawful(&self, noun: &str) -> bool {
        let names = &self.table.of_doctors;
        let mut splits = noun.char_indices().skip(1).map(|(at, _)| noun.split_at(at));
        let is_behind_neutral = splits.any(|(before, specialty)| {
            names.contains(specialty) && self.table.is_neutral(Head::Doctor, before)
        });
        let mut start = self.start;
        let joins_to_a_name = (0..2).any(|_| {
            let before = noun_before(self.text.letters, self.text.morphemes, start);
            let Some((from, _)) = before else { return false };
            start = from;
            names.contains(&written(self.text, (from, self.end)))
        });
        names.contains(noun) || is_behind_neutral || joins_to_a_name
    }

    /// Whether a verb that modifies the noun stands before it: 수술하는 동안.
    fn follows_verb(&self) -> bool {
        let before = self.start.checked_sub(1).and_then(|at| self.text.letters.get(at));
        before.is_some_and(|letter| {
            "는은한된던할".contains(letter.ch) || hangul::final_consonant(letter.ch) == Some(RIEUL)
        })
    }

    /// Whether a field of treatment is in the noun.
    fn has_field(&self) -> bool {
        let first = self.fields.partition_point(|(from, _)| *from < self.start);
        let mut inside = self.fields[first..].iter().take_while(|it| it.0 < self.end);
        inside.any(|it| it.1 <= self.end)
    }

    /// Whether a noun is a subspecialty that is called one, or that is the name of a department (소화기내과).
    fn is_subspecialty(&self, noun: &str) -> bool {
        self.table.subspecialties.contains(noun) && (self.is_sub || noun.ends_with('과'))
    }

    /// Whether the noun is a name of a clinic, a person or a place, and no field of treatment is in it.
    fn is_name(&self) -> bool {
        let Self { text, start, end, .. } = *self;
        if self.has_field() {
            return false;
        }
        let next = text.entities.partition_point(|it| it.to <= start);
        let is_entity = text.entities.get(next).is_some_and(|entity| {
            let kinds = [EntityKind::Clinic, EntityKind::Person, EntityKind::Place];
            entity.from < end && kinds.contains(&entity.kind)
        });
        let from = text.morphemes.partition_point(|it| it.from < start);
        let until = text.morphemes.partition_point(|it| it.from < end);
        // A given name that the dictionary does not know falls into pieces.
        let is_person = end - start == 3
            && until - from > 1
            && text.letters[start..end].iter().all(|it| hangul::is_syllable(it.ch))
            && SURNAMES.contains(text.letters[start].ch);
        is_entity || is_person
    }
}

/// Number of the final consonant ㄹ.
const RIEUL: u32 = 8;

/// First syllables of names of persons with a given name that no dictionary has.
const SURNAMES: &str = "김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설";
