//! The data files under `lexicon/`, read once. `lexicon/README.md` has the columns.

mod conjugation;
pub(crate) mod spoken;
pub(crate) mod units;

use std::collections::{BTreeMap, BTreeSet};

use self::conjugation::spoken;
use self::spoken::{Spoken, wrong};
use self::units::Units;
use crate::ClinicalError;
use crate::data::DataFault;
use crate::text::letters::normal;

/// Which list a concept is reported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Diseases, states, operations.
    Condition,
    /// Complaints.
    Symptom,
    /// Drugs.
    Medication,
    /// What is no drug and people are allergic to; reported only where an allergy is said.
    Allergen,
}

/// Names of concept files, with their slot and text.
pub(crate) type ConceptFile<'a> = (Slot, &'a str, &'a str);

macro_rules! files {
    ($($slot:ident $name:literal),* $(,)?) => {
        [$((Slot::$slot, $name, include_str!(concat!("../../lexicon/", $name)))),*]
    };
}

const CONCEPTS: [ConceptFile; 15] = files![
    Condition "conditions_circulation.tsv",
    Condition "conditions_metabolism.tsv",
    Condition "conditions_digestion.tsv",
    Condition "conditions_respiration_infection.tsv",
    Condition "conditions_nerves_mind.tsv",
    Condition "conditions_bones_skin.tsv",
    Condition "conditions_kidney_women_men.tsv",
    Symptom "symptoms.tsv",
    Medication "drugs_circulation.tsv",
    Medication "drugs_metabolism.tsv",
    Medication "drugs_pain_allergy_respiration.tsv",
    Medication "drugs_digestion_urology.tsv",
    Medication "drugs_nerves_mind.tsv",
    Medication "drugs_infection.tsv",
    Medication "drugs_skin_eye_women_cancer.tsv",
];
const ALLERGENS: &str = include_str!("../../lexicon/allergens.tsv");
const COMPLAINTS: &str = include_str!("../../lexicon/complaints.tsv");
const MEASURES: &str = include_str!("../../lexicon/measures.tsv");
const BLOCKED: &str = include_str!("../../lexicon/blocked.tsv");
const KINDS: &str = include_str!("../../lexicon/kinds.tsv");
const TOPICS: &str = include_str!("../../lexicon/topics.tsv");
const SPOKEN: &str = include_str!("../../lexicon/spoken.tsv");

/// One concept.
#[derive(Debug, Clone, PartialEq)]
pub struct Concept {
    /// Where it is reported.
    pub slot: Slot,
    /// Canonical Korean name.
    pub name: String,
    /// KCD / ICD-10, for conditions and symptoms.
    pub code: Option<String>,
    /// Concept of the UMLS.
    pub cui: Option<String>,
}

/// A row of `lexicon/topics.tsv`: what is measured where nothing but a drug or an illness is named.
#[derive(Debug)]
pub(crate) struct Topic {
    /// How the names of these concepts begin.
    pub begins: String,
    /// The measure's type.
    pub kind: String,
    /// A number outside of these counts something else.
    pub low: f64,
    pub high: f64,
}

/// A row of `lexicon/kinds.tsv`.
#[derive(Debug)]
pub(crate) struct KindOf {
    /// Words of what it is a kind of.
    pub of: Vec<String>,
    /// What is said apart.
    pub said: Vec<String>,
    pub concept: usize,
}

/// One thing that is measured.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Whether it is a vital sign; any other is a laboratory value.
    pub vital: bool,
    /// Its type: `systolic`, `hba1c`, …
    pub kind: String,
    /// In Korean.
    pub name: String,
    /// The unit that values are reported in.
    pub unit: String,
    /// The least value that a living person has.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    pub(crate) units: Units,
}

/// What a surface form means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    Concept(usize),
    Measure(usize),
    /// The noun of a complaint (머리 in 머리가 아파요): an index into `complaints`.
    Noun(usize),
    /// A predicate that says it all (어지러워요).
    Verb(usize),
    /// Words that look like a concept and are none.
    Blocked,
}

/// A noun, and with which predicates it is which concept.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub concept: usize,
    /// Each: the words before the last one, and the beginnings the last one may have.
    pub predicates: Vec<Predicate>,
}

#[derive(Debug)]
pub(crate) struct Predicate {
    pub words: Vec<String>,
    pub forms: Vec<String>,
}

/// Everything the data files say.
#[derive(Debug)]
pub struct Lexicon {
    pub(crate) concepts: Vec<Concept>,
    pub(crate) measures: Vec<Measure>,
    pub(crate) complaints: Vec<Complaint>,
    /// Surface forms in normal letters, with spaces where a space may stand.
    pub(crate) surfaces: BTreeMap<String, BTreeSet<Target>>,
    /// What is said of an illness apart from its name.
    pub(crate) kinds: Vec<KindOf>,
    /// What is measured where only a drug or an illness is named.
    pub(crate) topics: Vec<Topic>,
    /// How dialects and charts write what the surface forms say.
    pub(crate) spoken: Spoken,
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
            spoken: spoken_rows()?,
        };
        let mut known = Known::default();
        for (slot, name, text) in files {
            for row in rows(name, text, 5)? {
                lexicon.concept(*slot, &row, &mut known)?;
            }
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
        for row in rows("blocked.tsv", BLOCKED, 2)? {
            lexicon.surface(row.field(0), Target::Blocked);
        }
        Ok(lexicon)
    }

    /// How many concepts there are, allergens that are no drugs and measured values included.
    pub fn len(&self) -> usize {
        self.concepts.len() + self.measures.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a concept has this name.
    pub fn names(&self, slot: Slot, name: &str) -> bool {
        self.concepts.iter().any(|it| it.slot == slot && it.name == name)
    }

    /// What is measured under a type.
    pub fn measure_of(&self, kind: &str) -> Option<&Measure> {
        self.measures.iter().find(|it| it.kind == kind)
    }

    /// Whether values of this type are read.
    pub fn measures(&self, kind: &str) -> bool {
        self.measures.iter().any(|it| it.kind == kind)
    }

    fn surface(&mut self, surface: &str, target: Target) {
        self.surfaces.entry(normal(surface)).or_default().insert(target);
    }

    fn concept(&mut self, slot: Slot, row: &Row, known: &mut Known) -> Result<(), ClinicalError> {
        let name = row.field(0);
        if name.is_empty() {
            return Err(row.wrong("no name in the first column".into()));
        }
        if !known.names.insert((slot, name.to_owned())) {
            return Err(row.wrong(format!("{name:?} has a line of its own already")));
        }
        let code = optional(row.field(3), row, "code", is_code)?;
        let cui = optional(row.field(4), row, "CUI", is_cui)?;
        let at = self.concepts.len();
        self.concepts.push(Concept { slot, name: name.to_owned(), code, cui });
        // A name with an explanation in it is nothing anybody writes.
        let own = (!name.contains('(')).then_some(name);
        let surfaces = row.list(1).chain(row.list(2)).chain(own);
        for surface in surfaces {
            let compact: String = normal(surface).split_whitespace().collect();
            match known.surfaces.insert((slot, compact), at) {
                Some(other) if other != at => {
                    let other = &self.concepts[other].name;
                    return Err(row.wrong(format!("{surface:?} is already a form of {other:?}")));
                }
                _ => self.surface(surface, Target::Concept(at)),
            }
        }
        Ok(())
    }

    fn kind(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let name = row.field(0);
        let is = |it: &Concept| it.slot == Slot::Condition && it.name == name;
        let concept = self.concepts.iter().position(is);
        let concept = concept.ok_or_else(|| row.wrong(format!("no condition {name:?}")))?;
        let words = |column: usize| row.list(column).map(normal).collect();
        self.kinds.push(KindOf { of: words(1), said: words(2), concept });
        Ok(())
    }

    fn complaint(&mut self, row: &Row) -> Result<(), ClinicalError> {
        let slot = match row.field(0) {
            "condition" => Slot::Condition,
            "symptom" => Slot::Symptom,
            other => return Err(row.wrong(format!("slot {other:?}; use condition or symptom"))),
        };
        let name = row.field(1);
        let concept = self.concepts.iter().position(|it| it.slot == slot && it.name == name);
        let concept = concept.ok_or_else(|| row.wrong(format!("no {} {name:?}", row.field(0))))?;
        let predicate = |text: &str| {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let last = words.pop().and_then(|it| it.strip_suffix('다').map(spoken));
            let forms = last.ok_or_else(|| row.wrong(format!("predicate {text:?} lacks -다")))?;
            Ok(Predicate { words, forms })
        };
        let predicates = row.list(3).map(predicate).collect::<Result<Vec<_>, ClinicalError>>()?;
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
            other => return Err(row.wrong(format!("slot {other:?}; use vital or lab"))),
        };
        let at = self.measures.len();
        let units = Units::read(row.field(8)).map_err(|problem| row.wrong(problem))?;
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
            return Err(row.wrong(format!("type {:?} is there already", measure.kind)));
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
            return Err(row.wrong(format!("no concept's name begins with {begins:?}")));
        }
        let kind = row.field(1);
        if !self.measures(kind) {
            return Err(row.wrong(format!("no measure {kind:?}; use a type of measures.tsv")));
        }
        let (low, high) = (row.number(2, f64::MIN)?, row.number(3, f64::MAX)?);
        let (begins, kind) = (begins.to_owned(), kind.to_owned());
        self.topics.push(Topic { begins, kind, low, high });
        Ok(())
    }
}

/// What has been read already, to refuse it the second time.
#[derive(Default)]
struct Known {
    names: BTreeSet<(Slot, String)>,
    surfaces: BTreeMap<(Slot, String), usize>,
}

struct Row<'a> {
    file: &'a str,
    line: usize,
    fields: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn field(&self, column: usize) -> &'a str {
        self.fields.get(column).copied().unwrap_or_default()
    }

    fn list(&self, column: usize) -> impl Iterator<Item = &'a str> {
        self.field(column).split('|').map(str::trim).filter(|it| !it.is_empty())
    }

    /// Where nothing stands, there is no bound.
    fn number(&self, column: usize, open: f64) -> Result<f64, ClinicalError> {
        match self.field(column) {
            "" => Ok(open),
            number => number.parse().map_err(|_| self.wrong(format!("{number:?} is no number"))),
        }
    }

    fn wrong(&self, problem: String) -> ClinicalError {
        ClinicalError::Data(DataFault { file: self.file.to_owned(), line: self.line, problem })
    }
}

/// The lines after the head, each with at most so many columns; empty ones and those that begin with # are left out.
fn rows<'a>(file: &'a str, text: &'a str, columns: usize) -> Result<Vec<Row<'a>>, ClinicalError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let row = Row { file, line: index + 1, fields: line.split('\t').map(str::trim).collect() };
        if row.fields.len() > columns {
            let found = row.fields.len();
            return Err(row.wrong(format!("{found} columns, at most {columns} are expected")));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn spoken_rows() -> Result<Spoken, ClinicalError> {
    let rows = rows("spoken.tsv", SPOKEN, 3)?;
    let written: Vec<(&str, &str, &str)> =
        rows.iter().map(|it| (it.field(0), it.field(1), it.field(2))).collect();
    Spoken::new(&written)
        .map_err(|(at, problem)| wrong(rows.get(at).map_or(0, |it| it.line), problem))
}

fn optional(
    field: &str,
    row: &Row,
    what: &str,
    is_right: fn(&str) -> bool,
) -> Result<Option<String>, ClinicalError> {
    match field {
        "" => Ok(None),
        field if is_right(field) => Ok(Some(field.to_owned())),
        field => Err(row.wrong(format!("{what} {field:?} is not well-formed"))),
    }
}

/// `I10`, `E11.9`: a letter, two digits, and up to two more after a dot.
fn is_code(code: &str) -> bool {
    let (head, tail) = code.split_once('.').unwrap_or((code, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    head.len() == 3
        && head.starts_with(|c: char| c.is_ascii_uppercase())
        && digits(&head[1..])
        && digits(tail)
        && tail.len() <= 2
}

/// `C0020538`
fn is_cui(cui: &str) -> bool {
    cui.len() == 8 && cui.starts_with('C') && cui[1..].bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests;
