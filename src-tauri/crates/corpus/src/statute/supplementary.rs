//! Reads 부칙: one block for every amendment, with articles that start again at 제1조.
//!
//! The articles of a block quote other laws. "제23조제1항 중 … 로 한다." is an amendment, and "제101조의2(모집광고) ①" after
//! "다음과 같이 신설한다." is inserted text. Neither is an article of the 부칙. The numbering is used to tell them
//! apart.

use simui_domain::{ArticlePart, ProvisionPath};

use super::amendment::{amends, announces_quotation, header, left_out, paragraph, range_end};
use super::draft::{Draft, Level};
use super::marker::{self, Marker, marker};
use super::outline::Outline;
use super::sequence::{Numbered, follows};
use crate::text::{Line, bracketed};

/// A titled line in an amendment that skips more numbers than this is a quotation from another law.
const SMALL_STEP: u32 = 3;

/// The structure of the current block.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    /// Nothing read yet.
    #[default]
    Open,
    /// 제1조, 제2조, …, with the last number read (the end of a range such as 제2조부터 제7조까지).
    Articles(Numbered),
    /// ①, ②, … without 조, with the last number read.
    Paragraphs(u32),
    /// A single sentence.
    Sentence,
}

/// The state of reading the 부칙.
#[derive(Debug, Default)]
pub(super) struct Supplementary {
    /// `부칙(2018. 3. 27. 제15540호)`.
    key: String,
    /// The header as written.
    header: String,
    arrangement: Arrangement,
    /// Whether the last article read was a range, whose last number may occur again with its text.
    after_range: bool,
    /// The number of the last 항 read in the current article. After "②부터 ⑤까지 생략" it is 5.
    last_paragraph: u32,
    /// Whether the article amends other laws, so that its lists are quotations.
    amending: bool,
    /// Whether the previous line announced quoted text ("다음과 같이 한다.").
    quoting: bool,
}

impl Supplementary {
    /// Starts a new block with the given key.
    pub(super) fn block(&mut self, key: String, header: &str) {
        *self = Self { key, header: header.to_owned(), ..Self::default() };
    }

    /// A line that is neither blank nor a Markdown heading (other than of an article).
    pub(super) fn line(&mut self, outline: &mut Outline<'_>, line: &Line<'_>) {
        let text = line.trimmed();
        if let Some(key) = header(text) {
            outline.heading(line);
            return self.block(key, text);
        }
        outline.first_day(line);
        let quoted = std::mem::replace(&mut self.quoting, announces_quotation(text));
        let opened = !quoted && self.opens_article(outline, line);
        if !opened {
            if outline.draft.is_none() {
                self.open(outline, line, self.key.clone(), None, 0);
                self.arrangement = Arrangement::Sentence;
            } else if !quoted {
                self.open_unit(outline, line);
            }
        }
        if let Some(draft) = &mut outline.draft {
            draft.extend(line);
        }
        if opened {
            self.split_first_paragraph(outline, line);
        }
    }

    fn opens_article(&mut self, outline: &mut Outline<'_>, line: &Line<'_>) -> bool {
        let text = line.trimmed();
        let marked = matches!(marker(text), Some(Marker::Article { .. }));
        if line.indent() > 0 && !marked {
            return false;
        }
        let heading = text.trim_start_matches('#').trim_start();
        if let Some((number, branch, title, rest)) = marker::article(heading) {
            return self.numbered_article(outline, line, (number, branch), title, rest);
        }
        match paragraph(text) {
            Some((number, length)) => self.paragraph_article(outline, line, number, length),
            None => false,
        }
    }

    fn numbered_article(
        &mut self,
        outline: &mut Outline<'_>,
        line: &Line<'_>,
        number: Numbered,
        title: &str,
        rest: &str,
    ) -> bool {
        let last = match self.arrangement {
            Arrangement::Articles(last) => last,
            Arrangement::Open | Arrangement::Sentence => (0, 0),
            Arrangement::Paragraphs(_) => return false,
        };
        let overlaps = self.after_range && number == last;
        let in_order = follows(last, number) || overlaps;
        let left_out = left_out(rest);
        let first = self.arrangement == Arrangement::Open;
        let untitled_sentence = title.is_empty() && !amends(rest);
        let accepted = match left_out {
            Some(_) => in_order || (first && title.is_empty()),
            // Laws may skip numbers. Among amendments of other laws only a small step is accepted.
            None if !title.is_empty() => {
                let skips = number.0 > last.0 && number.1 == 0;
                in_order || (skips && (!self.amending || number.0 <= last.0 + SMALL_STEP))
            }
            None => in_order && untitled_sentence && (first || !self.amending),
        };
        if !accepted {
            return false;
        }
        let end = left_out.filter(|end| *end > number.0);
        let path = ProvisionPath::article(number.0, number.1);
        let key = match end {
            Some(end) => format!("{} {path}부터 제{end}조까지", self.key),
            None => format!("{} {path}", self.key),
        };
        let words = match left_out {
            Some(_) => left_out_words(line.trimmed()),
            None => line.trimmed().len() - rest.len(),
        };
        self.amending = title.contains("개정")
            && ["다른", "타법", "타 법", "관계"].iter().any(|word| title.contains(word));
        self.last_paragraph = 0;
        self.open(outline, line, key.clone(), Some(path), words);
        if let Some(draft) = &mut outline.draft {
            draft.title = title.to_owned();
        }
        if !in_order && !first {
            outline.find(
                line,
                &key,
                "부칙의 조 번호가 건너뜁니다. 사이의 조가 빠지지 않았는지 확인하십시오.",
            );
        }
        self.arrangement = Arrangement::Articles(end.map_or(number, |end| (end, 0)));
        self.after_range = end.is_some();
        true
    }

    /// Reads a 부칙 in the old style, with ①, ② instead of articles.
    fn paragraph_article(
        &mut self,
        outline: &mut Outline<'_>,
        line: &Line<'_>,
        number: u32,
        length: usize,
    ) -> bool {
        let last = match self.arrangement {
            Arrangement::Paragraphs(last) => last,
            Arrangement::Open => 0,
            Arrangement::Articles(_) | Arrangement::Sentence => return false,
        };
        if number != last + 1 {
            return false;
        }
        let text = line.trimmed();
        let rest = text.get(length..).unwrap_or_default();
        let end = range_end(rest).filter(|end| *end > number);
        let key = match end {
            Some(end) => format!("{} 제{number}항부터 제{end}항까지", self.key),
            None => format!("{} 제{number}항", self.key),
        };
        let title = bracketed(rest).map_or("", |(title, _)| title);
        self.amending = title.contains("개정");
        let words = end.map_or(length, |_| left_out_words(text));
        self.open(outline, line, key, None, words);
        if let Some(draft) = &mut outline.draft {
            draft.title = title.to_owned();
        }
        self.arrangement = Arrangement::Paragraphs(end.unwrap_or(number));
        true
    }

    fn open(
        &self,
        outline: &mut Outline<'_>,
        line: &Line<'_>,
        key: String,
        path: Option<ProvisionPath>,
        words: usize,
    ) {
        let mut draft = Draft::open(ArticlePart::Supplementary, key, path, line, words);
        if !self.header.is_empty() {
            draft.breadcrumb.push(self.header.clone());
        }
        outline.open(draft, line);
    }

    /// Starts a 항, or outside amendments of other laws a 호 or 목, if the numbering fits.
    fn open_unit(&mut self, outline: &mut Outline<'_>, line: &Line<'_>) {
        let Some(draft) = outline.draft.as_mut().filter(|draft| draft.numbered) else { return };
        let Some(last) = draft.last().map(|unit| unit.path.clone()) else { return };
        let text = line.trimmed();
        if let Some((number, length)) = paragraph(text).filter(|_| line.indent() == 0) {
            if number == self.last_paragraph + 1 {
                let end = range_end(text.get(length..).unwrap_or_default());
                let words = end.map_or(length, |_| left_out_words(text));
                let path = ProvisionPath { paragraph: number, ..last.whole_article() };
                draft.push(path, Level::Paragraph, line, words);
                self.last_paragraph = end.unwrap_or(number);
            }
            return;
        }
        if self.amending {
            return;
        }
        match marker(text) {
            Some(Marker::Item { number, branch, length, .. })
                if follows((last.item, last.item_branch), (number, branch)) =>
            {
                let path = ProvisionPath { item: number, item_branch: branch, subitem: 0, ..last };
                draft.push(path, Level::Item, line, length);
            }
            Some(Marker::Subitem { number, length, .. })
                if line.indent() > 0 && last.item > 0 && number == last.subitem + 1 =>
            {
                draft.push(ProvisionPath { subitem: number, ..last }, Level::Subitem, line, length);
            }
            _ => {}
        }
    }

    /// Handles a first 항 on the line of its 조: `제3조(제목) ①이 법은`.
    fn split_first_paragraph(&mut self, outline: &mut Outline<'_>, line: &Line<'_>) {
        let Some(draft) = outline.draft.as_mut().filter(|draft| draft.numbered) else { return };
        let text = line.trimmed();
        let heading = text.trim_start_matches('#').trim_start();
        let Some((.., rest)) = marker::article(heading) else { return };
        let Some((1, length)) = paragraph(rest) else { return };
        let mark = text.len() - rest.len();
        let Some(article) = draft.last().map(|unit| unit.path.whole_article()) else { return };
        let path = ProvisionPath { paragraph: 1, ..article };
        let end = range_end(rest.get(length..).unwrap_or_default());
        let words = end.map_or(mark + length, |_| left_out_words(text));
        draft.push_inline(path, line, mark, words);
        self.last_paragraph = end.unwrap_or(1);
    }
}

/// The position of `생략` (or `삭제`) in `제2조부터 제7조까지 생략`.
fn left_out_words(line: &str) -> usize {
    line.rfind("생략").or_else(|| line.rfind("삭제")).unwrap_or_default()
}
