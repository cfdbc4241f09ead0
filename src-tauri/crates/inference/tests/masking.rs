//! Tests of masking with many texts: all identifying information is masked, and clean sentences are
//! unchanged.

use std::fmt::Write;

use simui_inference::masking::{Mask, find};

/// A small random number generator, so that every run uses the same texts.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % below
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.roll(all.len())]
    }

    fn digits(&mut self, length: usize) -> String {
        (0..length).map(|_| char::from(b'0' + self.roll(10) as u8)).collect()
    }
}

const FAMILY: [&str; 16] = [
    "김", "이", "박", "최", "정", "강", "조", "윤", "장", "임", "한", "오", "남궁", "황보", "문",
    "배",
];
const GIVEN: [&str; 17] = [
    "하나", "지인", "주인", "민수", "지영", "영희", "철수", "서연", "도윤", "하은", "준", "길동",
    "수빈", "예린", "태호", "가람", "은채",
];
const BEFORE: [&str; 10] = [
    "예약 번호",
    "환자 ",
    "문의는",
    "연락처:",
    "본인 확인",
    "(",
    "‘",
    "작성 ",
    "후기를 쓴 ",
    "접수자는 ",
];
const AFTER: [&str; 8] = ["입니다.", "으로", " 확인", ")", "’", "번", ", 재진", "에게"];
/// A name with its honorific is a separate word.
const AFTER_NAME: [&str; 5] = [" 확인", ")", "’", ", 재진", "."];
const FILLING: [&str; 8] = [
    "라식 수술 후 시력이 1.2가 되었습니다. ",
    "하루 3회 500mg씩 복용합니다. ",
    "2024년 3월 5일 내원. ",
    "의료법 제56조제2항제8호 ",
    "혈압 120/80, ",
    "비용은 1,200,000원. ",
    "가장 좋은 병원이에요! ",
    "오전 9시~오후 6시 진료. ",
];

/// Digits in the various ways in which people write them.
fn written(dice: &mut Dice, groups: &[String]) -> String {
    let between = dice.of(&["-", " ", "", " - ", "–", "－", "."]);
    let text = groups.join(between);
    match dice.roll(5) {
        0 => text
            .chars()
            .map(|c| match c.to_digit(10) {
                Some(digit) => char::from_u32('０' as u32 + digit).unwrap(),
                None => c,
            })
            .collect(),
        1 => {
            let mut spread = String::new();
            for (at, c) in text.chars().enumerate() {
                if at > 0 {
                    spread.push(' ');
                }
                spread.push(c);
            }
            spread
        }
        2 => {
            let middle = text.chars().count() / 2;
            let hidden: String = text
                .chars()
                .enumerate()
                .flat_map(|(at, c)| (at == middle).then_some('\u{200B}').into_iter().chain([c]))
                .collect();
            hidden
        }
        _ => text,
    }
}

fn resident(dice: &mut Dice) -> String {
    let (year, month, day) = (dice.roll(100), 1 + dice.roll(12), 1 + dice.roll(28));
    let front = format!("{year:02}{month:02}{day:02}");
    let back = format!("{}{}", 1 + dice.roll(8), dice.digits(6));
    match dice.roll(6) {
        // Split at an unusual position.
        0 => {
            let all = format!("{front}{back}");
            let at = 1 + dice.roll(12);
            format!("{} {}", &all[..at], &all[at..])
        }
        _ => written(dice, &[front, back]),
    }
}

fn phone(dice: &mut Dice) -> String {
    let first = dice.of(&["010", "011", "016", "019", "02", "031", "051", "064", "070"]).to_owned();
    let middle = if dice.roll(2) == 0 { 3 } else { 4 };
    let middle = if first == "010" { 4 } else { middle };
    let (middle, last) =
        (format!("{}{}", 2 + dice.roll(8), dice.digits(middle - 1)), dice.digits(4));
    written(dice, &[first, middle, last])
}

fn card(dice: &mut Dice) -> String {
    let mut digits: Vec<u32> = (0..15).map(|_| dice.roll(10) as u32).collect();
    digits[0] = 3 + dice.roll(3) as u32;
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| {
            if at % 2 == 0 {
                let twice = digit * 2;
                if twice > 9 { twice - 9 } else { twice }
            } else {
                digit
            }
        })
        .sum();
    digits.push((10 - sum % 10) % 10);
    let text: String = digits.iter().map(u32::to_string).collect();
    let groups: Vec<String> = (0..4).map(|at| text[at * 4..at * 4 + 4].to_owned()).collect();
    written(dice, &groups)
}

fn email(dice: &mut Dice) -> String {
    let user = dice.of(&["hong.gildong", "minsu_85", "a-b+c", "kim", "HONG"]).to_owned();
    let host = dice.of(&["naver.com", "a.co.kr", "gmail.com", "mail.hospital.or.kr"]);
    let number = dice.digits(2);
    match dice.roll(4) {
        0 => format!("{user}{number}＠{host}"),
        1 => format!("{user}{number} @ {host}"),
        _ => format!("{user}{number}@{host}"),
    }
}

fn account(dice: &mut Dice) -> String {
    let lengths: &[usize] =
        [&[3, 3, 6][..], &[6, 2, 6], &[4, 2, 7], &[3, 6, 2, 3], &[12], &[14]][dice.roll(6)];
    let groups: Vec<String> = lengths
        .iter()
        .map(|&length| format!("{}{}", 1 + dice.roll(9), dice.digits(length - 1)))
        .collect();
    let text = groups.join("-");
    match dice.roll(3) {
        0 => text
            .chars()
            .map(|c| c.to_digit(10).map_or(c, |it| char::from_u32('０' as u32 + it).unwrap()))
            .collect(),
        _ => text,
    }
}

/// A name with the context that identifies it: the name, and the whole text.
fn name(dice: &mut Dice) -> (String, String) {
    let family = dice.of(&FAMILY);
    let given = dice.of(&GIVEN);
    let name = format!("{family}{given}");
    let honorific = dice.of(&["님", " 님", "씨", " 씨", "님이", "씨는", "님의", "씨께서"]);
    let with_honorific = format!("{name}{honorific}");
    (name, with_honorific)
}

#[test]
fn nothing_that_identifies_somebody_stays() {
    let mut dice = Dice(0x5EED_0001);
    let mut kinds = [0_usize; 6];
    for number in 0..10_000 {
        let kind = number % 6;
        kinds[kind] += 1;
        let (raw, in_context) = match kind {
            0 => {
                let it = resident(&mut dice);
                (it.clone(), it)
            }
            1 => {
                let it = phone(&mut dice);
                (it.clone(), it)
            }
            2 => {
                let it = card(&mut dice);
                (it.clone(), it)
            }
            3 => {
                let it = email(&mut dice);
                (it.clone(), it)
            }
            4 => {
                let it = account(&mut dice);
                (it.clone(), it)
            }
            _ => name(&mut dice),
        };
        let before = dice.of(&BEFORE);
        // A name joined to another word is a different case.
        let before = if kind == 5 {
            before.trim_end_matches("번호").trim_end_matches("확인")
        } else {
            before
        };
        let before = match before.chars().last() {
            Some(last) if kind == 5 && ('가'..='힣').contains(&last) => format!("{before} "),
            _ => before.to_owned(),
        };
        let mut text = String::new();
        let _ = write!(
            text,
            "{}{before}{in_context}{} {}",
            dice.of(&FILLING),
            dice.of(if kind == 5 { &AFTER_NAME[..] } else { &AFTER[..] }),
            dice.of(&FILLING)
        );
        let mut mask = Mask::over([text.as_str()]);
        let hidden = mask.hide(&text);
        assert!(!hidden.contains(&raw), "{number}: {raw:?} stays in {hidden:?}");
        let digits = |text: &str| -> String {
            text.chars()
                .filter_map(|c| {
                    c.to_digit(10)
                        .or_else(|| ('０'..='９').contains(&c).then(|| c as u32 - '０' as u32))
                })
                .map(|it| char::from(b'0' + it as u8))
                .collect()
        };
        if kind < 5 && kind != 3 {
            assert!(!digits(&hidden).contains(&digits(&raw)), "{number}: {raw:?} in {hidden:?}");
        }
        assert!(find(&hidden).is_empty(), "{number}: more is found in {hidden:?}");
        assert_eq!(mask.restore(&hidden), text, "{number}");
    }
    assert!(kinds.iter().all(|&count| count > 1600), "{kinds:?}");
}

#[test]
fn clean_sentences_stay_as_they_are() {
    let mut dice = Dice(0x5EED_0002);
    let total = 5_000;
    let mut masked = Vec::new();
    for number in 0..total {
        let (a, b, c) = (1 + dice.roll(900), 1 + dice.roll(300), 1 + dice.roll(30));
        let drug =
            dice.of(&["메트포르민", "아스피린", "와파린", "아모디핀", "레보티록신", "타이레놀"]);
        let lab = dice.of(&["LDL", "HbA1c", "AST", "eGFR", "Cr", "혈색소", "TSH"]);
        let person = dice.of(&["환자", "고객", "원장", "선생", "부모", "회원", "의사선생"]);
        let law = dice.of(&["의료법", "의료법 시행령", "약사법", "의료기기법"]);
        let text = match number % 14 {
            0 => format!("{drug} {a}mg을 하루 {c}회, {b}일간 복용합니다."),
            1 => format!("{lab} {a}.{c} mg/dL (참고치 {b}-{a}), 혈압 {a}/{b} mmHg"),
            2 => format!("{law} 제{c}조제2항제{c}호 및 제{b}조의{c}에 따라"),
            3 => format!(
                "{}년 {}월 {}일 시행 {law} 일부개정",
                1990 + dice.roll(36),
                1 + dice.roll(12),
                c
            ),
            4 => format!(
                "20{:02}-{:02}-{:02}부터 20{:02}-{:02}-{:02}까지 행사",
                dice.roll(27),
                1 + dice.roll(12),
                1 + dice.roll(28),
                dice.roll(27),
                1 + dice.roll(12),
                1 + dice.roll(28)
            ),
            5 => format!("비용은 {c},{a:03},000원이며 {b}% 할인하지 않습니다."),
            6 => format!(
                "대법원 20{:02}. {}. {}. 선고 20{:02}두{} 판결",
                dice.roll(27),
                1 + dice.roll(12),
                c,
                dice.roll(27),
                10_000 + dice.roll(80_000)
            ),
            7 => format!(
                "{person}님께 안내드립니다. 진료 시간 09:{:02}~18:{:02}",
                dice.roll(60),
                dice.roll(60)
            ),
            8 => format!("날씨가 추워 홍화씨와 {drug}을 함께 먹어도 되는지 {person}님이 물었다."),
            9 => format!(
                "품목기준코드 {}, 보험코드 {}",
                200_000_000 + dice.roll(9_000_000),
                640_000_000 + dice.roll(9_000_000)
            ),
            10 => format!("체중 {b}kg 키 {a}cm 체온 36.{} 맥박 {b}회", dice.roll(10)),
            11 => format!("{lab} {a} {b} {c} {a} {b}로 변화하였다."),
            12 => format!(
                "임상시험 NCT{:08}, 성공률 {b}.{c}% (n={a}, p=0.0{c})",
                dice.roll(99_999_999)
            ),
            _ => format!(
                "1회 {c}정(최대 {a}mg/일), {}~{} kcal, 유효기간 20{:02}.{:02}.{:02}",
                1000 + a,
                1500 + b,
                dice.roll(40),
                1 + dice.roll(12),
                c
            ),
        };
        if !find(&text).is_empty() {
            masked.push(text);
        }
    }
    let share = masked.len() as f64 / total as f64;
    println!("falsely masked: {} of {total} ({:.2} %)", masked.len(), share * 100.0);
    assert!(share < 0.01, "{share}: {:?}", masked.iter().take(5).collect::<Vec<_>>());
}

#[test]
fn a_hostile_text_is_masked_in_bounded_time() {
    let mut dice = Dice(0x5EED_0003);
    let mut phones = String::new();
    while phones.chars().count() < 40_000 {
        let _ = write!(phones, "010-{}-{} ", 2000 + dice.roll(7999), 1000 + dice.roll(8999));
    }
    for text in [phones, "1 ".repeat(20_000), "님 ".repeat(20_000), "a@".repeat(20_000)] {
        let mut mask = Mask::over([text.as_str()]);
        let hidden = mask.hide(&text);
        assert_eq!(mask.restore(&hidden), text);
        assert!(!hidden.contains("010-"));
    }
}
