//! Finds ages: 65세, 예순다섯이에요, 생후 20일, 60대, 65/M.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Fact;
use crate::slots::demographic::Kind;
use crate::text::cue::{begins, contains, ends};
use crate::text::letters::Text;
use crate::text::numbers::{count, native, pattern, sino};
use crate::text::words::PEOPLE;

/// Native numerals from one to nine.
const ONES: &str = "하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉";
/// Native numerals as they stand before a month or a week.
const COUNTED: &str = "열?(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무|스물(?:한|두|세|네)";
/// Native numerals as they stand without a noun.
const ALONE: &str = "하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉";
/// Native tens.
const TENS: &str = "스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔";

/// A child of the first weeks who is spoken of as present: 신생아가, not 신생아 때.
static NEWBORN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:신생아|갓난아기|갓난아이|갓난애기)(?:가|는|인데|예요|이에요|한테|에게)")
});
/// The same without a particle: 신생아 열이 나요.
static NEWBORN_ALONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|\s)(?:신생아|갓난아기|갓난아이|갓난애기)\s"));
/// Years in digits.
static YEARS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:만\s?)?(\d{1,3})\s?(세|살)"));
/// Years in Sino-Korean numerals.
static SINO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"((?:[이삼사오육칠팔구]?십)[일이삼사오육칠팔구]?|백[일이삼]?)\s?(세)")
});
/// Years in native numerals.
static NATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"((?:열|{TENS})(?:\s?(?:{ONES}))?|{ONES})\s?살|((?:{TENS}|[이삼사오육칠팔구]십)(?:{ALONE})|(?:서른|마흔|예순|일흔|여든|아흔))|(열(?:{ALONE}))"
    ))
});
/// A decade of life.
static DECADE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"([1-9])0\s?대|([이삼사오육칠팔구])십\s?대"));
/// The age of an infant since birth.
static BORN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:생후|신생아)\s?(?:만\s?)?(\d{{1,3}}|{COUNTED}|[이삼사오육]?십[일이삼사오육칠팔구]?|백|[일이삼사오육칠팔구])\s?(일|주|개월|달)"
    ))
});
/// Months in digits.
static MONTHS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{1,2})\s?개월\s?(?:(된|짜리|아기|아이|애기|남아|여아|영아|아가|딸|아들|차 아기|인데|이에요|예요|이고|입니다|이요|남자|여자)|$)",
    )
});
/// Months in words: 구 개월이에요, 십팔 개월 된
static MONTHS_IN_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b([이삼]?십[일이삼사오육칠팔구]?|[이삼사오육칠팔구])\s?개월\s?(?:된|짜리|아기|아이|애기|남아|여아|딸|아들|인데|이에요|예요|이고|입니다|이요)",
    )
});
/// Age and sex as a chart writes them: 여/59, 59/남.
static CHARTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b[남여]\s?/\s?(\d{1,3})\b|\b(\d{1,3})\s?/\s?[남여]\b"));
/// Months of a child in a chart: 환아 7m, 9mo boy.
static CHARTED_MONTHS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:환아|소아|영아|baby|infant|pt)\s?[,:]?\s?(?:[mf]\s?/\s?)?(\d{1,2})\s?(?:mo?|m/o)\b|\b(\d{1,2})\s?(?:mo|m/o|mos|month|months)\s(?:boy|girl|infant|baby|male|female|m\b|f\b)",
    )
});
/// Weeks, days or months of a child.
static WEEKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(\d{{1,3}}|{COUNTED}|백)\s?(주|일|달|개월)\s?(?:(?:된|짜리)\s?(?:우리\s?)?(?:아기|아이|애기|신생아|영아|아가|손주|손자|손녀|아들|딸|조카)|됐|되었|지났)"
    ))
});
/// A first or later birthday.
static BIRTHDAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(첫|두|세|네)?\s?돌\s?(지난|지났|된|됐|넘|인|이|쯤|배기|짜리)"));
/// A birthday that is still to come, or the hundredth day: 돌 전, 두 돌이 안 된, 백일 전.
static BEFORE_DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|\s)(?:(첫|두|세|네)?\s?(돌)|(백일))(?:이|도)?\s?(?:전|이전|미만|안\s?(?:된|됐|되|지난|지났)|되기\s?전|지나기\s?전|지나지\s?않)",
    )
});
/// The hundredth day of a child: 백일 된, 백일 아기.
static HUNDREDTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|\s)백일\s?(?:된|됐|지난|지났|넘|쯤|짜리|인데|이에요|이고|갓|아기|아이|애기|아가)",
    )
});
/// Years, months, weeks or days in English.
static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{1,3})\s?-?\s?(?:(y/?o|yo|yr|yrs|year|years|month|months|mo|week|weeks|wk|day|days)s?\s?-?\s?(old)|(y/?o|yo|y\.o\.?))(?:[^a-z]|$)",
    )
});
/// Years after `aged`.
static AGED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\baged?\s?:?\s?(\d{1,3})\b"));
/// Years after 나이 or 연세.
static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:나이|연세|춘추)(?:가|는|도|로)?\s?:?\s?(?:올해\s?|이제\s?|벌써\s?|만\s?)?(?:(\d{1,3})(?:$|[^\d.%/])|([이삼사오육칠팔구]십[일이삼사오육칠팔구]?)(?:$|[^가-힣]|이|인|입|세))",
    )
});
/// Years and sex as an English chart writes them.
static SLASH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d{1,3})\s?/?\s?([mf])\b|\b([mf])\s?/\s?(\d{1,3})\b"));

/// The stages of life that make a son or a daughter an adult: 대학생 딸, 군대 간 아들.
fn stages(text: &Text) -> Vec<Fact> {
    let string = &text.string;
    if !contains(string, &PEOPLE.young) {
        return Vec::new();
    }
    let places = |stage: &'static str| string.match_indices(stage).map(move |it| (it.0, stage));
    let found = PEOPLE.adult_stages.iter().flat_map(|it| places(it)).filter(|(at, _)| {
        string[..*at].chars().next_back().is_none_or(|it| !crate::text::letters::is_hangul(it))
    });
    let fact = |(at, stage): (usize, &str)| Fact {
        start: text.at_byte(at),
        end: text.at_byte(at + stage.len()),
        kind: Kind::Adult,
    };
    found.map(fact).collect()
}

/// The months after a birthday: 2 in 돌 지난 지 두 달 된.
fn since_birthday(after: &str) -> u32 {
    let Some((_, rest)) = after.split_once("지 ").filter(|it| it.0.trim().starts_with('지'))
    else {
        return 0;
    };
    let number = rest.split_once(['달', '개']).map_or("", |it| it.0).trim();
    let digits = number.parse().ok();
    let more = digits.or_else(|| count(number).map(|it| it as u32)).unwrap_or(0);
    if more < 12 { more } else { 0 }
}

/// Whether the words before a time say since when it is counted: 열 난 지, 수술 후.
fn follows_event(before: &str) -> bool {
    let since = ["지", "고", "뒤", "후", "만", "째", "벌써", "이제"];
    ends(before, &since) && !before.ends_with("이지")
}

/// Drops a birthday if the months are also given: 돌 지난 우리 딸, 14개월인데.
fn drop_birthdays(text: &Text, facts: &mut Vec<Fact>) {
    let birthday = |it: &Fact| text.slice(it.start, it.end).contains('돌');
    let months = |it: &Fact| match it.kind {
        Kind::Months(months) => Some(months / 12),
        _ => None,
    };
    let counted: Vec<u32> = facts.iter().filter(|it| !birthday(it)).filter_map(months).collect();
    facts.retain(|it| !birthday(it) || months(it).is_none_or(|it| !counted.contains(&it)));
}

/// All ages of a text. The bound of a group (65세 이상) and the age at an event (45세 때) are left out.
pub(super) fn ages(text: &Text) -> Vec<Fact> {
    let mut facts = Vec::new();
    let string = &text.string;
    let mut add = |found: &Captures, kind: Option<Kind>| {
        let (Some(age_match), Some(kind)) = (found.get(0), kind) else { return };
        let trimmed = age_match.as_str().trim_end_matches([' ', ',', '.', ';', ')']);
        let (start, end) =
            (text.at_byte(age_match.start()), text.at_byte(age_match.start() + trimmed.len()));
        let overlaps = facts.iter().any(|it: &Fact| it.start < end && start < it.end);
        if start < end
            && !overlaps
            && !is_border(&string[age_match.start() + trimmed.len()..])
            && !is_value(&string[..age_match.start()])
        {
            facts.push(Fact { start, end, kind });
        }
    };
    for found in BORN.captures_iter(string) {
        let number = sino(&found[1]).or_else(|| count(&found[1]).map(|it| it as u32));
        add(&found, number.and_then(|it| in_unit(it, &found[2])));
    }
    let child = [
        "아기",
        "아이",
        "애기",
        "신생아",
        "영아",
        "아가",
        "첫째",
        "둘째",
        "셋째",
        "막내",
        "손주",
        "손자",
        "손녀",
        "조카",
        "남아",
        "여아",
        "아들",
        "딸",
        "애가",
        "애는",
    ];
    let child = contains(string, &child);
    for found in NEWBORN.captures_iter(string) {
        add(&found, Some(Kind::Months(0)));
    }
    for found in NEWBORN_ALONE.captures_iter(string) {
        // 신생아 때, 신생아 수유 중: a time, and the mother.
        let after = string[found.get(0).map_or(0, |it| it.end())..].trim_start();
        let other = ["때", "시절", "중환", "용", "수유", "모유", "젖", "키우", "낳", "있", "사진"];
        add(&found, (!begins(after, &other)).then_some(Kind::Months(0)));
    }
    for found in WEEKS.captures_iter(string).filter(|_| child) {
        // 열 난 지 3일 됐어요, 첫째 낳고 두 달 됐어요: the time since an event.
        if follows_event(string[..found.get(0).map_or(0, |it| it.start())].trim_end()) {
            continue;
        }
        let number =
            if &found[1] == "백" { Some(100) } else { count(&found[1]).map(|it| it as u32) };
        add(&found, number.and_then(|it| in_unit(it, &found[2])));
    }
    for found in MONTHS.captures_iter(string) {
        let before = &string[..found.get(0).map_or(0, |it| it.start())];
        let other = contains(tail(before, 24), &["임신", "복용", "약을", "치료"])
            || follows_event(before.trim_end());
        add(&found, found[1].parse().ok().filter(|_| !other).map(Kind::Months));
    }
    let months = child && string.contains("개월");
    let months = months.then(|| MONTHS_IN_WORDS.captures_iter(string));
    for found in months.into_iter().flatten() {
        add(&found, sino(&found[1]).map(Kind::Months));
    }
    let charted = ["환아", "소아", "영아", "baby", "infant", "boy", "girl", "pt"];
    let charted = contains(string, &charted) || string.contains(" mo");
    let charted_months = charted.then(|| CHARTED_MONTHS.captures_iter(string));
    for found in charted_months.into_iter().flatten() {
        let number = found.get(1).or(found.get(2)).and_then(|it| it.as_str().parse().ok());
        let nursed = ["breastfeeding", "breast-feeding", "nursing", "lactating"];
        let mother = contains(string, &nursed);
        add(&found, number.filter(|it| *it < 60 && !mother).map(Kind::Months));
    }
    let slashed = string.contains('/') && string.contains(['남', '여']);
    let slashed = slashed.then(|| CHARTED.captures_iter(string));
    for found in slashed.into_iter().flatten() {
        let number = found.get(1).or(found.get(2)).and_then(|it| it.as_str().parse().ok());
        let share = string[found.get(0).map_or(0, |it| it.end())..].starts_with(['/', '%']);
        add(&found, number.filter(|it| (1..120).contains(it) && !share).map(Kind::Years));
    }
    for found in BEFORE_DAY.captures_iter(string) {
        // The greatest age that is still below it, so that every limit from there on holds.
        let years = found.get(1).map_or(1, |it| native(it.as_str()).unwrap_or(1));
        let kind =
            if found.get(3).is_some() { Kind::Days(99) } else { Kind::Months(12 * years - 1) };
        add(&found, Some(kind));
    }
    for found in BIRTHDAY.captures_iter(string) {
        let years = match found.get(1).map(|it| it.as_str()) {
            None | Some("첫") => 1,
            Some(number) => native(number).unwrap_or(1),
        };
        let age_match = found.get(0).map_or(0..0, |it| it.range());
        let birthday = age_match.start + string[age_match].find('돌').unwrap_or(0);
        // 신장에 돌이 있대요: a stone, not a birthday.
        let after = string[birthday + '돌'.len_utf8()..].trim_start_matches(['이', ' ']);
        let stone = begins(after, &["있", "생", "나왔", "나온", "보", "박", "많"]);
        if stone {
            continue;
        }
        let alone = string[..birthday].chars().next_back().is_none_or(char::is_whitespace);
        if alone || found.get(1).is_some() {
            let more = since_birthday(&string[birthday + '돌'.len_utf8()..]);
            add(&found, Some(Kind::Months(12 * years + more)));
        }
    }
    for found in HUNDREDTH.captures_iter(string) {
        add(&found, Some(Kind::Days(100)));
    }
    for found in YEARS.captures_iter(string) {
        add(&found, found[1].parse().ok().filter(|it| *it < 130).map(Kind::Years));
    }
    for found in SINO.captures_iter(string) {
        add(&found, sino(&found[1]).map(Kind::Years));
    }
    for found in NATIVE.captures_iter(string) {
        let word = found
            .get(1)
            .or(found.get(2))
            .or(found.get(3))
            .map_or("", |it| it.as_str())
            .replace(' ', "");
        let end = found.get(0).map_or(0, |it| it.end());
        let start = found.get(0).map_or(0, |it| it.start());
        let free =
            string[..start].chars().next_back().is_none_or(|c| !crate::text::letters::is_hangul(c));
        let next = &string[end..];
        let copula = begins(
            next.trim_start(),
            &[
                "이에요",
                "예요",
                "이고",
                "이요",
                "입니다",
                "인데",
                "이라",
                "된",
                "먹은",
                "살",
                "넘",
                "이신",
                "이세",
            ],
        );
        let named = ends(
            string[..start].trim_end(),
            &["나이", "연세", "나이가", "나이는", "연세가", "연세는", "올해", "춘추가"],
        );
        // 여든하나라예 and 마흔여섯 여자 are ages; 서른다섯 개 and 쉰에 왔어요 are not.
        let pupil = [
            "고삼", "고등", "고1", "고2", "고3", "중1", "중2", "중3", "대학", "여자", "남자",
            "학생",
        ];
        let pupil = begins(next.trim_start(), &pupil);
        let alone = (found.get(2).is_some() || pupil) && ends_word(next) && !is_counted(next);
        let age = found.get(1).is_some() || copula || named || alone;
        add(
            &found,
            native(&word)
                .or_else(|| count(&word).map(|it| it as u32))
                .filter(|_| age && free)
                .map(Kind::Years),
        );
    }
    for found in DECADE.captures_iter(string) {
        let start = found.get(0).map_or(0, |it| it.start());
        let free = !string[..start].ends_with(|c: char| c.is_ascii_digit() || c == '.');
        let digit = found.get(1).and_then(|it| it.as_str().parse().ok());
        // 40대로 떨어졌어요 is a measured value.
        let end = found.get(0).map_or(0, |it| it.end());
        let free =
            free && !begins(&string[end..], &["로 떨", "로 내", "로 올", "까지", "로 나", "를 "]);
        let decade = digit.or_else(|| found.get(2).and_then(|it| sino(it.as_str())));
        add(&found, decade.filter(|_| free).map(|it: u32| Kind::Decade(it * 10)));
    }
    for found in text.latin(&ENGLISH) {
        let unit = found.get(2).map_or("y", |it| it.as_str());
        let number: Option<u32> = found[1].parse().ok();
        add(
            &found,
            number.and_then(|it| match unit.as_bytes().first() {
                Some(b'm') => Some(Kind::Months(it)),
                Some(b'w') => Some(Kind::Days(7 * it)),
                Some(b'd') => Some(Kind::Days(it)),
                _ => (it < 130).then_some(Kind::Years(it)),
            }),
        );
    }
    for found in LABELLED.captures_iter(string) {
        let digits = found.get(1).and_then(|it| it.as_str().parse().ok());
        let years = digits.or_else(|| found.get(2).and_then(|it| sino(it.as_str())));
        add(&found, years.filter(|it| *it < 120 && *it > 0).map(Kind::Years));
    }
    for found in text.latin(&AGED) {
        add(&found, found[1].parse().ok().filter(|it| *it < 130).map(Kind::Years));
    }
    for found in text.latin(&SLASH) {
        let (Some(age_match), Some(number)) = (found.get(0), found.get(1).or(found.get(4))) else {
            continue;
        };
        let letter = found.get(2).or(found.get(3)).map_or(0, |it| text.at_byte(it.start()));
        let capital = text.capitals(letter, letter + 1);
        let part = string[..number.start()].ends_with('.');
        let years =
            number.as_str().parse().ok().filter(|it| capital && !part && (1..120).contains(it));
        let after = &string[age_match.end()..];
        let decimal =
            after.strip_prefix('.').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
        add(&found, years.filter(|_| !after.starts_with(['/', '%']) && !decimal).map(Kind::Years));
    }
    drop_birthdays(text, &mut facts);
    facts.extend(stages(text));
    facts
}

/// Whether the word ends here, or goes on only as a predicate of a number.
fn ends_word(after: &str) -> bool {
    let run: String = after.chars().take_while(|it| crate::text::letters::is_hangul(*it)).collect();
    run.is_empty()
        || begins(
            &run,
            &[
                "이", "인", "예", "라", "입", "된", "먹", "넘", "고", "요", "의", "쯤", "정도",
                "남", "여", "은",
            ],
        )
}

/// Whether a counter follows a number: 서른다섯 개.
fn is_counted(after: &str) -> bool {
    let counters = [
        "개", "번", "알", "명", "분", "시", "정", "병", "가지", "군데", "마리", "바늘", "캡슐",
        "포", "봉", "장", "켤레", "때", "에 ", "에는", "그램", "밀리", "키로", "킬로", "주", "일",
        "달", "송이", "모금",
    ];
    begins(after.trim_start(), &counters)
}

/// An age in days, weeks or months.
fn in_unit(number: u32, unit: &str) -> Option<Kind> {
    Some(match unit {
        "일" => Kind::Days(number),
        "주" => Kind::Days(7 * number),
        "개월" | "달" => Kind::Months(number),
        _ => return None,
    })
}

/// Whether the words after an age make it a bound, a time or a corrected age: 65세 이상, 3세트, 45세 때.
fn is_border(after: &str) -> bool {
    let after = after.trim_start();
    // 65가 아니라 67세, 65세, 아니 67세: the first age is corrected.
    let right = after.trim_start_matches(['가', '이', ',', '.', ' ']).trim_start_matches("아 ");
    let answer = begins(right, &["아니요", "아니오", "아니에", "아니예"]);
    if right.starts_with("아니") && !answer {
        return true;
    }
    begins(
        after,
        &[
            "이상",
            "이하",
            "미만",
            "초과",
            "부터",
            "까지",
            "트",
            "대 이",
            "때",
            "에 진단",
            "에 수술",
            "에 처음",
            "경에",
            "쯤에",
            "무렵",
            "째",
            "전부터",
            "동안",
            "전에",
            "번째",
        ],
    )
}

/// Whether the words before a number name a measured value: 혈압이 90대.
fn is_value(before: &str) -> bool {
    // 혈압약 복용 중인 58세 남성: a drug does not name a value.
    let near = tail(before, 24).replace("혈압약", "").replace("혈당약", "").replace("고혈압", "");
    let near = near.rsplit(['.', '?', '!']).next().unwrap_or_default();
    contains(
        near,
        &[
            "혈압",
            "혈당",
            "맥박",
            "수치",
            "체중",
            "콜레스테롤",
            "이완기",
            "수축기",
            "포화도",
            "temp",
            "체온",
            "bt ",
            "몸무게",
        ],
    ) && !before.trim_end().ends_with([',', '.', '고'])
}

/// At most the last `bytes` bytes of a text, from the next character boundary on.
fn tail(text: &str, bytes: usize) -> &str {
    let mut at = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}
