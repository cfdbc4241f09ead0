//! Decompiles `matrix.bin`: the costs of neighbouring words.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::bytes::Compiled;
use crate::SearchError;

/// Writes `matrix.def`: a line `right left cost` for each pair of context ids.
pub(super) fn decompile(compiled: &Path, text: &Path) -> Result<(), SearchError> {
    let file = Compiled::read(compiled)?;
    let (rights, lefts) = (usize::from(file.u16(0)?), usize::from(file.u16(2)?));
    let costs = file.slice(4, rights * lefts * 2)?;
    if file.len() != 4 + costs.len() {
        return Err(file.damaged(format!("{} bytes after the matrix", file.len() - 4)));
    }
    let write = || -> std::io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(text)?);
        writeln!(out, "{rights} {lefts}")?;
        let mut line = String::new();
        for (index, cost) in costs.chunks_exact(2).enumerate() {
            use std::fmt::Write;
            line.clear();
            let cost = i16::from_le_bytes([cost[0], cost[1]]);
            // Writing to a String cannot fail.
            let _ = writeln!(line, "{} {} {cost}", index % rights, index / rights);
            out.write_all(line.as_bytes())?;
        }
        out.flush()
    };
    write().map_err(SearchError::file(text))
}
