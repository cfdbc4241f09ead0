use super::Tag;

/// One morpheme of a text.
///
/// `surface` is always the text between `start` and `end`. Where writing fuses several morphemes into one
/// syllable (했 = 하 + 였), each has the whole syllable as its surface and the same offsets; their lemmas
/// differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Morpheme {
    /// Text as written.
    pub surface: String,
    /// Dictionary form in NFKC with Latin in lower case: the stem of a verb (하, 아름답), the full form of an
    /// ending (였, ㄴ다), the reading of a Hanja word that the dictionary knows (最高: 최고).
    pub lemma: String,
    /// Part of speech.
    pub tag: Tag,
    /// Offset of the first character in the analysed text, in Unicode scalar values.
    pub start: usize,
    /// Offset after the last character, in Unicode scalar values.
    pub end: usize,
    /// The words a compound noun is made of (의료기관: 의료, 기관); empty for any other morpheme.
    pub parts: Vec<Morpheme>,
}
