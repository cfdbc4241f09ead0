//! Splits a text into words, clauses and sentences. A cue of one clause does not reach the next: 고혈압은 있지만
//! 당뇨는 없어요.

use super::cue::ends;
use super::letters::{Text, is_hangul};
use super::persons::bare_person;
use super::words::GRAMMAR;
use simui_korean::hangul::final_consonant;

/// A run of letters between spaces and marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Word {
    pub start: usize,
    pub end: usize,
    pub sentence: usize,
    pub clause: usize,
    /// The comma, colon, slash or bracket that follows the word.
    pub mark: Option<char>,
    /// Whether the word is the first after an opening bracket.
    pub opened: bool,
}

/// The words of a text, numbered by clause and sentence.
#[derive(Debug)]
pub(crate) struct Clauses {
    pub words: Vec<Word>,
    /// For each sentence: whether it ends with a question mark or an interrogative ending.
    pub questions: Vec<bool>,
    /// The words at which sentences began before [`Self::join`], in order.
    pub joined: Vec<usize>,
    /// The words at which a later clause of a sentence begins that is about the drug named before it.
    pub resumed: Vec<usize>,
}

/// Greatest number of words in a sentence. A longer one is cut, since cues are looked for in the whole
/// sentence.
const LONGEST_SENTENCE: usize = 150;

impl Clauses {
    /// Splits `text`. `noun_ends` are the sorted ends of concepts: 당뇨하고 고혈압 is a list, not two clauses.
    pub fn new(text: &Text, noun_ends: &[usize]) -> Self {
        let mut words = words(text);
        let (mut clause, mut sentence) = (0, 0);
        let mut questions = vec![];
        for index in 0..words.len() {
            let (before, rest) = words.split_at_mut(index);
            let Some(word) = rest.first_mut() else { break };
            if let Some(last) = before.last() {
                // A text without full stops is cut, so that the search for cues in a sentence stays short.
                let begun = before.len() - before.partition_point(|it| it.sentence < sentence);
                let between = &text.chars[last.end..word.start];
                if begun >= LONGEST_SENTENCE
                    || ends_sentence(text, last.end, between)
                    || is_final(text.slice(last.start, last.end), between)
                {
                    questions.push(is_question(text, last, between));
                    sentence += 1;
                    clause += 1;
                } else if ends_clause(text, last, between, noun_ends)
                    || GRAMMAR.english_connectives.contains(&text.slice(word.start, word.end))
                {
                    clause += 1;
                }
            }
            word.sentence = sentence;
            word.clause = clause;
        }
        if let Some(last) = words.last() {
            questions.push(is_question(text, last, &text.chars[last.end..]));
        }
        Self { words, questions, joined: vec![], resumed: vec![] }
    }

    /// Makes the sentence that begins at `word` a clause of the one before it.
    pub fn join(&mut self, word: usize) {
        let Some(sentence) = self.words.get(word).map(|it| it.sentence) else { return };
        if sentence == 0 || sentence >= self.questions.len() {
            return;
        }
        self.words[word..].iter_mut().for_each(|it| it.sentence -= 1);
        self.questions.remove(sentence - 1);
        self.joined.push(word);
    }

    /// The word at which the joined sentence of `word` begins, if it is of one.
    pub fn joined_before(&self, word: usize) -> Option<usize> {
        let sentence = self.words.get(word)?.sentence;
        let begun = self.joined[..self.joined.partition_point(|it| *it <= word)].last().copied();
        begun.filter(|it| self.words[*it].sentence == sentence)
    }

    /// The ranges of letters between joined sentences.
    pub fn joints(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.joined.iter().filter_map(|it| self.before(*it))
    }

    /// The ranges of letters before resumed clauses.
    pub fn gaps(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.resumed.iter().filter_map(|it| self.before(*it))
    }

    /// The letters between a word and the one before it.
    fn before(&self, word: usize) -> Option<std::ops::Range<usize>> {
        Some(self.words[word.checked_sub(1)?].end..self.words[word].start)
    }

    /// Index of the word at a position, or of the last word before it.
    pub fn word_at(&self, position: usize) -> usize {
        self.words.partition_point(|it| it.start <= position).saturating_sub(1)
    }

    /// The indices of the words in the clause of `word`.
    pub fn clause(&self, word: usize) -> std::ops::Range<usize> {
        self.range(word, |it| it.clause)
    }

    /// The indices of the words in the sentence of `word`.
    pub fn sentence(&self, word: usize) -> std::ops::Range<usize> {
        self.range(word, |it| it.sentence)
    }

    /// The indices of the words that have the same `key` as `word`; empty for an index out of range.
    fn range(&self, word: usize, key: impl Fn(&Word) -> usize) -> std::ops::Range<usize> {
        let Some(own) = self.words.get(word).map(&key) else { return 0..0 };
        self.words.partition_point(|it| key(it) < own)
            ..self.words.partition_point(|it| key(it) <= own)
    }
}

/// Splits at white space and marks; clause and sentence are filled in later.
fn words(text: &Text) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut at = 0;
    let mut opened = false;
    while at < text.len() {
        let c = text.chars[at];
        if c.is_whitespace() || is_mark(text, at) {
            if matches!(c, ',' | ':' | '(' | ')' | '/')
                && let Some(last) = words.last_mut()
            {
                last.mark.get_or_insert(c);
            }
            opened = c == '(' || (opened && c.is_whitespace());
            at += 1;
            continue;
        }
        let start = at;
        while at < text.len() && !text.chars[at].is_whitespace() && !is_mark(text, at) {
            at += 1;
        }
        words.push(Word { start, end: at, sentence: 0, clause: 0, mark: None, opened });
        opened = false;
    }
    words
}

/// Whether the character is a mark between words. A dot, comma or slash within a number or a Latin word
/// is not.
fn is_mark(text: &Text, at: usize) -> bool {
    let c = text.chars[at];
    let latin = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
    let inside = latin(text.before(at)) && latin(text.get(at + 1));
    match c {
        '.' | '/' => !inside,
        ',' => {
            !(inside
                && text.chars[at + 1].is_ascii_digit()
                && text.before(at).is_some_and(|it| it.is_ascii_digit()))
        }
        '?' | '!' | ';' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '…' | '|' | '<' | '>' => {
            true
        }
        _ => false,
    }
}

fn ends_sentence(text: &Text, end: usize, between: &[char]) -> bool {
    // `p.r. 88` and `b.p.` are words, not sentences.
    let abbreviation = text.before(end).is_some_and(|it| it.is_ascii_alphabetic())
        && (end < 2 || text.before(end - 1).is_none_or(|it| !it.is_ascii_alphanumeric()));
    between.iter().any(|it| matches!(it, '?' | '!' | ';' | '\n' | '…'))
        || (between.contains(&'.') && !abbreviation)
}

/// Whether a word ends its sentence although no mark follows, as people type it: 열이 38.5도예요 타이레놀 먹으면 되죠.
/// After a comma the subject may follow: 없어요, 당뇨는.
fn is_final(word: &str, between: &[char]) -> bool {
    let unmarked = between.iter().all(|it| it.is_whitespace());
    unmarked && ends(word, &GRAMMAR.final_endings) && word.chars().count() > 2
}

fn is_question(text: &Text, last: &Word, between: &[char]) -> bool {
    between.contains(&'?') || has_question_ending(text.slice(last.start, last.end))
}

/// Whether a word ends like a question. 열이 나요, 자주 가요 and 아프니까 only look like one: 나다 and 가다 are verbs,
/// and a question has ㄴ before 가요 and ㅂ before 니까.
fn has_question_ending(word: &str) -> bool {
    let closed = |tail: &str, coda: u32| {
        let head = word.strip_suffix(tail).and_then(|it| it.chars().next_back());
        head.is_some_and(|it| final_consonant(it) == Some(coda))
    };
    if word.ends_with("습니까만") {
        return false;
    }
    if word.ends_with("나요") || word.ends_with("나여") {
        let stem = &word[..word.len() - "나요".len()];
        return !stem.is_empty() && !ends(stem, &GRAMMAR.grows);
    }
    if word.ends_with("가요") {
        return closed("가요", 4) && word != "안가요";
    }
    if word.ends_with("니까") {
        return closed("니까", 17);
    }
    // 돔페리돈은요: a topic alone asks what was asked before.
    ends(word, &["까요", "까", "는지요", "을지", "은지", "는지", "인지", "은요", "는요"])
}

fn ends_clause(text: &Text, last: &Word, between: &[char], noun_ends: &[usize]) -> bool {
    let word = text.slice(last.start, last.end);
    // A comma ends a clause only after a predicate or nominal ending: 있음, 없음, 다, 요.
    if between.contains(&',') && closes(word) {
        return true;
    }
    connects(text, last, word, noun_ends)
}

/// Whether a word ends in a final or nominal ending; 처음, 다음 and 마음 are nouns.
fn closes(word: &str) -> bool {
    ends(word, &["음", "함", "됨", "다", "요", "죠", "네", "임"])
        && word.chars().count() >= 2
        && !["처음", "다음", "마음"].contains(&word)
}

/// Whether a word ends in the connective -ㄴ데 (숨은 찬데, 침이 쓴디요). Nouns in 데 (여러 군데, 한가운데) are excluded.
fn is_background(word: &str) -> bool {
    let word = word.strip_suffix('요').unwrap_or(word);
    let Some(stem) = word.strip_suffix(['데', '디']) else { return false };
    let place = ["군", "가운", "간", "온", "딴", "그런", "근", "어딘", "한"];
    let closed = stem.chars().next_back();
    closed.is_some_and(|it| final_consonant(it) == Some(4)) && !ends(stem, &place)
}

/// Whether a word means "after" behind a modifying predicate: 쓰러진 뒤, 먹은 후. Another clause begins there.
/// After a noun it is a time: 수술 후.
fn is_after(text: &Text, last: &Word, word: &str) -> bool {
    let then = ["뒤", "후", "뒤로", "뒤에", "후에", "후로", "뒤부터", "후부터", "다음", "다음에"];
    let before = last.start.checked_sub(2).and_then(|it| text.get(it));
    // The modifying ending: a syllable that closes in ㄴ, as in 은, 진, 된, 한.
    then.contains(&word)
        && text.before(last.start) == Some(' ')
        && before.is_some_and(|it| final_consonant(it) == Some(4))
}

/// Whether a word connects its clause to the next.
fn connects(text: &Text, last: &Word, word: &str, noun_ends: &[usize]) -> bool {
    if !word.chars().next_back().is_some_and(is_hangul) || GRAMMAR.nouns.has(word) {
        return false;
    }
    // 당뇨하고, 연고: a concept with a particle, or a concept that happens to end like a connective.
    let is_concept_end = |letters: usize| {
        last.end.checked_sub(letters).is_some_and(|it| noun_ends.binary_search(&it).is_ok())
    };
    // 아버지하고 큰아버지한테 is a list of persons.
    let is_person = || word.strip_suffix("하고").is_some_and(|it| bare_person(it).is_some());
    if (word.ends_with("하고") && (is_concept_end(2) || is_person())) || is_concept_end(0) {
        return false;
    }
    if word == "때문에" || ends(word, &["때문에", "탓에", "덕분에"]) {
        return true;
    }
    let count = word.chars().count();
    if count >= 2
        && ends(word, &GRAMMAR.connectives)
        && word != "다고"
        && !word.ends_with("라고")
        && !word.ends_with("다고")
    {
        return true;
    }
    if count >= 2 && word.ends_with('면') {
        return true;
    }
    if is_background(word) {
        return true;
    }
    if is_after(text, last, word) {
        return true;
    }
    count >= 2 && word.ends_with('서') && !ends(word, &["에서", "로서", "께서", "한테서"])
}
