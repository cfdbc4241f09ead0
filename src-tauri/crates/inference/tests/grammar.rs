//! Tests that a grammar only produces JSON accepted by its schema. Uses random schemas, random sentences of
//! their grammars, and a grammar reader that is independent of how ours are written.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use serde_json::{Value, json};
use simui_inference::chat::{Schema, grammar};

/// A part of a rule in the notation of llama.cpp.
#[derive(Debug, Clone)]
enum Part {
    Words(String),
    /// One character in these ranges, or (`true`) outside them.
    Class(bool, Vec<(char, char)>),
    Rule(String),
    Either(Vec<Vec<Part>>),
    Repeated(Box<Part>, usize, usize),
}

/// Parses the body of a rule.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self) -> char {
        let c = self.rest.chars().next().expect("the rule ends too early");
        self.rest = &self.rest[c.len_utf8()..];
        c
    }

    /// A character of a text or a class, with escapes resolved.
    fn letter(&mut self) -> char {
        match self.take() {
            '\\' => match self.take() {
                'n' => '\n',
                'x' => {
                    let code: String = [self.take(), self.take()].into_iter().collect();
                    char::from(u8::from_str_radix(&code, 16).unwrap())
                }
                c @ ('"' | '\\' | '[' | ']') => c,
                c => panic!("no escape: \\{c}"),
            },
            c => c,
        }
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn either(&mut self) -> Part {
        let mut ways = vec![Vec::new()];
        loop {
            self.spaces();
            match self.rest.chars().next() {
                None | Some(')') => return Part::Either(ways),
                Some('|') => {
                    self.take();
                    ways.push(Vec::new());
                }
                Some(_) => {
                    let part = self.one();
                    let part = self.repeated(part);
                    ways.last_mut().unwrap().push(part);
                }
            }
        }
    }

    fn one(&mut self) -> Part {
        match self.take() {
            '"' => {
                let mut words = String::new();
                while !self.rest.starts_with('"') {
                    words.push(self.letter());
                }
                self.take();
                Part::Words(words)
            }
            '[' => {
                let not = self.rest.starts_with('^');
                if not {
                    self.take();
                }
                let mut ranges = Vec::new();
                while !self.rest.starts_with(']') {
                    let low = self.letter();
                    let high = match self.rest.starts_with('-') {
                        true => {
                            self.take();
                            self.letter()
                        }
                        false => low,
                    };
                    ranges.push((low, high));
                }
                self.take();
                Part::Class(not, ranges)
            }
            '(' => {
                let part = self.either();
                assert_eq!(self.take(), ')');
                part
            }
            first => {
                let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric());
                let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                Part::Rule(format!("{first}{name}"))
            }
        }
    }

    fn repeated(&mut self, part: Part) -> Part {
        let (low, high) = match self.rest.chars().next() {
            Some('?') => (0, 1),
            Some('{') => {
                let (bounds, _) = self.rest[1..].split_once('}').unwrap();
                let (low, high) = bounds.split_once(',').unwrap();
                self.rest = &self.rest[bounds.len() + 1..];
                (low.parse().unwrap(), high.parse().unwrap())
            }
            _ => return part,
        };
        self.take();
        Part::Repeated(Box::new(part), low, high)
    }
}

fn rules(text: &str) -> BTreeMap<String, Part> {
    let read = |line: &str| {
        let (name, body) = line.split_once(" ::= ").unwrap();
        let mut reader = Reader { rest: body };
        let part = reader.either();
        assert!(reader.rest.is_empty(), "{line}");
        (name.to_owned(), part)
    };
    text.lines().map(read).collect()
}

/// A random sentence of the grammar.
fn sentence(rules: &BTreeMap<String, Part>, part: &Part, chance: &mut TestRng) -> String {
    match part {
        Part::Words(words) => words.clone(),
        Part::Class(false, ranges) => {
            let (low, high) = ranges[chance.random_range(0..ranges.len())];
            chance.random_range(low..=high).to_string()
        }
        Part::Class(true, ranges) => loop {
            let strange =
                ['"', '\\', '가', '\u{7F}', '\u{1F}', '\n', '}', ',', '\u{1F600}', ' ', '⟦'];
            let c = strange[chance.random_range(0..strange.len())];
            if !ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) {
                break c.to_string();
            }
        },
        Part::Rule(name) => sentence(rules, &rules[name], chance),
        Part::Either(ways) => {
            let way = &ways[chance.random_range(0..ways.len())];
            way.iter().map(|part| sentence(rules, part, chance)).collect()
        }
        Part::Repeated(part, low, high) => {
            // Mostly few, sometimes all.
            let most = if chance.random_range(0..8) == 0 { *high } else { (*low + 3).min(*high) };
            let times = chance.random_range(*low..=most);
            (0..times).map(|_| sentence(rules, part, chance)).collect()
        }
    }
}

fn check(schema: &Value, sentences: usize, chance: &mut TestRng) {
    let text = grammar(schema).unwrap_or_else(|why| panic!("{why}: {schema}"));
    let rules = rules(&text);
    let validator = Schema::new("check", schema.clone()).unwrap();
    for _ in 0..sentences {
        let answer = sentence(&rules, &rules["root"], chance);
        let value: Value =
            serde_json::from_str(&answer).unwrap_or_else(|it| panic!("{it}: {answer}\n{text}"));
        assert_eq!(validator.mistakes(&value), [""; 0], "{answer}\n{schema}");
    }
}

/// Schemas of every supported type, nested three levels deep.
fn any_schema() -> impl Strategy<Value = Value> {
    let name = "[a-z\"\\\\ 가-힣]{1,6}";
    let leaf = prop_oneof![
        Just(json!({ "type": "string" })),
        (0_u8..4, 0_u8..40).prop_map(|(low, more)| {
            json!({ "type": "string", "minLength": low, "maxLength": low + more, "title": "x" })
        }),
        prop::collection::vec(name, 1..5).prop_map(|all| json!({ "type": "string", "enum": all })),
        Just(json!({ "type": "boolean" })),
        Just(json!({ "type": "integer" })),
        Just(json!({ "type": "number" })),
        Just(json!({ "type": "number", "minimum": 0, "maximum": 1.0 })),
        (-9_i64..9, 0_i64..20).prop_map(
            |(low, more)| json!({ "type": "integer", "minimum": low, "maximum": low + more })
        ),
        Just(json!({ "type": ["string", "null"], "maxLength": 9 })),
        name.prop_map(|only| json!({ "const": [only, 1, null] })),
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            (inner.clone(), 0_u8..3, 0_u8..3).prop_map(|(of, low, more)| {
                json!({ "type": "array", "items": of, "minItems": low, "maxItems": low + more })
            }),
            inner.clone().prop_map(|of| json!({ "type": "array", "items": of })),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({ "anyOf": all })),
            prop::collection::btree_map(name, inner, 0..4).prop_map(|of| {
                let first: Vec<&String> = of.keys().take(1).collect();
                json!({
                    "type": "object", "required": first, "additionalProperties": false,
                    "properties": of,
                })
            }),
        ]
    })
}

#[test]
fn every_sentence_of_a_grammar_fits_its_schema() {
    let mut runner = TestRunner::new(Config { cases: 300, ..Config::default() });
    runner
        .run(&(any_schema(), any::<[u8; 32]>()), |(schema, seed)| {
            let mut chance = TestRng::from_seed(prop::test_runner::RngAlgorithm::ChaCha, &seed);
            check(&schema, 8, &mut chance);
            Ok(())
        })
        .unwrap();
}

#[test]
fn what_is_not_translated_is_refused() {
    for schema in [
        json!(true),
        json!({}),
        json!({ "type": "string", "pattern": "^a$" }),
        json!({ "type": "object", "properties": { "a": { "$ref": "#" } } }),
        json!({ "type": "object", "required": ["a"] }),
        json!({ "type": "array" }),
        json!({ "type": "integer", "minimum": 0 }),
        json!({ "type": "integer", "minimum": 0, "maximum": 100_000 }),
        json!({ "type": "number", "minimum": 0.5, "maximum": 1 }),
        json!({ "type": "string", "minLength": 3, "maxLength": 2 }),
        json!({ "enum": [] }),
        json!({ "type": "date" }),
    ] {
        assert!(grammar(&schema).is_err(), "{schema}");
    }
}

#[test]
fn an_answer_ends() {
    let schema = json!({ "type": "array", "items": { "type": "string" } });
    let rules = rules(&grammar(&schema).unwrap());
    let mut chance = TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha);
    for _ in 0..50 {
        let answer = sentence(&rules, &rules["root"], &mut chance);
        assert!(answer.chars().count() < 12 * 500, "{}", answer.len());
    }
}
