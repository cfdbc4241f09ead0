//! Reads 항, 호 and 목 in elements, with 목 below their 호 or beside them.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::ProvisionPath;

use super::flat::flat;
use super::notes::Notes;
use super::tree::Node;
use super::unit::{LAST_PARAGRAPH, Level, Unit, mark, numbered, path};
use super::words::plain;
use crate::statute::Numbered;
use crate::text::{leading_number, pattern};

static ANNOUNCES_SUBITEMS: LazyLock<Regex> = LazyLock::new(|| pattern(r"각\s*목"));

/// Lists below 목, which stay in the text of their 목.
static BELOW_SUBITEM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*(?:\d+\)|[가-힣]\)|\(\d+\)|\([가-힣]\)|[①-⑳])"));

/// The units of an article while they are read.
pub(super) struct Units<'a> {
    /// Text of the article itself.
    pub words: String,
    pub units: Vec<Unit>,
    /// Path of the last unit.
    at: ProvisionPath,
    notes: &'a mut Notes,
}

impl<'a> Units<'a> {
    pub(super) fn new(article: ProvisionPath, words: String, notes: &'a mut Notes) -> Self {
        Self { words, units: Vec::new(), at: article, notes }
    }

    /// Reads all units below a 조문단위; none where its text contains them.
    pub(super) fn read(&mut self, node: &mut Node) {
        for paragraph in node.take(&["항"]) {
            self.paragraph(paragraph);
        }
        self.unnumbered(node);
        self.items(node);
    }

    /// Splits the article's own text into units where there are no elements.
    pub(super) fn read_flat(&mut self, with_finding: bool) {
        let words = std::mem::take(&mut self.words);
        let above = self.at.clone();
        self.words = self.leaf(&words, None, &above, with_finding);
    }

    fn paragraph(&mut self, mut node: Node) {
        match self.entry(&mut node, Level::Paragraph) {
            Some(unit) => {
                let has_children = node.has(&["호", "목"]);
                self.push(unit, has_children);
            }
            // A 항 without a number contains the 호 of an article without 항.
            None => self.unnumbered(&node),
        }
        self.items(&mut node);
        self.notes.unread.rest(node);
    }

    /// Reports 호 and 목 outside of a numbered 항 that follow one.
    fn unnumbered(&mut self, node: &Node) {
        if node.has(&["호", "목"]) && self.at.paragraph > 0 {
            self.notes.find(
                self.at.to_string(),
                "번호 없는 항이 뒤따릅니다. 그 호·목이 어느 항의 것인지 확인하십시오.",
            );
        }
    }

    /// Reads 호 with their 목, and 목 beside them.
    fn items(&mut self, node: &mut Node) {
        let mut items: Vec<Node> = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for child in node.take(&["호", "목"]) {
            if child.name == "호" {
                items.push(child);
                continue;
            }
            match groups.last_mut() {
                Some(group) if group.above == items.len() && !restarts(&child) => {
                    group.subitems.push(child);
                }
                _ => groups.push(Group { above: items.len(), subitems: vec![child] }),
            }
        }
        let mut beside: Vec<Vec<Node>> = items.iter().map(|_| Vec::new()).collect();
        let mut loose = Vec::new();
        for (owner, group) in owners(&items, &groups).into_iter().zip(groups) {
            match owner.and_then(|owner| beside.get_mut(owner)) {
                Some(below) => below.extend(group.subitems),
                None => loose.extend(group.subitems),
            }
        }
        let has_items = !items.is_empty();
        let paragraph = ProvisionPath { item: 0, item_branch: 0, subitem: 0, ..self.at.clone() };
        for (mut node, beside) in items.into_iter().zip(beside) {
            let unit = self.entry(&mut node, Level::Item);
            let mut below = node.take(&["목"]);
            self.notes.unread.rest(node);
            below.extend(beside);
            if let Some(unit) = unit {
                self.push(unit, !below.is_empty());
            }
            below.into_iter().for_each(|subitem| self.subitem(subitem));
        }
        for subitem in loose {
            if has_items {
                let words = plain(&subitem.text_of(&["목내용"]));
                let why = "어느 호에 딸린 목인지 알 수 없어";
                self.notes.quarantine(&paragraph, why, &words);
            } else {
                self.subitem(subitem);
            }
        }
    }

    /// Reads the 목 of one element, which may have several numbers with as many texts.
    fn subitem(&mut self, mut node: Node) {
        let (numbers, texts) = (node.take(&["목번호"]), node.take(&["목내용"]));
        let one = |children| Node { name: "목".into(), children, ..Node::default() };
        let nodes: Vec<Node> = if numbers.len() > 1 && numbers.len() == texts.len() {
            numbers.into_iter().zip(texts).map(|(number, text)| one(vec![number, text])).collect()
        } else {
            vec![one(numbers.into_iter().chain(texts).collect())]
        };
        for mut pair in nodes {
            if let Some(unit) = self.entry(&mut pair, Level::Subitem) {
                self.push(unit, true);
            }
            self.notes.unread.rest(pair);
        }
        self.notes.unread.rest(node);
    }

    /// Reads number and text of a unit. Text without a number is added to the unit above and reported.
    fn entry(&mut self, node: &mut Node, level: Level) -> Option<Unit> {
        let name = level.name();
        let field = |what: &str| format!("{name}{what}");
        let unread = &mut self.notes.unread;
        let number = node.take_text(&[&field("번호")], unread);
        let branch = node.take_text(&[&field("가지번호")], unread);
        let words = plain(&node.take_text(&[&field("내용")], unread));
        let kind = node.take_text(&[&field("제개정유형")], unread);
        let day = node.take_text(&[&field("제개정일자"), &field("제개정일자문자열")], unread);
        let (unit, doubt) = unit(level, numbered(level, &number, &branch), &words);
        let place =
            unit.as_ref().map_or(self.at.clone(), |unit| path(&self.at, level, unit.number));
        let change = format!("{} {}", kind.trim(), day.trim());
        if !change.trim().is_empty() {
            self.notes.change(&place.to_string(), change.trim());
        }
        if doubt {
            let stated = format!("{} {}", number.trim(), branch.trim());
            self.notes.find(
                place.to_string(),
                format!("{name}번호({})가 글의 번호와 다릅니다. 글의 번호를 따랐으니 원문과 견주어 보십시오.", stated.trim()),
            );
        }
        if unit.is_none() && !words.trim().is_empty() {
            if !(level == Level::Subitem && BELOW_SUBITEM.is_match(&words)) {
                self.notes.find(
                    place.to_string(),
                    format!("번호({:?})를 알 수 없는 {name}의 글을 앞의 글에 이어 붙였습니다. 어느 {name}인지 확인하십시오.", number.trim()),
                );
            }
            let above = self.units.last_mut().map_or(&mut self.words, |unit| &mut unit.words);
            if !above.is_empty() {
                above.push('\n');
            }
            above.push_str(&words);
        }
        unit
    }

    fn push(&mut self, mut unit: Unit, has_children: bool) {
        self.at = path(&self.at, unit.level, unit.number);
        if has_children || unit.level == Level::Subitem {
            return self.units.push(unit);
        }
        let (words, level, at) = (std::mem::take(&mut unit.words), unit.level, self.at.clone());
        let slot = self.units.len();
        self.units.push(unit);
        let own = self.leaf(&words, Some(level), &at, true);
        if let Some(unit) = self.units.get_mut(slot) {
            unit.words = own;
        }
    }

    /// Splits the text of a unit without child elements; returns its own text.
    fn leaf(
        &mut self,
        words: &str,
        above: Option<Level>,
        at: &ProvisionPath,
        with_finding: bool,
    ) -> String {
        let found = flat(words, above);
        let place = at.to_string();
        if with_finding && !found.units.is_empty() {
            self.notes.find(
                place.clone(),
                "항·호·목이 요소가 아니라 글 속의 줄로 있어 번호대로 나누었습니다. 원문과 견주어 보십시오.",
            );
        }
        for line in &found.out_of_order {
            self.notes.find(
                place.clone(),
                format!("번호가 이어지지 않아 항·호·목으로 나누지 않은 줄이 있습니다. 빠진 글이 없는지 확인하십시오: {line}"),
            );
        }
        for line in &found.unmarked {
            self.notes.find(
                place.clone(),
                format!(
                    "호·목 뒤에 번호 없는 글이 있습니다. 어느 항의 글인지 확인하십시오: {line}"
                ),
            );
        }
        self.units.extend(found.units);
        found.words
    }
}

/// Makes a unit of number and text; also returns whether they contradict. The number in the text takes
/// precedence.
fn unit(level: Level, number: Option<Numbered>, words: &str) -> (Option<Unit>, bool) {
    let (first, rest) = words.split_once('\n').map_or((words, None), |(a, b)| (a, Some(b)));
    let marked = mark(first).filter(|(found, ..)| *found == level).map(|(_, n, words)| (n, words));
    let unspaced =
        || number.and_then(|number| after_mark(level, number, first.trim()).map(|it| (number, it)));
    let (number, first, doubt) = match (marked.or_else(unspaced), number) {
        (Some((own, words)), stated) => (own, words, stated.is_some_and(|stated| stated != own)),
        (None, Some(number)) => (number, first.trim(), false),
        (None, None) => return (None, false),
    };
    if level == Level::Paragraph && number.0 > LAST_PARAGRAPH {
        return (None, false);
    }
    let words = rest.map_or_else(|| first.to_owned(), |rest| format!("{first}\n{rest}"));
    (Some(Unit { level, number, words }), doubt)
}

/// Returns the text after `1.` or `가.` written without a space.
fn after_mark(level: Level, number: Numbered, line: &str) -> Option<&str> {
    let rest = match level {
        Level::Paragraph => return None,
        Level::Item => {
            let (own, rest) = leading_number(line)?;
            let (own_branch, rest) = crate::statute::branch(rest);
            ((own, own_branch) == number).then_some(rest)?
        }
        Level::Subitem => {
            let first = line.chars().next()?;
            let same = ProvisionPath::subitem_number(first) == Some(number.0);
            line.get(first.len_utf8()..).filter(|_| same)?
        }
    };
    let rest = rest.strip_prefix('.')?;
    (!rest.starts_with(|c: char| c.is_ascii_digit())).then(|| rest.trim_start())
}

/// Consecutive 목 beside the 호, starting with 가.
struct Group {
    /// Number of 호 before it.
    above: usize,
    subitems: Vec<Node>,
}

fn restarts(subitem: &Node) -> bool {
    let number = subitem.text_of(&["목번호"]);
    let first = number.trim().chars().next().and_then(ProvisionPath::subitem_number);
    let text = subitem.text_of(&["목내용"]);
    first.or_else(|| mark(text.trim_start().lines().next()?).map(|(_, number, _)| number.0))
        == Some(1)
}

/// Returns the 호 that each group of 목 belongs to. Announcements ("다음 각 목") decide, then the 호 directly above;
/// otherwise none is assigned. Without any 호 they belong to the 항.
fn owners(items: &[Node], groups: &[Group]) -> Vec<Option<usize>> {
    let free = |at: &usize| items.get(*at).is_some_and(|item| !item.has(&["목"]));
    let announces = |at: &usize| {
        let item = items.get(*at).map(|item| item.text_of(&["호내용"])).unwrap_or_default();
        free(at) && ANNOUNCES_SUBITEMS.is_match(&item)
    };
    let announcing: Vec<usize> = (0..items.len()).filter(announces).collect();
    if announcing.len() == groups.len() {
        return announcing.into_iter().map(Some).collect();
    }
    let above: Vec<Option<usize>> =
        groups.iter().map(|group| group.above.checked_sub(1).filter(free)).collect();
    let distinct =
        above.windows(2).all(|pair| pair[0] < pair[1]) && above.iter().all(Option::is_some);
    if distinct { above } else { vec![None; groups.len()] }
}
