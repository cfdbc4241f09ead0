//! Complaints said with a noun and a predicate: 머리가 너무 아파요, 속은 안 쓰려요, 열은 없고.

use super::boundary::run_end;
use super::lexicon::{Complaint, Lexicon, Predicate};
use super::tagger::Found;
use super::text::Text;

const PARTICLES: [&str; 26] = [
    "쪽이가",
    "쪽이",
    "쪽은",
    "쪽도",
    "안이",
    "에서도",
    "에서",
    "까지",
    "부터",
    "이랑",
    "하고",
    "에도",
    "에는",
    "이가",
    "가",
    "이",
    "은",
    "는",
    "도",
    "만",
    "를",
    "을",
    "에",
    "의",
    "랑",
    "쪽",
];

/// Words that may stand between the noun and its predicate.
const ADVERBS: [&str; 193] = [
    "쭉",
    "쫙",
    "확",
    "뚝",
    "축",
    "쿵",
    "쑥",
    "쏙",
    "훅",
    "팍",
    "콱",
    "쫘악",
    "싹",
    "툭",
    "푹",
    "꽉",
    "텅",
    "휙",
    "좌악",
    "주르륵",
    "스르르",
    "찌르르",
    "우수수",
    "왈칵",
    "울컥",
    "퍽",
    "도로",
    "마구",
    "마구마구",
    "여기저기가",
    "하염없이",
    "끊임없이",
    "다",
    "온통",
    "영영",
    "당장",
    "방금",
    "막상",
    "한바탕",
    "몇",
    "일절",
    "그만큼",
    "자다",
    "때마다",
    "시도",
    "자꾸자꾸",
    "쉽게",
    "잘도",
    "거의",
    "여기저기",
    "군데군데",
    "하룻밤에",
    "하룻밤에도",
    "대여섯",
    "서너번",
    "두세번",
    "꼭",
    "그저",
    "유독",
    "유난히",
    "무지",
    "넘나",
    "디게도",
    "겁나게",
    "억수",
    "당최",
    "도무지",
    "연거푸",
    "시도때도",
    "순간",
    "문득",
    "가만히",
    "특히",
    "주로",
    "너무",
    "좀",
    "조금",
    "많이",
    "자꾸",
    "계속",
    "심하게",
    "매우",
    "아주",
    "엄청",
    "살짝",
    "약간",
    "가끔",
    "자주",
    "또",
    "다시",
    "막",
    "되게",
    "굉장히",
    "갑자기",
    "요즘",
    "요새",
    "최근에",
    "더",
    "진짜",
    "정말",
    "꽤",
    "항상",
    "늘",
    "매일",
    "잘",
    "오늘",
    "어제",
    "지금",
    "밤에",
    "밤에만",
    "아침에",
    "저녁에",
    "며칠",
    "며칠째",
    "이틀째",
    "사흘째",
    "하루종일",
    "종일",
    "아직",
    "아직도",
    "이제",
    "별로",
    "전혀",
    "조금씩",
    "슬슬",
    "은근",
    "이렇게",
    "그렇게",
    "정도",
    "이상",
    "넘게",
    "통",
    "도통",
    "영",
    "여전히",
    "한번씩",
    "왜",
    "괜히",
    "좀처럼",
    "자다가",
    "밤마다",
    "한쪽이",
    "쿡쿡",
    "한",
    "두",
    "세",
    "달",
    "새",
    "사이",
    "사이에",
    "만에",
    "동안",
    "빨리",
    "주",
    "전보다",
    "예전보다",
    "자꾸만",
    "하루에도",
    "제대로",
    "밤새",
    "밤새도록",
    "온종일",
    "내내",
    "때때로",
    "종종",
    "간혹",
    "수시로",
    "점점",
    "점차",
    "훨씬",
    "부쩍",
    "한참",
    "하도",
    "무척",
    "몹시",
    "완전",
    "억수로",
    "마이",
    "쪼매",
    "쫌",
    "쪼금",
    "디게",
    "연신",
    "그냥",
    "벌써",
    "두어",
    "서너",
    "오늘따라",
    "아침마다",
    "번",
    "개로",
    "뭐가",
    "뭔가",
];

/// A complaint that is complete.
#[derive(Debug)]
pub(crate) struct Complete {
    pub concept: usize,
    pub start: usize,
    pub end: usize,
    /// 안 아파요, 열이 없어요.
    pub negated: bool,
}

/// The complaint that begins with a noun, if its predicate follows.
pub(crate) fn complete(
    text: &Text,
    lexicon: &Lexicon,
    noun: &Found,
    row: usize,
) -> Option<Complete> {
    let complaint = &lexicon.complaints[row];
    let rest = text.slice(noun.end, run_end(text, noun.end));
    let particle = PARTICLES.iter().filter(|it| rest.starts_with(**it));
    let ends = particle.map(|it| noun.end + it.chars().count()).chain([noun.end]);
    // 엄지 쪽이
    let side = text.get(noun.end) == Some(' ') && text.get(noun.end + 1) == Some('쪽');
    let side = side.then(|| run_end(text, noun.end + 1));
    let ends = ends.chain(side);
    // 간에 안 좋다: of what is bad for it, not of the liver.
    let for_it = rest.starts_with('에');
    let bad = |it: &(usize, bool)| for_it && text.slice(noun.end, it.0).ends_with(['좋', '쁘']);
    ends.filter_map(|at| predicate_from(text, complaint, at))
        .filter(|it| !bad(it))
        .max_by_key(|it| it.0)
        .map(|(end, negated)| Complete {
            concept: complaint.concept,
            start: noun.start,
            end,
            negated,
        })
}

/// 눈이 침침하고 뻑뻑해요: another predicate of the noun, after one that ends at `end` in -고 or the like.
pub(crate) fn joined(text: &Text, lexicon: &Lexicon, row: usize, end: usize) -> Option<Complete> {
    let stop = run_end(text, end);
    let ending = text.slice(end, stop);
    let joins = ["고", "고요", "구", "며", "면서", "거나", "서", "고도", "다가", "는데"];
    if !joins.iter().any(|it| ending.ends_with(it)) || text.get(stop) != Some(' ') {
        return None;
    }
    let complaint = &lexicon.complaints[row];
    let start = spaces(text, stop);
    let (end, negated) = predicate_from(text, complaint, start)?;
    Some(Complete { concept: complaint.concept, start, end, negated })
}

/// The end of the predicate that follows, after at most five adverbs, and whether it is negated.
fn predicate_from(text: &Text, complaint: &Complaint, after: usize) -> Option<(usize, bool)> {
    let mut at = spaces(text, after);
    // 기침이나 가래: 이나, not 이 나다.
    let joined = text.before(at) == Some('이') && text.get(at) == Some('나');
    if joined && text.get(at + 1).is_none_or(char::is_whitespace) {
        return None;
    }
    let mut negated = false;
    for _ in 0..6 {
        let ends = complaint.predicates.iter().filter_map(|it| end_of(text, it, at));
        if let Some(end) = ends.max() {
            return Some((end, negated));
        }
        let word = text.slice(at, run_end(text, at));
        let has_it =
            complaint.predicates.iter().any(|it| it.words.is_empty() && it.forms[0] == "있");
        if has_it && word.starts_with('없') {
            return Some((at + 1, true));
        }
        if let Some(rest) = word.strip_prefix(['안', '못']) {
            negated = true;
            at = if rest.is_empty() { spaces(text, at + 1) } else { at + 1 };
        } else if text.get(at).is_some_and(|it| it.is_ascii_digit()) {
            // 체중이 3kg 빠졌어요
            let end = (at..at + 12).find(|it| text.get(*it).is_none_or(char::is_whitespace))?;
            at = spaces(text, end);
        } else if let Some(next) = amount(text, at, word) {
            at = next;
        } else if let Some(next) = compared(text, at, word) {
            at = next;
        } else if is_adverb(word) {
            at = spaces(text, at + word.chars().count());
        } else {
            return None;
        }
    }
    None
}

/// 살이 오 키로나 빠졌어요: where the amount ends.
fn amount(text: &Text, at: usize, word: &str) -> Option<usize> {
    let unit = |word: &str| ["키로", "킬로", "센티"].iter().any(|it| word.starts_with(it));
    let number = !word.is_empty() && word.chars().all(|it| "일이삼사오육칠팔구십백".contains(it));
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    if unit(word) {
        Some(start)
    } else {
        (number && unit(next)).then(|| spaces(text, start + next.chars().count()))
    }
}

/// 깨질 듯이 아파요, 항진이 아니라 저하예요: where what is compared, or not meant, ends.
fn compared(text: &Text, at: usize, word: &str) -> Option<usize> {
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    let last = word.chars().next_back()?;
    // A syllable that ends in ㄹ: 깨질, 찢어질.
    let would = (last as u32).wrapping_sub(0xac00) % 28 == 8;
    let like = ["듯이", "듯", "것처럼", "거처럼", "거같이", "정도로", "만큼", "것같이", "지경으로"];
    let not = word.ends_with(['이', '가', '은', '는', '게'])
        && ["아니라", "아니고", "아니구"].contains(&next);
    let skips = (would && like.contains(&next)) || not;
    skips.then(|| spaces(text, start + next.chars().count()))
}

fn is_adverb(word: &str) -> bool {
    ADVERBS.contains(&word)
        || is_doubled(word)
        || ["째", "전부터", "동안", "마다", "히", "씩", "일주일", "때문에", "처럼", "듯이", "만큼"]
            .iter()
            .any(|it| word.ends_with(it))
        || is_manner(word)
        || is_count(word)
}

/// 네 번은, 두세 번, 일주일 새
fn is_count(word: &str) -> bool {
    let word = word.trim_end_matches(['은', '이', '도', '만', '쯤']);
    let how_many = [
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

/// 누렇게, 이상하게
fn is_manner(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with('게') && !word.ends_with("에게")
}

/// 지끈지끈, 살살
fn is_doubled(word: &str) -> bool {
    let half = word.len() / 2;
    !word.is_empty() && word.is_char_boundary(half) && word[..half] == word[half..]
}

/// Where a predicate ends that begins here, spaced or not.
fn end_of(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    denied(text, predicate, at).or_else(|| plain(text, predicate, at))
}

/// 올라가질 않아요 for 안 올라가요.
fn denied(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    let [word] = predicate.words.as_slice() else { return None };
    let not = match word.as_str() {
        "안" => '않',
        "못" => '못',
        _ => return None,
    };
    let stem = at + starts(text, at, predicate.forms.first()?)?;
    let ending = ["지를", "지는", "지도", "지", "질", "진"];
    let end = ending.iter().find_map(|it| starts(text, stem, it)).map(|it| stem + it)?;
    let next = spaces(text, end);
    matches!(text.get(next), Some(c) if c == not || c == '않').then_some(next + 1)
}

fn plain(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    let mut at = at;
    for word in &predicate.words {
        at = spaces(text, at + starts(text, at, word)?);
    }
    predicate.forms.iter().filter_map(|form| starts(text, at, form)).max().map(|length| at + length)
}

/// How many letters a word has that stands here.
fn starts(text: &Text, at: usize, word: &str) -> Option<usize> {
    let mut length = 0;
    for c in word.chars() {
        if text.get(at + length) != Some(c) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// The next letter that is no space, at most two spaces on.
fn spaces(text: &Text, at: usize) -> usize {
    (at..at + 2).find(|it| text.get(*it) != Some(' ')).unwrap_or(at + 2)
}
