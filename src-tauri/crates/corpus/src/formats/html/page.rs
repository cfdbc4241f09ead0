//! Reads the elements of a page in order.

use std::collections::BTreeSet;

use dom_query::NodeRef;

use super::visibility::{Visibility, is_painted, is_white};
use crate::formats::transcript::{Block, LeftOut, Transcript};

/// Deepest nesting that is read as elements; deeper content is plain text.
const DEEPEST: usize = 120;

/// A page while it is read.
pub(super) struct Page<'s> {
    pub(super) visibility: &'s Visibility,
    pub(super) transcript: Transcript,
    /// Text of the current paragraph.
    open: String,
    /// Number of the next paragraph.
    pub(super) mark: String,
    pub(super) paragraphs: usize,
    pub(super) strange: BTreeSet<&'static str>,
}

/// Properties that an element inherits.
#[derive(Clone, Copy, Default)]
pub(super) struct Above {
    pub depth: usize,
    pub white: bool,
    pub painted: bool,
    /// Whether line breaks are kept, as in `<pre>`.
    pub verbatim: bool,
    /// Whether the position is inside an article or the main part, whose footers belong to the text.
    pub inside: bool,
}

impl<'s> Page<'s> {
    pub(super) fn new(visibility: &'s Visibility) -> Self {
        Self {
            visibility,
            transcript: Transcript::default(),
            open: String::new(),
            mark: String::new(),
            paragraphs: 0,
            strange: BTreeSet::new(),
        }
    }

    pub(super) fn read(&mut self, root: &NodeRef<'_>) {
        self.children(root, Above::default());
        self.close(None);
    }

    pub(super) fn finish(mut self) -> Transcript {
        // A single h1 is the title of the page; several are its chapters.
        let is_title = |block: &&Block| matches!(block, Block::Paragraph { heading: Some(0), .. });
        if self.transcript.blocks.iter().filter(is_title).count() > 1 {
            for block in &mut self.transcript.blocks {
                if let Block::Paragraph { heading: Some(level), .. } = block {
                    *level += 1;
                }
            }
        }
        if !self.strange.is_empty() {
            let names = self.strange.into_iter().collect::<Vec<_>>().join(", ");
            self.transcript.find(
                "",
                format!("읽지 않는 것이 있습니다({names}). 그 속에 글이 있으면 따로 가져오십시오."),
            );
        }
        self.transcript
    }

    pub(super) fn children(&mut self, parent: &NodeRef<'_>, above: Above) {
        for node in parent.children() {
            if node.is_text() {
                self.words(&node.text(), above);
            } else if node.is_element() {
                self.element(&node, above);
            }
        }
    }

    pub(super) fn words(&mut self, words: &str, above: Above) {
        if above.white && !above.painted && !words.trim().is_empty() {
            self.leave_out(LeftOut::Hidden, words);
        } else if above.verbatim {
            self.open.push_str(words);
        } else {
            push_collapsed(&mut self.open, words);
        }
    }

    pub(super) fn element(&mut self, element: &NodeRef<'_>, above: Above) {
        let name = element.node_name().map(|name| name.to_lowercase()).unwrap_or_default();
        if self.is_left_out(element, &name, above) {
            return;
        }
        if above.depth >= DEEPEST {
            return self.words(&element.text(), above);
        }
        let below = Above {
            depth: above.depth + 1,
            white: is_white(element) || above.white,
            painted: is_painted(element) || above.painted,
            verbatim: above.verbatim || name == "pre",
            inside: above.inside || matches!(name.as_str(), "article" | "main"),
        };
        match name.as_str() {
            "br" => self.open.push('\n'),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.close(None);
                self.children(element, below);
                let level = name.trim_start_matches('h').parse::<u8>().unwrap_or(1);
                self.close(Some(level - 1));
            }
            "ol" => self.list(element, below),
            "table" => self.table(element, below),
            "img" | "picture" | "canvas" | "svg" | "video" | "audio" => {
                self.transcript.pictures += 1
            }
            "iframe" | "object" | "embed" | "frame" => {
                self.strange.insert("끼워 넣은 페이지");
                self.children(element, below);
            }
            "sup" | "sub" | "ruby" | "rb" | "rt" | "rp" => self.children(element, below),
            name if is_block(name) => {
                self.close(None);
                self.children(element, below);
                self.close(None);
            }
            _ => self.children(element, below),
        }
    }

    /// Returns whether an element is skipped: elements without text, and elements whose text is reported
    /// instead.
    pub(super) fn is_left_out(&mut self, element: &NodeRef<'_>, name: &str, above: Above) -> bool {
        let role = element.attr("role").map(|role| role.to_lowercase()).unwrap_or_default();
        let why = match name {
            "script" | "style" | "link" | "meta" | "base" | "head" | "template" | "title"
            | "source" | "track" | "param" | "datalist" => return true,
            "input" if element.attr("type").is_some_and(|it| it.eq_ignore_ascii_case("hidden")) => {
                return true;
            }
            "noscript" => LeftOut::Hidden,
            _ if self.visibility.is_hidden(element) => LeftOut::Hidden,
            "nav" | "menu" | "select" | "button" | "dialog" => LeftOut::Navigation,
            "footer" if !above.inside => LeftOut::Margin,
            _ if role == "navigation" || role == "menu" || role == "menubar" => LeftOut::Navigation,
            _ => return false,
        };
        let words = element.text();
        self.leave_out(why, &words);
        true
    }

    fn leave_out(&mut self, why: LeftOut, words: &str) {
        let mut collapsed = String::new();
        push_collapsed(&mut collapsed, words);
        self.transcript.leave_out(why, format!("문단 {}", self.paragraphs + 1), &collapsed);
    }

    /// Finishes the current paragraph.
    pub(super) fn close(&mut self, heading: Option<u8>) {
        let words = std::mem::take(&mut self.open);
        if !words.trim().is_empty() {
            self.paragraphs += 1;
            let mark = std::mem::take(&mut self.mark);
            // Some programs also write the number as text.
            let mark =
                if words.trim_start().starts_with(mark.trim_end()) { "" } else { mark.as_str() };
            self.transcript.paragraph(&format!("{mark}{}", words.trim_start()), heading);
        }
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "details"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "ul"
            | "caption"
            | "td"
            | "th"
            | "tr"
            | "textarea"
            | "option"
            | "label"
    )
}

/// Appends text with white space collapsed to one space; explicit line breaks are kept.
fn push_collapsed(open: &mut String, words: &str) {
    for c in words.chars() {
        if !c.is_whitespace() || c == '\u{A0}' || c == '\u{3000}' {
            open.push(c);
        } else if !open.ends_with([' ', '\n']) && !open.is_empty() {
            open.push(' ');
        }
    }
}
