//! The units that a part consists of, so that whole units can be moved.

/// The type of the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Markdown, text, CSV, JSON Lines, TOML, the content of a PDF page.
    Lines,
    /// XML and HTML: a tag, or the text between two tags.
    Tags,
    /// The text between brackets and commas.
    Json,
    /// 한글 5: four bytes with tag, level and length, followed by that number of bytes.
    Records,
    /// Eight bytes each.
    Bytes,
}

impl Grammar {
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        match name.rsplit('.').next().unwrap_or_default() {
            "md" | "txt" | "csv" | "tsv" | "jsonl" | "toml" | "page" => Self::Lines,
            "xml" | "html" | "rels" | "hpf" => Self::Tags,
            "json" => Self::Json,
            _ if name == "docinfo" || name.starts_with("bodytext/") => Self::Records,
            _ => Self::Bytes,
        }
    }

    /// The ends of the units. The last one is the length.
    pub fn ends(self, bytes: &[u8]) -> Vec<usize> {
        let mut ends: Vec<usize> = match self {
            Self::Lines => places(bytes, |byte| byte == b'\n', |_| false),
            Self::Tags => places(bytes, |byte| byte == b'>', |byte| byte == b'<'),
            Self::Json => {
                places(bytes, |byte| b"{[,:".contains(&byte), |byte| b"]},".contains(&byte))
            }
            Self::Records => records(bytes),
            Self::Bytes => (8..bytes.len()).step_by(8).collect(),
        };
        ends.dedup();
        if ends.last() != Some(&bytes.len()) && !bytes.is_empty() {
            ends.push(bytes.len());
        }
        ends
    }

    /// Corrects the length that a unit declares.
    pub fn mend(self, mut unit: Vec<u8>) -> Vec<u8> {
        if self != Self::Records || unit.len() < 4 {
            return unit;
        }
        let size = unit.len() - 4;
        let word = u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]) & 0x000F_FFFF;
        let short = size.min(0xFFF) as u32;
        unit.splice(..4, (word | (short << 20)).to_le_bytes());
        if short == 0xFFF {
            unit.splice(4..4, (size as u32).to_le_bytes());
        }
        unit
    }
}

fn places(bytes: &[u8], after: impl Fn(u8) -> bool, before: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut places = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if before(*byte) && at > 0 {
            places.push(at);
        }
        if after(*byte) {
            places.push(at + 1);
        }
    }
    places
}

fn records(bytes: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while let Some(head) = bytes.get(at..at + 4) {
        let word = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
        let size = (word >> 20) as usize;
        // Long records, whose length is in four additional bytes, are split like short ones.
        at = (at + 4 + size.min(0xFFF)).min(bytes.len());
        ends.push(at);
    }
    ends
}
