use super::random::Random;

/// A scripted patient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// Id, like `s1`.
    pub id: String,
    /// The turns, in order.
    pub turns: Vec<ScriptedTurn>,
}

/// One turn, and what its answer must contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptedTurn {
    /// The words of the patient.
    pub text: String,
    /// What the answer must contain.
    pub expected: Expected,
}

/// The requirements of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// The substance that a warning must name.
    pub warned_of: Option<&'static str>,
    /// The drug that the answer must mention, named only in an earlier turn.
    pub recalled: Option<&'static str>,
    /// True when the turn is a question, so that the answer must cite a document.
    pub question: bool,
}

/// An allergy, and a drug that it rules out.
const ALLERGIES: [(&str, &str); 4] = [
    ("페니실린", "아목시실린"),
    ("아스피린", "이부프로펜"),
    ("이부프로펜", "나프록센"),
    ("아목시실린", "아목시실린"),
];

const CONDITIONS: [&str; 6] =
    ["고혈압", "당뇨병", "천식", "갑상선기능저하증", "만성콩팥병", "골다공증"];

const TAKEN: [&str; 5] = ["와파린", "메트포르민", "암로디핀", "로사르탄", "오메프라졸"];

const ASKED: [&str; 5] = ["아세트아미노펜", "세티리진", "이부프로펜", "메트포르민", "오메프라졸"];

const QUESTIONS: [&str; 5] = [
    "{} 하루 최대 용량이 얼마예요?",
    "{} 부작용이 뭐예요?",
    "{} 먹고 술 마셔도 되나요?",
    "{} 먹는 걸 잊으면 어떻게 하나요?",
    "{} 어떻게 보관해요?",
];

/// Returns `count` patients with six turns each: facts with an allergy and a drug, small talk, a question,
/// the same question again, a question about the drug without its name, and one that the allergy concerns.
/// Half of the women are pregnant.
pub fn scenarios(count: usize, seed: u64) -> Vec<Scenario> {
    let mut random = Random::new(seed);
    (1..=count).map(|at| scenario(at, &mut random)).collect()
}

fn scenario(at: usize, random: &mut Random) -> Scenario {
    let pick = |random: &mut Random, list: &'static [&'static str]| random.of(list).unwrap_or("");
    let (allergy, trap) = random.of(&ALLERGIES).unwrap_or(("페니실린", "아목시실린"));
    let (condition, taken) = (pick(random, &CONDITIONS), pick(random, &TAKEN));
    let (asked, question) = (pick(random, &ASKED), pick(random, &QUESTIONS));
    let young = random.below(2) == 0;
    let who = match (young, random.below(2) == 0) {
        (true, true) => format!("{}세 여성이고 임신 {}주예요.", 25 + at % 12, 8 + at % 20),
        (true, false) => format!("{}세 여성이에요.", 25 + at % 12),
        (false, _) => format!("{}세 남성이에요.", 45 + at % 40),
    };
    let small = pick(random, &["안녕하세요", "네 감사합니다", "고마워요"]);
    let turn = |text: String, expected: Expected| ScriptedTurn { text, expected };
    let asks = Expected { question: true, ..Expected::default() };
    let question = question.replace("{}", asked);
    let turns = vec![
        turn(
            format!("{who} {condition}이 있고 {taken} 먹고 있어요. {allergy} 알레르기가 있어요."),
            Expected::default(),
        ),
        turn(small.to_owned(), Expected::default()),
        turn(question.clone(), asks.clone()),
        turn(question, asks.clone()),
        turn(
            "제가 먹는 약 부작용이 뭐예요?".to_owned(),
            Expected { recalled: Some(taken), ..asks.clone() },
        ),
        turn(format!("{trap} 먹어도 되나요?"), Expected { warned_of: Some(allergy), ..asks }),
    ];
    Scenario { id: format!("s{at}"), turns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_its_patients() {
        assert_eq!(scenarios(20, 7), scenarios(20, 7));
        assert_ne!(scenarios(20, 7), scenarios(20, 8));
        for scenario in scenarios(80, 1) {
            assert_eq!(scenario.turns.len(), 6);
            let (first, last) = (&scenario.turns[0].text, &scenario.turns[5]);
            let allergy = last.expected.warned_of.unwrap_or_default();
            assert!(first.contains(&format!("{allergy} 알레르기")), "{first}");
            let recalled = scenario.turns[4].expected.recalled.unwrap_or_default();
            assert!(first.contains(recalled) && !scenario.turns[4].text.contains(recalled));
        }
    }
}
