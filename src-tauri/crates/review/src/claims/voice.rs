//! Signs of the speaker: endings, quotation marks, headings and foreign script.

use simui_korean::hangul::final_consonant;

use super::reading::Grammar;
use super::reply::Reply;
use super::sentence::Sentence;
use crate::lexicon::{ClassId, Hit};
use crate::normalise::{Characters, Gap, Normalised};

/// Number of the final consonant ㅆ.
const SS: u32 = 20;
/// Endings that may follow a past stem at the end of a sentence.
const PAST_ENDINGS: &[&str] = &[
    "습니다",
    "어요",
    "네요",
    "다",
    "음",
    "지요",
    "죠",
    "거든요",
    "더라고요",
    "더라구요",
    "더군요",
    "답니다",
    "는데요",
    "어",
    "네",
    "지",
    "구요",
    "고요",
    "는걸요",
    "던",
    "거든",
    "더라",
    "나봐요",
    "대요",
    "다네요",
    "다더라고요",
    "는데",
    "잖아요",
    "군",
    "구나",
    "습니당",
    "어용",
    "슴다",
    "음요",
];
/// Syllables before 요 with which no statement ends.
const NOT_OF_STATEMENTS: &str = "세까나가지시도로고니";
/// Those of them by which clinics and journalists write.
const WRITTEN_ENDINGS: &[&str] = &["습니다", "다", "음"];
/// Polite endings of speech.
const SPEECH_ENDINGS: &[&str] = &[
    "어요",
    "아요",
    "해요",
    "네요",
    "예요",
    "에요",
    "돼요",
    "더라고요",
    "더라구요",
    "거든요",
    "져요",
    "대요",
    "자요",
    "봐요",
    "줘요",
    "와요",
    "려요",
];

/// Endings after a past stem that only suppose it, leave it open, or tell what comes after it (빠졌다가).
const OPEN_ENDINGS: &[&str] = &["다면", "으면", "을", "더라도", "어도", "는지", "다가"];

/// Endings of a statement.
const DECLARATIVE_ENDINGS: &[&str] = &["다", "요", "죠", "음", "함", "됨", "짐"];

/// Endings by which a speaker reports what he saw or felt himself, and sounds of delight.
const WITNESS_ENDINGS: &[&str] = &[
    "더라고",
    "더라구",
    "더군요",
    "던데요",
    "던데",
    "더니",
    "줄이야",
    "줄 몰랐",
    "줄은 몰랐",
    "걸 그랬",
    "길 잘했",
    "ㅋㅋ",
    "ㅎㅎ",
    "ㅠㅠ",
    "네요ㅎ",
    "니까요ㅎ",
];

/// Last syllables of a quoted sentence, which a particle of [`REPORTING`] behind the mark reports.
const QUOTED_ENDINGS: &str = "다요죠자라까냐네";

/// What follows a quoted sentence that somebody reports: "낫는다"는, "낫는다"고.
const REPORTING: &[&str] = &["는", "고", "며", "면서", "던", "란", "라는", "라고", "라며"];

pub(super) fn hits(
    text: &str,
    normal: &Normalised,
    sentences: &[Sentence],
    characters: &Characters,
    grammar: &Grammar,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    foreign_script(text, normal, characters, grammar.foreign_script, &mut hits);
    for sentence in sentences {
        predicates(normal, sentence, grammar, &mut hits);
    }
    // 흉터가 남나요? 아니요: question and answer state the absence.
    for sentence in sentences.iter().filter(|it| it.reply == Some(Reply::DeniesHarm)) {
        let (start, end) = (sentence.to - 1, sentence.to);
        hits.push(Hit { class: grammar.absence, start, end, value: 0.0 });
    }
    quotations(normal, grammar, &mut hits);
    headings(normal, grammar.heading, &mut hits);
    ratings(normal, grammar.rated, &mut hits);
    hits
}

fn predicates(normal: &Normalised, sentence: &Sentence, grammar: &Grammar, hits: &mut Vec<Hit>) {
    let letters = &normal.letters;
    let mut word = sentence.from;
    while word < sentence.to {
        let end =
            (word + 1..sentence.to).find(|&at| letters[at].gap > Gap::Soft).unwrap_or(sentence.to);
        let past = (word..end).find(|&at| {
            final_consonant(letters[at].ch) == Some(SS) && !matches!(letters[at].ch, '있' | '겠')
        });
        if let Some(at) = past {
            hits.push(Hit { class: grammar.past, start: at, end, value: 0.0 });
            let rest: String = letters[at + 1..end].iter().map(|letter| letter.ch).collect();
            let before = (at > word).then(|| letters[at - 1].ch);
            // 심해졌다면 says of nothing that it became so.
            let is_open = OPEN_ENDINGS.iter().any(|ending| rest.starts_with(ending));
            // 되었 tells of a change behind a verb alone: 걷게 되었습니다, but not 선임되었습니다.
            let becomes = matches!((before, letters[at].ch), (Some('되'), '었') | (_, '됐'));
            let is_passive = becomes && !(word > sentence.from && letters[word - 1].ch == '게');
            if !is_open && !is_passive && is_change(before, letters[at].ch) {
                hits.push(Hit { class: grammar.became, start: at, end, value: 0.0 });
                if rest.ends_with('요') {
                    hits.push(Hit { class: grammar.became_spoken, start: at, end, value: 0.0 });
                }
            }
            if PAST_ENDINGS.contains(&rest.as_str())
                || end == sentence.to && rest.ends_with(['요', '다'])
            {
                hits.push(Hit { class: grammar.past_final, start: at, end, value: 0.0 });
                if rest.ends_with('요') || !WRITTEN_ENDINGS.contains(&rest.as_str()) {
                    hits.push(Hit { class: grammar.past_spoken, start: at, end, value: 0.0 });
                }
            }
        }
        let written: String = letters[word..end].iter().map(|letter| letter.ch).collect();
        if WITNESS_ENDINGS.iter().any(|ending| written.contains(ending)) {
            hits.push(Hit { class: grammar.witnessed, start: word, end, value: 0.0 });
        }
        let tail: String =
            letters[end.saturating_sub(4).max(word)..end].iter().map(|l| l.ch).collect();
        if end == sentence.to && DECLARATIVE_ENDINGS.iter().any(|it| written.ends_with(it)) {
            hits.push(Hit { class: grammar.declared, start: word, end, value: 0.0 });
        }
        if end == sentence.to && is_speech(&tail) {
            hits.push(Hit { class: grammar.spoken, start: word, end, value: 0.0 });
        }
        word = end;
    }
}

/// Whether a word ends as people speak: 걸어요, 다녀요. Questions and requests (가나요, 오세요) do not.
fn is_speech(word: &str) -> bool {
    let open = word.strip_suffix('요').and_then(|stem| stem.chars().next_back());
    let is_informal =
        open.is_some_and(|it| final_consonant(it) == Some(0) && !NOT_OF_STATEMENTS.contains(it));
    is_informal || SPEECH_ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Whether a past stem that ends with `stem`, after `before`, tells of a change: 좋아졌, 가라앉았.
fn is_change(before: Option<char>, stem: char) -> bool {
    matches!(stem, '졌' | '됐' | '났')
        || matches!(stem, '었' | '았') && matches!(before, Some('되' | '앉' | '나' | '줄' | '들'))
}

/// Finds runs of at least four Han or Kana characters: text for readers of Chinese or Japanese. Where every
/// character reads as Hangul (最高名醫), they are Korean words in Hanja and not reported.
fn foreign_script(
    text: &str,
    normal: &Normalised,
    characters: &Characters,
    class: ClassId,
    hits: &mut Vec<Hit>,
) {
    let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{30FF}' if c != '・');
    let is_han = |c: char| matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}');
    let is_foreign = |c: char| is_kana(c) || is_han(c);
    if !text.chars().any(|c| is_kana(c) || is_han(c) && characters.meaning(c).is_none()) {
        return;
    }
    let mut run: Option<(usize, usize)> = None;
    let mut found = Vec::new();
    for (index, c) in text.chars().enumerate() {
        run = match run {
            Some((from, length)) if is_foreign(c) => Some((from, length + 1)),
            Some((from, length)) if length >= 4 => {
                found.push((from, index));
                None
            }
            _ if is_foreign(c) => Some((index, 1)),
            _ => None,
        };
    }
    if let Some((from, length)) = run.filter(|(_, length)| *length >= 4) {
        found.push((from, from + length));
    }
    for (from, to) in found {
        let start = normal.letters.partition_point(|letter| letter.start < from);
        let end = normal.letters.partition_point(|letter| letter.start < to);
        if start < end {
            hits.push(Hit { class, start, end, value: 0.0 });
        }
    }
}

/// Finds letters between a pair of quotation marks in one line, at most 300 of them.
fn quotations(normal: &Normalised, grammar: &Grammar, hits: &mut Vec<Hit>) {
    let mut open: Option<(char, usize)> = None;
    let mut letter = 0;
    for (index, glyph) in normal.glyphs.iter().enumerate() {
        while normal.letters.get(letter).is_some_and(|it| it.glyph < index) {
            letter += 1;
        }
        match (glyph.ch, open) {
            ('\n', _) => open = None,
            (c, Some((close, from))) if c == close => {
                if from < letter && letter - from <= 300 {
                    hits.push(Hit { class: grammar.quoted, start: from, end: letter, value: 0.0 });
                    hits.extend(reporting(normal, letter, index, grammar.reported));
                }
                open = None;
            }
            ('"', None) => open = Some(('"', letter)),
            ('“', None) => open = Some(('”', letter)),
            ('\'', None) => open = Some(('\'', letter)),
            ('‘', None) => open = Some(('’', letter)),
            ('「', None) => open = Some(('」', letter)),
            _ => {}
        }
    }
}

/// Returns the particle that reports the quotation before letter `at`, whose closing mark is glyph `mark`.
fn reporting(normal: &Normalised, at: usize, mark: usize, class: ClassId) -> Option<Hit> {
    let ends = QUOTED_ENDINGS.contains(normal.letters[at.checked_sub(1)?].ch);
    let first = normal.letters.get(at).filter(|it| it.glyph == mark + 1)?;
    let rest = normal.letters[at + 1..].iter().take_while(|it| it.gap == Gap::None).take(2);
    let word: String = std::iter::once(first).chain(rest).map(|it| it.ch).collect();
    let end = at + word.chars().count();
    (ends && REPORTING.contains(&word.as_str())).then_some(Hit {
        class,
        start: at,
        end,
        value: 0.0,
    })
}

/// Number of stars from which on they are a rating and no ornament of one word.
const STARS_OF_RATING: usize = 3;

/// Finds the first word behind three to five stars in its line: ★★★★☆ 김○우.
fn ratings(normal: &Normalised, class: ClassId, hits: &mut Vec<Hit>) {
    let mut stars = 0;
    let mut letter = 0;
    for (index, glyph) in normal.glyphs.iter().enumerate() {
        while normal.letters.get(letter).is_some_and(|it| it.glyph < index) {
            letter += 1;
        }
        match glyph.ch {
            '★' | '☆' | '⭐' | '🌟' => stars += 1,
            c if c == ' ' || c == '\u{fe0f}' => {}
            _ => {
                let is_word = normal.letters.get(letter).is_some_and(|it| it.glyph == index);
                if is_word && (STARS_OF_RATING..=5).contains(&stars) {
                    let rest = normal.letters[letter + 1..].iter();
                    let end = letter + 1 + rest.take_while(|it| it.gap <= Gap::Soft).count();
                    hits.push(Hit { class, start: letter, end, value: 0.0 });
                }
                stars = 0;
            }
        }
    }
}

/// Finds headings in brackets at the start of a line, at most 12 letters long: [건강칼럼], 【기획】.
fn headings(normal: &Normalised, class: ClassId, hits: &mut Vec<Hit>) {
    let mut letter = 0;
    let mut open: Option<usize> = None;
    let mut at_line_start = true;
    for (index, glyph) in normal.glyphs.iter().enumerate() {
        while normal.letters.get(letter).is_some_and(|it| it.glyph < index) {
            letter += 1;
        }
        match glyph.ch {
            '\n' => (open, at_line_start) = (None, true),
            '[' | '【' | '<' | '〈' if at_line_start => open = Some(letter),
            ']' | '】' | '>' | '〉' => {
                if let Some(from) = open.take()
                    && from < letter
                    && letter - from <= 12
                {
                    hits.push(Hit { class, start: from, end: letter, value: 0.0 });
                }
                at_line_start = false;
            }
            c if !c.is_whitespace() && open.is_none() => at_line_start = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;
    use crate::lexicon::ClassNames;
    use crate::normalise::normalise;

    /// Compares the words of `class` in `text` with `expected`; `find` is what finds them.
    fn check(
        text: &str,
        find: impl Fn(&Normalised, &Grammar, &mut Vec<Hit>),
        class: impl Fn(&Grammar) -> ClassId,
        expected: &[&str],
    ) {
        let characters = Characters::builtin().unwrap();
        let normal = normalise(text, &characters);
        let grammar = Grammar::intern(&mut ClassNames::default());
        let mut hits = Vec::new();
        find(&normal, &grammar, &mut hits);
        let of_class = hits.iter().filter(|hit| hit.class == class(&grammar));
        let found: Vec<String> = of_class.map(|hit| normal.words(hit.start, hit.end)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_quoted_sentence_with_a_particle_is_reported() {
        let check = |text, expected| check(text, quotations, |it| it.reported, expected);
        check("\"연골이 되살아난다\"는 말이 돕니다", &["는"]);
        check("“아프지 않아요”라고 합니다", &["라고"]);
        check("\"낫는다\" 는 말", &[]);
        check("\"완치\"는 없습니다", &[]);
        check("\"낫는다\"", &[]);
    }

    #[test]
    fn stars_before_a_word_rate() {
        let find = |normal: &Normalised, grammar: &Grammar, hits: &mut Vec<Hit>| {
            ratings(normal, grammar.rated, hits);
        };
        let check = |text, expected| check(text, find, |it| it.rated, expected);
        check("★★★★★ 김○우 님", &["김o우"]);
        check("★★★☆☆\n친절해요", &[]);
        check("최★고 ★★ 행사", &[]);
        check("★★★★★★★ 행사", &[]);
    }

    #[test]
    fn hanja_is_korean_and_kana_is_not() {
        let characters = Characters::builtin().unwrap();
        let class = ClassNames::default().intern("foreign_script");
        for (text, expected) in [
            ("最高名醫 無痛手術", 0),
            ("名醫推薦病院", 0),
            ("日本語で相談できます", 1),
            ("欢迎来韩国整形", 1),
            ("韓国皮膚科 日本語OK", 1),
            ("최고名醫 전문", 0),
        ] {
            let mut hits = Vec::new();
            foreign_script(text, &normalise(text, &characters), &characters, class, &mut hits);
            assert_eq!(hits.len(), expected, "{text:?}");
        }
    }
}
