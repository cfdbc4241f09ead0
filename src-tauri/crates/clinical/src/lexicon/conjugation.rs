//! Makes the beginnings of the forms of a Korean predicate: as much of its conjugation as is needed to
//! find it.

use simui_korean::hangul::{parts, syllable};

/// Index of ㅡ among the vowels of a syllable.
const VOWEL_EU: u32 = 18;

/// The beginnings of the forms of a predicate, from its stem (아프 → 아프, 아파, 아팠, 아픈, 아플, 아픔, 아픕).
pub(crate) fn forms(stem: &str) -> Vec<String> {
    let mut forms = vec![stem.to_owned()];
    let Some(last) = stem.chars().last() else { return forms };
    let head = &stem[..stem.len() - last.len_utf8()];
    let Some((onset, vowel, coda)) = parts(last) else { return forms };
    if last == '르' {
        forms.extend(doubled(head));
    }
    let mut add = |tail: String| {
        let form = format!("{head}{tail}");
        if !forms.contains(&form) {
            forms.push(form);
        }
    };
    if last == '하' {
        ["해", "했", "한", "할", "함", "합"].iter().for_each(|it| add((*it).to_owned()));
        return forms;
    }
    if last == '이' && head.ends_with("불덩") {
        ["예", "였", "인", "에"].iter().for_each(|it| add((*it).to_owned()));
        return forms;
    }
    match coda {
        // Stems without a final consonant take endings of one consonant.
        0 => {
            // 드시다 → 드세요
            if last == '시' && !head.is_empty() {
                add("세".to_owned());
            }
            for coda in [4, 8, 16, 17] {
                add(composed(onset, vowel, coda).to_string());
            }
            add_joined(onset, vowel, last, head, &mut add);
        }
        // ㄹ is dropped before ㄴ, ㅂ and ㅅ: 골다 → 고는, 골아, 골았.
        8 => {
            // A stem of one syllable would leave only a particle (늘다 → 는).
            if !head.is_empty() {
                for coda in [0, 4, 17] {
                    add(composed(onset, vowel, coda).to_string());
                }
            }
            let joined = if bright(vowel) { ["아", "았"] } else { ["어", "었"] };
            joined.iter().for_each(|it| add(format!("{last}{it}")));
        }
        // ㅂ becomes 우: 가렵다 → 가려워, 가려운. All stems in ㅂ of the data files are of this kind.
        17 => {
            let open = composed(onset, vowel, 0);
            for tail in ["워", "웠", "운", "울", "움", "우"] {
                add(format!("{open}{tail}"));
            }
        }
        // ㅅ is dropped in 붓다 (부어, 부은), ㅎ in colours (빨갛다 → 빨개, 빨간).
        19 if last == '붓' => {
            for tail in ["부어", "부었", "부은", "부을", "부음", "부으"] {
                add(tail.to_owned());
            }
        }
        27 if matches!(last, '갛' | '겋' | '얗' | '옇' | '맣' | '멓' | '랗' | '렇') => {
            // ㅏ ㅓ ㅑ ㅕ → ㅐ ㅔ ㅒ ㅖ
            let joined = vowel + 1;
            add(composed(onset, joined, 0).to_string());
            add(composed(onset, joined, 20).to_string());
            add(composed(onset, vowel, 4).to_string());
        }
        _ => {
            let joined = if bright(vowel) { ["아", "았"] } else { ["어", "었"] };
            joined.iter().for_each(|it| add(format!("{last}{it}")));
            for tail in ["은", "을", "음", "으"] {
                add(format!("{last}{tail}"));
            }
        }
    }
    forms
}

/// The forms of a predicate, and of the words used instead of it: 지끈거리다, 지끈대다, 지끈지끈; 두근두근하다, 두근두근; 맹맹하다,
/// 맹맹.
pub(crate) fn forms_with_variants(stem: &str) -> Vec<String> {
    let mut all = forms(stem);
    let sound = stem.strip_suffix("거리").filter(|it| (2..=3).contains(&it.chars().count()));
    if let Some(sound) = sound {
        all.extend(forms(&format!("{sound}대")));
        all.push(format!("{sound}{sound}"));
    }
    // 체중 증가: notes write the noun of a verb in 하다 alone.
    let noun = stem.strip_suffix('하').filter(|it| it.chars().count() == 2);
    all.extend(noun.map(str::to_owned));
    let doubled = stem.strip_suffix('하').filter(|noun| {
        let half = noun.len() / 2;
        noun.chars().count() >= 4 && noun.is_char_boundary(half) && noun[..half] == noun[half..]
    });
    all.extend(doubled.map(str::to_owned));
    all
}

/// Adds the forms with 아/어 of a stem without a final consonant.
fn add_joined(onset: u32, vowel: u32, last: char, head: &str, add: &mut impl FnMut(String)) {
    let before = head.chars().last().and_then(parts);
    if last == '르' {
        return;
    }
    let joined = match vowel {
        0 | 4 | 1 | 5 | 6 => vowel, // ㅏ ㅓ ㅐ ㅔ ㅕ stay
        8 => 9,                     // 오 → 와
        // 되 → 돼, and 되어
        11 => {
            add(format!("{last}어"));
            add(format!("{last}었"));
            10
        }
        13 => 14, // 우 → 워
        20 => 6,  // 이 → 여
        VOWEL_EU => match before {
            // ㅡ is dropped: 아프 → 아파, 쓰 → 써
            Some((_, v, _)) if bright(v) => 0,
            _ => 4,
        },
        _ => {
            add(format!("{last}어"));
            add(format!("{last}었"));
            return;
        }
    };
    add(composed(onset, joined, 0).to_string());
    add(composed(onset, joined, 20).to_string());
}

/// The forms with 아/어 of a stem in 르, which doubles the ㄹ: 흐르 → 흘러, 흘렀. `head` is the stem without 르.
fn doubled(head: &str) -> Vec<String> {
    let Some(before) = head.chars().last() else { return vec![] };
    let Some((onset, vowel, 0)) = parts(before) else { return vec![] };
    let stem = &head[..head.len() - before.len_utf8()];
    let closed = composed(onset, vowel, 8);
    let tails = if bright(vowel) { ["라", "랐"] } else { ["러", "렀"] };
    tails.iter().map(|tail| format!("{stem}{closed}{tail}")).collect()
}

/// Whether a vowel is followed by 아 rather than 어: ㅏ, ㅑ and ㅗ.
fn bright(vowel: u32) -> bool {
    matches!(vowel, 0 | 2 | 8)
}

/// The syllable of these numbers; they come from [`parts`] and tables here, so that it exists.
fn composed(lead: u32, vowel: u32, last: u32) -> char {
    syllable(lead, vowel, last).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_found_in_their_forms() {
        for (stem, expected) in [
            ("아프", &["아파", "아팠", "아픈", "아플"][..]),
            ("쓰리", &["쓰려", "쓰렸", "쓰린"]),
            ("가렵", &["가려워", "가려웠", "가려운"]),
            ("흐르", &["흘러", "흘렀", "흐른"]),
            ("부르", &["불러", "부른"]),
            ("마르", &["말라", "마른"]),
            ("붓", &["부어", "부었", "부은"]),
            ("드시", &["드세", "드셔", "드신"]),
            ("나", &["나", "난", "났", "날"]),
            ("나오", &["나와", "나왔", "나온"]),
            ("답답하", &["답답해", "답답했", "답답한"]),
            ("골", &["골아", "골았"]),
            ("코골", &["코골아", "코고", "코곤"]),
            ("없", &["없어", "없었", "없는", "없음"]),
            ("빨갛", &["빨개", "빨갰", "빨간"]),
            ("시커멓", &["시커메", "시커먼"]),
            ("막히", &["막혀", "막혔", "막힌"]),
            ("되", &["돼", "됐", "되어", "된"]),
            ("뜨", &["떠", "떴", "뜬"]),
            ("지끈거리", &["지끈거려", "지끈대", "지끈지끈"]),
            ("울렁울렁하", &["울렁울렁", "울렁울렁해"]),
        ] {
            let forms = forms_with_variants(stem);
            for form in expected {
                let found = forms.iter().any(|it| form.starts_with(it.as_str()));
                assert!(found, "{stem}: {form} not in {forms:?}");
            }
        }
    }
}
