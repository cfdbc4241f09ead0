//! Hangul bigrams: search terms for words that no dictionary knows.

use super::script;

/// Returns the pairs of neighbouring Hangul or Hanja characters within each eojeol. A lone syllable, a number
/// and a Latin word are kept whole. `text` is NFKC and lower case.
pub(super) fn of(text: &str) -> Vec<String> {
    let mut grams = Vec::new();
    for eojeol in text.split_whitespace() {
        let chars: Vec<char> = eojeol.chars().collect();
        for run in chars.chunk_by(|&a, &b| kind(a) == kind(b)) {
            match kind(run[0]) {
                Kind::Syllables if run.len() > 1 => {
                    grams.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
                }
                Kind::Other => {}
                Kind::Syllables | Kind::Word => grams.push(run.iter().collect()),
            }
        }
    }
    grams
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Syllables,
    Word,
    Other,
}

fn kind(c: char) -> Kind {
    if script::is_hangul(c) || script::is_hanja(c) {
        Kind::Syllables
    } else if c.is_alphanumeric() {
        Kind::Word
    } else {
        Kind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(of(text), expected, "{text}");
    }

    #[test]
    fn pairs_stay_within_an_eojeol() {
        check("의료 광고", &["의료", "광고"]);
        check("의료광고의 금지", &["의료", "료광", "광고", "고의", "금지"]);
        check("이 약 500mg", &["이", "약", "500mg"]);
        check("醫療廣告", &["醫療", "療廣", "廣告"]);
        check("covid-19 (백신)", &["covid", "19", "백신"]);
        check("", &[]);
    }
}
