//! Recognises what may stand between a noun and its predicate: adverbs, times, amounts, comparisons (머리가
//! 밤만 되면 깨질 듯이 아파요).

use super::complaint::spaces;
use crate::text::boundary::run_end;
use crate::text::cue::{begins, ends};
use crate::text::letters::Text;
use crate::text::words::GRAMMAR;
use simui_korean::hangul::final_consonant;

/// Vessels by which drinks are counted.
const VESSELS: [&str; 6] = ["병", "캔", "잔", "컵", "사발", "모금"];

/// End of an amount that begins with `word` at `at`, and of the space after it: 살이 오 키로나 빠졌어요, 맥주 두 캔 마셔요.
pub(crate) fn amount(text: &Text, at: usize, word: &str) -> Option<usize> {
    let weight = |word: &str| begins(word, &["키로", "킬로", "센티"]);
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    // 반병, 두캔: joined.
    let mut cuts = word.char_indices().skip(1);
    let joined = cuts.any(|(cut, _)| is_number(&word[..cut]) && is_vessel(&word[cut..]));
    if weight(word) || joined {
        Some(start)
    } else {
        let counted = is_number(word) && (weight(next) || is_vessel(next));
        counted.then(|| spaces(text, start + next.chars().count()))
    }
}

/// Whether a word is a number of weights or vessels: 오, 두세, 반.
fn is_number(word: &str) -> bool {
    let digits = |it: char| "일이삼사오육칠팔구십백".contains(it);
    word == "반" || !word.is_empty() && word.chars().all(digits) || is_count(word)
}

/// Whether a word is a vessel by which drinks are counted.
fn is_vessel(word: &str) -> bool {
    let particles = ["", "씩", "이나", "을", "를", "정도", "쯤"];
    let rest = VESSELS.iter().find_map(|it| word.strip_prefix(it));
    rest.is_some_and(|it| particles.contains(&it))
}

/// End of a comparison, an occasion or a denied alternative of two words: 깨질 듯이 아파요, 무릎이 앉을 때마다 시큰거려요,
/// 항진이 아니라 저하예요.
pub(crate) fn compared(text: &Text, at: usize, word: &str) -> Option<usize> {
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    let last = word.chars().next_back()?;
    // A prospective modifier ends in ㄹ: 깨질, 찢어질.
    let would = final_consonant(last) == Some(8);
    let like = [
        "때",
        "때마다",
        "때면",
        "때는",
        "때만",
        "듯이",
        "듯",
        "것처럼",
        "거처럼",
        "거같이",
        "정도로",
        "만큼",
        "것같이",
        "지경으로",
    ];
    let not = word.ends_with(['이', '가', '은', '는', '게'])
        && ["아니라", "아니고", "아니구"].contains(&next);
    let skips = (would && like.contains(&next)) || not;
    skips.then(|| spaces(text, start + next.chars().count()))
}

/// End of a simile of at most four words: 천불이 나는 거마냥 쓰려요, 누가 쥐어짜는 것처럼 아파요.
pub(crate) fn likened(text: &Text, at: usize) -> Option<usize> {
    let like = ["것처럼", "거처럼", "것마냥", "거마냥", "것같이", "거같이", "것만치", "듯이", "듯"];
    let mut start = at;
    for count in 0..4 {
        let end = run_end(text, start);
        let word = text.slice(start, end);
        if word.is_empty() {
            return None;
        }
        let ends = like.contains(&word) || word.ends_with("마냥") || word.ends_with("처럼");
        if count > 0 && ends {
            return Some(spaces(text, end));
        }
        // A simile is one clause: in 눈앞이 번쩍이고 커튼 친 것처럼 안 보여요 only 커튼 친 것처럼 is one.
        if text.get(end) != Some(' ') || word.ends_with('고') {
            return None;
        }
        start = spaces(text, end);
    }
    None
}

/// Whether a word is an adverb, a time, a manner (찢어지듯) or a count.
pub(crate) fn is_adverb(word: &str) -> bool {
    GRAMMAR.adverbs.has(word)
        || is_doubled(word)
        || ends(
            word,
            &[
                "째",
                "부터",
                "동안",
                "마다",
                "히",
                "씩",
                "일주일",
                "때문에",
                "처럼",
                "듯",
                "듯이",
                "만큼",
            ],
        )
        || is_comparison(word)
        || is_manner(word)
        || is_count(word)
}

/// Whether a word names what is compared with: 어제보다, 평소보다.
fn is_comparison(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with("보다")
}

/// Whether a word names an occasion in -면: 아랫배가 누르면 아파요.
pub(crate) fn is_occasion(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with('면')
}

/// Whether a word is a number of times or of weeks: 네 번은, 두세 번, 일주일 새.
fn is_count(word: &str) -> bool {
    let word = word.trim_end_matches(['은', '이', '도', '만', '쯤']);
    let how_many = [
        "삼",
        "사",
        "오",
        "육",
        "칠",
        "팔",
        "구",
        "십",
        "이틀",
        "사흘",
        "나흘",
        "닷새",
        "열흘",
        "보름",
        "한",
        "두",
        "세",
        "네",
        "다섯",
        "여섯",
        "서너",
        "두세",
        "한두",
        "너댓",
        "대여섯",
        "여러",
        "몇",
        "수십",
        "열",
        "번",
        "차례",
        "주일",
        "하나",
        "하나도",
    ];
    how_many.contains(&word)
        || ["번", "주일", "개월"]
            .iter()
            .any(|it| word.strip_suffix(it).is_some_and(|it| how_many.contains(&it)))
}

/// Whether a word is an adverb of manner in -게: 누렇게, 이상하게.
fn is_manner(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with('게') && !word.ends_with("에게")
}

/// Whether a word repeats itself: 지끈지끈, 살살.
fn is_doubled(word: &str) -> bool {
    let half = word.len() / 2;
    !word.is_empty() && word.is_char_boundary(half) && word[..half] == word[half..]
}
