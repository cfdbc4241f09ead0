use serde::{Deserialize, Serialize};

use super::announced_names::{announced_names, names_beside};
use super::digits::Run;
use super::known::KnownNames;
use super::names::names;
use super::numbers::in_run;
use super::patterns::{halves, matches};
use super::skeleton::Skeleton;

/// A kind of personal identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identifier {
    /// 주민등록번호, 외국인등록번호.
    Resident,
    /// A phone number.
    Phone,
    /// A payment card number.
    Card,
    /// An e-mail address.
    Email,
    /// An account number, or another number too long to be a quantity.
    Account,
    /// A person's name.
    Name,
    /// A passport number.
    Passport,
    /// The number of a driving licence or another personal licence.
    Licence,
    /// A number or name assigned to a person by an office or service: 환자번호, 등록번호, 건강보험증, 아이디.
    Record,
    /// A date of birth.
    Birth,
    /// An address with a number on a road or in a village, or a flat.
    Address,
}

impl Identifier {
    /// All kinds.
    pub const ALL: [Identifier; 11] = [
        Identifier::Resident,
        Identifier::Phone,
        Identifier::Card,
        Identifier::Email,
        Identifier::Account,
        Identifier::Name,
        Identifier::Passport,
        Identifier::Licence,
        Identifier::Record,
        Identifier::Birth,
        Identifier::Address,
    ];

    /// Returns the name used in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Identifier::Resident => "resident",
            Identifier::Phone => "phone",
            Identifier::Card => "card",
            Identifier::Email => "email",
            Identifier::Account => "account",
            Identifier::Name => "name",
            Identifier::Passport => "passport",
            Identifier::Licence => "licence",
            Identifier::Record => "record",
            Identifier::Birth => "birth",
            Identifier::Address => "address",
        }
    }

    /// Returns the label in a placeholder, for models that read Korean.
    pub(super) fn label(self) -> &'static str {
        match self {
            Identifier::Resident => "주민번호",
            Identifier::Phone => "전화",
            Identifier::Card => "카드",
            Identifier::Email => "전자우편",
            Identifier::Account => "번호",
            Identifier::Name => "이름",
            Identifier::Passport => "여권",
            Identifier::Licence => "면허",
            Identifier::Record => "등록번호",
            Identifier::Birth => "생년월일",
            Identifier::Address => "주소",
        }
    }
}

/// An identifier in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Kind of the identifier.
    pub kind: Identifier,
    /// Offset of the first character, in Unicode scalar values.
    pub start: usize,
    /// Offset after the last character, in Unicode scalar values.
    pub end: usize,
}

/// Kind and span `from..to` of an identifier in a skeleton.
pub(super) type Place = (Identifier, usize, usize);

/// Finds the identifiers of a text, in order and without overlaps.
pub fn find(text: &str) -> Vec<Found> {
    find_with(text, &KnownNames::default())
}

/// Finds the identifiers of a text, including the `known` names.
pub fn find_with(text: &str, known: &KnownNames) -> Vec<Found> {
    let mut skeleton = Skeleton::of(text);
    let mut found = Vec::new();
    // The text is searched again without what was found, so that nothing can be found in a masked text.
    loop {
        let places = places(&skeleton, known);
        if places.is_empty() {
            break;
        }
        for &(kind, from, to) in &places {
            let (start, end) = skeleton.span(from, to);
            found.push(Found { kind, start, end });
        }
        for (_, from, to) in places {
            skeleton.take_out(from, to);
        }
    }
    found.sort_by_key(|it| it.start);
    found
}

/// Returns the identifiers of one pass without overlaps; an earlier detector takes precedence.
fn places(skeleton: &Skeleton, known: &KnownNames) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let named = known.places(skeleton).into_iter();
    places.extend(named.map(|(_, from, to)| (Identifier::Name, from, to)));
    places.extend(matches(skeleton));
    for run in Run::all(skeleton) {
        let numbers = in_run(&run, skeleton).into_iter();
        places.extend(numbers.map(|(kind, from, to)| (kind, run.at[from], run.at[to - 1] + 1)));
    }
    places.extend(halves(skeleton));
    places.extend(names(skeleton));
    places.extend(announced_names(skeleton));
    let mut taken = vec![false; skeleton.chars.len()];
    let mut kept: Vec<Place> = Vec::new();
    let mut keep = |kept: &mut Vec<Place>, (kind, from, to): Place| {
        if let Some(free) = taken.get_mut(from..to).filter(|it| from < to && !it.contains(&true)) {
            free.fill(true);
            kept.push((kind, from, to));
        }
    };
    for place in places {
        keep(&mut kept, place);
    }
    for place in names_beside(skeleton, &kept) {
        keep(&mut kept, place);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Identifier, &str)]) {
        let chars: Vec<char> = text.chars().collect();
        let found: Vec<(Identifier, String)> = find(text)
            .iter()
            .map(|it| (it.kind, chars[it.start..it.end].iter().collect()))
            .collect();
        let found: Vec<(Identifier, &str)> =
            found.iter().map(|(kind, words)| (*kind, words.as_str())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn numbers_are_found_beside_hangul_and_split() {
        use Identifier::*;
        check("주민번호900101-1234567입니다", &[(Resident, "900101-1234567")]);
        check("번호 ９００１０１－５２３４５６７", &[(Resident, "９００１０１－５２３４５６７")]);
        check("0 1 0 2 0 3 - 3 2 3 4 5 6 7", &[(Resident, "0 1 0 2 0 3 - 3 2 3 4 5 6 7")]);
        check("210203 8234567", &[(Resident, "210203 8234567")]);
        check("9001011234567번", &[(Resident, "9001011234567")]);
        check("900101-1******", &[(Resident, "900101-1******")]);
        check("9001\u{200B}01-1234567", &[(Resident, "9001\u{200B}01-1234567")]);
        check("연락010-1234-5678로", &[(Phone, "010-1234-5678")]);
        check("☎ 02)123-4567", &[(Phone, "02)123-4567")]);
        check("+82 10 1234 5678", &[(Phone, "82 10 1234 5678")]);
        check("01012345678", &[(Phone, "01012345678")]);
        check("카드 4111-1111-1111-1111", &[(Card, "4111-1111-1111-1111")]);
        check("국민 123456-01-123456", &[(Account, "123456-01-123456")]);
        check("계좌 1002 123 456789", &[(Account, "1002 123 456789")]);
        check("메일hong.gil@a.co.kr로", &[(Email, "메일hong.gil@a.co.kr로")]);
        check("9001011 234567", &[(Resident, "9001011 234567")]);
        check("문의 1588-1234", &[(Phone, "1588-1234")]);
        check("카드 3056 930902 5904", &[(Card, "3056 930902 5904")]);
        check("900101 - 1 234567", &[(Resident, "900101 - 1 234567")]);
        check("90-01-01-1234567", &[(Resident, "90-01-01-1234567")]);
        check("900101-\n1234567", &[(Resident, "900101-\n1234567")]);
        check("ｈｏｎｇ＠ａ．ｋｒ", &[(Email, "ｈｏｎｇ＠ａ．ｋｒ")]);
    }

    #[test]
    fn names_are_found_before_their_honorific() {
        use Identifier::*;
        check("홍길동님의 후기", &[(Name, "홍길동")]);
        check("홍길동 씨는", &[(Name, "홍길동")]);
        check("김씨가", &[(Name, "김")]);
        check("영희씨도", &[(Name, "영희")]);
        check("정하나님이", &[(Name, "정하나")]);
        check("박지인 님", &[(Name, "박지인")]);
        check("담당환자남궁민수님", &[(Name, "남궁민수")]);
        check("John님과 Kim 씨", &[(Name, "John"), (Name, "Kim")]);
        check("남궁민수 님", &[(Name, "남궁민수")]);
        check("홍 길 동 님", &[(Name, "홍 길 동")]);
        check("김 철수 님", &[(Name, "김 철수")]);
        check("홍길동 환자님", &[(Name, "홍길동")]);
        check("박철수원장님", &[(Name, "박철수")]);
        check("성명: 이영희", &[(Name, "이영희")]);
        for text in [
            "환자님과 고객님",
            "원장님이 직접",
            "날씨가 좋은 날",
            "글씨를 쓰다",
            "홍화씨 추출물",
            "담당의사님",
            "대표원장님",
            "손님 여러분",
            "고추씨 기름",
            "우리 선생님께",
            "부모님의",
            "섭씨 36도, 화씨 98도",
            "국산홍화씨",
            "VIP님",
            "이름 가운데 하나",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn quantities_and_articles_are_nobodys() {
        for text in [
            "의료법 제56조제2항제8호",
            "1일 3회 500mg, 14일간",
            "2024-01-01부터 2024-12-31까지",
            "혈압 120/80 mmHg",
            "LDL 130 mg/dL, HDL 45",
            "2009두21345",
            "1,234,567,890원",
            "0.0000000001",
            "오전 10:30~11:00",
            "체온 36.5도",
            "품목기준코드 200301234",
            "1500-2000 kcal",
            "제2024-123호",
            "NCT01234567",
            "10mg/5mL 100 200 300",
            "2026. 11. 22. 15:00",
        ] {
            check(text, &[]);
        }
    }
}
