//! The subject of a fact, and when two names mean the same.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// Least length, in letters (jamo of Korean, characters of other scripts), from which names that differ
/// by one letter are the same.
const MIN_LENGTH_FOR_SLIP: usize = 14;

/// The subject of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concept {
    /// Canonical Korean name; for a measured value its type (`blood_pressure`), for demographics the
    /// field (`age`, `sex`, `pregnancy`, `lactation`). Free text where a person or a record has a name
    /// that the lexicon lacks.
    pub name: String,
    /// KCD (ICD-10) code, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether the name is of the lexicon. Such names must be equal to be the same.
    pub known: bool,
}

impl Concept {
    /// A concept of the lexicon, or a field of the demographics.
    pub fn known(name: &str, code: Option<&str>) -> Self {
        Self { name: name.to_owned(), code: code.map(str::to_owned), known: true }
    }

    /// A concept with a free name.
    pub fn written(name: &str) -> Self {
        Self { name: name.trim().to_owned(), code: None, known: false }
    }

    /// Whether both are the same subject. 위암 is not 폐암, 갑상선기능저하증 is not 갑상선기능항진증. A difference of one
    /// letter is ignored only between long names that the lexicon lacks, and never if it is a digit.
    pub fn is(&self, other: &Self) -> bool {
        let (own, others) = (letters(&self.name), letters(&other.name));
        if own == others {
            return true;
        }
        let digits =
            |it: &[char]| it.iter().filter(|it| it.is_numeric()).copied().collect::<Vec<_>>();
        !self.known
            && !other.known
            && own.len().min(others.len()) >= MIN_LENGTH_FOR_SLIP
            && digits(&own) == digits(&others)
            && one_slip(&own, &others)
    }
}

/// The normal letters of a name without spaces; syllables of Hangul are decomposed.
fn letters(name: &str) -> Vec<char> {
    name.nfkd().flat_map(char::to_lowercase).filter(|it| !it.is_whitespace()).collect()
}

/// Whether two words differ by one letter that is added, missing or replaced.
fn one_slip(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let rest = |it: &[char]| it.get(1..).unwrap_or_default().to_vec();
    rest(a) == rest(b) || rest(a) == b || a == rest(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_counts_only_for_long_names_that_nobody_knows() {
        let check = |a: &str, b: &str, same: bool| {
            let (a, b) = (Concept::written(a), Concept::written(b));
            assert_eq!(a.is(&b), same, "{a:?} {b:?}");
            assert_eq!(b.is(&a), same, "{b:?} {a:?}");
        };
        check("위암", "폐암", false);
        check("상세불명의 위암", "상세불명의 폐암", false);
        check("갑상선기능저하증", "갑상선기능항진증", false);
        check("고칼륨혈증 의심 소견", "저칼륨혈증 의심 소견", false);
        check("제1형 당뇨병성 망막병증", "제2형 당뇨병성 망막병증", false);
        check("hypertension", "hypotension", false);
        check("hyperkalemia", "hypokalemia", false);
        check("자가면역성 용혈성 빈혈", "자가면역성 용혈성 빈헐", true);
        check("당뇨병성 망막병증", "당뇨병성망막병증", true);
        check("Metoprolol", "metoprolol", true);
        check("", "가", false);
        let (a, b) = (Concept::known("위암", Some("C16")), Concept::known("폐암", Some("C34")));
        assert!(!a.is(&b));
        let known = Concept::known("자가면역성 용혈성 빈혈", None);
        assert!(
            !known.is(&Concept::written("자가면역성 용혈성 빈헐")),
            "a known name is not guessed at"
        );
    }
}
