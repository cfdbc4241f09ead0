//! Reads `lexicon/drugs_*.tsv`: each row is a drug, a combination, or a class of drugs, with all its names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use simui_korean::hangul::is_syllable;

use super::rows::{Row, rows};
use super::{is_cui, optional};
use crate::ClinicalError;
use crate::text::letters::normal;

/// A file of the table: its name, its text.
type DrugFile<'a> = (&'a str, &'a str);

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../lexicon/", $name)))),*]
    };
}

const FILES: [DrugFile; 10] = files![
    "drugs_circulation.tsv",
    "drugs_metabolism.tsv",
    "drugs_pain_allergy_respiration.tsv",
    "drugs_digestion_urology.tsv",
    "drugs_nerves_mind.tsv",
    "drugs_infection.tsv",
    "drugs_skin_eye_women_cancer.tsv",
    "drugs_further_a_to_k.tsv",
    "drugs_further_l_to_z.tsv",
    "drugs_further_classes.tsv",
];

/// Joins the ingredients of a combination in the table.
const JOIN: char = '+';

/// A name of a row, with what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The name as people write it.
    pub text: String,
    /// 성분: English names of its ingredients. Those of the row, unless the table gives the name others
    /// (`펜잘큐=acetaminophen+ethenzamide+caffeine`); none for a class, and for a general word, which
    /// documents use of other things as well (`비타민=`).
    pub ingredients: Vec<String>,
}

/// A drug, a combination or a class of drugs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrugRow {
    /// Name of the concept in Korean.
    pub name: String,
    /// All names that a text may have, that of the concept first unless it has a bracket.
    pub spellings: Vec<Spelling>,
    /// Concept unique identifier of the UMLS.
    pub cui: Option<String>,
    /// English names of the ingredients; none for a class.
    pub ingredients: Vec<String>,
    /// Korean names that documents use, the standard one first, as far as the table gives them.
    pub standard: Vec<String>,
}

impl DrugRow {
    /// Whether the row is a class (해열제), whose names are those of no drug.
    pub fn is_class(&self) -> bool {
        self.ingredients.is_empty()
    }
}

/// All rows, with the ingredients of each name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrugTable {
    rows: Vec<DrugRow>,
}

static SHIPPED: LazyLock<Result<Arc<DrugTable>, ClinicalError>> =
    LazyLock::new(|| DrugTable::read(&FILES).map(Arc::new));

impl DrugTable {
    /// The table that comes with the program, read once.
    pub fn shipped() -> Result<Arc<Self>, ClinicalError> {
        SHIPPED.clone()
    }

    /// Reads the table from files. Fails with file and line on a wrong shape, on a name that two rows
    /// have, and on a drug among the names of a class.
    pub fn read(files: &[DrugFile]) -> Result<Self, ClinicalError> {
        let mut all: Vec<DrugRow> = Vec::new();
        let mut owners: BTreeMap<String, usize> = BTreeMap::new();
        for (file, text) in files {
            for row in rows(file, text, 7)? {
                let read = drug_row(&row)?;
                for spelling in &read.spellings {
                    match owners.insert(compact(&spelling.text), all.len()) {
                        Some(other) if other != all.len() => {
                            let (text, other) = (&spelling.text, &all[other].name);
                            return Err(row.fault(format!(
                                "{text:?} is a name of {other:?} already; keep it with one of them"
                            )));
                        }
                        _ => {}
                    }
                }
                all.push(read);
            }
        }
        add_names_without_forms(&mut all, &owners);
        Ok(Self { rows: all })
    }

    /// The rows in the order of the files.
    pub fn rows(&self) -> &[DrugRow] {
        &self.rows
    }

    /// The names of drugs, those of classes left out.
    pub fn drug_spellings(&self) -> impl Iterator<Item = &Spelling> {
        self.rows.iter().flat_map(|it| &it.spellings).filter(|it| !it.ingredients.is_empty())
    }

    /// The names of each class: its row's name, and all that people call it.
    pub fn classes(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
        let classes = self.rows.iter().filter(|it| it.is_class());
        classes.map(|it| (it.name.as_str(), it.spellings.iter().map(|it| it.text.as_str())))
    }

    /// General words, which name a kind of drug and no single one: 비타민.
    pub fn general_words(&self) -> impl Iterator<Item = &str> {
        let drugs = self.rows.iter().filter(|it| !it.is_class());
        let words = drugs.flat_map(|it| &it.spellings).filter(|it| it.ingredients.is_empty());
        words.map(|it| it.text.as_str())
    }

    /// Korean names of each single ingredient that documents may use, the standard one first.
    pub fn korean_names(&self) -> BTreeMap<String, Vec<String>> {
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let single = self.rows.iter().filter(|it| it.ingredients.len() == 1);
        for row in single.clone().filter(|it| !it.standard.is_empty()) {
            names.entry(row.ingredients[0].clone()).or_default().extend(row.standard.clone());
        }
        for row in single.filter(|it| !it.name.contains('(')) {
            let of_row = || vec![row.name.clone()];
            names.entry(row.ingredients[0].clone()).or_insert_with(of_row);
        }
        // 탄산칼슘 stands in the row of 칼슘제, and is an ingredient of its own.
        for spelling in self.drug_spellings() {
            if let [ingredient] = spelling.ingredients.as_slice()
                && !spelling.text.is_ascii()
                && !names.contains_key(ingredient)
            {
                names.insert(ingredient.clone(), vec![spelling.text.clone()]);
            }
        }
        names
    }
}

fn drug_row(row: &Row) -> Result<DrugRow, ClinicalError> {
    let name = row.field(0);
    if name.is_empty() {
        return Err(row.fault("no name in the first column".into()));
    }
    let ingredients = split(row.field(5));
    let standard: Vec<String> = row.list(6).map(str::to_owned).collect();
    let own = (!name.contains('(')).then_some(name);
    let mut spellings: Vec<Spelling> = Vec::new();
    for written in own.into_iter().chain(row.list(6)).chain(row.list(1)).chain(row.list(2)) {
        let (text, others) = match written.split_once('=') {
            Some((text, others)) => (text, Some(split(others))),
            None => (written, None),
        };
        if ingredients.is_empty() && others.as_ref().is_some_and(|it| !it.is_empty()) {
            return Err(
                row.fault(format!("{text:?} is a drug and {name:?} a class; give it a row"))
            );
        }
        match (spellings.iter_mut().find(|it| it.text == text), others) {
            (Some(known), Some(others)) => known.ingredients = others,
            (Some(_), None) => {}
            (None, others) => {
                let ingredients = others.unwrap_or_else(|| ingredients.clone());
                spellings.push(Spelling { text: text.to_owned(), ingredients });
            }
        }
    }
    let cui = optional(row.field(4), row, "CUI", is_cui)?;
    Ok(DrugRow { name: name.to_owned(), spellings, cui, ingredients, standard })
}

fn split(ingredients: &str) -> Vec<String> {
    ingredients.split(JOIN).map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// Adds to each drug its names without their form, which people leave out (보나링 for 보나링에이), unless some
/// row has that name or two drugs would.
fn add_names_without_forms(rows: &mut [DrugRow], owners: &BTreeMap<String, usize>) {
    let mut shorter: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
    let of_row = |row: &DrugRow| -> Vec<Spelling> {
        let drugs = row.spellings.iter().filter(|it| !it.ingredients.is_empty());
        let short = drugs.filter_map(|spelling| {
            let text = without_form(&compact(&spelling.text))?.to_owned();
            let is_free = !owners.contains_key(&text);
            is_free.then(|| Spelling { text, ingredients: spelling.ingredients.clone() })
        });
        short.collect()
    };
    for spelling in rows.iter().flat_map(of_row) {
        shorter.entry(spelling.text).or_default().insert(spelling.ingredients);
    }
    for row in rows {
        for spelling in of_row(row) {
            let is_sure = shorter.get(&spelling.text).is_some_and(|it| it.len() == 1);
            if is_sure && !row.spellings.contains(&spelling) {
                row.spellings.push(spelling);
            }
        }
    }
}

/// Endings of product names that people leave out, longest first.
const FORMS: [&str; 12] =
    ["플러스", "서방정", "캡슐", "시럽", "연고", "크림", "에이", "이알", "에프", "정", "큐", "겔"];

/// The name without its form or strength; `None` if nothing is removed or at most two syllables would be
/// left.
pub fn without_form(spelling: &str) -> Option<&str> {
    let bare = spelling.trim_end_matches(|it: char| it.is_ascii_digit());
    let bare = FORMS.iter().find_map(|it| bare.strip_suffix(it)).unwrap_or(bare);
    let long = bare.chars().count() > 2 && bare.chars().all(is_syllable);
    (long && bare != spelling).then_some(bare)
}

/// A name in normal letters without spaces, by which names are compared.
pub(crate) fn compact(name: &str) -> String {
    normal(name).split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    const HEAD: &str = "name\tkorean\tenglish\tcode\tcui\tingredients\tstandard\n";

    fn read(rows: &str) -> Result<DrugTable, ClinicalError> {
        DrugTable::read(&[("drugs.tsv", &format!("{HEAD}{rows}"))])
    }

    #[test]
    fn a_name_belongs_to_one_row_and_a_class_has_no_drug_among_its_names() {
        let error =
            read("가나정\t다라\t\t\t\ta\t\n마바정\t다라\t\t\t\tb\t").unwrap_err().to_string();
        assert!(error.starts_with("drugs.tsv:3: \"다라\" is a name of \"가나정\""), "{error}");
        let error = read("해열제\t챔프=acetaminophen\t\t\t\t\t").unwrap_err().to_string();
        assert!(error.starts_with("drugs.tsv:2: \"챔프\" is a drug"), "{error}");
    }

    #[test]
    fn a_name_has_the_ingredients_of_its_row_or_its_own() {
        let table =
            read("칼슘제\t탄산칼슘=calcium carbonate|칼칼정\t\t\t\tcalcium\t칼슘보충제").unwrap();
        let names: Vec<(&str, &str)> = table
            .drug_spellings()
            .map(|it| (it.text.as_str(), it.ingredients[0].as_str()))
            .collect();
        let expected = [
            ("칼슘제", "calcium"),
            ("칼슘보충제", "calcium"),
            ("탄산칼슘", "calcium carbonate"),
            ("칼칼정", "calcium"),
        ];
        assert_eq!(names, expected);
        assert_eq!(table.korean_names()["calcium"], ["칼슘보충제"]);
        assert_eq!(table.korean_names()["calcium carbonate"], ["탄산칼슘"]);
    }

    #[test]
    fn a_form_may_be_left_out_where_one_drug_remains() {
        let table =
            read("가\t보나링에이\t\t\t\ta\t\n나\t스토마겔\t\t\t\tb\t\n다\t스토마큐\t\t\t\tc\t");
        let table = table.unwrap();
        let has = |name: &str| table.drug_spellings().any(|it| it.text == name);
        assert!(has("보나링") && !has("스토마"));
    }
}
