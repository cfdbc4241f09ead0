use super::Tag;

/// One morpheme of a text.
///
/// `surface` is always the text between `start` and `end`. Morphemes come in reading order. Where
/// writing has fused several into one syllable (했 = 하 + 였), each of them has the whole syllable as
/// its surface and the same offsets; their lemmas tell them apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Morpheme {
    /// As written.
    pub surface: String,
    /// Dictionary form in NFKC, Latin in lower case: the stem of a verb (하, 아름답), the full form of an
    /// ending (였, ㄴ다), the reading of a word in Hanja that the dictionary knows (最高: 최고).
    pub lemma: String,
    /// Part of speech.
    pub tag: Tag,
    /// Offset into the analysed text, Unicode scalar values.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The words a compound noun is made of (의료기관: 의료, 기관); empty for any other morpheme.
    pub parts: Vec<Morpheme>,
}
