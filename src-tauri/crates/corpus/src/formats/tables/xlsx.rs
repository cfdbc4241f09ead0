//! Reads XLSX workbooks. Every sheet is a table.
//!
//! Cells are streamed, so a sheet with only the cells A1 and XFD1048576 is read as two cells and not as
//! seventeen billion.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Data, DataRef, Dimensions, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use super::table::{Row, Table, one_line};
use super::workbook_limits::check;
use crate::reading::Finding;
use crate::text::shortened;

/// Maximum number of rows in a header.
const HIGHEST_HEADER: u32 = 3;

type Workbook<'a> = Xlsx<Cursor<&'a [u8]>>;
type Cells = Vec<(u32, Vec<(u32, String)>)>;

/// Reads a workbook. A sheet that cannot be read does not prevent the others from being read.
pub(super) fn xlsx(bytes: &[u8]) -> Result<(Vec<Table>, Vec<Finding>), Finding> {
    check(bytes)?;
    let mut workbook: Workbook<'_> =
        guarded("", || Xlsx::new(Cursor::new(bytes)).map_err(|error| broken("", &error)))?;
    let sheets = workbook.sheets_metadata().to_vec();
    let (mut tables, mut findings) = (Vec::new(), Vec::new());
    for sheet in sheets {
        let place = format!("시트 {}", sheet.name);
        if sheet.typ != SheetType::WorkSheet {
            findings.push(Finding::new(
                place,
                "표가 아닌 시트(차트 등)는 가져오지 않았습니다. 글이 있으면 표로 옮기십시오.",
            ));
            continue;
        }
        match guarded(&sheet.name, || read(&mut workbook, &sheet.name)) {
            Ok(Some(mut table)) => {
                if sheet.visible != SheetVisible::Visible {
                    table.notes.add(place, "숨은 시트입니다. 가져왔으니 뜻한 것인지 확인하십시오.");
                }
                tables.push(table);
            }
            Ok(None) => {}
            Err(finding) => findings.push(finding),
        }
    }
    Ok((tables, findings))
}

fn broken(sheet: &str, error: &XlsxError) -> Finding {
    unreadable(sheet, &shortened(error))
}

fn unreadable(sheet: &str, error: &str) -> Finding {
    let place = if sheet.is_empty() { String::new() } else { format!("시트 {sheet}") };
    let reason =
        format!("엑셀 파일을 읽을 수 없습니다({error}). 엑셀에서 다시 저장하여 가져오십시오.");
    Finding::new(place, reason)
}

/// Runs a call to the library and turns a panic into a finding. The library panics on some invalid workbooks,
/// for example with a merged region that ends before it begins. State that the panic left half-finished is
/// not used again.
fn guarded<T>(sheet: &str, read: impl FnOnce() -> Result<T, Finding>) -> Result<T, Finding> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(unreadable(sheet, "칸의 자리가 맞지 않습니다")))
}

/// Reads one sheet. `None` if it is empty.
fn read(workbook: &mut Workbook<'_>, name: &str) -> Result<Option<Table>, Finding> {
    let merged = workbook.merge_cells_by_sheet_name(name).map_err(|error| broken(name, &error))?;
    let mut table = Table::new(name);
    let mut rows = cells(workbook, name, &mut table)?;
    rows.retain(|(_, cells)| !cells.is_empty());
    let widest = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or_default();
    let Some(first) = rows.iter().position(|(_, cells)| cells.len() > 1 || widest == 1) else {
        return Ok(None);
    };
    for (row, cells) in rows.drain(..first) {
        let words: Vec<&str> = cells.iter().map(|(_, words)| words.as_str()).collect();
        table.notes.add(
            at(name, row),
            format!(
                "표 위의 글 '{}'은 가져오지 않았습니다. 필요하면 따로 가져오십시오.",
                one_line(&words.join(" "))
            ),
        );
    }
    let columns = header(&mut rows, &merged, &mut table)?;
    for (row, cells) in rows {
        let place = at(name, row);
        let mut found = Row { place: place.clone(), cells: Vec::with_capacity(cells.len()) };
        for (column, words) in cells {
            match columns.binary_search(&column) {
                Ok(column) => found.cells.push((column, words)),
                Err(_) => table.notes.add(place.clone(), format!("열 이름이 없는 칸 '{}'은 가져오지 않았습니다. 첫 행에 열 이름을 적으십시오.", one_line(&words).chars().take(60).collect::<String>())),
            }
        }
        table.push(found)?;
    }
    Ok(Some(table))
}

fn at(sheet: &str, row: u32) -> String {
    format!("시트 {sheet} {}행", row + 1)
}

/// Removes the header from the rows. If cells are merged horizontally, the row below them gives the column
/// names.
fn header(rows: &mut Cells, merged: &[Dimensions], table: &mut Table) -> Result<Vec<u32>, Finding> {
    let top = rows.first().map_or(0, |(row, _)| *row);
    let across = |row: u32| merged.iter().any(|it| it.start.0 == row && it.end.1 > it.start.1);
    let mut height = 1;
    while height < HIGHEST_HEADER && across(top + height - 1) && rows.len() > height as usize {
        height += 1;
    }
    let mut names: std::collections::BTreeMap<u32, Vec<String>> = std::collections::BTreeMap::new();
    for (_, cells) in rows.extract_if(.., |(row, _)| *row < top + height) {
        for (column, words) in cells {
            names.entry(column).or_default().push(one_line(&words));
        }
    }
    let columns: Vec<u32> = names.keys().copied().collect();
    let lowest: Vec<String> =
        names.values().map(|parts| parts.last().cloned().unwrap_or_default()).collect();
    let named = names.into_values().zip(&lowest).map(|(parts, name)| {
        // The lowest name is the column's own. If two columns share it, the group names are placed before it.
        let again = lowest.iter().filter(|other| *other == name).count() > 1;
        if again { parts.join(" / ") } else { name.clone() }
    });
    let named: Vec<String> = named.collect();
    if height > 1 {
        table.notes.add(at(&table.name, top), format!(
            "열 이름이 {height}행에 걸쳐 합쳐져 있습니다. '{}'(으)로 읽었으니 맞는지 확인하십시오.", named.join(", ")
        ));
    }
    let bottom = top + height;
    for region in merged.iter().filter(|it| it.start.0 >= bottom) {
        table.notes.add(at(&table.name, region.start.0), "합친 칸이 있습니다. 값은 맨 윗줄 첫 칸에만 두었으니, 여러 행의 값이면 나누어 채우고 다시 가져오십시오.");
    }
    table.header(&at(&table.name.clone(), top), &named)?;
    Ok(columns)
}

/// The non-empty cells, row by row.
fn cells(workbook: &mut Workbook<'_>, name: &str, table: &mut Table) -> Result<Cells, Finding> {
    const MOST: usize = 8_000_000;
    let mut reader = workbook.worksheet_cells_reader(name).map_err(|error| broken(name, &error))?;
    let mut rows: std::collections::BTreeMap<u32, std::collections::BTreeMap<u32, String>> =
        std::collections::BTreeMap::new();
    let mut count = 0;
    loop {
        let cell = match reader.next_cell() {
            Ok(Some(cell)) => cell,
            Ok(None) => break,
            Err(error) if rows.is_empty() => return Err(broken(name, &error)),
            Err(error) => {
                let mut finding = broken(name, &error);
                finding.reason.push_str(" 그 앞의 행만 읽었습니다.");
                table.notes.add(finding.place, finding.reason);
                break;
            }
        };
        let (row, column) = cell.get_position();
        let words = match cell.get_value() {
            DataRef::Error(error) => {
                table.notes.add(at(name, row), format!("수식 오류({error}) 칸은 비워 두었습니다. 엑셀에서 고치고 다시 가져오십시오."));
                continue;
            }
            value => words(value),
        };
        if words.trim().is_empty() {
            continue;
        }
        count += 1;
        if count > MOST {
            return Err(Finding::new(
                format!("시트 {name}"),
                format!("칸이 너무 많습니다({MOST}개까지). 나누어 가져오십시오."),
            ));
        }
        if rows.entry(row).or_default().insert(column, words).is_some() {
            table.notes.add(at(name, row), "같은 자리의 칸이 두 번 적혀 있습니다. 뒤의 것을 읽었으니 엑셀에서 다시 저장하십시오.");
        }
    }
    Ok(rows.into_iter().map(|(row, cells)| (row, cells.into_iter().collect())).collect())
}

/// The text of a cell: dates as `2024-03-01`, numbers without a redundant decimal point.
fn words(value: &DataRef<'_>) -> String {
    match value {
        DataRef::DateTime(time) if time.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) == (0, 0, 0) {
                date
            } else {
                format!("{date} {hour:02}:{minute:02}:{second:02}")
            }
        }
        DataRef::DateTime(duration) => duration.as_f64().to_string(),
        other => Data::from(other.clone()).to_string(),
    }
}
