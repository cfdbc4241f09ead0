//! The report before it is drawn: sections of blocks of words.

use serde::Serialize;

/// A report, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Document {
    /// 심의 결과 보고서.
    pub title: String,
    /// Number and advertiser: `AD-0412 · 가나의원`.
    pub subject: String,
    /// What stands at the foot of every page, so that a loose page still says what it is: `초안 · AD-0412`.
    pub running: String,
    /// When it was written, `2026-11-21 22:33`.
    pub written: String,
    /// The same as seconds since 1970, for the metadata.
    #[serde(skip)]
    pub written_at: i64,
    /// Head and foot of a letter, in place of the report's.
    pub letter: Option<Letter>,
    /// 판정.
    pub banner: Option<Banner>,
    /// What stands above the first heading.
    pub front: Vec<Block>,
    /// The rest.
    pub sections: Vec<Section>,
}

/// What makes a document a letter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Letter {
    /// Who writes: 기관명.
    pub office: String,
    /// 문서번호, 시행일, 수신, 제목.
    pub rows: Vec<(String, Words)>,
    /// Why it may not be sent; empty when it may.
    pub draft: String,
    /// The day it was issued.
    pub day: String,
    /// 발신 명의.
    pub signer: String,
    /// 주소, 담당부서, 전화, 전자우편.
    pub contact: Vec<(String, Words)>,
}

/// The verdict at the head.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Banner {
    /// A shape beside the word: colour alone tells nobody who cannot see it.
    pub shape: Shape,
    /// How it reads.
    pub tone: Tone,
    /// 불허, or where the case stands when there is no verdict.
    pub word: String,
    /// 초안 or 확정; empty without a verdict.
    pub state: String,
    /// Who or what made it so, and what is still to come.
    pub lines: Vec<Words>,
    /// 확신도.
    pub confidence: Option<Sureness>,
}

/// 확신도, as the banner shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sureness {
    /// Whose it is.
    pub label: &'static str,
    /// `.74`.
    pub value: String,
    /// What it asks for; empty once the verdict stands.
    pub band: &'static str,
}

/// One numbered part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// Its heading, without a number.
    pub title: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// One block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// Its words.
        words: Words,
        /// Small and grey: an explanation.
        aside: bool,
    },
    /// A heading inside a section.
    Subheading {
        /// Its words.
        words: Words,
    },
    /// Names and values.
    Facts {
        /// Name, value.
        rows: Vec<(String, Words)>,
    },
    /// Wording before and after, a row each: names and what stands for them.
    Change {
        /// Name, words.
        rows: Vec<(String, Words)>,
    },
    /// A table.
    Table(Table),
    /// Wording as it was handed in, line breaks kept, in a box.
    Wording {
        /// Its words.
        words: Words,
    },
    /// A quote in a bar of its own.
    Quote {
        /// Its words.
        words: Words,
        /// Colour of the bar.
        tone: Tone,
    },
    /// Numbered steps: label, text.
    Steps {
        /// In order.
        steps: Vec<(String, Words)>,
    },
    /// Lines of a difference.
    Difference {
        /// Each line with its sign.
        lines: Vec<Words>,
    },
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// What it is, for those who hear the page.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell a column.
    pub rows: Vec<Vec<Words>>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Column {
    /// Its heading.
    pub title: &'static str,
    /// Its width, in hundredths of the table's.
    pub share: u8,
    /// Figures stand to the right.
    pub figures: bool,
}

/// Words in a row.
pub type Words = Vec<Word>;

/// Something that stands in a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Word {
    /// Text of one look, free of line breaks and of hidden characters.
    Text {
        /// It.
        text: String,
        /// How it looks.
        #[serde(flatten)]
        look: Look,
    },
    /// A new line.
    Break,
    /// A shape.
    Shape {
        /// Which.
        shape: Shape,
        /// Its colour.
        tone: Tone,
    },
    /// A bar filled to a part in `0.0..=1.0`.
    Bar {
        /// Filled so far, in hundredths.
        percent: u8,
    },
}

/// How a text looks and what it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Look {
    /// Heavy.
    pub strong: bool,
    /// Grey and smaller.
    pub small: bool,
    /// Coloured.
    pub tone: Option<Tone>,
    /// Underlaid: the part of the advertisement that a claim covers.
    pub mark: Option<Tone>,
    /// What it stands for.
    pub role: Role,
}

/// What a text stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Itself.
    #[default]
    Plain,
    /// The number of the claim that ends here.
    Number,
    /// A character that cannot be seen, by its number.
    Hidden,
    /// Wording that goes.
    Deleted,
    /// Wording that comes.
    Inserted,
}

/// How something reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// In order.
    Good,
    /// Take care.
    Care,
    /// Not in order.
    Bad,
    /// Neither.
    Calm,
}

/// A shape that says what the colour says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// ✓
    Check,
    /// ✕
    Cross,
    /// △
    Triangle,
    /// ○
    Circle,
}
