//! Parses records (tag, level, bytes) into a tree.

/// Deepest level; deeper records are attached to it.
const DEEPEST: usize = 60;
/// Most records of a stream.
const MOST: usize = 3_000_000;

pub(super) const BORDER_FILL: u16 = 0x14;
pub(super) const CHAR_SHAPE: u16 = 0x15;
pub(super) const NUMBERING: u16 = 0x17;
pub(super) const PARA_SHAPE: u16 = 0x19;
pub(super) const STYLE: u16 = 0x1A;
pub(super) const PARA_HEADER: u16 = 0x42;
pub(super) const PARA_TEXT: u16 = 0x43;
pub(super) const PARA_CHAR_SHAPE: u16 = 0x44;
pub(super) const CTRL_HEADER: u16 = 0x47;
pub(super) const LIST_HEADER: u16 = 0x48;
pub(super) const TABLE: u16 = 0x4D;
pub(super) const OLE: u16 = 0x54;
pub(super) const PICTURE: u16 = 0x55;
pub(super) const EQUATION: u16 = 0x58;
pub(super) const TEXT_ART: u16 = 0x5A;
pub(super) const MEMO_LIST: u16 = 0x5D;
pub(super) const CHART: u16 = 0x5F;
pub(super) const VIDEO: u16 = 0x62;

/// A record with its children.
#[derive(Debug)]
pub(super) struct Record<'a> {
    pub tag: u16,
    pub data: &'a [u8],
    pub below: Vec<Record<'a>>,
}

/// Returns the records of a stream, and whether it is truncated.
pub(super) fn records(stream: &[u8]) -> (Vec<Record<'_>>, bool) {
    let mut open: Vec<Record<'_>> = Vec::new();
    let mut roots = Vec::new();
    let mut rest = stream;
    let mut count = 0;
    while let Some(header) = u32_at(rest, 0) {
        let (mut size, mut start) = ((header >> 20) as usize, 4usize);
        if size == 0xFFF {
            let Some(long) = u32_at(rest, 4) else { break };
            (size, start) = (long as usize, 8);
        }
        let Some(data) = start.checked_add(size).and_then(|end| rest.get(start..end)) else {
            break;
        };
        count += 1;
        if count > MOST {
            break;
        }
        rest = rest.get(start + size..).unwrap_or_default();
        let level = ((header >> 10) & 0x3FF) as usize;
        close(&mut open, &mut roots, level.min(DEEPEST));
        open.push(Record { tag: (header & 0x3FF) as u16, data, below: Vec::new() });
    }
    close(&mut open, &mut roots, 0);
    (roots, !rest.is_empty())
}

/// Attaches the open records from `level` down to their parents.
fn close<'a>(open: &mut Vec<Record<'a>>, roots: &mut Vec<Record<'a>>, level: usize) {
    while open.len() > level {
        let Some(record) = open.pop() else { return };
        match open.last_mut() {
            Some(above) => above.below.push(record),
            None => roots.push(record),
        }
    }
}

impl<'a> Record<'a> {
    /// Returns the first child with a tag.
    pub(super) fn child(&self, tag: u16) -> Option<&Record<'a>> {
        self.below.iter().find(|record| record.tag == tag)
    }

    /// Returns whether a descendant has one of these tags.
    pub(super) fn any_below(&self, tags: &[u16]) -> bool {
        self.below.iter().any(|record| tags.contains(&record.tag) || record.any_below(tags))
    }

    /// Returns the name of a control: `tbl ` or `head`.
    pub(super) fn control(&self) -> [u8; 4] {
        let mut name = [0; 4];
        if let Some(bytes) = self.data.get(..4) {
            name.copy_from_slice(bytes);
            name.reverse();
        }
        name
    }
}

pub(super) fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    let bytes = data.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

pub(super) fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Decodes at most `length` units of UTF-16.
pub(super) fn utf16(data: &[u8], at: usize, length: usize) -> String {
    let units = data.get(at..).unwrap_or_default().chunks_exact(2).take(length);
    let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).collect()
}

/// Decodes a text after its length; also returns its end.
pub(super) fn counted_text(data: &[u8], at: usize) -> Option<(String, usize)> {
    let length = usize::from(u16_at(data, at)?);
    let start = at.checked_add(2)?;
    Some((utf16(data, start, length), start.checked_add(length * 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(tag: u32, level: u32, data: &[u8]) -> Vec<u8> {
        let header = tag | (level << 10) | ((data.len() as u32) << 20);
        [&header.to_le_bytes()[..], data].concat()
    }

    #[test]
    fn levels_make_a_tree() {
        let stream = [
            record(1, 0, b"a"),
            record(2, 1, b"bc"),
            record(3, 7, b""),
            record(4, 1, b"d"),
            record(5, 0, b""),
        ];
        let stream = stream.concat();
        let (roots, cut) = records(&stream);
        assert!(!cut);
        assert_eq!(roots.len(), 2);
        assert_eq!(roots[0].below.iter().map(|it| it.tag).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(roots[0].below[0].below[0].tag, 3);
        assert_eq!(roots[0].child(2).map(|it| it.data), Some(&b"bc"[..]));
        let (roots, cut) = records(&stream[..stream.len() - 3]);
        assert!(cut && roots.len() == 1);
    }

    #[test]
    fn texts_are_bounded_by_their_bytes() {
        assert_eq!(counted_text(&[9, 0, 0x00, 0xAC], 0), Some(("가".to_owned(), 20)));
        assert_eq!(counted_text(&[9], 0), None);
        assert_eq!(utf16(&[0x00, 0xD8], 0, 5), "\u{FFFD}");
    }
}
