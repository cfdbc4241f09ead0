//! Reads tables whose names stand together and whose figures stand together, and lists in which
//! each figure has a label.

use super::atoms::{Atom, Kind, Role};
use super::{Record, Table};
use crate::catalog::fold::fold;

/// Names, and the figures below them, grouped by the labels in front of the figures.
#[derive(Default)]
struct Block {
    names: Vec<usize>,
    chunks: Vec<Chunk>,
}

#[derive(Default)]
struct Chunk {
    role: Option<Role>,
    unit: Option<u64>,
    label: String,
    figures: Vec<usize>,
}

/// Returns the records of a table of blocks; `None` if names and figures alternate without labels.
pub(super) fn records(table: &Table<'_>) -> Option<Vec<Record>> {
    let names = table.atoms.iter().filter(|it| it.is_name()).count();
    let labelled = (0..table.atoms.len()).filter(|it| is_labelled(table.atoms, *it)).count();
    let blocks = blocks(table);
    // Names below each other that are only explained are no column; a column has at least as many
    // figures.
    let is_run = |block: &&Block| {
        let figures: usize = block.chunks.iter().map(|it| it.figures.len()).sum();
        block.names.len() > 1 && figures >= block.names.len()
    };
    let in_runs: usize = blocks.iter().filter(is_run).map(|it| it.names.len()).sum();
    if labelled * 2 < names.max(1) && in_runs * 2 <= names {
        return None;
    }
    Some(blocks.iter().flat_map(|it| of_block(it, table.atoms)).collect())
}

/// Whether a figure has the label of an amount in front of it, on its line or the one above: 지급금액
/// 1일당 5만원.
pub(super) fn is_labelled(atoms: &[Atom], at: usize) -> bool {
    let Some(figure) = atoms.get(at).filter(|it| it.is_figure()) else { return false };
    let before = atoms.iter().take(at).rev();
    let mut before = before
        .skip_while(|it| it.line == figure.line && matches!(it.kind, Kind::Text | Kind::Term));
    let is_label = |kind: &Kind| matches!(kind, Kind::Label(role) if role.is_amount());
    before.next().is_some_and(|it| is_label(&it.kind) && figure.line <= it.line + 1)
}

/// Splits a table into blocks. A block begins where a label or a name repeats.
fn blocks(table: &Table<'_>) -> Vec<Block> {
    let mut all = vec![Block::default()];
    let mut in_names = false;
    for (at, atom) in table.atoms.iter().enumerate() {
        let Some(block) = all.last_mut() else { break };
        match &atom.kind {
            Kind::Label(role) => {
                let label = fold(&atom.printed);
                let again = match role {
                    Role::Name => !block.names.is_empty(),
                    Role::Other | Role::Number => false,
                    _ => block.chunks.iter().any(|it| it.label == label),
                };
                if again {
                    all.push(Block::default());
                }
                in_names = false;
                if *role != Role::Name
                    && let Some(block) = all.last_mut()
                {
                    block.chunks.push(Chunk {
                        role: Some(role.clone()),
                        unit: atom.unit(),
                        label,
                        figures: Vec::new(),
                    });
                }
            }
            Kind::Name if in_names || block.names.is_empty() => {
                block.names.push(at);
                if !in_names {
                    block.chunks.push(Chunk::default());
                }
                in_names = true;
            }
            Kind::Name => {
                all.push(Block { names: vec![at], chunks: vec![Chunk::default()] });
                in_names = true;
            }
            _ if atom.is_figure() => {
                in_names = false;
                if block.chunks.is_empty() {
                    block.chunks.push(Chunk::default());
                }
                if let Some(chunk) = block.chunks.last_mut() {
                    chunk.figures.push(at);
                }
            }
            _ => {}
        }
    }
    all
}

/// Assigns the figures of each label to the names in order, the first to the first.
fn of_block(block: &Block, atoms: &[Atom]) -> Vec<Record> {
    let count = block.names.len();
    let mut records: Vec<Record> =
        block.names.iter().map(|name| Record { name: *name, ..Record::default() }).collect();
    for chunk in &block.chunks {
        // 보험료 : 1,200원 (월납 2회): only the first figure behind a label belongs to it.
        let is_of_one = count == 1 && chunk.role.is_some();
        let figures =
            if is_of_one { chunk.figures.get(..1).unwrap_or_default() } else { &chunk.figures };
        if count == 0 || !figures.len().is_multiple_of(count) {
            continue;
        }
        let turned = by_rows(block, figures, atoms);
        let figures = turned.as_deref().unwrap_or(figures);
        for column in figures.chunks(count) {
            for (record, figure) in records.iter_mut().zip(column) {
                record.unit = record.unit.or(chunk.unit);
                record.figures.push(*figure);
                record.roles.push(chunk.role.clone());
            }
        }
    }
    records
}

/// Reorders figures that stand row by row into columns: two names below each other, then the cells
/// of each on a line.
fn by_rows(block: &Block, figures: &[usize], atoms: &[Atom]) -> Option<Vec<usize>> {
    let line = |at: &usize| atoms.get(*at).map(|it| it.line);
    let rows: Vec<&[usize]> = figures.chunk_by(|a, b| line(a) == line(b)).collect();
    let width = figures.len() / block.names.len();
    let is_column = block.names.chunk_by(|a, b| line(a) == line(b)).all(|it| it.len() == 1);
    let fits = rows.len() == block.names.len() && rows.iter().all(|it| it.len() == width);
    let turned = (0..width).flat_map(|at| rows.iter().filter_map(move |row| row.get(at).copied()));
    (fits && width > 1 && is_column).then(|| turned.collect())
}
