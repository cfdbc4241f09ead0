//! The ways to rewrite a sentence.

use simui_search::analysis::Tag;

use super::words::{Sentence, Word};

/// Most words before the objected ones that name what a sentence is about.
const MAX_SUBJECT_WORDS: usize = 4;

/// Takes the objected words out; `None` unless they modify a noun that follows in the same phrase. An adverb
/// directly before them belonged to them and goes too.
pub(super) fn drop_words(sentence: &Sentence<'_>) -> Option<String> {
    let Sentence { words, objected, .. } = sentence;
    let last = words.get(objected.end - 1)?;
    let next = words.get(objected.end)?;
    let between = sentence.slice(last.end, next.start);
    let is_phrase = between.chars().all(|c| c == ' ') && !ends_with_mark(sentence, last);
    if !is_phrase || !last.modifies_next() || !next.begins_with_noun() {
        return None;
    }
    let before = words[..objected.start].iter().rev().take_while(|word| word.is_adverb()).count();
    let first = words.get(objected.start - before)?;
    Some([sentence.slice(0, first.start), sentence.slice(next.start, sentence.len())].concat())
}

/// Whether punctuation ends a word, so that the next one begins another phrase.
fn ends_with_mark(sentence: &Sentence<'_>, word: &Word) -> bool {
    let end = word.morphemes.last().map_or(word.start, |morpheme| morpheme.end);
    end < word.end
        && !sentence
            .slice(end, word.end)
            .chars()
            .all(|c| matches!(c, '”' | '’' | '"' | '\'' | '%' | '％'))
}

/// Adds `text` after the last objected word, before its particle and its punctuation.
pub(super) fn qualify(sentence: &Sentence<'_>, text: &str) -> Option<String> {
    let word = sentence.words.get(sentence.objected.end - 1)?;
    let is_ending = |tag: Tag| tag.as_str().starts_with('J');
    let particles = word.morphemes.iter().rev().take_while(|it| is_ending(it.tag)).count();
    let stem = word.morphemes.len().checked_sub(particles + 1)?;
    let at = match particles {
        0 => word.end.min(
            sentence.slice(word.start, word.end).trim_end_matches(['.', '!', ',']).chars().count()
                + word.start,
        ),
        _ => word.morphemes.get(stem)?.end,
    };
    Some([sentence.slice(0, at), text, sentence.slice(at, sentence.len())].concat())
}

/// Puts `text` in the place of the predicate that the objected words belong to. `{subject}` becomes the noun
/// phrase before them; `None` where there is none, or where the sentence goes on after the predicate.
pub(super) fn possible(sentence: &Sentence<'_>, text: &str) -> Option<String> {
    let Sentence { words, objected, .. } = sentence;
    let goes_on = words[objected.end..].iter().any(|word| word.begins_with_noun());
    if goes_on {
        return None;
    }
    let before = &words[..objected.start];
    let noun = |word: &Word| {
        word.morphemes.iter().all(|it| {
            it.tag.is_noun()
                || matches!(it.tag, Tag::SL | Tag::SN | Tag::XSN | Tag::XPN)
                || it.tag.as_str().starts_with('J')
        })
    };
    let phrase = before.iter().rev().take(MAX_SUBJECT_WORDS).take_while(|word| noun(word)).count();
    let first = before.len() - phrase;
    let (from, last) = (before.get(first)?, before.last()?);
    let end = last.morphemes.iter().rev().find(|it| !it.tag.as_str().starts_with('J'))?.end;
    let subject = sentence.slice(from.start, end);
    Some([sentence.slice(0, from.start), &text.replace("{subject}", subject)].concat())
}
