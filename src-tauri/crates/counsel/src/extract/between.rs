//! What may stand between a noun and its predicate: adverbs, times, amounts, comparisons. 머리가 밤만 되면 깨질 듯이 아파요.

use super::boundary::run_end;
use super::complaint::spaces;
use super::cue::{Words, begins, ends};
use super::text::Text;

/// Words that may stand between the noun and its predicate.
static ADVERBS: Words<208> = Words::new([
    "빙",
    "저절로",
    "울긋불긋",
    "오돌토돌",
    "우둘투둘",
    "선홍색",
    "시뻘건",
    "새빨간",
    "검붉은",
    "석",
    "넉",
    "앉았다",
    "오래",
    "앉아",
    "서",
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
]);

/// 살이 오 키로나 빠졌어요: where the amount ends.
pub(super) fn amount(text: &Text, at: usize, word: &str) -> Option<usize> {
    let unit = |word: &str| begins(word, &["키로", "킬로", "센티"]);
    let number = !word.is_empty() && word.chars().all(|it| "일이삼사오육칠팔구십백".contains(it));
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    if unit(word) {
        Some(start)
    } else {
        (number && unit(next)).then(|| spaces(text, start + next.chars().count()))
    }
}

/// 깨질 듯이 아파요, 무릎이 앉을 때마다 시큰거려요, 항진이 아니라 저하예요: where what is compared, or not meant, ends.
pub(super) fn compared(text: &Text, at: usize, word: &str) -> Option<usize> {
    let start = spaces(text, at + word.chars().count());
    let next = text.slice(start, run_end(text, start));
    let last = word.chars().next_back()?;
    // A syllable that ends in ㄹ: 깨질, 찢어질.
    let would = (last as u32).wrapping_sub(0xac00) % 28 == 8;
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

/// 천불이 나는 거마냥 쓰려요, 누가 쥐어짜는 것처럼 아파요: where a simile of at most four words ends.
pub(super) fn likened(text: &Text, at: usize) -> Option<usize> {
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
        if text.get(end) != Some(' ') {
            return None;
        }
        start = spaces(text, end);
    }
    None
}

pub(super) fn is_adverb(word: &str) -> bool {
    ADVERBS.has(word)
        || is_doubled(word)
        || ends(
            word,
            &[
                "째",
                "전부터",
                "동안",
                "마다",
                "히",
                "씩",
                "일주일",
                "때문에",
                "처럼",
                "듯이",
                "만큼",
            ],
        )
        || is_manner(word)
        || is_count(word)
}

/// 아랫배가 누르면 아파요
pub(super) fn is_occasion(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with('면')
}

/// 네 번은, 두세 번, 일주일 새
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

/// 누렇게, 이상하게
fn is_manner(word: &str) -> bool {
    word.chars().count() >= 3 && word.ends_with('게') && !word.ends_with("에게")
}

/// 지끈지끈, 살살
fn is_doubled(word: &str) -> bool {
    let half = word.len() / 2;
    !word.is_empty() && word.is_char_boundary(half) && word[..half] == word[half..]
}
