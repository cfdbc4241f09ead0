//! Layouts of the tables of an offer. Kinds with odd numbers were held out until the others were
//! read.

use super::Draw;

/// Names of the layouts, and whether each has plans side by side.
pub(crate) const KINDS: [(&str, bool); 18] = [
    ("cells on a line", false),
    ("cells between bars, tabs or wide gaps", false),
    ("one cell a line", false),
    ("one cell a line, with groups and empty cells", false),
    ("names wrapped in their column", false),
    ("a line of the name, then one of its cells", false),
    ("labels below a name", false),
    ("labels behind a name", false),
    ("column by column", false),
    ("coverages as columns", false),
    ("two tables side by side", false),
    ("a line of cells, then the name", false),
    ("plans on a line", true),
    ("plans, one cell a line", true),
    ("when is paid, among the cells of a line", false),
    ("when is paid, one cell a line", false),
    ("rows over the turn of a page", false),
    ("a premium before its amount and no head", false),
];

/// The rows of an offer: index, name, amounts and premium of each coverage.
pub(crate) struct Offer {
    pub rows: Vec<(usize, String, Vec<u64>, u64)>,
    pub written: Written,
}

/// The spelling of amounts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    Man,
    ManSpaced,
    Spoken,
    Won,
    /// Bare figure in a unit, which a head or a caption gives.
    Bare(u64),
}

impl Written {
    pub(crate) fn drawn(draw: &mut Draw) -> Self {
        match draw.below(7) {
            0 => Self::ManSpaced,
            1 => Self::Spoken,
            2 => Self::Won,
            3 => Self::Bare(10_000),
            4 => Self::Bare(1),
            5 => Self::Bare(1_000),
            _ => Self::Man,
        }
    }

    fn amount(self, won: u64) -> String {
        let man = won / 10_000;
        match self {
            Self::Man => format!("{}만원", grouped(man)),
            Self::ManSpaced => format!("{} 만원", grouped(man)),
            Self::Spoken => match (man / 10_000, man % 10_000 / 1_000, man % 1_000) {
                (0, 0, rest) if rest % 100 == 0 => format!("{}백만원", rest / 100),
                (0, thousand, 0) => format!("{thousand}천만원"),
                (hundred, 0, 0) if hundred > 0 => format!("{hundred}억원"),
                _ => format!("{}만원", grouped(man)),
            },
            Self::Won => format!("{}원", grouped(won)),
            Self::Bare(unit) => grouped(won / unit),
        }
    }

    /// Formats an amount with its unit, in every spelling.
    pub(crate) fn amount_with_unit(self, won: u64) -> String {
        if matches!(self, Self::Bare(_)) { Self::Man.amount(won) } else { self.amount(won) }
    }

    fn unit(self) -> Option<&'static str> {
        match self {
            Self::Bare(10_000) => Some("만원"),
            Self::Bare(1_000) => Some("천원"),
            Self::Bare(_) => Some("원"),
            _ => None,
        }
    }
}

pub(crate) fn grouped(figure: u64) -> String {
    let digits = figure.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|it| std::str::from_utf8(it).unwrap()).collect();
    parts.join(",")
}

/// A column with its title and its cells from top to bottom.
struct Column {
    kind: ColumnKind,
    head: String,
    cells: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Number,
    Group,
    Name,
    Amount,
    Premium,
    Term,
    When,
}

/// A table to be printed.
struct Sheet {
    columns: Vec<Column>,
    caption: Option<String>,
    has_head: bool,
}

impl Sheet {
    fn drawn(offer: &Offer, plans: &[&str], order: &[ColumnKind], draw: &mut Draw) -> Self {
        let in_head = draw.likely(50);
        let unit = offer.written.unit();
        let label = draw.one(&[
            "가입금액",
            "보장금액",
            "보험가입금액",
            "가입금액",
            "보험금액",
            "가입 금액",
        ]);
        let premium_label = draw.one(&["보험료", "월보험료", "납입보험료", "월 보험료"]);
        let premium_won = draw.likely(50);
        let mut columns = Vec::new();
        for kind in order {
            let of = |cell: &dyn Fn(usize) -> String| (0..offer.rows.len()).map(cell).collect();
            let with_unit = |label: &str| match unit.filter(|_| in_head) {
                Some(unit) => format!("{label}({unit})"),
                None => label.to_owned(),
            };
            match kind {
                ColumnKind::Number => {
                    let begins = draw.one(&[1, 1, 101]);
                    let dot = draw.one(&["", "."]);
                    let head = draw.one(&["번호", "순번", "No."]).to_owned();
                    let cells = of(&|at| format!("{}{dot}", begins + at));
                    columns.push(Column { kind: *kind, head, cells });
                }
                ColumnKind::Group => {
                    let head = draw.one(&["구분", "분류"]).to_owned();
                    let words = draw.one(&[["기본", "선택"], ["주계약", "특약"], ["필수", "임의"]]);
                    let cells = of(&|at| words[usize::from(at > 0)].to_owned());
                    columns.push(Column { kind: *kind, head, cells });
                }
                ColumnKind::Name => {
                    let head = draw.one(&[
                        "담보명",
                        "보장명",
                        "특약명",
                        "담보",
                        "가입담보",
                        "보장내역",
                        "보장 항목",
                    ]);
                    let cells = of(&|at| offer.rows[at].1.clone());
                    columns.push(Column { kind: *kind, head: head.to_owned(), cells });
                }
                ColumnKind::Amount if plans.is_empty() => {
                    let cells = of(&|at| offer.written.amount(offer.rows[at].2[0]));
                    columns.push(Column { kind: *kind, head: with_unit(label), cells });
                }
                ColumnKind::Amount => {
                    for (place, plan) in plans.iter().enumerate() {
                        let cells = of(&|at| offer.written.amount(offer.rows[at].2[place]));
                        columns.push(Column { kind: *kind, head: (*plan).to_owned(), cells });
                    }
                }
                ColumnKind::Premium => {
                    let head = if premium_won {
                        format!("{premium_label}(원)")
                    } else {
                        premium_label.to_owned()
                    };
                    let mark = if premium_won { "" } else { draw.one(&["", "원"]) };
                    let cells = of(&|at| format!("{}{mark}", grouped(offer.rows[at].3)));
                    columns.push(Column { kind: *kind, head, cells });
                }
                ColumnKind::Term => {
                    let (head, term, renewed) = draw.one(&[
                        ("납기/만기", "20년/100세", "10년/10년"),
                        ("보험기간", "100세만기", "10년갱신"),
                        ("납입 및 만기", "20년납 100세만기", "10년갱신 100세만기"),
                        ("만기", "90세", "10년"),
                        ("보험기간/납입기간", "80세만기/20년납", "10년만기/전기납"),
                    ]);
                    let cells = of(&|at| {
                        (if offer.rows[at].1.contains("갱신") { renewed } else { term }).to_owned()
                    });
                    columns.push(Column { kind: *kind, head: head.to_owned(), cells });
                }
                ColumnKind::When => {
                    let head = draw.one(&["지급사유", "보장내용", "지급조건"]).to_owned();
                    let cells = of(&|at| when(&offer.rows[at].1).to_owned());
                    columns.push(Column { kind: *kind, head, cells });
                }
            }
        }
        let says_unit = in_head && plans.is_empty();
        let caption = unit.filter(|_| !says_unit).map(|unit| match unit {
            "원" => "(단위 : 원)".to_owned(),
            unit => format!("(단위 : {unit}, 원)"),
        });
        let has_head = unit.is_some() || !plans.is_empty() || draw.likely(75);
        Self { columns, caption, has_head }
    }

    fn rows(&self) -> Vec<Vec<&str>> {
        let rows = self.columns[0].cells.len();
        (0..rows).map(|at| self.columns.iter().map(|it| it.cells[at].as_str()).collect()).collect()
    }

    fn heads(&self) -> Vec<&str> {
        self.columns.iter().map(|it| it.head.as_str()).collect()
    }

    fn top(&self) -> Vec<String> {
        self.caption.iter().cloned().collect()
    }
}

fn when(name: &str) -> &'static str {
    let conditions = [
        ("사망", "보험기간 중 사망한 경우 지급"),
        ("장해", "장해지급률에 따라 지급"),
        ("입원", "1일 이상 입원한 때 하루마다 지급"),
        ("수술", "수술을 받은 때 수술 1회당 지급"),
        ("치료", "치료를 받은 때 최초 1회한"),
    ];
    conditions
        .iter()
        .find(|it| name.contains(it.0))
        .map_or("진단확정된 때 최초 1회한 지급", |it| it.1)
}

/// Splits a name in two, at a bracket or within a word.
fn cut(name: &str, draw: &mut Draw) -> (String, String) {
    let bracket = name.char_indices().skip(4).find(|it| it.1 == '(').map(|it| it.0);
    let letters: Vec<usize> = name.char_indices().map(|it| it.0).collect();
    let within = letters.get(letters.len() * 2 / 3).copied().unwrap_or(0);
    let at = if draw.likely(60) { bracket.unwrap_or(within) } else { within };
    let (front, back) = name.split_at(at);
    (front.to_owned(), back.to_owned())
}

fn order(draw: &mut Draw, columns: &[ColumnKind], first: &[ColumnKind]) -> Vec<ColumnKind> {
    let mut rest = columns.to_vec();
    draw.shuffle(&mut rest);
    first.iter().copied().chain(rest).collect()
}

/// Returns the page with text above and below the tables of an offer.
fn framed(mut lines: Vec<String>, offer: &Offer, draw: &mut Draw) -> String {
    let mut all = vec!["무배당 가온 건강보험 가입설계서".to_owned()];
    if draw.likely(50) {
        all.push("피보험자 고객님 (40세)".to_owned());
    }
    all.push(draw.one(&["■ 가입담보 내역", "1. 보장 내용", "● 담보 한눈에 보기"]).to_owned());
    all.append(&mut lines);
    if draw.likely(60) {
        let sum: u64 = offer.rows.iter().map(|it| it.3).sum();
        all.push(format!(
            "{} {}원",
            draw.one(&["보험료 합계", "합계", "합계보험료"]),
            grouped(sum)
        ));
    }
    if draw.likely(40) {
        all.push("※ 자세한 내용은 약관을 확인하시기 바랍니다.".to_owned());
    }
    all.join("\n")
}

/// Returns the pages of an offer in a layout.
pub(crate) fn page(kind: usize, offer: &Offer, plans: &[&str], draw: &mut Draw) -> Vec<String> {
    use ColumnKind::{Amount, Group, Name, Number, Premium, Term, When};
    let columns = match kind {
        3 => order(draw, &[Amount, Premium, Term], &[Group, Name]),
        12 | 13 => vec![Name, Amount],
        14 | 15 => order(draw, &[Amount, Premium, Term], &[Name, When]),
        8 => order(draw, &[Amount, Premium], &[Name]),
        10 => vec![Name, Amount],
        11 => {
            let mut all = order(draw, &[Amount, Premium, Term], &[]);
            all.push(Name);
            all
        }
        17 => vec![Name, Premium, Amount, Term],
        _ => {
            let mut first = Vec::new();
            if draw.likely(30) {
                first.push(Number);
            }
            let front = draw.likely(25) && first.is_empty() && kind != 4 && kind != 5 && kind != 16;
            if front {
                order(draw, &[Name, Amount, Premium, Term], &first)
            } else {
                first.push(Name);
                order(draw, &[Amount, Premium, Term], &first)
            }
        }
    };
    let mut sheet = Sheet::drawn(offer, plans, &columns, draw);
    if kind == 17 && offer.written.unit().is_none() {
        sheet.has_head = false;
    }
    let mut lines = sheet.top();
    let mut pages = Vec::new();
    match kind {
        2 | 3 | 13 | 15 => cell_lines(&sheet, kind == 3, draw, &mut lines),
        4 => wrapped(&sheet, draw, &mut lines),
        5 => name_then_cells(&sheet, &mut lines),
        6 | 7 => labelled(&sheet, kind == 7, draw, &mut lines),
        8 => {
            for column in &sheet.columns {
                lines.push(column.head.clone());
                lines.extend(column.cells.iter().cloned());
            }
        }
        9 => transposed(&sheet, draw, &mut lines),
        10 => beside(&sheet, &mut lines),
        11 => {
            lines.push(sheet.heads().join(" "));
            for row in sheet.rows() {
                lines.push(row[..row.len() - 1].join(" "));
                lines.push(row[row.len() - 1].to_owned());
            }
        }
        16 => {
            let (head, foot) =
                ("가온 건강보험 가입설계서", draw.one(&["- {} -", "{} / 2", "{}쪽"]));
            let mut rows: Vec<String> = sheet.rows().iter().map(|it| it.join(" ")).collect();
            let behind = rows.split_off(rows.len() / 2);
            let title = sheet.heads().join(" ");
            let again = draw.likely(50);
            for (at, rows) in [rows, behind].into_iter().enumerate() {
                let mut all = vec![head.to_owned()];
                if at == 0 || again {
                    all.extend(sheet.top());
                    all.push(title.clone());
                }
                all.extend(rows);
                all.push(foot.replace("{}", &(at + 1).to_string()));
                pages.push(all.join("\n"));
            }
        }
        _ => {
            let between = match kind {
                1 => draw.one(&[" | ", "\t", "    ", "|"]),
                _ => " ",
            };
            if sheet.has_head {
                lines.push(sheet.heads().join(between));
            }
            lines.extend(sheet.rows().iter().map(|it| it.join(between)));
        }
    }
    if pages.is_empty() {
        pages.push(framed(lines, offer, draw));
    }
    pages
}

fn cell_lines(sheet: &Sheet, empties: bool, draw: &mut Draw, lines: &mut Vec<String>) {
    if sheet.has_head {
        lines.extend(sheet.heads().into_iter().map(str::to_owned));
    }
    for row in sheet.rows() {
        for (column, cell) in sheet.columns.iter().zip(row) {
            // A cell that spans several rows is printed once.
            let is_empty = empties && column.kind == ColumnKind::Term && draw.likely(30);
            if is_empty {
                continue;
            }
            if column.kind == ColumnKind::Name && draw.likely(25) {
                let (front, back) = cut(cell, draw);
                lines.extend([front, back]);
            } else {
                lines.push(cell.to_owned());
            }
        }
    }
}

/// Prints a table with a narrow name column: the back or the front of a name stands on its own
/// line.
fn wrapped(sheet: &Sheet, draw: &mut Draw, lines: &mut Vec<String>) {
    let between = draw.one(&["   ", " "]);
    if sheet.has_head {
        lines.push(sheet.heads().join(between));
    }
    let amount_first = draw.below(3);
    for row in sheet.rows() {
        let at = sheet.columns.iter().position(|it| it.kind == ColumnKind::Name).unwrap();
        if draw.likely(50) {
            lines.push(row.join(between));
            continue;
        }
        let (front, back) = cut(row[at], draw);
        let with = |name: &str| {
            let cells: Vec<&str> = row
                .iter()
                .enumerate()
                .map(|(it, cell)| if it == at { name } else { cell })
                .collect();
            cells.join(between).trim().to_owned()
        };
        match amount_first {
            0 => lines.extend([with(&front), back]),
            1 => lines.extend([front, with(&back)]),
            _ => lines.extend([front, with(""), back]),
        }
    }
}

fn name_then_cells(sheet: &Sheet, lines: &mut Vec<String>) {
    let names: Vec<usize> = (0..sheet.columns.len())
        .filter(|it| matches!(sheet.columns[*it].kind, ColumnKind::Name | ColumnKind::Number))
        .collect();
    let split = |row: &[&str]| {
        let part = |of_name: bool| {
            let kept = row.iter().enumerate().filter(|(at, _)| names.contains(at) == of_name);
            kept.map(|it| *it.1).collect::<Vec<_>>().join(" ")
        };
        [part(true), part(false)]
    };
    if sheet.has_head {
        lines.extend(split(&sheet.heads()));
    }
    for row in sheet.rows() {
        lines.extend(split(&row));
    }
}

fn labelled(sheet: &Sheet, on_line: bool, draw: &mut Draw, lines: &mut Vec<String>) {
    let (mark, colon) = (draw.one(&["", "- ", "· "]), draw.one(&[" : ", ": ", " ", "："]));
    let bullet = draw.one(&["", "■ ", "▶ ", "1) "]);
    let between = draw.one(&[", ", " / ", "  "]);
    for row in sheet.rows() {
        let mut cells = Vec::new();
        let mut name = "";
        for (column, cell) in sheet.columns.iter().zip(row) {
            match column.kind {
                ColumnKind::Name => name = cell,
                ColumnKind::Number | ColumnKind::Group | ColumnKind::When => {}
                _ => cells.push(format!("{}{colon}{cell}", column.head)),
            }
        }
        if on_line {
            lines.push(format!("{bullet}{name}{between}{}", cells.join(between)));
        } else {
            lines.push(format!("{bullet}{name}"));
            lines.extend(cells.iter().map(|it| format!("{mark}{it}")));
        }
    }
}

fn transposed(sheet: &Sheet, draw: &mut Draw, lines: &mut Vec<String>) {
    let (between, wide) = (draw.one(&[" ", " | ", "   ", "\t"]), 2 + draw.below(3));
    let rows = sheet.columns[0].cells.len();
    for from in (0..rows).step_by(wide) {
        let to = (from + wide).min(rows);
        for column in sheet.columns.iter().filter(|it| it.kind != ColumnKind::Number) {
            let cells = column.cells[from..to].join(between);
            lines.push(format!("{}{between}{cells}", column.head.replace(' ', "")));
        }
    }
}

fn beside(sheet: &Sheet, lines: &mut Vec<String>) {
    let heads = sheet.heads().join(" ");
    if sheet.has_head {
        lines.push(format!("{heads} {heads}"));
    }
    let rows: Vec<String> = sheet.rows().iter().map(|it| it.join(" ")).collect();
    for pair in rows.chunks(2) {
        lines.push(pair.join(" "));
    }
}
