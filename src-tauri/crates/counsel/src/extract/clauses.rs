//! Words, clauses and sentences. What is said of one clause is not said of the next: 고혈압은 있지만 당뇨는 없어요.

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
const NOUNS: [&str; 44] = [
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
];

/// Endings after which another clause begins.
const CONNECTIVES: [&str; 17] = [
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
];

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
                let between = &text.chars[last.end..word.start];
                if ends_sentence(text, last.end, between) {
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
    let word = text.slice(last.start, last.end);
    let endings = [
        "나요",
        "까요",
        "가요",
        "까",
        "ㄴ지요",
        "는지요",
        "을지",
        "니까",
        "나여",
        "을까",
        "은지",
        "는지",
        "인지",
    ];
    between.contains(&'?')
        || (!word.ends_with("습니까만") && endings.iter().any(|it| word.ends_with(it)))
}

fn ends_clause(text: &Text, last: &Word, between: &[char], noun_ends: &[usize]) -> bool {
    let word = text.slice(last.start, last.end);
    // A word that is done with: 있음, 없음, (+), 다, 요.
    if between.contains(&',') && closes(word) {
        return true;
    }
    connects(last, word, noun_ends)
}

fn closes(word: &str) -> bool {
    ["음", "함", "됨", "다", "요", "죠", "네", "임"].iter().any(|it| word.ends_with(it))
        && word.chars().count() >= 2
        && !["처음", "다음", "마음"].contains(&word)
}

fn connects(last: &Word, word: &str, noun_ends: &[usize]) -> bool {
    if !word.chars().next_back().is_some_and(is_hangul) || NOUNS.contains(&word) {
        return false;
    }
    // 당뇨하고, 연고: a concept with a particle, or one that happens to end so.
    let tail =
        |letters: usize| last.end.checked_sub(letters).is_some_and(|it| noun_ends.contains(&it));
    if (word.ends_with("하고") && tail(2)) || tail(0) {
        return false;
    }
    if word == "때문에" || ["때문에", "탓에", "덕분에"].iter().any(|it| word.ends_with(it))
    {
        return true;
    }
    let count = word.chars().count();
    if count >= 2
        && CONNECTIVES.iter().any(|it| word.ends_with(it))
        && word != "다고"
        && !word.ends_with("라고")
        && !word.ends_with("다고")
    {
        return true;
    }
    if count >= 2 && word.ends_with('면') {
        return true;
    }
    count >= 2
        && word.ends_with('서')
        && !["에서", "로서", "께서", "한테서"].iter().any(|it| word.ends_with(it))
}
