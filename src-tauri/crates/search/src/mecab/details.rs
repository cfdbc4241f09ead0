//! The details of an entry (its columns after `cost`), cut down to what the analyser reads. lindera reads
//! every entry once in each process, so whatever a dictionary carries beyond that delays every start.

use simui_korean::hangul::is_hangul;

/// Column of the tag.
pub(crate) const TAG: usize = 0;
/// Column of the reading in Hangul. The dictionary has it for words in other letters, which are Hanja.
pub(crate) const READING: usize = 3;
/// Column of the kind: one of [`DIVIDED`], or empty or `*`.
pub(crate) const KIND: usize = 4;
/// Column of the parts of a divided entry: `하/VV/*+였/EP/*`.
pub(crate) const EXPRESSION: usize = 7;

/// Kinds of entries that consist of parts.
pub(crate) const DIVIDED: [&str; 3] = ["Inflect", "Compound", "Preanalysis"];

/// Returns `details`, which are parted by commas, without what the analyser does not read. Columns keep
/// their places; empty ones at the end are left out.
pub(super) fn needed(word: &str, details: &str) -> String {
    let divided = details.split(',').nth(KIND).is_some_and(|kind| DIVIDED.contains(&kind));
    let foreign = word.chars().all(|c| !c.is_ascii() && !is_hangul(c));
    let mut kept = String::with_capacity(details.len());
    for (column, value) in details.split(',').enumerate() {
        if column > 0 {
            kept.push(',');
        }
        let read = match column {
            TAG => true,
            READING => foreign,
            KIND => divided,
            // A comma of the parts divides them into several columns.
            _ => column >= EXPRESSION && divided,
        };
        if read {
            kept.push_str(value);
        }
    }
    kept.truncate(kept.trim_end_matches(',').len());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_read_stays_and_in_its_column() {
        for (word, details, expected) in [
            ("가격", "NNG,*,T,가격,*,*,*,*", "NNG"),
            ("價格", "NNG,*,T,가격,*,*,*,*", "NNG,,,가격"),
            (
                "가나",
                "NNG,*,F,가나,Compound,*,*,가/NNG/*+나/NNG/*",
                "NNG,,,,Compound,,,가/NNG/*+나/NNG/*",
            ),
            (
                "했",
                "VV+EP,*,T,했,Inflect,VV,EP,하/VV/*+았/EP/*",
                "VV+EP,,,,Inflect,,,하/VV/*+았/EP/*",
            ),
            ("를", "JKO", "JKO"),
            ("가", "", ""),
        ] {
            assert_eq!(needed(word, details), expected, "{word}");
        }
    }
}
