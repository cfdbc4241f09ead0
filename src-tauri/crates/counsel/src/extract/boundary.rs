//! Where a word may begin and end: Korean particles and endings after a noun, prefixes before it, and plain word
//! boundaries for Latin letters.

use super::cue::Words;
use super::text::{Text, is_hangul};

/// After a noun these may follow, and then nothing, another of them, or one of [`OPEN`].
static PARTICLES: Words<90> = Words::new([
    "입니다만",
    "이에요",
    "이예요",
    "이라고",
    "라고",
    "이라는",
    "라는",
    "이라서",
    "라서",
    "이라도",
    "라도",
    "입니다",
    "이지만",
    "지만",
    "인데요",
    "인데",
    "이고요",
    "이고",
    "이며",
    "이나",
    "이든",
    "이랑",
    "에서",
    "에게",
    "에는",
    "에도",
    "으로",
    "부터",
    "까지",
    "처럼",
    "보다",
    "하고",
    "한테",
    "이면",
    "이요",
    "예요",
    "이야",
    "인가",
    "인지",
    "일까",
    "이었",
    "였",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "도",
    "만",
    "에",
    "의",
    "와",
    "과",
    "랑",
    "로",
    "나",
    "며",
    "고",
    "면",
    "요",
    "임",
    "일까봐",
    "일까요",
    "인가요",
    "이래요",
    "이라고요",
    "이라면",
    "이신",
    "이니",
    "이거나",
    "네",
    "이네요",
    "이라네요",
    "이라던데",
    "일지",
    "일지도",
    "인",
    "일",
    "이던",
    "이었던",
    "였던",
    "이었고",
    "였고",
    "이었는데",
    "였는데",
    "이거든요",
    "거든요",
    "이었어요",
    "였어요",
]);

/// After a noun (or a noun and particles) these begin another word that is written without a space.
static OPEN: Words<137> = Words::new([
    // 당뇨세요, 치매셨대요
    "세요",
    "셔",
    "셨",
    "시래",
    "시라",
    "신데",
    "시고",
    "시네",
    "시죠",
    "십니",
    "시대",
    "시거든",
    "둘다",
    "둘",
    "모두",
    "다있",
    "도있",
    "붙",
    "바르",
    "발라",
    "발랐",
    "넣",
    "맞",
    "마시",
    "때매",
    "땜",
    "하",
    "해",
    "했",
    "한",
    "할",
    "함",
    "합",
    "되",
    "됐",
    "돼",
    "된",
    "됨",
    "있",
    "없",
    "아니",
    "아닌",
    "아님",
    "않",
    "안",
    "못",
    "걸",
    "앓",
    "나",
    "났",
    "난",
    "심",
    "때문",
    "환자",
    "약",
    "진단",
    "증상",
    "증세",
    "증",
    "기운",
    "기가",
    "기도",
    "기는",
    "검사",
    "수술",
    "치료",
    "병력",
    "가족력",
    "의심",
    "관련",
    "등",
    "및",
    "후",
    "전",
    "중",
    "때",
    "같",
    "정",
    "캡슐",
    "시럽",
    "주사",
    "연고",
    "크림",
    "패치",
    "점안",
    "스프레이",
    "흡입",
    "서방",
    "가루",
    "좌약",
    "먹",
    "복용",
    "드시",
    "처방",
    "끊",
    "줘",
    "주세",
    "주시",
    "계열",
    "성분",
    "제제",
    "알레르기",
    "알러지",
    "과민",
    "부작용",
    "수치",
    "받",
    "생",
    "느",
    "심해",
    "오",
    "온",
    "왔",
    "정도",
    "말고",
    "때에",
    "쪽",
    "이력",
    "발생",
    "재발",
    "악화",
    "조절",
    "관리",
    "예방",
    "라는",
    "라던",
    "라고",
    "래",
    "이래",
    "이라",
    "네요",
    "예",
    "이네",
    "랍니",
    "이랍",
    "일수",
    "였",
]);

/// Before a noun these may stand without a space.
static PREFIXES: Words<46> = Words::new([
    "만성",
    "급성",
    "중증",
    "경증",
    "초기",
    "말기",
    "조기",
    "재발성",
    "전이성",
    "원발성",
    "양측",
    "우측",
    "좌측",
    "오른쪽",
    "왼쪽",
    "심한",
    "가벼운",
    "비",
    "약간",
    "노인성",
    "소아",
    "선천성",
    "바이러스성",
    "세균성",
    "알레르기성",
    "저는",
    "제가",
    "나는",
    "내가",
    "저도",
    "엄마가",
    "아빠가",
    "임신성",
    "고령",
    "구",
    "신규",
    "혹시",
    "지금",
    "현재",
    "최근",
    "과거",
    "예전에",
    "유전성",
    "특발성",
    "신경성",
    "스트레스성",
]);

/// Endings after which a long word may begin without a space (저는당뇨병이 있어요).
const BEFORE_LONG: [char; 17] = [
    '는', '은', '이', '가', '을', '를', '도', '에', '로', '고', '서', '와', '과', '랑', '의', '데',
    '요',
];

/// Whether a surface may begin here. `adjoins` says whether another concept ends here.
pub(crate) fn begins(text: &Text, start: usize, syllables: usize, adjoins: bool) -> bool {
    let (Some(before), Some(first)) = (text.before(start), text.get(start)) else { return true };
    if is_hangul(first) {
        if !is_hangul(before) || adjoins {
            return true;
        }
        let word = run_start(text, start);
        let prefix = text.slice(word, start);
        return PREFIXES.has(prefix)
            || (syllables >= 3 && (BEFORE_LONG.contains(&before) || is_unspaced(text, start)));
    }
    !before.is_ascii_alphanumeric()
}

/// Whether a position stands in a run so long that somebody left its spaces out.
pub(crate) fn is_unspaced(text: &Text, at: usize) -> bool {
    run_end(text, at) - run_start(text, at) >= UNSPACED
}

/// So many syllables without a space are more than one word.
const UNSPACED: usize = 9;

/// Whether a surface may end here. `adjoined` says whether another concept begins here, `number` whether a number may.
pub(crate) fn ends(
    text: &Text,
    end: usize,
    syllables: usize,
    adjoined: bool,
    number: bool,
) -> bool {
    let (Some(last), Some(next)) = (text.before(end), text.get(end)) else { return true };
    if adjoined {
        return true;
    }
    if last.is_ascii_digit() {
        return !next.is_ascii_alphanumeric();
    }
    if !is_hangul(last) {
        return !next.is_ascii_alphabetic() && (number || !next.is_ascii_digit());
    }
    if !is_hangul(next) {
        return true;
    }
    let rest = text.slice(end, run_end(text, end));
    match syllables {
        1 => PARTICLES.has(rest) || rest == "환자" || rest.starts_with("수술"),
        2 => follows(rest),
        _ => true,
    }
}

fn follows(rest: &str) -> bool {
    if rest.is_empty() || OPEN.begin(rest) {
        return true;
    }
    PARTICLES.beginnings(rest).map(|it| &rest[it.len()..]).any(|rest| {
        rest.is_empty()
            || OPEN.begin(rest)
            || PARTICLES.has(rest)
            || rest.chars().next().is_some_and(|c| matches!(c, '너' | '좀' | '많' | '계' | '자'))
    })
}

/// Where the run of syllables around a position begins.
fn run_start(text: &Text, at: usize) -> usize {
    let mut start = at;
    while start + 40 > at && text.before(start).is_some_and(is_hangul) {
        start -= 1;
    }
    start
}

/// Where the run of syllables from a position ends. Words end; a run of megabytes is not one.
pub(crate) fn run_end(text: &Text, at: usize) -> usize {
    let mut end = at;
    while end < at + 40 && text.get(end).is_some_and(is_hangul) {
        end += 1;
    }
    end
}

/// The particle a run of letters begins with, if the run is that particle and nothing else.
pub(crate) fn is_particle(rest: &str) -> bool {
    PARTICLES.has(rest)
}
