//! Patterns of references in Korean law.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// Where a reference may begin. A 목 on its own is recognised only for the usual letters, because 지목 and 비목
/// are ordinary words.
pub(super) static ANCHOR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<title>「[^「」\n]{2,120}」)|(?P<same>(?:같은|동)\s?(?P<what>법률|법|영|령|규칙|시행령|시행규칙|조|항|호)(?P<decree>\s?(?:시행령|시행규칙))?)|(?P<this>이\s(?P<mine>법|영|규칙|조|항|호)(?P<below>\s?(?:시행령|시행규칙))?)\s?제\s?\d|(?P<word>[가-힣]+)(?:\((?:[^()\n]{0,80}(?:전의 것|법률 제\d+호|령 제\d+호)[^()\n]{0,60}|[가-힣ㆍ·]{1,30}[부처청원회실리]령?)\))?\s?제\s?\d{1,4}조|(?P<unit>제\s?\d{1,4}(?:조|항|호))|(?P<letter>[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허]목)",
    )
});

/// Text that tells apart two laws with the same title: `(보건복지부령)`, `(보건복지부)`, `(보건복지부령 제12호)`.
pub(super) static LAW_OF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\(([가-힣ㆍ·]{1,30}(?:[부처청원회실]령?|총리령)(?: ?제\d+호)?|[가-힣]{1,10}령 제\d+호|법률 제\d+호)\)",
    )
});

/// After 같은 법 the word must end or be followed by a particle, so 같은 법인 and 같은 조건 do not match.
pub(super) static WORD_ENDS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:[^가-힣]|[의에을를과와은는이및또제]|가목|$)"));

const QUALIFIED: &str =
    r"(?:\s?(?:각\s?호(?:의\s?어느\s?하나)?|각\s?목|외의\s?부분|본문|단서|전단|후단|전문))*";

pub(super) static RANGE: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^{QUALIFIED}(?:부터|\s?내지)\s?")));

pub(super) static CONNECTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"^{QUALIFIED}\s?(?:,|ㆍ|·|및|또는|와|과|이나|나)\s?(?:및\s|또는\s)?"))
});

/// A phrase that applies the provision: `…을 준용한다` or `…의 규정은 …에 준용한다`.
pub(super) static APPLIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^(?:\([^()\n]*\))?{QUALIFIED}(?:의\s?규정)?\s?(?:[을를]\s?(?:각각\s?|그대로\s?)?준용|[은는]\s(?:[^.\n을를]|[을를]\s?[^준])*준용(?:한다|할 수 있다|하되|하며))"
    ))
});

/// Text before a number that belongs to something else: `별표 2 제1호`, `같은 표 제3호`, `대통령령 제1234호`, `전항 제1호`.
pub(super) static OTHER_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:표|별지|서식|법률|령|규칙|고시|훈령|예규|공고|조례|지침|전항|전조|동조동항)\s?(?:제?\d+)?(?:의\d+)?\s?\(?$",
    )
});

/// Text after a 호 that is not part of a law in running text: `제1호 안건`, `제3호 증`, `제2호기`.
pub(super) static OTHER_NOUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s?(?:안건|의안|사건|법정|태풍|증|실|기|차|선|병동|백신|환자|의원|점|방|서식|기준)")
});

/// Text before a 호 that is not part of a law: `갑 제3호증`, `사건 제2호`, `국내 제1호`.
pub(super) static OTHER_OWNER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[^가-힣])(?:갑|을|병|안건|의안|사건|국내|세계|태풍|별지|기준|지침|약관|계약|정관)\s?$",
    )
});

/// Quotation marks. Text quoted in order to be replaced (`"제94조"는 "제37조제4항"으로 본다`) belongs to another law.
pub(super) const QUOTES: [char; 4] = ['"', '“', '\'', '‘'];

/// Characters that may precede 이 in 이 법. After any other character 이 is a particle: `…한 자(법인을 포함한다)이 법 제5조`.
pub(super) const OPENINGS: [char; 10] = [' ', '\n', '(', '[', '"', '“', '‘', '\'', 'ㆍ', ','];

pub(super) static QUALIFIERS: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("^{QUALIFIED}")));

/// `「형법」 중 제234조`.
pub(super) static AMONG: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s중\s제\s?\d"));

pub(super) static FORM: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:의\d+)?\s?서식"));

pub(super) static FORMER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|[^가-힣])(?:구|종전의?)\s?$"));
