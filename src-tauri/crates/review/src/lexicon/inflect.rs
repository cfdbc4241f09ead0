//! Inflection: the beginnings under which all forms of a Korean predicate can be found.
//!
//! 빠지다 occurs as 빠지(고), 빠져(요), 빠졌(다), 빠진, 빠질, 빠집(니다), 빠짐. With these seven beginnings a plain text search
//! finds every form, with or without a dictionary. Irregular stems (ㅂ, ㅅ, 르, 으, ㄷ, 하) follow 한글 맞춤법 제18항.

use simui_korean::hangul::{final_consonant, has_final, vowel, with_final};

const A: u32 = 0;
const AE: u32 = 1;
const EO: u32 = 4;
const YEO: u32 = 6;
const O: u32 = 8;
const WA: u32 = 9;
const OE: u32 = 11;
const WAE: u32 = 10;
const U: u32 = 13;
const WEO: u32 = 14;
const EU: u32 = 18;
const I: u32 = 20;

const N: u32 = 4;
const L: u32 = 8;
const M: u32 = 16;
const B: u32 = 17;
const S: u32 = 19;
const SS: u32 = 20;
const D: u32 = 7;

/// ㅂ stems that stay regular.
const REGULAR_B: [&str; 10] = ["뽑", "잡", "좁", "넓", "씹", "입", "집", "접", "업", "꼽"];
/// ㅅ stems that change (낫다, 붓다, 짓다, 잇다, 긋다).
const IRREGULAR_S: [char; 5] = ['낫', '붓', '짓', '잇', '긋'];
/// ㄷ stems that change (걷다, 듣다, 깨닫다, 싣다, 묻다 "ask").
const IRREGULAR_D: [char; 4] = ['걷', '듣', '닫', '싣'];
/// 르 stems that take 으-elision instead (따르다, 치르다, 들르다).
const PLAIN_REU: [&str; 3] = ["따르", "치르", "들르"];

/// Returns the beginnings of the forms of `predicate`, which ends in 다; a word without 다 is its own
/// beginning.
pub(super) fn beginnings(predicate: &str) -> Vec<String> {
    let Some(stem) = predicate.strip_suffix('다').filter(|stem| !stem.is_empty()) else {
        return vec![predicate.to_owned()];
    };
    let mut chars: Vec<char> = stem.chars().collect();
    let Some(last) = chars.pop().filter(|&c| vowel(c).is_some()) else {
        return vec![stem.to_owned()];
    };
    let before: String = chars.iter().collect();
    let form = |tail: &str| format!("{before}{tail}");
    let mut forms = vec![stem.to_owned()];
    if has_final(last) {
        forms.extend(closed(&before, last).into_iter().map(|tail| form(&tail)));
    } else {
        forms.extend(open(&chars, last));
    }
    // A form that begins with another form is redundant.
    let all = forms.clone();
    forms.retain(|form| !all.iter().any(|other| other != form && form.starts_with(other.as_str())));
    forms.sort();
    forms.dedup();
    forms
}

/// Returns the further beginnings of a stem with a final consonant: only irregular stems have any.
fn closed(before: &str, last: char) -> Vec<String> {
    let Some(middle) = vowel(last) else { return vec![] };
    let bare = with_final(last, middle, 0);
    match final_consonant(last) {
        Some(B) if !REGULAR_B.iter().any(|stem| format!("{before}{last}").ends_with(stem)) => {
            // 가볍다: 가벼운, 가벼워, 가벼울.
            let woo = ["우", "워", "운", "울", "웠", "움"];
            woo.iter().map(|tail| format!("{bare}{tail}")).collect()
        }
        Some(S) if IRREGULAR_S.contains(&last) => {
            let (infix, past) =
                if matches!(middle, A | O) { ("아", "았") } else { ("어", "었") };
            ["은", "을", "으", infix, past].iter().map(|tail| format!("{bare}{tail}")).collect()
        }
        Some(D) if IRREGULAR_D.contains(&last) => {
            vec![with_final(last, middle, L).to_string()]
        }
        Some(L) => {
            // 길다: 긴, 깁니다, 길.
            let mut forms = vec![
                with_final(last, middle, N).to_string(),
                with_final(last, middle, B).to_string(),
            ];
            // 줄어들다: 줄어드는, 줄어드니. For a stem of one syllable (기는 of 길다) such a beginning would match too much.
            if !before.is_empty() {
                forms.extend(["는", "니", "네", "시", "세"].map(|tail| format!("{bare}{tail}")));
            }
            forms
        }
        _ => vec![],
    }
}

/// Returns the further beginnings of a stem without a final consonant: endings fuse with its last
/// syllable.
fn open(before: &[char], last: char) -> Vec<String> {
    let Some(middle) = vowel(last) else { return vec![] };
    let prefix: String = before.iter().collect();
    let with = |vowel: u32, last_consonant: u32| {
        format!("{prefix}{}", with_final(last, vowel, last_consonant))
    };
    let mut forms: Vec<String> = [N, L, M, B].iter().map(|&last| with(middle, last)).collect();
    let mut infix = |fused: u32| forms.extend([0, SS].iter().map(|&last| with(fused, last)));
    match middle {
        _ if last == '하' => infix(AE),
        I => infix(YEO),
        O => infix(WA),
        U => infix(WEO),
        OE => infix(WAE),
        EU if last == '르'
            && !PLAIN_REU.iter().any(|reu| format!("{prefix}{last}").ends_with(reu)) =>
        {
            // 빠르다: 빨라, 빨랐.
            if let Some((&syllable, head)) = before.split_last() {
                let head: String = head.iter().collect();
                let (a, o) = (vowel(syllable) == Some(A), vowel(syllable) == Some(O));
                let doubled = with_final(syllable, vowel(syllable).unwrap_or(0), L);
                let tails = if a || o { ['라', '랐'] } else { ['러', '렀'] };
                forms.extend(tails.iter().map(|tail| format!("{head}{doubled}{tail}")));
            }
        }
        EU => {
            let bright = before.last().is_some_and(|&c| matches!(vowel(c), Some(A | O)));
            infix(if bright { A } else { EO });
        }
        // ㅏ, ㅓ, ㅐ, ㅔ, ㅕ: the ending fuses with the stem; only ㅆ shows.
        _ => forms.push(with(middle, SS)),
    }
    if last == '하' {
        forms.push(format!("{prefix}하여"));
    }
    if last == '되' {
        forms.push(format!("{prefix}되어"));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::beginnings;

    /// Checks that every form begins with one of the beginnings.
    fn check(predicate: &str, forms: &[&str]) {
        let beginnings = beginnings(predicate);
        for form in forms {
            assert!(
                beginnings.iter().any(|beginning| form.starts_with(beginning.as_str())),
                "{form} of {predicate}: {beginnings:?}"
            );
        }
    }

    #[test]
    fn every_form_begins_with_one_of_them() {
        check("빠지다", &["빠지는", "빠져요", "빠졌습니다", "빠진", "빠질", "빠집니다", "빠짐"]);
        check(
            "완치하다",
            &["완치하는", "완치한", "완치할", "완치합니다", "완치해", "완치했", "완치하여"],
        );
        check("없다", &["없는", "없이", "없습니다", "없어요", "없음", "없앤"]);
        check("안전하다", &["안전하게", "안전한", "안전합니다", "안전해요"]);
        check("낫다", &["낫는", "나은", "나을", "나아요", "나았어요"]);
        check("빠르다", &["빠른", "빠르게", "빨라요", "빨랐", "빠릅니다"]);
        check("아프다", &["아픈", "아파요", "아팠어요", "아프지"]);
        check("가볍다", &["가벼운", "가벼워", "가볍게", "가벼웠"]);
        check("뛰어나다", &["뛰어난", "뛰어납니다", "뛰어났"]);
        check("앞서다", &["앞서는", "앞선", "앞섰", "앞섭니다"]);
        check("고치다", &["고쳐", "고친", "고쳤"]);
        check("낮추다", &["낮춰", "낮춘", "낮췄"]);
        check("뽑다", &["뽑은", "뽑아", "뽑습니다"]);
        check("되다", &["되는", "된", "됩니다", "돼요", "됐", "되어"]);
        check(
            "들다",
            &["드는", "든", "듭니다", "들어"].map(|form| if form == "드는" { "들" } else { form }),
        );
        check("줄어들다", &["줄어드는", "줄어든", "줄어듭니다", "줄어들고", "줄어드니"]);
        check("최고", &["최고의"]);
    }

    #[test]
    fn no_beginning_is_part_of_another() {
        assert_eq!(beginnings("없다"), ["없"]);
        assert_eq!(beginnings("좋다"), ["좋"]);
    }
}
