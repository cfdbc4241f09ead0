//! The ways to rewrite a sentence.

use simui_search::analysis::Tag;

use super::words::{Sentence, Word};

/// Words that may be taken out before what they modify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modifiers {
    /// Adverbs, and words with an ending that modifies: 최고의, 유일한, 부작용 없는.
    Inflected,
    /// Nouns too: 국내 최초 리프팅.
    AndNouns,
}

/// Takes the objected words out; `None` unless they modify a noun that follows in the same phrase, or are an
/// adverbial of a predicate that modifies one (국내 최초로 들여온 장비). Adverbs and bare nouns directly before
/// them belonged to them and go too.
pub(super) fn drop_words(sentence: &Sentence<'_>, modifiers: Modifiers) -> Option<String> {
    let Sentence { words, objected, .. } = sentence;
    let last = words.get(objected.end - 1)?;
    // What remains has a head of its own: 최고의 의료진이 진료합니다, not 모발이식 전문의 집도.
    if words.len() - objected.len() < 2 {
        return None;
    }
    let next = words.get(objected.end)?;
    // 되돌릴 수 있습니다: a noun of one syllable after a predicate depends on it.
    let depends = last.is_adnominal() && next.end - next.start == 1;
    if depends || last.ends_phrase(sentence) {
        return None;
    }
    let adverbial = last.last_tag() == Some(Tag::JKB) && modifiers == Modifiers::AndNouns;
    let modifies = match modifiers {
        Modifiers::Inflected => last.is_inflected_modifier(),
        Modifiers::AndNouns => last.is_inflected_modifier() || last.is_bare_noun(),
    };
    if !(modifies && next.begins_with_noun() || adverbial && next.is_adnominal()) {
        return None;
    }
    let belongs =
        |word: &&Word| !word.ends_phrase(sentence) && (word.is_adverb() || word.is_bare_noun());
    let before = words[..objected.start].iter().rev().take_while(belongs).count();
    let first = words.get(objected.start - before)?;
    Some([sentence.slice(0, first.start), sentence.slice(next.start, sentence.len())].concat())
}

/// Adds `text` after the last objected word, before its particle and its punctuation; at the end of the
/// sentence where that word holds no figure. A sentence that has the text already stays.
pub(super) fn qualify(sentence: &Sentence<'_>, text: &str) -> Option<String> {
    let word = sentence.words.get(sentence.objected.end - 1)?;
    if sentence.text.contains(text) || !word.holds_figure() {
        return Some(append(sentence, text));
    }
    let is_particle = |tag: Tag| tag.as_str().starts_with('J') || tag == Tag::VCP;
    let stem = word
        .morphemes
        .iter()
        .rposition(|it| !is_particle(it.tag) && !it.tag.as_str().starts_with('E'))?;
    let end = word.morphemes.get(stem)?.end;
    // A sign such as % belongs to the figure.
    let signs = sentence.slice(end, word.end).chars().take_while(|c| "%％℃".contains(*c));
    let until = end + signs.count();
    Some([sentence.slice(0, until), text, sentence.slice(until, sentence.len())].concat())
}

/// Adds `text` at the end of the sentence, before the punctuation that closes it, unless it has the text
/// already.
pub(super) fn append(sentence: &Sentence<'_>, text: &str) -> String {
    if sentence.text.contains(text) {
        return sentence.text.to_owned();
    }
    let body = sentence.text.trim_end_matches(|c: char| ".!?~… ".contains(c));
    let closing = sentence.text.get(body.len()..).unwrap_or_default();
    [body, text, closing].concat()
}

/// Returns what a sentence is about: the noun phrase at its beginning that a particle or a comma marks as its
/// subject, or else the nouns before the objected words. `None` where there is neither.
pub(super) fn subject<'a>(sentence: &Sentence<'a>) -> Option<&'a str> {
    let before = sentence.words.get(..sentence.objected.start)?;
    let beginning = sentence.words.get(..sentence.objected.end - 1)?;
    let marked = beginning.iter().take_while(|word| word.is_noun_phrase()).find(|word| {
        matches!(word.last_tag(), Some(Tag::JX | Tag::JKS)) || word.ends_phrase(sentence)
    });
    let (first, last) = match marked {
        Some(word) => (beginning.first()?, word),
        None => {
            let nouns = before.iter().rev().skip_while(|word| word.is_adverb());
            let phrase: Vec<&Word> = nouns.take_while(|word| word.is_noun_phrase()).collect();
            (*phrase.last()?, *phrase.first()?)
        }
    };
    let end = last.morphemes.iter().rev().find(|it| !it.tag.as_str().starts_with('J'))?.end;
    Some(sentence.slice(first.start, end)).filter(|subject| !subject.is_empty())
}
