//! Reads 조문, the rows of 법령 (조문단위) and 자치법규 (조).

use std::collections::HashSet;

use simui_domain::ProvisionPath;

use super::body::{Body, is_balanced};
use super::label::{Label, article_number, division, packed_number};
use super::notes::{Notes, first_day_note};
use super::structured::Units;
use super::tree::Node;
use super::words::{images, one_line, plain};
use crate::front_matter::date;
use crate::statute::Numbered;
use crate::text::clean;

/// Writer of the rows of one law.
pub(super) struct Articles<'a> {
    pub body: &'a mut Body,
    pub notes: &'a mut Notes,
    /// 시행일자 of the law.
    pub in_force: String,
    keys: HashSet<String>,
}

impl<'a> Articles<'a> {
    pub(super) fn new(body: &'a mut Body, notes: &'a mut Notes, in_force: String) -> Self {
        Self { body, notes, in_force, keys: HashSet::new() }
    }

    /// Reads a row, a heading or an article.
    pub(super) fn row(&mut self, mut node: Node) {
        let local = node.name == "조";
        let mut field = |names: &[&str]| node.take_text(names, &mut self.notes.unread);
        let number = field(&["조문번호"]);
        let branch = field(&["조문가지번호"]);
        let kind = one_line(&field(&["조문여부"]));
        let title = one_line(&field(&["조문제목", "조제목"]));
        let text = plain(&field(&["조문내용", "조내용"]));
        let key = one_line(&field(&["조문키"]));
        let numbers = [article_number(&number, &branch), packed_number(&number).filter(|_| local)];
        // In 자치법규 제4조의2 is encoded in six digits; the text confirms it.
        let number = one_line(&number);
        let number = if local && number.len() == 6 { [numbers[1], numbers[0]] } else { numbers };
        let label = Label::of(&text);
        let heading = kind == "전문" || kind == "N";
        let place = self.place(&number, label);
        self.repeated(&key, &place);
        if !["", "조문", "전문", "Y", "N"].contains(&kind.as_str()) {
            self.notes.find(
                &place,
                format!("조문여부 '{kind}'는 모르는 값입니다. 조문으로 읽었으니 확인하십시오."),
            );
        }
        let first = text.lines().next().unwrap_or_default();
        let looks_like_heading = title.is_empty() && label.is_none() && division(first).is_some();
        let certain_article = label.is_some_and(|label| label.is_certain());
        if (heading && !certain_article) || (looks_like_heading && !node.has(&["항", "호", "목"]))
        {
            if !heading && !kind.is_empty() {
                self.notes.find(&place, format!("조문여부는 '{kind}'이나 글이 편·장·절의 제목이어서 제목으로 읽었습니다: {first}"));
            }
            self.dates(&mut node, &place);
            let reference = plain(&node.take_text(&["조문참고자료"], &mut self.notes.unread));
            self.heading(&format!("{text}\n{reference}"));
            return self.notes.unread.rest(node);
        }
        if heading {
            self.notes.find(&place, "조문여부는 '전문'이나 글에 조 번호가 있어 조로 읽었습니다. 원문과 견주어 보십시오.");
        }
        self.article(node, &number, &title, &text);
    }

    fn place(&self, numbers: &[Option<Numbered>; 2], label: Option<Label<'_>>) -> String {
        let number = numbers.iter().flatten().next().copied();
        let number = number.or(label.map(|label| label.number));
        number.map_or_else(|| "조문".to_owned(), |(n, b)| ProvisionPath::article(n, b).to_string())
    }

    fn repeated(&mut self, key: &str, place: &str) {
        if !key.is_empty() && !self.keys.insert(key.to_owned()) {
            self.notes.find(
                place,
                format!(
                    "조문키 {key}가 되풀이됩니다. 같은 조가 두 번 들어 있지 않은지 확인하십시오."
                ),
            );
        }
    }

    /// Reads a row between articles: 편·장·절·관, or the preamble of a constitution.
    fn heading(&mut self, text: &str) {
        for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
            if let Some((unit, heading)) = division(line) {
                self.body.division(unit, &heading);
            } else if !self.body.in_article {
                self.body.loose(line);
            } else {
                self.notes.find("조문", format!("조와 조 사이에 제목이 아닌 글이 있어 본문에 넣지 않았습니다. 어느 조의 글인지 확인하십시오: {}", line.trim()));
            }
        }
    }

    fn article(
        &mut self,
        mut node: Node,
        numbers: &[Option<Numbered>; 2],
        title: &str,
        text: &str,
    ) {
        let stated = numbers.iter().flatten().copied();
        let label = Label::of(text).filter(|label| {
            label.is_certain() || stated.clone().any(|number| number == label.number)
        });
        let Some(number) = label.map(|label| label.number).or(numbers[0]).or(numbers[1]) else {
            let words = format!("{text} {}", node.all_text());
            return self.notes.find("조문", format!("조 번호를 알 수 없어 본문에 넣지 않았습니다. 원문에서 번호를 찾아 고치십시오: {}", words.trim()));
        };
        let path = ProvisionPath::article(number.0, number.1);
        let place = path.to_string();
        if let Some(stated) =
            numbers.iter().flatten().next().filter(|_| !numbers.contains(&Some(number)))
        {
            let stated = ProvisionPath::article(stated.0, stated.1);
            self.notes.find(&place, format!("조문번호는 {stated}이나 글은 {place}입니다. 글의 번호를 따랐으니 원문과 견주어 보십시오."));
        }
        let (heading, words) = self.title(&place, title, label, text);
        let mut added = self.dates(&mut node, &place);
        let mut units = Units::new(path.clone(), words, self.notes);
        if node.has(&["항", "호", "목"]) {
            units.read(&mut node);
        }
        if units.units.is_empty() {
            units.read_flat(node.name != "조");
        }
        let Units { words, units, .. } = units;
        let reference = plain(&node.take_text(&["조문참고자료"], &mut self.notes.unread));
        let notes = self.editors_notes(&place, &reference);
        if notes.contains("[시행일") {
            added.clear();
        }
        let texts = units.iter().map(|unit| unit.words.as_str()).chain([words.as_str()]);
        self.notes.images(place, texts.map(images).sum());
        self.body.article(&path, &heading, &words, &units, &format!("{notes}\n{added}"));
        self.notes.unread.rest(node);
    }

    /// Returns the title of the heading, and the text without its label. The title in the text takes
    /// precedence.
    fn title(
        &mut self,
        place: &str,
        stated: &str,
        label: Option<Label<'_>>,
        text: &str,
    ) -> (String, String) {
        let own = label.map(|label| one_line(label.title)).unwrap_or_default();
        let words = label.map_or(text, |label| label.rest).to_owned();
        if !own.is_empty() {
            if !stated.is_empty() && squeezed(stated) != squeezed(&own) {
                self.notes.find(place, format!("조문제목 '{stated}'이 글의 제목 '{own}'과 다릅니다. 글의 제목을 따랐으니 원문과 견주어 보십시오."));
            }
            return (own, words);
        }
        if is_balanced(stated) {
            return (stated.to_owned(), words);
        }
        self.notes
            .find(place, format!("조문제목의 괄호가 맞지 않아 제목 없이 들였습니다: {stated}"));
        (String::new(), words)
    }

    /// Reads the row's 시행일자 and changes; returns the note for its article.
    fn dates(&mut self, node: &mut Node, place: &str) -> String {
        let mut field = |name: &str| one_line(&node.take_text(&[name], &mut self.notes.unread));
        let (day, before) = (field("조문시행일자"), field("조문이동이전"));
        let (after, changed) = (field("조문이동이후"), field("조문변경여부"));
        let kinds = [field("조문제개정유형"), field("조문제개정일자문자열")].join(" ");
        for (value, what) in [(before, "이동 전"), (after, "이동 후")] {
            if !value.is_empty() {
                self.notes.change(place, &format!("{what}: {value}"));
            }
        }
        if changed == "Y" {
            self.notes.change(place, "변경");
        }
        if !kinds.trim().is_empty() {
            self.notes.change(place, kinds.trim());
        }
        let same = date(&day).is_some_and(|day| date(&self.in_force) == Some(day));
        if day.is_empty() || same {
            return String::new();
        }
        self.notes.other_day(&day, place.to_owned());
        date(&day).map_or_else(String::new, first_day_note)
    }

    /// Returns the editors' notes, which are no law. Text that only resembles a note is reported and left
    /// out.
    fn editors_notes(&mut self, place: &str, reference: &str) -> String {
        let mut notes = Vec::new();
        let mut about_days = false;
        for line in reference.split('\n').filter(|line| !line.trim().is_empty()) {
            about_days |= line.trim().starts_with("[시행일");
            if about_days || clean(line).is_empty() {
                notes.push(line.trim());
            } else {
                self.notes.find(
                    place,
                    format!(
                        "조문참고자료에 주석인지 알 수 없는 글이 있어 본문에 넣지 않았습니다: {}",
                        line.trim()
                    ),
                );
            }
        }
        notes.join("\n")
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}
