//! Separates running text in table lines from cells, and corrects atoms that only look like a label
//! or a cell.

use super::atoms::{Atom, Kind, Role};

/// Smallest length of text, in characters, that makes a line running text.
const MIN_RUNNING_TEXT: usize = 10;

/// Corrects the atoms of a line of running text: turns a false label of amounts into text (수술 1회당
/// 가입금액 지급, 가입금액 × 장해지급률 지급) and removes a number that the end of the column cuts off (계약일부터 1 / 년
/// 미만).
pub(super) fn without_false_cells(mut atoms: Vec<Atom>) -> Vec<Atom> {
    let is_text = |it: &&Atom| it.kind == Kind::Text;
    let pays = atoms.iter().filter(is_text).any(|atom| {
        let behind = atom.printed.rsplit_once("지급").map(|it| it.1);
        behind.is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric()))
    });
    for at in 0..atoms.len() {
        let has_figure = atoms.get(at + 1).is_some_and(Atom::is_figure);
        if let Some(atom) = atoms
            .get_mut(at)
            .filter(|it| pays && !has_figure && it.kind == Kind::Label(Role::Amount))
        {
            atom.kind = Kind::Text;
        }
    }
    let letters: usize = atoms.iter().filter(is_text).map(|it| it.printed.chars().count()).sum();
    let is_alone = atoms.iter().filter(|it| it.is_figure()).count() == 1;
    let is_running = letters >= MIN_RUNNING_TEXT && is_alone && !atoms.iter().any(Atom::is_name);
    if is_running && atoms.last().is_some_and(is_cut_off) {
        atoms.pop();
    }
    atoms
}

/// Whether a figure may be the front of a word that continues below: 90 / 일.
fn is_cut_off(atom: &Atom) -> bool {
    atom.kind == Kind::Figure && atom.printed.len() <= 2
}

/// Returns the cells of a row behind running text on the same line: 일반상해로 사망시 가입금액 지급 1천5백만원 870
/// 20년납90세만기. A lone amount is part of the sentence, so nothing is returned.
pub(super) fn cells_behind(own: &[Atom]) -> &[Atom] {
    let is_cell = |it: &Atom| it.is_figure() && it.kind != Kind::Blank || it.kind == Kind::Term;
    let first_cell = own.iter().rposition(|it| !is_cell(it)).map_or(0, |it| it + 1);
    let cells = own.get(first_cell..).unwrap_or_default();
    // 계약일부터 1 / 년 미만: a number that the end of the column cuts off.
    let cut = cells.iter().take_while(|it| is_cut_off(it)).count();
    let cells = cells.get(cut..).unwrap_or_default();
    let figures = cells.iter().filter(|it| it.is_figure()).count();
    let has_money = cells.iter().any(|it| matches!(it.kind, Kind::Money(_)));
    let is_row = figures > 1 || has_money && cells.len() > 1;
    if is_row { cells } else { &[] }
}

/// Whether a name ends with a unit that something is paid for: 1일당, 1회당.
pub(super) fn ends_with_unit(name: &str) -> bool {
    let before = name.strip_suffix("일당").or_else(|| name.strip_suffix("회당"));
    before.is_some_and(|it| it.ends_with(|c: char| c.is_ascii_digit()))
}
