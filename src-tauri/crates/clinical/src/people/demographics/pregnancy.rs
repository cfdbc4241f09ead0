//! Finds pregnancy and breast-feeding: 임신 20주, 임신 가능성, 유산했어요, 모유수유 중.

use std::sync::LazyLock;

use regex::Regex;

use super::{Fact, overlaps};
use crate::slots::demographic::Kind;
use crate::text::cue::{begins, contains, ends};
use crate::text::letters::Text;
use crate::text::numbers::{count, pattern};
use crate::text::words::STANDING;

/// 임신 or 임산부, with weeks or months.
static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(비임신|임산부|임신부|임부|임신|만삭|막달)(?:(?:(?:은|는|이|을|한|만)\s|\s?(?:한\s?지|중|된\s?지))?\s?(\d{1,2}|[이삼사]?십[일이삼사오육칠팔구]?|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(주|개월|달)(?:차|\s?\d일)?)?|(\d{1,2})\s?주\s?(?:차|된)?\s?(?:임산부|임신부|임부)",
    )
});
/// Weeks since a child was conceived: 둘째 가진 지 20주 됐어요
static CARRIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:첫째|둘째|셋째|넷째|막내|첫아이|첫애|아이|아기|애기|애)(?:를|을)?\s?(?:가진|가졌|밴)\s?(?:지가?|는데|고)?\s?(?:이제\s?|벌써\s?)?(\d{1,2}|[이삼사]?십\s?[일이삼사오육칠팔구]?|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(주|개월|달)",
    )
});
/// Weeks of an intrauterine pregnancy in a chart: `IUP 28wks`.
static CHART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:iup|g\d{1,2}p\d{1,2}(?:a\d)?)\b[^0-9.\n]{0,12}(\d{1,2})\s?(?:\+\s?\d\s?)?(?:weeks?|wks?|w|주)",
    )
});
/// A pregnancy in English, with weeks.
static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:(\d{1,2})\s?-?(?:weeks?|wks?|w)\s?)?\b(pregnant|pregnancy|gravid|gestation)\b(?:,?\s?(?:for\s|at\s)?(\d{1,2})\s?(?:weeks?|wks?|w)\b)?|\bga\s?:?\s?(\d{1,2})\s?(?:w|wks?|weeks?|\+)",
    )
});
/// Weeks and days, which are used only of a pregnancy: `24+3 wks`, `24w3d`, 24주+3일.
static GESTATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{1,2})\s?(?:\+\s?[0-6]\s?(?:wks?|weeks?|w\b|주)|w\s?[0-6]\s?d\b|주\s?\+\s?[0-6])",
    )
});
/// Weeks without the word 임신: 입덧이 심해요. 8주예요
static WEEKS_ALONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[^\d.])(\d{1,2})주(?:차)?\s?(?:예요|이에요|에요|입니다|이요|요|됐|되었|이고|고요|고|인데|째에|에는|엔|에|째예요|째입니다|[.,!]|$)",
    )
});
/// Weeks of an advanced pregnancy, accepted if nothing else in the text is counted in weeks: 지금 서른네 주
/// 됐는데, 28주차예요.
static ADVANCED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{2}|[이삼]?십[일이삼사오육칠팔구]?|(?:열|스물|스무|서른|마흔)(?:하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉)?)\s?주\s?(?:차|됐|되었|돼|된|예요|이에요|인데|입니다|라|째 임)",
    )
});
/// The end of breast-feeding: 모유수유는 석 달 전에 끝냈고
static WEANED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^[는은를을도]?\s[^.,?!]{0,14}?(?:끝났|끝냈|끊었|그만뒀|그만두었|중단했|마쳤|뗐)")
});
/// The current week after a correction.
static NOW_WEEKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:지금은|이제는?|오늘로|오늘은|정확히는?|아니[,\s]{1,2}|아니라)\s?(?:벌써\s?|정확히\s?)?(\d{1,2})\s?주",
    )
});
/// The result of a pregnancy test: 임테기 두 줄
static TESTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:임테기|임신\s?테스트기?|임신\s?테스트|임신\s?반응)[가-힣]{0,2}\s?(?:[가-힣]{2,6}\s){0,2}(?:(두\s?줄|2줄|양성|선명)|(한\s?줄|1줄|음성))",
    )
});
/// A test whose lines are told, although the text does not say what it is for: 테스트했는데 두 줄이에요
static LINES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"테스트[^.?!\n]{0,20}?(?:(두\s?줄|2\s?줄)|한\s?줄|1\s?줄)(?:이|은|로)?\s?(아니|안|인지|인가|일까|면|나오면|나올|뜨면)?",
    )
});
/// The end of breast-feeding without a word for it as a noun: 젖 뗐어요, 단유했어요, 수유는 지난주에 끊었어요
static WEANED_NOW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"젖(?:은|을|도)?\s?(?:[^.,?!\n]{0,10}?(?:에|전에|째|부터|때)\s)?(?:이제\s?|다\s?|벌써\s?)?(?:뗐|떼었|떼고|뗀|끊었|끊고|말렸)|단유(?:를|는)?\s?(?:했|한\s?지|하고\s?나|됐|완료|성공)|수유(?:는|를|도)?\s?(?:[^.,?!\n]{0,10}?(?:에|전에|째|부터|때)\s)?(?:이제\s?|다\s?|더\s?이상\s?|인제\s?)?(?:안\s?(?:해요|합니다|해$|하고\s|하는|한\s?지)|끝났|끝냈|그만뒀|그만두었|그만했|끊었|중단했|마쳤|종료)",
    )
});
/// The current week in English.
static AT_WEEKS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:at|i'm|i am|now|currently) (\d{1,2})\s?-?(?:weeks?|wks?)\b"));
/// The end of a pregnancy: 유산했어요, 소파수술을 받았어요, 아기 낳았어요, 출산한 지 두 달, miscarried
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:유산|사산|낙태|중절|중절\s?수술|소파\s?수술|출산|분만)(?:을|를|이|은|으로|도)?\s?(?:[가-힣]{2,4}\s)?(?:했|됐|되었|되고|하였|하고|돼서|당했|받았)([가-힣]?)|(?:아기|애기|아이|애|둘째|셋째|딸|아들|쌍둥이)(?:를|을)?\s?낳(?:았([가-힣]?)|고\s)|(?:출산|분만)(?:한\s?지)?\s?(?:\d{1,2}\s?(?:일|주|개월)|이틀|사흘|일주일|열흘|보름)|(?:어제|그제|그저께|오늘|아까|새벽에|지난\s?주에?|저번\s?주에?|지난\s?달에?|전에)\s낳았([가-힣]?)|(?:낳은|출산한|분만한)\s?지\s?(?:[가-힣0-9]{1,4}\s?(?:일|주|달|개월)|이틀|사흘|일주일|보름)|\bmiscarried\b|\bhad an? (?:miscarriage|abortion)\b",
    )
});
/// Words for breast-feeding.
static LACTATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"모유\s?수유|수유부|수유맘|수유\s?중|완모|모유\s?(?:를\s?|만\s?|도\s?)?(?:먹이|먹여|주고)|혼합\s?수유|수유하(?:고|는|면|며)|젖\s?(?:을\s?)?(?:먹이|물리)|직수|breast\s?-?feeding|lactating|nursing mother",
    )
});

/// All facts about pregnancy and breast-feeding, in no particular order.
pub(super) fn pregnancies(text: &Text) -> Vec<Fact> {
    let mut facts = Vec::new();
    for found in KOREAN.captures_iter(&text.string) {
        let Some(phrase) = found.get(0) else { continue };
        let number =
            |group: usize| found.get(group).and_then(|it| count(it.as_str())).map(|it| it as u32);
        let weeks = match found.get(3).map(|it| it.as_str()) {
            Some("개월" | "달") => number(2).map(|it| it.saturating_sub(1) * 4),
            Some(_) => number(2),
            None => number(4),
        };
        let after = text.string[phrase.end()..].trim_start();
        let before = text.string[..phrase.start()].trim_end();
        if let Some(kind) = korean(found.get(1).map_or("", |it| it.as_str()), before, after, weeks)
        {
            facts.push(Fact {
                start: text.at_byte(phrase.start()),
                end: text.at_byte(phrase.end()),
                kind,
            });
        }
    }
    for found in CARRIED.captures_iter(&text.string).chain(text.latin(&CHART)) {
        let Some(phrase) = found.get(0) else { continue };
        let number = count(&found[1].replace(' ', "")).map(|it| it as u32);
        let month = found.get(2).is_some_and(|it| it.as_str() != "주");
        let weeks = if month { number.map(|it| it.saturating_sub(1) * 4) } else { number };
        let kind = Kind::Pregnant { weeks: weeks.filter(|it| *it <= 45) };
        let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
        facts.push(Fact { start, end, kind });
    }
    for found in text.latin(&ENGLISH) {
        let Some(phrase) = found.get(0) else { continue };
        let weeks =
            found.get(1).or(found.get(3)).or(found.get(4)).and_then(|it| it.as_str().parse().ok());
        let before = tail(&text.string[..phrase.start()]);
        let after = &text.string[phrase.end()..];
        let kind = if ends(before, &["not ", "no ", "denies ", "isn't ", "never "]) {
            Kind::NotPregnant
        } else if ends(before, &["possibly ", "may be ", "might be ", "could be ", "possible "]) {
            Kind::PerhapsPregnant
        } else if ends(before, &["get ", "getting ", "become ", "planning "]) {
            Kind::PlansPregnancy
        } else if ends(before, &["if ", "during ", "in ", "previous ", "last "])
            || after.starts_with(" test")
        {
            continue;
        } else {
            Kind::Pregnant { weeks: weeks.filter(|it| *it <= 45) }
        };
        facts.push(Fact {
            start: text.at_byte(phrase.start()),
            end: text.at_byte(phrase.end()),
            kind,
        });
    }
    for found in GESTATION.captures_iter(&text.string) {
        let weeks: Option<u32> = found[1].parse().ok().filter(|it| (3..=45).contains(it));
        if let (Some(phrase), Some(weeks)) = (found.get(0), weeks) {
            let kind = Kind::Pregnant { weeks: Some(weeks) };
            let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
            facts.push(Fact { start, end, kind });
        }
    }
    let expecting = [
        "엽산",
        "산부인과",
        "산모",
        "배뭉침",
        "배 뭉침",
        "입덧",
        "임신",
        "임산부",
        "태동",
        "태아",
        "예정일",
        "유산한",
        "유산을",
    ];
    let first = expecting.iter().filter_map(|it| text.string.find(it)).min();
    if let Some(first) = first {
        for found in WEEKS_ALONE.captures_iter(&text.string) {
            let before = tail(&text.string[..found.get(1).map_or(0, |it| it.start())]);
            let other =
                ends(before.trim_end(), &["생후", "출산", "수술", "약", "전", "뒤", "후", "지"]);
            let weeks: Option<u32> = found[1].parse().ok().filter(|it| (3..=45).contains(it));
            let stated = found.get(1).filter(|it| it.start() > first);
            if let (Some(number), Some(weeks), false) = (stated, weeks, other) {
                let kind = Kind::Pregnant { weeks: Some(weeks) };
                let start = text.at_byte(number.start());
                facts.push(Fact { start, end: text.at_byte(number.end()) + 1, kind });
            }
        }
    }
    let begun = contains(&text.string, &STANDING.counted_in_weeks);
    let far_on = (!begun && facts.is_empty() && text.string.contains('주'))
        .then(|| ADVANCED.captures_iter(&text.string));
    for found in far_on.into_iter().flatten() {
        let weeks = count(&found[1].replace(' ', "")).map(|it| it as u32);
        let before = tail(&text.string[..found.get(0).map_or(0, |it| it.start())]);
        let since = ends(before.trim_end(), &["지 ", "지", "전", "후", "뒤"]);
        if let (Some(phrase), Some(weeks), false) =
            (found.get(0), weeks.filter(|it| (14..=42).contains(it)), since)
        {
            let kind = Kind::Pregnant { weeks: Some(weeks) };
            let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
            facts.push(Fact { start, end, kind });
            break;
        }
    }
    // 11주였으니까 지금은 12주네요: the current week counts.
    if let Some(now) = first.and_then(|first| NOW_WEEKS.captures_at(&text.string, first)) {
        let weeks = now[1].parse().ok().filter(|it| (3..=45).contains(it));
        for fact in &mut facts {
            if let (Kind::Pregnant { weeks: stated @ Some(_) }, Some(_)) = (&mut fact.kind, weeks) {
                *stated = weeks;
            }
        }
    }
    for found in TESTED.captures_iter(&text.string) {
        let Some(phrase) = found.get(0) else { continue };
        let kind = match found.get(1) {
            Some(_) => Kind::Pregnant { weeks: None },
            None => Kind::NotPregnant,
        };
        let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
        facts.push(Fact { start, end, kind });
    }
    let tested = ranges(text, &TESTED);
    let other_test = contains(&text.string, &STANDING.other_tests);
    let lines =
        (!other_test && text.string.contains("테스트")).then(|| LINES.captures_iter(&text.string));
    for found in lines.into_iter().flatten().filter(|it| it.get(2).is_none()) {
        let Some(phrase) = found.get(0) else { continue };
        let kind = match found.get(1) {
            Some(_) => Kind::Pregnant { weeks: None },
            None => Kind::NotPregnant,
        };
        let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
        if !overlaps(&tested, start, end) {
            facts.push(Fact { start, end, kind });
        }
    }
    // A pregnant woman at 30 weeks: the weeks are apart from the pregnancy.
    for found in text.latin(&AT_WEEKS) {
        let weeks = found[1].parse().ok().filter(|it| *it <= 45);
        if let Some(Fact { kind: Kind::Pregnant { weeks: missing @ None }, .. }) = facts.first_mut()
        {
            *missing = weeks;
        }
    }
    for (at, field) in text.string.match_indices("수유 여부") {
        let end = at + field.len();
        if let Some(nursing) = answer_of_field(&text.string[end..]) {
            let (start, end) = (text.at_byte(at), text.at_byte(end));
            facts.push(Fact { start, end, kind: Kind::Lactating(nursing) });
        }
    }
    for found in ENDED.captures_iter(&text.string) {
        let Some(phrase) = found.get(0) else { continue };
        let before = tail(&text.string[..phrase.start()]);
        // 작년에 유산했어요, 유산했었어요, 출산했을 때: an earlier pregnancy, or none.
        let earlier = contains(
            before,
            &["작년", "년 전", "년전", "예전", "이전", "첫", "과거", "저번", "옛날"],
        );
        let once = found
            .get(1)
            .or(found.get(2))
            .is_some_and(|it| matches!(it.as_str(), "었" | "던" | "을"));
        if !earlier && !once {
            let (start, end) = (text.at_byte(phrase.start()), text.at_byte(phrase.end()));
            facts.push(Fact { start, end, kind: Kind::PregnancyEnded });
        }
    }
    let ended = ranges(text, &WEANED_NOW);
    let weaned = |&(start, end): &(usize, usize)| Fact { start, end, kind: Kind::NursingEnded };
    facts.extend(ended.iter().map(weaned));
    for found in LACTATION.find_iter(&text.string) {
        let after = text.string[found.end()..]
            .trim_start_matches(['는', '은', '를', '을', '도', ' ', '중', '이']);
        let before = tail(&text.string[..found.start()]);
        let not = begins(after, &["안", "끝", "끊", "없", "않", "그만", "못"])
            || begins(after, &STANDING.not)
            || WEANED.is_match(&text.string[found.end()..])
            || before.ends_with("not ")
            || before.ends_with("no longer ");
        let plan = begins(after, &["계획", "예정", "하려", "할"]);
        let (start, end) = (text.at_byte(found.start()), text.at_byte(found.end()));
        if !plan && !overlaps(&ended, start, end) {
            facts.push(Fact { start, end, kind: Kind::Lactating(!not) });
        }
    }
    facts
}

/// The matches of a pattern, in letters; they are in order and do not overlap.
fn ranges(text: &Text, pattern: &Regex) -> Vec<(usize, usize)> {
    let found = pattern.find_iter(&text.string);
    found.map(|it| (text.at_byte(it.start()), text.at_byte(it.end()))).collect()
}

/// The text after a word such as 아직: 임신은 아직 아니고, 임신은 전혀 아니에요.
fn after_adverb(after: &str) -> &str {
    let bare = after.trim_start_matches(['은', '는', '이', '도']).trim_start();
    ["아직", "전혀", "절대", "현재", "지금", "확실히", "당연히"]
        .iter()
        .find_map(|it| bare.strip_prefix(it))
        .map_or(after, |it| it.trim_start_matches(['은', '는']).trim_start())
}

/// The fact that a word for a pregnancy states, by the text around it; `None` if it states nothing of
/// today.
fn korean(word: &str, before: &str, after: &str, weeks: Option<u32>) -> Option<Kind> {
    if word == "비임신" {
        return Some(Kind::NotPregnant);
    }
    // 임신이요? 아니요: a question and its answer.
    let asked = [
        "이요?",
        "은요?",
        "요?",
        "?",
        "이세요?",
        "중이세요?",
        "하셨어요?",
        "하셨나요?",
        "이신가요?",
    ];
    let answer = asked.iter().find_map(|it| after.strip_prefix(it)).map(str::trim_start);
    if answer.is_some_and(|answer| {
        ["아니", "아뇨", "안 했", "안했", "없"].iter().any(|no| answer.starts_with(no))
    }) {
        return Some(Kind::NotPregnant);
    }
    // 임신 여부: 아니오: a field of a form.
    if let Some(answer) = after.strip_prefix("여부").and_then(answer_of_field) {
        return Some(if answer { Kind::Pregnant { weeks } } else { Kind::NotPregnant });
    }
    // 임신인 줄 알았는데 아니래요: a belief that turned out wrong, or of which no result is told.
    if let Some(result) = believed(after) {
        let not = contains(result, &["아니", "아닌", "음성"]);
        return if not { Some(Kind::NotPregnant) } else { None };
    }
    let first: String = after_adverb(after).chars().take(12).collect();
    let then = |words: &[&str]| words.iter().any(|it| first.starts_with(it));
    if then(&[
        "아니",
        "아님",
        "아닙",
        "아닌",
        "아녜",
        "은 아니",
        "은 아닌",
        "이 아니",
        "중이 아니",
        "중은 아니",
        "안 ",
        "안했",
        "은 안",
        "하지 않",
        "하지는 않",
        "가능성은 없",
        "가능성 없",
        "가능성이 없",
        "가능성(-)",
        "가능성 (-)",
        "가능성: 없",
        "가능성 무",
        "부 아니",
        "중 아니",
        "x",
        "(-)",
        ": no",
        "무",
        "상태 아니",
        "상태는 아니",
        "반응 음성",
        "테스트 음성",
        "테스트기 음성",
        "중이지 않",
        "은 안 했",
        "한 건 아",
        "한 것은 아",
        "한 거 아",
        "한 거는 아",
        "한 게 아",
        "된 건 아",
        "된 거 아",
        "이 안 됐",
        "은 안 됐",
        "한 적 없",
        "한 적이 없",
        "한 적은 없",
    ]) {
        return Some(Kind::NotPregnant);
    }
    // 임신했을 때: nothing about today, although 임신했을 수도 is possible.
    if then(&["했을 때", "했을때", "했을 적", "했을 당시"]) {
        return None;
    }
    if then(&[
        "가능성",
        "했을",
        "일까",
        "일지",
        "인지",
        "일 수",
        "인가",
        "인 것 같",
        "인 거 같",
        "했나",
        "된 것 같",
        "된 거 같",
        "했는지",
    ]) {
        return Some(Kind::PerhapsPregnant);
    }
    if then(&[
        "준비",
        "계획",
        "을 준비",
        "을 계획",
        "하려",
        "시도",
        "을 시도",
        "예정",
        "을 원",
        "희망",
        "하고 싶",
        "을 생각",
    ]) {
        return Some(Kind::PlansPregnancy);
    }
    // 임신하면, 임신 때, 임신 테스트기, 임신 검사: nothing about today.
    if then(&[
        "에 ",
        "에도",
        "하면",
        "이면",
        "한다면",
        "때",
        "했을 때",
        "테스트",
        "검사",
        "성",
        "중독",
        "전",
        "반응",
        "수치",
        "하지",
        "된다면",
        "과",
        "이력",
        "경험",
        "횟수",
        "오조",
        "중에 당",
        "금기",
        "중절",
        "여부",
        "확인",
        "되면",
        "이 되면",
        "되길",
        "이 안",
        "이 잘 안",
        "도 안",
        "은 언제",
        "관련",
        "용",
    ]) {
        return None;
    }
    if ends(before, &["지난", "첫", "예전", "저번", "둘째", "과거"])
        && !then(&["중", "인데", "이에요", "이라", "이고", "예요", "입니다"])
    {
        return None;
    }
    Some(Kind::Pregnant { weeks: weeks.filter(|it| *it <= 45) })
}

/// The rest of the sentence after a belief in a pregnancy: 인 줄 알았는데.
fn believed(after: &str) -> Option<&str> {
    let after = after.trim_start_matches(['인', '한', '된']).trim_start();
    let after = after.strip_prefix('줄')?.trim_start_matches(['로', '만']).trim_start();
    let result = after.strip_prefix("알았").or_else(|| after.strip_prefix("알고"))?;
    result.split(['.', '?', '!', '\n']).next()
}

/// The answer after the name of a field in a form; `None` if it is neither yes nor no.
fn answer_of_field(rest: &str) -> Option<bool> {
    let answer = rest.trim_start().strip_prefix([':', '(', '|'])?.trim_start();
    let yes = ["예", "네", "있음", "유", "양성", "+", "yes"];
    let no = ["아니", "없음", "무", "음성", "-", "no"];
    match (begins(answer, &yes), begins(answer, &no)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The last twelve characters of a text.
fn tail(text: &str) -> &str {
    let at = text.char_indices().rev().nth(11).map_or(0, |it| it.0);
    &text[at..]
}
