//! The DUR tables and their rows.

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};

/// The DUR tables, gravest first; notices are shown in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DurTable {
    /// 병용금기: drugs that must not be taken together.
    Combination,
    /// 임부금기: not during pregnancy.
    Pregnancy,
    /// 특정연령대금기: not at some ages.
    Age,
    /// 효능군중복: drugs of one group of effects.
    Duplicate,
    /// 수유부주의: caution while breast-feeding.
    Nursing,
    /// 노인주의: caution from 65 years on.
    Elderly,
    /// 용량주의: highest daily dose.
    Dose,
    /// 투여기간주의: longest use.
    Duration,
}

impl DurTable {
    /// All tables, gravest first.
    pub const ALL: [DurTable; 8] = [
        DurTable::Combination,
        DurTable::Pregnancy,
        DurTable::Age,
        DurTable::Duplicate,
        DurTable::Nursing,
        DurTable::Elderly,
        DurTable::Dose,
        DurTable::Duration,
    ];

    /// The Korean name of the table. The heading of every section of a stored table begins with it.
    pub fn korean(self) -> &'static str {
        match self {
            DurTable::Combination => "병용금기",
            DurTable::Pregnancy => "임부금기",
            DurTable::Age => "특정연령대금기",
            DurTable::Duplicate => "효능군중복",
            DurTable::Nursing => "수유부주의",
            DurTable::Elderly => "노인주의",
            DurTable::Dose => "용량주의",
            DurTable::Duration => "투여기간주의",
        }
    }
}

/// One row of a stored table: a section with a line `항목: 값` for every cell, written by the reader
/// `dur-table/2` of `corpus`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DurEntry {
    /// The table of the row.
    pub table: DurTable,
    /// The stored chunk of the section, for its citation.
    pub chunk_id: ChunkId,
    /// The stored document of the table.
    pub document_id: DocumentId,
    /// The section's heading: `병용금기 itraconazole + simvastatin`.
    pub heading: String,
    /// The section's text.
    pub text: String,
}

impl DurEntry {
    /// Reads a row from its section; `None` if the heading begins with the name of no table.
    pub fn read(
        chunk_id: ChunkId,
        document_id: DocumentId,
        heading: &str,
        text: &str,
    ) -> Option<Self> {
        let table = DurTable::ALL.into_iter().find(|it| heading.starts_with(it.korean()))?;
        Some(Self {
            table,
            chunk_id,
            document_id,
            heading: heading.to_owned(),
            text: text.to_owned(),
        })
    }

    /// The value of a column; `None` if it is absent, empty or `-`. Of two lines the last counts.
    pub fn cell(&self, column: &str) -> Option<&str> {
        let cells = self.text.lines().rev().filter_map(|line| line.split_once(": "));
        cells
            .filter(|(name, _)| name.trim() == column)
            .map(|(_, value)| value.trim())
            .next()
            .filter(|value| !value.is_empty() && *value != "-")
    }

    /// All that the row says beside its products: two rows of one meaning give the same notice, cited from
    /// one or the other.
    pub fn meaning(&self) -> String {
        const COLUMNS: [&str; 14] = [
            "성분명(일반명)",
            "성분코드",
            "금기사유",
            "상세정보",
            "비고",
            "금기등급",
            "특정연령",
            "특정연령 단위",
            "연령 처리조건",
            "제형",
            "1일 최대투여량",
            "최대투여기간(일)",
            "효능군",
            "그룹",
        ];
        let mut meaning = vec![self.table.korean().to_owned(), self.has_form().to_string()];
        meaning.extend(self.sides().into_iter().map(str::to_owned));
        let cells = COLUMNS.iter().filter_map(|it| Some(format!("{it}: {}", self.cell(it)?)));
        meaning.extend(cells);
        meaning.join("\n")
    }

    /// Whether the row says for which dosage form it holds.
    pub(super) fn has_form(&self) -> bool {
        has_form(&self.text)
    }

    /// The drug of the row as written; both drugs in a row of 병용금기.
    pub(super) fn sides(&self) -> Vec<&str> {
        let columns: &[&[&str]] = match self.table {
            DurTable::Combination => {
                &[&["성분명 1", "성분명", "제품명 1", "제품명"], &["성분명 2", "제품명 2"]]
            }
            _ => &[&["성분명", "성분명(일반명)", "제품명"]],
        };
        let written = |names: &&[&str]| names.iter().find_map(|name| self.cell(name));
        columns.iter().filter_map(written).collect()
    }

    /// The products of the first and of the second drug, each with the drug as the row writes it. Names are
    /// in lower case and without brackets.
    pub fn products(&self) -> [Option<(String, String)>; 2] {
        const COLUMNS: [(&[&str], &[&str]); 2] = [
            (&["제품명", "제품명 1"], &["성분명", "성분명 1", "성분명(일반명)"]),
            (&["제품명 2"], &["성분명 2"]),
        ];
        let first = |names: &[&str]| names.iter().find_map(|name| self.cell(name));
        COLUMNS.map(|(product, drug)| {
            let product = first(product)?;
            let name = product.split(['(', '[']).next().unwrap_or(product);
            Some((name.trim().to_lowercase(), first(drug)?.to_owned()))
        })
    }

    /// The English name that a row gives beside the Korean one.
    pub(super) fn english(&self) -> Option<&str> {
        let code = self.cell("성분코드").filter(|it| it.chars().count() < CODE_CUT);
        self.cell("성분명(일반명)")
            .or(code)
            .filter(|it| it.chars().any(|c| c.is_ascii_alphabetic()))
    }
}

/// Whether the text of a row says for which dosage form it holds.
pub(super) fn has_form(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("제형"))
}

/// Length in characters at which the public tables truncate the column 성분코드; a value this long is incomplete.
const CODE_CUT: usize = 20;

/// The names of the ingredients in a cell, in lower case and without brackets:
/// `Rifampicin(Rifampin) + isoniazid (분류번호 : 622)` is rifampicin and isoniazid.
pub(super) fn components(written: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for letter in written.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain
        .split(['+', '/', '∙'])
        .map(|it| it.replace("함유제제", "").replace(['’', '‘'], "'").trim().to_lowercase())
        .filter(|it| !it.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_cells_as_the_tables_write_them() {
        for (written, expected) in [
            ("itraconazole", &["itraconazole"][..]),
            ("Rifampicin(Rifampin)", &["rifampicin"]),
            (
                "cobicistat+elvitegravir +emtricitabine",
                &["cobicistat", "elvitegravir", "emtricitabine"],
            ),
            ("Acetaminophen/Tramadol", &["acetaminophen", "tramadol"]),
            ("Sacubitril∙Valsartan", &["sacubitril", "valsartan"]),
            ("St. John’s wort 함유제제", &["st. john's wort"]),
            ("levonorgestrel(정제, 이식제(자궁내 삽입))", &["levonorgestrel"]),
        ] {
            assert_eq!(components(written), expected, "{written}");
        }
    }
}
