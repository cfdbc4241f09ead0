//! Finds names of drugs in a text: ingredients in Korean and English, brands, and their misspellings.
//!
//! The names are those of the table of drugs of `simui-clinical`, which the reader of clinical facts uses
//! as well. The English name of an ingredient (INN, lower case) identifies it, as in most DUR tables; a
//! substance without one has its Korean name.

pub(crate) mod brackets;
pub(crate) mod classes;
mod likeness;
mod product;
mod salts;
mod sound;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use simui_clinical::drugs::{DrugFinder, DrugSpelling, DrugTable, without_form};
use simui_domain::Span;
use simui_korean::hangul::is_syllable;
use unicode_normalization::UnicodeNormalization;

pub use self::likeness::NameLikeness;
pub use self::product::NamedProduct;
use self::salts::without_salts;
use self::sound::{may_follow, sound};
use crate::PharmacyError;

/// Fewest syllables of a name that is matched by edit distance; shorter names are too similar to each other
/// (위암, 폐암).
const MIN_MISSPELT_SYLLABLES: usize = 4;

/// Fewest syllables of a name that is matched by its sound.
const MIN_SOUND_SYLLABLES: usize = 3;

/// Largest edit distance, in jamo, between a misspelt word and a name.
const MAX_SLIPS: usize = 2;

/// A place in a text that names a drug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrugMention {
    /// 성분: the English name of the ingredient.
    pub ingredient: String,
    /// The place of the name, in Unicode scalars of the text.
    pub span: Span,
    /// The name as the text writes it.
    pub written: String,
    /// The correct spelling, if the name is misspelt.
    pub corrected: Option<String>,
}

/// The jamo of a spelling, with its index.
type Jamo = (Vec<char>, usize);

/// The dictionary of names, with the products that the text at hand names. A clone shares the dictionary.
#[derive(Debug, Clone)]
pub struct Names {
    /// The names without spaces, with the ingredients of each.
    finder: Arc<DrugFinder>,
    /// Jamo of the Korean spellings of at least `MIN_MISSPELT_SYLLABLES`, with their index, by number of
    /// jamo.
    long: Arc<BTreeMap<usize, Vec<Jamo>>>,
    /// Index of the Korean spelling of each sound that belongs to one drug only.
    by_sound: Arc<BTreeMap<String, usize>>,
    /// Korean names of each ingredient, the standard one first.
    korean: Arc<BTreeMap<String, Vec<String>>>,
    /// Products of the desk's documents, each with its name in a list of its own.
    products: Vec<(NamedProduct, Vec<String>)>,
}

impl Names {
    /// Makes the dictionary of the drugs of a table.
    pub fn new(table: &DrugTable) -> Result<Self, PharmacyError> {
        let finder = DrugFinder::new(table)?;
        let spellings = finder.spellings();
        let mut long: BTreeMap<usize, Vec<Jamo>> = BTreeMap::new();
        for (at, (spelling, _)) in spellings.iter().enumerate() {
            if spelling.chars().all(is_syllable)
                && spelling.chars().count() >= MIN_MISSPELT_SYLLABLES
            {
                let letters = letters(spelling);
                long.entry(letters.len()).or_default().push((letters, at));
            }
        }
        let by_sound = index_by_sound(spellings);
        let (finder, long) = (Arc::new(finder), Arc::new(long));
        let (by_sound, korean) = (Arc::new(by_sound), Arc::new(table.korean_names()));
        Ok(Self { finder, long, by_sound, korean, products: Vec::new() })
    }

    /// The dictionary with products of the desk's documents.
    #[must_use]
    pub fn with_products(&self, products: Vec<NamedProduct>) -> Self {
        let listed = |product: NamedProduct| {
            let name = vec![product.name.clone()];
            (product, name)
        };
        Self { products: products.into_iter().map(listed).collect(), ..self.clone() }
    }

    /// The products that were added.
    pub fn products(&self) -> impl Iterator<Item = &NamedProduct> {
        self.products.iter().map(|(product, _)| product)
    }

    /// The standard Korean name of an ingredient; the English one where the dictionary has none.
    pub fn korean<'a>(&'a self, ingredient: &'a str) -> &'a str {
        self.korean_names(ingredient).first().map_or(ingredient, String::as_str)
    }

    /// The Korean names of an ingredient, the standard one first; documents may use any of them.
    pub fn korean_names(&self, ingredient: &str) -> &[String] {
        let of_product = || self.products.iter().find(|(it, _)| it.name == ingredient);
        let names = self.korean.get(ingredient).or_else(|| of_product().map(|(_, name)| name));
        names.map_or(&[], Vec::as_slice)
    }

    /// The number of spellings.
    pub fn len(&self) -> usize {
        self.finder.spellings().len()
    }

    /// Every spelling in normal letters without spaces.
    pub fn all_spellings(&self) -> impl Iterator<Item = &str> {
        self.finder.spellings().iter().map(|(it, _)| it.as_str())
    }

    /// Whether the dictionary has no spelling.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ingredient of this spelling, with or without its salt, or those of a combination; empty if the
    /// spelling is unknown.
    pub fn ingredients(&self, spelling: &str) -> &[String] {
        let known = |name: &str| {
            let at = self.finder.position(name)?;
            Some(self.finder.spellings()[at].1.as_slice())
        };
        let without = || without_salts(&folded(spelling)).iter().find_map(|it| known(it));
        known(spelling).or_else(without).unwrap_or_default()
    }

    /// The drugs that `text` names with correct spelling, in reading order; spans count Unicode scalars of
    /// `text`.
    pub fn find(&self, text: &str) -> Vec<DrugMention> {
        let written: Vec<char> = text.chars().collect();
        let mut hits: Vec<(Span, &[String])> = Vec::new();
        for ((start, end), at) in self.finder.find(text) {
            hits.push((Span { start, end }, &self.finder.spellings()[at].1));
        }
        if !self.products.is_empty() {
            self.add_products(text, &written, &mut hits);
        }
        hits.sort_by_key(|(span, _)| *span);
        let of_hit = |(span, ingredients): &(Span, &[String])| {
            let span = *span;
            let mentions = ingredients.iter().map(|it| mention(it, span, &written, None));
            mentions.collect::<Vec<_>>()
        };
        hits.iter().flat_map(of_hit).collect()
    }

    /// Adds the places of products to those of names, in place of shorter ones.
    fn add_products<'a>(
        &'a self,
        text: &str,
        written: &[char],
        hits: &mut Vec<(Span, &'a [String])>,
    ) {
        let folded = folded_in_place(text);
        let starts: Vec<usize> = folded.char_indices().map(|(at, _)| at).collect();
        let scalar = |byte: usize| starts.binary_search(&byte).unwrap_or(starts.len());
        for (product, _) in &self.products {
            for (start, end) in product.places(&folded) {
                let span = Span { start: scalar(start), end: scalar(end) };
                // Of names at the same place the longer one is meant, of equal ones the desk's own.
                let is_longer = |(other, _): &(Span, _)| {
                    !overlap(*other, span) || other.end - other.start <= span.end - span.start
                };
                if is_word(written, span) && hits.iter().all(is_longer) {
                    hits.retain(|(other, _)| !overlap(*other, span));
                    hits.push((span, &product.ingredients));
                }
            }
        }
    }

    /// The drugs that `text` names, also misspelt: words that sound like one name, and long Korean words
    /// within a small edit distance of the names of one drug only.
    pub fn find_with_misspelt(&self, text: &str) -> Vec<DrugMention> {
        let mut found = self.find(text);
        let written: Vec<char> = text.chars().collect();
        for word in words(&written) {
            if found.iter().any(|it| it.span.start < word.end && word.start < it.span.end) {
                continue;
            }
            let spelt: String = written[word.start..word.end].iter().collect();
            if let Some((at, syllables)) =
                self.matching_sound(&spelt).or_else(|| self.nearest(&spelt))
            {
                let (spelling, ingredients) = &self.finder.spellings()[at];
                let span = Span { start: word.start, end: (word.start + syllables).min(word.end) };
                found.extend(
                    ingredients.iter().map(|it| mention(it, span, &written, Some(spelling))),
                );
            }
        }
        found.sort_by_key(|it| it.span);
        found
    }

    /// Index of the spelling that the beginning of `word` sounds like (새토펜), and its number of syllables.
    fn matching_sound(&self, word: &str) -> Option<(usize, usize)> {
        let syllables: Vec<char> = word.chars().collect();
        let lengths = (MIN_SOUND_SYLLABLES..=syllables.len()).rev();
        let mut followed = lengths.filter(|length| may_follow(syllables.get(*length)));
        let beginning = |length: usize| syllables.iter().take(length).collect::<String>();
        followed.find_map(|length| {
            self.by_sound.get(&sound(&beginning(length))).map(|at| (*at, length))
        })
    }

    /// Index of the spelling nearest to the beginning of `word` (particles may follow), and its number of
    /// syllables. `None` if spellings of several drugs are equally near.
    fn nearest(&self, word: &str) -> Option<(usize, usize)> {
        let syllables: Vec<char> = word.chars().collect();
        let mut best: Option<(usize, usize, usize)> = None;
        let mut rivals = BTreeSet::new();
        for length in MIN_MISSPELT_SYLLABLES..=syllables.len() {
            if !may_follow(syllables.get(length)) {
                continue;
            }
            let beginning: String = syllables[..length].iter().collect();
            let letters = letters(&beginning);
            let near = letters.len().saturating_sub(1)..=letters.len() + 1;
            for (other, at) in self.long.range(near).flat_map(|(_, of_length)| of_length) {
                let allowed = if length > MIN_MISSPELT_SYLLABLES + 1 { MAX_SLIPS } else { 1 };
                let slips = distance(&letters, other, allowed);
                if slips > allowed {
                    continue;
                }
                match best {
                    Some((least, ..)) if slips > least => {}
                    Some((least, ..)) if slips == least => {
                        rivals.insert(*at);
                    }
                    _ => {
                        best = Some((slips, *at, length));
                        rivals = BTreeSet::from([*at]);
                    }
                }
            }
        }
        let owners: BTreeSet<&[String]> =
            rivals.iter().map(|at| self.finder.spellings()[*at].1.as_slice()).collect();
        best.filter(|_| owners.len() == 1).map(|(_, at, length)| (at, length))
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end
}

/// Index of the spelling of each sound. A sound that several drugs share is left out.
fn index_by_sound(spellings: &[DrugSpelling]) -> BTreeMap<String, usize> {
    let mut sounds: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let korean =
        |it: &str| it.chars().all(is_syllable) && it.chars().count() >= MIN_SOUND_SYLLABLES;
    for (at, (spelling, owners)) in spellings.iter().enumerate() {
        if !korean(spelling) {
            continue;
        }
        let known = sounds.entry(sound(spelling)).or_insert(Some(at));
        let same = |other: usize| spellings.get(other).is_some_and(|(_, it)| it == owners);
        *known = known.filter(|other| same(*other));
    }
    sounds.into_iter().filter_map(|(it, at)| Some((it, at?))).collect()
}

/// A mention of an ingredient at `span` of a text, given as characters.
fn mention(
    ingredient: &str,
    span: Span,
    written: &[char],
    corrected: Option<&String>,
) -> DrugMention {
    DrugMention {
        ingredient: ingredient.to_owned(),
        span,
        written: written[span.start..span.end].iter().collect(),
        corrected: corrected.cloned(),
    }
}

/// The name of a product, and the name without its form or strength.
pub(crate) fn spellings_of_product(name: &str) -> impl Iterator<Item = String> {
    std::iter::once(name).chain(without_form(name)).map(str::to_owned)
}

/// NFKC, lower case.
fn folded(spelling: &str) -> String {
    spelling.nfkc().flat_map(char::to_lowercase).collect()
}

/// `text` folded character by character, so that offsets stay valid; characters that would grow are kept as
/// they are.
fn folded_in_place(text: &str) -> String {
    text.chars()
        .map(|letter| {
            // A syllable is its own NFKC.
            if is_syllable(letter) {
                return letter;
            }
            let mut folded = std::iter::once(letter).nfkc().flat_map(char::to_lowercase);
            match (folded.next(), folded.next()) {
                (Some(one), None) => one,
                _ => letter,
            }
        })
        .collect()
}

/// Whether `span` begins a word (에스오메프라졸 is not 오메프라졸). A Latin name must also end it; a Korean one may be
/// followed by particles.
fn is_word(written: &[char], span: Span) -> bool {
    let before = span.start.checked_sub(1).map(|at| written[at]);
    let after = written.get(span.end).copied();
    let latin = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
    let begins_latin = written[span.start].is_ascii_alphanumeric();
    let ends_latin = written[span.end - 1].is_ascii_alphanumeric();
    let cut_before = if begins_latin { latin(before) } else { before.is_some_and(is_syllable) };
    let cut_after = ends_latin && latin(after);
    !(cut_before || cut_after)
}

/// The runs of Hangul syllables in a text.
fn words(written: &[char]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = None;
    for at in 0..=written.len() {
        let inside = written.get(at).is_some_and(|it| is_syllable(*it));
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found.push(Span { start: first, end: at });
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The jamo of `word`.
fn letters(word: &str) -> Vec<char> {
    word.nfd().collect()
}

/// Levenshtein distance of two words; `most + 1` stands for any distance above `most`.
pub(crate) fn distance(one: &[char], other: &[char], most: usize) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, other_letter) in other.iter().enumerate() {
            let cost = diagonal + usize::from(letter != other_letter);
            diagonal = row[column + 1];
            row[column + 1] = cost.min(row[column] + 1).min(diagonal + 1);
        }
        if row.iter().all(|it| *it > most) {
            return most + 1;
        }
    }
    row[other.len()]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    const DATA: &str = "name\tkorean\tenglish\tcode\tcui\tingredients\tstandard
아세트아미노펜\t타이레놀|울트라셋=acetaminophen+tramadol\tacetaminophen|paracetamol\t\t\tacetaminophen
오메프라졸\t\tomeprazole\t\t\tomeprazole
이부프로펜\t부루펜\tibuprofen\t\t\tibuprofen
덱시부프로펜\t\tdexibuprofen\t\t\tdexibuprofen
와파린\t와르파린\twarfarin\t\t\twarfarin
해열제\t열 내리는 약\t\t\t\t";

    fn check(text: &str, expected: &[(&str, &str)]) {
        let table = DrugTable::read(&[("drugs.tsv", DATA)]).unwrap();
        let names = Names::new(&table).unwrap();
        let found = names.find_with_misspelt(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|it| (it.ingredient.as_str(), it.written.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn drugs_are_found_by_any_of_their_names() {
        check("타이레놀이랑 술", &[("acetaminophen", "타이레놀")]);
        check(
            "Paracetamol과 WARFARIN",
            &[("acetaminophen", "Paracetamol"), ("warfarin", "WARFARIN")],
        );
        check("에스오메프라졸", &[]);
        check("덱시부프로펜은", &[("dexibuprofen", "덱시부프로펜")]);
        check("울트라셋을", &[("acetaminophen", "울트라셋"), ("tramadol", "울트라셋")]);
        check("타이래놀 먹고", &[("acetaminophen", "타이래놀")]);
        check("아세트아미노팬이랑", &[("acetaminophen", "아세트아미노팬")]);
        check("warfarins", &[]);
        check("타이 레놀 먹고", &[("acetaminophen", "타이 레놀")]);
        check("해열제 먹고", &[]);
        check("오늘 저녁 메뉴", &[]);
        check("애드빌이랑 타이레놀", &[("acetaminophen", "타이레놀")]);
        check("부르팬 말고 부루팬", &[("ibuprofen", "부루팬")]);
        check("타이래늘보 여행", &[]);
    }
}
