use serde::{Deserialize, Serialize};

use super::Draw;
use super::wording::{World, fill_template};
use crate::EvaluateError;

/// An invented patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// Id, like `p01`.
    pub id: String,
    /// The name of the patient at the desk.
    pub name: String,
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// The facts that must be remembered after the last turn.
    pub facts: Vec<Expected>,
    /// The facts that must not be remembered: somebody else's, or only asked about.
    pub never: Vec<Expected>,
}

/// One turn of a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Number of the turn, 1 to 5.
    pub turn: u32,
    /// Hours since the first turn.
    pub hours: u32,
    /// The words of the patient.
    pub text: String,
}

/// A fact that was put into the words of a patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// The slot, like `demographics` or `conditions`.
    pub slot: String,
    /// Canonical name of a concept, type of a value, or name of a field.
    pub name: String,
    /// The standing, like `active` or `allergy`.
    pub standing: String,
    /// A measured value, an age, or weeks of pregnancy; of a blood pressure the upper value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// Generates invented patients.
#[derive(Debug)]
pub struct Invented {
    world: World,
}

impl Invented {
    /// Reads the data that the program carries.
    pub fn shipped() -> Result<Self, EvaluateError> {
        Ok(Self { world: World::shipped()? })
    }

    /// Returns `count` people of a seed. A smaller count gives the first people of a larger one.
    pub fn people(&self, seed: u64, count: u32) -> Vec<Person> {
        let draw = Draw::new(seed);
        (1..=count).map(|number| self.person(draw.part(u64::from(number)), number)).collect()
    }

    fn person(&self, draw: Draw, number: u32) -> Person {
        let mut generator =
            Generator { world: &self.world, draw, facts: Vec::new(), never: Vec::new() };
        let turns = generator.turns();
        Person {
            id: format!("p{number:02}"),
            name: format!("가상 환자 {number:02}"),
            turns,
            facts: generator.facts,
            never: generator.never,
        }
    }
}

/// The state while a person is generated.
struct Generator<'a> {
    world: &'a World,
    draw: Draw,
    facts: Vec<Expected>,
    never: Vec<Expected>,
}

impl Generator<'_> {
    fn turns(&mut self) -> Vec<Turn> {
        let age = self.age();
        let woman = self.draw.happens(self.world.people.female);
        let band = usize::from(age >= 40) + usize::from(age >= 65);
        let conditions: Vec<usize> = (0..self.world.condition.len())
            .filter(|at| {
                let share = self.world.condition[*at].shares[band];
                age >= 19 && self.draw.happens(share)
            })
            .collect();
        let texts = [
            self.who(age, woman, &conditions),
            self.drugs(&conditions),
            self.values(age),
            self.complaints(&conditions),
            self.last(&conditions),
        ];
        let mut hours = 0;
        let turns = (1..).zip(texts).map(|(turn, text)| {
            if turn > 1 {
                hours += self.draw.between(1, 400);
            }
            Turn { turn, hours, text }
        });
        turns.collect()
    }

    fn age(&mut self) -> u32 {
        let ages = &self.world.people.ages;
        let all: u32 = ages.iter().map(|it| it.2).sum();
        let mut at = self.draw.between(1, all);
        for (low, high, weight) in ages {
            if at <= *weight {
                return self.draw.between(*low, *high);
            }
            at -= weight;
        }
        40
    }

    /// Returns the words about age, sex, pregnancy, diseases and allergies.
    fn who(&mut self, age: u32, woman: bool, conditions: &[usize]) -> String {
        let people = &self.world.people;
        let templates = if age < 19 { &people.says_child } else { &people.says_age };
        let who = if woman { "여성" } else { "남성" };
        let mut sentences =
            vec![self.fill(templates, &[("value", &age.to_string()), ("who", who)])];
        self.expect("demographics", "age", "active", Some(f64::from(age)));
        self.expect("demographics", "sex", "active", Some(f64::from(u8::from(woman))));
        if woman && (20..=42).contains(&age) && self.draw.happens(people.pregnant) {
            let weeks = self.draw.between(6, 30);
            sentences.push(self.fill(&people.says_pregnancy, &[("value", &weeks.to_string())]));
            self.expect("demographics", "pregnancy", "active", Some(f64::from(weeks)));
        }
        for at in conditions {
            let name = &self.world.condition[*at].name;
            let since = format!("{}년", self.draw.between(1, 20));
            sentences.push(
                self.fill(self.world.templates("condition"), &[("name", name), ("since", &since)]),
            );
            self.expect("conditions", name, "active", None);
        }
        if self.draw.happens(people.allergy)
            && let Some(allergen) = self.draw.one(&self.world.allergen)
        {
            sentences.push(self.fill(self.world.templates("allergy"), &[("name", &allergen.name)]));
            self.expect("conditions", &allergen.name, "allergy", None);
        }
        sentences.join(" ")
    }

    fn drugs(&mut self, conditions: &[usize]) -> String {
        let mut sentences = vec![self.fill(self.world.templates("filler"), &[])];
        for at in conditions {
            let drugs = &self.world.condition[*at].drugs;
            let Some((name, dose)) = self.draw.one(drugs).and_then(|it| it.split_once('|')) else {
                continue;
            };
            if self.allergic_to(name) || self.takes(name) {
                continue;
            }
            sentences
                .push(self.fill(self.world.templates("drug"), &[("name", name), ("dose", dose)]));
            self.expect("medications", name, "active", None);
        }
        sentences.join(" ")
    }

    fn values(&mut self, age: u32) -> String {
        let mut sentences = Vec::new();
        for value in &self.world.value {
            if age < 19 || !self.draw.happens(0.6) {
                continue;
            }
            let number = self.draw.between(value.low, value.high);
            let written = match value.of.as_str() {
                "blood_pressure" => format!("{number}/{}", number - self.draw.between(35, 50)),
                _ => number.to_string(),
            };
            sentences.push(self.fill(&value.says, &[("value", &written)]));
            self.expect(&value.slot, &value.of, "active", Some(f64::from(number)));
        }
        if sentences.is_empty() {
            sentences.push(self.fill(self.world.templates("filler"), &[]));
        }
        sentences.join(" ")
    }

    /// Returns the words about complaints: own, denied, the family's, somebody else's.
    fn complaints(&mut self, conditions: &[usize]) -> String {
        let mut sentences = Vec::new();
        let mut left: Vec<&str> = self.world.symptom.iter().map(|it| it.name.as_str()).collect();
        let mut take = |draw: &mut Draw| -> &str {
            let at = draw.between(0, u32::try_from(left.len() - 1).unwrap_or(0)) as usize;
            left.remove(at)
        };
        let (own, denied, others) =
            (take(&mut self.draw), take(&mut self.draw), take(&mut self.draw));
        sentences.push(self.fill(self.world.templates("symptom"), &[("name", own)]));
        self.expect("symptoms", own, "active", None);
        if self.draw.happens(0.5) {
            sentences.push(self.fill(self.world.templates("denied"), &[("name", denied)]));
            self.expect("symptoms", denied, "negated", None);
        }
        if self.draw.happens(0.5) {
            sentences.push(self.fill(self.world.templates("other"), &[("name", others)]));
            self.never("symptoms", others, "active");
        }
        let missing = (0..self.world.condition.len()).filter(|it| !conditions.contains(it));
        let missing: Vec<usize> = missing.collect();
        if self.draw.happens(0.4)
            && let Some(at) = self.draw.one(&missing).copied()
        {
            let name = &self.world.condition[at].name;
            let who = if self.draw.happens(0.5) { "어머니" } else { "아버지" };
            sentences
                .push(self.fill(self.world.templates("family"), &[("name", name), ("who", who)]));
            self.expect("conditions", name, "family", None);
            self.never("conditions", name, "active");
        }
        sentences.join(" ")
    }

    /// Returns the words about a drug that was stopped, and one that is only asked about.
    fn last(&mut self, conditions: &[usize]) -> String {
        let mut sentences = vec![self.fill(self.world.templates("filler"), &[])];
        let taken = self.facts.iter().position(|it| it.slot == "medications");
        if let Some(at) = taken.filter(|_| self.draw.happens(0.3)) {
            let name = self.facts[at].name.clone();
            sentences.push(self.fill(self.world.templates("stopped"), &[("name", &name)]));
            self.facts[at].standing = "stopped".to_owned();
        }
        let others = (0..self.world.condition.len()).filter(|it| !conditions.contains(it));
        let drugs: Vec<&str> = others
            .flat_map(|it| &self.world.condition[it].drugs)
            .filter_map(|it| it.split_once('|'))
            .map(|it| it.0)
            .collect();
        if let Some(name) = self.draw.one(&drugs).copied() {
            sentences.push(self.fill(self.world.templates("asked"), &[("name", name)]));
            self.never("medications", name, "active");
        }
        sentences.join(" ")
    }

    fn fill(&mut self, templates: &[String], with: &[(&str, &str)]) -> String {
        self.draw.one(templates).map(|it| fill_template(it, with)).unwrap_or_default()
    }

    fn expect(&mut self, slot: &str, name: &str, standing: &str, value: Option<f64>) {
        self.facts.push(expected(slot, name, standing, value));
    }

    fn never(&mut self, slot: &str, name: &str, standing: &str) {
        self.never.push(expected(slot, name, standing, None));
    }

    fn allergic_to(&self, name: &str) -> bool {
        self.facts.iter().any(|it| it.standing == "allergy" && it.name == name)
    }

    fn takes(&self, name: &str) -> bool {
        self.facts.iter().any(|it| it.slot == "medications" && it.name == name)
    }
}

fn expected(slot: &str, name: &str, standing: &str, value: Option<f64>) -> Expected {
    Expected { slot: slot.to_owned(), name: name.to_owned(), standing: standing.to_owned(), value }
}
