//! Finds the rows of the DUR tables that apply to the drugs of a question and to the person who takes them.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};

use super::book::{DurBook, Filed};
use super::product::{Product, products};
use super::row::{DurEntry, DurTable, has_form};
use crate::names::{DrugMention, Names};

/// Age in months from which on a person is not a 소아, as on labels.
pub const CHILD_MONTHS: u32 = 18 * 12;

/// Least age of a 노인 in months, as in the DUR tables.
pub const ELDERLY_MONTHS: u32 = 65 * 12;

/// The person who takes the drugs, as far as the question describes them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// 임부: pregnant.
    pub pregnant: bool,
    /// 수유부: breast-feeding.
    pub nursing: bool,
    /// 노인: called old, or 65 years and older.
    pub elderly: bool,
    /// Age in months.
    pub age_months: Option<u32>,
}

/// Whether documents may limit a drug at this age in months: they do for children and old people.
pub fn is_limited_age(months: u32) -> bool {
    !(CHILD_MONTHS..ELDERLY_MONTHS).contains(&months)
}

/// A row of a DUR table that applies to the drugs of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DurNotice {
    /// The table of the row.
    pub table: DurTable,
    /// Korean names of the drugs that the notice is about.
    pub drugs: Vec<String>,
    /// The warning in Korean: the table's own words where the row has any.
    #[serde(alias = "says")]
    pub warning: String,
    /// The stored chunk of the row, for its citation.
    pub chunk_id: ChunkId,
    /// The stored document of the table.
    pub document_id: DocumentId,
    /// The heading of the row's section.
    pub heading: String,
    /// The text of the row as stored.
    pub quote: String,
}

impl DurNotice {
    /// Whether it is a row of 특정연령대금기 that does not say for which dosage form it holds.
    pub fn is_of_age_without_form(&self) -> bool {
        self.table == DurTable::Age && !has_form(&self.quote)
    }

    /// The notice with the words that a document gives a child's dose, so that the row, which names no dosage
    /// form, may hold for some forms only.
    pub fn in_doubt(self) -> Self {
        Self { warning: format!("{DOSE_CONTRADICTS} 표: {}", self.warning), ..self }
    }
}

/// Stands before a row of 특정연령대금기 that names no dosage form, where a document gives a child's dose.
const DOSE_CONTRADICTS: &str = "이 행에는 제형이 없고 등록된 문서에는 소아 용량이 있습니다. 어느 제형에 해당하는지 제품의 허가사항으로 확인하십시오.";

impl DurBook {
    /// The notices for `drugs`, which `text` names, taken by `person`: gravest table first, each once. Pairs
    /// are found in either order. A row of a combination applies when all its ingredients are named.
    pub fn check(
        &self,
        text: &str,
        drugs: &[DrugMention],
        person: &Person,
        names: &Names,
    ) -> Vec<DurNotice> {
        let products = products(text, drugs);
        let all: BTreeSet<&str> = drugs.iter().map(|it| it.ingredient.as_str()).collect();
        let tables = &self.tables;
        let of_ingredient = |it: &&str| tables.by_ingredient.get(*it);
        let rows: BTreeSet<usize> =
            all.iter().filter_map(of_ingredient).flatten().copied().collect();
        let applying = |rows: &mut dyn Iterator<Item = &Filed>| -> Vec<DurNotice> {
            let rows = rows.filter(|row| applies(row, &products, &all, person));
            let notice = |row: &Filed| {
                notice(&row.entry, row.sides.iter().flatten(), warning(&row.entry), names)
            };
            rows.map(notice).collect()
        };
        let mut notices = applying(&mut rows.into_iter().map(|at| &tables.rows[at]));
        notices.extend(self.duplicates(&all, names));
        notices.sort_by(|a, b| (a.table, &a.drugs).cmp(&(b.table, &b.drugs)));
        // The tables repeat a pair in several spellings.
        let key = |it: &DurNotice| (it.table, it.drugs.clone(), it.warning.clone());
        let mut known = HashSet::new();
        notices.retain(|it| known.insert(key(it)));
        // A preferred row stands in place of the one that says the same.
        for cited in applying(&mut self.preferred.iter().map(AsRef::as_ref)).into_iter().rev() {
            if let Some(notice) = notices.iter_mut().find(|it| key(it) == key(&cited)) {
                *notice = cited;
            }
        }
        notices
    }

    /// 효능군중복: one notice for each pair of ingredients in one group of effects.
    fn duplicates(&self, all: &BTreeSet<&str>, names: &Names) -> Vec<DurNotice> {
        let group =
            |row: &Filed| row.entry.cell("그룹").or(row.entry.cell("효능군")).map(str::to_owned);
        let mut members: Vec<(String, &str, &Filed)> = Vec::new();
        for ingredient in all {
            let rows = self.tables.by_ingredient.get(*ingredient).into_iter().flatten();
            for row in rows.map(|at| &self.tables.rows[*at]) {
                let alone = row.sides.len() == 1 && row.sides[0].len() == 1;
                if row.entry.table == DurTable::Duplicate && alone {
                    members.extend(group(row).map(|group| (group, *ingredient, row)));
                }
            }
        }
        let mut found = Vec::new();
        for (at, (group, one, row)) in members.iter().enumerate() {
            let other = members[at + 1..]
                .iter()
                .find(|(other_group, other, _)| other_group == group && other != one);
            if let Some((_, other, _)) = other {
                let named = row.entry.cell("효능군").unwrap_or(group);
                let warning = format!("같은 효능군({named})의 약이 겹칩니다.");
                let both = [(*one).to_owned(), (*other).to_owned()];
                found.push(notice(&row.entry, both.iter(), warning, names));
            }
        }
        found
    }
}

/// Whether a row applies: all its drugs are named, and the person is one whom its table concerns.
fn applies(
    row: &Filed,
    products: &BTreeSet<Product>,
    all: &BTreeSet<&str>,
    person: &Person,
) -> bool {
    let named = |side: &BTreeSet<String>| side.iter().all(|it| all.contains(it.as_str()));
    if !row.sides.iter().all(named) {
        return false;
    }
    match row.entry.table {
        DurTable::Combination => match row.sides.as_slice() {
            [one, other] if one.is_disjoint(other) => true,
            // With an ingredient on both sides, one product alone would match the row.
            [one, other] if one.is_subset(other) => both_products_named(one, other, products),
            [one, other] if other.is_subset(one) => both_products_named(other, one, products),
            [_, _] => products.len() > 1,
            _ => false,
        },
        DurTable::Pregnancy => person.pregnant,
        DurTable::Nursing => person.nursing,
        DurTable::Elderly => person.elderly,
        DurTable::Age => person.age_months.is_some_and(|months| is_of_age(&row.entry, months)),
        DurTable::Dose | DurTable::Duration => true,
        DurTable::Duplicate => false,
    }
}

/// Whether the text names a product with all ingredients of `combination` and another product with those of
/// `part`.
fn both_products_named(
    part: &BTreeSet<String>,
    combination: &BTreeSet<String>,
    products: &BTreeSet<Product>,
) -> bool {
    let has = |product: &Product, side: &BTreeSet<String>| {
        side.iter().all(|it| product.contains(it.as_str()))
    };
    products
        .iter()
        .filter(|it| has(it, combination))
        .any(|combined| products.iter().any(|it| it != combined && has(it, part)))
}

/// Whether an age in months meets the age condition of a row: `특정연령: 12`, `특정연령 단위: 세`, `연령 처리조건: 미만`, or
/// all in one cell, `특정연령: 12세 미만`.
fn is_of_age(entry: &DurEntry, months: u32) -> bool {
    let written = entry.cell("특정연령").unwrap_or_default().trim_start_matches("만 ");
    let end = written.find(|c: char| !c.is_ascii_digit()).unwrap_or(written.len());
    let (number, rest) = written.split_at(end);
    let Ok(age) = number.parse::<u32>() else { return false };
    let mut words = rest.split_whitespace();
    let unit = words.next().or(entry.cell("특정연령 단위"));
    let condition = words.next().or(entry.cell("연령 처리조건"));
    // Ages in years are completed years.
    let own = match unit.unwrap_or("세") {
        "개월" | "월" => months,
        "세" => months / 12,
        _ => return false,
    };
    match condition.unwrap_or_default() {
        "미만" => own < age,
        "이하" => own <= age,
        "이상" => own >= age,
        "초과" => own > age,
        _ => false,
    }
}

/// The warning of a row in Korean, from its cells.
fn warning(entry: &DurEntry) -> String {
    let reason = entry.cell("금기사유").filter(|_| entry.table != DurTable::Combination);
    let detail = entry.cell("상세정보").or(reason).or(entry.cell("비고")).unwrap_or_default();
    let with_detail = |warning: String| match detail {
        "" => warning,
        detail => format!("{warning} ({detail})"),
    };
    match entry.table {
        DurTable::Combination => {
            entry.cell("금기사유").unwrap_or("함께 쓰지 않는 약으로 고시되어 있습니다").to_owned()
        }
        DurTable::Pregnancy => {
            let grade = entry.cell("금기등급").map_or(String::new(), |grade| {
                format!("임부금기 {}등급. ", grade.trim_end_matches("등급"))
            });
            format!("{grade}{detail}")
        }
        DurTable::Age => {
            let cell = |column| entry.cell(column).unwrap_or_default();
            let (unit, condition) = (cell("특정연령 단위"), cell("연령 처리조건"));
            let age = format!("{}{unit} {condition}", cell("특정연령"));
            let form = entry.cell("제형").map_or(String::new(), |form| format!(" 제형: {form}."));
            with_detail(format!("{}에게 쓰지 않습니다.{form}", age.trim_end()))
        }
        DurTable::Dose => with_detail(format!(
            "1일 최대 투여량: {}",
            entry.cell("1일 최대투여량").unwrap_or_default()
        )),
        DurTable::Duration => {
            let longest = entry.cell("최대투여기간(일)").unwrap_or_default();
            // The services write the unit: `28일`, `4주`.
            let unit = if longest.ends_with(|c: char| c.is_ascii_digit()) { "일" } else { "" };
            with_detail(format!("최대 투여 기간: {longest}{unit}"))
        }
        DurTable::Nursing => with_detail("수유부에게 주의할 약입니다.".to_owned()),
        DurTable::Elderly => with_detail("노인에게 주의할 약입니다.".to_owned()),
        DurTable::Duplicate => detail.to_owned(),
    }
}

/// A notice of a row for `drugs`, which are given in English.
fn notice<'a>(
    entry: &DurEntry,
    drugs: impl Iterator<Item = &'a String>,
    warning: String,
    names: &Names,
) -> DurNotice {
    let drugs: BTreeSet<String> = drugs.map(|it| names.korean(it).to_owned()).collect();
    DurNotice {
        table: entry.table,
        drugs: drugs.into_iter().collect(),
        warning,
        chunk_id: entry.chunk_id.clone(),
        document_id: entry.document_id.clone(),
        heading: entry.heading.clone(),
        quote: entry.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(heading: &str, text: &str) -> Option<DurEntry> {
        DurEntry::read(ChunkId("a".into()), DocumentId("b".into()), heading, text)
    }

    /// Checks whether an age in months is meant, and the warning.
    fn check(text: &str, months: u32, meant: bool, expected: &str) {
        let entry = entry("특정연령대금기 가", text);
        let found = entry.map(|it| (is_of_age(&it, months), warning(&it)));
        assert_eq!(found, Some((meant, expected.to_owned())), "{text} {months}");
    }

    #[test]
    fn ages_stand_in_three_cells_or_in_one() {
        let three = "특정연령: 12\n특정연령 단위: 세\n연령 처리조건: 미만";
        check(three, 143, true, "12세 미만에게 쓰지 않습니다.");
        check(three, 144, false, "12세 미만에게 쓰지 않습니다.");
        check(
            "특정연령: 12세 미만\n제형: 정제",
            143,
            true,
            "12세 미만에게 쓰지 않습니다. 제형: 정제.",
        );
        check("특정연령: 만 18세 이하", 19 * 12 - 1, true, "만 18세 이하에게 쓰지 않습니다.");
        check("특정연령: 18세 이하", 19 * 12, false, "18세 이하에게 쓰지 않습니다.");
        check("특정연령: 6개월 미만", 5, true, "6개월 미만에게 쓰지 않습니다.");
        check("특정연령: 6개월 미만", 6, false, "6개월 미만에게 쓰지 않습니다.");
        check("특정연령: 신생아", 0, false, "신생아에게 쓰지 않습니다.");
    }

    #[test]
    fn units_and_grades_are_said_once() {
        for (heading, text, expected) in [
            ("임부금기 가", "금기등급: 2\n상세정보: 태아", "임부금기 2등급. 태아"),
            ("임부금기 가", "금기등급: 2등급\n금기사유: 태아 기형", "임부금기 2등급. 태아 기형"),
            ("투여기간주의 가", "최대투여기간(일): 28", "최대 투여 기간: 28일"),
            ("투여기간주의 가", "최대투여기간(일): 28일", "최대 투여 기간: 28일"),
            ("투여기간주의 가", "최대투여기간(일): 4주", "최대 투여 기간: 4주"),
            ("노인주의 가", "금기사유: 소량부터", "노인에게 주의할 약입니다. (소량부터)"),
        ] {
            let found = entry(heading, text).map(|it| warning(&it));
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
    }
}
