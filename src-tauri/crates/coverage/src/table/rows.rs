//! Reads rows of tables in proposals: a coverage, its amount, its premium and its terms.
//!
//! No layout of a company is assumed. A line is a row if an amount stands in it as a cell: a
//! premium, a term, another cell or nothing follows, and a name precedes it (or stands above it,
//! where the cell is broken over lines). Under a head like `가입금액(만원)` bare figures are amounts; the
//! order of the head decides between two figures.

mod cells;
mod column;
mod head;
mod names;
mod order;
mod parts;
mod plans;

use std::ops::Range;

pub(crate) use self::cells::named;
use self::cells::{Cell, cells};
use self::column::{drop_lone_premiums, drop_premiums};
pub(crate) use self::head::{Columns, unit_of};
use self::names::{is_column, name_of};
pub(crate) use self::order::won;
pub(crate) use self::parts::{parts, rows_of_parts};
use crate::catalog::rules::{RowPatterns, Rules};

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Name as printed, without line breaks.
    pub name: String,
    /// Byte range of the page from the name to the amount, in either order.
    pub quote: Range<usize>,
    /// Amount in won; [`LEFT_OUT`] where its plan does not have the coverage.
    pub won: u64,
    /// Byte range of the amount on the page.
    pub amount: Range<usize>,
    /// Amount as printed.
    pub written: String,
    pub strength: Strength,
    /// Folded name of the plan that the amount belongs to, if several plans stand side by side.
    pub plan: Option<String>,
    /// Whether the amount is paid for one class of operations alone: | 질병수술비 | 3종 | 100만원 |.
    pub is_of_class: bool,
}

/// How certain it is that a line is a row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// The line has a name and an amount, and nothing else.
    Listing,
    /// A premium or a term follows the amount.
    Table,
}

/// Marks that begin the caption of a card.
pub(crate) const MARKS: [char; 12] = ['■', '□', '▣', '●', '○', '◎', '◆', '◇', '▶', '▷', '▼', '▲'];

/// Won of a row whose plan leaves the coverage out.
pub(crate) const LEFT_OUT: u64 = 0;

/// Every sum insured is a multiple of this many won; any other figure is a premium.
const SUM_STEP: u64 = 1_000;

/// Whether a number of won can be a sum insured.
pub(crate) fn is_sum(won: u64) -> bool {
    won.is_multiple_of(SUM_STEP)
}

/// Context in which the lines of a table are read.
pub(crate) struct Table<'a> {
    pub columns: &'a Columns,
    pub rules: &'a Rules,
    /// Whether a text, or its end, is a coverage name of the company's list.
    pub known: &'a dyn Fn(&str) -> bool,
}

/// Returns the rows of a table on a page.
pub(crate) fn rows_of(page: &str, table: &Table<'_>) -> Vec<Row> {
    let Table { columns, rules, .. } = *table;
    let lines = lines(page);
    let mut cells: Vec<Vec<Cell>> =
        lines.iter().map(|line| cells(page.get(line.clone()).unwrap_or_default(), table)).collect();
    drop_premiums(page, &lines, &mut cells, columns, &rules.rows);
    drop_lone_premiums(page, &lines, &mut cells);
    let mut rows = Vec::new();
    for (at, (found, line)) in cells.iter().zip(&lines).enumerate() {
        for found in found {
            let is_row = |at: usize| cells.get(at).is_some_and(|it| !it.is_empty());
            // Where amounts come first, the line above has the name of the row before.
            let is_apart = columns.amount_first && found.head.is_empty();
            let name = (!is_apart && is_sum(found.won))
                .then(|| name_of(page, &lines, at, found, &is_row, table));
            let Some((name, from, to)) = name.flatten() else { continue };
            let amount = line.start + found.amount.start..line.start + found.amount.end;
            let in_column = is_column(page, &lines, at, &rules.rows);
            rows.push(Row {
                name,
                quote: from.min(amount.start)..to.max(amount.end),
                won: found.won,
                written: page.get(amount.clone()).unwrap_or_default().trim().to_owned(),
                amount,
                plan: found.plan.and_then(|it| columns.plans.get(it).cloned()),
                strength: if in_column { Strength::Table } else { found.strength },
                is_of_class: false,
            });
        }
    }
    rows
}

/// Returns the won per unit of a bare figure at byte `at` of a page, if a head or a caption gives
/// it.
pub(crate) fn unit(page: &str, at: usize, patterns: &RowPatterns) -> Option<u64> {
    let parts = parts(page, patterns);
    parts.iter().rfind(|(part, _)| part.start <= at).and_then(|it| it.1.unit)
}

/// Returns the byte ranges of the lines of a page, without their line breaks.
pub(crate) fn lines(page: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in page.split('\n') {
        lines.push(start..start + line.len());
        start += line.len() + 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn rows(page: &str) -> Vec<Row> {
        let rules = Rules::shipped().unwrap();
        let columns = Columns::of(page, &rules.rows);
        rows_of(page, &Table { columns: &columns, rules: &rules, known: &|_| false })
    }

    fn check(page: &str, expected: &[(&str, u64)]) {
        let found = rows(page);
        let short: Vec<(&str, u64)> =
            found.iter().map(|row| (row.name.as_str(), row.won)).collect();
        assert_eq!(short, expected, "{page}");
        for row in &found {
            assert!(page.get(row.quote.clone()).is_some_and(|quote| quote.contains(&row.written)));
        }
    }

    #[test]
    fn rows_on_one_line() {
        check(
            "1. 상해사망 1천만원 870 20년/100세\n31. 질병입원일당(1일이상180일한도) 1만원 7,091 20년/100세",
            &[("상해사망", 10_000_000), ("질병입원일당(1일이상180일한도)", 10_000)],
        );
        check("2 뇌출혈진단비 1,000만원 20년/100세 3,500", &[("뇌출혈진단비", 10_000_000)]);
        check(
            "진단 암 진단비(유사암 제외) 3,000만원 40,620 20년납 100세만기",
            &[("진단 암 진단비(유사암 제외)", 30_000_000)],
        );
        check(
            "| 암진단비(유사암제외) | 2,000만원 | 12,300원 | 20년/100세 |",
            &[("암진단비(유사암제외)", 20_000_000)],
        );
        check("- 화상진단비: 20만 원", &[("화상진단비", 200_000)]);
        check("| 뇌출혈진단비 | 2,000만원 | 최초 1회 |", &[("뇌출혈진단비", 20_000_000)]);
        check("- 1종 수술: 10만원", &[]);
        check("골절진단비 12,300원 30만원 20년납", &[("골절진단비", 300_000)]);
        check("4대유사암진단비 가입금액 최고 5백만원", &[("4대유사암진단비", 5_000_000)]);
    }

    #[test]
    fn rows_broken_over_lines() {
        let page = "가입담보[만기/납기] 가입금액(만원) 보험료(원) 보장내용\n상해사망·후유장해\n(20-100%) 100 132\n피보험자가 사망한 경우 지급\n암진단비Ⅱ\n1,000 870\n고액암진단비(췌장암\n및 뇌암)\n2,500 3,020\n20년만기20년납";
        check(
            page,
            &[
                ("상해사망·후유장해(20-100%)", 1_000_000),
                ("암진단비Ⅱ", 10_000_000),
                ("고액암진단비(췌장암및 뇌암)", 25_000_000),
            ],
        );
        check(
            "항암치료비(특정암 및 갑\n300만원 3,000 20년납 100세만기\n상선암 제외)",
            &[("항암치료비(특정암 및 갑상선암 제외)", 3_000_000)],
        );
        check(
            "21  질병사망\n1,000만원 20년/80세 16,190보험기간 중에 사망한 경우",
            &[("질병사망", 10_000_000)],
        );
    }

    #[test]
    fn terms_in_front_of_the_amount_are_no_name() {
        let page = "9. 암진단Ⅱ(유사암제외)담보\n20년납100세만기 3천만원 35,256보장개시일 이후";
        check(page, &[("암진단Ⅱ(유사암제외)담보", 30_000_000)]);
    }

    #[test]
    fn rows_of_one_cell_a_line() {
        let page = "구분\n담 보 명\n납입 및 만기\n가입금액\n보험료(원)\n기본\n상해사망\n20년납 100세만기\n1,000만원\n630\n선택\n[갱신형]로봇 암수술비(갑상선암 및 전립선암)(최초1회한)(갱신형\n_10년)\n10년갱신 100세만기\n300만원\n80\n합계보험료\n137,353원";
        check(
            page,
            &[
                ("상해사망", 10_000_000),
                ("[갱신형]로봇 암수술비(갑상선암 및 전립선암)(최초1회한)(갱신형_10년)", 3_000_000),
            ],
        );
        let page = "화상진단비\n20만원\n77\n20년/100세\n골절진단비\n10만원\n654\n20년/100세";
        check(page, &[("화상진단비", 200_000), ("골절진단비", 100_000)]);
        assert!(rows(page).iter().all(|row| row.strength == Strength::Table));
    }

    #[test]
    fn the_head_says_which_figure_is_the_amount() {
        check("담보명 보험료(원) 가입금액(만원)\n상해사망 870 1,000", &[("상해사망", 10_000_000)]);
        check("담보명 가입금액 보험료\n상해사망 870 1,000", &[]);
        check(
            "담보명 가입금액\n(만원) 보험료\n1 상해사망 1,000 20년/100세 870",
            &[("상해사망", 10_000_000)],
        );
        check(
            "(단위: 만원, 원)\n담보명 가입금액 보험료\n상해사망 2,000 870",
            &[("상해사망", 20_000_000)],
        );
        check(
            "담보명 가입금액(원) 보험료(원)\n상해사망 10,000,000 870",
            &[("상해사망", 10_000_000)],
        );
    }

    #[test]
    fn what_is_no_row() {
        for page in [
            "암으로 진단확정된 경우 1,000만원을 지급합니다.",
            "보장보험료 합계 162,843원",
            "1인당 5천만원까지 보호됩니다",
            "납입보험료 1만원 20년",
            "가입한도 100만원~5,000만원",
            "10년 19,541,160 0 0.0%",
        ] {
            check(page, &[]);
        }
    }

    #[test]
    fn examples_and_premiums_are_no_rows() {
        for page in [
            "(예시) 뇌졸중 진단비 1,000만원에 가입하고 8개월째에 진단받은 경우 → 500만원 지급(1년 미만 50%)",
            "(예) 뇌졸중진단비 1천만원 가입 후 8개월에 진단 → 5백만원(절반 지급 기간)",
            "갱신계약 보험료 예시\n표적항암치료비(최초1\n회한)【갱신계약】 10년 295원 422원 2,032원",
        ] {
            check(page, &[]);
        }
        check("암진단비 → 3천만원 [월 41,200원]", &[("암진단비", 30_000_000)]);
    }

    #[test]
    fn units_of_ten_and_daily_amounts() {
        check(
            "(단위: 10만원, 원)\n담보명 가입금액 보험료\n암진단비 300 41,200",
            &[("암진단비", 30_000_000)],
        );
        check(
            "담보명 가입금액(10만원) 보험료(원)\n암진단비 300 41,200",
            &[("암진단비", 30_000_000)],
        );
        check("질병입원비 1일당 3만원", &[("질병입원비", 30_000)]);
        check("상해입원비 : 입원 1일당 2만원", &[("상해입원비", 20_000)]);
    }

    #[test]
    fn figures_between_the_parts_of_a_name() {
        check(
            "표적항암치료비(3대특정암)(최\n11 1천만원 295 10년/10년갱신\n초1회한)Ⅱ【갱신계약】",
            &[("표적항암치료비(3대특정암)(최초1회한)Ⅱ【갱신계약】", 10_000_000)],
        );
        check(
            "1천만원\n125\n10년 / 10년\n(10년갱신)갱신형카티(CAR-T)항암약\n물허가치료비(연간1회한)\n3천만원\n30\n10년 / 10년",
            &[("(10년갱신)갱신형카티(CAR-T)항암약물허가치료비(연간1회한)", 30_000_000)],
        );
        check(
            "100세만기\n32\n암직접치료입원비(요양병원제외)(1\n일이상180일한도)\n3만원\n3,180\n100세만기",
            &[("암직접치료입원비(요양병원제외)(1일이상180일한도)", 30_000)],
        );
    }

    #[test]
    fn notes_marks_and_limits_stand_between_name_and_amount() {
        for line in [
            "암진단비 비갱신 3,000만원 41,200",
            "암진단비 갱신(20년) 3,000만원 41,200",
            "암진단비주2) 3,000만원 41,200",
            "암진단비 ※ 3,000만원 41,200원",
            "○ 암진단비 ........ 3,000만원 (월 41,200원)",
            "암진단비 → 3천만원 [월 41,200원]",
            "암진단비 / 3,000만원 / 41,200원 / 100세만기",
            "암진단비 최고 3,000만원 최초 1회한",
            "암진단비 금 3천만원정 100세",
            "암진단비 3,000만원(20년납 100세만기) 41,200원",
            "암진단비3,000만원41,20020년납100세만기",
            "암진단비 3천만 41,200 20년납 100세만기",
            "암진단비 41,200원 30,000,000원 100세만기",
            "3,000만원 암진단비 41,200",
        ] {
            check(line, &[("암진단비", 30_000_000)]);
        }
        check("치료비(연간2천만원한도)(갱신형)", &[]);
    }

    #[test]
    fn amounts_before_names_by_the_head() {
        let expected = [("암진단비", 30_000_000), ("뇌출혈진단비", 10_000_000)];
        check(
            "(단위 : 만원, 원)\n가입금액 보험료 담보명\n3,000 41,200 암진단비\n1,000 2,240 뇌출혈진단비",
            &expected,
        );
        // With one cell a line the whole table has to be read, see `grid/`.
        check(
            "(단위 : 만원, 원)\n가입금액\n보험료\n담보명\n3,000\n41,200\n암진단비\n100세\n1,000\n2,240\n뇌출혈진단비\n100세",
            &[],
        );
    }

    #[test]
    fn tables_side_by_side() {
        let expected = [("암진단비", 30_000_000), ("뇌출혈진단비", 10_000_000)];
        // A column of names above one of amounts is no row, see `grid/`.
        check(
            "담보명\n암진단비\n뇌출혈진단비\n가입금액\n3,000만원\n1,000만원\n보험료\n41,200\n2,240",
            &[],
        );
        check(
            "담보명 가입금액 담보명 가입금액\n암진단비 3,000만원 뇌출혈진단비 1,000만원",
            &expected,
        );
        check(
            "담보명\n가입금액\n(만원)\n보험료\n(원)\n암진단비\n3,000\n41,200\n뇌출혈진단비\n1,000\n2,240",
            &expected,
        );
        check(
            "담보명 실속형 든든형\n암진단비 2,000만원 3,000만원",
            &[("암진단비", 20_000_000), ("암진단비", 30_000_000)],
        );
        check(
            "담보명 실속형 든든형\n암진단비 미가입 3,000만원",
            &[("암진단비", LEFT_OUT), ("암진단비", 30_000_000)],
        );
    }

    #[test]
    fn a_lone_premium_is_no_amount() {
        check(
            "암진단비 3,000만원 41,200원\n뇌출혈진단비 1,000만원 2,240원\n질병1~5종수술비 (아래 참조) 15,000원",
            &[("암진단비", 30_000_000), ("뇌출혈진단비", 10_000_000)],
        );
        check(
            "담보명 가입금액(만원) 보험료(원)\n질병1~5종수술비 - 15,500 20/100\n골절진단비 20 1,220 20/100",
            &[("골절진단비", 200_000)],
        );
    }

    #[test]
    fn terms_may_be_broken_over_lines() {
        check(
            "26. 표적항암약물치료담보\n전기납10년만기갱\n신(최대100세) 1천만원 241",
            &[("표적항암약물치료담보", 10_000_000)],
        );
    }
}
