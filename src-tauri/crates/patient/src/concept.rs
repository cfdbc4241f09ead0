use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// Names that differ by one letter are one name only when this long, in letters (jamo of Korean, signs of other writing).
const LONG: usize = 14;

/// What a fact is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concept {
    /// Canonical Korean name; of a measured value its type (`blood_pressure`), of demographics the field (`age`, `sex`,
    /// `pregnancy`, `lactation`). Free text where somebody wrote it and no lexicon knows it.
    pub name: String,
    /// KCD / ICD-10, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether the lexicon has it: such names are compared as they are, never by likeness.
    pub known: bool,
}

impl Concept {
    /// One of the lexicon, or of this program's own fields.
    pub fn known(name: &str, code: Option<&str>) -> Self {
        Self { name: name.to_owned(), code: code.map(str::to_owned), known: true }
    }

    /// As somebody wrote it.
    pub fn written(name: &str) -> Self {
        Self { name: name.trim().to_owned(), code: None, known: false }
    }

    /// Whether both are one: by concept first. 위암 is not 폐암, 갑상선기능저하증 is not 갑상선기능항진증; only a slip of one letter in a
    /// long name that no lexicon knows is looked through, and never one of a digit.
    pub fn is(&self, other: &Self) -> bool {
        let (own, others) = (letters(&self.name), letters(&other.name));
        if own == others {
            return true;
        }
        let digits =
            |it: &[char]| it.iter().filter(|it| it.is_numeric()).copied().collect::<Vec<_>>();
        !self.known
            && !other.known
            && own.len().min(others.len()) >= LONG
            && digits(&own) == digits(&others)
            && one_slip(&own, &others)
    }
}

/// Normal letters without spaces, Korean taken apart.
fn letters(name: &str) -> Vec<char> {
    name.nfkd().flat_map(char::to_lowercase).filter(|it| !it.is_whitespace()).collect()
}

/// One letter more, less or other.
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
