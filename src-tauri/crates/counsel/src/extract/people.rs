//! Whom each word of a text is about.

use super::boundary::is_particle;
use super::clauses::Clauses;
use super::text::Text;

/// Somebody else than the patient.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Person {
    /// As the text calls them.
    pub name: String,
    /// A blood relative of an older generation or a sibling: what they have is the patient's family history.
    pub family: bool,
    child: bool,
}

const FAMILY: [&str; 58] = [
    "친정어머니",
    "친정아버지",
    "친정엄마",
    "친정아빠",
    "외할머니",
    "외할아버지",
    "친할머니",
    "친할아버지",
    "할머니",
    "할아버지",
    "어머니",
    "아버지",
    "어머님",
    "아버님",
    "엄마",
    "아빠",
    "부모님",
    "부모",
    "모친",
    "부친",
    "조부모",
    "조부",
    "조모",
    "남동생",
    "여동생",
    "동생",
    "형제",
    "자매",
    "형님",
    "형",
    "누나",
    "언니",
    "오빠",
    "이모",
    "고모",
    "외삼촌",
    "삼촌",
    "큰아버지",
    "큰어머니",
    "사촌",
    "친척",
    "가족",
    "집안",
    "외가",
    "친가",
    "쌍둥이",
    "mother",
    "father",
    "mom",
    "dad",
    "brother",
    "sister",
    "grandmother",
    "grandfather",
    "aunt",
    "uncle",
    "parents",
    "family",
];

const OTHERS: [&str; 106] = [
    "셋째",
    "넷째",
    "팀장님",
    "팀장",
    "부장님",
    "과장님",
    "사장님",
    "교수님",
    "둘째아이",
    "첫째아이",
    "둘째애",
    "첫째애",
    "처",
    "애들아빠",
    "남편",
    "아내",
    "와이프",
    "신랑",
    "부인",
    "배우자",
    "시어머니",
    "시아버지",
    "시부모님",
    "장모님",
    "장인어른",
    "장모",
    "장인",
    "며느리",
    "사위",
    "여자친구",
    "남자친구",
    "여친",
    "남친",
    "친구",
    "동료",
    "직장동료",
    "지인",
    "이웃",
    "룸메이트",
    "옆집",
    "선생님",
    "아들",
    "딸",
    "큰딸",
    "작은딸",
    "큰아들",
    "작은아들",
    "막내",
    "첫째",
    "둘째",
    "손자",
    "손녀",
    "조카",
    "강아지",
    "고양이",
    "husband",
    "wife",
    "son",
    "daughter",
    "friend",
    "child",
    "baby",
    "kid",
    "coworker",
    "boyfriend",
    "girlfriend",
    "손주",
    "증손자",
    "아드님",
    "따님",
    "사모님",
    "큰애",
    "작은애",
    "애들",
    "아이들",
    "손녀딸",
    "외손자",
    "외손녀",
    "영감",
    "영감님",
    "할멈",
    "마누라",
    "집사람",
    "안사람",
    "바깥양반",
    "애아빠",
    "애엄마",
    "애기아빠",
    "아이아빠",
    "아이엄마",
    "사돈",
    "시누이",
    "올케",
    "처남",
    "처제",
    "형부",
    "제부",
    "매형",
    "매제",
    "형수",
    "제수씨",
    "시어머님",
    "시아버님",
    "손주들",
    "큰손자",
    "약혼자",
];

/// Small children: the patient where only their age is said, somebody else's otherwise (우리 아이가).
const CHILDREN: [&str; 16] = [
    "아이",
    "아기",
    "애기",
    "애",
    "딸아이",
    "아들아이",
    "어린이",
    "신생아",
    "영아",
    "유아",
    "소아",
    "남아",
    "여아",
    "아가",
    "갓난아기",
    "갓난아이",
];
/// Those whose illness their elders tell of.
const YOUNG: [&str; 13] = [
    "아들",
    "딸",
    "막내",
    "첫째",
    "둘째",
    "셋째",
    "손자",
    "손녀",
    "손주",
    "조카",
    "큰애",
    "작은애",
    "손녀딸",
];
/// Words that only a note uses for its patient.
const CLINICAL: [&str; 6] = ["신생아", "영아", "유아", "소아", "남아", "여아"];
const POSSESSIVE: [&str; 12] =
    ["우리", "저희", "제", "내", "울", "저의", "나의", "친구", "누나", "언니", "조카", "옆집"];

const PATIENT: [&str; 34] = [
    "저는",
    "제가",
    "저도",
    "저의",
    "저에게",
    "저한테",
    "나는",
    "난",
    "내가",
    "나도",
    "나의",
    "나한테",
    "본인",
    "본인은",
    "본인이",
    "환자",
    "환자는",
    "환자가",
    "환자분",
    "환자분은",
    "저",
    "나",
    "저만",
    "나만",
    "저랑",
    "저희는",
    "i",
    "i'm",
    "i've",
    "patient",
    "pt",
    "she",
    "he",
    "my",
];

/// Endings that speak of somebody with respect: 있으세요, 앓으셨어요.
const RESPECT: [&str; 36] = [
    "이세",
    "연세",
    "춘추",
    "께서",
    "라시",
    "돼셔",
    "으세",
    "으시",
    "으셔",
    "으셨",
    "하세",
    "하시",
    "하셨",
    "하신",
    "하셔",
    "드시",
    "드셔",
    "드셨",
    "드신",
    "드세",
    "계시",
    "계세",
    "편찮",
    "주무",
    "잡수",
    "잡숴",
    "우시",
    "우셔",
    "우셨",
    "이시",
    "이셔",
    "이셨",
    "프시",
    "프셔",
    "프신",
    "시대요",
];

/// For each word the person it is about; `None` is the patient.
pub(crate) fn people(text: &Text, clauses: &Clauses) -> Vec<Option<Person>> {
    let words: Vec<&str> = clauses.words.iter().map(|it| text.slice(it.start, it.end)).collect();
    let mut people = Vec::with_capacity(words.len());
    let mut now: Option<Person> = None;
    for (index, word) in clauses.words.iter().enumerate() {
        let new_sentence = index > 0 && clauses.words[index - 1].sentence != word.sentence;
        if new_sentence && !goes_on(now.as_ref(), &words[clauses.sentence(index)]) {
            now = None;
        }
        // 며느리 본인은: who is named directly before.
        let oneself = words[index].starts_with("본인")
            && index.checked_sub(1).is_some_and(|it| person(words[it]).is_some());
        if oneself {
            now = person(words[index - 1]);
        } else if PATIENT.contains(&words[index]) {
            now = None;
        } else if let Some(person) = person(words[index]).filter(|_| {
            // 흉통 부인: denied, no wife.
            words[index] != "부인"
                && !is_carried(&words, index)
                && !is_professional(&words, index)
                && !gives(&words, index)
                && !is_old_patient(&words, index)
        }) {
            let sentence = &words[clauses.sentence(index)];
            now = if person.child && is_patient(&words, index, sentence) {
                None
            } else {
                Some(person)
            };
        }
        people.push(now.clone());
    }
    people
}

/// Whether a sentence that names nobody is still about the person of the last one.
fn goes_on(person: Option<&Person>, sentence: &[&str]) -> bool {
    let Some(person) = person else { return false };
    person.is_child() || sentence.iter().any(|word| respects(word))
}

fn person(word: &str) -> Option<Person> {
    // 집안에 유방암이 많아요
    let among = |name: &str, rest: &str| {
        ["집안", "가족", "친척", "외가", "친가", "형제"].contains(&name)
            && ["에", "에서", "에는", "에도", "들에", "분들"].contains(&rest)
    };
    let subject = |name: &&&str| {
        let rest = word.strip_prefix(**name);
        rest.is_some_and(|rest| rest.is_empty() || is_subject(rest) || among(name, rest))
    };
    let longest =
        |names: &'static [&'static str]| names.iter().filter(subject).max_by_key(|it| it.len());
    let family = longest(&FAMILY);
    let other = longest(&OTHERS);
    let child = longest(&CHILDREN);
    let best = [family, other, child].into_iter().flatten().max_by_key(|it| it.len())?;
    Some(Person {
        name: (*best).to_owned(),
        family: family == Some(best),
        child: child == Some(best) || matches!(*best, "baby" | "child" | "kid"),
    })
}

/// Somebody else, by whatever particle: 독감 걸린 아이랑.
pub(crate) fn named(word: &str) -> Option<Person> {
    let particles =
        ["께서", "께", "한테서", "한테", "에게", "이랑", "랑", "하고", "을", "를", "와", "과"];
    particles.iter().filter_map(|it| word.strip_suffix(it)).chain([word]).find_map(person)
}

/// Particles of a subject, a topic or an owner; 어머니한테 들었는데 says nothing of her.
fn is_subject(rest: &str) -> bool {
    match rest {
        "께서" | "께서는" | "께서도" | "님" | "님이" | "님은" | "님도" | "네" | "네가" | "'s"
        | "들이" | "들은" | "들도" | "들" | "중에" | "쪽" | "쪽이" | "쪽에" | "분이" => {
            true
        }
        "에게" | "한테" | "처럼" | "보다" | "에서" | "부터" | "까지" | "으로" | "로" | "를"
        | "을" | "와" | "과" | "랑" | "이랑" | "하고" | "에" | "만" => false,
        rest => is_particle(rest),
    }
}

/// 둘째 임신 중: nobody yet; 고양이 알레르기: nobody at all.
fn is_carried(words: &[&str], index: usize) -> bool {
    let carried = ["임신", "출산", "낳", "가졌", "가진", "유산", "때", "밴"];
    let child = ["쌍둥이", "첫째", "둘째", "셋째", "넷째", "아이", "아기", "애기", "애"];
    let pet = ["고양이", "강아지"].iter().any(|it| words[index].starts_with(it));
    if pet
        && words.get(index + 1).is_some_and(|it| {
            it.starts_with("알레") || it.starts_with("알러") || it.starts_with('털')
        })
    {
        return true;
    }
    child.iter().any(|it| words[index].starts_with(it))
        && words.get(index + 1).is_some_and(|next| carried.iter().any(|it| next.starts_with(it)))
}

/// 의사 선생님이: who treats, not who is treated.
fn is_professional(words: &[&str], index: usize) -> bool {
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let treats =
        ["의사", "약사", "한의사", "원장", "간호사", "담당", "주치의", "치과", "내과", "병원"];
    ["선생님", "교수님"].iter().any(|it| words[index].starts_with(it))
        && (treats.iter().any(|it| before.starts_with(it))
            || index == 0
            || words[index].starts_with("교수님"))
}

/// 사위가 사다 준 글루코사민, 약사인 친구가 권한 약: who gave it or spoke of it, not who takes it.
fn gives(words: &[&str], index: usize) -> bool {
    let gives = [
        "준",
        "주신",
        "사준",
        "사주신",
        "보내준",
        "보내주신",
        "챙겨준",
        "갖다준",
        "권한",
        "추천한",
        "권해서",
        "추천해서",
        "추천해준",
        "선물한",
        "사다준",
    ];
    words[index + 1..].iter().take(3).any(|it| gives.contains(it))
}

/// 72세 할머니 환자분, 80대 할아버지: an old person whose age is said and whom nobody calls theirs is the patient.
fn is_old_patient(words: &[&str], index: usize) -> bool {
    let old = ["할머니", "할아버지"].iter().any(|it| words[index].starts_with(it));
    let before = index.checked_sub(1).map(|it| words[it]).unwrap_or_default();
    let aged = ["세", "살", "대"].iter().any(|it| before.ends_with(it));
    let next = words.get(index + 1).copied().unwrap_or_default();
    let rest = words[index].trim_start_matches("할머니").trim_start_matches("할아버지");
    let copula = ["인데", "입니다", "예요", "이고", "이에요", "신데", "로", "이며", "(", ","];
    let alone = rest.is_empty() || copula.iter().any(|it| rest.starts_with(it));
    let patient = next.starts_with("환자");
    let owned = words[index.saturating_sub(3)..index].iter().any(|it| POSSESSIVE.contains(it));
    old && ((aged && alone) || patient) && !owned
}

/// A child whose age is said and whom nobody calls theirs is the patient.
fn is_patient(words: &[&str], index: usize, sentence: &[&str]) -> bool {
    let owned = words[index.saturating_sub(2)..index].iter().any(|it| POSSESSIVE.contains(it));
    let clinical = CLINICAL.iter().any(|it| words[index].starts_with(it));
    let ages = ["개월", "생후", "살", "세", "돌", "month", "week", "year", "-old"];
    let days = sentence.windows(2).any(|it| {
        it[0].starts_with(|c: char| c.is_ascii_digit())
            && it[0].ends_with(['일', '주', '달'])
            && it[1].starts_with(['된', '됐', '되'])
    });
    let aged = days || sentence.iter().any(|it| ages.iter().any(|age| it.contains(age)));
    !owned && (clinical || aged)
}

/// Whether a word speaks of somebody with respect.
pub(crate) fn respects(word: &str) -> bool {
    RESPECT.iter().any(|it| word.contains(it))
}

impl Person {
    /// Who speaks for somebody else.
    pub fn speaker() -> Self {
        Self { name: "보호자".into(), family: false, child: false }
    }

    /// Whether it is a child, by the word for them.
    pub fn is_child(&self) -> bool {
        self.child || YOUNG.iter().any(|it| self.name.ends_with(it))
    }

    /// Where only a family history is said.
    pub fn of_history() -> Self {
        Self { name: "가족".into(), family: true, child: false }
    }
}
