//! Templates of letters: data files with blocks whose text has placeholders.

use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior, context};
use serde::Deserialize;
use simui_store::PaperKind;

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::report::document::{Block, Role, Section, Tone};
use crate::report::text::{Phrase, plain};

/// A template as its file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The edition of the wording.
    pub version: u32,
    /// The title of the paper.
    pub title: String,
    /// The subject of the paper.
    pub subject: String,
    /// The blocks before the first heading.
    #[serde(default)]
    front: Vec<Piece>,
    /// The sections, in order.
    section: Vec<Part>,
    /// The file name, for error messages.
    #[serde(skip)]
    file: &'static str,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    title: String,
    when: Option<String>,
    #[serde(default)]
    block: Vec<Piece>,
}

/// A block with the condition under which it is printed.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Piece {
    Paragraph { when: Option<String>, text: String },
    Aside { when: Option<String>, text: String },
    Subheading { when: Option<String>, text: String },
    Wording { when: Option<String>, text: String },
    Quote { when: Option<String>, text: String },
    Facts { when: Option<String>, rows: Vec<(String, String)> },
    Change { when: Option<String>, before: String, after: String, why: String },
    Each { list: String, block: Vec<Piece> },
}

impl Template {
    /// Returns the template of a kind of paper.
    pub fn of(kind: PaperKind) -> Result<Self, ApiError> {
        let (file, text) = match kind {
            PaperKind::Letter => ("letter.toml", include_str!("templates/letter.toml")),
            PaperKind::Notice => ("notice.toml", include_str!("templates/notice.toml")),
        };
        read(file, text)
    }

    /// Returns title, subject and blocks with the fields of a paper inserted.
    pub fn fill(&self, fields: &Value) -> Result<Filled, ApiError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let filling = Filling { environment, file: self.file };
        let mut sections = Vec::new();
        for part in &self.section {
            if filling.holds(part.when.as_deref(), fields)? {
                let title = filling.text(&part.title, fields)?;
                sections.push(Section { title, blocks: filling.blocks(&part.block, fields)? });
            }
        }
        Ok(Filled {
            title: filling.text(&self.title, fields)?,
            subject: filling.text(&self.subject, fields)?,
            front: filling.blocks(&self.front, fields)?,
            sections,
        })
    }
}

fn read(file: &'static str, text: &str) -> Result<Template, ApiError> {
    let read: Result<Template, toml::de::Error> = toml::from_str(text);
    let template = read.map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
        ApiError::invalid(
            ErrorCode::DataDamaged,
            &[("path", &file), ("line", &line)],
            format!("report: template {file}, line {line}: {}; mend the file", error.message()),
        )
    })?;
    Ok(Template { file, ..template })
}

/// A template with its fields inserted.
#[derive(Debug)]
pub struct Filled {
    /// The title of the paper.
    pub title: String,
    /// The subject of the paper.
    pub subject: String,
    /// The blocks before the first heading.
    pub front: Vec<Block>,
    /// The sections.
    pub sections: Vec<Section>,
}

struct Filling {
    environment: Environment<'static>,
    file: &'static str,
}

impl Filling {
    fn failed(&self, source: &str, error: &minijinja::Error) -> ApiError {
        let start: String = source.chars().take(60).collect();
        let message =
            format!("report: template {}, {start:?}: {error:#}; mend the file", self.file);
        ApiError::invalid(ErrorCode::ReportFailed, &[], message)
    }

    fn text(&self, source: &str, fields: &Value) -> Result<String, ApiError> {
        let filled = self.environment.render_named_str("words", source, fields);
        filled.map_err(|error| self.failed(source, &error))
    }

    fn holds(&self, when: Option<&str>, fields: &Value) -> Result<bool, ApiError> {
        let Some(when) = when else { return Ok(true) };
        let asked = self.environment.compile_expression(when).and_then(|it| it.eval(fields));
        Ok(asked.map_err(|error| self.failed(when, &error))?.is_true())
    }

    fn blocks(&self, pieces: &[Piece], fields: &Value) -> Result<Vec<Block>, ApiError> {
        let mut blocks = Vec::new();
        for piece in pieces {
            self.piece(piece, fields, &mut blocks)?;
        }
        Ok(blocks)
    }

    fn piece(&self, piece: &Piece, fields: &Value, into: &mut Vec<Block>) -> Result<(), ApiError> {
        let words = |text: &str| self.text(text, fields).map(|text| plain(&text));
        match piece {
            Piece::Paragraph { when, text } if self.holds(when.as_deref(), fields)? => {
                into.push(Block::Paragraph { words: words(text)?, aside: false });
            }
            Piece::Aside { when, text } if self.holds(when.as_deref(), fields)? => {
                into.push(Block::Paragraph { words: words(text)?, aside: true });
            }
            Piece::Subheading { when, text } if self.holds(when.as_deref(), fields)? => {
                into.push(Block::Subheading { words: words(text)? });
            }
            Piece::Wording { when, text } if self.holds(when.as_deref(), fields)? => {
                into.push(Block::Wording { words: words(text)? });
            }
            Piece::Quote { when, text } if self.holds(when.as_deref(), fields)? => {
                into.push(Block::Quote { words: words(text)?, tone: Tone::Calm });
            }
            Piece::Facts { when, rows } if self.holds(when.as_deref(), fields)? => {
                let filled = rows
                    .iter()
                    .map(|(name, value)| Ok((self.text(name, fields)?, words(value)?)))
                    .collect::<Result<_, ApiError>>()?;
                into.push(Block::Facts { rows: filled });
            }
            Piece::Change { when, before, after, why }
                if self.holds(when.as_deref(), fields)? =>
            {
                let (before, after) = (self.text(before, fields)?, self.text(after, fields)?);
                into.push(change(&before, &after, &self.text(why, fields)?));
            }
            Piece::Each { list, block } => {
                let items =
                    self.environment.compile_expression(list).and_then(|it| it.eval(fields));
                let items = items.and_then(|items| items.try_iter());
                for it in items.map_err(|error| self.failed(list, &error))? {
                    into.extend(self.blocks(block, &context! { it, ..fields.clone() })?);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns a block with the wording before and after. An empty wording after means that it is removed.
fn change(before: &str, after: &str, why: &str) -> Block {
    let after = match after {
        "" => Phrase::new().small("이 표현을 지움").words(),
        after => Phrase::new().role(after, Role::Inserted).words(),
    };
    let mut rows = vec![
        ("지금 문구".to_owned(), Phrase::new().role(before, Role::Deleted).words()),
        ("고친 문구".to_owned(), after),
    ];
    if !why.is_empty() {
        rows.push(("까닭".to_owned(), plain(why)));
    }
    Block::Change { rows }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn check(text: &str, expected: &str) {
        let error = match read("t.toml", text) {
            Err(error) => error,
            Ok(template) => template.fill(&context! { a => "가" }).unwrap_err(),
        };
        assert!(error.to_string().contains(expected), "{error}");
    }

    #[test]
    fn errors_name_file_and_place() {
        check("version = 1\ntitle = 2\n", "template t.toml, line 2");
        check("version = 1\ntitle = \"\"\nsubject = \"\"\nsection = []\nmore = 1\n", "line 5");
        let head = "version = 1\ntitle = \"t\"\nsubject = \"s\"\n";
        check(&format!("{head}[[section]]\ntitle = \"{{{{ b }}}}\"\n"), "{{ b }}");
        check(&format!("{head}[[section]]\ntitle = \"x\"\nwhen = \"a ==\"\n"), "a ==");
        check(
            &format!("{head}[[section]]\ntitle = \"x\"\n[[section.block]]\nkind = \"table\"\n"),
            "line 7",
        );
    }

    #[test]
    fn words_cannot_add_blocks() {
        let text = "version = 1\ntitle = \"t\"\nsubject = \"s\"\n[[front]]\nkind = \"paragraph\"\ntext = \"{{ a }}\"\n[[section]]\ntitle = \"x\"\n";
        let hostile = "{{ 7*7 }}</p><script>\n[[front]]\nkind = \"quote\"";
        let filled = read("t.toml", text).unwrap().fill(&context! { a => hostile }).unwrap();
        assert_eq!(filled.front, [Block::Paragraph { words: plain(hostile), aside: false }]);
    }
}
