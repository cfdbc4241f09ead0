//! Words, clauses and sentences. What is said of one clause is not said of the next: 고혈압은 있지만 당뇨는 없어요.

use super::cue::{Words, ends};
use super::people::exactly;
use super::text::{Text, is_hangul};

/// A run of letters between spaces and marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Word {
    pub start: usize,
    pub end: usize,
    pub sentence: usize,
    pub clause: usize,
    /// A comma, a colon or a bracket follows.
    pub mark: Option<char>,
    /// The first word after an opening bracket, or a mark of its own.
    pub opened: bool,
}

#[derive(Debug)]
pub(crate) struct Clauses {
    pub words: Vec<Word>,
    /// For each sentence: whether it ends with a question mark or in a question's ending.
    pub questions: Vec<bool>,
}

/// Nouns that end like a connective.
static NOUNS: Words<44> = Words::new([
    "연고",
    "최고",
    "사고",
    "광고",
    "보고",
    "경고",
    "재고",
    "창고",
    "참고",
    "권고",
    "신고",
    "출고",
    "라면",
    "수면",
    "표면",
    "반면",
    "측면",
    "화면",
    "장면",
    "안면",
    "냉면",
    "순서",
    "부서",
    "독서",
    "처방서",
    "진단서",
    "설명서",
    "의뢰서",
    "소견서",
    "데",
    "그런데",
    "근데",
    "하지만",
    "그리고",
    "그래서",
    "혼자서",
    "둘이서",
    "천연고",
    "정서",
    "어디서",
    "여기서",
    "말고",
    "아니면",
    "이면",
]);

/// Endings after which another clause begins.
const CONNECTIVES: [&str; 30] = [
    "지만",
    "는데",
    "은데",
    "인데",
    "던데",
    "한데",
    "픈데",
    "려운데",
    "운데",
    "고",
    "으며",
    "하며",
    "으나",
    "면서",
    "니까",
    "길래",
    "더니",
    // As they are said at a counter, and in the south.
    "고요",
    "구요",
    "는데요",
    "은데요",
    "인데요",
    "지만요",
    "거든요",
    "는디",
    "은디",
    "인디",
    "던디",
    "한디",
    "는데도",
];

/// In words.
const LONGEST_SENTENCE: usize = 150;

/// English words before which another clause begins.
const ENGLISH: [&str; 8] =
    ["but", "however", "although", "though", "except", "yet", "while", "whereas"];

impl Clauses {
    /// `noun_ends` are the ends of concepts: 당뇨하고 고혈압 is a list, not two clauses.
    pub fn new(text: &Text, noun_ends: &[usize]) -> Self {
        let mut words = words(text);
        let (mut clause, mut sentence) = (0, 0);
        let mut questions = vec![];
        for index in 0..words.len() {
            let (before, rest) = words.split_at_mut(index);
            let Some(word) = rest.first_mut() else { break };
            if let Some(last) = before.last() {
                // What nobody ends is cut: what is said of a word is looked for in its sentence.
                let begun = before.len() - before.partition_point(|it| it.sentence < sentence);
                let between = &text.chars[last.end..word.start];
                if begun >= LONGEST_SENTENCE || ends_sentence(text, last.end, between) {
                    questions.push(is_question(text, last, between));
                    sentence += 1;
                    clause += 1;
                } else if ends_clause(text, last, between, noun_ends)
                    || ENGLISH.contains(&text.slice(word.start, word.end))
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
        Self { words, questions }
    }

    /// The word a position stands in, or the last before it.
    pub fn word_at(&self, position: usize) -> usize {
        self.words.partition_point(|it| it.start <= position).saturating_sub(1)
    }

    /// The words of the clause of a word, as a range.
    pub fn clause(&self, word: usize) -> std::ops::Range<usize> {
        self.range(word, |it| it.clause)
    }

    /// The words of the sentence of a word, as a range.
    pub fn sentence(&self, word: usize) -> std::ops::Range<usize> {
        self.range(word, |it| it.sentence)
    }

    fn range(&self, word: usize, key: impl Fn(&Word) -> usize) -> std::ops::Range<usize> {
        let Some(own) = self.words.get(word).map(&key) else { return 0..0 };
        self.words.partition_point(|it| key(it) < own)
            ..self.words.partition_point(|it| key(it) <= own)
    }
}

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

/// Marks stand between words; a dot, a comma or a slash between digits or letters of one word does not.
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

fn is_question(text: &Text, last: &Word, between: &[char]) -> bool {
    between.contains(&'?') || asks(text.slice(last.start, last.end))
}

/// Whether a word ends like a question. 열이 나요, 자주 가요 and 아프니까 only look like one: 나다 and 가다 are verbs, and a
/// question has ㄴ before 가요 and ㅂ before 니까.
fn asks(word: &str) -> bool {
    let closed = |tail: &str, coda: u32| {
        let head = word.strip_suffix(tail).and_then(|it| it.chars().next_back());
        head.is_some_and(|it| is_hangul(it) && (it as u32 - 0xac00) % 28 == coda)
    };
    if word.ends_with("습니까만") {
        return false;
    }
    if word.ends_with("나요") || word.ends_with("나여") {
        let stem = &word[..word.len() - "나요".len()];
        return !stem.is_empty() && !ends(stem, &GROWS);
    }
    if word.ends_with("가요") {
        return closed("가요", 4) && word != "안가요";
    }
    if word.ends_with("니까") {
        return closed("니까", 17);
    }
    ends(word, &["까요", "까", "는지요", "을지", "은지", "는지", "인지"])
}

/// Before 나요 the verb 나다: 일어나요, 땀나요.
const GROWS: [&str; 27] = [
    "어",
    "타",
    "덧",
    "끝",
    "만",
    "열",
    "땀",
    "피",
    "쥐",
    "화",
    "증",
    "새",
    "진물",
    "콧물",
    "토",
    "눈물",
    "배탈",
    "몸살",
    "트러블",
    "병",
    "드러",
    "자라",
    "멍",
    "생각",
    "발진",
    "소리",
    "기침",
];

fn ends_clause(text: &Text, last: &Word, between: &[char], noun_ends: &[usize]) -> bool {
    let word = text.slice(last.start, last.end);
    // A word that is done with: 있음, 없음, (+), 다, 요.
    if between.contains(&',') && closes(word) {
        return true;
    }
    connects(text, last, word, noun_ends)
}

fn closes(word: &str) -> bool {
    ends(word, &["음", "함", "됨", "다", "요", "죠", "네", "임"])
        && word.chars().count() >= 2
        && !["처음", "다음", "마음"].contains(&word)
}

/// 숨은 찬데, 침이 쓴디요: a syllable in ㄴ before 데; 여러 군데 and 한가운데 are places.
fn is_background(word: &str) -> bool {
    let word = word.strip_suffix('요').unwrap_or(word);
    let Some(stem) = word.strip_suffix(['데', '디']) else { return false };
    let place = ["군", "가운", "간", "온", "딴", "그런", "근", "어딘", "한"];
    let closed = stem.chars().next_back();
    closed.is_some_and(|it| is_hangul(it) && (it as u32 - 0xac00) % 28 == 4) && !ends(stem, &place)
}

/// 쓰러진 뒤, 먹은 후: what was before is told, another clause begins. 수술 후 is a time.
fn is_after(text: &Text, last: &Word, word: &str) -> bool {
    let then = ["뒤", "후", "뒤로", "뒤에", "후에", "후로", "뒤부터", "후부터", "다음", "다음에"];
    let before = last.start.checked_sub(2).and_then(|it| text.get(it));
    // A syllable that ends in ㄴ: 은, 진, 된, 한.
    then.contains(&word)
        && text.before(last.start) == Some(' ')
        && before.is_some_and(|it| is_hangul(it) && (it as u32 - 0xac00) % 28 == 4)
}

fn connects(text: &Text, last: &Word, word: &str, noun_ends: &[usize]) -> bool {
    if !word.chars().next_back().is_some_and(is_hangul) || NOUNS.has(word) {
        return false;
    }
    // 당뇨하고, 연고: a concept with a particle, or one that happens to end so.
    let tail = |letters: usize| {
        last.end.checked_sub(letters).is_some_and(|it| noun_ends.binary_search(&it).is_ok())
    };
    // 아버지하고 큰아버지한테
    let person = || word.strip_suffix("하고").is_some_and(|it| exactly(it).is_some());
    if (word.ends_with("하고") && (tail(2) || person())) || tail(0) {
        return false;
    }
    if word == "때문에" || ends(word, &["때문에", "탓에", "덕분에"]) {
        return true;
    }
    let count = word.chars().count();
    if count >= 2
        && ends(word, &CONNECTIVES)
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
