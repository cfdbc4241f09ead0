//! Which runs of digits are somebody's numbers.

use super::digits::Run;
use super::find::Identifier;
use super::skeleton::Skeleton;

/// Digits `from..to` of a run, and what they are.
pub(super) type Number = (Identifier, usize, usize);

/// Whether digits `from..to` are a number of a kind.
type Test<'a> = dyn Fn(usize, usize) -> bool + 'a;

/// The numbers in a run, not overlapping. Longer and surer kinds are tried first.
pub(super) fn in_run(run: &Run, skeleton: &Skeleton) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut taken = vec![false; run.len()];
    let kinds: [(Identifier, &Test); 4] = [
        (Identifier::Resident, &|from, to| is_resident(run, from, to)),
        (Identifier::Card, &|from, to| is_card(run, from, to)),
        (Identifier::Phone, &|from, to| is_phone(run, from, to)),
        (Identifier::Account, &|from, to| is_account(run, from, to, skeleton)),
    ];
    for (kind, is) in kinds {
        for from in (0..run.len()).filter(|&it| run.breaks_before(it)) {
            let ends = (from + 8..=run.len().min(from + LONGEST)).rev();
            let mut ends = ends.filter(|&to| to == run.len() || run.breaks_before(to));
            let free = |to: usize| !taken[from..to].contains(&true);
            if let Some(to) = ends.find(|&to| is(from, to) && free(to)) {
                taken[from..to].fill(true);
                found.push((kind, from, to));
            }
        }
    }
    found
}

/// No kind of number is longer, separators not counted; what is unbroken and longer is taken whole.
const LONGEST: usize = 40;

/// 주민등록번호, 외국인등록번호: a birthday and seven digits. Numbers given out since October 2020 have no check digit, so where it
/// does not fit, the digits must at least be written as one number is: in a few groups, or one by one.
fn is_resident(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to).filter(|digits| digits.len() == 13) else {
        return false;
    };
    let two = |at: usize| u32::from(digits[at]) * 10 + u32::from(digits[at + 1]);
    if !(1..=12).contains(&two(2)) || !(1..=31).contains(&two(4)) {
        return false;
    }
    let groups = run.groups(from, to);
    let cut_at_six = groups
        .iter()
        .scan(0, |sum, &length| {
            *sum += length;
            Some(*sum)
        })
        .any(|sum| sum == 6);
    let few = groups.len() <= 4;
    let single = groups.iter().all(|&length| length == 1);
    few || cut_at_six || single || has_check_digit(digits)
}

fn has_check_digit(digits: &[u8]) -> bool {
    let weights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let sum: u32 =
        digits.iter().zip(weights).map(|(&digit, weight)| u32::from(digit) * weight).sum();
    let check = (11 - sum % 11) % 10;
    // Foreigners' numbers are shifted by two.
    digits
        .last()
        .is_some_and(|&last| u32::from(last) == check || u32::from(last) == (check + 2) % 10)
}

/// A payment card: 13 to 19 digits whose Luhn sum is right, written in groups as on the card, or unbroken, or one by one.
fn is_card(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to).filter(|it| (13..=19).contains(&it.len())) else {
        return false;
    };
    let groups = run.groups(from, to);
    let fours = groups.len() > 1 && groups[..groups.len() - 1].iter().all(|&length| length == 4);
    let amex = groups == [4, 6, 5] || groups == [4, 6, 4];
    let single = groups.iter().all(|&length| length == 1);
    (groups.len() == 1 || fours || amex || single) && luhn(digits)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| match (at % 2, u32::from(digit)) {
            (0, digit) => digit,
            (_, digit) if digit > 4 => digit * 2 - 9,
            (_, digit) => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|&digit| digit != 0)
}

/// A phone number of a person or a place: mobile, area, Internet and virtual numbers, also with +82. The short numbers of
/// companies (1588-1234) are nobody's.
fn is_phone(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to) else { return false };
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let national = match text.strip_prefix("82") {
        Some(rest) if rest.starts_with('0') => rest.to_owned(),
        Some(rest) => format!("0{rest}"),
        None => text,
    };
    let length = national.len();
    let fits = match national.get(..3) {
        Some("010" | "011" | "016" | "017" | "018" | "019") => (10..=11).contains(&length),
        Some("050") => (11..=12).contains(&length),
        Some("030" | "060" | "070" | "080") => (10..=12).contains(&length),
        Some(area) if area.starts_with("02") => (9..=10).contains(&length),
        Some("031" | "032" | "033" | "041" | "042" | "043" | "044") => (10..=11).contains(&length),
        Some("051" | "052" | "053" | "054" | "055") => (10..=11).contains(&length),
        Some("061" | "062" | "063" | "064") => (10..=11).contains(&length),
        _ => false,
    };
    let groups = run.groups(from, to);
    fits && (groups.len() <= 4 || groups.iter().all(|&length| length == 1))
}

/// A number of an account, a licence, an insurance card: ten digits or more without a break, or in groups with hyphens.
fn is_account(run: &Run, from: usize, to: usize, skeleton: &Skeleton) -> bool {
    let length = to - from;
    let groups = run.groups(from, to);
    if groups.len() == 1 {
        // Behind a decimal point or a comma it is a quantity.
        let before = run.at[from].checked_sub(1).and_then(|it| skeleton.get(it));
        return length >= 10 && before != Some('.') && before != Some(',');
    }
    let groups_fit = (3..=5).contains(&groups.len())
        && groups.iter().all(|length| (2..=8).contains(length))
        && (10..=16).contains(&length);
    groups_fit && run.hyphenated(from, to, skeleton) && !is_time(run, from, &groups)
}

/// 2024-01-01 10:30 and the like.
fn is_time(run: &Run, from: usize, groups: &[usize]) -> bool {
    let year = run.digits.get(from..from + 2);
    groups.starts_with(&[4, 2, 2]) && matches!(year, Some([1, 9] | [2, 0]))
}

/// The number after a word that announces one, whatever its groups.
pub(super) fn announced(run: &Run, skeleton: &Skeleton) -> Option<Number> {
    const ACCOUNT: [&str; 9] =
        ["계좌", "은행", "뱅크", "농협", "수협", "신협", "우체국", "금고", "입금"];
    const PHONE: [&str; 10] = [
        "전화",
        "연락처",
        "휴대폰",
        "핸드폰",
        "문의",
        "고객센터",
        "콜센터",
        "대표번호",
        "tel",
        "☎",
    ];
    let first = *run.at.first()?;
    let before: String = skeleton.chars[first.saturating_sub(12)..first].iter().collect();
    let before = before.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| before.contains(word));
    let whole = |kind| Some((kind, 0, run.len()));
    match run.len() {
        // 123-4567, 1588-1234: nobody would know them for a phone number without the word.
        7 | 8 if says(&PHONE) && run.groups(0, run.len()).len() <= 2 => whole(Identifier::Phone),
        8..=16 if says(&ACCOUNT) => whole(Identifier::Account),
        _ => None,
    }
}
