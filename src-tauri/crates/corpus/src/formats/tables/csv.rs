//! Reads comma-, tab- or semicolon-separated values as a table.

use csv::{ReaderBuilder, StringRecord};

use super::table::{Row, Table};
use crate::reading::Finding;
use crate::text::shortened;

/// Reads a text; the first line with more than one cell is its header.
pub(super) fn csv(text: &str) -> Result<Table, Finding> {
    let mut table = Table::new("");
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut width = None;
    let mut above = Vec::new();
    let mut last = (0, String::new());
    let mut record = StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                return Err(Finding::whole_file(format!(
                    "CSV를 읽을 수 없습니다({}). 고치거나 다시 저장하십시오.",
                    shortened(error)
                )));
            }
        }
        let position = record.position();
        let place = format!("line {}", position.map_or(1, csv::Position::line));
        last = (position.map_or(0, csv::Position::byte), place.clone());
        let filled = record.iter().filter(|cell| !cell.trim().is_empty()).count();
        if filled == 0 {
            continue;
        }
        match width {
            None if filled == 1 && (record.len() > 1 || has_more_columns(text)) => {
                above.push((place, record.iter().collect::<String>()));
            }
            None => {
                let names: Vec<String> = record.iter().map(str::to_owned).collect();
                table.header(&place, &names)?;
                width = Some(record.len());
            }
            Some(width) => take_row(&mut table, width, place, &record)?,
        }
    }
    for (place, words) in above {
        table.notes.add(
            place,
            format!(
                "표 위의 글 '{}'은 가져오지 않았습니다. 필요하면 따로 가져오십시오.",
                words.trim()
            ),
        );
    }
    let tail = usize::try_from(last.0).ok().and_then(|at| text.get(at..)).unwrap_or_default();
    if tail.matches('"').count() % 2 == 1 && tail.trim_end().contains('\n') {
        table.notes.add(last.1, "따옴표가 닫히지 않아 이 줄부터 파일 끝까지 한 칸으로 읽혔을 수 있습니다. 닫고 다시 가져오십시오.");
    }
    Ok(table)
}

fn take_row(
    table: &mut Table,
    width: usize,
    place: String,
    record: &StringRecord,
) -> Result<(), Finding> {
    let beyond = record.iter().skip(width).any(|cell| !cell.trim().is_empty());
    if beyond {
        let reason = format!(
            "칸이 열 이름 {width}개보다 많아 어느 열의 값인지 알 수 없습니다. 이 행은 가져오지 않았으니 쉼표가 든 값을 따옴표로 감싸십시오."
        );
        table.notes.add(place, reason);
        return Ok(());
    }
    if record.len() < width {
        let reason = format!(
            "칸이 열 이름 {width}개보다 적습니다. 앞에서부터 채워 읽었으니 잘린 줄이 아닌지 확인하십시오."
        );
        table.notes.add(place.clone(), reason);
    }
    let cells = record.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty());
    let cells = cells.map(|(column, cell)| (column, cell.to_owned())).collect();
    table.push(Row { place, cells })
}

/// Returns whether the first lines have several cells; a lone cell above them is a title.
fn has_more_columns(text: &str) -> bool {
    let sign = char::from(delimiter(text));
    text.lines().take(5).any(|line| line.contains(sign))
}

/// Returns whether a text consists of rows of cells: all of its first lines have the separator equally often.
/// Tabs do not occur in sentences; for other separators more lines must agree.
pub(super) fn is_sheet(text: &str) -> bool {
    const LOOKED_AT: usize = 20;
    let sign = delimiter(text);
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(LOOKED_AT);
    let fewest = if sign == b'\t' { 2 } else { 5 };
    let signs = |line: &str| line.bytes().filter(|byte| *byte == sign).count();
    let columns = lines().next().map_or(0, signs);
    columns > 0 && lines().count() >= fewest && lines().all(|line| signs(line) == columns)
}

/// Returns the most frequent separator of the first lines.
pub(crate) fn delimiter(text: &str) -> u8 {
    let head = || text.lines().take(5);
    let count =
        |sign: char| head().map(|line| line.matches(sign).count()).max().unwrap_or_default();
    let (comma, tab, semicolon) = (count(','), count('\t'), count(';'));
    match () {
        () if tab > comma && tab >= semicolon => b'\t',
        () if semicolon > comma => b';',
        () => b',',
    }
}

#[cfg(test)]
mod tests {
    use super::is_sheet;

    #[test]
    fn rows_of_cells_are_no_prose() {
        for (text, expected) in [
            ("성분명A\t성분명B\t사유\n가상신\t나상신\t졸림\n", true),
            ("성분명A\t성분명B\n", false),
            ("가,나\n다,라\n마,바\n사,아\n자,차\n", true),
            ("의사는, 설명한다.\n환자는 듣는다.\n", false),
            ("제1조(목적) 이 법은\t목적이 있다.\n제2조(정의) 이 법에서\n", false),
            ("의료광고의 심의, 승인, 재심의\n기준은 다음과 같다.\n", false),
            ("", false),
        ] {
            assert_eq!(is_sheet(text), expected, "{text:?}");
        }
    }
}
