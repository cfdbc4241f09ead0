//! Reads the 신의료기술평가 고시 목록 in CSV or JSON Lines: `tech-registry/2`.
//!
//! CSV columns (any order, a header line first): `기술명` (required), `고시번호`, `고시일`, `다른이름` (several separated
//! by `|`), `사용대상` (the patients for whom it was evaluated), `평가결과` (안전성·유효성 인정, 평가 유예, 제한적 의료기술,
//! 혁신의료기술; the first where it is empty). Lines that begin with `#` are notes.
//! JSON Lines: `{"기술명": "…", "고시번호": "…", "고시일": "2024-03-01", "다른이름": ["…"], "사용대상": "…"}`. The English
//! names `name`, `notice`, `evaluated_on`, `aliases`, `indication` and `standing` are understood too.

use std::ops::Range;

use csv::StringRecord;
use simui_domain::{
    Article, ArticlePart, Clock, Document, DocumentKind, LawStanding, Span, Technology,
    TechnologyStanding,
};
use simui_store::ImportedDocument;

use crate::front_matter::date;
use crate::markdown::file_stem;
use crate::reading::{Finding, KindHint, Reading, SourceFile};
use crate::text::{Position, lines, shortened};

/// The name of this reader in `Document::reader`.
pub(crate) const READER: &str = "tech-registry/2";

/// One entry of the file, before its date is parsed.
#[derive(Debug, Default)]
struct Row {
    /// Counted from 0.
    line: usize,
    /// The byte range of the entry in the text, including blank lines around it.
    bytes: Range<usize>,
    name: String,
    notice: String,
    evaluated_on: String,
    aliases: Vec<String>,
    indication: String,
    standing: String,
}

/// Sign at the beginning of a line of notes.
const NOTE: u8 = b'#';

/// Whether a table is such a list: either the user says so or its first line names the column 기술명.
pub(crate) fn is_list(text: &str, hint: KindHint) -> bool {
    let mut lines = text.lines().skip_while(|line| line.as_bytes().first() == Some(&NOTE));
    let mut named = || lines.next().unwrap_or_default().contains("기술명");
    hint.map_or_else(&mut named, |kind| kind == DocumentKind::TechRegistry)
}

/// Reads a list. Entries without a name or with an unreadable date are reported as findings. The other
/// entries are accepted.
pub(crate) fn read(
    source: &SourceFile,
    sha256: String,
    text: &str,
    csv: bool,
    clock: &Clock,
) -> Result<Reading, Finding> {
    let mut findings = Vec::new();
    let rows = if csv { csv_rows(text, &mut findings)? } else { json_rows(text, &mut findings) };
    let title = file_stem(&source.path);
    let document = Document {
        id: clock.new_id(),
        kind: DocumentKind::TechRegistry,
        source_key: title.clone(),
        title,
        version: String::new(),
        promulgated_on: None,
        effective_from: None,
        effective_to: None,
        standing: LawStanding::default(),
        digest: false,
        source_path: source.path.clone(),
        sha256,
        reader: READER.to_owned(),
        body: text.to_owned(),
    };
    let mut places = Places::new(text);
    let mut articles: Vec<Article> = Vec::new();
    let mut technologies: Vec<Technology> = Vec::new();
    for row in rows {
        let place = format!("line {}", row.line + 1);
        match technology(&row) {
            Err(reason) => findings.push(Finding::new(place, reason)),
            Ok(technology) if technologies.iter().any(|known| known.name == technology.name) => {
                findings.push(Finding::new(
                    place,
                    "같은 기술명이 되풀이됩니다. 처음 것만 저장했습니다.",
                ));
            }
            Ok(technology) => {
                let Span { start, end } = places.entry(row.bytes);
                articles.push(Article {
                    id: clock.new_id(),
                    seq: articles.len(),
                    part: ArticlePart::Section,
                    key: technology.name.clone(),
                    breadcrumb: Vec::new(),
                    title: technology.name.clone(),
                    start,
                    end,
                    deleted: false,
                    effective_from: None,
                    effective_to: None,
                    provisions: Vec::new(),
                });
                technologies.push(technology);
            }
        }
    }
    places.others(text.len());
    let imported = ImportedDocument { document, articles, chunks: Vec::new() };
    Ok(Reading { imported, findings, headings: places.headings, technologies })
}

/// Converts byte ranges, in order, to trimmed character spans, and records the text between them.
struct Places<'a> {
    text: &'a str,
    at: Position,
    headings: Vec<Span>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: Position { byte: 0, char: 0 }, headings: Vec::new() }
    }

    fn entry(&mut self, bytes: Range<usize>) -> Span {
        self.others(bytes.start);
        self.until(bytes.end).unwrap_or(Span { start: self.at.char, end: self.at.char })
    }

    /// Records the header row and entries that were not accepted.
    fn others(&mut self, byte: usize) {
        let span = self.until(byte);
        self.headings.extend(span);
    }

    fn until(&mut self, byte: usize) -> Option<Span> {
        let piece = self.text.get(self.at.byte..byte).unwrap_or_default();
        let start = self.at.char;
        self.at.byte += piece.len();
        self.at.char += piece.chars().count();
        let before = piece.len() - piece.trim_start().len();
        let chars = |words: &str| words.chars().count();
        let start = start + piece.get(..before).map_or(0, chars);
        let end = start + chars(piece.trim());
        (start < end).then_some(Span { start, end })
    }
}

fn technology(row: &Row) -> Result<Technology, &'static str> {
    let name = row.name.trim();
    if name.is_empty() {
        return Err("기술명이 없습니다. 채워 넣고 다시 가져오십시오.");
    }
    let evaluated_on = match row.evaluated_on.trim() {
        "" => None,
        text => Some(date(text).ok_or("고시일을 읽을 수 없습니다. 2024-03-01 꼴로 고치십시오.")?),
    };
    let standing = TechnologyStanding::read(&row.standing).ok_or(
        "평가결과를 읽을 수 없습니다. ‘안전성·유효성 인정’, ‘평가 유예’, ‘제한적 의료기술’, ‘혁신의료기술’ 가운데 하나로 고치십시오.",
    )?;
    let aliases = row.aliases.iter().map(|alias| alias.trim().to_owned());
    Ok(Technology {
        name: name.to_owned(),
        aliases: aliases.filter(|alias| !alias.is_empty()).collect(),
        notice: row.notice.trim().to_owned(),
        evaluated_on,
        indication: row.indication.trim().to_owned(),
        standing,
    })
}

fn csv_rows(text: &str, findings: &mut Vec<Finding>) -> Result<Vec<Row>, Finding> {
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.flexible(true).comment(Some(NOTE)).from_reader(text.as_bytes());
    let headers = reader
        .headers()
        .map_err(|error| {
            Finding::new("line 1", format!("CSV를 읽을 수 없습니다: {}", shortened(error)))
        })?
        .clone();
    let column = |names: &[&str]| headers.iter().position(|header| names.contains(&header.trim()));
    let name = column(&["기술명", "name"]).ok_or_else(|| {
        Finding::new("line 1", "'기술명' 열이 없어 신의료기술 목록으로 읽을 수 없습니다. 첫 줄에 열 이름을 적어 주십시오.")
    })?;
    let notice = column(&["고시번호", "notice"]);
    let evaluated_on = column(&["고시일", "고시일자", "evaluated_on"]);
    let aliases = column(&["다른이름", "별칭", "aliases"]);
    let indication = column(&["사용대상", "indication"]);
    let standing = column(&["평가결과", "평가 결과", "standing"]);
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    loop {
        let start = byte_of(&reader);
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Err(error) => findings.push(Finding::whole_file(format!(
                "CSV의 한 줄을 읽을 수 없습니다: {}",
                shortened(error)
            ))),
            Ok(true) => {
                let field =
                    |at: Option<usize>| at.and_then(|at| record.get(at)).unwrap_or_default();
                let line = record.position().map_or(0, |at| at.line().saturating_sub(1));
                rows.push(Row {
                    line: usize::try_from(line).unwrap_or_default(),
                    bytes: start..byte_of(&reader),
                    name: field(Some(name)).to_owned(),
                    notice: field(notice).to_owned(),
                    evaluated_on: field(evaluated_on).to_owned(),
                    aliases: field(aliases).split('|').map(str::to_owned).collect(),
                    indication: field(indication).to_owned(),
                    standing: field(standing).to_owned(),
                });
            }
        }
    }
    Ok(rows)
}

/// The byte offset that the reader has reached.
fn byte_of(reader: &csv::Reader<&[u8]>) -> usize {
    usize::try_from(reader.position().byte()).unwrap_or_default()
}

fn json_rows(text: &str, findings: &mut Vec<Finding>) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in lines(text).iter().filter(|line| !line.is_blank()) {
        let (line, words, start) = (line.number, line.text, line.start.byte);
        let Ok(value) = serde_json::from_str::<serde_json::Value>(words) else {
            let place = format!("line {}", line + 1);
            findings.push(Finding::new(place, "JSON이 아닙니다. 한 줄에 한 항목씩 적어 주십시오."));
            continue;
        };
        let field = |names: &[&str]| {
            let found = names.iter().find_map(|name| value.get(name)?.as_str());
            found.unwrap_or_default().to_owned()
        };
        let list = ["다른이름", "aliases"].iter().find_map(|name| value.get(name)?.as_array());
        rows.push(Row {
            line,
            bytes: start..start + words.len(),
            name: field(&["기술명", "name"]),
            notice: field(&["고시번호", "notice"]),
            evaluated_on: field(&["고시일", "evaluated_on"]),
            indication: field(&["사용대상", "indication"]),
            standing: field(&["평가결과", "standing"]),
            aliases: list
                .map(|list| {
                    list.iter().filter_map(|alias| alias.as_str()).map(str::to_owned).collect()
                })
                .unwrap_or_default(),
        });
    }
    rows
}
