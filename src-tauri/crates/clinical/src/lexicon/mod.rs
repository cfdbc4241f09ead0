//! Reads the data files under `lexicon/`. `lexicon/README.md` explains the columns.

pub(crate) mod colloquial;
mod conjugation;
pub(crate) mod drug_table;
pub(crate) mod rows;
pub(crate) mod units;

use std::collections::{BTreeMap, BTreeSet};

use self::colloquial::{Colloquial, fault};
use self::conjugation::forms_with_variants;
use self::drug_table::{DrugRow, DrugTable};
use self::rows::{Row, rows};
use self::units::Units;
use crate::ClinicalError;
use crate::text::letters::normal;
use crate::text::words::STANDING;

/// The list of [`crate::Slots`] in which a concept is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Diseases, states and operations.
    Condition,
    /// Complaints, such as a headache.
    Symptom,
    /// Drugs, by active ingredient.
    Medication,
    /// Substances other than drugs that people are allergic to; reported only as an allergy.
    Allergen,
    /// Habits: drinking, smoking.
    Habit,
}

/// A concept file: the slot of its concepts, its name, its text.
pub(crate) type ConceptFile<'a> = (Slot, &'a str, &'a str);

macro_rules! files {
    ($($slot:ident $name:literal),* $(,)?) => {
        [$((Slot::$slot, $name, include_str!(concat!("../../lexicon/", $name)))),*]
    };
}

const CONCEPTS: [ConceptFile; 9] = files![
    Condition "conditions_circulation.tsv",
    Condition "conditions_metabolism.tsv",
    Condition "conditions_digestion.tsv",
    Condition "conditions_respiration_infection.tsv",
    Condition "conditions_nerves_mind.tsv",
    Condition "conditions_bones_skin.tsv",
    Condition "conditions_kidney_women_men.tsv",
    Symptom "symptoms.tsv",
    Habit "habits.tsv",
];
const SYMPTOMS: &str = include_str!("../../lexicon/symptoms.tsv");
const ALLERGENS: &str = include_str!("../../lexicon/allergens.tsv");
const COMPLAINTS: &str = include_str!("../../lexicon/complaints.tsv");
const MEASURES: &str = include_str!("../../lexicon/measures.tsv");
const BLOCKED: &str = include_str!("../../lexicon/blocked.tsv");
const KINDS: &str = include_str!("../../lexicon/kinds.tsv");
const TOPICS: &str = include_str!("../../lexicon/topics.tsv");
const COLLOQUIAL: &str = include_str!("../../lexicon/spoken.tsv");

/// The Korean words for a symptom of the lexicon, its name first; that name alone for any other.
pub fn symptom_spellings(name: &str) -> impl Iterator<Item = &str> {
    let mut rows = SYMPTOMS.lines().map(|row| row.split('\t'));
    let others = rows.find_map(|mut row| (row.next() == Some(name)).then(|| row.next())).flatten();
    let others = others.unwrap_or_default().split('|').filter(|it| !it.is_empty());
    std::iter::once(name).chain(others)
}

/// Phrases that contain a name and mean something else: `lexicon/blocked.tsv`.
pub(crate) fn blocked_phrases() -> Result<Vec<&'static str>, ClinicalError> {
    Ok(rows("blocked.tsv", BLOCKED, 2)?.iter().map(|it| it.field(0)).collect())
}

/// A concept of the lexicon or of an imported vocabulary.
#[derive(Debug, Clone, PartialEq)]
pub struct Concept {
    /// The list in which the concept is reported.
    pub slot: Slot,
    /// Canonical Korean name.
    pub name: String,
    /// KCD (ICD-10) code, for conditions and symptoms.
    pub code: Option<String>,
    /// Concept unique identifier of the UMLS.
    pub cui: Option<String>,
}

/// A row of `lexicon/topics.tsv`: the measure that a number belongs to where only a drug or an illness is
/// named.
#[derive(Debug)]
pub(crate) struct Topic {
    /// Prefix of the names of the concepts.
    pub begins: String,
    /// Type of the measure.
    pub kind: String,
    /// Lower bound of the value; a number outside of the bounds counts something else.
    pub low: f64,
    /// Upper bound of the value.
    pub high: f64,
}

/// A row of `lexicon/kinds.tsv`: an illness that a text names by its kind alone, after the name of the
/// general illness.
#[derive(Debug)]
pub(crate) struct KindOf {
    /// Names of the general illness (간염).
    pub of: Vec<String>,
    /// Words for the kind (비형).
    pub kind_words: Vec<String>,
    /// Index of the concept that the two together mean.
    pub concept: usize,
}

/// A measured quantity.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Whether it is a vital sign; otherwise a laboratory value.
    pub vital: bool,
    /// Type: `systolic`, `hba1c`, …
    pub kind: String,
    /// Name in Korean.
    pub name: String,
    /// The unit in which values are reported.
    pub unit: String,
    /// Least plausible value of a living person.
    pub low: f64,
    /// Greatest plausible value of a living person.
    pub high: f64,
    pub(crate) units: Units,
}

/// The meaning of a surface form; the numbers are indices into the lists of [`Lexicon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    Concept(usize),
    Measure(usize),
    /// The noun of a complaint (머리 in 머리가 아파요): an index into `complaints`.
    Noun(usize),
    /// A predicate that is a complaint without a noun (어지러워요).
    Verb(usize),
    /// Words that look like a concept but are not one.
    Blocked,
}

/// A noun and the predicates with which it means a concept.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub concept: usize,
    /// The predicates, each with optional words before it.
    pub predicates: Vec<Predicate>,
}

/// A predicate of one or more words.
#[derive(Debug)]
pub(crate) struct Predicate {
    /// The words before the last one.
    pub words: Vec<String>,
    /// The beginnings that the last word may have.
    pub forms: Vec<String>,
}

/// The contents of the data files.
#[derive(Debug)]
pub struct Lexicon {
    pub(crate) concepts: Vec<Concept>,
    pub(crate) measures: Vec<Measure>,
    pub(crate) complaints: Vec<Complaint>,
    /// The meanings of each surface form. Forms are in normal letters, with spaces where a space may stand.
    pub(crate) surfaces: BTreeMap<String, BTreeSet<Target>>,
    /// Illnesses named by their kind.
    pub(crate) kinds: Vec<KindOf>,
    /// Measures that a drug or an illness implies.
    pub(crate) topics: Vec<Topic>,
    /// Standard spelling of dialects, sloppy typing and chart shorthand.
    pub(crate) colloquial: Colloquial,
}

impl Lexicon {
    /// The lexicon that comes with the program.
    pub fn shipped() -> Result<Self, ClinicalError> {
        Self::read(&CONCEPTS)
    }

    pub(crate) fn read(files: &[ConceptFile]) -> Result<Self, ClinicalError> {
        let mut lexicon = Self {
            concepts: vec![],
            measures: vec![],
            complaints: vec![],
            surfaces: BTreeMap::new(),
            kinds: vec![],
            topics: vec![],
            colloquial: colloquial_rows()?,
        };
        let mut known = Known::default();
        for (slot, name, text) in files {
            for row in rows(name, text, 5)? {
                lexicon.concept(*slot, &row, &mut known)?;
            }
        }
        for row in DrugTable::shipped()?.rows() {
            lexicon.drug(row);
        }
        for row in rows("allergens.tsv", ALLERGENS, 3)? {
            lexicon.concept(Slot::Allergen, &row, &mut known)?;
        }
        for row in rows("complaints.tsv", COMPLAINTS, 4)? {
            lexicon.complaint(&row)?;
        }
        for row in rows("kinds.tsv", KINDS, 3)? {
            lexicon.kind(&row)?;
        }
        for row in rows("measures.tsv", MEASURES, 9)? {
            lexicon.measure(&row)?;
        }
        for row in rows("topics.tsv", TOPICS, 4)? {
            lexicon.topic(&row)?;
        }
        for phrase in blocked_phrases()? {
            lexicon.surface(phrase, Target::Blocked);
        }
        Ok(lexicon)
    }

    /// Number of concepts and measures, allergens included.
    pub fn len(&self) -> usize {
        self.concepts.len() + self.measures.len()
    }

    /// Whether the lexicon has neither concepts nor measures.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a concept of this slot has exactly this name.
    pub fn has_concept(&self, slot: Slot, name: &str) -> bool {
        self.concepts.iter().any(|it| it.slot == slot && it.name == name)
    }

    /// The measure of a type such as `hba1c`.
    pub fn measure_of(&self, kind: &str) -> Option<&Measure> {
        self.measures.iter().find(|it| it.kind == kind)
    }

    /// Whether there is a measure of this type.
    pub fn has_measure(&self, kind: &str) -> bool {
        self.measures.iter().any(|it| it.kind == kind)
    }

    fn surface(&mut self, surface: &str, target: Target) {
        self.surfaces.entry(normal(surface)).or_default().insert(target);
    }

    fn concept(&mut self, slot: Slot, row: &Row, known: &mut Known) -> Result<(), ClinicalError> {
        let name = row.field(0);
        if name.is_empty() {
            return Err(row.fault("no name in the first column".into()));
        }
        if !known.names.insert((slot, name.to_owned())) {
            return Err(row.fault(format!("{name:?} has a line of its own already")));
        }
        let code = optional(row.field(3), row, "code", is_code)?;
        let cui = optional(row.field(4), row, "CUI", is_cui)?;
        let at = self.concepts.len();
        self.concepts.push(Concept { slot, name: name.to_owned(), code, cui });
        // A name with an explanation in brackets is never written in a sentence.
        let own = (!name.contains('(')).then_some(name);
        let surfaces = row.list(1).chain(row.list(2)).chain(own);
        for surface in surfaces {
            let compact: String = normal(surface).split_whitespace().collect();
            match known.surfaces.insert((slot, compact), at) {
                Some(other) if other != at => {
                    let other = &self.concepts[other].name;
                    return Err(row.fault(format!("{surface:?} is already a form of {other:?}")));
                }
                _ => self.surface(surface, Target::Concept(at)),
            }
        }
        Ok(())
    }

    /// Adds a row of the table of drugs, which has checked that its names are nobody else's.
    fn drug(&mut self, row: &DrugRow) {
        let (slot, name) = (Slot::Medication, row.name.clone());
        let at = self.concepts.len();
        self.concepts.push(Concept { slot, name, code: None, cui: row.cui.clone() });
        for spelling in &row.spellings {
            self.surface(&spelling.text, Target::Concept(at));
        }
    }

    fn kind(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let name = row.field(0);
        let is = |it: &Concept| it.slot == Slot::Condition && it.name == name;
        let concept = self.concepts.iter().position(is);
        let concept = concept.ok_or_else(|| row.fault(format!("no condition {name:?}")))?;
        let words = |column: usize| row.list(column).map(normal).collect();
        self.kinds.push(KindOf { of: words(1), kind_words: words(2), concept });
        Ok(())
    }

    fn complaint(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let slot = match row.field(0) {
            "condition" => Slot::Condition,
            "symptom" => Slot::Symptom,
            "habit" => Slot::Habit,
            other => {
                let problem = format!("slot {other:?}; use condition, symptom or habit");
                return Err(row.fault(problem));
            }
        };
        let name = row.field(1);
        let concept = self.concepts.iter().position(|it| it.slot == slot && it.name == name);
        let concept = concept.ok_or_else(|| row.fault(format!("no {} {name:?}", row.field(0))))?;
        let predicate = |text: &str| {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let last = words.pop().and_then(|it| it.strip_suffix('다').map(forms_with_variants));
            let forms = last.ok_or_else(|| row.fault(format!("predicate {text:?} lacks -다")))?;
            Ok(Predicate { words, forms })
        };
        // 술은 끊었어요: a habit is also named by the verb that ends it.
        let quit = STANDING.quit.iter().copied().filter(|_| slot == Slot::Habit);
        let predicates =
            row.list(3).chain(quit).map(predicate).collect::<Result<Vec<_>, ClinicalError>>()?;
        if row.field(2) == "-" {
            for Predicate { words, forms } in predicates {
                for form in forms {
                    let surface =
                        words.iter().chain([&form]).cloned().collect::<Vec<_>>().join(" ");
                    self.surface(&surface, Target::Verb(concept));
                }
            }
            return Ok(());
        }
        let at = self.complaints.len();
        self.complaints.push(Complaint { concept, predicates });
        for noun in row.list(2) {
            self.surface(noun, Target::Noun(at));
        }
        Ok(())
    }

    fn measure(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let vital = match row.field(0) {
            "vital" => true,
            "lab" => false,
            other => return Err(row.fault(format!("slot {other:?}; use vital or lab"))),
        };
        let at = self.measures.len();
        let units = Units::read(row.field(8)).map_err(|problem| row.fault(problem))?;
        let measure = Measure {
            vital,
            kind: row.field(1).to_owned(),
            name: row.field(2).to_owned(),
            unit: row.field(5).to_owned(),
            low: row.number(6, f64::MIN)?,
            high: row.number(7, f64::MAX)?,
            units,
        };
        if self.measures.iter().any(|it| it.kind == measure.kind) {
            return Err(row.fault(format!("type {:?} is there already", measure.kind)));
        }
        self.measures.push(measure);
        for surface in row.list(3).chain(row.list(4)) {
            self.surface(surface, Target::Measure(at));
        }
        Ok(())
    }

    fn topic(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let begins = row.field(0);
        if begins.is_empty() || !self.concepts.iter().any(|it| it.name.starts_with(begins)) {
            return Err(row.fault(format!("no concept's name begins with {begins:?}")));
        }
        let kind = row.field(1);
        if !self.has_measure(kind) {
            return Err(row.fault(format!("no measure {kind:?}; use a type of measures.tsv")));
        }
        let (low, high) = (row.number(2, f64::MIN)?, row.number(3, f64::MAX)?);
        let (begins, kind) = (begins.to_owned(), kind.to_owned());
        self.topics.push(Topic { begins, kind, low, high });
        Ok(())
    }
}

/// Names and forms read so far, so that a second line for one of them is refused.
#[derive(Default)]
struct Known {
    names: BTreeSet<(Slot, String)>,
    surfaces: BTreeMap<(Slot, String), usize>,
}

fn colloquial_rows() -> Result<Colloquial, ClinicalError> {
    let rows = rows("spoken.tsv", COLLOQUIAL, 3)?;
    let written: Vec<(&str, &str, &str)> =
        rows.iter().map(|it| (it.field(0), it.field(1), it.field(2))).collect();
    Colloquial::new(&written)
        .map_err(|(at, problem)| fault(rows.get(at).map_or(0, |it| it.line), problem))
}

/// The content of a column that may be empty but must otherwise have the right form; `what` names it in
/// the error.
fn optional(
    field: &str,
    row: &Row,
    what: &str,
    is_right: fn(&str) -> bool,
) -> Result<Option<String>, ClinicalError> {
    match field {
        "" => Ok(None),
        field if is_right(field) => Ok(Some(field.to_owned())),
        field => Err(row.fault(format!("{what} {field:?} is not well-formed"))),
    }
}

/// Whether a text is an ICD-10 code (`I10`, `E11.9`): a letter, two digits, and up to two more after a dot.
fn is_code(code: &str) -> bool {
    let (head, tail) = code.split_once('.').unwrap_or((code, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    head.len() == 3
        && head.starts_with(|c: char| c.is_ascii_uppercase())
        && digits(&head[1..])
        && digits(tail)
        && tail.len() <= 2
}

/// Whether a text is an identifier of the UMLS: `C0020538`.
fn is_cui(cui: &str) -> bool {
    cui.len() == 8 && cui.starts_with('C') && cui[1..].bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests;
