//! Particles (조사): the one that fits a word, and which may follow a word in which place.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::hangul;

/// Two forms of a particle: after a final consonant, and after a vowel.
pub type Pair = (&'static str, &'static str);

/// 은/는.
pub const TOPIC: Pair = ("은", "는");
/// 이/가.
pub const SUBJECT: Pair = ("이", "가");
/// 을/를.
pub const OBJECT: Pair = ("을", "를");
/// 과/와.
pub const WITH: Pair = ("과", "와");
/// 으로/로, which follows ㄹ like a vowel.
pub const DIRECTION: Pair = ("으로", "로");
/// 이라는/라는.
pub const CALLED: Pair = ("이라는", "라는");

/// Returns the form of a particle that fits the last sound of `word`. Digits are read as Sino-Korean
/// numerals, Latin letters by their names (엘, 알, 엠, 엔); signs such as quotation marks are skipped; any
/// other end counts as a vowel.
pub fn fitting<'a>(word: &str, pair: (&'a str, &'a str)) -> &'a str {
    let is_direction = pair.0 == DIRECTION.0;
    let closed = match last_sound(word) {
        Some(Sound::Rieul) => !is_direction,
        Some(Sound::Consonant) => true,
        Some(Sound::Vowel) | None => false,
    };
    if closed { pair.0 } else { pair.1 }
}

/// Returns `word` with the form of a particle that fits it, see [`fitting`].
pub fn with_particle(word: &str, pair: (&str, &str)) -> String {
    format!("{word}{}", fitting(word, pair))
}

enum Sound {
    Vowel,
    /// ㄹ, after which 로 stands as after a vowel.
    Rieul,
    Consonant,
}

fn last_sound(word: &str) -> Option<Sound> {
    const RIEUL: u32 = 8;
    let last = word.nfc().filter(|c| c.is_alphanumeric() || *c == '%').last()?;
    Some(match (last, hangul::final_consonant(last)) {
        // 일, 칠, 팔; 엘, 알.
        ('1' | '7' | '8' | 'l' | 'L' | 'r' | 'R', _) | (_, Some(RIEUL)) => Sound::Rieul,
        // 영, 삼, 육; 엠, 엔.
        ('0' | '3' | '6' | 'm' | 'M' | 'n' | 'N', _) => Sound::Consonant,
        (_, Some(0) | None) => Sound::Vowel,
        _ => Sound::Consonant,
    })
}

/// A place in which a particle may follow a word. The places differ, because a longer list would cut words
/// that only look as if they ended in a particle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// After a claim of an advertisement, which ends before the particle.
    Claim,
    /// After a word of a rule.
    RuleWord,
    /// After 님 and 씨 behind a name.
    Honorific,
    /// After a listed word of one syllable in a question.
    ShortWord,
    /// After an unknown name of a product.
    UnknownName,
    /// After the name of a known drug with its form.
    Drug,
}

impl Place {
    const ALL: [Self; 6] = [
        Self::Claim,
        Self::RuleWord,
        Self::Honorific,
        Self::ShortWord,
        Self::UnknownName,
        Self::Drug,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::RuleWord => "rule",
            Self::Honorific => "honorific",
            Self::ShortWord => "short",
            Self::UnknownName => "name",
            Self::Drug => "drug",
        }
    }
}

static TABLE: LazyLock<[Vec<&'static str>; 6]> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant file that the tests read")]
    parse("particles.tsv", include_str!("particles.tsv")).expect("particles.tsv is in its form")
});

/// Returns the particles that may follow in a place, the longest first.
pub fn of(place: Place) -> &'static [&'static str] {
    &TABLE[place as usize]
}

/// Reads the table; the error names file and line.
fn parse(file: &str, text: &'static str) -> Result<[Vec<&'static str>; 6], String> {
    let mut table: [Vec<&'static str>; 6] = Default::default();
    let mut seen: Vec<&str> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem: String| format!("{file}:{}: {problem}", number + 1);
        let (form, places) = line
            .split_once('\t')
            .ok_or_else(|| wrong("a form, a tab and its places are expected".to_owned()))?;
        if seen.contains(&form) {
            return Err(wrong(format!("{form:?} is there twice")));
        }
        seen.push(form);
        for name in places.split(' ') {
            let place = Place::ALL.into_iter().find(|place| place.name() == name);
            let place = place.ok_or_else(|| wrong(format!("{name:?} is no place")))?;
            table[place as usize].push(form);
        }
    }
    for forms in &mut table {
        forms.sort_by_key(|form| std::cmp::Reverse(form.chars().count()));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_fit_the_last_sound() {
        let check = |word: &str, pair: Pair, expected: &str| {
            assert_eq!(with_particle(word, pair), expected);
        };
        check("완치", TOPIC, "완치는");
        check("보장", TOPIC, "보장은");
        check("‘보장’", SUBJECT, "‘보장’이");
        check("100%", SUBJECT, "100%가");
        check("No.1", OBJECT, "No.1을");
        check("김심의", SUBJECT, "김심의가");
        check("불허", DIRECTION, "불허로");
        check("허용", DIRECTION, "허용으로");
        check("서울", DIRECTION, "서울로");
        check("서울", WITH, "서울과");
        check("제8", DIRECTION, "제8로");
        check("제6", DIRECTION, "제6으로");
        check("", SUBJECT, "가");
        let decomposed = "\u{1107}\u{1169}\u{110C}\u{1161}\u{11BC}";
        assert_eq!(fitting(decomposed, TOPIC), "은");
    }

    #[test]
    fn a_place_has_its_particles_the_longest_first() {
        assert!(of(Place::Claim).contains(&"에서는"));
        assert!(!of(Place::Claim).contains(&"한테"));
        assert!(of(Place::UnknownName).contains(&"이랑"));
        for place in Place::ALL {
            assert!(of(place).is_sorted_by_key(|form| std::cmp::Reverse(form.chars().count())));
            assert!(of(place).contains(&"은"), "{place:?}");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text| parse("table", text).err().unwrap_or_default();
        assert!(error("# a\n은").starts_with("table:2: "));
        assert!(error("은\tclaim\n은\trule").contains("twice"));
        assert!(error("은\tnowhere").contains("nowhere"));
    }
}
