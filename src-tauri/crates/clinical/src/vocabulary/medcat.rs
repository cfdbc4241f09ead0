//! Reads a concept table of MedCAT (`cdb.csv`). The columns name, cui, ontologies, name_status and
//! type_ids may be in any order and among others.

use std::io::BufRead;

use super::names::Names;
use super::semantic_types::{more_specific, slot_of};
use crate::ClinicalError;

/// Greatest length of a line in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Positions of the columns that are read.
struct Columns {
    name: usize,
    cui: usize,
    status: Option<usize>,
    types: usize,
}

/// Adds all names of concepts whose semantic type belongs to a slot. Names that MedCAT always has to
/// disambiguate (status N) are left out.
pub fn read_medcat(
    file: &str,
    reader: impl BufRead,
    names: &mut Names,
) -> Result<(), ClinicalError> {
    let mut columns: Option<Columns> = None;
    each_line(file, reader, LONGEST_LINE, |line| {
        if line.trim().is_empty() {
            return Ok(());
        }
        let fields = fields(line)?;
        let Some(columns) = &columns else {
            columns = Some(head(&fields)?);
            return Ok(());
        };
        names.count_line();
        let field = |at: usize| {
            fields
                .get(at)
                .map(String::as_str)
                .ok_or_else(|| format!("{} fields, the first line has more", fields.len()))
        };
        let (name, cui, types) = (field(columns.name)?, field(columns.cui)?, field(columns.types)?);
        if cui.trim().is_empty() {
            return Err("no cui".into());
        }
        let ambiguous = match columns.status {
            Some(at) => field(at)?.eq_ignore_ascii_case("n"),
            None => false,
        };
        let slot =
            types.split(['|', ',', ';']).filter_map(|it| slot_of(it.trim())).reduce(more_specific);
        match slot {
            Some(slot) if !ambiguous => names.add(cui.trim(), slot, name),
            _ => {
                names.leave_out();
                Ok(())
            }
        }
    })
}

/// Finds the columns in the first line.
fn head(fields: &[String]) -> Result<Columns, String> {
    let column = |name: &str| fields.iter().position(|it| it.trim().eq_ignore_ascii_case(name));
    let needed = |name: &str| {
        column(name).ok_or_else(|| {
            format!("no column {name:?}; the first line names the columns: name,cui,ontologies,name_status,type_ids")
        })
    };
    Ok(Columns {
        name: needed("name")?,
        cui: needed("cui")?,
        status: column("name_status"),
        types: needed("type_ids")?,
    })
}

/// The fields of a line of CSV. A quoted field may hold commas and doubled quotes, but no line end.
fn fields(line: &str) -> Result<Vec<String>, String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    if quoted {
        return Err("a quotation mark is not closed on its line".into());
    }
    fields.push(field);
    Ok(fields)
}

/// Calls `read` with each line, without its end. A line that is not UTF-8, longer than `longest` bytes or
/// refused by `read` ends the reading with an error.
pub(super) fn each_line(
    file: &str,
    mut reader: impl BufRead,
    longest: usize,
    mut read: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), ClinicalError> {
    let mut bytes = Vec::new();
    for line in 1.. {
        let fault =
            |problem: String| ClinicalError::Imported { file: file.to_owned(), line, problem };
        bytes.clear();
        let mut limited = std::io::Read::take(&mut reader, longest as u64 + 1);
        if limited.read_until(b'\n', &mut bytes).map_err(|error| fault(error.to_string()))? == 0 {
            break;
        }
        if bytes.len() > longest {
            return Err(fault(format!("longer than {longest} bytes")));
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| fault("not UTF-8".into()))?;
        let text = text.trim_end_matches(['\n', '\r']);
        read(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(fault)?;
    }
    Ok(())
}
