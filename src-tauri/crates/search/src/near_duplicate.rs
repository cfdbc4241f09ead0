//! Near-duplicates: texts that are copies of one another but for edits.
//!
//! A text is the set of its threes of neighbouring letters; the similarity of two texts is the share of
//! threes that both have (Jaccard). Similar texts are found without comparing all: MinHash (Broder, On the
//! resemblance and containment of documents, 1997) in bands (Leskovec, Rajaraman and Ullman, Mining of
//! Massive Datasets, chapter 3.4). Of two texts with similarity `s` at least one band is equal with
//! probability `1 - (1 - s^ROWS)^BANDS`: .93 for .5, .99 for .6, .9999 for .75.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Similarity from which two texts are near-duplicates. Of 1,000 copies with one word in five
/// edited nearly all lie above it, and no other texts (`tests/bench/README.md`).
pub const NEAR: f32 = 0.5;
/// Names the way in which bands are computed; stored bands of another way are computed again.
pub const SCHEME: i64 = 1;
/// Bands of a text.
pub const BANDS: usize = 20;
/// Minima in a band.
const ROWS: usize = 3;

/// The set of a text's threes of neighbouring letters, as hashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shingles(Vec<u64>);

impl Shingles {
    /// Reads a text. Letters and digits count, whatever their case; spaces and signs do not.
    pub fn of(text: &str) -> Self {
        let letters: Vec<char> =
            text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        // A text of one or two letters is one shingle.
        let width = letters.len().clamp(1, 3);
        let hash = |letters: &[char]| {
            letters.iter().fold(letters.len() as u64, |hash, &c| mix(hash ^ u64::from(c)))
        };
        let mut shingles: Vec<u64> = letters.windows(width).map(hash).collect();
        shingles.sort_unstable();
        shingles.dedup();
        Self(shingles)
    }

    /// Returns the similarity of two texts in 0..=1; zero where one has no letters.
    pub fn similarity(&self, other: &Self) -> f32 {
        let (mut left, mut right, mut common) = (self.0.iter(), other.0.iter(), 0_usize);
        let (mut a, mut b) = (left.next(), right.next());
        while let (Some(of_a), Some(of_b)) = (a, b) {
            match of_a.cmp(of_b) {
                std::cmp::Ordering::Less => a = left.next(),
                std::cmp::Ordering::Greater => b = right.next(),
                std::cmp::Ordering::Equal => {
                    common += 1;
                    (a, b) = (left.next(), right.next());
                }
            }
        }
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 0.0 } else { common as f32 / all as f32 }
    }

    /// Returns the bands: two texts that share one may be similar. Empty for a text without letters.
    pub fn bands(&self) -> Vec<i64> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let minimum = |function: usize| {
            let seed = mix(function as u64 + 1);
            self.0.iter().map(|shingle| mix(shingle ^ seed)).min().unwrap_or_default()
        };
        let band = |band: usize| {
            let rows = (band * ROWS..(band + 1) * ROWS).map(minimum);
            rows.fold(band as u64, |hash, minimum| mix(hash ^ minimum)).cast_signed()
        };
        (0..BANDS).map(band).collect()
    }
}

/// Bands of texts, to find the near-duplicates of a text among them.
#[derive(Debug, Default)]
pub struct Bands {
    by_band: HashMap<i64, Vec<usize>>,
}

impl Bands {
    /// Adds a text under a number.
    pub fn add(&mut self, number: usize, text: &Shingles) {
        for band in text.bands() {
            self.by_band.entry(band).or_default().push(number);
        }
    }

    /// Returns the numbers of texts that share a band, ascending; their similarity is still to be compared.
    pub fn candidates(&self, text: &Shingles) -> Vec<usize> {
        let bands = text.bands();
        let shared = bands.iter().filter_map(|band| self.by_band.get(band)).flatten();
        let mut candidates: Vec<usize> = shared.copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}

/// Spreads the bits of a number: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AD: &str = "봄맞이 임플란트 이벤트! 오스템 정품 임플란트 개당 59만원, 상담부터 사후관리까지 대표원장이 \
                      직접 책임집니다. 5월 31일까지 예약하신 분께만 드리는 혜택입니다.";

    fn check(other: &str, expected: std::ops::RangeInclusive<f32>) {
        let (ad, other) = (Shingles::of(AD), Shingles::of(other));
        let similarity = ad.similarity(&other);
        assert!(expected.contains(&similarity), "{similarity}");
        assert_eq!(similarity, other.similarity(&ad));
        if similarity >= 0.75 {
            assert!(ad.bands().iter().any(|band| other.bands().contains(band)));
        }
    }

    #[test]
    fn copies_are_similar_and_others_are_not() {
        check(AD, 1.0..=1.0);
        // Spaces, signs, case and the form of Hangul do not count.
        check(&AD.replace([' ', '!', ',', '.'], ""), 1.0..=1.0);
        check(&AD.nfd().collect::<String>(), 1.0..=1.0);
        check(&AD.replace("59만원", "49만원").replace("5월 31일", "6월 30일"), 0.75..=0.95);
        check(
            "여름맞이 교정 이벤트! 투명교정 개당 99만원, 전담 교정의가 끝까지 봅니다.",
            0.0..=0.3,
        );
        check("", 0.0..=0.0);
    }

    #[test]
    fn short_texts_are_compared_whole() {
        assert_eq!(Shingles::of("할인").similarity(&Shingles::of("할 인!")), 1.0);
        assert_eq!(Shingles::of("할인").similarity(&Shingles::of("인할")), 0.0);
        assert!(Shingles::of("!?").bands().is_empty());
        assert_eq!(Shingles::of("가").bands().len(), BANDS);
    }

    proptest! {
        /// A text is found under its own number; a similarity is 1 for equal sets of shingles only.
        #[test]
        fn bands_and_similarity_hold(a in "\\PC{0,60}", b in "\\PC{0,60}") {
            let (a, b) = (Shingles::of(&a), Shingles::of(&b));
            let similarity = a.similarity(&b);
            prop_assert!((0.0..=1.0).contains(&similarity));
            prop_assert_eq!(similarity == 1.0, a == b && !a.0.is_empty());
            let mut bands = Bands::default();
            bands.add(7, &a);
            prop_assert_eq!(bands.candidates(&a) == [7], !a.0.is_empty());
        }
    }
}
