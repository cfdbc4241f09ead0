//! The report before it is drawn: sections, blocks and words.

use serde::Serialize;

/// A report, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Document {
    /// The title: 심의 결과 보고서.
    pub title: String,
    /// Number and advertiser: `AD-0412 · 가나의원`.
    pub subject: String,
    /// Footer of every page, which identifies a loose page: `초안 · AD-0412`.
    pub running: String,
    /// When it was written: `2026-11-21 22:33`.
    pub written: String,
    /// When it was written in seconds since 1970, for the metadata.
    #[serde(skip)]
    pub written_at: i64,
    /// Head and foot of a letter, which replace the report's.
    pub letter: Option<Letter>,
    /// The verdict (판정).
    pub banner: Option<Banner>,
    /// The blocks before the first heading.
    pub front: Vec<Block>,
    /// The sections.
    pub sections: Vec<Section>,
}

/// The parts that make a document a letter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Letter {
    /// The sender: 기관명.
    pub office: String,
    /// 문서번호, 시행일, 수신, 제목.
    pub rows: Vec<(String, Words)>,
    /// Why it may not be sent; empty when it may.
    pub draft: String,
    /// The day of issue.
    pub day: String,
    /// The signature: 발신 명의.
    pub signer: String,
    /// 주소, 담당부서, 전화, 전자우편.
    pub contact: Vec<(String, Words)>,
}

/// The verdict at the head.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Banner {
    /// A shape beside the word, because not everybody can see colour.
    pub shape: Shape,
    /// The tone, which gives the colour.
    pub tone: Tone,
    /// 불허, or the status of the case when there is no verdict.
    pub word: String,
    /// 초안 or 확정; empty without a verdict.
    pub state: String,
    /// Who or what made the verdict final, and what is still open.
    pub lines: Vec<Words>,
    /// The confidence (확신도), where there is one.
    pub confidence: Option<BannerConfidence>,
}

/// 확신도 in the banner.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BannerConfidence {
    /// The origin of the value.
    pub label: &'static str,
    /// The value: `.74`.
    pub value: String,
    /// What the value demands; empty once the verdict is final.
    pub band: &'static str,
}

/// One numbered part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The heading, without a number.
    pub title: String,
    /// The content.
    pub blocks: Vec<Block>,
}

/// One block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// The words.
        words: Words,
        /// Whether it is an explanation, set small and grey.
        aside: bool,
    },
    /// A heading inside a section.
    Subheading {
        /// The words.
        words: Words,
    },
    /// Names and values.
    Facts {
        /// Name and value.
        rows: Vec<(String, Words)>,
    },
    /// Wording before and after, one row each.
    Change {
        /// Name and wording.
        rows: Vec<(String, Words)>,
    },
    /// A table.
    Table(Table),
    /// Submitted wording in a box, with its line breaks.
    Wording {
        /// The words.
        words: Words,
    },
    /// A quote beside a bar.
    Quote {
        /// The words.
        words: Words,
        /// Colour of the bar.
        tone: Tone,
    },
    /// Numbered steps.
    Steps {
        /// Label and text, in order.
        steps: Vec<(String, Words)>,
    },
    /// Lines of a diff.
    Difference {
        /// Each line with its sign.
        lines: Vec<Words>,
    },
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// The caption, for screen readers.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, one cell for each column.
    pub rows: Vec<Vec<Words>>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Column {
    /// The heading.
    pub title: &'static str,
    /// The width, in hundredths of the table's.
    pub share: u8,
    /// Whether it contains figures, which are aligned right.
    pub figures: bool,
}

/// Words in a row.
pub type Words = Vec<Word>;

/// One element of a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Word {
    /// Text of one style, without line breaks and hidden characters.
    Text {
        /// The text.
        text: String,
        /// The style.
        #[serde(flatten)]
        look: Look,
    },
    /// A line break.
    Break,
    /// A shape.
    Shape {
        /// The shape.
        shape: Shape,
        /// The colour.
        tone: Tone,
    },
    /// A bar.
    Bar {
        /// The filled part, in hundredths.
        percent: u8,
    },
}

/// Style and meaning of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Look {
    /// Whether it is bold.
    pub strong: bool,
    /// Whether it is small and grey.
    pub small: bool,
    /// The colour, if any.
    pub tone: Option<Tone>,
    /// Background of the part of the advertisement that a claim covers.
    pub mark: Option<Tone>,
    /// The meaning of the text.
    pub role: Role,
}

/// The meaning of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Ordinary text.
    #[default]
    Plain,
    /// The number of the claim that ends here.
    Number,
    /// The number of an invisible character.
    Hidden,
    /// Wording that is removed.
    Deleted,
    /// Wording that is added.
    Inserted,
}

/// How good or bad a text is, shown by its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// In order.
    Good,
    /// Needs attention.
    Care,
    /// Not in order.
    Bad,
    /// Neither good nor bad.
    Calm,
}

/// A shape with the same meaning as the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// The sign ✓.
    Check,
    /// The sign ✕.
    Cross,
    /// The sign △.
    Triangle,
    /// The sign ○.
    Circle,
}
