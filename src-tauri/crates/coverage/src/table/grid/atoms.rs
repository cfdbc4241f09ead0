//! Splits a text of tables into atoms: names, figures, terms, words of a head, and other text.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::narrative::{cells_behind, ends_with_unit, without_false_cells};
use super::{Names, known};
use crate::catalog::cues::Category;
use crate::catalog::fold::{Folded, fold, goes_on_with, past_letter};
use crate::catalog::rules::{RowPatterns, Rules};
use crate::table::rows::{lines, unit_of};
use simui_korean::money::amounts;

/// Largest number of lines that a name is broken over.
const MAX_LINES: usize = 4;
/// Largest number of further texts that a name is broken into.
const MAX_FURTHER_PARTS: usize = 4;
/// Largest length of a bracket behind a word of a head, in characters.
const MAX_BRACKET_LENGTH: usize = 12;

/// The meaning of a column or a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    Number,
    Name,
    Amount,
    Premium,
    /// The amounts of one of several plans, with its folded name.
    Plan(String),
    Other,
}

impl Role {
    pub(super) fn is_amount(&self) -> bool {
        matches!(self, Self::Amount | Self::Plan(_))
    }
}

/// The kind of an atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Label(Role),
    /// An amount of so many won, written with 만 or 억.
    Money(u64),
    /// Digits with 원 or nothing behind them; they may mean anything.
    Figure,
    /// A sign or word that stands in place of an amount.
    Blank,
    Term,
    Text,
}

/// A piece of the text with one meaning.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub kind: Kind,
    /// Byte range in the text, from the first part to the last if a name is broken.
    pub at: Range<usize>,
    /// Line of the first part.
    pub line: usize,
    /// Line of the last part.
    pub last: usize,
    /// Text as printed, without line breaks.
    pub printed: String,
    /// Whether it is a name of the company's list.
    pub is_known: bool,
    /// Folded name of the plan beside a figure.
    pub plan: Option<String>,
}

impl Atom {
    pub(super) fn is_figure(&self) -> bool {
        matches!(self.kind, Kind::Money(_) | Kind::Figure | Kind::Blank)
    }

    /// Returns the role that a plan beside a figure gives it.
    pub(super) fn role(&self) -> Option<Role> {
        self.plan.clone().map(Role::Plan)
    }

    pub(super) fn is_head(&self) -> bool {
        matches!(self.kind, Kind::Label(_))
    }

    /// Returns the won per unit of a bare figure below or behind a label: 가입금액(만원).
    pub(super) fn unit(&self) -> Option<u64> {
        let Kind::Label(Role::Amount) = self.kind else { return None };
        let inside = self.printed.split_once(['(', '（', '[']).map(|it| it.1)?;
        unit_of(inside.trim_matches(|c| ")）] ".contains(c)))
    }

    pub(super) fn is_name(&self) -> bool {
        self.kind == Kind::Name
    }
}

/// Returns the atoms of a text, in order.
pub(super) fn atoms(text: &str, names: &Names<'_>, rules: &Rules) -> Vec<Atom> {
    let lines = lines(text);
    let named = named(text, &lines, names, rules);
    let mut all = Vec::new();
    for (line, at) in lines.iter().enumerate() {
        let within: Vec<&Atom> =
            named.iter().filter(|it| it.line <= line && line <= it.last).collect();
        let own = of_line(text, line, at, &within, rules);
        // 1. 보장 내용 is a caption, although a column may have this title.
        let is_column = own.len() != 1 || !own.iter().any(Atom::is_head);
        if !is_column && is_caption(text.get(at.clone()).unwrap_or_default()) {
            continue;
        }
        if rules.rows.example.is_match(text.get(at.clone()).unwrap_or_default()) {
            continue;
        }
        // A line of a sum or a sentence is no row; only cells and known names of it are kept.
        if is_left_out(text.get(at.clone()).unwrap_or_default(), &own, rules) {
            let cells = cells_behind(&own).len();
            let first_cell = own.len() - cells;
            let kept = |(at, it): &(usize, Atom)| *at >= first_cell || it.is_name() && it.is_known;
            all.extend(own.into_iter().enumerate().filter(kept).map(|it| it.1));
            continue;
        }
        all.extend(own);
    }
    let joined = joined(all, names);
    groups_left_out(joined)
}

/// Whether a line begins with the number or the mark of a section.
pub(super) fn is_caption(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len() && rest.starts_with(['.', ')']);
    numbered || line.starts_with(|c: char| "■●▶□◆▣○◎◇".contains(c))
}

/// Finds the names of the company's list anywhere in the text, also across line ends.
fn named(text: &str, lines: &[Range<usize>], names: &Names<'_>, rules: &Rules) -> Vec<Atom> {
    let folded = Folded::new(text);
    let mut found = Vec::new();
    let mut from = 0;
    let Some(finder) = &names.finder else { return found };
    let line_of = |at: usize| lines.partition_point(|it| it.end < at);
    while let Some(hit) = folded.text().get(from..).and_then(|rest| finder.find(rest)) {
        let range = from + hit.start()..from + hit.end();
        let at = folded.original(text, range.clone());
        let (line, last) = (line_of(at.start), line_of(at.end));
        let start = lines.get(line).map_or(0, |it| it.start);
        let before = text.get(start..at.start).unwrap_or_default();
        let behind = folded.text().get(range.end..).unwrap_or_default();
        let next = text.get(at.end..).and_then(|it| it.chars().next());
        let within =
            before.chars().next_back().is_some_and(|c| goes_on_with(c) || "·ㆍ".contains(c))
                && !before.trim().chars().all(|c| c.is_ascii_digit());
        let is_marked = marks_behind(text.get(at.end..).unwrap_or_default()) > 0;
        let goes_on = next.is_some_and(|c| ('가'..='힣').contains(&c)) && !is_marked
            || behind.starts_with('(') && !is_remark(behind, rules)
            || behind.starts_with(['i', 'v', '및'])
            || next.is_some_and(|c| "·ㆍ".contains(c));
        if within || goes_on || last - line >= MAX_LINES {
            from = past_letter(folded.text(), range.start);
            continue;
        }
        let printed = text.get(at.clone()).unwrap_or_default().lines().map(str::trim).collect();
        found.push(Atom { kind: Kind::Name, at, line, last, printed, is_known: true, plan: None });
        from = range.end;
    }
    found
}

/// Returns the length, in bytes, of the note marks behind a name: 주1) 주2), *, 1).
fn marks_behind(behind: &str) -> usize {
    static MARKS: OnceLock<Regex> = OnceLock::new();
    #[expect(clippy::expect_used, reason = "the pattern is a constant")]
    let marks = MARKS.get_or_init(|| {
        Regex::new(r"^(?:[ \t]?(?:주\s?[0-9]{1,2}\)|[*※†‡]{1,3}(?:[0-9]{1,2}\))?|[0-9]{1,2}\)),?)+")
            .expect("a valid pattern")
    });
    marks.find(behind).map_or(0, |it| it.end())
}

/// Whether a bracket behind a name does not limit what is covered: frequency, duration or price.
fn is_remark(behind: &str, rules: &Rules) -> bool {
    let inside = behind.get(1..).and_then(|it| it.split(')').next()).unwrap_or_default();
    rules.names.noise.iter().any(|it| it.is_match(inside))
        || rules.names.label.is_match(behind)
        || rules.rows.only_terms.is_match(inside)
        || !amounts(inside).is_empty()
        || inside.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
}

/// Returns the atoms of one line: the names that begin in it and the pieces between them.
fn of_line(
    text: &str,
    line: usize,
    at: &Range<usize>,
    named: &[&Atom],
    rules: &Rules,
) -> Vec<Atom> {
    let patterns = &rules.rows;
    let printed = text.get(at.clone()).unwrap_or_default();
    let mut taken: Vec<(Range<usize>, Kind)> = Vec::new();
    let mut found: Vec<Atom> = Vec::new();
    for name in named {
        let marks = marks_behind(text.get(name.at.end..at.end).unwrap_or_default());
        taken.push((name.at.start.max(at.start)..(name.at.end + marks).min(at.end), Kind::Name));
        if name.line == line {
            found.push((*name).clone());
        }
    }
    let is_free = |taken: &[(Range<usize>, Kind)], range: &Range<usize>| {
        !taken.iter().any(|(other, _)| other.start < range.end && range.start < other.end)
    };
    for money in amounts(printed) {
        let place = at.start + money.at.start..at.start + money.at.end;
        let written = text.get(place.clone()).unwrap_or_default();
        // (단위 : 원, 천원) and 가입금액(천원) are units, not amounts of 1,000원.
        let in_caption = printed.contains("단위")
            || text.get(at.start..place.start).is_some_and(|it| it.trim_end().ends_with('('));
        let is_unit = in_caption && written.chars().all(|c| "십백천만억원 ".contains(c));
        if is_free(&taken, &place) && !is_unit && is_cell(text, at, &place) {
            let is_bare = written.chars().all(|c| c.is_ascii_digit() || ",원 ".contains(c));
            let kind = if is_bare { Kind::Figure } else { Kind::Money(money.won) };
            taken.push((place, kind));
        }
    }
    for term in patterns.term.find_iter(printed) {
        let end = term.start() + term.as_str().trim_end().len();
        let place = at.start + term.start()..at.start + end;
        // 40세이하 is the title of a column of amounts.
        let word = word_around(printed, term.start()..end);
        let is_longer =
            word.len() > end - term.start() || !word.starts_with(|c: char| c.is_ascii_digit());
        // 남자 35세 여자 35세 are titles as well.
        let before = printed.get(..term.start()).unwrap_or_default().split_whitespace().last();
        let of_sex =
            before.is_some_and(|it| ["남", "남자", "남성", "여", "여자", "여성"].contains(&it));
        let is_plan = (is_longer || of_sex) && patterns.plan.is_match(&fold(word));
        // (1년감액) is part of a name.
        let next = text.get(place.end..at.end).and_then(|it| it.chars().next());
        let is_marked = marks_behind(text.get(at.end..).unwrap_or_default()) > 0;
        let goes_on = next.is_some_and(|c| ('가'..='힣').contains(&c))
            && !is_marked
            && term.as_str().ends_with(['년', '세', '월']);
        // [갱신형]암진단비: in a bracket of a name. 납기/만기: a word of a head.
        let in_bracket = (word.len() > term.len() + 2 || word == printed.trim())
            && printed.get(..term.start()).is_some_and(|it| it.ends_with(['(', '[', '【']))
            && printed.get(term.end()..).is_some_and(|it| it.starts_with([')', ']', '】']));
        let is_head = !term.as_str().contains(|c: char| c.is_ascii_digit())
            && role(&fold(word), patterns).is_some();
        if is_free(&taken, &place) && !is_plan && !goes_on && !in_bracket && !is_head {
            taken.push((place, Kind::Term));
        }
    }
    taken.sort_by_key(|it| it.0.start);
    let mut from = at.start;
    let mut rest = Vec::new();
    for (place, _) in &taken {
        rest.push(from..place.start);
        from = place.end.max(from);
    }
    rest.push(from..at.end);
    let put = |found: &mut Vec<Atom>, kind: Kind, place: Range<usize>| {
        let printed = text.get(place.clone()).unwrap_or_default().trim().to_owned();
        found.push(Atom {
            kind,
            at: place,
            line,
            last: line,
            printed,
            is_known: false,
            plan: None,
        });
    };
    for (place, kind) in taken {
        if kind != Kind::Name {
            put(&mut found, kind, place);
        }
    }
    for gap in rest {
        for (kind, place) in of_words(text, &gap, patterns) {
            put(&mut found, kind, place);
        }
    }
    found.sort_by_key(|it| it.at.start);
    found.retain(|it| !it.is_figure() || !is_of_class(text, at, it));
    // A dash in front of other atoms is a bullet.
    if found.len() > 1
        && found.first().is_some_and(|it| it.kind == Kind::Blank && it.printed.len() < 4)
    {
        found.remove(0);
    }
    without_false_cells(texts_together(text, found, rules))
}

/// Whether an amount stands as a cell, and not in a sentence or in a bracket of a name:
/// 치료비(연간2천만원한도).
fn is_cell(text: &str, line: &Range<usize>, at: &Range<usize>) -> bool {
    let before = text.get(line.start..at.start).unwrap_or_default();
    let behind = text.get(at.end..line.end).unwrap_or_default();
    let behind = behind.trim_start_matches('정').trim_start_matches("한도");
    let next = behind.chars().next();
    !next.is_some_and(|c| ('가'..='힣').contains(&c) || "~～∼".contains(c))
        && !before.trim_end().ends_with(['~', '～', '∼'])
        && !before.ends_with(|c: char| c.is_ascii_alphanumeric())
}

fn word_around(line: &str, at: Range<usize>) -> &str {
    let is_end = |c: char| c.is_whitespace() || c == '|';
    let start = line.get(..at.start).and_then(|it| it.rfind(is_end)).map_or(0, |it| it + 1);
    let end =
        line.get(at.end..).and_then(|it| it.find(is_end)).map_or(line.len(), |it| at.end + it);
    line.get(start..end).unwrap_or_default()
}

/// Whether a figure is the amount of an operation class: 1종 10만원.
fn is_of_class(text: &str, line: &Range<usize>, atom: &Atom) -> bool {
    let before = text.get(line.start..atom.at.start).unwrap_or_default();
    let before = before.trim_end_matches([' ', '\t', '|', ':', '：', '(', ')', '-']);
    let before = before.strip_suffix("수술").unwrap_or(before).trim_end();
    before.strip_suffix('종').is_some_and(|it| it.ends_with(|c: char| c.is_ascii_digit()))
}

/// Returns the words of a head, the bare figures and the signs for an amount in a gap between
/// atoms. Other words are kept as text.
fn of_words(text: &str, gap: &Range<usize>, patterns: &RowPatterns) -> Vec<(Kind, Range<usize>)> {
    let printed = text.get(gap.clone()).unwrap_or_default();
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start: Option<usize> = None;
    for (at, c) in printed.char_indices().chain([(printed.len(), ' ')]) {
        match (c.is_whitespace() || "|｜:：".contains(c), start) {
            (false, None) => start = Some(at),
            (true, Some(begun)) => {
                words.push(gap.start + begun..gap.start + at);
                start = None;
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let labelled = (1..=2).find_map(|count| {
            let (first, last) = (words.get(at)?, words.get(at + count - 1)?);
            // 가입금액: 100, 월 보험료: the figure is not part of the label behind it.
            let is_figure = |range: &Range<usize>| {
                text.get(range.clone()).is_some_and(|it| word(it, patterns) == Kind::Figure)
            };
            if words.get(at..at + count)?.iter().any(is_figure) {
                return None;
            }
            let place = first.start..last.end;
            let role = role(&fold(text.get(place.clone())?), patterns)?;
            // 알뜰플랜 표준플랜 are two plans.
            (count == 1 || !matches!(role, Role::Plan(_))).then_some((count, role, place))
        });
        if let Some((count, role, place)) = labelled {
            found.push((Kind::Label(role), place));
            at += count;
            continue;
        }
        let Some(place) = words.get(at).cloned() else { break };
        at += 1;
        let printed = text.get(place.clone()).unwrap_or_default();
        let kind = word(printed, patterns);
        // Drops the number of a row (2., ①), a bullet, and a stroke between cells.
        if kind != Kind::Text || printed.contains(|c: char| c.is_alphabetic() || "%~".contains(c)) {
            found.push((kind, place));
        }
    }
    found
}

fn word(printed: &str, patterns: &RowPatterns) -> Kind {
    let inside = printed.trim_matches(|c| "()[],/·-→※".contains(c));
    let digits = inside.strip_suffix('원').unwrap_or(inside);
    let is_figure = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
        && !digits.ends_with(['.', ',']);
    if is_figure {
        Kind::Figure
    } else if patterns.elsewhere.is_match(printed) {
        Kind::Blank
    } else {
        Kind::Text
    }
}

/// Returns the role of a folded word as the title of a column or as a label.
fn role(word: &str, patterns: &RowPatterns) -> Option<Role> {
    let word = word.trim_matches(|c| "·-,/".contains(c));
    let bare = word.split('(').next().unwrap_or_default();
    // Accepts 가입금액(만원), but not 보험료(원) 가입금액(만원).
    let bracket = word.get(bare.len()..).unwrap_or_default();
    let is_one = bracket.find(')').is_none_or(|at| at + 1 == bracket.len());
    if !is_one || bracket.chars().count() > MAX_BRACKET_LENGTH {
        return None;
    }
    let is = |pattern: &regex::Regex| {
        pattern.find(bare).is_some_and(|it| it.start() == 0 && it.end() == bare.len())
    };
    if bare.is_empty() {
        return patterns
            .head_line
            .is_match(word)
            .then_some(Role::Other)
            .filter(|_| !word.is_empty());
    }
    let plan = || patterns.plan_of(word).map(Role::Plan);
    if is(&patterns.head_amount) {
        plan().or(Some(Role::Amount))
    } else if is(&patterns.head_premium) {
        Some(Role::Premium)
    } else if is(&patterns.head_name) {
        Some(Role::Name)
    } else if is(&patterns.head_number) {
        Some(Role::Number)
    } else {
        plan().or_else(|| patterns.head_line.is_match(word).then_some(Role::Other))
    }
}

/// Joins neighbouring words into one text, which may be a name that is not on the company's list.
fn texts_together(text: &str, atoms: Vec<Atom>, rules: &Rules) -> Vec<Atom> {
    let mut all: Vec<Atom> = Vec::new();
    for atom in atoms {
        match all.last_mut() {
            Some(last) if last.kind == Kind::Text && atom.kind == Kind::Text => {
                let between = text.get(last.at.end..atom.at.start).unwrap_or_default();
                if between == " " {
                    last.at.end = atom.at.end;
                    last.printed = text.get(last.at.clone()).unwrap_or_default().to_owned();
                } else {
                    all.push(atom);
                }
            }
            _ => all.push(atom),
        }
    }
    for atom in all.iter_mut().filter(|it| it.kind == Kind::Text) {
        if looks_like_a_name(&atom.printed, rules) {
            atom.kind = Kind::Name;
        }
    }
    all
}

fn looks_like_a_name(printed: &str, rules: &Rules) -> bool {
    let name = fold(printed);
    let is_when = rules.cues.has(Category::Trigger, &name)
        && ["때", "경우", "지급", "목적으로"].iter().any(|it| name.contains(it));
    // 지급(요양병원 제외, 180일 한도), 입원시 입원 1일당: parts of a sentence.
    let is_end = name.starts_with("지급(") || ends_with_unit(&name);
    !is_when
        && !is_end
        && (rules.names.heading.is_match(&name) || rules.rows.also_name.is_match(&name))
        && !rules.rows.not_name.is_match(printed)
}

fn is_left_out(line: &str, own: &[Atom], rules: &Rules) -> bool {
    let printed = line.trim();
    let folded = fold(printed);
    let is_sum = ["합계", "소계", "총보험료"].iter().any(|it| folded.contains(it))
        && !own.iter().any(Atom::is_name);
    let is_sentence =
        printed.ends_with("니다") || printed.ends_with("니다.") || printed.starts_with('※');
    let is_explanation = own.iter().any(|it| it.kind == Kind::Text)
        && rules.cues.has(Category::Trigger, &folded)
        && !own.iter().any(|it| it.is_known);
    is_sum || is_sentence || is_explanation
}

/// Joins names that other cells interrupt, if the joined text is a name of the company's list.
fn joined(atoms: Vec<Atom>, names: &Names<'_>) -> Vec<Atom> {
    let is_part = |it: &Atom| matches!(it.kind, Kind::Text) || it.is_name() && !it.is_known;
    // 골절진단 / 담보: the back of a name may be a word of a head.
    let is_back = |it: &Atom| is_part(it) || matches!(it.kind, Kind::Label(Role::Name));
    let mut dropped = vec![false; atoms.len()];
    let mut all = atoms.clone();
    for at in 0..atoms.len() {
        let is_open = |it: &Atom| is_part(it) || it.is_known;
        let Some(first) = atoms.get(at).filter(|it| is_open(it) && !dropped[at]) else { continue };
        let behind: Vec<usize> = (at + 1..atoms.len())
            .take_while(|index| {
                atoms.get(*index).is_some_and(|it| !it.is_known && it.line < first.line + MAX_LINES)
            })
            .filter(|it| atoms.get(*it).is_some_and(is_back))
            .take(MAX_FURTHER_PARTS)
            .collect();
        let mut printed = first.printed.clone();
        let is_whole = first.is_known || known(&printed, names);
        if let Some(it) = all.get_mut(at).filter(|_| is_whole) {
            (it.kind, it.is_known) = (Kind::Name, true);
        }
        for (count, other) in behind.iter().enumerate() {
            let Some(part) = atoms.get(*other) else { break };
            // A complete name may continue with a bracket: 유사암진단비 / (1년감액).
            if is_whole && !part.printed.starts_with(['(', '[']) {
                break;
            }
            printed.push_str(&part.printed);
            let begun = fold(&printed).len() - fold(&first.printed).len();
            if !ends_with_name(&printed, begun, names) {
                continue;
            }
            if let Some(it) = all.get_mut(at) {
                (it.kind, it.is_known, it.printed) = (Kind::Name, true, printed.clone());
                it.at.end = part.at.end;
                it.last = part.line;
            }
            for it in behind.iter().take(count + 1) {
                dropped[*it] = true;
            }
            break;
        }
    }
    let kept = all.into_iter().zip(dropped).filter(|it| !it.1);
    kept.map(|it| it.0).collect()
}

/// Whether a text ends with a name of the list that begins in front of its last `begun` bytes.
fn ends_with_name(printed: &str, begun: usize, names: &Names<'_>) -> bool {
    let mut rest = printed.trim();
    loop {
        let name = fold(rest);
        if name.len() <= begun {
            return false;
        }
        if names.has(&name) {
            return true;
        }
        let Some((_, behind)) = rest.split_once(char::is_whitespace) else { return false };
        rest = behind.trim_start();
    }
}

/// Removes names that head a group and have no figure of their own: 주계약 in front of 암진단특약.
fn groups_left_out(atoms: Vec<Atom>) -> Vec<Atom> {
    let is_group = |at: usize| {
        let (Some(atom), Some(next)) = (atoms.get(at), atoms.get(at + 1)) else { return false };
        atom.is_name() && !atom.is_known && next.is_known
    };
    let kept: Vec<bool> = (0..atoms.len()).map(|it| !is_group(it)).collect();
    atoms.into_iter().zip(kept).filter(|it| it.1).map(|it| it.0).collect()
}
