//! 염: salts, esters and waters that names of ingredients carry: sildenafil citrate is sildenafil.

/// Latin words for salts and waters behind the name of an ingredient.
const LATIN: [&str; 44] = [
    "acetate",
    "anhydrous",
    "besilate",
    "besylate",
    "bisulfate",
    "bromide",
    "butylbromide",
    "calcium",
    "camsylate",
    "carbonate",
    "chloride",
    "citrate",
    "dihydrate",
    "dihydrochloride",
    "disodium",
    "edisylate",
    "fumarate",
    "gluconate",
    "hemifumarate",
    "hemihydrate",
    "hydrate",
    "hydrobromide",
    "hydrochloride",
    "hydrogen",
    "lactate",
    "magnesium",
    "maleate",
    "malate",
    "mesilate",
    "mesylate",
    "monohydrate",
    "nitrate",
    "orotate",
    "phosphate",
    "potassium",
    "salt",
    "sodium",
    "succinate",
    "sulfate",
    "sulphate",
    "tartrate",
    "tosilate",
    "tosylate",
    "trihydrate",
];

/// Korean endings for salts and waters, longest first where one ends with another.
const KOREAN: [&str; 40] = [
    "브롬화수소산염",
    "메탄술폰산염",
    "벤젠술폰산염",
    "일수화물",
    "이수화물",
    "삼수화물",
    "이염산염",
    "반수화물",
    "무수물",
    "타르타르산염",
    "주석산염",
    "시트르산염",
    "구연산염",
    "말레산염",
    "말레인산염",
    "푸마르산염",
    "푸마레이트",
    "베실산염",
    "메실산염",
    "토실산염",
    "숙신산염",
    "아세트산염",
    "초산염",
    "인산염",
    "황산염",
    "염산염",
    "질산염",
    "젖산염",
    "오로트산염",
    "수화물",
    "이나트륨",
    "나트륨",
    "칼륨",
    "칼슘",
    "마그네슘",
    "염산",
    "황산",
    "산염",
    "염",
    "수소",
];

/// Fewest characters of an ingredient without its salt.
const SHORTEST: usize = 3;

/// The forms of a folded name with one salt after the other left out, shortest last; none where it has no
/// salt.
pub(super) fn without_salts(name: &str) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    let mut rest = name.trim();
    loop {
        let shorter = match rest.rsplit_once([' ', '-']) {
            Some((before, last)) if LATIN.contains(&last) => before,
            _ => match KOREAN.iter().find_map(|it| rest.strip_suffix(it)) {
                Some(before) => before,
                None => return forms,
            },
        };
        rest = shorter.trim();
        if rest.chars().count() < SHORTEST {
            return forms;
        }
        forms.push(rest.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &[&str]) {
        assert_eq!(without_salts(name), expected, "{name}");
    }

    #[test]
    fn salts_and_waters_are_left_out() {
        check("sildenafil citrate", &["sildenafil"]);
        check("losartan potassium", &["losartan"]);
        check("록소프로펜나트륨", &["록소프로펜"]);
        check("록소프로펜나트륨수화물", &["록소프로펜나트륨", "록소프로펜"]);
        check("테르비나핀염산염", &["테르비나핀"]);
        check("아세트아미노펜", &[]);
        check("sodium", &[]);
        check("염화나트륨", &[]);
    }
}
